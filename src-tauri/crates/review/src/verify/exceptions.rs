//! 예외 조항: every exception that a finding could have is tried again, and said.

use simui_domain::{CheckItem, Violation};

use super::{Case, Checked, listed};
use crate::draft::tried_on;
use crate::finding::{ExceptionTrial, Finding};
use crate::graph::{Objection, TriedException};
use crate::kinds::basis;
use crate::rules::RESTRICTED_TO_CHECK;

/// Exceptions of one finding that a note lists.
const LISTED: usize = 4;

/// Whether every exception was tried, and none of them applies after all.
pub(super) fn check(case: &Case<'_>) -> Checked {
    let mut objections = Vec::new();
    let (mut lines, mut untried, mut all) = (Vec::new(), Vec::new(), 0);
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for violation in &case.draft.violations {
        let key = (violation.rule.as_str(), violation.claim_id.as_str());
        let finding = of(&case.state.findings, violation);
        let Some(finding) = finding.filter(|it| it.rule != "reviewer_note") else { continue };
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let trials = tried_now(case, violation, finding);
        for trial in &trials {
            let mut tried = tried_on(finding, &case.draft.tried);
            let known =
                tried.any(|it| it.name == trial.name && (it.unconfirmed || !trial.unconfirmed));
            if !known || trial.applied {
                let (rule, claim_id) = (finding.rule.clone(), finding.claim_id.clone());
                untried.push(format!("{} {}", finding.kind, trial.name));
                let trial = trial.clone();
                objections.push(Objection::Exception(TriedException { rule, claim_id, trial }));
            }
        }
        all += trials.len();
        lines.extend(line(finding, &trials));
    }
    let note = match (untried.is_empty(), all + case.state.cleared.len()) {
        (true, 0) => "시도할 예외가 없습니다.".to_owned(),
        (true, all) => format!("예외 {all}가지를 다시 시도했습니다. {}", lines.join(" ")),
        (false, _) => format!("시도하지 않은 예외: {}.", listed(untried, 6)),
    };
    Checked::new(CheckItem::Exceptions, note.trim_end().to_owned(), objections)
}

fn of<'a>(findings: &'a [Finding], violation: &Violation) -> Option<&'a Finding> {
    findings.iter().find(|it| it.rule == violation.rule && it.claim_id == violation.claim_id)
}

/// Every exception of the finding, tried now: those of its rule, by running the rule again, and those that its kind must have
/// had tried.
fn tried_now(case: &Case<'_>, violation: &Violation, finding: &Finding) -> Vec<ExceptionTrial> {
    let again = of(&case.examined.findings, violation);
    let mut trials = again.map(|again| again.exceptions.clone()).unwrap_or_default();
    for name in basis(finding.kind).exceptions {
        if !trials.iter().any(|trial| trial.name == *name) {
            trials.push(by_the_case(case, name));
        }
    }
    trials
}

/// An exception that the rule does not have, tried on what the advertiser handed in.
fn by_the_case(case: &Case<'_>, name: &str) -> ExceptionTrial {
    let ad = &case.state.ad;
    let in_vain = |why: &str| ExceptionTrial::new(name, false, why);
    match name {
        "access_restricted" if ad.access_restricted => {
            ExceptionTrial::asserted(name, RESTRICTED_TO_CHECK)
        }
        "access_restricted" => in_vain("누구나 볼 수 있는 매체"),
        _ if ad.evidence.is_empty() => in_vain("제출된 증빙 없음"),
        // Whether a document proves these words is for the rules that can match them, or for a person.
        _ => in_vain("제출된 증빙이 이 규칙의 예외로 이어지지 않음"),
    }
}

/// `V6 c1: 객관적 증빙 — 제출된 객관적 증빙 없음; …`
fn line(finding: &Finding, trials: &[ExceptionTrial]) -> Option<String> {
    let said: Vec<String> = trials
        .iter()
        .take(LISTED)
        .map(|trial| {
            let sign = match (trial.applied, trial.unconfirmed) {
                (_, true) => "확인 필요",
                (true, false) => "해당",
                (false, false) => "해당 없음",
            };
            format!("{} {sign}({})", label(&trial.name), trial.why)
        })
        .collect();
    let more = trials.len().saturating_sub(LISTED);
    let more = if more > 0 { format!("; 그 밖에 {more}가지") } else { String::new() };
    (!said.is_empty())
        .then(|| format!("{} {}: {}{more}.", finding.kind, finding.claim_id, said.join("; ")))
}

/// Korean names of the program's own exceptions; those of rule packs keep their names.
fn label(name: &str) -> &str {
    match name {
        "objective_evidence" => "객관적 증빙",
        "medically_verifiable" => "의학적 검증",
        "evaluated_technology" => "평가를 마친 기술",
        "access_restricted" => "접근 제한",
        "accreditation" => "법정 인증",
        "negated" => "부정문",
        "meta_talk" => "경계하는 설명",
        "question" => "물음",
        "conditional" => "가정",
        "hedged" => "가능성",
        name => name,
    }
}
