//! Determines whether the target of a link is stored.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use simui_domain::{Document, DocumentId, DocumentKind, LinkStatus, LinkTarget, ProvisionPath};
use simui_store::{Database, LinkRow, ProvisionState};

use super::decisions::case_numbers;
use crate::CorpusError;
use crate::laws::{Versions, laws};
use crate::text::squeezed;

/// The 조·항·호·목 of a document and their states.
type Paths = HashMap<ProvisionPath, ProvisionState>;

/// The stored documents as link targets.
#[derive(Debug)]
pub(super) struct Stock {
    pub generation: u64,
    /// Documents without bodies, by the key that link titles are compared with.
    by_key: HashMap<String, Vec<Arc<Document>>>,
    /// Provision paths, loaded on demand for this generation of the corpora.
    paths: Mutex<HashMap<DocumentId, Arc<Paths>>>,
}

/// The keys by which links name a document: its title, or the case numbers of a decision.
pub(super) fn keys(document: &Document) -> Vec<String> {
    match document.kind {
        DocumentKind::Precedent => {
            let mut keys: Vec<String> = case_numbers(&document.title).map(str::to_owned).collect();
            keys.dedup();
            keys
        }
        _ => vec![squeezed(&document.title)],
    }
}

impl Stock {
    pub(super) fn new(generation: u64, documents: Vec<Document>) -> Self {
        let mut by_key: HashMap<String, Vec<Arc<Document>>> = HashMap::new();
        let cited = documents.into_iter().filter(|it| it.kind != DocumentKind::Bench);
        for document in cited.map(Arc::new) {
            for key in keys(&document) {
                by_key.entry(key).or_default().push(Arc::clone(&document));
            }
        }
        Self { generation, by_key, paths: Mutex::default() }
    }

    /// The status of a link on a given day, and the document version in which the target was found.
    pub(super) async fn look_up(
        &self,
        database: &Database,
        row: &LinkRow,
        as_of: Date,
    ) -> Result<(LinkStatus, Option<DocumentId>), CorpusError> {
        let Some(named) = self.by_key.get(&row.target_key) else {
            return Ok((LinkStatus::NoDocument, None));
        };
        let target = &row.link.target;
        // Use the law that was in force before the citing text took effect.
        let day = match (target.former, row.effective_from.and_then(|from| from.yesterday().ok())) {
            (true, Some(before)) => before,
            _ => as_of,
        };
        let mut laws = laws(named.iter().map(|document| &**document));
        // A law that cites its own title means itself, even if other documents have the same title.
        let own = |law: &Versions<'_>| law.documents.iter().any(|it| it.id == row.document_id);
        if laws.iter().any(own) {
            laws.retain(own);
        }
        let mut best = (LinkStatus::NoDocument, None);
        for digests in [false, true] {
            for law in laws.iter().filter(|law| law.are_digests() == digests) {
                match self.in_law(database, law, target, day).await? {
                    (LinkStatus::Resolved, found) => return Ok((LinkStatus::Resolved, found)),
                    // A result from a law that is stored takes precedence over "no document".
                    found if best.0 == LinkStatus::NoDocument => best = found,
                    _ => {}
                }
            }
            if best.0 != LinkStatus::NoDocument {
                break;
            }
        }
        Ok(best)
    }

    /// Looks the target up in one law: in the version in force, or in the one before if the article has not
    /// yet taken effect.
    async fn in_law(
        &self,
        database: &Database,
        law: &Versions<'_>,
        target: &LinkTarget,
        day: Date,
    ) -> Result<(LinkStatus, Option<DocumentId>), CorpusError> {
        let Some(current) = law.on(day) else { return Ok((LinkStatus::NoDocument, None)) };
        let Some(path) = &target.path else {
            return Ok((LinkStatus::Resolved, Some(current.id.clone())));
        };
        for document in law.until(day).skip_while(|it| it.id != current.id) {
            let paths = self.paths(database, &document.id).await?;
            let mut ends = std::iter::once(path).chain(&target.until);
            let status = ends.try_fold(LinkStatus::Resolved, |worst, end| {
                let status = status(&paths, end, day)?;
                Some(if worst == LinkStatus::Resolved { status } else { worst })
            });
            match status {
                // The provision has not yet taken effect in this version.
                None => {}
                // A digest contains only some of the articles. A missing one may still exist in the law.
                Some(LinkStatus::NoProvision) if document.digest => {
                    return Ok((LinkStatus::NoDocument, None));
                }
                Some(LinkStatus::NoProvision) => return Ok((LinkStatus::NoProvision, None)),
                Some(status) => return Ok((status, Some(document.id.clone()))),
            }
        }
        Ok((LinkStatus::NoProvision, None))
    }

    async fn paths(&self, database: &Database, id: &DocumentId) -> Result<Arc<Paths>, CorpusError> {
        let lock = || self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(paths) = lock().get(id) {
            return Ok(Arc::clone(paths));
        }
        let mut paths = Paths::new();
        for (path, state) in database.provision_paths(id).await? {
            // If a number is repeated (which is quarantined at import), the first one is used.
            paths.entry(path).or_insert(state);
        }
        let paths = Arc::new(paths);
        lock().insert(id.clone(), Arc::clone(&paths));
        Ok(paths)
    }
}

/// The status of a provision in one version. `None` if it exists but has not yet taken effect on the day.
fn status(paths: &Paths, path: &ProvisionPath, day: Date) -> Option<LinkStatus> {
    let of = |state: &ProvisionState| {
        let begun = state.effective_from.is_none_or(|from| from <= day);
        begun.then_some(if state.deleted { LinkStatus::Repealed } else { LinkStatus::Resolved })
    };
    if let Some(state) = paths.get(path) {
        return of(state);
    }
    match paths.get(&path.whole_article()) {
        Some(article) if article.deleted => of(article),
        // 제1항 of an article without 항 is the article itself.
        Some(_) if path.paragraph == 1 => {
            let numbered = paths
                .keys()
                .any(|it| it.paragraph > 0 && it.whole_article() == path.whole_article());
            let plain = ProvisionPath { paragraph: 0, ..path.clone() };
            match paths.get(&plain).filter(|_| !numbered) {
                Some(state) => of(state),
                None => Some(LinkStatus::NoProvision),
            }
        }
        // An article that has not yet taken effect may lack a provision that the previous version had.
        Some(article) => of(article).map(|_| LinkStatus::NoProvision),
        None => Some(LinkStatus::NoProvision),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn provisions_that_are_there_gone_or_never_were() {
        let paths: Paths = [
            ("제1조", false),
            ("제1조제1호", false),
            ("제2조", false),
            ("제2조제1항", false),
            ("제2조제2항", true),
            ("제3조", true),
        ]
        .map(|(path, deleted)| {
            let state = ProvisionState { deleted, effective_from: None, effective_to: None };
            (path.parse().unwrap(), state)
        })
        .into();
        for (path, expected) in [
            ("제1조", LinkStatus::Resolved),
            ("제1조제1항", LinkStatus::Resolved),
            ("제1조제1항제1호", LinkStatus::Resolved),
            ("제1조제2항", LinkStatus::NoProvision),
            ("제2조제2항", LinkStatus::Repealed),
            ("제2조제3항", LinkStatus::NoProvision),
            ("제3조제1항", LinkStatus::Repealed),
            ("제4조", LinkStatus::NoProvision),
            ("제1조의2", LinkStatus::NoProvision),
        ] {
            let status = status(&paths, &path.parse().unwrap(), Date::constant(2026, 1, 1));
            assert_eq!(status, Some(expected), "{path}");
        }
    }

    #[test]
    fn what_has_not_begun_is_not_there_yet() {
        let from = Some(Date::constant(2027, 1, 1));
        let state = ProvisionState { deleted: false, effective_from: from, effective_to: None };
        let paths: Paths = [("제7조".parse().unwrap(), state)].into();
        let check = |path: &str, day: Date, expected: Option<LinkStatus>| {
            assert_eq!(status(&paths, &path.parse().unwrap(), day), expected, "{path} {day}");
        };
        check("제7조", Date::constant(2026, 12, 31), None);
        check("제7조제1항", Date::constant(2026, 12, 31), None);
        check("제7조제2항", Date::constant(2026, 12, 31), None);
        check("제7조", Date::constant(2027, 1, 1), Some(LinkStatus::Resolved));
        check("제7조제2항", Date::constant(2027, 1, 1), Some(LinkStatus::NoProvision));
    }
}
