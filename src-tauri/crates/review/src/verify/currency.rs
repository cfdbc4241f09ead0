//! 최신성: every source was in force on the day, in the version applied, and no decision that lost its ground
//! counts.

use simui_corpus::ProvisionLookup;
use simui_domain::{CheckItem, Citation, CitationStatus, DocumentKind, Stance};
use simui_flow::NodeError;

use super::{Case, CheckResult, listed};
use crate::state::Objection;

/// Checks whether the draft applies the law of the day.
pub(super) async fn check(case: &Case<'_>) -> Result<CheckResult, NodeError> {
    let mut objections = Vec::new();
    let (mut stale, mut later) = (Vec::new(), Vec::new());
    for citation in &case.draft.citations {
        if citation.kind == DocumentKind::Precedent {
            if citation.status == CitationStatus::Repealed {
                let why = citation.note.clone();
                stale.push(format!("{}({why})", citation.article));
                objections.push(lost(&citation.article, why));
            }
            continue;
        }
        if let Some(why) = out_of_date(case, citation).await? {
            let article = citation.article.clone();
            stale.push(format!("{article}({why})"));
            objections.push(Objection::Stale { article, why });
        } else if let Some(day) = case.law.changed_after(&citation.article).await? {
            later.push(format!("{}은 {day}부터 다른 말", citation.article));
        }
    }
    let mut fallen: Vec<String> = Vec::new();
    for it in case.weighed.iter().filter(|it| it.stance == Stance::LostGround) {
        let words = format!("{}({})", it.ruling.case_number(), it.why.trim_end_matches('.'));
        if !fallen.contains(&words) {
            fallen.push(words);
        }
    }
    for decision in &case.draft.decisions {
        let counts = decision.stance != Stance::LostGround;
        let without_ground = case.weighed.iter().find(|weighed| {
            weighed.stance == Stance::LostGround
                && weighed.ruling.title == decision.decision
                && case.state.findings.get(weighed.finding).is_some_and(|f| f.kind == decision.kind)
        });
        let why = match (without_ground, decision.status) {
            (Some(it), _) => it.why.clone(),
            (None, CitationStatus::Repealed) => "효력을 잃은 판단입니다.".to_owned(),
            (None, _) => continue,
        };
        if counts {
            let case_number = decision.case_number.clone();
            stale.push(format!("{case_number}({why})"));
            objections.push(Objection::Decision { case_number, why });
        }
    }
    Ok(CheckResult::new(CheckItem::Currency, note(case, stale, later, fallen), objections))
}

fn note(case: &Case<'_>, stale: Vec<String>, later: Vec<String>, fallen: Vec<String>) -> String {
    let as_of = case.state.as_of;
    let statutes = case.draft.citations.iter().filter(|c| c.kind == DocumentKind::Statute);
    let mut versions: Vec<&str> = statutes.map(|citation| citation.version.as_str()).collect();
    versions.sort_unstable();
    versions.dedup();
    let mut note = match (stale.is_empty(), versions.is_empty()) {
        (false, _) => format!("{as_of}에 쓸 수 없는 인용: {}.", listed(stale, 4)),
        (true, true) => format!("{as_of} 기준: 대조할 법령 인용이 없습니다."),
        (true, false) => format!("{as_of} 시행: {}.", versions.join(", ")),
    };
    if !later.is_empty() {
        note += &format!(" 그 뒤 바뀐 조문: {}.", listed(later, 3));
    }
    if !fallen.is_empty() {
        note += &format!(" 근거를 잃어 세지 않은 판례: {}.", listed(fallen, 4));
    }
    note
}

/// Returns why a citation of a law or standard does not show the text in force on the day; `None` when it
/// does.
async fn out_of_date(case: &Case<'_>, citation: &Citation) -> Result<Option<String>, NodeError> {
    let as_of = case.state.as_of;
    if citation.status == CitationStatus::Repealed {
        return Ok(Some(citation.note.clone()));
    }
    let statute = citation.kind == DocumentKind::Statute;
    let has_begun = match citation.effective_from {
        Some(from) => from <= as_of,
        None => !statute,
    };
    if !has_begun {
        return Ok(Some("그날 시행 전인 조문입니다.".to_owned()));
    }
    let found = match case.law.find_reference(&citation.article).await? {
        ProvisionLookup::Found(found) => found,
        // A missing article is a matter of 인용 정확성.
        _ => return Ok(None),
    };
    if citation.digest && !found.digest {
        return Ok(Some("요지를 인용했는데 그날 시행 중인 원문이 저장되어 있습니다.".to_owned()));
    }
    let same = found.version == citation.version && found.effective_from == citation.effective_from;
    Ok((!same).then(|| {
        let day = found.effective_from.map_or_else(String::new, |day| format!("{day} 시행 "));
        format!("그날 시행 중인 것은 {day}{}입니다.", found.version)
    }))
}

fn lost(article: &str, why: String) -> Objection {
    let number = article.split(' ').find(|word| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.contains(|c: char| ('가'..='힣').contains(&c))
    });
    Objection::Decision { case_number: number.unwrap_or(article).to_owned(), why }
}
