use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    AutomaticFinish, CaseId, ChatOpinion, Citation, Claim, ClaimId, Confidence, ConfidenceParts,
    Verdict, Violation, ViolationKind, WeighedDecision,
};

/// Where a case stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CaseStatus {
    /// Nodes are running, or were when the process ended; it goes on at the next start.
    Running,
    /// A person must decide.
    AwaitingReview,
    /// 수정요청 was sent; a new version of the advertisement is awaited.
    AwaitingRevision,
    /// Final.
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

/// One step, in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReasoningEntry {
    /// Which step.
    pub step: ReasonStep,
    /// What was found at it.
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

/// What the adversarial verifier found for one item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChecklistEntry {
    /// Which item.
    pub item: CheckItem,
    /// Whether the draft survived it.
    pub passed: bool,
    /// What was tried; when it failed, what to fix.
    pub note: String,
}

/// 고침 제안.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Suggestion {
    /// The claim to rewrite.
    pub claim_id: ClaimId,
    /// Its present wording.
    pub before: String,
    /// The proposed wording; empty means: remove it.
    pub after: String,
    /// Why.
    pub why: String,
}

/// Why a person must look at the case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum InterruptReason {
    /// Confidence below .80.
    LowConfidence,
    /// The verdict is 보류.
    Hold,
    /// Three rounds of verification did not settle it.
    MaxIterations,
    /// A violation is critical.
    Critical,
    /// A reviewer rejected the previous draft; the new one is theirs to judge.
    Rejected,
    /// Drawn as a sample from the .80–.95 band.
    Sample,
    /// It was final, and a person took it up again.
    Reopened,
    /// A chat model sees it differently from the rules.
    ChatDisagrees,
    /// The advertisement speaks to whoever reviews it.
    Instructions,
    /// The rules did not read the advertisement to its end: it is too long, or runs on without spaces.
    Unread,
    /// The office does not let this verdict become final without a person ([`crate::AutomaticFinish`]).
    Verdict,
    /// No rules of a kind apply on the advertisement's day, or a rule pack cannot be read.
    NoRules,
    /// No law that the judgement rests on is stored for the advertisement's day, or that day has not come.
    NoLaw,
    /// The advertiser asserts something that only a register or a person can confirm.
    Evidence,
}

impl InterruptReason {
    /// Whether something is missing without which the desk cannot judge at all.
    pub fn is_missing_ground(self) -> bool {
        matches!(self, InterruptReason::NoRules | InterruptReason::NoLaw)
    }
}

/// Something without which the desk cannot judge an advertisement of its day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MissingGround {
    /// [`InterruptReason::NoRules`] or [`InterruptReason::NoLaw`].
    pub reason: InterruptReason,
    /// What is missing, as a Korean sentence.
    pub what: String,
    /// What to import or to do, as a Korean sentence.
    pub remedy: String,
}

/// A statement of the advertiser that would clear a violation, or that nothing stored confirms. A person checks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Assertion {
    /// The kind of violation that it speaks against.
    pub kind: ViolationKind,
    /// The claim that it is about; absent where it is about the whole advertisement.
    pub claim_id: Option<ClaimId>,
    /// The exception or field by its name: `objective_evidence`, `accreditation`, `approval`.
    pub name: String,
    /// What is asserted and how to check it, as a Korean sentence.
    pub what: String,
    /// The violation stays until a person has checked; otherwise the wording itself is none.
    pub violation_stands: bool,
}

/// The question a run asks a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Interrupt {
    /// At least one.
    pub reasons: Vec<InterruptReason>,
}

/// 적용한 규칙 묶음: one version of it, and which text that was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AppliedPack {
    /// `superlative`.
    pub id: String,
    /// `2026.3`.
    pub version: String,
    /// SHA-256 of its text, hexadecimal.
    pub sha256: String,
}

/// The result of a review: one output line of `simui review run`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReviewResult {
    /// The sender's own number, as it came in.
    pub id: Option<String>,
    /// Ours.
    pub case_id: CaseId,
    /// Where the case stands.
    pub status: CaseStatus,
    /// The desk's verdict (a draft until a person or the decision rule makes it final).
    pub verdict: Verdict,
    /// 확신도.
    pub confidence: Confidence,
    /// Its four parts.
    pub confidence_parts: ConfidenceParts,
    /// 주장.
    pub claims: Vec<Claim>,
    /// 위반 사항.
    pub violations: Vec<Violation>,
    /// 인용, referred to by index.
    pub citations: Vec<Citation>,
    /// Five entries, in order.
    pub reasoning: Vec<ReasoningEntry>,
    /// 판례 weighed for and against the findings.
    #[serde(default)]
    pub decisions: Vec<WeighedDecision>,
    /// Five entries, in order.
    pub checklist: Vec<ChecklistEntry>,
    /// 고침 제안.
    pub suggestions: Vec<Suggestion>,
    /// How many drafts were written (1 to 3).
    pub iterations: u32,
    /// Present while, and because, a person is asked.
    pub interrupt: Option<Interrupt>,
    /// Role to engine: `rules` or `chat:<model>`.
    pub engine: BTreeMap<String, String>,
    /// Milliseconds by node, and `total`.
    pub timings_ms: BTreeMap<String, f64>,
    /// Things a reviewer should know that are not violations: hidden text, exempt content, digests only.
    #[serde(default)]
    pub notices: Vec<String>,
    /// The rule packs that were applied, fired or not; empty in results from before they were recorded.
    #[serde(default)]
    pub packs: Vec<AppliedPack>,
    /// What chat models said beside the rules; absent when none was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub opinion: Option<ChatOpinion>,
    /// What is missing without which the desk cannot judge; the verdict is 보류 then.
    #[serde(default)]
    pub missing_grounds: Vec<MissingGround>,
    /// Statements of the advertiser that a person has to check.
    #[serde(default)]
    pub assertions: Vec<Assertion>,
    /// What the office let become final without a person when this was reviewed; absent in results from before it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub automatic_finish: Option<AutomaticFinish>,
}
