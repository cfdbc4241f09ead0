use simui_domain::{Ad, Span};

use super::detector::{AdContext, Detector};
use crate::finding::Finding;

/// Largest number of sentences that are read; more than any advertisement for people needs.
const MAX_SENTENCES: usize = 60;

/// The sentences of an advertisement, each read by the rules without the others.
pub struct Alone<'a> {
    detector: &'a Detector,
    context: AdContext<'a>,
    sentences: Vec<Span>,
    read: Vec<(Span, Vec<Finding>)>,
}

impl<'a> Alone<'a> {
    /// Splits an advertisement. Nothing is read yet.
    pub fn new(detector: &'a Detector, context: AdContext<'a>) -> Self {
        let sentences = detector.sentences(context.ad);
        Self { detector, context, sentences, read: Vec::new() }
    }

    /// Whether the sentence of `span`, read alone, gives a finding of which `is_meant` is true; `None` where
    /// it is not read, being none or one of too many.
    pub fn finds(&mut self, span: Span, is_meant: impl Fn(&Finding) -> bool) -> Option<bool> {
        let at = self.sentences.partition_point(|it| it.end <= span.start);
        let sentence = self.sentences.get(at).copied()?;
        if let Some((_, findings)) = self.read.iter().find(|(read, _)| *read == sentence) {
            return Some(findings.iter().any(is_meant));
        }
        if self.read.len() >= MAX_SENTENCES {
            return None;
        }
        let text = sentence.slice(&self.context.ad.text)?.to_owned();
        let ad = Ad { text, ..self.context.ad.clone() };
        let findings = self.detector.examine(&AdContext { ad: &ad, ..self.context }).findings;
        let found = findings.iter().any(is_meant);
        self.read.push((sentence, findings));
        Some(found)
    }
}
