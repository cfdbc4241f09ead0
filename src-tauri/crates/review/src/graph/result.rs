use simui_domain::{CaseStatus, ChatOpinion, ReviewResult, ThinkingRole};
use simui_flow::Timings;

use crate::assertions;
use crate::state::{Draft, HumanDecision, ReviewState};

/// Returns the current result of a review, with the changes of a person once the case is completed.
pub fn result_of(state: &ReviewState, timings: &Timings) -> ReviewResult {
    let mut result = draft_result_of(state, timings);
    if let (Some(HumanDecision::Modify(changes)), CaseStatus::Completed) =
        (&state.decision, state.status)
    {
        let changes = changes.clone();
        result.verdict = changes.verdict.unwrap_or(result.verdict);
        result.violations = changes.violations.unwrap_or(result.violations);
        result.citations = changes.citations.unwrap_or(result.citations);
        result.suggestions = changes.suggestions.unwrap_or(result.suggestions);
    }
    result
}

/// Returns the desk's own result without the changes of a person.
pub fn draft_result_of(state: &ReviewState, timings: &Timings) -> ReviewResult {
    let draft = state.draft.clone().unwrap_or_else(Draft::empty);
    let mut timings_ms = timings.nodes.clone();
    timings_ms.insert("total".to_owned(), timings.total);
    let asks = state.status == CaseStatus::AwaitingReview;
    ReviewResult {
        id: state.ad.id.clone(),
        case_id: state.case_id.clone(),
        status: state.status,
        verdict: draft.verdict,
        confidence: draft.confidence,
        confidence_parts: draft.parts,
        claims: state.claims.clone(),
        violations: draft.violations,
        citations: draft.citations,
        reasoning: draft.reasoning,
        decisions: draft.decisions,
        support: Some(draft.support),
        checklist: state.checklist.clone(),
        suggestions: draft.suggestions,
        iterations: state.iterations,
        interrupt: state.interrupt().filter(|_| asks),
        engine: ThinkingRole::REVIEW
            .into_iter()
            .map(|role| (role.as_str().to_owned(), engine(state, role)))
            .collect(),
        timings_ms,
        notices: notices(state),
        packs: state.packs.clone(),
        opinion: state.opinion.clone(),
        missing_grounds: draft.missing_grounds,
        assertions: assertions::of(state),
        suspicions: state.suspicions.clone(),
        automatic_finish: state.automatic_finish,
    }
}

/// Returns the name of the engine that played a role: `rules` where no model did.
fn engine(state: &ReviewState, role: ThinkingRole) -> String {
    let played = state.opinion.as_ref().and_then(|opinion| opinion.engine(role));
    played.unwrap_or("rules").to_owned()
}

/// Returns the notices for the reviewer, among them that the verifier gave up.
fn notices(state: &ReviewState) -> Vec<String> {
    let mut notices = state.notices.clone();
    if state.stuck {
        notices.push(format!(
            "검증의 지적이 되풀이되어 초안 {}건에서 멈추고 사람에게 넘깁니다. 검증 항목의 설명을 보십시오.",
            state.iterations
        ));
    }
    let missing = state.draft.iter().flat_map(|draft| &draft.missing_grounds);
    notices.extend(missing.map(|it| format!("{} {}", it.what, it.remedy)));
    let asserted = assertions::of(state);
    if let Some(first) = asserted.first() {
        let more = asserted.len() - 1;
        let rest = if more > 0 { format!(" 그 밖에 {more}건.") } else { String::new() };
        notices.push(format!(
            "광고주의 말만으로는 판단하지 않습니다. 사람이 확인할 것: {}{rest}",
            first.what
        ));
    }
    let instructions: Vec<String> = state
        .instructions()
        .iter()
        .filter_map(|span| Some(format!("‘{}’", shortened(span.slice(&state.ad.text)?))))
        .collect();
    if !instructions.is_empty() {
        notices.push(format!(
            "광고에 심의자나 프로그램에게 지시하는 글이 있습니다: {}. 따르지 않았고, 사람이 보아야 합니다.",
            instructions.join(", ")
        ));
    }
    notices.extend(state.opinion.iter().flat_map(model_notices));
    notices
}

/// Returns notices about the answers of chat models, in the desk's own words. The models' words are in the
/// opinion.
fn model_notices(opinion: &ChatOpinion) -> Vec<String> {
    let mut notices = Vec::new();
    for played in opinion.played.iter().filter(|played| !played.problem.is_empty()) {
        notices.push(format!(
            "채팅 모델이 {}에 쓸 수 있는 답을 하지 않아 규칙의 결과만 씁니다.",
            played.role.label()
        ));
    }
    for suspicion in &opinion.suspicions {
        let (kind, words) = (suspicion.kind, shortened(&suspicion.text));
        notices.push(format!(
            "채팅 모델은 규칙이 찾지 않은 {kind} {}을(를) 의심합니다: ‘{words}’. 위반으로 보려면 사람이 더해야 합니다.",
            kind.label()
        ));
    }
    for denial in &opinion.denials {
        notices.push(format!(
            "채팅 모델은 규칙이 {}에서 찾은 {} {}을(를) 위반으로 보지 않습니다. 규칙의 판단을 그대로 둡니다.",
            denial.claim_id,
            denial.kind,
            denial.kind.label()
        ));
    }
    if !opinion.objections.is_empty() {
        notices.push(format!(
            "채팅 모델이 초안에 지적 {}건을 했습니다. 초안은 바꾸지 않았습니다.",
            opinion.objections.len()
        ));
    }
    notices
}

/// Returns the first 60 characters of a text on one line.
fn shortened(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
