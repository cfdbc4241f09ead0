//! Narrows a company's several names for one coverage to those that share a distinguishing word
//! with the question: 통원 of 질병통원수술비.

use std::collections::BTreeSet;

use crate::document::book::Book;

/// Returns the folded names that the question narrows a company's names for a coverage to.
///
/// `question` is folded. A company contributes no names if the question rules none of its names
/// out, or if `named` contains one of them already.
pub(crate) fn narrowed(
    book: &Book,
    insurers: &[usize],
    coverage: usize,
    named: &[String],
    question: &str,
) -> Vec<String> {
    let terms = words(book, question);
    let refused = |word: &String| is_refused(book, question, word);
    let standard = book.standards.get(coverage).map(|it| bare(&it.name.full));
    let mut kept = Vec::new();
    for insurer in insurers {
        let names = names(book, *insurer, coverage);
        if names.len() < 2 || names.iter().any(|it| named.contains(it)) {
            continue;
        }
        let mut left: Vec<&String> = names.iter().collect();
        for word in &terms {
            // 특정암 제외한 다빈치로봇 asks for the name that excludes 특정암.
            let wanted = !refused(word);
            let of_word = |it: &&String| has(&granted(book, it), word) == wanted;
            let with: Vec<&String> = left.iter().copied().filter(of_word).collect();
            if !with.is_empty() {
                left = with;
            }
        }
        // The standard name means all names that the company has for the coverage.
        if left.len() == names.len() {
            let is_own = |it: &&String| is_spelt(question, it) && Some(bare(it)) != standard;
            let spelt: Vec<&String> = left.iter().copied().filter(is_own).collect();
            left = if spelt.is_empty() { left } else { spelt };
        }
        if left.len() < names.len() {
            kept.extend(left.into_iter().cloned());
        }
    }
    kept
}

/// Smallest length, in characters, of a name that a question may spell out.
const MIN_SPELT_LENGTH: usize = 4;

/// Whether a question spells a name out, except for its brackets and edition: 질병 입원 수술비 of 질병 입원
/// 수술비Ⅱ(당일입원 제외).
fn is_spelt(question: &str, name: &str) -> bool {
    let bare = bare(name);
    // 표적항암치료 spells out only a part of 표적항암치료비.
    let is_whole = |at: usize| {
        let behind = question.get(at + bare.len()..).unwrap_or_default();
        !behind.starts_with(ENDING_CHARACTERS)
    };
    bare.chars().count() >= MIN_SPELT_LENGTH
        && question.match_indices(bare).any(|(at, _)| is_whole(at))
}

/// Largest length, in characters, of a list of exclusions.
const MAX_EXCLUSION_LIST: usize = 20;

/// First characters of the endings of names.
const ENDING_CHARACTERS: [char; 4] = ['비', '금', '담', '특'];

/// Returns a name without its brackets and edition.
fn bare(name: &str) -> &str {
    name.split('(').next().unwrap_or_default().trim_end_matches(['i', 'v'])
}

/// Whether a question excludes a word: 특정암 제외.
pub(crate) fn is_refused(book: &Book, question: &str, word: &str) -> bool {
    question.match_indices(word).any(|(at, _)| {
        let behind = question.get(at + word.len()..).unwrap_or_default();
        let behind = behind.trim_start_matches(['은', '는', '이', '가', '을', '를']);
        let Some((list, _)) = behind.split_once(book.rules.subtypes.apart.as_str()) else {
            return false;
        };
        // 갑상선암 및 전립선암 제외: a list of exclusions.
        let joins = |it: &String| list.starts_with(it.as_str());
        list.is_empty()
            || list.chars().count() <= MAX_EXCLUSION_LIST
                && !list.contains(['(', ')'])
                && book.rules.subtypes.joiners.iter().any(joins)
    })
}

/// Whether a name has a word, possibly at the end of a longer one. 갑상선암 has 암, so 암 does not
/// distinguish names. 비관혈 does not have 관혈.
fn has(granted: &BTreeSet<String>, word: &str) -> bool {
    granted.iter().any(|it| it.strip_suffix(word).is_some_and(|before| before != "비"))
}

/// Returns the names of a company's rows for a coverage, or those of its list if it has no row.
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

/// Returns the field terms in a folded text.
fn words(book: &Book, text: &str) -> BTreeSet<String> {
    let found = book.rules.names.terms.find_iter(text);
    found.filter_map(|it| text.get(it.range()).map(str::to_owned)).collect()
}

/// Returns the field terms of a name that no bracket excludes: 암수술비(전립선암 제외) has 암 and not 전립선암,
/// 입원수술비(당일입원 제외) has 입원.
fn granted(book: &Book, name: &str) -> BTreeSet<String> {
    let (mut granted, mut denied) = (BTreeSet::new(), BTreeSet::new());
    for part in name.split(['(', ')', '[', ']', '{', '}']) {
        match part.strip_suffix(book.rules.subtypes.apart.as_str()) {
            Some(out) => denied.extend(out.split([',', '·', '/', '및', '와', '과'])),
            None => granted.extend(words(book, part)),
        }
    }
    granted.retain(|it| !denied.contains(it.as_str()));
    granted
}
