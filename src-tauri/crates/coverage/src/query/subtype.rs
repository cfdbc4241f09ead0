//! Finds the cancer subtypes that a question asks for.

use std::ops::Range;

use crate::catalog::fold::Folded;
use crate::document::book::Book;

/// A cancer subtype in a question.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub subtype: usize,
    /// Byte range of the question.
    pub span: Range<usize>,
    /// Whether a benefit follows it, as in a coverage's name: 유사암진단.
    pub heads_name: bool,
}

/// Returns the cancer subtypes that a question names outside coverage names, in order.
pub(crate) fn targets(book: &Book, question: &str, names: &[Range<usize>]) -> Vec<Target> {
    let folded = Folded::new(question);
    let rules = &book.rules.subtypes;
    let found = rules.words.find_iter(folded.text()).filter_map(|found| {
        let span = folded.original(question, found.range());
        let within = names.iter().any(|name| name.start < span.end && span.start < name.end);
        let subtype = rules.of_word.get(found.pattern().as_usize()).copied()?;
        let behind = folded.text().get(found.end()..).unwrap_or_default();
        let benefits = &book.rules.query.benefits;
        let heads_name = benefits.iter().any(|it| behind.starts_with(it.as_str()));
        (!within).then_some(Target { subtype, span, heads_name })
    });
    found.collect()
}
