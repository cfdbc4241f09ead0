//! Traces every rule on an advertisement, before findings of one kind are merged. Used to check packs.

use simui_domain::{Span, ViolationKind};

use super::detector::{AdContext, Detector};
use crate::finding::ExceptionTrial;

/// One trigger of one rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// The rule with pack and version, like `superlative.rank@2026.3`.
    pub rule: String,
    /// The kind of violation of the rule.
    pub kind: ViolationKind,
    /// Whether the rule fired: no exception cleared the trigger.
    pub fired: bool,
    /// The trigger words, as spans of the advertisement.
    pub words: Vec<Span>,
    /// The exceptions that were tried.
    pub exceptions: Vec<ExceptionTrial>,
}

impl Detector {
    /// Returns every trigger of every rule, cleared ones among them, in order of appearance.
    pub fn trace(&self, context: &AdContext<'_>) -> Vec<Trace> {
        let reading = self.read(context.ad);
        let stances = self.cues.decide(&reading, &self.grammar);
        let trials = self.trials(context, &reading, &stances);
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
