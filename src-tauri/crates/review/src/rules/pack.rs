//! The files of rule packs and lexicons. `rules/README.md` documents every field.

use jiff::civil::Date;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use simui_domain::{Level, Severity, ViolationKind};
use toml::Spanned;

use crate::rule_error::{RuleError, line_of};
use crate::stance::{Speaker, Stance};

/// 규칙 묶음: rules that come into force together and are exchanged together.
#[derive(Debug, Clone)]
pub struct RulePack {
    /// Name of the file, for error messages.
    pub(super) file: String,
    /// Text of the file, to find the lines of errors.
    pub(super) text: String,
    pub(super) content: PackFile,
}

/// A file of lexical classes.
#[derive(Debug, Clone)]
pub struct LexiconFile {
    /// Name of the file, for error messages.
    pub file: String,
    /// Text of the file.
    pub text: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PackFile {
    pub id: String,
    pub version: String,
    pub title: String,
    pub effective_from: Option<Spanned<String>>,
    pub effective_to: Option<Spanned<String>>,
    /// The stances for which its rules with patterns hold; all when absent.
    pub stances: Option<Vec<Stance>>,
    #[serde(default)]
    pub phrase: Vec<PhraseFile>,
    #[serde(default)]
    pub exception: Vec<ExceptionFile>,
    #[serde(default)]
    pub slot: Vec<SlotFile>,
    #[serde(default)]
    pub element: Vec<ElementFile>,
    #[serde(default)]
    pub rule: Vec<RuleFile>,
}

/// 요건: something that an advertisement must tell beside what a rule is about, such as the period of a
/// discount.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SlotFile {
    pub name: Spanned<String>,
    /// What it is called in a rationale: 기간.
    pub label: String,
    pub within: Within,
    pub patterns: Vec<Spanned<String>>,
}

/// 구성요건: a part of what a rule is about, such as the person treated.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ElementFile {
    pub name: Spanned<String>,
    /// What it is called in a rationale: 치료 결과.
    pub label: String,
    pub patterns: Vec<Spanned<String>>,
}

/// A class whose words are found by patterns over other classes, such as 다른 followed by 병원.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PhraseFile {
    pub name: Spanned<String>,
    #[expect(dead_code, reason = "documents the data; required so that no class goes unexplained")]
    pub about: String,
    pub patterns: Vec<Spanned<String>>,
}

/// 예외: words that clear a trigger of the rule.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExceptionFile {
    pub name: Spanned<String>,
    /// The kinds of violation that the exception holds for; [`RulePack::parse`] refuses an exception without
    /// any.
    #[serde(default)]
    pub kinds: Vec<Spanned<String>>,
    #[serde(default)]
    pub rests_on: RestsOn,
    pub patterns: Vec<Spanned<String>>,
    pub within: Within,
    pub why: String,
}

/// The ground of an exception.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RestsOn {
    /// How the sentence is to be read: the trigger is cleared.
    #[default]
    Wording,
    /// A permit, designation or accreditation that the law lets an advertiser state: the trigger is cleared,
    /// and a person checks that there is one.
    Permit,
    /// Anything else that the advertiser asserts: the finding stays until a person has checked the assertion.
    Assertion,
}

/// Where the words of an exception, requirement or modifier must stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Within {
    /// In a word that the trigger is part of.
    Overlap,
    /// At most two words from the trigger.
    Near,
    /// In the sentence of the trigger.
    Sentence,
    /// In the sentence of the trigger or a neighbouring one.
    Paragraph,
    /// Anywhere in the advertisement.
    Ad,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleFile {
    pub id: Spanned<String>,
    pub title: String,
    pub kind: Spanned<String>,
    pub level: Level,
    pub severity: Severity,
    pub articles: Vec<String>,
    #[serde(default)]
    pub patterns: Vec<Spanned<String>>,
    /// Elements of the pack: the rule fires where all of them are filled.
    #[serde(default)]
    pub elements: Vec<Spanned<String>>,
    #[serde(default)]
    pub within: Option<Within>,
    /// The stances for which the rule holds; those of the pack when absent.
    pub stances: Option<Vec<Stance>>,
    /// The speakers for whom the rule holds; all when absent.
    pub speakers: Option<Vec<Speaker>>,
    #[serde(default)]
    pub require: Vec<RequirementFile>,
    #[serde(default)]
    pub procedure: Option<Spanned<String>>,
    #[serde(default, rename = "threshold")]
    #[expect(dead_code, reason = "of `resembles` in packs from before it raised suspicions only")]
    pub former_threshold: f32,
    #[serde(default, rename = "sure")]
    #[expect(dead_code, reason = "of `resembles` in packs from before it raised suspicions only")]
    pub former_sure: f32,
    #[serde(default)]
    pub exceptions: Vec<Spanned<String>>,
    /// Slots of the pack: what filled ones do depends on `slots_rest_on`.
    #[serde(default)]
    pub slots: Vec<Spanned<String>>,
    /// What all slots together rest on when they are filled; [`RestsOn::Wording`] lets the trigger through.
    #[serde(default)]
    pub slots_rest_on: RestsOn,
    #[serde(default)]
    pub modifier: Vec<ModifierFile>,
    /// Whether a trigger is a finding, or only asks a person to look.
    #[serde(default)]
    pub raises: Raises,
    #[serde(default = "default_strength")]
    pub strength: f64,
    pub rationale: String,
    pub suggestion: Option<SuggestionFile>,
    pub query: String,
    #[serde(default)]
    pub examples: ExamplesFile,
}

/// What a trigger of a rule is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Raises {
    /// 위반: it counts in the verdict.
    #[default]
    Finding,
    /// 살펴볼 곳: a person is asked, and nothing else.
    Suspicion,
}

fn default_strength() -> f64 {
    0.8
}

/// Words that must occur for the rule to apply.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequirementFile {
    pub patterns: Vec<Spanned<String>>,
    pub within: Within,
}

/// Words that make a violation graver or lighter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModifierFile {
    pub patterns: Vec<Spanned<String>>,
    pub within: Within,
    pub severity: Option<Severity>,
    pub level: Option<Level>,
    pub why: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuggestionFile {
    #[serde(default)]
    pub after: String,
    pub why: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExamplesFile {
    #[serde(default)]
    pub fires: Vec<Spanned<String>>,
    #[serde(default)]
    pub silent: Vec<Spanned<String>>,
}

/// 보기: a text on which a rule must fire, or must not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The rule as findings name it, like `superlative.rank@2026.3`.
    pub rule: String,
    /// The line in the pack, from 1.
    pub line: usize,
    /// The text of the example.
    pub text: String,
    /// True when the rule must fire on the text.
    pub fires: bool,
}

impl RulePack {
    /// Reads a pack; `file` names it in errors. [`super::Detector::new`] compiles the patterns and reports
    /// mistakes in them.
    ///
    /// # Errors
    /// [`RuleError::Syntax`] or [`RuleError::Value`] with the line.
    pub fn parse(file: &str, text: &str) -> Result<Self, RuleError> {
        let content: PackFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(file, text, &error))?;
        let rules = content.rule.iter().map(|rule| &rule.kind);
        for kind in rules.chain(content.exception.iter().flat_map(|it| &it.kinds)) {
            if kind.get_ref().parse::<ViolationKind>().is_err() {
                let (at, found) = (kind.span().start, kind.get_ref());
                return Err(RuleError::value(file, text, at, "a kind from V1 to V14", found));
            }
        }
        if let Some(exception) = content.exception.iter().find(|it| it.kinds.is_empty()) {
            let (at, name) = (exception.name.span().start, exception.name.get_ref());
            let expected =
                "an exception that names the kinds it holds for, like kinds = [\"V12\"],";
            return Err(RuleError::value(file, text, at, expected, name));
        }
        let pack = Self { file: file.to_owned(), text: text.to_owned(), content };
        pack.effective_from()?;
        pack.effective_to()?;
        Ok(pack)
    }

    /// Returns the packs that the program carries.
    ///
    /// # Errors
    /// The errors of [`RulePack::parse`]; a test ensures that none occurs.
    pub fn builtin() -> Result<Vec<Self>, RuleError> {
        BUILTIN_PACKS.iter().map(|(file, text)| Self::parse(file, text)).collect()
    }

    /// Returns the id of the pack, like `superlative`.
    pub fn id(&self) -> &str {
        &self.content.id
    }

    /// Returns the version of the pack, like `2026.3`.
    pub fn version(&self) -> &str {
        &self.content.version
    }

    /// Returns the title of the pack, in Korean.
    pub fn title(&self) -> &str {
        &self.content.title
    }

    /// Returns the first day of publication that the pack applies to; `None` when it applies to every earlier
    /// day.
    ///
    /// # Errors
    /// [`RuleError::Value`] when the field is no date.
    pub fn effective_from(&self) -> Result<Option<Date>, RuleError> {
        self.date(self.content.effective_from.as_ref())
    }

    /// Returns the last day of publication that the pack applies to; `None` when it applies to every later
    /// day.
    ///
    /// # Errors
    /// [`RuleError::Value`] when the field is no date.
    pub fn effective_to(&self) -> Result<Option<Date>, RuleError> {
        self.date(self.content.effective_to.as_ref())
    }

    /// Returns the text that the pack was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the SHA-256 of the text, in hexadecimal digits.
    pub fn sha256(&self) -> String {
        sha256(&[&self.text])
    }

    /// Whether the rules apply to advertisements of `day`.
    pub fn is_in_force(&self, day: Date) -> bool {
        let bound = |written: Result<Option<Date>, RuleError>| written.ok().flatten();
        bound(self.effective_from()).is_none_or(|from| from <= day)
            && bound(self.effective_to()).is_none_or(|to| day <= to)
    }

    /// Returns the articles that the rules rest on, each as rule id, line and article.
    pub fn foundations(&self) -> impl Iterator<Item = (&str, usize, &str)> {
        self.content.rule.iter().flat_map(|rule| {
            let (id, line) = (rule.id.get_ref().as_str(), self.line(rule.id.span().start));
            rule.articles.iter().map(move |article| (id, line, article.as_str()))
        })
    }

    /// Returns the examples of all rules, in the order of the file.
    pub fn examples(&self) -> Vec<Example> {
        let of = |rule: &RuleFile, written: &[Spanned<String>], fires: bool| {
            let name = self.name_of(rule);
            let example = |text: &Spanned<String>| Example {
                rule: name.clone(),
                line: self.line(text.span().start),
                text: text.get_ref().clone(),
                fires,
            };
            written.iter().map(example).collect::<Vec<_>>()
        };
        let rules = self.content.rule.iter();
        let both = rules.flat_map(|rule| {
            let ExamplesFile { fires, silent } = &rule.examples;
            of(rule, fires, true).into_iter().chain(of(rule, silent, false))
        });
        both.collect()
    }

    /// Returns the name of a rule in findings: `id.rule@version`.
    pub(super) fn name_of(&self, rule: &RuleFile) -> String {
        format!("{}.{}@{}", self.id(), rule.id.get_ref(), self.version())
    }

    /// Returns the line of a byte of the text, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        line_of(&self.text, at)
    }

    pub(super) fn error(&self, at: usize, expected: &str, found: &str) -> RuleError {
        RuleError::value(&self.file, &self.text, at, expected, found)
    }

    fn date(&self, written: Option<&Spanned<String>>) -> Result<Option<Date>, RuleError> {
        let Some(date) = written else { return Ok(None) };
        let found = date.get_ref();
        let read = found.parse::<Date>();
        read.map(Some).map_err(|_| self.error(date.span().start, "a date like 2026-03-01", found))
    }
}

/// Returns the SHA-256 of the texts one after the other, in hexadecimal digits.
pub(super) fn sha256(texts: &[impl AsRef<str>]) -> String {
    let mut hash = Sha256::new();
    texts.iter().for_each(|text| hash.update(text.as_ref().as_bytes()));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

macro_rules! embedded {
    ($($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!("../../rules/", $file)))),*]
    };
}

const BUILTIN_PACKS: &[(&str, &str)] = embedded![
    "common.toml",
    "v01_new_technology.toml",
    "v02_testimonial.toml",
    "v03_exaggeration.toml",
    "v04_comparison.toml",
    "v05_unsupported_figure.toml",
    "v06_superlative.toml",
    "v07_surgery_scene.toml",
    "v08_title.toml",
    "v09_article_form.toml",
    "v10_approval.toml",
    "v11_foreign_patient.toml",
    "v12_discount.toml",
    "v13_award.toml",
    "v14_other.toml",
];

const BUILTIN_LEXICONS: &[(&str, &str)] = embedded![
    "lexicon/grammar.toml",
    "lexicon/medicine.toml",
    "lexicon/people.toml",
    "lexicon/praise.toml",
    "lexicon/effect.toml",
    "lexicon/commerce.toml",
    "lexicon/publicity.toml",
];

/// Returns the lexicons that the program carries.
pub fn builtin_lexicons() -> Vec<LexiconFile> {
    BUILTIN_LEXICONS
        .iter()
        .map(|(file, text)| LexiconFile { file: (*file).to_owned(), text: (*text).to_owned() })
        .collect()
}
