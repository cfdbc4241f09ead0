//! 반대 판정: argues the opposite verdict from the same record. Where that argument is the stronger one, no draft
//! settles it and a person decides.
//!
//! Against a violation that decides the verdict stands what makes it improbable: a doubtful rule, wording
//! unlike violations of the kind, a sentence that gives no finding when it is read alone. Against a draft
//! without violations stands a decision that held such wording unlawful.

use simui_domain::Violation;

use super::Case;
use crate::draft::verdict_of;
use crate::evidence::Strength;
use crate::precedents::JudgedClaim;
use crate::state::Objection;

/// Returns the objections of the other side.
pub(super) fn argue(
    case: &Case<'_>,
    strength: &Strength,
    judged: &[JudgedClaim],
) -> Vec<Objection> {
    match strength {
        Strength::Findings(strengths) => against_violations(case, strengths),
        Strength::Silence(_) => against_silence(judged),
    }
}

fn against_violations(case: &Case<'_>, strengths: &[f64]) -> Vec<Objection> {
    let draft = case.draft;
    let mut objections = Vec::new();
    for (finding, strength) in case.state.findings.iter().zip(strengths) {
        if *strength >= 0.5 {
            continue;
        }
        let of_finding =
            |it: &&Violation| it.rule == finding.rule && it.claim_id == finding.claim_id;
        let others: Vec<Violation> =
            draft.violations.iter().filter(|it| !of_finding(it)).cloned().collect();
        let without = verdict_of(&others, case.state, &draft.tried);
        if others.len() == draft.violations.len() || without == draft.verdict {
            continue;
        }
        objections.push(Objection::Contested {
            rule: finding.rule.clone(),
            claim_id: finding.claim_id.clone(),
            case_number: String::new(),
            why: format!(
                "{} {}이(가) 위반이라는 증거가 약하고({strength:.2}), 이것이 위반이 아니면 판정은 {without}입니다. 사람이 견주어 보아야 합니다.",
                finding.kind, finding.claim_id
            ),
        });
    }
    objections
}

fn against_silence(judged: &[JudgedClaim]) -> Vec<Objection> {
    let lawful = judged.iter().filter(|it| !it.unlawful).map(|it| it.similarity);
    let nearest_lawful = lawful.fold(0.0, f64::max);
    let mut against = judged.iter().filter(|it| it.unlawful && it.similarity > nearest_lawful);
    if let Some(it) = against.next() {
        return vec![Objection::Overlooked {
            claim_id: it.claim_id.clone(),
            why: format!(
                "{}이(가) 비슷한 표현(‘{}’)을 위법하다고 보았습니다(유사도 {:.2}). 사람이 견주어 보아야 합니다.",
                it.case_number, it.wording, it.similarity
            ),
        }];
    }
    Vec::new()
}
