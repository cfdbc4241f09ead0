use std::path::{Path, PathBuf};

use super::client::{Format, LawGoKr};
use super::list::Listed;
use super::target::Target;
use crate::InferenceError;
use crate::fetched::{Fetched, Step};

/// A law that the administrator chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Collection that is searched.
    pub target: Target,
    /// Exact title; for decisions also the 사건번호.
    pub title: String,
}

/// Result of an update.
#[derive(Debug, Default)]
pub struct Updated {
    /// New files for the importer.
    pub saved: Vec<PathBuf>,
    /// Number of versions that were fetched before.
    pub unchanged: usize,
    /// Laws that could not be fetched; the others were.
    pub failed: Vec<Failed>,
}

/// A law that could not be fetched.
#[derive(Debug)]
pub struct Failed {
    /// Title of the law.
    pub title: String,
    /// The reason.
    pub error: InferenceError,
}

/// Most pages of one search; a title has never so many results.
const MOST_PAGES: usize = 20;

impl LawGoKr {
    /// Fetches the listed versions of the chosen laws that are not yet in `folder`. Saved files are kept if
    /// it fails or is cancelled, and the next update continues. Drop the future to cancel.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when the policy forbids the host, and [`InferenceError::File`]; both would
    /// fail for every law. Errors of a single law are reported in [`Updated::failed`].
    pub async fn update(
        &self,
        chosen: &[Chosen],
        folder: &Path,
        format: Format,
        progress: &mut (dyn FnMut(Step<'_>) + Send),
    ) -> Result<Updated, InferenceError> {
        let mut fetched = Fetched::read(folder)?;
        let mut updated = Updated::default();
        for (done, law) in chosen.iter().enumerate() {
            progress(Step { title: &law.title, done, total: chosen.len() });
            match self.update_one(law, format, &mut fetched, &mut updated).await {
                Ok(()) => {}
                Err(error @ (InferenceError::Refused { .. } | InferenceError::File { .. })) => {
                    return Err(error);
                }
                Err(error) => updated.failed.push(Failed { title: law.title.clone(), error }),
            }
        }
        Ok(updated)
    }

    /// Returns the listed versions of a law that are not yet in `folder`, without fetching them, and the
    /// number of those that are.
    ///
    /// # Errors
    /// The errors of [`LawGoKr::list`]; [`InferenceError::LawGoKr`] when no document has this title;
    /// [`InferenceError::File`] when the folder cannot be read.
    pub async fn outstanding(
        &self,
        law: &Chosen,
        folder: &Path,
        format: Format,
    ) -> Result<(Vec<Listed>, usize), InferenceError> {
        let fetched = Fetched::read(folder)?;
        let mut versions = self.versions(law).await?;
        let listed = versions.len();
        versions.retain(|listed| !fetched.has(&file_name(listed, format)));
        let there = listed - versions.len();
        Ok((versions, there))
    }

    async fn update_one(
        &self,
        law: &Chosen,
        format: Format,
        fetched: &mut Fetched,
        updated: &mut Updated,
    ) -> Result<(), InferenceError> {
        for listed in self.versions(law).await? {
            let name = file_name(&listed, format);
            if fetched.has(&name) {
                updated.unchanged += 1;
                continue;
            }
            let body = self.document(&listed, format).await?;
            updated.saved.push(fetched.save(&name, &listed.title, &body)?);
        }
        Ok(())
    }

    /// Returns every listed version of the law with exactly this title.
    async fn versions(&self, law: &Chosen) -> Result<Vec<Listed>, InferenceError> {
        let what = || format!("list {} {:?}", law.target, law.title);
        let failed = |problem: String| InferenceError::LawGoKr { what: what(), problem };
        let mut all: Vec<Listed> = Vec::new();
        for page in 1.. {
            let found = self.list(law.target, &law.title, page).await?;
            let empty = found.documents.is_empty();
            all.extend(found.documents);
            if all.len() >= found.total {
                break;
            }
            if empty || page == MOST_PAGES {
                let problem = format!(
                    "{} of {} documents were listed; give the full title, or try again later",
                    all.len(),
                    found.total
                );
                return Err(failed(problem));
            }
        }
        let title = law.title.split_whitespace().collect::<Vec<_>>().join(" ");
        let (exact, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|it| it.title == title || it.id == title);
        if exact.is_empty() {
            let near: Vec<_> = others.iter().take(5).map(|it| it.title.as_str()).collect();
            let problem = format!("no document has this title; near it: {}", near.join(", "));
            return Err(failed(problem));
        }
        Ok(exact)
    }
}

/// Returns a file name such as `law-253527-20240101.xml`, whose variable parts are digits.
fn file_name(listed: &Listed, format: Format) -> String {
    let mut name = format!("{}-{}", listed.target, listed.serial);
    if !listed.effective.is_empty() {
        name.push('-');
        name.push_str(&listed.effective);
    }
    format!("{name}.{}", format.extension())
}
