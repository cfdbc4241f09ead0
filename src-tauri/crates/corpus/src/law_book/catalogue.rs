//! The stored documents without their bodies, searchable by title, by law, and by the day on which they are
//! in force.

use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;
use simui_domain::{Document, DocumentId, DocumentKind, LawState};

use crate::laws::{Versions, laws, rank};
use crate::text::{bracketed, pattern, squeezed};

static CASE_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{2,4}[가-힣]{1,3}\d{1,7}"));

/// The stored documents by the names used in references.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    pub(super) entries: Vec<Entry>,
}

/// A stored document with the values that references are compared with.
#[derive(Debug)]
pub(super) struct Entry {
    pub document: Document,
    /// The title without white space.
    pub title: String,
    /// The case numbers in the title of a decision: `2006도9083`. Several if cases were joined.
    case_numbers: Vec<String>,
}

/// The name of a document in a reference: a stored title, and the particular law with that title if the
/// reference specifies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    /// The title without white space.
    pub title: String,
    /// The 법령ID of the law, if a ministry, a number or an id shows which law with that title is meant.
    pub source_key: Option<String>,
}

impl Catalogue {
    pub(crate) fn new(documents: Vec<Document>) -> Self {
        let entries = documents.into_iter().map(|document| Entry {
            title: squeezed(&document.title),
            case_numbers: match document.kind {
                DocumentKind::Precedent => CASE_NUMBER
                    .find_iter(&document.title)
                    .map(|it| it.as_str().to_owned())
                    .collect(),
                _ => Vec::new(),
            },
            document,
        });
        // Passages of retrieval benchmarks are never cited.
        let entries = entries.filter(|entry| entry.document.kind != DocumentKind::Bench).collect();
        Self { entries }
    }

    /// The laws (or other documents) that a name may mean.
    pub(crate) fn laws<'a>(&'a self, name: &Name) -> Vec<Versions<'a>> {
        let mut laws = laws(self.titled(&name.title));
        if let Some(key) = &name.source_key {
            let meant = |law: &Versions<'_>| law.documents.iter().any(|it| it.source_key == *key);
            laws.retain(meant);
        }
        laws
    }

    /// The laws with a name that apply on a given day: the official texts in force, otherwise a digest in
    /// force.
    pub(crate) fn applicable<'a>(&'a self, name: &Name, day: Date) -> Vec<Versions<'a>> {
        let mut laws = self.laws(name);
        laws.retain(|law| law.on(day).is_some());
        if laws.iter().any(|law| !law.are_digests()) {
            laws.retain(|law| !law.are_digests());
        }
        laws
    }

    /// The versions of a law, including those under its former titles.
    pub(crate) fn with_former_titles(&self, law: &Versions<'_>) -> Vec<Document> {
        let has_key = |document: &Document| {
            law.documents.iter().any(|version| {
                version.id == document.id
                    || ((version.kind, version.digest) == (document.kind, document.digest)
                        && !version.source_key.is_empty()
                        && version.source_key == document.source_key)
            })
        };
        let all = self.entries.iter().map(|entry| &entry.document);
        let mut versions = Versions { documents: all.filter(|it| has_key(it)).collect() };
        versions.sort();
        versions.documents.into_iter().cloned().collect()
    }

    /// The law with a name that is nearest to a day on which none is in force.
    pub(super) fn nearest<'a>(&'a self, name: &Name, day: Date) -> Option<Versions<'a>> {
        let mut laws = self.laws(name);
        laws.sort_by_key(|law| (law.are_digests(), law.only_repeal(), law.distance(day)));
        laws.into_iter().next()
    }

    /// The law that a stored document is a version of.
    pub(super) fn law_of(&self, document: &Document) -> Name {
        Name {
            title: squeezed(&document.title),
            source_key: (document.kind == DocumentKind::Statute)
                .then(|| document.source_key.clone()),
        }
    }

    /// How a document is cited: by its title, with its rank or number if another law with the same title is
    /// stored.
    pub(crate) fn label(&self, document: &Document) -> String {
        let title = &document.title;
        if document.kind != DocumentKind::Statute || document.digest {
            return title.clone();
        }
        let others = laws(self.titled(&squeezed(title)));
        let mut others = others.into_iter().filter(|law| {
            !law.holds(document)
                && law.documents.iter().any(|other| {
                    !other.digest
                        && other.kind == DocumentKind::Statute
                        && other.standing.state != LawState::Repealing
                })
        });
        let Some(other) = others.next() else { return title.clone() };
        let same_rank = std::iter::once(other)
            .chain(others)
            .any(|law| law.documents.first().is_some_and(|it| rank(it) == rank(document)));
        match (same_rank, document.standing.ministry.as_str()) {
            (false, _) => format!("{title}({})", rank(document)),
            (true, "") => format!("{title}({})", document.version),
            (true, ministry) => format!("{title}({ministry})"),
        }
    }

    /// The name for a title, for a title with a qualifier (`가법 시행규칙(보건복지부령)`), or for an id.
    pub(crate) fn name(&self, words: &str) -> Option<Name> {
        let title = squeezed(words);
        if self.titled(&title).next().is_some() {
            return Some(Name { title, source_key: None });
        }
        let by_id = |entry: &&Entry| {
            let document = &entry.document;
            document.id.as_str() == words.trim()
                || (document.kind == DocumentKind::Statute && document.source_key == words.trim())
        };
        if let Some(entry) = self.entries.iter().find(by_id) {
            return Some(self.law_of(&entry.document));
        }
        self.begins(&title).find(|(_, rest)| rest.is_empty()).map(|(name, _)| name)
    }

    /// The names at the beginning of a text without white space, each with the text that follows it.
    pub(super) fn begins<'b>(&self, words: &'b str) -> impl Iterator<Item = (Name, &'b str)> {
        self.entries.iter().filter_map(move |entry| {
            let rest = words.strip_prefix(&entry.title)?;
            let title = entry.title.clone();
            if let Some((inside, after)) = bracketed(rest)
                && is_called(&entry.document, inside)
            {
                let source_key = Some(entry.document.source_key.clone());
                return Some((Name { title, source_key }, after));
            }
            Some((Name { title, source_key: None }, rest))
        })
    }

    /// The decision with a case number.
    pub(super) fn decision(&self, case_number: &str) -> Option<&Document> {
        let named = |entry: &&Entry| entry.case_numbers.iter().any(|it| it == case_number);
        Some(&self.entries.iter().find(named)?.document)
    }

    /// The kind of a document with a given name.
    pub(super) fn kind(&self, name: &Name) -> Option<DocumentKind> {
        self.titled(&name.title).next().map(|document| document.kind)
    }

    fn titled<'a, 'b>(
        &'a self,
        title: &'b str,
    ) -> impl Iterator<Item = &'a Document> + use<'a, 'b> {
        self.entries.iter().filter(move |entry| entry.title == title).map(|entry| &entry.document)
    }

    /// The titles of all statutes.
    pub(super) fn statutes(&self) -> impl Iterator<Item = &str> {
        let statutes = self.entries.iter().filter(|it| it.document.kind == DocumentKind::Statute);
        statutes.map(|entry| entry.document.title.as_str())
    }

    /// The document with this id, without its body.
    pub(super) fn document(&self, id: &DocumentId) -> Option<&Document> {
        let mut all = self.entries.iter().map(|entry| &entry.document);
        all.find(|document| document.id == *id)
    }
}

/// The first case number in a text without white space, and the text that follows it.
pub(super) fn case_number(words: &str) -> Option<(&str, &str)> {
    let found = CASE_NUMBER.find(words)?;
    Some((found.as_str(), words.get(found.end()..)?))
}

/// Whether the text in brackets after a title is the rank, ministry, number or id of the law.
fn is_called(document: &Document, inside: &str) -> bool {
    let ministries = document.standing.ministry.split(", ");
    let number = document.version.rsplit_once(' ').map_or("", |(_, number)| number);
    let names = [rank(document), &document.version, number, &document.source_key];
    document.kind == DocumentKind::Statute
        && !inside.is_empty()
        && names.into_iter().chain(ministries).any(|name| squeezed(name) == inside)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use simui_domain::LawStanding;

    use super::*;

    /// `id | 법령ID | 법률 제1호 | 소관부처 | effective from | effective to`. An id that ends with an asterisk is a
    /// digest.
    fn document(text: &str) -> Document {
        let parts: Vec<&str> = text.split('|').map(str::trim).collect();
        let day = |text: &str| (!text.is_empty()).then(|| text.parse().unwrap());
        let ministry = parts[3].to_owned();
        Document {
            id: DocumentId::from(parts[0]),
            kind: DocumentKind::Statute,
            title: "의료법".into(),
            source_key: parts[1].into(),
            version: parts[2].into(),
            promulgated_on: None,
            effective_from: day(parts[4]),
            effective_to: day(parts[5]),
            standing: LawStanding { ministry, ..LawStanding::default() },
            digest: parts[0].ends_with('*'),
            source_path: String::new(),
            sha256: String::new(),
            reader: String::new(),
            body: String::new(),
        }
    }

    fn catalogue(documents: &[&str]) -> Catalogue {
        Catalogue::new(documents.iter().map(|text| document(text)).collect())
    }

    fn applicable(catalogue: &Catalogue, name: &str, day: &str) -> Vec<String> {
        let day = day.parse().unwrap();
        let Some(name) = catalogue.name(name) else { return Vec::new() };
        let laws = catalogue.applicable(&name, day);
        laws.iter().map(|law| law.on(day).unwrap().id.to_string()).collect()
    }

    #[test]
    fn the_day_decides() {
        let catalogue = catalogue(&[
            "digest* | 1 | 법률 제1호 | | 2018-09-28 |",
            "old | 1 | 법률 제2호 | | 2024-01-01 | 2026-04-06",
            "new | 1 | 법률 제3호 | | 2026-04-07 |",
        ]);
        let check = |day: &str, expected: &[&str]| {
            assert_eq!(applicable(&catalogue, "의 료 법", day), expected, "{day}");
        };
        check("2026-11-21", &["new"]);
        check("2026-04-07", &["new"]);
        check("2026-04-06", &["old"]);
        check("2020-01-01", &["digest*"]);
        check("2010-01-01", &[]);
        assert!(applicable(&catalogue, "약사법", "2026-01-01").is_empty());
    }

    #[test]
    fn a_law_without_a_date_is_not_in_force() {
        let catalogue = catalogue(&["undated | 1 | 법률 제1호 | | |"]);
        assert!(applicable(&catalogue, "의료법", "2026-01-01").is_empty());
    }

    #[test]
    fn laws_of_one_title_are_told_apart() {
        let catalogue = catalogue(&[
            "a1 | 31 | 과학기술정보통신부령 제11호 | 과학기술정보통신부 | 2024-01-01 | 2024-12-31",
            "a2 | 31 | 과학기술정보통신부령 제12호 | 과학기술정보통신부 | 2025-01-01 |",
            "b | 32 | 보건복지부령 제12호 | 보건복지부 | 2024-01-01 |",
        ]);
        let check = |name: &str, expected: &[&str]| {
            assert_eq!(applicable(&catalogue, name, "2026-01-01"), expected, "{name}");
        };
        check("의료법", &["a2", "b"]);
        check("의료법(보건복지부령)", &["b"]);
        check("의료법 (보건복지부)", &["b"]);
        check("의료법(보건복지부령 제12호)", &["b"]);
        check("의료법(31)", &["a2"]);
        check("31", &["a2"]);
        check("a1", &["a2"]);
        check("의료법(교육부령)", &[]);
        let label = |at: usize| catalogue.label(&catalogue.entries[at].document);
        assert_eq!(label(1), "의료법(과학기술정보통신부령)");
        assert_eq!(label(2), "의료법(보건복지부령)");
    }

    #[test]
    fn one_law_under_two_ids_stays_one() {
        let catalogue = catalogue(&[
            "old | 1 | 법률 제1호 | 보건복지부 | 2020-01-01 |",
            "new | x | 법률 제2호 | | 2026-01-01 |",
        ]);
        assert_eq!(applicable(&catalogue, "의료법", "2026-06-01"), ["new"]);
        assert_eq!(catalogue.label(&catalogue.entries[0].document), "의료법");
    }
}
