//! Domain knowledge of the comparison, read from data files. `rules/README.md` describes them.

mod files;
mod load;
mod rows;

use std::collections::BTreeMap;

use aho_corasick::AhoCorasick;
use regex::Regex;

pub use self::files::Reading;
pub(crate) use self::files::{
    Axis, CoverageTypeRule, DocumentRule, DomainRule, InsurerRule, Resolution, SlotRule,
};
pub(crate) use self::load::RuleFile;
pub(crate) use self::rows::RowPatterns;
use super::cues::Cues;
use super::kcd::Codes;
use crate::CoverageError;
use files::{CoverageFile, IntentFile, NameFile, QueryFile};

/// How this program reads facts. A change of what it reads raises the number, so that stored facts
/// are read again.
const FACT_SCHEME: u32 = 3;

/// A rule file that is compiled into the program.
#[derive(Debug, Clone, Copy)]
pub struct RuleText {
    /// Its name: `cues.toml`.
    pub name: &'static str,
    /// Its content.
    pub text: &'static str,
    /// What it is about, as Korean words for people.
    pub about: &'static str,
}

macro_rules! file {
    ($name:literal, $about:literal) => {
        RuleText {
            name: $name,
            text: include_str!(concat!("../../../rules/", $name)),
            about: $about,
        }
    };
}

const SHIPPED: [RuleText; 14] = [
    file!("resolution.toml", "담보를 확정하는 기준값과 이름의 비중"),
    file!("documents.toml", "문서 종류와 우선순위"),
    file!("coverages.toml", "담보 유형, 주·파생 구분, 분야"),
    file!("insurers.toml", "보험사 이름과 부르는 말"),
    file!("intent.toml", "비교를 뜻하는 말"),
    file!("query.toml", "질문에서 담보 이름을 남기는 말"),
    file!("names.toml", "담보 이름의 같은 말과 병명"),
    file!("subtypes.toml", "암의 종류와 그 목록"),
    file!("diseases.toml", "병·상해·수술의 이름과 질병분류기호"),
    file!("rows.toml", "보장표의 머리와 칸"),
    file!("cues.toml", "절에서 지급·면책·감액을 뜻하는 말"),
    file!("readings.toml", "사실을 읽는 방법과 순위"),
    file!("policy.toml", "약관에서 찾을 말"),
    file!("slots.toml", "답의 항목과 이름"),
];

/// The rules, checked and compiled.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(crate) insurers: Insurers,
    pub(crate) intent: Intent,
    pub(crate) query: Query,
    pub(crate) names: Names,
    pub(crate) subtypes: Subtypes,
    pub(crate) diseases: Diseases,
    pub(crate) rows: RowPatterns,
    pub(crate) documents: Vec<DocumentRule>,
    pub(crate) coverages: Coverages,
    /// The slots of an answer.
    pub(crate) slots: Vec<SlotRule>,
    pub(crate) cues: Cues,
    /// Folded words of a question, each group with the folded words to look for in the 약관.
    pub(crate) policy: Vec<(Vec<String>, String)>,
    pub(crate) resolution: Resolution,
    /// A digest of the files, so that facts that other rules read are told apart.
    pub(crate) digest: u64,
    /// The readings by id. A reading that is left out finds nothing.
    pub(crate) readings: BTreeMap<String, Reading>,
}

/// Insurance companies and the words by which a question refers to them.
#[derive(Debug, Clone)]
pub(crate) struct Insurers {
    pub known: Vec<InsurerRule>,
    /// Folded endings of company names with the kind of company each means, longest first.
    pub endings: Vec<(String, String)>,
    /// Folded words for all companies of a kind (손보사), with the kind, longest first.
    pub groups: Vec<(String, String)>,
    pub not_before: Vec<String>,
    pub common: Vec<String>,
    pub not_company: Vec<String>,
    /// Matches a word that ends like a company name.
    pub company: Regex,
}

/// Folded words that make a question a comparison of companies.
#[derive(Debug, Clone)]
pub(crate) struct Intent {
    pub compare: Vec<String>,
    pub each: Vec<String>,
    pub everyone: Vec<String>,
    pub everyone_pattern: Regex,
    pub joiners: Vec<String>,
    pub not_compare: Vec<String>,
    pub without: Vec<String>,
    /// Words that ask for the company with the largest amount.
    pub rank: Vec<String>,
}

/// Words by which a question is reduced to the name of a coverage.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    /// Phrases to remove; the longest match wins.
    pub phrases: AhoCorasick,
    pub patterns: Vec<Regex>,
    /// Placeholders for a word the speaker does not recall: 그, 뭐시기.
    pub fillers: Vec<String>,
    pub particles: Vec<String>,
    /// Endings removed from the reduced question last.
    pub tails: Vec<String>,
    pub generic: Vec<String>,
    /// What a question may ask for that no slot holds, with the folded words that ask for it.
    pub unread: Vec<(String, Vec<String>)>,
    /// Words of a question whether something is paid for, and those that ask for a value instead.
    pub whether: Vec<String>,
    pub not_whether: Vec<String>,
    /// Words of such a question that say nothing of what is paid for.
    pub beside: Vec<String>,
    /// Words of benefits: a question with one of them names a benefit.
    pub benefits: Vec<String>,
    /// Words of a question that make a kind of cancer in it a situation, beside those of benefits.
    pub situation: Vec<String>,
    /// Words of insurance that is not compared, and the words behind them that show a mere cause
    /// (자동차 사고로).
    pub outside: Vec<String>,
    pub outside_by: Vec<String>,
    /// Words for the insured disease or event, with the name they stand for, longest first. The
    /// flag marks words that count only where the question names no disease.
    pub subjects: Vec<(String, String, bool)>,
    /// Words that stand for a benefit, with its name, longest first. Used only if the question
    /// names no benefit.
    pub benefit_words: Vec<(String, String)>,
}

/// Patterns and words that reduce a coverage name to its core.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    pub endings: Vec<(String, String)>,
    pub same: Vec<(String, String)>,
    pub drop: Vec<String>,
    /// Matches a folded line that is the name of some coverage.
    pub heading: Regex,
    /// Match what stands before and behind the name of a rider on a folded line that heads it.
    pub rider_front: Regex,
    pub rider_back: Regex,
    /// Matches what stands in front of the name of a benefit that belongs to the coverage above it.
    pub benefit: Regex,
    /// Matches a line that may be the front of a name continued below; `not_front` matches the ends
    /// that rule it out.
    pub front: Regex,
    pub not_front: Regex,
    /// Folded remainders of a name that may stand alone on the line of its amount.
    pub back: Vec<String>,
    /// Matches a bracket below a name that is no part of it.
    pub label: Regex,
    pub noise: Vec<Regex>,
    pub generic: Vec<String>,
    pub diseases: AhoCorasick,
    pub terms: AhoCorasick,
    /// Terms that stay recognisable with one typing error, longest first.
    pub long_terms: Vec<String>,
}

/// Cancer subtypes (유사암, 제자리암, 경계성종양) and the words of their lists.
#[derive(Debug, Clone)]
pub(crate) struct Subtypes {
    pub all: Vec<Subtype>,
    /// Finds the words of all subtypes, longest first; `of_word` maps each to its index in `all`.
    pub words: AhoCorasick,
    pub of_word: Vec<usize>,
    /// Folded words that join the subtypes of an enumeration.
    pub joiners: Vec<String>,
    /// Folded words between the collective name of subtypes and their enumeration.
    pub lists: Vec<String>,
    /// Folded words between a coverage named after the collective name and the enumeration.
    pub defines: Vec<String>,
    /// Folded endings of the names of other diseases in an enumeration.
    pub others: Vec<String>,
    /// Matches what says behind a collective that what stands in front is one of it: 으로 봅니다.
    pub counts: Regex,
    /// Folded 제외, which refers to the word in front of it.
    pub apart: String,
}

/// Diseases, injuries and treatments by the names that people and documents use.
#[derive(Debug, Clone)]
pub(crate) struct Diseases {
    /// Finds their names, longest first; `of_word` maps each to its index in `all`.
    pub words: AhoCorasick,
    pub of_word: Vec<usize>,
    /// The codes of each.
    pub all: Vec<Codes>,
}

/// One cancer subtype.
#[derive(Debug, Clone)]
pub(crate) struct Subtype {
    pub key: String,
    pub label: String,
    pub words: Vec<String>,
    /// Whether every answer about subtypes shows it, even if the question does not name it.
    pub always: bool,
    /// Whether it is a cancer of one organ, which is paid for as cancer unless a document says otherwise.
    pub site: bool,
    /// Key of the collective subtype that it belongs to: 유사암 for 제자리암.
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

impl Rules {
    /// Returns the rules that are compiled into the program.
    ///
    /// # Errors
    /// [`CoverageError`] if a file has not the shape that `rules/README.md` describes.
    pub fn shipped() -> Result<Self, CoverageError> {
        Self::shipped_but(&[])
    }

    /// Returns the rules that are compiled into the program, with some files replaced: pairs of the
    /// name of a file and its text. A name that no file has is passed over.
    ///
    /// # Errors
    /// [`CoverageError`] if a file has not the shape that `rules/README.md` describes.
    pub fn shipped_but(replaced: &[(String, String)]) -> Result<Self, CoverageError> {
        let files = SHIPPED.iter().map(|file| {
            let other = replaced.iter().find(|(name, _)| name == file.name);
            (file.name, other.map_or(file.text, |(_, text)| text.as_str()))
        });
        Self::read(&files.collect::<Vec<_>>())
    }

    /// Returns the files that are compiled into the program, those that an office adjusts first.
    pub fn files() -> &'static [RuleText] {
        &SHIPPED
    }

    /// Reads rules from pairs of file name and TOML text.
    ///
    /// # Errors
    /// [`CoverageError`] if a file is missing or has not the shape that `rules/README.md`
    /// describes.
    pub fn read(files: &[(&str, &str)]) -> Result<Self, CoverageError> {
        load::rules(files)
    }

    /// Returns what facts that these rules and this program read are stored under.
    pub fn scheme(&self) -> String {
        format!("{FACT_SCHEME}-{:016x}", self.digest)
    }

    /// Returns the readings in order of their ids.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        self.readings.values()
    }

    /// Returns the document type whose name or folder name is `folder`, compared folded.
    pub fn document_type(&self, folder: &str) -> Option<&str> {
        let folder = super::fold::fold(folder);
        let named = |rule: &&DocumentRule| {
            super::fold::fold(&rule.name) == folder
                || rule.folders.iter().any(|it| super::fold::fold(it) == folder)
        };
        self.documents.iter().find(named).map(|rule| rule.name.as_str())
    }

    /// Returns the names of the document types, highest retrieval priority first.
    pub fn document_types(&self) -> Vec<&str> {
        let mut rules: Vec<&DocumentRule> = self.documents.iter().collect();
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.retrieval));
        rules.into_iter().map(|rule| rule.name.as_str()).collect()
    }

    pub(crate) fn document(&self, name: &str) -> Option<&DocumentRule> {
        self.documents.iter().find(|rule| rule.name == name)
    }
}
