//! What the comparison knows of the field, read from data files. `rules/README.md` describes them.

mod files;
mod load;
mod rows;

use aho_corasick::AhoCorasick;
use regex::Regex;

pub(crate) use self::files::{
    Axis, CoverageTypeRule, DocumentRule, DomainRule, InsurerRule, Resolution, SlotRule,
};
pub(crate) use self::rows::RowPatterns;
use crate::CoverageError;
use files::{CoverageFile, IntentFile, NameFile, QueryFile};

/// The rules, ready for use.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(crate) insurers: Insurers,
    pub(crate) intent: Intent,
    pub(crate) query: Query,
    pub(crate) names: Names,
    pub(crate) subtypes: Subtypes,
    pub(crate) rows: RowPatterns,
    pub(crate) documents: Vec<DocumentRule>,
    pub(crate) coverages: Coverages,
    pub(crate) slots: SlotPatterns,
    /// Words of a question, and what to look for in the 약관. Folded.
    pub(crate) policy: Vec<(Vec<String>, String)>,
    pub(crate) resolution: Resolution,
}

/// Companies of the country.
#[derive(Debug, Clone)]
pub(crate) struct Insurers {
    pub known: Vec<InsurerRule>,
    /// An ending of company names (folded, longest first) and the kind of company it means.
    pub endings: Vec<(String, String)>,
    /// 손보사, and the kind of companies it means; longest first.
    pub groups: Vec<(String, String)>,
    pub not_before: Vec<String>,
    pub common: Vec<String>,
    pub not_company: Vec<String>,
    /// A word with such an ending.
    pub company: Regex,
}

/// What makes a question a comparison.
#[derive(Debug, Clone)]
pub(crate) struct Intent {
    pub compare: Vec<String>,
    pub each: Vec<String>,
    pub everyone: Vec<String>,
    pub everyone_pattern: Regex,
    pub joiners: Vec<String>,
    pub not_compare: Vec<String>,
    pub without: Vec<String>,
}

/// How a question is reduced to a name.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    /// Longest first, so that the longest wins.
    pub phrases: AhoCorasick,
    pub patterns: Vec<Regex>,
    /// Words that stand for one that does not come to mind: 그, 뭐시기.
    pub fillers: Vec<String>,
    pub particles: Vec<String>,
    /// What is taken off what is left in the end.
    pub tails: Vec<String>,
    pub generic: Vec<String>,
    /// A question with one of these names a benefit.
    pub benefits: Vec<String>,
    /// What other insurance is about, and what behind it says that it only did the harm.
    pub outside: Vec<String>,
    pub outside_by: Vec<String>,
    /// What stands for what is insured, longest first, and whether only where no disease is named.
    pub subjects: Vec<(String, String, bool)>,
    /// What stands for a benefit in a question that names none, longest first.
    pub spoken: Vec<(String, String)>,
}

/// How names are reduced to what they mean.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    pub endings: Vec<(String, String)>,
    pub same: Vec<(String, String)>,
    pub drop: Vec<String>,
    /// A line that is the name of some coverage.
    pub heading: Regex,
    /// In front of the name of a benefit of the coverage above it.
    pub benefit: Regex,
    /// A line that may be the front of a name that goes on below, and what it may not end with.
    pub front: Regex,
    pub not_front: Regex,
    /// What may be left of a name on the line of its amount. Folded.
    pub back: Vec<String>,
    /// A bracket below a name that is no part of it.
    pub label: Regex,
    pub noise: Vec<Regex>,
    pub generic: Vec<String>,
    pub diseases: AhoCorasick,
    pub terms: AhoCorasick,
    /// Words of the field that a typing error does not make another word, longest first.
    pub long_terms: Vec<String>,
}

/// Kinds of cancer.
#[derive(Debug, Clone)]
pub(crate) struct Subtypes {
    pub all: Vec<Subtype>,
    /// All words, longest first, and the subtype of each.
    pub words: AhoCorasick,
    pub of_word: Vec<usize>,
    pub exclude: Regex,
    pub include: Regex,
    /// Behind a kind: it is no part of another coverage's disease.
    pub not_part: Regex,
    /// Behind a kind: a diagnosis alone is not paid for.
    pub only_treated: Regex,
    /// Behind a kind: from then on it is paid for.
    pub begins: Regex,
    /// What joins the words of a list of kinds.
    pub joiners: Vec<String>,
    /// Between the kinds together and the list of them.
    pub lists: Vec<String>,
    /// Between a coverage named after the kinds together and the list of them.
    pub defines: Vec<String>,
    /// That nothing is paid.
    pub denied: Regex,
    /// 제외: said of a word in front of it.
    pub apart: String,
}

/// One kind of cancer.
#[derive(Debug, Clone)]
pub(crate) struct Subtype {
    pub key: String,
    pub label: String,
    pub words: Vec<String>,
    pub always: bool,
    pub within: Option<String>,
}

/// Types, roles and domains of coverages.
#[derive(Debug, Clone)]
pub(crate) struct Coverages {
    pub types: Vec<(CoverageTypeRule, Vec<Regex>)>,
    pub derived: Vec<String>,
    pub main: Vec<String>,
    pub domains: Vec<DomainRule>,
}

/// Slots and the patterns that fill them.
#[derive(Debug, Clone)]
pub(crate) struct SlotPatterns {
    pub all: Vec<SlotRule>,
    pub amount_example: Regex,
    pub amount_not_behind: Regex,
    /// Behind an amount: it bounds what may be taken out.
    pub amount_not_before: Regex,
    pub amount_paid: Regex,
    pub amount_percent: Regex,
    /// The whole amount is paid.
    pub amount_whole: Regex,
    pub existence_denied: Regex,
    pub existence_unpaid: Regex,
    pub condition_trigger: Regex,
    pub condition_paid: Regex,
    pub condition_not_clause: Regex,
    pub condition_completes: Regex,
    pub condition_excludes: Regex,
    pub scope_definition: Regex,
    pub scope_limits: Regex,
    pub scope_exception: Regex,
    pub scope_announces: Regex,
    pub waiting_periods: Vec<Regex>,
    pub waiting_none: Regex,
    pub waiting_at_once: Regex,
    pub waiting_speaks: Regex,
    pub waiting_not_clause: Regex,
    pub waiting_not_since: Regex,
    pub waiting_general: Regex,
    pub partial: Partial,
    pub others: Others,
    pub surgery_class: Regex,
    pub surgery_limits: Regex,
}

/// Brackets behind the names of other coverages.
#[derive(Debug, Clone)]
pub(crate) struct Others {
    /// A name, and the brackets.
    pub names: Regex,
    pub terms: Regex,
    /// Parts of a sentence, which a name has not.
    pub sentence: Regex,
}

/// 감액/지급률: periods early in the contract, and the shares that are paid in them.
#[derive(Debug, Clone)]
pub(crate) struct Partial {
    pub early: Regex,
    pub late: Regex,
    pub first: Regex,
    pub named: Regex,
    pub since: Regex,
    pub not_between: Regex,
    pub share: Regex,
    pub not_behind: Regex,
    pub not_before: Regex,
    pub less: Regex,
    pub table: Regex,
    pub short: Regex,
    pub rates: Regex,
    /// Behind the share: how much may be taken out at most.
    pub not_rates: Regex,
    pub none: Regex,
    /// Words for shares, in percent.
    pub words: Vec<(Regex, u64)>,
}

impl Rules {
    /// The rules that come with the program.
    ///
    /// # Errors
    /// A file has not the shape it should have.
    pub fn shipped() -> Result<Self, CoverageError> {
        macro_rules! file {
            ($name:literal) => {
                ($name, include_str!(concat!("../../../rules/", $name)))
            };
        }
        Self::read(&[
            file!("insurers.toml"),
            file!("intent.toml"),
            file!("query.toml"),
            file!("names.toml"),
            file!("subtypes.toml"),
            file!("rows.toml"),
            file!("documents.toml"),
            file!("coverages.toml"),
            file!("slots.toml"),
            file!("policy.toml"),
            file!("resolution.toml"),
        ])
    }

    /// Rules from files, each with its name and text.
    ///
    /// # Errors
    /// A file is missing or has not the shape it should have.
    pub fn read(files: &[(&str, &str)]) -> Result<Self, CoverageError> {
        load::rules(files)
    }

    /// The document types that are known, and what their folders may be called.
    pub fn document_type(&self, folder: &str) -> Option<&str> {
        let folder = super::fold::fold(folder);
        let named = |rule: &&DocumentRule| {
            super::fold::fold(&rule.name) == folder
                || rule.folders.iter().any(|it| super::fold::fold(it) == folder)
        };
        self.documents.iter().find(named).map(|rule| rule.name.as_str())
    }

    /// The names of the document types, most important first.
    pub fn document_types(&self) -> Vec<&str> {
        let mut rules: Vec<&DocumentRule> = self.documents.iter().collect();
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.retrieval));
        rules.into_iter().map(|rule| rule.name.as_str()).collect()
    }

    pub(crate) fn document(&self, name: &str) -> Option<&DocumentRule> {
        self.documents.iter().find(|rule| rule.name == name)
    }
}
