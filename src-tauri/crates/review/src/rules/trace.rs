//! What every rule made of an advertisement, before findings of one kind are merged: for checking packs.

use simui_domain::{Span, ViolationKind};

use super::detector::{AdContext, Detector};
use crate::finding::ExceptionTrial;

/// One trigger of one rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// `superlative.rank@2026.3`.
    pub rule: String,
    /// Its kind.
    pub kind: ViolationKind,
    /// Whether it stands: no exception took it away.
    pub fired: bool,
    /// The words that triggered, in the advertisement.
    pub words: Vec<Span>,
    /// Every exception that was tried.
    pub exceptions: Vec<ExceptionTrial>,
}

impl Detector {
    /// Every trigger of every rule, those that exceptions let through among them, in order of appearance.
    pub fn trace(&self, context: &AdContext<'_>) -> Vec<Trace> {
        let reading = self.read(context.ad);
        let trials = self.trials(context, &reading);
        let mut traces: Vec<Trace> = trials
            .into_iter()
            .map(|trial| Trace {
                rule: trial.rule.name.clone(),
                kind: trial.rule.kind,
                fired: !trial.cleared,
                words: trial
                    .found
                    .words
                    .iter()
                    .map(|&(start, end)| reading.normal.span(start, end))
                    .collect(),
                exceptions: trial.exceptions,
            })
            .collect();
        traces.sort_by_key(|trace| trace.words.first().map_or(0, |span| span.start));
        traces
    }
}
