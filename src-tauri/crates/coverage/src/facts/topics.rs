//! Scope of the names of illnesses in a clause: which coverage a span of its text is about. Values in the
//! scope of another illness are discarded.

use std::ops::Range;

use super::source::Source;
use crate::catalog::cues::Category;
use crate::document::brackets::{around, replaced};

/// Largest gap, in folded characters, between two names of one enumeration: 뇌졸중진단비, 뇌출혈진단비.
const MAX_ENUMERATION_GAP: usize = 8;

/// A name in the folded text of a clause.
struct Topic {
    at: Range<usize>,
    is_requested: bool,
}

/// The names of a clause, in order.
pub(super) struct Topics {
    all: Vec<Topic>,
    /// Folded text of the clause, to measure gaps.
    text: String,
}

impl Topics {
    /// Finds the names in `text`, the folded text of a clause.
    pub(super) fn new(source: &Source<'_>, text: &str) -> Self {
        // What is read for a kind of cancer is stated about kinds, so scoping is off.
        if source.kind.is_some() {
            return Self { all: Vec::new(), text: String::new() };
        }
        let mut all = diseases(source, text);
        let within = |topic: &Topic, all: &[Topic]| {
            around(text, topic.at.start).is_some_and(|(open, inside)| {
                inside.ends_with("제외") || all.iter().any(|it| it.at.end == open)
            })
        };
        // 소액암(유방암, 자궁암)의 경우, 암(갑상선암 제외)으로: a bracket that explains the word in front of it.
        let inside: Vec<bool> = all.iter().map(|it| within(it, &all)).collect();
        let mut inside = inside.into_iter();
        all.retain(|_| !inside.next().unwrap_or_default());
        Self { all, text: text.to_owned() }
    }

    /// Whether byte `place` is in the scope of the requested coverage: no name precedes it, or the
    /// coverage's does. With `from`, names before that byte no longer count, and some name must
    /// follow it.
    pub(super) fn are_in_scope(&self, place: usize, from: Option<usize>) -> bool {
        let before =
            |it: &&Topic| it.at.end <= place && from.is_none_or(|from| it.at.start >= from);
        let mut named = self.all.iter().filter(before).rev();
        let Some(last) = named.next() else { return from.is_none() };
        let mut next = last.at.start;
        let mut is_requested = last.is_requested;
        for topic in named {
            // 암진단비(유사암제외), 고액암진단비: brackets are no distance.
            let between = self.text.get(topic.at.end..next).unwrap_or_default();
            let between = replaced(between, |_| String::new());
            let is_together = between.chars().count() <= MAX_ENUMERATION_GAP
                && !between.contains(|c: char| c.is_ascii_digit() || c == '.');
            if is_requested || !is_together {
                break;
            }
            (is_requested, next) = (topic.is_requested, topic.at.start);
        }
        is_requested
    }
}

/// Returns the label of the cancer subtype that the text right in front of a byte is about: 1년 미만에
/// 소액암으로 진단시 상기금액의 50%. `None` if the coverage itself is included.
pub(super) fn kind_of<'a>(source: &Source<'a>, text: &str, place: usize) -> Option<&'a str> {
    let subtypes = &source.book().rules.subtypes;
    let named = subtypes.words.find_iter(text).filter(|word| {
        let behind = text.get(word.end()..).unwrap_or_default();
        word.end() <= place
            && source.book().rules.cues.has(Category::OpensScope, behind)
            && around(text, word.start())
                .is_none_or(|(_, inside)| around(text, place).is_some_and(|(_, of)| of == inside))
    });
    let word = named.last()?;
    let between = text.get(word.end()..place).unwrap_or_default();
    let between = match between.strip_prefix('(').and_then(|it| it.split_once(')')) {
        Some((_, behind)) => behind,
        None => between,
    };
    if super::kinds::is_beside_disease(&source.book().rules, text, word.start()) {
        return None;
    }
    let kind = *subtypes.of_word.get(word.pattern().as_usize())?;
    let rule = subtypes.all.get(kind)?;
    let together = subtypes.all.iter().find(|it| Some(&it.key) == rule.within.as_ref());
    let of_name = super::kinds::by_name(source, together.unwrap_or(rule));
    let is_near = between.chars().count() <= MAX_SUBTYPE_DISTANCE && !between.contains(['.', '※']);
    (is_near && of_name.is_none() && source.kind != Some(kind)).then_some(rule.label.as_str())
}

/// Largest distance, in folded characters, between a subtype and its share.
const MAX_SUBTYPE_DISTANCE: usize = 40;

/// Returns the illnesses of a clause that open a scope and distinguish this coverage from others.
fn diseases(source: &Source<'_>, text: &str) -> Vec<Topic> {
    let book = source.book();
    let found = book.rules.names.diseases.find_iter(text);
    let topics = found.filter_map(|disease| {
        let word = text.get(disease.range())?;
        let behind = text.get(disease.end()..).unwrap_or_default();
        let is_requested = is_requested_subject(source, word);
        (source.book().rules.cues.has(Category::OpensScope, behind)
            && (is_requested || is_others(source, word)))
        .then(|| Topic { at: disease.range(), is_requested })
    });
    topics.collect()
}

/// Whether the requested coverage is about an illness, in any of its names.
fn is_requested_subject(source: &Source<'_>, word: &str) -> bool {
    let book = source.book();
    let core = source.core();
    let same =
        book.rules.names.same.iter().find(|it| it.0 == word).map_or(word, |it| it.1.as_str());
    let subject = source.subject_word();
    same == subject
        // For a treatment, 암 is the subject of 항암.
        || same == "암" && source.benefit() != "진단" && subject.contains("암") && !is_disease(source, subject)
        || subtype(source, word).is_some_and(|(own, together)| {
            [own, together].into_iter().flatten().any(|it| core.contains(it))
        })
}

/// Returns a cancer subtype and the label of its collective: 제자리암 and 유사암.
fn subtype<'a>(source: &Source<'a>, word: &'a str) -> Option<(Option<&'a str>, Option<&'a str>)> {
    let all = &source.book().rules.subtypes.all;
    let rule = all.iter().find(|it| it.words.iter().any(|it| it == word))?;
    let together = all.iter().find(|it| Some(&it.key) == rule.within.as_ref());
    Some((Some(word), together.map(|it| it.label.as_str())))
}

/// Whether an illness is another coverage's: a cancer subtype, or the subject of another standard
/// coverage with the same benefit.
fn is_others(source: &Source<'_>, word: &str) -> bool {
    let book = source.book();
    if subtype(source, word).is_some() {
        return true;
    }
    let subject = source.subject_word();
    let benefit = source.benefit();
    is_disease(source, subject)
        && book.standards.iter().any(|it| it.name.core.strip_suffix(benefit) == Some(word))
}

/// Whether a word is the name of an illness.
fn is_disease(source: &Source<'_>, word: &str) -> bool {
    let diseases = &source.book().rules.names.diseases;
    diseases.find(word).is_some_and(|it| it.range() == (0..word.len()))
}
