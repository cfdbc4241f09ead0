//! 논리 일관성: claim, rule, article, level, severity, rationale, verdict and proposed wording fit together.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::{
    Ad, CheckItem, Citation, Claim, DocumentKind, Level, Suggestion, Verdict, Violation,
};

use super::{Case, CheckResult};
use crate::draft::{BindingObjections, can_be_filled_in, is_for, verdict_of};
use crate::finding::Finding;
use crate::kinds::basis;
use crate::provisions;
use crate::rewrite::BLANK;
use crate::rules::AdContext;
use crate::state::Objection;

/// Largest number of proposed wordings that are read again; more than any reviewer reads.
const MAX_SUGGESTIONS: usize = 40;

/// A provision in a rationale, like 제56조제2항제8호.
#[expect(clippy::expect_used, reason = "a constant pattern that the tests of this folder compile")]
static PROVISION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"제\d+조(?:의\d+)?(?:\s?제\d+항)?(?:\s?제\d+호)?").expect("a valid pattern")
});

/// Checks whether the parts of the draft fit together.
pub(super) fn check(case: &Case<'_>) -> CheckResult {
    let mut problems = Vec::new();
    let mut objections = Vec::new();
    let mut object = |words: String, objection: Objection| {
        problems.push(words);
        objections.push(objection);
    };
    for violation in &case.draft.violations {
        for objection in inconsistencies(case, violation) {
            let why = why(&objection);
            object(format!("{} {}: {why}", violation.kind, violation.claim_id), objection);
        }
    }
    for finding in findings_without_violation(case) {
        let why = "규칙이 찾은 것을 까닭 없이 빠뜨렸습니다.".to_owned();
        let words = format!("{} {}: {why}", finding.kind, finding.claim_id);
        object(words, level(finding.rule.clone(), finding.claim_id.clone(), why));
    }
    let expected = verdict_of(&case.draft.violations, case.state, &case.draft.tried);
    if case.draft.verdict != expected && case.draft.verdict != Verdict::Hold {
        let words = format!("판정표는 {expected}인데 초안은 {}입니다.", case.draft.verdict);
        object(words, Objection::Verdict { expected });
    }
    let suggestions: Vec<&Suggestion> =
        case.draft.suggestions.iter().take(MAX_SUGGESTIONS).collect();
    for suggestion in &suggestions {
        if let Some(why) = unfit(case, suggestion) {
            let (claim_id, after) = (suggestion.claim_id.clone(), suggestion.after.clone());
            let words = format!("{claim_id}의 고침 제안: {why}");
            object(words, Objection::Suggestion { claim_id, after, why });
        }
    }
    let note = match problems.is_empty() {
        false => problems.join(" "),
        true if suggestions.is_empty() => "주장·규칙·조문·판정표가 서로 맞습니다.".to_owned(),
        true => format!(
            "주장·규칙·조문·수준·판정표가 서로 맞고, 고침 제안 {}건은 다시 읽어도 같은 규칙에 걸리지 않습니다.",
            suggestions.len()
        ),
    };
    CheckResult::new(CheckItem::Logic, note, objections)
}

fn why(objection: &Objection) -> &str {
    match objection {
        Objection::Violation { why, .. }
        | Objection::Article { why, .. }
        | Objection::Level { why, .. }
        | Objection::Rationale { why, .. } => why,
        _ => "",
    }
}

fn level(rule: String, claim_id: simui_domain::ClaimId, why: String) -> Objection {
    Objection::Level { rule, claim_id, why }
}

/// Returns what does not fit in a violation.
fn inconsistencies(case: &Case<'_>, violation: &Violation) -> Vec<Objection> {
    let (rule, claim_id) = (violation.rule.clone(), violation.claim_id.clone());
    let contradiction = |why: &str, fatal| {
        let (rule, claim_id, why) = (rule.clone(), claim_id.clone(), why.to_owned());
        vec![Objection::Violation { rule, claim_id, why, fatal }]
    };
    let Some(claim) = case.state.claims.iter().find(|claim| claim.id == claim_id) else {
        return contradiction("주장이 광고에 없습니다.", true);
    };
    if claim.span().slice(&case.state.ad.text) != Some(claim.text.as_str()) {
        return contradiction("주장이 광고 원문과 다릅니다.", true);
    }
    let found = |it: &&Finding| it.rule == rule && it.claim_id == claim_id;
    let at = case.state.findings.iter().position(|it| found(&it));
    let Some((at, finding)) = at.and_then(|at| Some((at, case.state.findings.get(at)?))) else {
        return contradiction("이 주장에서 그 규칙은 걸리지 않았습니다.", true);
    };
    let cited: Vec<&Citation> =
        violation.citations.iter().filter_map(|at| case.draft.citations.get(*at)).collect();
    if cited.iter().all(|citation| citation.kind == DocumentKind::Precedent) {
        let why = "근거 조문을 인용하지 못했습니다. 게재일에 시행 중인 법령을 가져와야 합니다.";
        return contradiction(why, false);
    }
    let mut objections = Vec::new();
    let provisions = basis(finding.kind).provisions;
    let foreign = |article: &str| {
        article.starts_with("의료법") && !provisions.iter().any(|it| article.starts_with(it))
    };
    for citation in &cited {
        let statute = citation.kind == DocumentKind::Statute;
        if !statute || !foreign(&citation.article) && citation.article.starts_with("의료법") {
            continue;
        }
        let statutes = finding.articles.iter().filter(|it| it.starts_with("의료법"));
        if statutes.clone().count() > 0 && statutes.clone().all(|article| foreign(article)) {
            // The rule itself names no article that its kind may rest on.
            let why = format!("{}은 이 유형의 근거가 아닙니다.", citation.article);
            return contradiction(&why, true);
        }
        let article = citation.article.clone();
        let why = format!("{article}은 이 유형의 근거가 아닙니다.");
        let (rule, claim_id) = (rule.clone(), claim_id.clone());
        objections.push(Objection::Article { rule, claim_id, article, why });
    }
    for citation in &cited {
        if let Some(why) = provisions::unfit(citation, &cited) {
            let article = citation.article.clone();
            let (rule, claim_id) = (rule.clone(), claim_id.clone());
            objections.push(Objection::Article { rule, claim_id, article, why });
        }
    }
    let unfit = [
        kind_level_and_severity(case, violation, finding, at),
        article_and_level(violation, &cited),
    ];
    for why in unfit.into_iter().flatten() {
        objections.push(level(rule.clone(), claim_id.clone(), why));
    }
    if let Some(why) = rationale(violation, finding, &cited) {
        objections.push(Objection::Rationale { rule, claim_id, why });
    }
    objections
}

/// Returns where kind, level or severity differs from what follows from the finding.
fn kind_level_and_severity(
    case: &Case<'_>,
    violation: &Violation,
    finding: &Finding,
    at: usize,
) -> Option<String> {
    if violation.kind != finding.kind {
        return Some(format!("규칙은 {}을 찾았습니다.", finding.kind));
    }
    let (level, severity) =
        BindingObjections::of(case.state).level_and_severity(finding, at, case.weighed);
    let beside = violation.level == Level::Standard && level == Level::Statute;
    // A second violation, of the standard beside the law, is never graver than 낮음.
    if beside && violation.severity == simui_domain::Severity::Low {
        return None;
    }
    // The finding was lowered, but no standard is in force that day.
    let unlowered = violation.level == Level::Statute && level == Level::Standard;
    if violation.severity != severity {
        return Some("심각도가 규칙과 판례에서 따라 나오는 것과 다릅니다.".to_owned());
    }
    (beside || unlowered && finding.level == Level::Standard)
        .then(|| "수준이 규칙과 판례에서 따라 나오는 것과 다릅니다.".to_owned())
}

/// Returns whether the article is not cited, or is of another kind than the level.
fn article_and_level(violation: &Violation, cited: &[&Citation]) -> Option<String> {
    let Some(own) = cited.iter().find(|citation| citation.article == violation.article) else {
        return Some(format!("{}을 들었으나 인용하지 않았습니다.", violation.article));
    };
    let fits = match violation.level {
        Level::Statute => own.kind == DocumentKind::Statute,
        Level::Standard => own.kind == DocumentKind::Guideline,
    };
    let (wanted, other) = match violation.level {
        Level::Statute => (DocumentKind::Statute, "법령"),
        Level::Standard => (DocumentKind::Guideline, "심의기준"),
    };
    // Where no article of the right kind is in force, another one may stand in.
    let better = cited.iter().any(|citation| citation.kind == wanted);
    (!fits && (better || violation.level == Level::Statute))
        .then(|| format!("{other} 위반인데 든 조문은 {}입니다.", violation.article))
}

/// Returns a provision in the rationale that the violation does not cite, its rule does not name, and its
/// kind does not rest on.
fn rationale(violation: &Violation, finding: &Finding, cited: &[&Citation]) -> Option<String> {
    let squeezed = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let mut known: Vec<String> = cited.iter().map(|it| squeezed(&it.article)).collect();
    known.extend(finding.articles.iter().map(|article| squeezed(article)));
    known.extend(basis(finding.kind).provisions.iter().map(|it| squeezed(it)));
    known.push(squeezed(&finding.rationale));
    let uncited = PROVISION.find_iter(&violation.rationale).find(|mention| {
        let words = squeezed(mention.as_str());
        let within = |article: &String| {
            article.match_indices(&words).any(|(at, _)| {
                // 제5조 does not occur in 제56조, nor 제1호 in 제13호.
                !article.get(at + words.len()..).unwrap_or_default().starts_with("의")
            })
        };
        !known.iter().any(within)
    })?;
    Some(format!("이유에 든 {}를 인용하지 않았습니다.", uncited.as_str()))
}

/// Returns the findings without a violation that nobody rejected.
fn findings_without_violation<'a>(case: &Case<'a>) -> Vec<&'a Finding> {
    let binding = BindingObjections::of(case.state);
    let missing = |finding: &&Finding| {
        !binding.drops(finding)
            && !case
                .draft
                .violations
                .iter()
                .any(|it| it.rule == finding.rule && it.claim_id == finding.claim_id)
    };
    case.state.findings.iter().filter(missing).collect()
}

/// Returns what is wrong with a proposed wording: it is for another text, or breaks the rule that asked for
/// it.
fn unfit(case: &Case<'_>, suggestion: &Suggestion) -> Option<String> {
    let of = |claim: &&Claim| claim.id == suggestion.claim_id;
    let Some(claim) = case.state.claims.iter().find(of) else {
        return Some("그런 주장이 없습니다.".to_owned());
    };
    if !is_for(suggestion, claim, &case.state.ad) {
        return Some("고치려는 말이 주장과 다릅니다.".to_owned());
    }
    if suggestion.after.trim().is_empty() {
        return None;
    }
    // Only the wording is examined: it cannot mend medium and approval.
    let ad = Ad { text: suggestion.after.clone(), ..Ad::default() };
    let context =
        AdContext { ad: &ad, as_of: case.state.as_of, technologies: &case.library.technologies };
    let found = case.detector.examine(&context).findings;
    let proposed_by = |rule: &str| {
        let mut violations = case.draft.violations.iter();
        violations.any(|it| it.claim_id == suggestion.claim_id && it.rule == rule)
    };
    let open =
        |finding: &&Finding| suggestion.after.contains(BLANK) && can_be_filled_in(finding.kind);
    let mut again = found.iter().filter(|finding| !open(finding));
    let again = again.find(|finding| proposed_by(&finding.rule))?;
    Some(format!("고친 문구가 같은 규칙에 다시 걸립니다({}).", again.kind.label()))
}
