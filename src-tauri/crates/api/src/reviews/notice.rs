//! 수정요청 통지: the notice to the advertiser.

use jiff::civil::Date;
use simui_domain::{Ad, ReviewResult, Reviewer};

/// Returns the text of the notice: the violations, their grounds, the suggested wording and the reviewer's
/// remarks.
pub fn write(
    ad: Option<&Ad>,
    result: &ReviewResult,
    note: &str,
    reviewer: &Reviewer,
    day: Date,
) -> String {
    let mut text = String::from("의료광고 수정 요청\n\n");
    text += &format!(
        "받는 곳: {}\n",
        ad.and_then(|ad| ad.advertiser.as_deref()).unwrap_or("광고주 귀하")
    );
    if let Some(id) = ad.and_then(|ad| ad.id.as_deref()) {
        text += &format!("광고 번호: {id}\n");
    }
    text += &format!("보낸 날: {day}\n심의관: {}\n\n", reviewer.name);
    text += "아래 광고는 다음 사항을 고친 뒤 다시 심의를 받아야 합니다.\n\n[광고 원문]\n";
    text += &format!("{}\n\n[고칠 사항]\n", ad.map_or("", |ad| ad.text.as_str()));
    if result.violations.is_empty() {
        text += "- 아래 심의관 의견을 참고하십시오.\n";
    }
    for violation in &result.violations {
        let claim = result.claims.iter().find(|claim| claim.id == violation.claim_id);
        let claim = claim.map_or("", |claim| claim.text.as_str());
        text += &format!("- “{claim}”: {}\n", violation.rationale);
        for citation in violation.citations.iter().filter_map(|at| result.citations.get(*at)) {
            let digest = if citation.digest { " (요지)" } else { "" };
            text += &format!("  · {}{digest}: {}\n", citation.article, citation.quote);
        }
        if let Some(suggestion) =
            result.suggestions.iter().find(|s| s.claim_id == violation.claim_id)
        {
            match suggestion.after.as_str() {
                "" => text += "  · 제안: 이 표현을 뺍니다.\n",
                after => text += &format!("  · 제안: “{after}”\n"),
            }
        }
    }
    text += &format!("\n[심의관 의견]\n{}\n", note.trim());
    text
}
