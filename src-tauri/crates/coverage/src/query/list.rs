//! Finds the coverages of a question that asks for several: 암, 뇌졸중, 골절 진단비 얼마야.

use std::ops::Range;

use super::reduce::{blanked, plans, reduce};
use super::resolve::{Resolution, ResolutionState, name_spans, resolve};
use super::scope::Scope;
use crate::catalog::fold::fold;
use crate::document::book::Book;

/// A coverage of a list.
pub(crate) struct Member {
    /// The text that names it, without companies.
    pub wording: String,
    pub resolution: Resolution,
}

/// Returns the coverages that a question names, in order; none if it names fewer than two.
///
/// `whole` is the resolution of the question as one text. A member of a list without a benefit has that of
/// the next one, so that 암, 뇌졸중 진단비 names 암진단비 and 뇌졸중진단비.
pub(crate) fn listed(
    book: &Book,
    question: &str,
    scope: &Scope,
    whole: &Resolution,
) -> Vec<Member> {
    let wording = blanked(question, &scope.spans);
    let wording = blanked(&wording, &plans(book, &wording, &scope.insurers));
    let nameless = Scope { spans: Vec::new(), ..scope.clone() };
    let mut found: Vec<Member> = Vec::new();
    for wording in members(book, &wording, &scope.insurers) {
        let read = resolve(book, &wording, &nameless, None, None);
        if !is_certain(book, &read) {
            continue;
        }
        let coverages = if read.named.is_empty() { read.coverage.as_slice() } else { &read.named };
        for coverage in coverages {
            if found.iter().any(|it| it.resolution.coverage == Some(*coverage)) {
                continue;
            }
            let chosen = resolve(book, &wording, &nameless, Some(*coverage), None);
            let resolution = Resolution {
                reason: read.reason,
                candidates: read.candidates.clone(),
                subtypes: whole.subtypes.clone(),
                ..chosen
            };
            found.push(Member { wording: wording.clone(), resolution });
        }
    }
    if found.len() > 1 { found } else { Vec::new() }
}

/// Whether a member of a list names a coverage, and not only something like it. A kind of cancer is asked for
/// (제자리암, 경계성종양 진단비) unless a coverage has exactly that name.
fn is_certain(book: &Book, read: &Resolution) -> bool {
    let best = read.candidates.first().map_or(0.0, |it| it.similarity);
    let is_like = read.reason == "similar" && best >= book.rules.resolution.named;
    let is_kind = !read.subtypes.is_empty() && read.names.is_empty();
    read.state == ResolutionState::Resolved && (read.reason == "named" || is_like && !is_kind)
}

/// Returns the members of the list in a question, each with a benefit; one if there is no list.
fn members(book: &Book, wording: &str, insurers: &[usize]) -> Vec<String> {
    let mut members: Vec<String> = Vec::new();
    let mut next: Option<String> = None;
    for piece in pieces(book, wording, insurers).into_iter().rev() {
        let text = wording.get(piece).unwrap_or_default();
        let reduced = reduce(book, text, &[]);
        if let Some(benefit) = benefit(book, &reduced) {
            next = Some(benefit);
            members.push(text.to_owned());
        } else if !reduced.is_empty() {
            members.extend(next.as_ref().map(|it| format!("{reduced}{it}")));
        }
    }
    members.reverse();
    members
}

/// Returns the benefit at the end of a coverage's name: 입원일당 of 질병입원일당, 진단비 of 재진단암진단비.
fn benefit(book: &Book, name: &str) -> Option<String> {
    let benefits = &book.rules.query.benefits;
    let last = benefits.iter().filter_map(|it| Some(name.rfind(it.as_str())? + it.len())).max()?;
    let mut start = last;
    while let Some(before) = benefits.iter().find(|it| name[..start].ends_with(it.as_str())) {
        start -= before.len();
    }
    let ending = ["비", "금"].into_iter().find(|it| name[last..].starts_with(it));
    Some(format!("{}{}", &name[start..last], ending.unwrap_or_default()))
}

/// Returns the byte ranges between the joiners of a question. A joiner within brackets or within a
/// coverage's name joins no members.
fn pieces(book: &Book, wording: &str, insurers: &[usize]) -> Vec<Range<usize>> {
    let names = name_spans(book, wording, insurers);
    let joins = |joiner: &Range<usize>| {
        let before = wording.get(..joiner.start).unwrap_or_default();
        let count = |signs: [char; 2]| before.matches(signs).count();
        let is_named =
            names.iter().any(|name| name.start < joiner.start && joiner.start < name.end);
        !is_named && count(['(', '[']) <= count([')', ']'])
    };
    let mut pieces = Vec::new();
    let mut from = 0;
    for joiner in joiners(book, wording).into_iter().filter(joins) {
        pieces.push(from..joiner.start);
        from = joiner.end;
    }
    pieces.push(from..wording.len());
    pieces
}

/// Returns the byte ranges of what may join the members of a list, in order: signs between words, words,
/// and particles at the end of a word.
fn joiners(book: &Book, wording: &str) -> Vec<Range<usize>> {
    let (words, signs): (Vec<&String>, Vec<&String>) =
        book.rules.intent.joiners.iter().partition(|it| it.chars().all(char::is_alphabetic));
    let mut found = Vec::new();
    let mut from = 0;
    for token in wording.split_inclusive(char::is_whitespace) {
        let word = token.trim_end();
        let is_sign = |c: char| signs.iter().any(|it| ***it == fold(c.encode_utf8(&mut [0; 4])));
        let of_signs = word.char_indices().filter(|(_, c)| is_sign(*c));
        found.extend(of_signs.map(|(at, c)| from + at..from + at + c.len_utf8()));
        let folded = fold(word);
        let ending =
            words.iter().filter(|it| folded.ends_with(it.as_str())).max_by_key(|it| it.len());
        let start = ending.and_then(|it| word.len().checked_sub(it.len()));
        found.extend(
            start.filter(|it| word.is_char_boundary(*it)).map(|it| from + it..from + word.len()),
        );
        from += token.len();
    }
    found
}
