//! Rule packs: listed, read, checked, imported.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{Span, ViolationKind};
use ts_rs::TS;

/// One pack with all its versions, the program's own first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackView {
    /// `superlative`.
    pub id: String,
    /// Of the version in force.
    pub title: String,
    /// The version that applies to advertisements of today, if any does.
    pub in_force: Option<String>,
    /// They, in the order they came.
    pub versions: Vec<RulePackVersion>,
}

/// One version of a pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackVersion {
    /// `superlative`.
    pub id: String,
    /// `2026.3`.
    pub version: String,
    /// What it is about.
    pub title: String,
    /// Whether it came with the program.
    pub builtin: bool,
    /// SHA-256 of its text, hexadecimal.
    pub sha256: String,
    /// First day of the advertisements it applies to.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// Last day.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// Who imported it.
    pub imported_by: Option<String>,
    /// When.
    #[ts(type = "string | null")]
    pub imported_at: Option<Timestamp>,
    /// Whether it may apply; the program's own always may.
    pub active: bool,
    /// Whether it applies to advertisements of today.
    pub in_force: bool,
    /// When it was active, oldest first; empty for the program's own.
    pub uses: Vec<RulePackUse>,
}

/// A span of time in which a version was active.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackUse {
    /// Since when.
    #[ts(type = "string")]
    pub active_from: Timestamp,
    /// Who activated it.
    pub activated_by: String,
    /// Until when; `null` while it is.
    #[ts(type = "string | null")]
    pub active_to: Option<Timestamp>,
    /// Who deactivated it.
    pub deactivated_by: Option<String>,
}

/// Asks for the text of a pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackRequest {
    /// Which.
    pub id: String,
    /// The one in force today when absent.
    #[serde(default)]
    pub version: Option<String>,
}

/// A version and its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackText {
    /// The version.
    pub pack: RulePackVersion,
    /// Its file.
    pub text: String,
}

/// Asks whether a text could be imported as a pack, and what its rules do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct RulesCheckRequest {
    /// The pack.
    pub text: String,
    /// Its name in messages; `pack.toml` when absent.
    pub file: Option<String>,
    /// The wording of an advertisement to try all rules on, with this pack among them.
    pub ad: Option<String>,
}

/// What checking a pack found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct RulesCheck {
    /// Its id, where it can be read.
    pub id: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Whether it could be imported.
    pub usable: bool,
    /// Why not, by line.
    pub problems: Vec<RuleProblem>,
    /// Its examples, tried.
    pub examples: Vec<RuleExample>,
    /// What the rules made of the advertisement; absent when there is none or the pack does not compile.
    pub trial: Option<Vec<RuleTrace>>,
}

/// Something that keeps a pack from being used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleProblem {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong and what to do.
    pub message: String,
}

/// One example, tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleExample {
    /// `superlative.rank@2026.3`.
    pub rule: String,
    /// Its line, from 1.
    pub line: u32,
    /// It.
    pub text: String,
    /// Whether the rule must fire on it.
    pub fires: bool,
    /// Whether the rule does what the example says.
    pub holds: bool,
    /// What the rule made of it; empty when no pattern matched.
    pub traces: Vec<RuleTrace>,
}

/// One trigger of one rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleTrace {
    /// `superlative.rank@2026.3`.
    pub rule: String,
    /// Its kind.
    pub kind: ViolationKind,
    /// Whether it stands: no exception took it away.
    pub fired: bool,
    /// The words that triggered.
    pub words: Vec<String>,
    /// Where they stand; Unicode scalar values.
    pub spans: Vec<Span>,
    /// Every exception that was tried.
    pub exceptions: Vec<ExceptionTrialView>,
}

/// An exception that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExceptionTrialView {
    /// `objective_evidence`.
    pub name: String,
    /// Whether it applies.
    pub applied: bool,
    /// Why or why not, in Korean.
    pub why: String,
}

/// A pack to take in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportRulePack {
    /// Its text.
    pub text: String,
    /// Its name in messages; `pack.toml` when absent.
    #[serde(default)]
    pub file: Option<String>,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportedRulePack {
    /// The version, as kept.
    pub pack: RulePackVersion,
    /// This very text was kept already; nothing was changed.
    pub unchanged: bool,
}

/// Activates or deactivates an imported version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChangeRulePack {
    /// Which pack.
    pub id: String,
    /// Which version; may be absent where only one comes into question.
    #[serde(default)]
    pub version: Option<String>,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}
