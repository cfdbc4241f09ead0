//! The five steps of the reasoning: 사실관계 → 법령 적용 → 요건 충족 → 예외 사유 → 결론.

use simui_domain::{
    Citation, DecisionEffect, DocumentKind, Level, MissingGround, ReasonStep, ReasoningEntry,
    Severity, Stance, Support, Verdict, Violation, WeighedDecision,
};

use crate::assertions;
use crate::state::{ReviewState, TriedException};

/// The parts of a draft that the steps describe.
pub(super) struct DraftParts<'a> {
    pub state: &'a ReviewState,
    pub violations: &'a [Violation],
    pub citations: &'a [Citation],
    pub support: &'a [Support],
    pub decisions: &'a [WeighedDecision],
    pub tried: &'a [TriedException],
    pub missing: &'a [MissingGround],
    /// True when the law is stored only as digests (요지).
    pub digests_only: bool,
    pub verdict: Verdict,
}

/// Returns the five steps, in order.
pub(super) fn five_steps(parts: &DraftParts<'_>) -> Vec<ReasoningEntry> {
    let DraftParts { state, violations, decisions, tried, missing, verdict, .. } = *parts;
    let entry = |step, text| ReasoningEntry { step, text };
    vec![
        entry(ReasonStep::Facts, facts(state)),
        entry(ReasonStep::Law, law(parts)),
        entry(ReasonStep::Elements, elements(state, violations, missing)),
        entry(ReasonStep::Exceptions, [exceptions(state, tried), precedents(decisions)].concat()),
        entry(ReasonStep::Conclusion, conclusion(violations, missing, verdict) + unread(state)),
    ]
}

fn facts(state: &ReviewState) -> String {
    if state.claims.is_empty() {
        return "심의할 주장이 없는 광고입니다.".to_owned();
    }
    let claims: Vec<String> =
        state.claims.iter().take(8).map(|claim| format!("“{}”", one_line(&claim.text))).collect();
    let more = state.claims.len().saturating_sub(8);
    let more = if more > 0 { format!(" 외 {more}건") } else { String::new() };
    format!("주장 {}건: {}{more}.", state.claims.len(), claims.join(", "))
}

fn law(parts: &DraftParts<'_>) -> String {
    let DraftParts { state, violations, citations, missing, .. } = *parts;
    let mut words = provisions(state, violations, citations, missing);
    words += &searched(parts);
    if state.ad.published_on.is_none() {
        words += " 게재일이 없어 심의일을 기준으로 하였습니다.";
    }
    if parts.digests_only {
        words += " 저장된 것은 법령 원문이 아니라 요지입니다.";
    }
    words
}

/// Says which cited passages the search found as well; empty where nothing is cited.
fn searched(parts: &DraftParts<'_>) -> String {
    let DraftParts { citations, support, .. } = *parts;
    let statutes = citations.iter().filter(|it| it.kind != DocumentKind::Precedent);
    let (found, rule_alone): (Vec<&Citation>, Vec<&Citation>) =
        statutes.partition(|it| support.iter().any(|found| found.article == it.article));
    if found.is_empty() && rule_alone.is_empty() {
        return String::new();
    }
    if found.is_empty() {
        return " 검색에서는 이 조문들을 찾지 못했고, 규칙만 이를 듭니다.".to_owned();
    }
    let added = support.iter().filter(|it| !it.named_by_rule);
    let mut added: Vec<&str> = added.map(|it| it.article.as_str()).collect();
    added.sort_unstable();
    added.dedup();
    let mut words = format!(" 검색도 이 가운데 {}건을 찾았습니다", found.len());
    if !added.is_empty() {
        words += &format!("(규칙에 없이 더한 것: {})", added.join(", "));
    }
    if !rule_alone.is_empty() {
        let articles: Vec<&str> = rule_alone.iter().map(|it| it.article.as_str()).collect();
        words += &format!(". 규칙만 든 것: {}", articles.join(", "));
    }
    words + "."
}

fn provisions(
    state: &ReviewState,
    violations: &[Violation],
    citations: &[Citation],
    missing: &[MissingGround],
) -> String {
    if !missing.is_empty() {
        let lines = missing.iter().map(|it| format!("{} {}", it.what, it.remedy));
        return lines.collect::<Vec<_>>().join(" ");
    }
    if violations.is_empty() {
        return format!("{} 시행 법령에 비추어 걸리는 조항이 없습니다.", state.as_of);
    }
    let mut articles: Vec<&str> = Vec::new();
    for citation in citations {
        if !articles.contains(&citation.article.as_str()) {
            articles.push(&citation.article);
        }
    }
    if articles.is_empty() {
        return format!(
            "{} 당시 시행 중인 조문을 찾지 못했습니다. 그때의 법령을 가져온 뒤 다시 심의해야 합니다.",
            state.as_of
        );
    }
    format!("{} 시행 기준으로 {}.", state.as_of, articles.join(", "))
}

/// Largest number of standards that are named for an advertisement without violations.
const MAX_STANDARDS: usize = 2;

fn elements(state: &ReviewState, violations: &[Violation], missing: &[MissingGround]) -> String {
    if violations.is_empty() && !missing.is_empty() {
        return "판단할 근거가 없어 금지 요건에 해당하는지 말할 수 없습니다.".to_owned();
    }
    if violations.is_empty() {
        let mut standards: Vec<String> = state
            .guidelines
            .iter()
            .take(MAX_STANDARDS)
            .map(|hit| format!("{} {}", hit.title, hit.article))
            .collect();
        standards.dedup();
        return match standards.is_empty() {
            true => "금지 요건에 해당하는 표현이 없습니다.".to_owned(),
            false => format!(
                "금지 요건에 해당하는 표현이 없습니다. 주장에 가장 가까운 심의기준: {}.",
                standards.join(", ")
            ),
        };
    }
    let lines =
        violations.iter().map(|v| format!("{} {}: {}", v.kind, v.kind.label(), v.rationale));
    lines.collect::<Vec<_>>().join(" ")
}

/// Describes the exceptions that apply, each with its reason; those that do not apply are counted.
fn exceptions(state: &ReviewState, more: &[TriedException]) -> String {
    let mut applied: Vec<String> = Vec::new();
    let mut in_vain = more.iter().filter(|it| !it.trial.unconfirmed).count();
    let tried = state.findings.iter().map(|finding| (finding.kind, &finding.exceptions));
    let let_through = state.cleared.iter().map(|cleared| (cleared.kind, &cleared.exceptions));
    for (kind, trials) in tried.chain(let_through) {
        in_vain += trials.iter().filter(|trial| !trial.applied && !trial.unconfirmed).count();
        for trial in trials.iter().filter(|trial| trial.applied && !trial.unconfirmed) {
            let line = format!("{kind}: {}.", trial.why.trim_end_matches('.'));
            if !applied.contains(&line) {
                applied.push(line);
            }
        }
    }
    applied.truncate(12);
    let mut asserted: Vec<String> = assertions::of(state)
        .into_iter()
        .map(|assertion| {
            format!(
                "{}: {} 사람이 확인하기 전에는 위반 여부를 정하지 않습니다.",
                assertion.kind, assertion.what
            )
        })
        .collect();
    asserted.truncate(12);
    let rejections =
        state.rejections.iter().map(|note| format!("앞선 기각 의견: {}.", one_line(note)));
    let mut lines: Vec<String> = applied.into_iter().chain(asserted).chain(rejections).collect();
    match (lines.is_empty(), in_vain) {
        (true, 0) => return "검토할 예외 사유가 없습니다.".to_owned(),
        (_, 0) => {}
        (true, tried) => lines.push(format!("예외 {tried}가지를 검토했으나 해당하지 않습니다.")),
        (false, tried) => lines.push(format!("그 밖의 예외 {tried}가지는 해당하지 않습니다.")),
    }
    lines.join(" ")
}

/// Describes the decisions that changed a finding or no longer count; the others are only shown.
fn precedents(decisions: &[WeighedDecision]) -> String {
    let mut words = String::new();
    for it in decisions {
        if it.effect != DecisionEffect::Shown || it.stance == Stance::LostGround {
            words += &format!(" {}: {}", it.case_number, it.why);
        }
    }
    words
}

/// Returns the sentence about an advertisement that was not read to its end; empty otherwise.
fn unread(state: &ReviewState) -> &'static str {
    match state.unread {
        true => " 문구를 끝까지 읽지 못했으므로 사람이 모두 읽고 판단해야 합니다.",
        false => "",
    }
}

fn conclusion(violations: &[Violation], missing: &[MissingGround], verdict: Verdict) -> String {
    if violations.is_empty() && !missing.is_empty() {
        return format!("그날의 규칙이나 법령이 없어 판단하지 못함 — {verdict}.");
    }
    if violations.is_empty() {
        return format!("위반 사항 없음 — {verdict}.");
    }
    let count = |severity| violations.iter().filter(|v| v.severity == severity).count();
    let by_severity: Vec<String> = [
        (Severity::Critical, "중대"),
        (Severity::High, "높음"),
        (Severity::Medium, "보통"),
        (Severity::Low, "낮음"),
    ]
    .into_iter()
    .filter(|(severity, _)| count(*severity) > 0)
    .map(|(severity, word)| format!("{word} {}건", count(severity)))
    .collect();
    let standards = violations.iter().filter(|v| v.level == Level::Standard).count();
    format!(
        "법령 위반 {}건, 심의기준 위반 {standards}건 ({}) — {verdict}.",
        violations.len() - standards,
        by_severity.join(" · ")
    )
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
