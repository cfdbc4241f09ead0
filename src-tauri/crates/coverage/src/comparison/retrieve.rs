//! The two searches: pages that name the coverage, and pages of the 약관 about its subject.

use super::answer::AxisHit;
use crate::catalog::fact::{Attribute, Fact};
use crate::catalog::rules::Axis;
use crate::document::book::Book;
use crate::document::clause::clause_at;
use crate::facts::quote::evidence;

/// Largest number of pages found for one company.
const MAX_PAGES: usize = 10;

/// Returns pages of 가입설계서, 상품요약서 and 사업방법서 that name the coverage, by the priority of their
/// documents. Each company is searched separately, so that one with many pages does not crowd out
/// another.
pub(crate) fn compare_axis(
    book: &Book,
    insurers: &[usize],
    coverage: usize,
    names: &[String],
) -> Vec<AxisHit> {
    let name = book.standards.get(coverage).map(|it| it.standard.name.clone()).unwrap_or_default();
    let mut hits = Vec::new();
    for insurer in insurers {
        let facts = book.facts_about(*insurer, Some(coverage)).iter();
        let is_place = |it: &&Fact| it.attribute == Attribute::Place && book.uses(&it.rule);
        let places: Vec<&Fact> = facts.filter(is_place).collect();
        let is_named = |it: &&&Fact| it.of_name.as_ref().is_some_and(|it| names.contains(it));
        let any_named = places.iter().any(|it| is_named(&it));
        let mut found: Vec<&Fact> = places
            .iter()
            .filter(|it| if any_named { is_named(it) } else { it.of_name.is_none() })
            .copied()
            .collect();
        let priority =
            |it: &Fact| book.rules.document(&it.evidence.doc_type).map_or(0, |it| it.retrieval);
        found.sort_by_key(|fact| {
            (std::cmp::Reverse(priority(fact)), std::cmp::Reverse(fact.rank), fact.evidence.page)
        });
        let mut seen = Vec::new();
        for place in found {
            let page = (&place.evidence.document, place.evidence.page);
            if seen.contains(&page) || seen.len() >= MAX_PAGES {
                continue;
            }
            seen.push(page);
            hits.push(AxisHit {
                insurer_code: book.insurer_code(*insurer).to_owned(),
                found: name.clone(),
                evidence: place.evidence.clone(),
            });
        }
    }
    hits
}

/// Returns the keywords to search for in the 약관: those of the cancer subtypes in question,
/// otherwise those of the coverage's name.
pub(crate) fn policy_keywords(book: &Book, subtypes: &[usize], coverage: usize) -> Vec<String> {
    let rules = &book.rules;
    let find = |text: &str| {
        let hit = rules
            .policy
            .iter()
            .find(|(words, _)| words.iter().any(|it| text.contains(it.as_str())));
        hit.map(|(_, find)| find.clone())
    };
    let mut keywords: Vec<String> = Vec::new();
    for subtype in subtypes {
        let words = rules.subtypes.all.get(*subtype).map_or(&[] as &[String], |it| &it.words);
        keywords
            .extend(words.first().and_then(|word| find(word)).filter(|it| !keywords.contains(it)));
    }
    if keywords.is_empty() {
        let core = book.standards.get(coverage).map_or("", |it| it.name.core.as_str());
        keywords.extend(find(core));
    }
    keywords
}

/// Returns pages of the 약관 with a keyword; pages that name the coverage come first.
pub(crate) fn policy_axis(
    book: &Book,
    insurers: &[usize],
    coverage: usize,
    keywords: &[String],
) -> Vec<AxisHit> {
    let mut hits = Vec::new();
    for insurer in insurers {
        let library = book.library(*insurer);
        let pages = book.pages(*insurer);
        let named: Vec<usize> = library
            .mentions
            .iter()
            .filter(|it| it.coverages.contains(&coverage))
            .map(|it| it.page)
            .collect();
        let mut found: Vec<(bool, usize, &String, usize)> = Vec::new();
        for (at, (page, folded)) in pages.iter().zip(&library.folded).enumerate() {
            if book.rules.document(&page.doc_type).is_none_or(|it| it.axis != Axis::Policy) {
                continue;
            }
            let hit = keywords.iter().find_map(|it| Some((it, folded.text().find(it.as_str())?)));
            if let Some((keyword, place)) = hit {
                found.push((!named.contains(&at), at, keyword, place));
            }
        }
        found.sort_by_key(|it| (it.0, it.1));
        for (_, at, keyword, place) in found.into_iter().take(MAX_PAGES) {
            let (Some(page), Some(folded)) = (pages.get(at), library.folded.get(at)) else {
                continue;
            };
            let start = folded.original(&page.text, place..place).start;
            hits.push(AxisHit {
                insurer_code: book.insurer_code(*insurer).to_owned(),
                found: keyword.clone(),
                evidence: evidence(page, clause_at(&page.text, start)),
            });
        }
    }
    hits
}
