//! Kinds of cancer a question asks for.

use std::ops::Range;

use crate::book::Book;
use crate::fold::Folded;

/// The kinds of cancer that a question names outside of a coverage's name, in order, and where. Bytes of the question.
pub(crate) fn subtypes(
    book: &Book,
    question: &str,
    names: &[Range<usize>],
) -> (Vec<usize>, Vec<Range<usize>>) {
    let folded = Folded::new(question);
    let (mut targets, mut spans) = (Vec::new(), Vec::new());
    let rules = &book.rules.subtypes;
    for found in rules.words.find_iter(folded.text()) {
        let span = folded.original(question, found.range());
        if names.iter().any(|name| name.start < span.end && span.start < name.end) {
            continue;
        }
        let Some(target) = rules.of_word.get(found.pattern().as_usize()).copied() else { continue };
        if !targets.contains(&target) {
            targets.push(target);
        }
        spans.push(span);
    }
    (targets, spans)
}
