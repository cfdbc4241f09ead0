//! Earlier advertisements that read almost like one under review.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::{CaseId, CaseStatus, Verdict};
use ts_rs::TS;

/// An advertisement of another case with nearly the same wording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SimilarAd {
    /// The case.
    pub case_id: CaseId,
    /// The sender's number.
    pub external_id: Option<String>,
    /// The version of its advertisement that is most similar, from 1.
    pub version: u32,
    /// Whether the advertiser has not replaced this version since. The verdict is on the current version.
    pub current: bool,
    /// Share of letter sequences that both have, 0..=1; 1 where they differ in spaces and signs at most.
    pub similarity: f32,
    /// Status of the case.
    pub status: CaseStatus,
    /// The final verdict; `None` while undecided.
    pub final_verdict: Option<Verdict>,
    /// When the verdict became final.
    #[ts(type = "string | null")]
    pub finalized_at: Option<Timestamp>,
    /// When this version was received.
    #[ts(type = "string")]
    pub received_at: Timestamp,
    /// The first 160 characters of the wording.
    pub excerpt: String,
}

/// The advertisements with nearly the same wording as a case's current version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SimilarAds {
    /// Each case once, the most similar first; of equal ones the later received.
    pub ads: Vec<SimilarAd>,
    /// Least similarity of those listed.
    pub least: f32,
}
