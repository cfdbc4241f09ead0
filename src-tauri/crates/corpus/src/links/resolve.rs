//! Whether the other end of a link is there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use simui_domain::{Document, DocumentId, DocumentKind, LinkStatus, ProvisionPath};
use simui_store::{Database, LinkRow};

use super::decisions::case_numbers;
use crate::CorpusError;
use crate::law_book::{in_force, squeezed};

/// The 조·항·호·목 of a document, and whether each is 삭제.
type Paths = HashMap<ProvisionPath, bool>;

/// The stored documents as targets of links.
#[derive(Debug)]
pub(super) struct Stock {
    pub generation: u64,
    /// Documents without their bodies, by what a link's title is compared to.
    by_key: HashMap<String, Vec<Arc<Document>>>,
    /// Read on demand; a stored document never changes under its id.
    paths: Mutex<HashMap<DocumentId, Arc<Paths>>>,
}

/// What links to a document name it by: its title, or the case numbers of a decision.
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

    /// The status of a link on a day, and the version its other end was found in.
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
        // What was in force before the citing text was.
        let day = match (target.former, row.effective_from.and_then(|from| from.yesterday().ok())) {
            (true, Some(before)) => before,
            _ => as_of,
        };
        let speaking = |digest: bool| {
            let versions = named.iter().filter(move |it| it.digest == digest && in_force(it, day));
            versions.max_by_key(|it| it.effective_from)
        };
        let Some(document) = speaking(false).or_else(|| speaking(true)) else {
            return Ok((LinkStatus::NoDocument, None));
        };
        let Some(path) = &target.path else {
            return Ok((LinkStatus::Resolved, Some(document.id.clone())));
        };
        let paths = self.paths(database, &document.id).await?;
        let ends = std::iter::once(path).chain(&target.until);
        let status = ends.map(|end| status(&paths, end)).find(|it| *it != LinkStatus::Resolved);
        Ok(match status.unwrap_or(LinkStatus::Resolved) {
            // A digest holds only some articles: what it lacks may well be in the law.
            LinkStatus::NoProvision if document.digest => (LinkStatus::NoDocument, None),
            LinkStatus::NoProvision => (LinkStatus::NoProvision, None),
            status => (status, Some(document.id.clone())),
        })
    }

    async fn paths(&self, database: &Database, id: &DocumentId) -> Result<Arc<Paths>, CorpusError> {
        let lock = || self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(paths) = lock().get(id) {
            return Ok(Arc::clone(paths));
        }
        let mut paths = Paths::new();
        for (path, deleted) in database.provision_paths(id).await? {
            // Where a number is repeated (quarantined at import), the first one counts.
            paths.entry(path).or_insert(deleted);
        }
        let paths = Arc::new(paths);
        lock().insert(id.clone(), Arc::clone(&paths));
        Ok(paths)
    }
}

fn status(paths: &Paths, path: &ProvisionPath) -> LinkStatus {
    let of = |deleted: bool| if deleted { LinkStatus::Repealed } else { LinkStatus::Resolved };
    if let Some(deleted) = paths.get(path) {
        return of(*deleted);
    }
    match paths.get(&path.whole_article()) {
        Some(true) => LinkStatus::Repealed,
        // An article without 항 is its own 제1항.
        Some(false) if path.paragraph == 1 => {
            let numbered = paths
                .keys()
                .any(|it| it.paragraph > 0 && it.whole_article() == path.whole_article());
            let plain = ProvisionPath { paragraph: 0, ..path.clone() };
            match paths.get(&plain).filter(|_| !numbered) {
                Some(deleted) => of(*deleted),
                None => LinkStatus::NoProvision,
            }
        }
        _ => LinkStatus::NoProvision,
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
        .map(|(path, deleted)| (path.parse().unwrap(), deleted))
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
            assert_eq!(status(&paths, &path.parse().unwrap()), expected, "{path}");
        }
    }
}
