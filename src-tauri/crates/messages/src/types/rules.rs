//! Requests and responses of rule packs.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{Span, ViolationKind};
use ts_rs::TS;

/// One pack with all its versions, the program's own first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackView {
    /// The id: `superlative`.
    pub id: String,
    /// The title of the version in force.
    pub title: String,
    /// The version that applies to advertisements of today, if any does.
    pub in_force: Option<String>,
    /// The versions, in the order in which they were added.
    pub versions: Vec<RulePackVersion>,
}

/// One version of a pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackVersion {
    /// The id: `superlative`.
    pub id: String,
    /// The version: `2026.3`.
    pub version: String,
    /// The title.
    pub title: String,
    /// Whether it came with the program.
    pub builtin: bool,
    /// SHA-256 of its text, hexadecimal.
    pub sha256: String,
    /// First day of the advertisements it applies to.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// Last day of the advertisements it applies to.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// Name of the person who imported it.
    pub imported_by: Option<String>,
    /// When it was imported.
    #[ts(type = "string | null")]
    pub imported_at: Option<Timestamp>,
    /// Whether it may apply; always true for the program's own.
    pub active: bool,
    /// Whether it applies to advertisements of today.
    pub in_force: bool,
    /// The times at which it was active, oldest first; empty for the program's own.
    pub uses: Vec<RulePackUse>,
}

/// A span of time in which a version was active.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackUse {
    /// When it was activated.
    #[ts(type = "string")]
    pub active_from: Timestamp,
    /// Name of the person who activated it.
    pub activated_by: String,
    /// When it was deactivated; `null` while it is active.
    #[ts(type = "string | null")]
    pub active_to: Option<Timestamp>,
    /// Name of the person who deactivated it.
    pub deactivated_by: Option<String>,
}

/// Requests the text of a pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackRequest {
    /// The id of the pack.
    pub id: String,
    /// The version; the one in force today when absent.
    #[serde(default)]
    pub version: Option<String>,
}

/// A version and its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RulePackText {
    /// The version.
    pub pack: RulePackVersion,
    /// The text of its file.
    pub text: String,
}

/// Checks whether a text could be imported as a pack, and tries its rules.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct RulesCheckRequest {
    /// The text of the pack.
    pub text: String,
    /// Its name in messages; `pack.toml` when absent.
    pub file: Option<String>,
    /// The wording of an advertisement on which all rules are tried, this pack's among them.
    pub ad: Option<String>,
}

/// Result of checking a pack.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct RulesCheck {
    /// The id, where it can be read.
    pub id: Option<String>,
    /// The version, where it can be read.
    pub version: Option<String>,
    /// Whether it could be imported.
    pub usable: bool,
    /// What prevents the import, by line.
    pub problems: Vec<RuleProblem>,
    /// The results of its examples.
    pub examples: Vec<RuleExample>,
    /// The rules that matched the advertisement; absent without one, and when the pack does not compile.
    pub trial: Option<Vec<RuleTrace>>,
}

/// A mistake that prevents the use of a pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleProblem {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong and what to do.
    pub message: String,
}

/// The result of one example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleExample {
    /// The rule with its version: `superlative.rank@2026.3`.
    pub rule: String,
    /// Line of the example, from 1.
    pub line: u32,
    /// The text of the example.
    pub text: String,
    /// Whether the rule must fire on it.
    pub fires: bool,
    /// Whether the rule behaves as the example demands.
    pub holds: bool,
    /// The triggers that matched; empty when no pattern did.
    pub traces: Vec<RuleTrace>,
}

/// One trigger of one rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleTrace {
    /// The rule with its version: `superlative.rank@2026.3`.
    pub rule: String,
    /// The kind of violation.
    pub kind: ViolationKind,
    /// Whether it counts, because no exception applies.
    pub fired: bool,
    /// The words that triggered it.
    pub words: Vec<String>,
    /// The places of the words, in Unicode scalar values.
    pub spans: Vec<Span>,
    /// Every exception that was tried.
    pub exceptions: Vec<ExceptionTrialView>,
}

/// The result of one exception.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExceptionTrialView {
    /// The name: `objective_evidence`.
    pub name: String,
    /// Whether it applies.
    pub applied: bool,
    /// The reason, in Korean.
    pub why: String,
}

/// Imports a pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportRulePack {
    /// The text of the pack.
    pub text: String,
    /// Its name in messages; `pack.toml` when absent.
    #[serde(default)]
    pub file: Option<String>,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}

/// Result of an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportedRulePack {
    /// The stored version.
    pub pack: RulePackVersion,
    /// Whether the same text was stored already, so that nothing changed.
    pub unchanged: bool,
}

/// Activates or deactivates an imported version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChangeRulePack {
    /// The id of the pack.
    pub id: String,
    /// The version; may be absent where only one qualifies.
    #[serde(default)]
    pub version: Option<String>,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}
