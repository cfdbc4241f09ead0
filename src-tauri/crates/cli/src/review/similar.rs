//! `simui review similar`: other cases with nearly the same wording.

use simui_api::Desk;
use simui_api::types::{SimilarAd, SimilarAds};
use simui_domain::CaseId;

use crate::error::CliError;
use crate::output::Output;

/// Lists other cases whose advertisement is a near-duplicate of this one.
pub async fn similar(desk: &Desk, case: &CaseId, out: Output) -> Result<(), CliError> {
    out.result(&desk.similar_ads(case).await?, describe);
    Ok(())
}

fn describe(found: &SimilarAds) -> String {
    if found.ads.is_empty() {
        let least = percent(found.least);
        return format!("문구가 {least} 이상 같은 다른 사건이 없습니다.\n");
    }
    found.ads.iter().map(line).collect()
}

fn line(ad: &SimilarAd) -> String {
    let name = ad.external_id.as_deref().unwrap_or(ad.case_id.as_str());
    let verdict = ad.final_verdict.map_or("심의 중", |verdict| verdict.as_str());
    let replaced = if ad.current { "" } else { " (고치기 전 문구)" };
    let excerpt = ad.excerpt.replace('\n', " ");
    format!("{}\t{}\t{name}\t{verdict}{replaced}\t{excerpt}\n", percent(ad.similarity), ad.case_id)
}

/// Rounds down, so that only equal wording is 100 %.
fn percent(share: f32) -> String {
    format!("{}%", (share * 100.0).floor())
}
