//! Combines the sentences of a model with those of the rules into one draft.

use simui_domain::Span;

use crate::answer::{Draft, Paragraph, with_paragraphs};
use crate::passage::Passage;
use crate::pipeline::shelf::Shelf;
use crate::query::question::Question;
use crate::text::denial::denies;
use crate::verification::strict;
use crate::verification::support::{Source, squeezed};
use crate::verification::verify::source;

/// A sentence with the passages that it cites.
pub struct CitedSentence {
    /// The sentence, without its reference.
    pub sentence: String,
    /// Indices of the passages in the state.
    pub cites: Vec<usize>,
}

/// Groups consecutive sentences with the same passage into paragraphs.
///
/// A sentence that cites several passages gets the first one that supports it, or else the first. One that
/// cites none gets the index `usize::MAX`, which no passage has, so that the verifier finds the fault.
pub fn paragraphs(
    cited: Vec<CitedSentence>,
    passages: &[Passage],
    shelf: &Shelf,
) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for CitedSentence { sentence, cites } in cited {
        let sources = || {
            cites.iter().filter_map(|at| {
                Some((*at, source(passages.get(*at)?, &shelf.knowledge, &shelf.analyser)))
            })
        };
        let supports = |source: &Source| {
            strict::fault(source, &sentence, &shelf.knowledge, &shelf.analyser).is_none()
        };
        let found = sources().find(|(_, it)| supports(it)).or_else(|| sources().next());
        let (passage, place) = match &found {
            Some((at, source)) => (*at, source.place(&sentence, &shelf.analyser)),
            None => (usize::MAX, None),
        };
        match paragraphs.last_mut().filter(|it| it.passage == passage) {
            Some(last) => {
                last.quote = union(last.quote, place);
                last.sentences.push(sentence);
            }
            None => {
                let quote = union(Span { start: 0, end: 0 }, place);
                paragraphs.push(Paragraph {
                    sentences: vec![sentence],
                    passage,
                    quote,
                    about: None,
                });
            }
        }
    }
    paragraphs
}

/// The smallest span that covers both; an empty `quote` does not count.
fn union(quote: Span, place: Option<Span>) -> Span {
    match place {
        None => quote,
        Some(place) if quote.end == 0 => place,
        Some(place) => Span { start: quote.start.min(place.start), end: quote.end.max(place.end) },
    }
}

/// The paragraphs of a draft of which a model wrote every sentence.
pub fn model_paragraphs(draft: &Draft) -> Vec<Paragraph> {
    let by_model = |it: &&Paragraph| it.sentences.iter().all(|it| draft.by_model.contains(it));
    draft.paragraphs.iter().filter(by_model).cloned().collect()
}

/// The draft with the sentences of the rules on facts of the person, then the paragraphs of a model, then the
/// first section of the rules if the model leaves it out, and every warning of the rules that the model does
/// not give. Without a paragraph of a model it is the draft of the rules.
pub fn combine_with_rules(
    by_rules: Draft,
    by_model: Vec<Paragraph>,
    question: &Question,
    passages: &[Passage],
    shelf: &Shelf,
) -> Draft {
    if by_model.is_empty() {
        return by_rules;
    }
    let model_text: String =
        by_model.iter().flat_map(|it| &it.sentences).map(|it| squeezed(it)).collect();
    let is_quoted = |paragraph: &Paragraph, sentence: &str| {
        let text = passages.get(paragraph.passage).map_or("", |it| it.text.as_str());
        let place = span_of(sentence, text);
        by_model.iter().any(|paragraph_of_model| {
            paragraph_of_model.passage == paragraph.passage
                && place.is_some_and(|at| {
                    at.start < paragraph_of_model.quote.end
                        && paragraph_of_model.quote.start < at.end
                })
        })
    };
    // What concerns the person stands first, whoever words the rest.
    let (of_person, others): (Vec<Paragraph>, Vec<Paragraph>) =
        by_rules.paragraphs.iter().cloned().partition(|it| it.about.is_some());
    let mut paragraphs = of_person;
    paragraphs.extend(by_model.iter().cloned());
    for (at, rule_paragraph) in others.iter().enumerate() {
        let left_out = at == 0 && by_model.iter().all(|it| it.passage != rule_paragraph.passage);
        let wanted = |sentence: &&String| {
            let given =
                model_text.contains(&squeezed(sentence)) || is_quoted(rule_paragraph, sentence);
            left_out || (denies(sentence) && !given)
        };
        let sentences: Vec<String> =
            rule_paragraph.sentences.iter().filter(wanted).cloned().collect();
        if !sentences.is_empty() {
            paragraphs.push(Paragraph { sentences, ..rule_paragraph.clone() });
        }
    }
    let by_model = by_model.into_iter().flat_map(|it| it.sentences).collect();
    let (knowledge, analyser) = (&shelf.knowledge, &shelf.analyser);
    let draft = with_paragraphs(by_rules, paragraphs, question, passages, knowledge, analyser);
    Draft { by_model, ..draft }
}

/// The place of a sentence in a text, in Unicode scalars; `None` if the text does not have it word for word.
fn span_of(sentence: &str, text: &str) -> Option<Span> {
    let start = text.get(..text.find(sentence)?)?.chars().count();
    Some(Span { start, end: start + sentence.chars().count() })
}
