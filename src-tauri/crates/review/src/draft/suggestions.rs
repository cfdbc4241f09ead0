//! 고침 제안: at most one for each sentence, for everything that the draft objects to in it.

use std::ops::Range;

use simui_domain::{Ad, Claim, ScalarIndex, Span, Suggestion, Violation, ViolationKind};
use simui_flow::NodeError;

use super::objections::BindingObjections;
use crate::claims::close_pairs;
use crate::classify;
use crate::finding::Finding;
use crate::library::Library;
use crate::rewrite::{BLANK, Proposal, Rewrites, Wrong};
use crate::rules::{AdContext, Detector};
use crate::state::ReviewState;

/// Why a sentence is to be removed, after the reason of the rule.
const REMOVED: &str = "고쳐 쓸 말이 남지 않아 이 문장은 지우기를 권합니다.";

/// Returns the suggestions of a draft, in the order of the sentences.
pub(super) fn suggestions(
    state: &ReviewState,
    library: &Library,
    violations: &[Violation],
) -> Result<Vec<Suggestion>, NodeError> {
    let detector = classify::detector(state, library)?;
    let broken = |finding: &&Finding| {
        let mut violations = violations.iter();
        violations.any(|it| it.rule == finding.rule && it.claim_id == finding.claim_id)
    };
    let findings: Vec<&Finding> = state.findings.iter().filter(broken).collect();
    if findings.is_empty() {
        return Ok(Vec::new());
    }
    let text = ScalarIndex::new(&state.ad.text);
    let rewriting = Rewriting { state, library, detector: &detector };
    let mut suggestions: Vec<Suggestion> = Vec::new();
    for sentence in rewriting.sentences(&findings) {
        let within = |finding: &&&Finding| {
            sentence.start <= finding.span.start && finding.span.start < sentence.end
        };
        let of_sentence: Vec<&Finding> = findings.iter().filter(within).copied().collect();
        let Some(before) = text.slice(sentence) else { continue };
        suggestions.extend(rewriting.suggestion(sentence, before, of_sentence));
    }
    Ok(suggestions)
}

/// The material of the suggestions.
struct Rewriting<'a> {
    state: &'a ReviewState,
    library: &'a Library,
    detector: &'a Detector,
}

impl Rewriting<'_> {
    /// Returns the sentences that hold findings, extended to the claims that begin or end in them.
    fn sentences(&self, findings: &[&Finding]) -> Vec<Span> {
        let all = self.detector.sentences(&self.state.ad);
        let claims = &self.state.claims;
        let mut sentences: Vec<Span> = Vec::new();
        for finding in findings {
            let at = all.partition_point(|it| it.end <= finding.span.start);
            let claim = claims.iter().find(|claim| claim.id == finding.claim_id);
            let of = |span: Span| (span.start, span.end);
            let (mut start, mut end) = all.get(at).map_or(of(finding.span), |it| of(*it));
            if let Some(claim) = claim {
                (start, end) = (start.min(claim.start), end.max(claim.end));
            }
            match sentences.last_mut() {
                Some(last) if start < last.end => last.end = last.end.max(end),
                _ => sentences.push(Span { start, end }),
            }
        }
        close_pairs(&self.state.ad.text, &mut sentences);
        sentences
    }

    /// Returns the suggestion for a sentence with its findings, in order of appearance.
    fn suggestion(
        &self,
        sentence: Span,
        before: &str,
        findings: Vec<&Finding>,
    ) -> Option<Suggestion> {
        let first = findings.first()?;
        let gravest = findings.iter().max_by_key(|finding| finding.severity)?;
        let claim_id = first.claim_id.clone();
        let binding = BindingObjections::of(self.state);
        let proposal = self
            .rewritten(sentence, before, &findings)
            .or_else(|| self.sentence_of_the_rule(&findings))
            .filter(|it| !binding.refuses_suggestion(&claim_id, &it.after))
            .or_else(|| {
                let why = gravest.suggestion.as_ref().map_or("", |it| it.why.as_str());
                Some(Proposal { after: String::new(), why: format!("{why} {REMOVED}") })
            })?;
        let Proposal { after, why } = proposal;
        let why = why.trim().to_owned();
        Some(Suggestion { claim_id, before: before.to_owned(), after, why })
    }

    /// Rewrites a sentence for each of its findings, the gravest first; `None` where one of them cannot be
    /// mended.
    fn rewritten(&self, sentence: Span, before: &str, findings: &[&Finding]) -> Option<Proposal> {
        let mut text = before.to_owned();
        let mut reasons: Vec<String> = Vec::new();
        let analyser = self.detector.analyser();
        let mut gravest = findings.to_vec();
        gravest.sort_by_key(|finding| std::cmp::Reverse((finding.severity, finding.span.start)));
        for finding in gravest {
            let start = finding.span.start - sentence.start;
            let end = finding.span.end.min(sentence.end) - sentence.start;
            let objected = Span { start, end }.slice(before).unwrap_or_default();
            // `None` where an earlier rewriting has taken these words out.
            let Some(words) = nearest(&text, objected, start) else { continue };
            let is_about = |class: &str, text: &str| self.detector.ends_with_class(text, class);
            let is_acceptable = |after: &str| {
                after.contains(BLANK) || !self.finds(after, |it| it.kind == finding.kind)
            };
            let (kind, rule, missing) = (finding.kind, &finding.rule, &finding.missing);
            let wrong = Wrong { kind, rule, words, missing };
            let rewrites = Rewrites::builtin();
            let proposal = rewrites.rewrite(&text, wrong, analyser, is_about, is_acceptable);
            let Proposal { after, why } = proposal?;
            text = after;
            if !reasons.contains(&why) {
                reasons.push(why);
            }
        }
        let kinds: Vec<_> = findings.iter().map(|finding| finding.kind).collect();
        // What the advertiser fills in decides whether a sentence with blanks is lawful.
        let again = self.finds(&text, |finding| {
            kinds.contains(&finding.kind)
                && !(text.contains(BLANK) && can_be_filled_in(finding.kind))
        });
        (!again && text != before).then(|| Proposal { after: text, why: reasons.join(" ") })
    }

    /// Returns the sentence that the rule of the gravest finding proposes instead of the whole sentence.
    fn sentence_of_the_rule(&self, findings: &[&Finding]) -> Option<Proposal> {
        let mut gravest = findings.to_vec();
        gravest.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        let mut own = gravest.iter().filter_map(|finding| finding.suggestion.as_ref());
        let own = own.find(|it| !it.after.is_empty())?;
        (!self.finds(&own.after, |_| true))
            .then(|| Proposal { after: own.after.clone(), why: own.why.clone() })
    }

    /// Whether the rules find something in `text` of which `is_meant` is true. Only the wording is examined:
    /// it cannot mend medium and approval.
    fn finds(&self, text: &str, is_meant: impl Fn(&Finding) -> bool) -> bool {
        let ad = Ad { text: text.to_owned(), ..Ad::default() };
        let (as_of, technologies) = (self.state.as_of, &self.library.technologies);
        let context = AdContext { ad: &ad, as_of, technologies };
        self.detector.examine(&context).findings.iter().any(is_meant)
    }
}

/// Returns the characters of `text` at which `words` stand, nearest to `place`; `None` where they do not.
fn nearest(text: &str, words: &str, place: usize) -> Option<Range<usize>> {
    let starts = text.match_indices(words).map(|(at, _)| text[..at].chars().count());
    let start = starts.min_by_key(|start| start.abs_diff(place)).filter(|_| !words.is_empty())?;
    Some(start..start + words.chars().count())
}

/// Whether figures that the advertiser fills in can make a sentence of the kind lawful.
pub(crate) fn can_be_filled_in(kind: ViolationKind) -> bool {
    matches!(kind, ViolationKind::V5 | ViolationKind::V12)
}

/// Whether a suggestion replaces a part of the advertisement that holds the claim it is for.
pub(crate) fn is_for(suggestion: &Suggestion, claim: &Claim, ad: &Ad) -> bool {
    let length = suggestion.before.chars().count();
    let holds_claim = |start: usize| start <= claim.start && claim.start < start + length;
    let starts =
        ad.text.match_indices(&suggestion.before).map(|(at, _)| ad.text[..at].chars().count());
    !suggestion.before.is_empty() && starts.take(MAX_PLACES).any(holds_claim)
}

/// Largest number of places that are compared.
const MAX_PLACES: usize = 100;
