//! 인용 정확성: compares every quote with the stored text of its place, as of the advertisement's day.

use simui_corpus::LawOnDay;
use simui_domain::{CheckItem, CitationStatus, DocumentKind, Stance};
use simui_flow::NodeError;

use super::{Case, CheckResult, listed};
use crate::cite;
use crate::state::{Draft, Objection};

/// Compares every quote of a draft with its source again, and overwrites its status with the result.
pub(super) async fn recheck(draft: &mut Draft, law: &LawOnDay<'_>) -> Result<(), NodeError> {
    cite::recheck_on(law, &mut draft.citations).await?;
    for decision in &mut draft.decisions {
        let check = law.verify_quote(&decision.quote, &decision.article).await?;
        decision.status = check.status;
    }
    Ok(())
}

/// Checks whether all quotes match their sources. Whether a source is in force on the day (`REPEALED`) is a
/// matter of 최신성.
pub(super) fn check(case: &Case<'_>) -> CheckResult {
    let draft = case.draft;
    let wrong =
        |status: CitationStatus| !status.is_confirmed() && status != CitationStatus::Repealed;
    let mut objections = Vec::new();
    let mut failed = Vec::new();
    for citation in draft.citations.iter().filter(|citation| wrong(citation.status)) {
        let (article, why) = (citation.article.clone(), citation.note.clone());
        failed.push(format!("{article}({why})"));
        objections.push(Objection::Citation { article, why, quote: citation.quote.clone() });
    }
    for decision in &draft.decisions {
        let lost = decision.stance == Stance::LostGround;
        if wrong(decision.status) && !(lost && decision.status == CitationStatus::Unchecked) {
            let case_number = decision.case_number.clone();
            let why = format!("{}에 그런 말이 없습니다.", decision.article);
            failed.push(why.clone());
            objections.push(Objection::Decision { case_number, why });
        }
    }
    let of = |kind| draft.citations.iter().filter(|citation| citation.kind == kind).count();
    let all = draft.citations.len() + draft.decisions.len();
    let mut note = match (all, failed.is_empty()) {
        (0, _) => "인용이 없습니다.".to_owned(),
        (all, true) => format!(
            "인용 {all}건(법령 {}, 심의기준 {}, 판례 {})을 저장된 원문과 대조해 모두 일치합니다.",
            of(DocumentKind::Statute),
            of(DocumentKind::Guideline),
            of(DocumentKind::Precedent) + draft.decisions.len(),
        ),
        (all, false) => {
            format!("인용 {all}건 중 {}건이 원문과 다릅니다: {}.", failed.len(), listed(failed, 4))
        }
    };
    let digests = draft.citations.iter().filter(|citation| citation.digest).count();
    if digests > 0 {
        note += &format!(" {digests}건은 공식 원문이 아니라 요지와 대조했습니다.");
    }
    CheckResult::new(CheckItem::Citations, note, objections)
}
