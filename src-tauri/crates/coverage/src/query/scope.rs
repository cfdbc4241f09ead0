//! Finds the companies that a question is about.

use std::collections::BTreeSet;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::catalog::fold::{Folded, fold};
use crate::catalog::typing_error::is_typed_for;
use crate::document::book::Book;

/// The companies of a question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Scope {
    /// Indices of the companies, in the order they are named.
    pub insurers: Vec<usize>,
    /// Named companies that are not imported.
    pub unknown: Vec<String>,
    /// Byte ranges of the question that name companies.
    pub spans: Vec<Range<usize>>,
    /// Number of imported companies that are named.
    pub named: usize,
    /// How the companies were chosen, as a key for tracing.
    pub method: &'static str,
}

/// A name with the companies that have it.
struct Word {
    folded: String,
    /// Indices of the imported companies with this name.
    imported: Vec<usize>,
    /// Full name of the known company, if no imported one has this name.
    known: String,
}

/// Finds the companies of a question. The longest name counts first, and 삼성생명 is not 삼성화재.
pub(crate) fn scope(
    book: &Book,
    question: &str,
    requested: &[String],
    anchored: &[String],
) -> Scope {
    let mut scope = named(book, question);
    let without = excluded(book, question, &mut scope);
    scope.named = scope.insurers.len();
    let by_code = |code: &String| {
        let of = |insurer: &crate::catalog::tables::Insurer| {
            insurer.code.eq_ignore_ascii_case(code) || insurer.name == *code
        };
        book.insurers.iter().position(of).ok_or_else(|| code.clone())
    };
    for code in requested {
        match by_code(code) {
            Ok(at) if !scope.insurers.contains(&at) => scope.insurers.push(at),
            Ok(_) => {}
            Err(code) => scope.unknown.push(code),
        }
    }
    let counted = count(book, question);
    if scope.named > 0 && counted.is_some_and(|it| it > scope.named && it == book.insurers.len()) {
        scope.insurers = (0..book.insurers.len()).collect();
        scope.method = "all_imported";
        return scope;
    }
    if !without.is_empty() && scope.insurers.is_empty() && scope.unknown.is_empty() {
        scope.insurers = (0..book.insurers.len()).filter(|it| !without.contains(it)).collect();
        scope.method = "all_imported";
        return scope;
    }
    // 한화랑 비교하면, after a question about another company.
    if scope.named == 1 && counted.is_none() && joins(book, question, &scope) {
        let before = anchored.iter().filter_map(|it| by_code(it).ok());
        let before: Vec<usize> = before.filter(|it| !scope.insurers.contains(it)).collect();
        scope.insurers = before.into_iter().chain(scope.insurers).collect();
        scope.named = scope.insurers.len();
    }
    scope.method = match (scope.named, scope.insurers.len()) {
        (1, 1) => "query_single_explicit",
        (0, 1..) => "request",
        (0, 0) if !scope.unknown.is_empty() => "unknown_only",
        (0, 0) if !anchored.is_empty() && !asks_everyone(book, question) => {
            scope.insurers = anchored.iter().filter_map(|it| by_code(it).ok()).collect();
            "anchor"
        }
        (0, 0) if group(book, question).is_some() => {
            let kind = group(book, question).unwrap_or_default();
            scope.insurers =
                (0..book.insurers.len()).filter(|it| kinds(book, *it).contains(&kind)).collect();
            "group"
        }
        (0, 0) => {
            scope.insurers = (0..book.insurers.len()).collect();
            "all_imported"
        }
        _ => "query_multiple_explicit",
    };
    scope
}

/// Removes the companies that a question excludes (DB 말고, DB는 빼고) from the scope and returns them.
fn excluded(book: &Book, question: &str, scope: &mut Scope) -> Vec<usize> {
    let is_left_out = |span: &&Range<usize>| {
        let behind = fold(question.get(span.end..).unwrap_or_default());
        let particle = ['은', '는', '을', '를', '이', '가'];
        let behind = behind.strip_prefix(particle).unwrap_or(&behind);
        book.rules.intent.without.iter().any(|word| behind.starts_with(word.as_str()))
    };
    let spans: Vec<Range<usize>> = scope.spans.iter().filter(is_left_out).cloned().collect();
    let mut without = Vec::new();
    for span in spans {
        let alone = question.get(span).unwrap_or_default();
        without.extend(named(book, alone).insurers);
    }
    scope.insurers.retain(|it| !without.contains(it));
    without
}

/// Whether a question adds its one company to those of the previous question: 한화랑 비교하면, 한화도.
fn joins(book: &Book, question: &str, scope: &Scope) -> bool {
    let folded = fold(question);
    let compares = book.rules.intent.compare.iter().any(|it| folded.contains(it.as_str()));
    let too = scope
        .spans
        .first()
        .is_some_and(|it| question.get(it.end..).is_some_and(|behind| behind.starts_with('도')));
    compares || too
}

/// Returns the number of companies that a question asks for: 다섯 회사.
fn count(book: &Book, question: &str) -> Option<usize> {
    const WORDS: [&str; 7] = ["두", "세", "네", "다섯", "여섯", "일곱", "여덟"];
    let folded = fold(question);
    let found = book.rules.intent.everyone_pattern.captures(&folded)?;
    let number = found.get(1).or(found.get(2))?.as_str();
    number.parse().ok().or_else(|| Some(WORDS.iter().position(|it| *it == number)? + 2))
}

/// Returns the kind of companies that a question asks for as a group: 손보사, 생보사.
fn group<'a>(book: &'a Book, question: &str) -> Option<&'a str> {
    let folded = fold(question);
    let groups = &book.rules.insurers.groups;
    groups.iter().find(|(word, _)| folded.contains(word.as_str())).map(|(_, kind)| kind.as_str())
}

/// Returns the kinds that a company's names indicate: 화재 and 손보 are one kind, 생명 is another.
fn kinds(book: &Book, insurer: usize) -> Vec<&str> {
    let names = book.insurers.get(insurer).into_iter();
    let names = names.flat_map(|it| std::iter::once(&it.name).chain(&it.aliases));
    names.filter_map(|name| ending(book, &fold(name)).map(|(_, kind)| kind)).collect()
}

/// Whether a question asks for all companies (3사, 전체) or all of a kind (손보사).
pub(crate) fn asks_everyone(book: &Book, question: &str) -> bool {
    let folded = fold(question);
    let intent = &book.rules.intent;
    group(book, question).is_some()
        || intent.everyone.iter().any(|it| folded.contains(it.as_str()))
        || intent.everyone_pattern.is_match(&folded)
}

fn named(book: &Book, question: &str) -> Scope {
    let mut scope = Scope::default();
    let words = words(book);
    let finder = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(words.iter().map(|word| word.folded.as_str()));
    let Ok(finder) = finder else { return scope };
    let folded = Folded::new(question);
    let text = folded.text();
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| finder.find(rest)) {
        let range = from + found.start()..from + found.end();
        from = range.end;
        let Some(word) = words.get(found.pattern().as_usize()) else { continue };
        if !stands_alone(book, question, &folded, &range) {
            continue;
        }
        let (company, end) = company(book, word, text, range.end);
        from = end;
        let span = folded.original(question, range.start..end);
        match company {
            Ok(insurers) => {
                for insurer in insurers {
                    if !scope.insurers.contains(&insurer) {
                        scope.insurers.push(insurer);
                    }
                }
            }
            Err(()) => {
                let name = question.get(span.clone()).unwrap_or_default().trim().to_owned();
                if !scope.unknown.contains(&name) {
                    scope.unknown.push(name);
                }
            }
        }
        scope.spans.push(span);
    }
    strangers(book, question, &mut scope);
    scope
}

/// Returns every name of every company, imported or known.
fn words(book: &Book) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let all_names = |insurer: &crate::catalog::tables::Insurer| -> Vec<String> {
        let names = [&insurer.name, &insurer.code].into_iter().chain(&insurer.aliases);
        names.map(|it| fold(it)).collect()
    };
    let listed: BTreeSet<String> = book.insurers.iter().flat_map(all_names).collect();
    for (at, insurer) in book.insurers.iter().enumerate() {
        let names = all_names(insurer);
        // 가온 of 가온손해보험, unless it is an everyday word or the table gives it to a company.
        let stems = names.iter().filter_map(|it| Some(ending(book, it)?.0.to_owned()));
        let is_free =
            |it: &String| !book.rules.insurers.common.contains(it) && !listed.contains(it);
        let stems: Vec<String> = stems.filter(is_free).collect();
        for folded in names.into_iter().chain(stems) {
            if folded.chars().count() < 2 {
                continue;
            }
            match words.iter_mut().find(|word| word.folded == folded) {
                Some(word) if word.imported.contains(&at) => {}
                Some(word) => word.imported.push(at),
                None => words.push(Word { folded, imported: vec![at], known: String::new() }),
            }
        }
    }
    for known in &book.rules.insurers.known {
        for word in &known.words {
            let folded = fold(word);
            if !words.iter().any(|it| it.folded == folded) {
                words.push(Word { folded, imported: Vec::new(), known: known.name.clone() });
            }
        }
    }
    words
}

/// Returns the imported companies that a name means, and the byte at which the name with its ending
/// stops: 가온 in 가온생명 is not 가온손보.
fn company(book: &Book, word: &Word, text: &str, end: usize) -> (Result<Vec<usize>, ()>, usize) {
    let fits = |insurer: usize, kind: &str| {
        let own = kinds(book, insurer);
        own.is_empty() || own.contains(&kind)
    };
    if word.imported.is_empty() {
        // 롯데손보, imported as 롯데손해보험; 삼성화재, imported as 삼성 and nothing else.
        if let Some((stem, kind)) = ending(book, &word.folded) {
            let named = |insurer: &crate::catalog::tables::Insurer| {
                let own = |name: &String| {
                    let name = fold(name);
                    name == stem || ending(book, &name).is_some_and(|(own, _)| own == stem)
                };
                std::iter::once(&insurer.name).chain(&insurer.aliases).any(own)
            };
            let own: Vec<usize> = book
                .insurers
                .iter()
                .enumerate()
                .filter(|(at, it)| named(it) && fits(*at, kind))
                .map(|(at, _)| at)
                .collect();
            if !own.is_empty() {
                return (Ok(own), end);
            }
        }
        debug_assert!(!word.known.is_empty());
        return (Err(()), end);
    }
    let rest = text.get(end..).unwrap_or_default();
    let endings = &book.rules.insurers.endings;
    let typed = |ending: &str| -> Option<usize> {
        let length = ending.chars().count();
        let end = rest.char_indices().nth(length).map_or(rest.len(), |it| it.0);
        let typed_text = rest.get(..end)?;
        (length > MIN_STEM_LENGTH
            && typed_text.chars().count() == length
            && is_typed_for(typed_text, ending))
        .then_some(end)
    };
    let follows = endings
        .iter()
        .find(|(ending, _)| rest.starts_with(ending.as_str()))
        .map(|(ending, kind)| (ending.len(), kind))
        .or_else(|| endings.iter().find_map(|(ending, kind)| Some((typed(ending)?, kind))));
    match follows {
        Some((suffix, kind)) if ending(book, &word.folded).is_none() => {
            let own: Vec<usize> =
                word.imported.iter().copied().filter(|it| fits(*it, kind)).collect();
            (if own.is_empty() { Err(()) } else { Ok(own) }, end + suffix)
        }
        _ => (Ok(word.imported.clone()), end),
    }
}

/// Returns a company name without its ending, and the kind that the ending means.
fn ending<'b, 't>(book: &'b Book, folded: &'t str) -> Option<(&'t str, &'b str)> {
    let endings = &book.rules.insurers.endings;
    endings.iter().find_map(|(ending, kind)| {
        let stem = folded.strip_suffix(ending.as_str()).filter(|stem| !stem.is_empty())?;
        Some((stem, kind.as_str()))
    })
}

/// Whether a name is a separate word where it stands.
fn stands_alone(book: &Book, question: &str, folded: &Folded, range: &Range<usize>) -> bool {
    let text = folded.text();
    let place = folded.original(question, range.clone());
    let word = text.get(range.clone()).unwrap_or_default();
    let rest = text.get(range.end..).unwrap_or_default();
    let before = question.get(..place.start).and_then(|it| it.chars().next_back());
    let behind = question.get(place.end..).and_then(|it| it.chars().next());
    let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let starts_latin = word.starts_with(|c: char| c.is_ascii_alphanumeric());
    let ends_latin = word.ends_with(|c: char| c.is_ascii_alphanumeric());
    if (starts_latin && latin(before)) || (ends_latin && latin(behind)) {
        return false;
    }
    let short = word.chars().count() <= 2;
    let in_word =
        before.is_some_and(|c| ('가'..='힣').contains(&c) && !"와과랑고및의나".contains(c));
    let other_word = book.rules.insurers.not_before.iter().any(|it| rest.starts_with(it.as_str()));
    !(short && (in_word || other_word))
}

/// Adds words with the ending of a company name that no list has: 무지개손보.
fn strangers(book: &Book, question: &str, scope: &mut Scope) {
    let particles = &book.rules.query.particles;
    let rules = &book.rules.insurers;
    let mut at = 0;
    for token in question.split(|c: char| c.is_whitespace() || ",/?·".contains(c)) {
        let range = at..at + token.len();
        at = range.end
            + question.get(range.end..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
        if token.is_empty()
            || scope.spans.iter().any(|it| it.start < range.end && range.start < it.end)
        {
            continue;
        }
        let Some(found) = rules.company.find(token).filter(|it| it.start() == 0) else { continue };
        let rest = fold(token.get(found.end()..).unwrap_or_default());
        let name = fold(found.as_str());
        let stem = ending(book, &name).map_or("", |(stem, _)| stem);
        let is_name = stem.chars().count() >= 2
            && ending(book, stem).is_none()
            && !rules.endings.iter().any(|(it, _)| it == stem)
            && !rules.not_company.contains(&name)
            && (rest.is_empty() || particles.contains(&rest) || rest == "의");
        let meant = typed_for(book, &name, stem);
        if is_name && !meant.is_empty() {
            scope.insurers.extend(
                meant.into_iter().filter(|it| !scope.insurers.contains(it)).collect::<Vec<_>>(),
            );
            scope.spans.push(range.start..range.start + found.end());
        } else if is_name {
            scope.unknown.push(found.as_str().to_owned());
            scope.spans.push(range.start..range.start + found.end());
        }
    }
}

/// Smallest length, in characters, of a name without its ending in which a typing error is
/// corrected: 온세미화재.
const MIN_STEM_LENGTH: usize = 3;

/// Returns the imported companies whose name differs in one letter from a name that no company has.
fn typed_for(book: &Book, name: &str, stem: &str) -> Vec<usize> {
    let is_known =
        book.rules.insurers.known.iter().any(|it| it.words.iter().any(|it| fold(it) == name));
    if stem.chars().count() < MIN_STEM_LENGTH || is_known {
        return Vec::new();
    }
    let kind = ending(book, name).map(|it| it.1);
    let is_meant = |at: usize| {
        let Some(insurer) = book.insurers.get(at) else { return false };
        let mut names = std::iter::once(&insurer.name).chain(&insurer.aliases).map(|it| fold(it));
        let own = kinds(book, at);
        names.any(|it| is_typed_for(stem, ending(book, &it).map_or(it.as_str(), |it| it.0)))
            && kind.is_none_or(|it| own.is_empty() || own.contains(&it))
    };
    (0..book.insurers.len()).filter(|it| is_meant(*it)).collect()
}
