//! Which of a company's several names for one coverage a question means by a word that only some of them have: 통원 of 질병통원수술비.

use std::collections::BTreeSet;

use crate::book::Book;

/// The names, folded, that the words of `said` (folded) leave of each company's names for a coverage; none of a company where they
/// leave all, or where `named` holds one of its names already.
pub(crate) fn narrowed(
    book: &Book,
    insurers: &[usize],
    coverage: usize,
    named: &[String],
    said: &str,
) -> Vec<String> {
    let spoken = words(book, said);
    let mut kept = Vec::new();
    for insurer in insurers {
        let names = names(book, *insurer, coverage);
        if names.len() < 2 || names.iter().any(|it| named.contains(it)) {
            continue;
        }
        let mut left: Vec<&String> = names.iter().collect();
        for word in &spoken {
            let with: Vec<&String> =
                left.iter().copied().filter(|it| has(&granted(book, it), word)).collect();
            if !with.is_empty() {
                left = with;
            }
        }
        if left.len() < names.len() {
            kept.extend(left.into_iter().cloned());
        }
    }
    kept
}

/// Whether a name has a word, or one of which it is a part: 암 is said of 갑상선암, too, and tells nothing apart.
fn has(granted: &BTreeSet<String>, word: &str) -> bool {
    granted.iter().any(|it| it.contains(word))
}

/// The names of a company's rows for a coverage, and of its list where it has no row.
fn names(book: &Book, insurer: usize, coverage: usize) -> BTreeSet<String> {
    let rows = book.library(insurer).rows.iter();
    let about = rows.filter(|it| it.coverage.is_some_and(|(at, _)| at == coverage));
    let printed: BTreeSet<String> = about.filter_map(|it| it.names.first().cloned()).collect();
    if !printed.is_empty() {
        return printed;
    }
    let listed = book.aliases.iter().filter(|it| it.insurer == insurer && it.coverage == coverage);
    listed.map(|it| it.name.full.clone()).collect()
}

/// Words of the field in a folded text.
fn words(book: &Book, text: &str) -> BTreeSet<String> {
    let found = book.rules.names.terms.find_iter(text);
    found.filter_map(|it| text.get(it.range()).map(str::to_owned)).collect()
}

/// Those of a name that no bracket takes out: 암수술비(전립선암 제외) has 암 and not 전립선암.
fn granted(book: &Book, name: &str) -> BTreeSet<String> {
    let (mut granted, mut denied) = (BTreeSet::new(), BTreeSet::new());
    for part in name.split(['(', ')', '[', ']', '{', '}']) {
        let is_denied = part.ends_with(book.rules.subtypes.apart.as_str());
        (if is_denied { &mut denied } else { &mut granted }).extend(words(book, part));
    }
    granted.retain(|it| !denied.contains(it));
    granted
}
