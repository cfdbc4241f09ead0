//! The result of a review and its parts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    AutomaticFinish, CaseId, ChatOpinion, Citation, Claim, ClaimId, Confidence, ConfidenceParts,
    Suggestion, Support, Verdict, Violation, ViolationKind, WeighedDecision,
};

/// Status of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CaseStatus {
    /// Nodes are running, or were when the process ended; the run continues at the next start.
    Running,
    /// A person must decide.
    AwaitingReview,
    /// 수정요청 was sent; a new version of the advertisement is awaited.
    AwaitingRevision,
    /// The verdict is final.
    Completed,
    /// The run ended with an error, which the case shows.
    Failed,
}

/// 판단의 다섯 단계.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReasonStep {
    /// 사실관계.
    Facts,
    /// 법령 적용.
    Law,
    /// 요건 충족.
    Elements,
    /// 예외 사유.
    Exceptions,
    /// 결론.
    Conclusion,
}

/// One step of the reasoning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReasoningEntry {
    /// The step.
    pub step: ReasonStep,
    /// The result of the step.
    pub text: String,
}

/// 검증 체크리스트의 다섯 항목.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CheckItem {
    /// 인용 정확성.
    Citations,
    /// 논리 일관성.
    Logic,
    /// 최신성.
    Currency,
    /// 예외 조항.
    Exceptions,
    /// 균형성.
    Balance,
}

/// Result of one check by the adversarial verifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChecklistEntry {
    /// The checked item.
    pub item: CheckItem,
    /// Whether the draft passed.
    pub passed: bool,
    /// What was checked; if the draft failed, what to correct.
    pub note: String,
}

/// Reason why a person must decide a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum InterruptReason {
    /// Confidence below .80.
    LowConfidence,
    /// The verdict is 보류.
    Hold,
    /// Three rounds of verification found no acceptable draft.
    MaxIterations,
    /// A violation is critical.
    Critical,
    /// A reviewer rejected the previous draft and must judge the new one.
    Rejected,
    /// Drawn as a sample from the .80–.95 band.
    Sample,
    /// The case was final and a person reopened it.
    Reopened,
    /// The wording model suspects a violation that no rule found.
    Suspicion,
    /// A chat model judges it differently from the rules.
    ChatDisagrees,
    /// The advertisement addresses its reviewer.
    Instructions,
    /// The rules did not read the whole advertisement: it is too long, or has too long runs without
    /// spaces.
    Unread,
    /// The office does not allow this verdict to become final without a person
    /// ([`crate::AutomaticFinish`]).
    Verdict,
    /// No rules of a kind apply on the advertisement's day, or a rule pack cannot be read.
    NoRules,
    /// No law for the judgement is stored for the advertisement's day, or that day is in the future.
    NoLaw,
    /// The advertiser asserts something that only a register or a person can confirm.
    Evidence,
}

impl InterruptReason {
    /// Whether the desk cannot judge because rules or law are missing.
    pub fn is_missing_ground(self) -> bool {
        matches!(self, InterruptReason::NoRules | InterruptReason::NoLaw)
    }
}

/// 살펴볼 곳: wording that the model finds similar to violations of a kind, or that a rule only asks a person
/// about, where no rule found a violation of the kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WordingSuspicion {
    /// Kind of violation.
    pub kind: ViolationKind,
    /// Exactly the characters `start..end` of the advertisement.
    pub text: String,
    /// Offset of the first scalar value.
    pub start: usize,
    /// Offset after the last scalar value.
    pub end: usize,
    /// Probability of the kind by the model, or how unequivocal the wording is by the rule, `0.0..=1.0`.
    pub probability: f64,
    /// The rule that asks a person, like `comparison.named@2026.9`; `None` where the model suspects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

/// Rules or law that the desk lacks to judge an advertisement of its day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MissingGround {
    /// [`InterruptReason::NoRules`] or [`InterruptReason::NoLaw`].
    pub reason: InterruptReason,
    /// What is missing, as a Korean sentence.
    pub what: String,
    /// What to import or to do, as a Korean sentence.
    pub remedy: String,
}

/// A statement of the advertiser that would clear a violation, or that nothing stored confirms. A person
/// must check it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Assertion {
    /// The kind of violation that it would clear.
    pub kind: ViolationKind,
    /// The claim that it concerns; absent if it concerns the whole advertisement.
    pub claim_id: Option<ClaimId>,
    /// Name of the exception or field: `objective_evidence`, `accreditation`, `approval`.
    pub name: String,
    /// What is asserted and how to check it, as a Korean sentence.
    pub what: String,
    /// Whether the violation stands until a person has checked; otherwise the wording itself is no violation.
    pub violation_stands: bool,
}

/// The question that a run asks a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Interrupt {
    /// The reasons, at least one.
    pub reasons: Vec<InterruptReason>,
}

/// 적용한 규칙 묶음: a version of a rule pack that was applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AppliedPack {
    /// Id of the pack, for example `superlative`.
    pub id: String,
    /// Version, for example `2026.3`.
    pub version: String,
    /// SHA-256 of the pack's text, hexadecimal.
    pub sha256: String,
}

/// The result of a review: one output line of `simui review run`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReviewResult {
    /// The sender's own number, as it was submitted.
    pub id: Option<String>,
    /// The desk's id of the case.
    pub case_id: CaseId,
    /// Status of the case.
    pub status: CaseStatus,
    /// The desk's verdict, a draft until a person or the decision rule makes it final.
    pub verdict: Verdict,
    /// 확신도.
    pub confidence: Confidence,
    /// The four parts of the confidence.
    pub confidence_parts: ConfidenceParts,
    /// 주장.
    pub claims: Vec<Claim>,
    /// 위반 사항.
    pub violations: Vec<Violation>,
    /// 인용, referred to by index.
    pub citations: Vec<Citation>,
    /// The five steps of the reasoning, in order.
    pub reasoning: Vec<ReasoningEntry>,
    /// 판례 weighed for and against the findings.
    #[serde(default)]
    pub decisions: Vec<WeighedDecision>,
    /// 검색이 찾은 근거: the cited statutes and standards that the search found as well; absent in results
    /// from before this was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub support: Option<Vec<Support>>,
    /// The five checks of the verifier, in order.
    pub checklist: Vec<ChecklistEntry>,
    /// 고침 제안.
    pub suggestions: Vec<Suggestion>,
    /// Number of drafts that were written, 1 to 3.
    pub iterations: u32,
    /// The question, while a person must decide.
    pub interrupt: Option<Interrupt>,
    /// Engine by role: `rules` or `chat:<model>`.
    pub engine: BTreeMap<String, String>,
    /// Milliseconds by node, and `total`.
    pub timings_ms: BTreeMap<String, f64>,
    /// Information for the reviewer that is no violation: hidden text, exempt content, only digests
    /// found.
    #[serde(default)]
    pub notices: Vec<String>,
    /// The rule packs that were applied, whether they found something or not; empty in results from
    /// before they were recorded.
    #[serde(default)]
    pub packs: Vec<AppliedPack>,
    /// Output of chat models beside the rules; absent if no model was called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub opinion: Option<ChatOpinion>,
    /// Rules or law that are missing; the verdict is 보류 then.
    #[serde(default)]
    pub missing_grounds: Vec<MissingGround>,
    /// Statements of the advertiser that a person must check.
    #[serde(default)]
    pub assertions: Vec<Assertion>,
    /// Wording that the model suspects where no rule fired. A person looks at it; it is no violation.
    #[serde(default)]
    pub suspicions: Vec<WordingSuspicion>,
    /// Verdicts that could become final without a person at that time; absent in results from before this
    /// was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub automatic_finish: Option<AutomaticFinish>,
}
