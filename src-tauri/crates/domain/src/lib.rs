//! The terms of the field as types: advertisements, claims, violations, citations, verdicts.
//!
//! This crate does no I/O and fails only in parsing. Time, ids and randomness are passed in. Every type
//! that crosses to the interface derives [`ts_rs::TS`]; the TypeScript files under
//! `ui/src/lib/backend/types` are generated from them (`make types`), and a test fails when they are
//! stale.

mod ad;
mod change;
mod citation;
mod claim;
mod clock;
mod confidence;
mod decision;
mod digest;
mod document;
mod drug_product;
mod editor_note;
mod error;
pub mod force;
mod handling;
mod hidden;
mod id;
mod intake;
mod korean_time;
mod link;
mod opinion;
mod precedent;
mod provision_path;
mod quality;
mod quarantine;
mod review;
mod sample;
mod second_review;
mod suggestion;
mod support;
mod verdict;
mod violation;
mod work;

pub use ad::{Ad, Approval, Evidence, Medium};
pub use change::{
    ArticleChange, ChangeCounts, ChangeKind, PartChanges, ProvisionChange, WordRun, WordSide,
};
pub use citation::{Citation, CitationStatus};
pub use claim::{Claim, ScalarIndex, Span};
pub use clock::Clock;
pub use confidence::{Confidence, ConfidenceBand, ConfidenceParts};
pub use decision::{Action, Decision, Reviewer, Role};
pub use digest::{DigestReading, DigestVerdict};
pub use document::{
    Article, ArticlePart, Chunk, Document, DocumentKind, LawStanding, LawState, Provision,
    QuarantineEntry, Technology, TechnologyStanding,
};
pub use drug_product::{DrugProduct, IngredientAmount, ProductPart};
pub use editor_note::{EditorNote, NoteKind};
pub use error::ParseError;
pub use handling::{Assignment, CaseClaim, Handling, LastSignature};
pub use hidden::is_hidden;
pub use id::{
    ArticleId, CaseId, ChunkId, ClaimId, ConversationId, DecisionId, DocumentId, InterruptId,
    PatientId, ReviewerId, RunId,
};
pub use intake::IntakeFile;
pub use korean_time::{korean_day, korean_minute};
pub use link::{Link, LinkRelation, LinkStatus, LinkTarget, ResolvedLink};
pub use opinion::{
    AskedWith, ChatOpinion, Denial, ModelCall, ModelObjection, RolePlayed, Suspicion, ThinkingRole,
};
pub use precedent::{CourtOutcome, DecisionEffect, Disposition, Stance, WeighedDecision};
pub use provision_path::{ProvisionPath, SUBITEM_LETTERS};
pub use quality::{CheckFinding, Disagreement, DisagreementKind, QualityCheck, Reopening};
pub use quarantine::{QuarantineRecord, QuarantineResolution};
pub use review::{
    AppliedPack, Assertion, CaseStatus, CheckItem, ChecklistEntry, Interrupt, InterruptReason,
    MissingGround, ReasonStep, ReasoningEntry, ReviewResult, WordingSuspicion,
};
pub use sample::is_drawn;
pub use second_review::{Signature, SignatureAct, SignatureRefusal, Signed, signing};
pub use suggestion::Suggestion;
pub use support::Support;
pub use verdict::Verdict;
pub use violation::{Level, Severity, Violation, ViolationKind};
pub use work::{AutomaticFinish, DueHours, Priority, SecondReview, WorkSettings};
