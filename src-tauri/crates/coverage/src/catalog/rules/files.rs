//! Shapes of the rule files in TOML. `rules/README.md` describes every field.

use serde::Deserialize;
use toml::Spanned;

use crate::catalog::fact::Attribute;
use crate::catalog::fact::Confidence;

/// Content of `insurers.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InsurerFile {
    pub insurer: Vec<InsurerRule>,
    pub kind: Vec<KindRule>,
    pub not_before: Vec<String>,
    pub common: Vec<String>,
    pub not_company: Vec<String>,
}

/// A company, with the words that people use for it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InsurerRule {
    pub name: String,
    pub words: Vec<String>,
}

/// A kind of company (손해보험, 생명보험): the endings of its names and the words for all companies of the
/// kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KindRule {
    pub name: String,
    pub endings: Vec<String>,
    pub all: Vec<String>,
}

/// Content of `intent.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IntentFile {
    pub compare: Vec<String>,
    pub each: Vec<String>,
    pub everyone: Vec<String>,
    pub everyone_pattern: Spanned<String>,
    pub joiners: Vec<String>,
    pub not_compare: Vec<String>,
    pub without: Vec<String>,
    pub rank: Vec<String>,
}

/// Content of `query.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QueryFile {
    pub phrases: Vec<String>,
    pub patterns: Vec<Spanned<String>>,
    pub fillers: Vec<String>,
    pub particles: Vec<String>,
    pub generic: Vec<String>,
    pub benefits: Vec<String>,
    pub situation: Vec<String>,
    pub spoken: Vec<SpokenRule>,
    pub subject: Vec<SubjectRule>,
    pub outside: OutsideRule,
    pub tails: Vec<String>,
    pub unread: Vec<UnreadRule>,
    pub whether: WhetherRule,
}

/// What no slot holds, and the words of a question that ask for it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnreadRule {
    pub label: String,
    pub words: Vec<String>,
}

/// Words of a question whether something is paid for, and those that ask for a value instead.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WhetherRule {
    pub words: Vec<String>,
    pub not: Vec<String>,
    pub beside: Vec<String>,
}

/// Words of insurance that this crate does not compare, and what behind such a word shows that it
/// only names the cause.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OutsideRule {
    pub words: Vec<String>,
    pub by: Vec<String>,
}

/// Everyday words of a question that stand for a benefit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpokenRule {
    pub to: String,
    pub words: Vec<String>,
}

/// Everyday words of a question that stand for the insured disease or event.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubjectRule {
    pub to: String,
    pub words: Vec<String>,
    #[serde(default)]
    pub weak: bool,
}

/// Content of `names.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NameFile {
    pub drop: Vec<String>,
    pub heading: Spanned<String>,
    pub rider_front: Spanned<String>,
    pub rider_back: Spanned<String>,
    pub benefit: Spanned<String>,
    pub front: Spanned<String>,
    pub not_front: Spanned<String>,
    pub back: Vec<String>,
    pub label: Spanned<String>,
    pub generic: Vec<String>,
    pub noise: Vec<Spanned<String>>,
    pub ending: Vec<Replacement>,
    pub same: Vec<Replacement>,
    pub diseases: Terms,
    pub terms: Terms,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Replacement {
    pub to: String,
    pub from: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terms {
    pub words: Vec<String>,
}

/// Content of `subtypes.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubtypeFile {
    pub joiners: Vec<String>,
    pub lists: Vec<String>,
    pub defines: Vec<String>,
    pub others: Vec<String>,
    pub counts: Spanned<String>,
    pub apart: String,
    pub subtype: Vec<SubtypeRule>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubtypeRule {
    pub key: String,
    pub label: String,
    pub words: Vec<String>,
    #[serde(default)]
    pub always: bool,
    #[serde(default)]
    pub site: bool,
    pub within: Option<Spanned<String>>,
}

/// Content of `diseases.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiseaseFile {
    pub disease: Vec<DiseaseRule>,
}

/// A disease, injury or treatment by its names, with its codes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiseaseRule {
    pub names: Vec<String>,
    pub codes: Spanned<Vec<String>>,
}

/// Content of `rows.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowFile {
    pub head: HeadPatterns,
    pub cell: CellPatterns,
    pub name: RowNamePatterns,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadPatterns {
    pub amount: Spanned<String>,
    pub payment: Spanned<String>,
    pub premium: Spanned<String>,
    pub name: Spanned<String>,
    pub number: Spanned<String>,
    pub other: Spanned<String>,
    pub plan: Spanned<String>,
    pub again: Spanned<String>,
    pub goes_on: Spanned<String>,
    pub begins: Spanned<String>,
    pub coverages: Spanned<String>,
    pub period: Spanned<String>,
    pub later: Spanned<String>,
    pub waiting: Spanned<String>,
    pub bounds: Spanned<String>,
    pub ends_table: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CellPatterns {
    pub terms: Spanned<String>,
    pub broken: Spanned<String>,
    pub notes: Spanned<String>,
    pub limits: Spanned<String>,
    pub elsewhere: Spanned<String>,
    pub not_taken: Spanned<String>,
    pub left_out: Spanned<String>,
    pub example: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowNamePatterns {
    pub not: Spanned<String>,
    pub also: Spanned<String>,
    pub edition: Spanned<String>,
    pub stop: Spanned<String>,
}

/// Content of `documents.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentFile {
    pub document: Vec<DocumentRule>,
}

/// A document type with its priorities.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentRule {
    pub name: String,
    pub folders: Vec<String>,
    pub retrieval: u8,
    pub sections: usize,
    pub amount: u8,
    pub axis: Axis,
    #[serde(default)]
    pub examples: bool,
    #[serde(default)]
    pub offers: bool,
}

/// The search that a document type belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Axis {
    Compare,
    Policy,
}

/// Content of `coverages.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoverageFile {
    #[serde(rename = "type")]
    pub types: Vec<CoverageTypeRule>,
    pub role: Vec<RoleRule>,
    pub domain: Vec<DomainRule>,
}

/// A coverage type with the slots that an answer fills for it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CoverageTypeRule {
    pub key: String,
    #[expect(dead_code, reason = "documents the data")]
    pub label: String,
    /// The label of its payout amount.
    pub amount: String,
    pub domain: String,
    /// Whether the amount is one for a day, or of which a share is paid, so that a sentence says which.
    #[serde(default)]
    pub is_rated: bool,
    /// The largest amount in won that is paid at a time.
    pub most: Option<u64>,
    pub codes: Vec<String>,
    pub names: Vec<Spanned<String>>,
    pub slots: Vec<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoleRule {
    pub role: Spanned<String>,
    pub codes: Vec<String>,
}

/// A domain of coverages, such as cancer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DomainRule {
    pub key: String,
    #[expect(dead_code, reason = "documents the data")]
    pub label: String,
    pub words: Vec<String>,
}

/// Content of `policy.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyFile {
    pub keyword: Vec<PolicyRule>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyRule {
    pub words: Vec<String>,
    pub find: String,
}

/// Content of `resolution.toml`: thresholds from 0 to 1 for choosing a coverage.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resolution {
    pub candidate: f64,
    pub part: f64,
    pub certain: f64,
    pub gap: f64,
    pub floor: f64,
    pub confidence: f64,
    pub named: f64,
    pub suggestions: usize,
    pub tie: f64,
    pub weights: Weights,
}

/// Weights of the parts of a name in its similarity.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    pub core: f64,
    pub terms: f64,
    pub jamo: f64,
    pub brackets: f64,
}

/// Content of `slots.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SlotFile {
    pub slot: Vec<SlotRule>,
}

/// A slot of the answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SlotRule {
    pub key: String,
    pub label: String,
    pub comparable: bool,
    /// Folded words of a question that ask for the slot although the coverage's type has it not.
    #[serde(default)]
    pub asked: Vec<String>,
    /// Folded words of a question to which the sentence answers with the slot.
    #[serde(default)]
    pub answers: Vec<String>,
}

/// Content of `readings.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadingFile {
    pub reading: Vec<Reading>,
}

/// One way to read a fact from a document, a row of `readings.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its id, which facts and values name as their `rule`.
    pub id: String,
    /// What it reads.
    pub attribute: Attribute,
    /// What was read where it finds a fact, as a Korean sentence for people.
    pub meaning: String,
    /// Its order among the readings of the attribute: the highest one is shown.
    pub rank: u8,
    /// Confidence of the facts that it finds.
    pub confidence: Confidence,
    /// Whether it reads statements outside the coverage's sections, which count only where a
    /// document of the company names the coverage.
    #[serde(default)]
    pub general: bool,
    /// The standard name of the coverage of the examples.
    #[serde(default = "Reading::coverage")]
    pub coverage: String,
    /// The type of document of the examples.
    #[serde(default = "Reading::doc_type")]
    pub doc_type: String,
    /// A page on which it finds a fact.
    pub fires: String,
    /// A page that looks alike and on which it finds none.
    pub silent: String,
}

impl Reading {
    fn coverage() -> String {
        "암진단비".to_owned()
    }

    fn doc_type() -> String {
        "가입설계서".to_owned()
    }
}
