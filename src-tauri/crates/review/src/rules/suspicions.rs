//! 살펴볼 곳: wording that the model finds similar to violations of a kind, or that a rule only asks a person
//! about, where no rule of the kind found a violation.
//!
//! A suspicion sends the case to a person and does nothing else: it is no finding, and no part of a draft, a
//! letter or a pack.

use simui_domain::{Ad, Span, ViolationKind, WordingSuspicion};

use super::detector::{Detector, Trial};
use super::pack::Raises;
use super::wording::{self, Features, Likeness, Thresholds, Weights, Window};
use crate::claims::Reading;
use crate::finding::Finding;
use crate::stance::{Stance, Stances};

/// The words that are most like violations of a kind.
pub(super) struct LikelyKind {
    kind: ViolationKind,
    found: Likeness,
    /// Least probability of a suspicion.
    threshold: f32,
}

impl LikelyKind {
    /// Returns by how much the logit of the probability exceeds that of the threshold.
    pub(super) fn excess(&self) -> f64 {
        let logit = |it: f32| f64::from(it / (1.0 - it).max(f32::EPSILON)).max(1e-9).ln();
        logit(self.found.probability) - logit(self.threshold)
    }
}

/// Stances in which wording is suspected.
const SUSPECTED: &[Stance] = &[Stance::Claims, Stance::Reports, Stance::Informs];

impl Detector {
    /// Returns the suspicions, at most one for each kind, in the order of the kinds. A kind that a rule found
    /// is not suspected, and neither is what an exception or a stance cleared.
    pub(super) fn suspicions(
        &self,
        reading: &Reading<'_>,
        likely: &[LikelyKind],
        trials: &[Trial<'_>],
    ) -> Vec<WordingSuspicion> {
        let suspicion = |likely_kind: &LikelyKind| {
            let span = reading.normal.span(likely_kind.found.from, likely_kind.found.to);
            let text = span.slice(&reading.ad.text)?.to_owned();
            let probability = f64::from(likely_kind.found.probability);
            let Span { start, end } = span;
            let kind = likely_kind.kind;
            Some(WordingSuspicion { kind, text, start, end, probability, rule: None })
        };
        let likely = likely.iter().filter(|it| it.excess() >= 0.0).filter_map(suspicion);
        let mut found: Vec<WordingSuspicion> = likely.collect();
        let stands = |trial: &&Trial<'_>| !trial.cleared;
        for trial in trials.iter().filter(stands).filter(|it| it.rule.raises == Raises::Suspicion) {
            let kind = trial.rule.kind;
            let of_kind = trials.iter().filter(stands).filter(|it| it.rule.kind == kind);
            let is_found = of_kind.into_iter().any(|it| it.rule.raises == Raises::Finding);
            let Span { start, end } = reading.normal.span(trial.found.start, trial.found.end);
            let text = Span { start, end }.slice(&reading.ad.text).map(str::to_owned);
            let is_known = found.iter().any(|it| it.kind == kind && it.rule.is_some());
            if let Some(text) = text.filter(|_| !is_found && !is_known) {
                let (probability, rule) = (trial.rule.strength, Some(trial.rule.name.clone()));
                found.push(WordingSuspicion { kind, text, start, end, probability, rule });
            }
        }
        found.sort_by_key(|it| (it.kind, it.start));
        found
    }

    /// Returns the likeliest words of each kind that no rule found, where no exception or stance cleared
    /// them, whether they reach the threshold or not.
    pub(super) fn likely_kinds(
        &self,
        (reading, windows): (&Reading<'_>, &[Window]),
        stances: &Stances,
        trials: &[Trial<'_>],
    ) -> Vec<LikelyKind> {
        let names = &self.lexicon.names;
        let likely = |&kind: &ViolationKind| {
            let threshold = self.thresholds.of(kind, windows.len())?;
            let of_kind = || trials.iter().filter(move |it| it.rule.kind == kind);
            if of_kind().any(|trial| !trial.cleared) {
                return None;
            }
            let cleared = merged_ranges(of_kind().map(|it| (it.found.from, it.found.to)));
            let is_wanted = |from: usize, to: usize| {
                let next = cleared.partition_point(|it| it.1 <= from);
                cleared.get(next).is_none_or(|it| it.0 >= to)
                    && stances.over(from, to).any(|it| SUSPECTED.contains(&it.stance))
            };
            let found = self.wording.likeliest(kind, reading, windows, names, &is_wanted)?;
            Some(LikelyKind { kind, found, threshold })
        };
        ViolationKind::ALL.iter().filter_map(likely).collect()
    }

    /// Returns, for each finding of an advertisement, the highest probability that the wording model gives
    /// its kind in a sentence that the finding touches; 0 where there is none.
    pub fn likeness(&self, ad: &Ad, findings: &[Finding]) -> Vec<f64> {
        let reading = self.read(ad);
        let windows = wording::windows(&reading, &self.lexicon.names);
        self.likeness_in(&reading, &windows, findings)
    }

    pub(super) fn likeness_in(
        &self,
        reading: &Reading<'_>,
        windows: &[Window],
        findings: &[Finding],
    ) -> Vec<f64> {
        let spans: Vec<Span> =
            windows.iter().map(|it| reading.normal.span(it.from, it.to)).collect();
        let of = |finding: &Finding| {
            let touches =
                |span: &Span| span.start < finding.span.end && finding.span.start < span.end;
            let over = windows.iter().zip(&spans).filter(|(_, span)| touches(span));
            let values = over.map(|(it, _)| self.wording.probability(finding.kind, &it.features));
            f64::from(values.fold(0.0, f32::max))
        };
        findings.iter().map(of).collect()
    }

    /// Replaces the weights of the wording model and its thresholds.
    #[must_use]
    pub fn with_wording(mut self, wording: Weights, thresholds: Thresholds) -> Self {
        self.wording = wording;
        self.thresholds = thresholds;
        self
    }

    /// Returns the features of an advertisement as a whole, and of each window, for the training of the
    /// wording model.
    pub fn features(&self, ad: &Ad) -> (Features, Vec<Features>) {
        let reading = self.read(ad);
        let names = &self.lexicon.names;
        let end = reading.normal.letters.len();
        let whole = wording::features(&reading, 0, end, &reading.hits, names);
        let windows = wording::windows(&reading, names);
        (whole, windows.into_iter().map(|window| window.features).collect())
    }
}

/// Merges ranges of letters to ranges in order that do not overlap.
fn merged_ranges(ranges: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = ranges.collect();
    ranges.sort_unstable();
    ranges.dedup_by(|next, kept| {
        let overlaps = next.0 < kept.1;
        if overlaps {
            kept.1 = kept.1.max(next.1);
        }
        overlaps
    });
    ranges
}
