//! 예외 조항: tries every possible exception of a finding again, and lists the results.

use simui_domain::{CheckItem, Violation};

use super::{Case, CheckResult, listed};
use crate::draft::exception_trials;
use crate::finding::{ExceptionTrial, Finding};
use crate::kinds::basis;
use crate::rules::RESTRICTED_TO_CHECK;
use crate::state::{Objection, TriedException};

/// Largest number of exceptions of one finding in a note.
const MAX_LISTED: usize = 4;

/// Checks whether every exception was tried, and that none applies after all.
pub(super) fn check(case: &Case<'_>) -> CheckResult {
    let mut objections = Vec::new();
    let (mut lines, mut untried, mut all) = (Vec::new(), Vec::new(), 0);
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for violation in &case.draft.violations {
        let key = (violation.rule.as_str(), violation.claim_id.as_str());
        let finding = finding_of(&case.state.findings, violation);
        let Some(finding) = finding.filter(|it| it.rule != "reviewer_note") else { continue };
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let trials = try_again(case, violation, finding);
        for trial in &trials {
            let mut tried = exception_trials(finding, &case.draft.tried);
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
        lines.extend(describe_trials(finding, &trials));
    }
    let note = match (untried.is_empty(), all + case.state.cleared.len()) {
        (true, 0) => "시도할 예외가 없습니다.".to_owned(),
        (true, all) => format!("예외 {all}가지를 다시 시도했습니다. {}", lines.join(" ")),
        (false, _) => format!("시도하지 않은 예외: {}.", listed(untried, 6)),
    };
    CheckResult::new(CheckItem::Exceptions, note.trim_end().to_owned(), objections)
}

fn finding_of<'a>(findings: &'a [Finding], violation: &Violation) -> Option<&'a Finding> {
    findings.iter().find(|it| it.rule == violation.rule && it.claim_id == violation.claim_id)
}

/// Tries every exception of the finding again: those of its rule, by running the rule, and those that its
/// kind requires.
fn try_again(case: &Case<'_>, violation: &Violation, finding: &Finding) -> Vec<ExceptionTrial> {
    let again = finding_of(&case.examined.findings, violation);
    let mut trials = again.map(|again| again.exceptions.clone()).unwrap_or_default();
    for name in basis(finding.kind).exceptions {
        if !trials.iter().any(|trial| trial.name == *name) {
            trials.push(try_required(case, name));
        }
    }
    trials
}

/// Tries an exception that the rule does not name, on what the advertiser submitted.
fn try_required(case: &Case<'_>, name: &str) -> ExceptionTrial {
    let ad = &case.state.ad;
    let in_vain = |why: &str| ExceptionTrial::new(name, false, why);
    match name {
        "access_restricted" if ad.access_restricted => {
            ExceptionTrial::asserted(name, RESTRICTED_TO_CHECK)
        }
        "access_restricted" => in_vain("누구나 볼 수 있는 매체"),
        _ if ad.evidence.is_empty() => in_vain("제출된 증빙 없음"),
        // Whether a document proves these words is decided by rules that can match them, or by a person.
        _ => in_vain("제출된 증빙이 이 규칙의 예외로 이어지지 않음"),
    }
}

/// Describes the trials on a finding, like `V6 c1: 객관적 증빙 해당 없음(제출된 객관적 증빙 없음); …`.
fn describe_trials(finding: &Finding, trials: &[ExceptionTrial]) -> Option<String> {
    let entries: Vec<String> = trials
        .iter()
        .take(MAX_LISTED)
        .map(|trial| {
            let sign = match (trial.applied, trial.unconfirmed) {
                (_, true) => "확인 필요",
                (true, false) => "해당",
                (false, false) => "해당 없음",
            };
            format!("{} {sign}({})", label(&trial.name), trial.why)
        })
        .collect();
    let more = trials.len().saturating_sub(MAX_LISTED);
    let more = if more > 0 { format!("; 그 밖에 {more}가지") } else { String::new() };
    (!entries.is_empty())
        .then(|| format!("{} {}: {}{more}.", finding.kind, finding.claim_id, entries.join("; ")))
}

/// Returns the Korean name of an exception of the program; those of rule packs keep their names.
fn label(name: &str) -> &str {
    match name {
        "objective_evidence" => "객관적 증빙",
        "medically_verifiable" => "의학적 검증",
        "evaluated_technology" => "평가를 마친 기술",
        "access_restricted" => "접근 제한",
        "accreditation" => "법정 인증",
        "slots_filled" => "알려야 할 것",
        "negated" => "부정문",
        "stance" => "문장의 태도",
        "meta_talk" => "경계하는 설명",
        "question" => "물음",
        "conditional" => "가정",
        "hedged" => "가능성",
        "praises_other" => "다른 것을 꾸미는 말",
        name => name,
    }
}
