//! Laws as groups of stored documents, with the versions of each in order of effective date.

use jiff::civil::Date;
use simui_domain::{Document, DocumentKind, LawState};

/// All stored versions of one law or other document. Digests are kept separate from official texts.
#[derive(Debug, Clone)]
pub(crate) struct Versions<'a> {
    /// The versions in order of effective date.
    pub documents: Vec<&'a Document>,
}

impl<'a> Versions<'a> {
    /// Whether these are our digests.
    pub(crate) fn are_digests(&self) -> bool {
        self.documents.first().is_some_and(|document| document.digest)
    }

    /// The version in force on a given day. The latest if there are several.
    pub(crate) fn on(&self, day: Date) -> Option<&'a Document> {
        self.documents.iter().rfind(|document| document.is_in_force(day)).copied()
    }

    /// The versions that may contain a provision in force on a given day, latest first. A provision that has
    /// not yet taken effect in the current version still has the text of the version before.
    pub(crate) fn until(&self, day: Date) -> impl Iterator<Item = &'a Document> + use<'a> {
        let begun = move |document: &&Document| {
            document.effective_from.is_none_or(|from| from <= day)
                && document.standing.state != LawState::Repealing
        };
        self.documents.clone().into_iter().rev().filter(begun)
    }

    /// Whether all stored versions have ended.
    pub(crate) fn are_over(&self) -> bool {
        self.documents.iter().all(|document| document.effective_to.is_some())
    }

    /// Whether the law only repeals another law. A citation then means the repealed law.
    pub(crate) fn only_repeal(&self) -> bool {
        self.documents.iter().all(|document| document.standing.state == LawState::Repealing)
    }

    /// The number of days between a day and the nearest effective date of a version.
    pub(crate) fn distance(&self, day: Date) -> i32 {
        let days = self.documents.iter().filter_map(|document| {
            Some(document.effective_from?.since(day).ok()?.get_days().abs())
        });
        days.min().unwrap_or(i32::MAX)
    }

    /// Whether a document is a version of this law.
    pub(crate) fn holds(&self, document: &Document) -> bool {
        self.documents.first().is_some_and(|first| is_same_law(first, document))
    }

    /// Puts the versions in order of effective date.
    pub(crate) fn sort(&mut self) {
        self.documents.sort_by(|a, b| {
            let key = |it: &Document| (it.effective_from, it.promulgated_on, it.version.clone());
            key(a).cmp(&key(b))
        });
    }
}

/// Groups documents into laws. Two statutes are the same law if they have the same 법령ID, or the same rank and
/// ministry (a law may be stored under two ids). Statutes of two ministries are two laws. Other documents
/// with the same title are the same document.
pub(crate) fn laws<'a>(documents: impl IntoIterator<Item = &'a Document>) -> Vec<Versions<'a>> {
    let mut laws: Vec<Versions<'a>> = Vec::new();
    for document in documents {
        match laws.iter_mut().find(|law| law.holds(document)) {
            Some(law) => law.documents.push(document),
            None => laws.push(Versions { documents: vec![document] }),
        }
    }
    laws.iter_mut().for_each(Versions::sort);
    laws
}

fn is_same_law(a: &Document, b: &Document) -> bool {
    if (a.kind, a.digest) != (b.kind, b.digest) {
        return false;
    }
    if a.kind != DocumentKind::Statute || a.source_key == b.source_key {
        return true;
    }
    let repeals = |it: &Document| it.standing.state == LawState::Repealing;
    let ministries = [a, b].map(|it| it.standing.ministry.as_str());
    rank(a) == rank(b)
        && repeals(a) == repeals(b)
        && (ministries.contains(&"")
            || ministries[0].split(", ").any(|one| ministries[1].split(", ").any(|it| it == one)))
}

/// The rank of a statute: `보건복지부령` for `보건복지부령 제12호`.
pub(crate) fn rank(document: &Document) -> &str {
    let version = document.version.as_str();
    version.rsplit_once(" 제").map_or(version, |(rank, _)| rank)
}
