//! A model's sentences and those of the rules, put together.

use simui_domain::Span;

use crate::answer::{Draft, Paragraph, with_paragraphs};
use crate::pipeline::shelf::Shelf;
use crate::query::question::Question;
use crate::retrieval::passage::Passage;
use crate::verification::strict;
use crate::verification::support::{Source, denies, squeezed};
use crate::verification::verify::source;

/// A sentence and the passages it cites.
pub struct Told {
    /// The sentence.
    pub sentence: String,
    /// The passages, by their place in the list that was shown.
    pub cites: Vec<usize>,
}

/// Paragraphs of sentences in a row that stand on one passage. A sentence that cites several is put to the first on which it
/// stands; one that cites none is put to a passage that is not there, so that the verifier finds it.
pub fn paragraphs(told: Vec<Told>, passages: &[Passage], shelf: &Shelf) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for Told { sentence, cites } in told {
        let sources = || {
            cites.iter().filter_map(|at| {
                Some((*at, source(passages.get(*at)?, shelf.knowledge, &shelf.analyser)))
            })
        };
        let stands = |source: &Source| {
            strict::fault(source, &sentence, shelf.knowledge, &shelf.analyser).is_none()
        };
        let found = sources().find(|(_, it)| stands(it)).or_else(|| sources().next());
        let (passage, place) = match &found {
            Some((at, source)) => (*at, source.place(&sentence, &shelf.analyser)),
            None => (usize::MAX, None),
        };
        match paragraphs.last_mut().filter(|it| it.passage == passage) {
            Some(last) => {
                last.quote = joined(last.quote, place);
                last.sentences.push(sentence);
            }
            None => {
                let quote = joined(Span { start: 0, end: 0 }, place);
                paragraphs.push(Paragraph { sentences: vec![sentence], passage, quote });
            }
        }
    }
    paragraphs
}

/// From the first to the last of both; nothing has been quoted before where `quote` is empty.
fn joined(quote: Span, place: Option<Span>) -> Span {
    match place {
        None => quote,
        Some(place) if quote.end == 0 => place,
        Some(place) => Span { start: quote.start.min(place.start), end: quote.end.max(place.end) },
    }
}

/// The paragraphs of a draft that a model wrote.
pub fn of_model(draft: &Draft) -> Vec<Paragraph> {
    let told = |it: &&Paragraph| it.sentences.iter().all(|it| draft.by_model.contains(it));
    draft.paragraphs.iter().filter(told).cloned().collect()
}

/// A model's paragraphs, the section that the rules put first where the model leaves it out, and every warning of the rules
/// that the model does not give. Without a paragraph of a model it is the draft of the rules.
pub fn composed(
    by_rules: Draft,
    told: Vec<Paragraph>,
    question: &Question,
    passages: &[Passage],
    shelf: &Shelf,
) -> Draft {
    if told.is_empty() {
        return by_rules;
    }
    let spoken: String = told.iter().flat_map(|it| &it.sentences).map(|it| squeezed(it)).collect();
    let quoted = |paragraph: &Paragraph, sentence: &str| {
        let text = passages.get(paragraph.passage).map_or("", |it| it.text.as_str());
        let place = span_of(sentence, text);
        told.iter().any(|it| {
            it.passage == paragraph.passage
                && place.is_some_and(|at| at.start < it.quote.end && it.quote.start < at.end)
        })
    };
    let mut paragraphs = told.clone();
    for (at, of_rules) in by_rules.paragraphs.iter().enumerate() {
        let left_out = at == 0 && told.iter().all(|it| it.passage != of_rules.passage);
        let wanted = |it: &&String| {
            let given = spoken.contains(&squeezed(it)) || quoted(of_rules, it);
            left_out || (denies(it) && !given)
        };
        let sentences: Vec<String> = of_rules.sentences.iter().filter(wanted).cloned().collect();
        if !sentences.is_empty() {
            paragraphs.push(Paragraph { sentences, ..of_rules.clone() });
        }
    }
    let by_model = told.into_iter().flat_map(|it| it.sentences).collect();
    let draft = with_paragraphs(by_rules, paragraphs, question, passages, shelf.knowledge);
    Draft { by_model, ..draft }
}

fn span_of(sentence: &str, text: &str) -> Option<Span> {
    let start = text.get(..text.find(sentence)?)?.chars().count();
    Some(Span { start, end: start + sentence.chars().count() })
}
