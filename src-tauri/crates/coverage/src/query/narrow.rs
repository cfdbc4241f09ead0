//! Which of a company's several names for one coverage a question means by a word that only some of them have: 통원 of 질병통원수술비.

use std::collections::BTreeSet;

use crate::document::book::Book;

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
    let refused = |word: &String| is_refused(book, said, word);
    let standard = book.standards.get(coverage).map(|it| bare(&it.name.full));
    let mut kept = Vec::new();
    for insurer in insurers {
        let names = names(book, *insurer, coverage);
        if names.len() < 2 || names.iter().any(|it| named.contains(it)) {
            continue;
        }
        let mut left: Vec<&String> = names.iter().collect();
        for word in &spoken {
            // 특정암 제외한 다빈치로봇: the name that takes it out.
            let wanted = !refused(word);
            let of_word = |it: &&String| has(&granted(book, it), word) == wanted;
            let with: Vec<&String> = left.iter().copied().filter(of_word).collect();
            if !with.is_empty() {
                left = with;
            }
        }
        // The standard's own name means all names that the company has for it.
        if left.len() == names.len() {
            let is_own = |it: &&String| is_spelt(said, it) && Some(bare(it)) != standard;
            let spelt: Vec<&String> = left.iter().copied().filter(is_own).collect();
            left = if spelt.is_empty() { left } else { spelt };
        }
        if left.len() < names.len() {
            kept.extend(left.into_iter().cloned());
        }
    }
    kept
}

/// Letters of a name that a question may spell out.
const LEAST: usize = 4;

/// Whether a question spells a name out, but for its brackets and edition: 질병 입원 수술비 of 질병 입원 수술비Ⅱ(당일입원 제외).
fn is_spelt(said: &str, name: &str) -> bool {
    let bare = bare(name);
    // 표적항암치료 of 표적항암치료비 is not all of the word.
    let is_whole = |at: usize| {
        let behind = said.get(at + bare.len()..).unwrap_or_default();
        !behind.starts_with(ENDS)
    };
    bare.chars().count() >= LEAST && said.match_indices(bare).any(|(at, _)| is_whole(at))
}

/// Letters of a list of what is taken out.
const LIST: usize = 20;

/// What names end with.
const ENDS: [char; 4] = ['비', '금', '담', '특'];

/// A name without its brackets and edition.
fn bare(name: &str) -> &str {
    name.split('(').next().unwrap_or_default().trim_end_matches(['i', 'v'])
}

/// Whether a question says a word as something that is taken out: 특정암 제외.
fn is_refused(book: &Book, said: &str, word: &str) -> bool {
    said.match_indices(word).any(|(at, _)| {
        let behind = said.get(at + word.len()..).unwrap_or_default();
        let behind = behind.trim_start_matches(['은', '는', '이', '가', '을', '를']);
        let Some((list, _)) = behind.split_once(book.rules.subtypes.apart.as_str()) else {
            return false;
        };
        // 갑상선암 및 전립선암 제외: a list of what is taken out.
        let joins = |it: &String| list.starts_with(it.as_str());
        list.is_empty()
            || list.chars().count() <= LIST
                && !list.contains(['(', ')'])
                && book.rules.subtypes.joiners.iter().any(joins)
    })
}

/// Whether a name has a word, or one of which it is a part: 암 is said of 갑상선암, too, and tells nothing apart. 비관혈 is not 관혈.
fn has(granted: &BTreeSet<String>, word: &str) -> bool {
    granted.iter().any(|it| it.strip_suffix(word).is_some_and(|before| before != "비"))
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

/// Those of a name that no bracket takes out: 암수술비(전립선암 제외) has 암 and not 전립선암, 입원수술비(당일입원 제외) has 입원.
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
