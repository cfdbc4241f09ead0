//! Node 4: writes the draft. Its reasoning has five steps: facts, law, elements, exceptions, conclusion.

mod objections;
mod reasoning;
mod suggestions;
mod support;
mod violations;

use simui_corpus::LawOnDay;
use simui_domain::{
    Citation, Confidence, ConfidenceParts, Stance, Verdict, Violation, ViolationKind,
    WeighedDecision,
};
use simui_flow::NodeError;

pub(crate) use self::objections::{BindingObjections, exception_trials};
pub(crate) use self::suggestions::{can_be_filled_in, is_for};
pub(crate) use self::support::support;
use crate::cite;
use crate::decision_rule::hold_if_unread;
use crate::grounds::{self, Grounds};
use crate::library::Library;
use crate::precedents;
use crate::state::{Draft, ReviewState, TriedException};
use crate::verdict::judge;

/// Writes a draft. What the verifier objected to in an earlier draft is not repeated.
pub async fn write(state: &ReviewState, library: &Library) -> Result<Draft, NodeError> {
    let binding = BindingObjections::of(state);
    let law = library.law.on(state.as_of).await?;
    let weighed = precedents::weigh(state, library, &law).await?;
    let mut citations: Vec<Citation> = Vec::new();
    let mut violations = Vec::new();
    for at in 0..state.findings.len() {
        let of_finding = violations::of_finding(at, state, &law, &weighed, &mut citations);
        violations.extend(of_finding.await?);
    }
    let mut decisions = precedents::decisions_to_show(state, &law, &weighed).await?;
    decisions.retain(|decision| {
        let counts = decision.stance != Stance::LostGround;
        !(counts && binding.refuses_decision(&decision.case_number))
    });
    cite_precedents(state, &law, &decisions, &mut violations, &mut citations).await?;
    let support = support(state, &violations, &citations);
    let tried = binding.tried();
    let Grounds { missing: missing_grounds, digests_only } =
        grounds::of(state, library, &law).await?;
    let verdict = match missing_grounds.is_empty() {
        true => hold_if_unread(verdict_of(&violations, state, &tried), state.unread),
        false => Verdict::Hold,
    };
    Ok(Draft {
        verdict,
        reasoning: reasoning::five_steps(&reasoning::DraftParts {
            state,
            violations: &violations,
            citations: &citations,
            support: &support,
            decisions: &decisions,
            tried: &tried,
            missing: &missing_grounds,
            digests_only,
            verdict,
        }),
        suggestions: suggestions::suggestions(state, library, &violations)?,
        violations,
        citations,
        decisions,
        support,
        tried,
        missing_grounds,
        parts: ConfidenceParts::default(),
        confidence: Confidence(0.0),
    })
}

/// Returns the verdict of the matrix, where findings may be unsettled.
pub(crate) fn verdict_of(
    violations: &[Violation],
    state: &ReviewState,
    tried: &[TriedException],
) -> Verdict {
    judge(violations, |violation| {
        let of = |rule: &str, claim: &simui_domain::ClaimId| {
            violation.rule == rule && violation.claim_id == *claim
        };
        let asserted = |it: &TriedException| of(&it.rule, &it.claim_id) && it.trial.unconfirmed;
        state.findings.iter().any(|it| it.unsettled && of(&it.rule, &it.claim_id))
            || tried.iter().any(asserted)
    })
}

/// Cites, for each kind, the most similar decision that held such wording unlawful.
async fn cite_precedents(
    state: &ReviewState,
    law: &LawOnDay<'_>,
    decisions: &[WeighedDecision],
    violations: &mut [Violation],
    citations: &mut Vec<Citation>,
) -> Result<(), NodeError> {
    let mut done: Vec<ViolationKind> = Vec::new();
    for decision in decisions.iter().filter(|decision| decision.stance == Stance::For) {
        let rests = violations.iter().any(|violation| violation.kind == decision.kind);
        if done.contains(&decision.kind) || !rests {
            continue;
        }
        let cited = citations.iter().position(|citation| citation.article == decision.article);
        let index = match cited {
            Some(index) => index,
            None => match cite::precedent(law, decision).await? {
                Some(citation) if !BindingObjections::of(state).refuses_citation(&citation) => {
                    citations.push(citation);
                    citations.len() - 1
                }
                _ => continue,
            },
        };
        done.push(decision.kind);
        for violation in violations.iter_mut().filter(|it| it.kind == decision.kind) {
            violation.citations.push(index);
        }
    }
    Ok(())
}
