//! Node 5: 적대적 검증. Five procedures that try to bring the draft down (seed 000, node 5).
//!
//! None of them trusts the draft: quotes are compared with the stored text again, articles with the
//! kinds' legal basis, the verdict with the matrix, exceptions with what the advertiser handed in.

use simui_domain::{
    CheckItem, ChecklistEntry, CitationStatus, DocumentKind, Severity, Verdict, Violation,
};
use simui_flow::NodeError;

use crate::cite;
use crate::confidence;
use crate::decision_rule::tempered;
use crate::graph::{Draft, Objection, ReviewDelta, ReviewState};
use crate::kinds::basis;
use crate::library::Library;
use crate::verdict::verdict_for;

/// Attacks the draft.
pub async fn attack(state: &ReviewState, library: &Library) -> Result<ReviewDelta, NodeError> {
    let mut draft =
        state.draft.clone().ok_or_else(|| NodeError::new("there is no draft to verify"))?;
    let mut objections = Vec::new();
    let checklist = vec![
        citations(state, library, &mut draft, &mut objections).await?,
        logic(state, &draft, &mut objections),
        currency(state, &draft),
        exceptions(state, &draft),
        balance(state, &draft),
    ];
    draft.parts = confidence::parts(
        &draft.citations,
        &checklist,
        &draft.violations,
        &state.findings,
        &state.cleared,
        &state.precedents,
    );
    draft.confidence = draft.parts.total();
    draft.verdict = tempered(draft.verdict, draft.confidence);
    Ok(ReviewDelta::Verified { draft: Box::new(draft), checklist, objections })
}

/// 인용 정확성: every quote against the stored text of its article on the day.
async fn citations(
    state: &ReviewState,
    library: &Library,
    draft: &mut Draft,
    objections: &mut Vec<Objection>,
) -> Result<ChecklistEntry, NodeError> {
    cite::recheck(&library.law, &mut draft.citations, state.as_of).await?;
    for citation in draft.citations.iter().filter(|it| !it.status.is_confirmed()) {
        let (article, why) = (citation.article.clone(), citation.note.clone());
        objections.push(Objection::Citation { article, why });
    }
    let count = |holds: fn(CitationStatus) -> bool| {
        draft.citations.iter().filter(|citation| holds(citation.status)).count()
    };
    let failed = count(|status| !status.is_confirmed());
    let digests = draft.citations.iter().filter(|citation| citation.digest).count();
    let mut note = match (draft.citations.len(), failed) {
        (0, _) => "인용이 없습니다.".to_owned(),
        (all, 0) => format!("인용 {all}건을 저장된 원문과 대조해 모두 일치합니다."),
        (all, failed) => format!("인용 {all}건 중 {failed}건이 원문과 다릅니다."),
    };
    if digests > 0 {
        note += &format!(" {digests}건은 공식 원문이 아니라 요지와 대조했습니다.");
    }
    Ok(entry(CheckItem::Citations, failed == 0, note))
}

/// 논리 일관성: claim, rule, article, citation, matrix fit together.
fn logic(state: &ReviewState, draft: &Draft, objections: &mut Vec<Objection>) -> ChecklistEntry {
    let mut problems = Vec::new();
    for violation in &draft.violations {
        if let Some((why, fatal)) = inconsistency(state, draft, violation) {
            let (rule, claim_id) = (violation.rule.clone(), violation.claim_id.clone());
            problems.push(format!("{} {}: {why}", violation.kind, violation.claim_id));
            objections.push(Objection::Violation { rule, claim_id, why, fatal });
        }
    }
    let expected = verdict_for(draft.violations.iter().map(|v| v.severity).collect());
    if draft.verdict != expected && draft.verdict != Verdict::Hold {
        problems.push(format!("판정표는 {expected}인데 초안은 {}입니다.", draft.verdict));
        objections.push(Objection::Verdict { expected });
    }
    let note = if problems.is_empty() {
        "주장·규칙·조문·판정표가 서로 맞습니다.".to_owned()
    } else {
        problems.join(" ")
    };
    entry(CheckItem::Logic, problems.is_empty(), note)
}

/// What does not fit in a violation, and whether it must go because of it.
fn inconsistency(
    state: &ReviewState,
    draft: &Draft,
    violation: &Violation,
) -> Option<(String, bool)> {
    let Some(claim) = state.claims.iter().find(|claim| claim.id == violation.claim_id) else {
        return Some(("주장이 광고에 없습니다.".to_owned(), true));
    };
    if claim.span().slice(&state.ad.text) != Some(claim.text.as_str()) {
        return Some(("주장이 광고 원문과 다릅니다.".to_owned(), true));
    }
    let mut cited = violation.citations.iter().filter_map(|at| draft.citations.get(*at)).peekable();
    if cited.peek().is_none() {
        let why = "근거 조문을 인용하지 못했습니다. 게재일에 시행 중인 법령을 가져와야 합니다.";
        return Some((why.to_owned(), false));
    }
    let basis = basis(violation.kind);
    let foreign = cited.find(|citation| {
        citation.kind == DocumentKind::Statute
            && !basis.provisions.iter().any(|provision| citation.article.starts_with(provision))
    });
    foreign.map(|citation| (format!("{}은 이 유형의 근거가 아닙니다.", citation.article), true))
}

/// 최신성: every source was in force on the day; the version applied is named.
fn currency(state: &ReviewState, draft: &Draft) -> ChecklistEntry {
    let statutes = draft.citations.iter().filter(|c| c.kind == DocumentKind::Statute);
    let stale: Vec<&str> = statutes
        .clone()
        .filter(|citation| citation.effective_from.is_none_or(|from| from > state.as_of))
        .map(|citation| citation.article.as_str())
        .collect();
    let mut versions: Vec<&str> = statutes.map(|citation| citation.version.as_str()).collect();
    versions.sort_unstable();
    versions.dedup();
    let note = match (stale.is_empty(), versions.is_empty()) {
        (true, true) => format!("{} 기준: 대조할 법령 인용이 없습니다.", state.as_of),
        (true, false) => format!("{} 시행: {}.", state.as_of, versions.join(", ")),
        (false, _) => format!("{} 당시 시행 전인 인용: {}.", state.as_of, stale.join(", ")),
    };
    entry(CheckItem::Currency, stale.is_empty(), note)
}

/// 예외 조항: the exceptions a kind has were tried, and evidence that was handed in was looked at.
fn exceptions(state: &ReviewState, draft: &Draft) -> ChecklistEntry {
    let mut untried = Vec::new();
    let mut tried = 0;
    for violation in &draft.violations {
        let finding = state
            .findings
            .iter()
            .find(|f| f.rule == violation.rule && f.claim_id == violation.claim_id);
        let Some(finding) = finding.filter(|finding| finding.rule != "reviewer_note") else {
            continue;
        };
        tried += finding.exceptions.len();
        for name in basis(violation.kind).exceptions {
            if !finding.exceptions.iter().any(|trial| trial.name == *name) {
                untried.push(format!("{} {name}", violation.kind));
            }
        }
    }
    let note = match (untried.is_empty(), tried + state.cleared.len()) {
        (true, 0) => "시도할 예외가 없습니다.".to_owned(),
        (true, all) => format!("예외 {all}가지를 시도했습니다."),
        (false, _) => format!("시도하지 않은 예외: {}.", untried.join(", ")),
    };
    entry(CheckItem::Exceptions, untried.is_empty(), note)
}

/// 균형성: the strongest argument for the advertiser. It fails when a retrieved decision let the same kind pass
/// and a severe violation rests on doubtful wording.
fn balance(state: &ReviewState, draft: &Draft) -> ChecklistEntry {
    let contrary = draft.violations.iter().find_map(|violation| {
        let ruling = state
            .precedents
            .iter()
            .find(|hit| hit.unlawful == Some(false) && hit.kinds.contains(&violation.kind))?;
        let finding = state
            .findings
            .iter()
            .find(|f| f.rule == violation.rule && f.claim_id == violation.claim_id)?;
        let doubtful = violation.severity >= Severity::High && finding.strength < 0.6;
        Some((violation, ruling, doubtful))
    });
    match contrary {
        Some((violation, ruling, doubtful)) => entry(
            CheckItem::Balance,
            !doubtful,
            format!("{}에서는 {} 유형의 표현이 허용된 바 있습니다.", ruling.title, violation.kind),
        ),
        None if draft.violations.is_empty() => entry(CheckItem::Balance, true, near_misses(state)),
        None => entry(CheckItem::Balance, true, "반대되는 판단을 찾지 못했습니다.".to_owned()),
    }
}

fn near_misses(state: &ReviewState) -> String {
    match state.cleared.len() {
        0 => "위반으로 볼 만한 표현이 없습니다.".to_owned(),
        more => format!("위반으로 볼 여지를 검토하고 넘긴 표현이 {more}건 있습니다."),
    }
}

fn entry(item: CheckItem, passed: bool, note: String) -> ChecklistEntry {
    ChecklistEntry { item, passed, note }
}
