//! Finds advertisements of other cases with nearly the wording of one under review.

use std::cmp::Reverse;

use simui_domain::CaseId;
use simui_search::near_duplicate::{NEAR, SCHEME, Shingles};
use simui_store::{AdText, EarlierAd};
use tokio::task::JoinError;

use crate::faults::ErrorCode;
use crate::types::{SimilarAd, SimilarAds};
use crate::{ApiError, Desk};

/// Advertisements whose bands are computed and stored at a time.
const PAGE: u32 = 200;
/// Cases listed at most.
const MOST: usize = 10;
/// Characters of an excerpt.
const EXCERPT: usize = 160;

impl Desk {
    /// Lists other cases whose advertisement is a near-duplicate of the current version of this one.
    pub async fn similar_ads(&self, id: &CaseId) -> Result<SimilarAds, ApiError> {
        let case = self.stored_case(id).await?;
        self.complete_bands().await?;
        let Some(version) = case.versions.last() else {
            return Ok(SimilarAds { ads: Vec::new(), least: NEAR });
        };
        let text = Shingles::of(&version.ad.text);
        let bands = text.bands();
        if bands.is_empty() {
            return Ok(SimilarAds { ads: Vec::new(), least: NEAR });
        }
        let others = self.database.ads_with_bands(&bands, id).await?;
        let compared = tokio::task::spawn_blocking(move || {
            let similarity = |it: &EarlierAd| text.similarity(&Shingles::of(&it.ad.text));
            others.into_iter().map(|it| (similarity(&it), it)).collect()
        });
        let compared = compared.await.map_err(|error| interrupted(&error))?;
        Ok(SimilarAds { ads: most_similar(compared), least: NEAR })
    }

    /// Computes the bands of advertisements that have none yet. New ones get theirs when somebody asks, so
    /// that taking in an advertisement does not wait for it.
    async fn complete_bands(&self) -> Result<(), ApiError> {
        loop {
            let ads = self.database.ads_without_bands(SCHEME, PAGE).await?;
            if ads.is_empty() {
                return Ok(());
            }
            let computing = tokio::task::spawn_blocking(move || {
                let bands = |ad: AdText| (ad.case_id, ad.version, Shingles::of(&ad.text).bands());
                ads.into_iter().map(bands).collect::<Vec<_>>()
            });
            let bands = computing.await.map_err(|error| interrupted(&error))?;
            self.database.save_ad_bands(SCHEME, &bands).await?;
        }
    }
}

fn interrupted(error: &JoinError) -> ApiError {
    ApiError::invalid(ErrorCode::Internal, &[], format!("similar advertisements: {error}"))
}

/// Returns the near-duplicates, each case once by its most similar version.
fn most_similar(mut compared: Vec<(f32, EarlierAd)>) -> Vec<SimilarAd> {
    compared.retain(|(similarity, _)| *similarity >= NEAR);
    compared.sort_by(|(a, one), (b, other)| {
        b.total_cmp(a).then(Reverse(one.received_at).cmp(&Reverse(other.received_at)))
    });
    let mut ads: Vec<SimilarAd> = Vec::new();
    for (similarity, earlier) in compared {
        if ads.len() < MOST && ads.iter().all(|it| it.case_id != earlier.ad.case_id) {
            ads.push(to_view(similarity, earlier));
        }
    }
    ads
}

fn to_view(similarity: f32, earlier: EarlierAd) -> SimilarAd {
    let EarlierAd { ad, external_id, status, current, final_verdict, finalized_at, received_at } =
        earlier;
    SimilarAd {
        case_id: ad.case_id,
        external_id,
        version: ad.version,
        current,
        similarity,
        status,
        final_verdict,
        finalized_at,
        received_at,
        excerpt: ad.text.chars().take(EXCERPT).collect(),
    }
}
