//! Which version of a document speaks on a day.

use jiff::civil::Date;
use simui_domain::{Document, DocumentKind};

use super::reference::{Catalogue, squeezed};

/// The version chosen, and whether it is in force on the day.
#[derive(Debug, PartialEq)]
pub(super) struct Choice<'a> {
    pub document: &'a Document,
    pub in_force: bool,
}

/// The version of a title that speaks on a day: the official text in force, else a digest in force, else (not in
/// force) the official version nearest to the day. Two laws may share a title (방송법 of 1980 only repealed another):
/// the later one in force counts.
pub(super) fn choose<'a>(catalogue: &'a Catalogue, title: &str, as_of: Date) -> Option<Choice<'a>> {
    let title = squeezed(title);
    let named = || catalogue.named(&title);
    let of = |digest: bool| {
        named()
            .filter(move |document| document.digest == digest && in_force(document, as_of))
            .max_by_key(|document| document.effective_from)
    };
    if let Some(document) = of(false).or_else(|| of(true)) {
        return Some(Choice { document, in_force: true });
    }
    let distance = |document: &&Document| {
        let from = document.effective_from;
        let days = from.and_then(|from| from.since(as_of).ok()).map(|span| span.get_days().abs());
        (document.digest, days.unwrap_or(i32::MAX))
    };
    named().min_by_key(distance).map(|document| Choice { document, in_force: false })
}

/// Decisions do not come into force; laws and standards do. A law without 시행일자 is not in force.
pub(crate) fn in_force(document: &Document, as_of: Date) -> bool {
    let begun = match (document.kind, document.effective_from) {
        (DocumentKind::Statute, None) => false,
        (DocumentKind::Precedent, _) | (_, None) => true,
        (_, Some(from)) => from <= as_of,
    };
    begun && document.effective_to.is_none_or(|to| as_of <= to)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use simui_domain::DocumentId;

    use super::*;

    fn version(id: &str, from: Option<&str>, to: Option<&str>, digest: bool) -> Document {
        let day = |text: Option<&str>| text.map(|text| text.parse().unwrap());
        Document {
            id: DocumentId::from(id),
            kind: DocumentKind::Statute,
            title: "의료법".into(),
            source_key: "001788".into(),
            version: String::new(),
            promulgated_on: None,
            effective_from: day(from),
            effective_to: day(to),
            digest,
            source_path: String::new(),
            sha256: String::new(),
            reader: String::new(),
            body: String::new(),
        }
    }

    #[test]
    fn the_day_decides() {
        let documents = vec![
            version("digest", Some("2018-09-28"), None, true),
            version("old", Some("2024-01-01"), Some("2026-04-06"), false),
            version("new", Some("2026-04-07"), None, false),
        ];
        let catalogue = Catalogue::new(documents);
        let check = |day: &str, expected: (&str, bool)| {
            let choice = choose(&catalogue, "의 료 법", day.parse().unwrap()).unwrap();
            assert_eq!((choice.document.id.as_str(), choice.in_force), expected, "{day}");
        };
        check("2026-11-21", ("new", true));
        check("2026-04-07", ("new", true));
        check("2026-04-06", ("old", true));
        check("2020-01-01", ("digest", true));
        check("2010-01-01", ("old", false));
        assert_eq!(choose(&catalogue, "약사법", Date::constant(2026, 1, 1)), None);
    }

    #[test]
    fn a_law_without_a_date_is_not_in_force() {
        let catalogue = Catalogue::new(vec![version("undated", None, None, false)]);
        let choice = choose(&catalogue, "의료법", Date::constant(2026, 1, 1)).unwrap();
        assert!(!choice.in_force);
    }
}
