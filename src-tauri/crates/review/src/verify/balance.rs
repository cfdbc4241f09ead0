//! 균형성: finds the strongest argument for the advertiser, and checks whether the finding withstands it.
//!
//! The argument is the standing decision that cleared the nearest wording, with its quote. Its strength is
//! the similarity of the wording ([`crate::rulings::ComparedText::similarity`]); [`crate::precedents`]
//! says what it must outweigh. Without such a decision the argument is the exception that came nearest: what
//! the advertiser would have to prove.

use simui_domain::{CheckItem, DecisionEffect, Severity, Stance, Violation};
use simui_flow::NodeError;

use super::{Case, CheckResult};
use crate::draft::exception_trials;
use crate::finding::Finding;
use crate::precedents::{Weighed, quoted};
use crate::state::Objection;

/// Longest quote in the note, in characters; longer ones are shortened, the evidence has them whole.
const LONGEST_QUOTE: usize = 120;

/// Checks whether the draft gives the advertiser's best argument its weight.
pub(super) async fn check(case: &Case<'_>) -> Result<CheckResult, NodeError> {
    let mut objections = Vec::new();
    let mut strongest: Option<&Weighed> = None;
    for it in case.weighed.iter().filter(|it| it.stance == Stance::Against) {
        let Some(finding) = case.state.findings.get(it.finding) else { continue };
        let violations: Vec<&Violation> = violations_of(case, finding).collect();
        if violations.is_empty() {
            continue;
        }
        if strongest.is_none_or(|best| it.similarity > best.similarity) {
            strongest = Some(it);
        }
        let (rule, claim_id) = (finding.rule.clone(), finding.claim_id.clone());
        let case_number = it.ruling.case_number().to_owned();
        let why = it.why.clone();
        match it.effect {
            DecisionEffect::Lowered if !is_lowered(&violations, finding) => {
                objections.push(Objection::Balance { rule, claim_id, case_number, why });
            }
            DecisionEffect::Person => {
                objections.push(Objection::Contested { rule, claim_id, case_number, why });
            }
            _ => {}
        }
    }
    let note = match strongest {
        Some(it) => argument(case, it).await?,
        None if case.draft.violations.is_empty() => near_misses(case),
        None => nearest_exception(case),
    };
    Ok(CheckResult::new(CheckItem::Balance, note, objections))
}

fn violations_of<'a>(case: &Case<'a>, finding: &'a Finding) -> impl Iterator<Item = &'a Violation> {
    case.draft
        .violations
        .iter()
        .filter(|it| it.rule == finding.rule && it.claim_id == finding.claim_id)
}

/// Whether the gravest violation of the finding is milder than the rule made it.
fn is_lowered(violations: &[&Violation], finding: &Finding) -> bool {
    let worst = violations.iter().map(|violation| violation.severity).max();
    worst.is_none_or(|worst| worst < finding.severity || worst == Severity::Low)
}

/// Describes a decision that favours the advertiser, with its quote.
async fn argument(case: &Case<'_>, it: &Weighed) -> Result<String, NodeError> {
    let kind = case.state.findings.get(it.finding).map(|finding| finding.kind);
    let kind = kind.map(|kind| kind.to_string()).unwrap_or_default();
    // The quote in the draft has just been compared with its source.
    let mut decisions = case.draft.decisions.iter();
    let drafted =
        decisions.find(|one| one.decision == it.ruling.title && one.status.is_confirmed());
    let quote_text = match drafted {
        Some(drafted) => Some(drafted.quote.clone()),
        None => quoted(case.law, it).await?.map(|quoted| quoted.quote),
    };
    let quote_text =
        quote_text.map(|quote| format!(" “{}”", shortened(&quote))).unwrap_or_default();
    let strength = case.state.findings.get(it.finding).map_or(0.0, |finding| finding.strength);
    Ok(format!(
        "광고주에게 가장 유리한 판단은 {} 유형을 허용한 {}입니다.{quote_text} 유사도 {:.2}, 위반 판단의 강도 {strength:.2}. {}",
        kind, it.ruling.title, it.similarity, it.why
    ))
}

/// Describes what the advertiser could still prove, where there is no decision: an exception that was tried
/// in vain, or a proviso of the law.
fn nearest_exception(case: &Case<'_>) -> String {
    let could = case.draft.violations.iter().find_map(|violation| {
        let finding = case.state.findings.iter().find(|finding| {
            finding.rule == violation.rule && finding.claim_id == violation.claim_id
        })?;
        let open = ["objective_evidence", "medically_verifiable", "evaluated_technology"];
        let mut trials = exception_trials(finding, &case.draft.tried);
        let trial = trials.find(|trial| !trial.applied && open.contains(&trial.name.as_str()))?;
        Some(format!(
            "반대되는 판단을 찾지 못했습니다. 광고주가 낼 수 있는 반론은 {}의 예외입니다: {}.",
            violation.kind,
            trial.why.trim_end_matches('.')
        ))
    });
    let proviso = case.draft.citations.iter().find_map(|citation| {
        let (_, proviso) = citation.quote.split_once("다만, ")?;
        let proviso = proviso.lines().next().unwrap_or(proviso);
        Some(format!(
            "반대되는 판단을 찾지 못했습니다. 광고주가 기댈 수 있는 것은 {}의 단서입니다: “다만, {}”",
            citation.article,
            shortened(proviso)
        ))
    });
    could.or(proviso).unwrap_or_else(|| "반대되는 판단을 찾지 못했습니다.".to_owned())
}

fn near_misses(case: &Case<'_>) -> String {
    match case.state.cleared.len() {
        0 => "위반으로 볼 만한 표현이 없습니다.".to_owned(),
        more => format!("위반으로 볼 여지를 검토하고 넘긴 표현이 {more}건 있습니다."),
    }
}

fn shortened(quote: &str) -> String {
    let mut short: String = quote.chars().take(LONGEST_QUOTE).collect();
    if short.len() < quote.len() {
        short.push('…');
    }
    short.replace('\n', " ")
}
