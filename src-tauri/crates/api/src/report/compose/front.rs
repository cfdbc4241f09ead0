//! The first page: the case, its verdict and the law applied.

use simui_domain::{Action, CaseStatus, ReviewResult, korean_minute};

use super::is_final;
use crate::report::document::{Banner, BannerConfidence, Block, Shape, Tone, Words};
use crate::report::text::{Phrase, one_line, plain};
use crate::report::words;
use crate::types::CaseView;

/// Returns the case's number for a title.
pub fn number(case: &CaseView) -> String {
    let number = case.summary.external_id.as_deref().unwrap_or(case.summary.case_id.as_str());
    one_line(&plain(number), 60)
}

/// Returns number and advertiser for a title, shortened. The facts have them in full.
pub fn subject(case: &CaseView) -> String {
    let advertiser = case.ad.advertiser.as_deref().unwrap_or("광고주 미상");
    format!("{} · {}", number(case), one_line(&plain(advertiser), 60))
}

/// Returns the verdict, who gave it, and the desk's confidence.
pub fn banner(case: &CaseView, result: Option<&ReviewResult>) -> Banner {
    let verdict =
        case.summary.final_verdict.or(result.map(|result| result.verdict)).or(case.summary.verdict);
    let (shape, tone) = verdict.map_or((Shape::Circle, Tone::Calm), words::verdict);
    let word = verdict.map_or_else(
        || format!("판정 없음 ({})", words::status(case.summary.status)),
        |verdict| verdict.to_string(),
    );
    let state = match (verdict, is_final(case)) {
        (None, _) => "",
        (Some(_), true) => "확정",
        (Some(_), false) => "초안",
    };
    let lines = if is_final(case) { made_final(case) } else { still_open(case, result) };
    Banner {
        shape,
        tone,
        word,
        state: state.to_owned(),
        lines,
        confidence: result.map(|result| banner_confidence(case, result)),
    }
}

/// Returns the confidence of the draft. A person's verdict has none.
fn banner_confidence(case: &CaseView, result: &ReviewResult) -> BannerConfidence {
    let value = words::confidence(result.confidence.0);
    match is_final(case) {
        true => BannerConfidence { label: "초안의 확신도", value, band: "" },
        false => {
            BannerConfidence { label: "확신도", value, band: words::band(result.confidence) }
        }
    }
}

fn made_final(case: &CaseView) -> Vec<Words> {
    let when = case.finalized_at.map(|at| format!("{} 확정", korean_minute(at)));
    let signed = case
        .decisions
        .iter()
        .rev()
        .find(|decision| matches!(decision.action, Action::Approve | Action::Modify));
    let who = match signed {
        Some(decision) => format!(
            "{} {}의 결정 ({})",
            words::role(decision.reviewer.role),
            decision.reviewer.name,
            words::action(decision.action)
        ),
        None if case.human_reviewed => "심의관의 결정".to_owned(),
        None => "결정 규칙에 따라 사람 없이 확정".to_owned(),
    };
    let mut lines = vec![plain(&when.into_iter().chain([who]).collect::<Vec<_>>().join(" · "))];
    let drafted = case.result.as_ref().map(|result| result.verdict);
    if let (Some(drafted), Some(given)) = (drafted, case.summary.final_verdict)
        && drafted != given
    {
        lines.push(plain(&format!("데스크의 초안은 ‘{drafted}’ 판정이었습니다.")));
    }
    lines
}

fn still_open(case: &CaseView, result: Option<&ReviewResult>) -> Vec<Words> {
    let stands = match case.summary.status {
        CaseStatus::AwaitingReview => "심의관의 결정을 기다립니다.",
        CaseStatus::AwaitingRevision => "광고주의 수정본을 기다립니다.",
        CaseStatus::Running => "아직 심의하고 있습니다.",
        CaseStatus::Failed => "심의가 끝까지 가지 못했습니다.",
        CaseStatus::Completed => "심의를 마쳤습니다.",
    };
    let mut lines = vec![plain(stands)];
    if let Some(failure) = &case.failure {
        lines.push(plain(&format!("까닭: {failure}")));
    }
    let asked = result.and_then(|result| result.interrupt.as_ref());
    let reasons = asked.map_or(&case.summary.reasons, |interrupt| &interrupt.reasons);
    if !reasons.is_empty() {
        let reasons: Vec<_> = reasons.iter().map(|reason| words::reason(*reason)).collect();
        lines.push(plain(&format!("사람이 보아야 하는 까닭: {}", reasons.join(" · "))));
    }
    lines.push(plain("초안은 확정된 판정이 아니며 심의관의 판단을 대신하지 않습니다."));
    lines
}

/// Returns the facts of the case and the law applied.
pub fn facts(case: &CaseView) -> Vec<Block> {
    let ad = &case.ad;
    let mut rows: Vec<(&str, Words)> = Vec::new();
    if let Some(external) = &case.summary.external_id {
        rows.push(("접수 번호", plain(external)));
    }
    rows.push(("사건 번호", plain(case.summary.case_id.as_str())));
    rows.push(("광고주", plain(ad.advertiser.as_deref().unwrap_or("밝히지 않음"))));
    rows.push(("매체", medium(case)));
    rows.push(match ad.published_on {
        Some(day) => ("게재일", plain(&day.to_string())),
        None => {
            ("게재일", Phrase::new().plain("밝히지 않음 ").small("심의한 날의 법을 적용").words())
        }
    });
    rows.push((
        "적용 법령",
        match case.as_of {
            Some(day) => plain(&format!("{day}에 시행 중인 법령")),
            None => plain("아직 정하지 않음"),
        },
    ));
    if let Some(approval) = &ad.approval {
        let number = approval.number.as_deref().unwrap_or("번호 없음");
        let day = approval.approved_on.map(|day| format!(", {day} 승인")).unwrap_or_default();
        rows.push(("심의필", plain(&format!("{number}{day}"))));
    }
    rows.push(("접수", plain(&korean_minute(case.summary.created_at))));
    rows.push(("상태", plain(words::status(case.summary.status))));
    let rows = rows.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    vec![Block::Facts { rows }]
}

fn medium(case: &CaseView) -> Words {
    let name = case.ad.medium.as_ref().map_or("밝히지 않음", words::medium);
    let limited =
        if case.ad.access_restricted { " (로그인한 환자만 볼 수 있음)" } else { "" };
    plain(&format!("{name}{limited}"))
}
