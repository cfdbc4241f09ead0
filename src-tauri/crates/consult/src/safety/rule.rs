//! The safety rules, as `rules/safety.toml` and `rules/syndromes.toml` have them.

use std::collections::BTreeMap;

use serde::Deserialize;
use simui_clinical::Severity;
use simui_clinical::data::DataFault;
use simui_clinical::{Lexicon, Measurement, Slot};

use crate::ConsultError;

/// The condition of a rule on pregnancy.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Pregnancy {
    /// The text states a pregnancy.
    Stated,
    /// The text states a pregnancy, or a possible or planned one.
    Possible,
    /// The text states that a pregnancy ended, by a birth or otherwise.
    Ended,
}

/// Stands for any drug in `exposure` and `drugs`.
pub(super) const ANY_DRUG: &str = "*";

/// All rules of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    /// Lists of drugs that several rules share, each by its name.
    #[serde(default)]
    lists: BTreeMap<String, Vec<String>>,
    #[serde(rename = "rule")]
    pub rules: Vec<Rule>,
}

/// A rule; the head of `rules/safety.toml` documents the fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    pub id: String,
    pub severity: Severity,
    pub source: String,
    pub warning: String,
    #[serde(default)]
    pub any: Vec<Limit>,
    /// Groups of symptoms and conditions: one of every group must be there, each another one of the text.
    #[serde(default)]
    pub findings: Vec<Vec<String>>,
    /// Whether the finding of the first group must have begun suddenly.
    #[serde(default)]
    pub sudden: bool,
    /// Whether the finding of the first group must be as bad as can be.
    #[serde(default)]
    pub severe: bool,
    /// Whether the text must say that the finding of the first group does not get better: 코피가 안 멈춰요.
    #[serde(default)]
    pub unrelieved: bool,
    /// Ids of cues of the text, one of which the finding of the first group must have.
    #[serde(default)]
    pub cues: Vec<String>,
    /// Symptoms, conditions and drugs that explain the findings, if the person has or takes one of them.
    #[serde(default)]
    pub unless: Vec<String>,
    /// Whether the finding must be of somebody whom the text names: who tells of it is awake.
    #[serde(default)]
    pub of_another: bool,
    /// Whether any other emergency of the same person makes the warning superfluous.
    #[serde(default)]
    pub general: bool,
    /// Whether the findings may be of several persons: who lit the stove, and who has a headache.
    #[serde(default)]
    pub anyone: bool,
    /// 노출: drugs, one of which somebody takes, took or reacted to, for findings to count; `*` is any drug.
    #[serde(default)]
    pub exposure: Vec<String>,
    /// Whether `exposure` counts only where the text says that the finding came after the drug.
    #[serde(default)]
    pub linked: bool,
    #[serde(default)]
    pub drugs: Vec<String>,
    /// Whether `drugs` count only where they are taken at present.
    #[serde(default)]
    pub taken: bool,
    /// Least times a day at which one of `drugs` is taken.
    pub per_day_at_least: Option<f64>,
    /// Units of the dose (줌), one of which the dose of one of `drugs` has.
    #[serde(default)]
    pub units: Vec<String>,
    /// Whether `drugs` count only where more of them was taken than meant.
    #[serde(default)]
    pub extra_dose: bool,
    pub age_months_at_least: Option<u32>,
    pub age_months_below: Option<u32>,
    pub unless_months_below: Option<u32>,
    pub pregnancy: Option<Pregnancy>,
    pub weeks_at_least: Option<u32>,
    /// Rules whose warnings this one makes superfluous, on the same words, or, for findings, on the
    /// same person.
    #[serde(default)]
    pub covers: Vec<String>,
    /// Texts that must raise the warning; the tests read them.
    #[serde(default)]
    pub fires: Vec<String>,
    /// Texts that must not raise it.
    #[serde(default)]
    pub silent: Vec<String>,
}

/// A limit of a measured value, with exactly one bound.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Limit {
    of: String,
    at_least: Option<f64>,
    above: Option<f64>,
    below: Option<f64>,
}

impl Limit {
    /// What is wrong with the limit: an unknown type, or another number of bounds than one.
    pub fn problem(&self, lexicon: &Lexicon) -> Option<String> {
        let bounds = [self.at_least, self.above, self.below].iter().flatten().count();
        (bounds != 1 || !lexicon.has_measure(&self.of)).then(|| {
            format!("limit of {:?}: use a known type and one of at_least, above, below", self.of)
        })
    }

    /// Whether a measurement is of this type and certainly beyond the limit: of a range the end that lies
    /// nearer to danger counts, of a bound (>6) what it says at least.
    pub fn holds(&self, value: &Measurement) -> bool {
        let (least, greatest) = value.extremes(&self.of);
        self.at_least.is_none_or(|limit| greatest.is_some_and(|it| it >= limit))
            && self.above.is_none_or(|limit| greatest.is_some_and(|it| it > limit))
            && self.below.is_none_or(|limit| least.is_some_and(|it| it < limit))
    }
}

impl Rules {
    /// Reads the rules from the TOML `text` of `file`. Fails with file and line on a wrong shape, a repeated
    /// id, a rule without a limit, finding or drug, or a name that `lexicon` lacks.
    pub fn read(file: &str, text: &str, lexicon: &Lexicon) -> Result<Self, ConsultError> {
        let mut rules: Self = toml::from_str(text).map_err(|error| broken(file, text, &error))?;
        let wrong_of = |rule: &Rule, problem: String| {
            let line = line_of(text, &format!("id = {:?}", rule.id));
            ConsultError::Data(DataFault { file: file.to_owned(), line, problem })
        };
        for rule in &mut rules.rules {
            let listed = rule.expand(&rules.lists);
            listed.map_err(|name| wrong_of(rule, format!("there is no list {name:?}")))?;
        }
        for (at, rule) in rules.rules.iter().enumerate() {
            let wrong = |problem: String| wrong_of(rule, problem);
            if rules.rules[..at].iter().any(|it| it.id == rule.id) {
                return Err(wrong(format!("rule {:?} is there already", rule.id)));
            }
            if rule.any.is_empty() && rule.findings.is_empty() && rule.drugs.is_empty() {
                return Err(wrong(format!("rule {:?} has no limit, finding or drug", rule.id)));
            }
            if rule.fires.is_empty() != rule.silent.is_empty() {
                let problem =
                    format!("rule {:?} needs examples both in fires and in silent", rule.id);
                return Err(wrong(problem));
            }
            if let Some(problem) = rule.any.iter().find_map(|it| it.problem(lexicon)) {
                return Err(wrong(problem));
            }
            let is_drug = |it: &&String| lexicon.has_concept(Slot::Medication, it);
            let drugs = rule.drugs.iter().chain(&rule.exposure).filter(|it| *it != ANY_DRUG);
            let excusing = rule.unless.iter().filter(|it| !is_drug(it));
            let findings = rule.findings.iter().flatten().chain(excusing);
            let mut unknown = drugs.filter(|it| !is_drug(it)).chain(findings.filter(|finding| {
                ![Slot::Symptom, Slot::Condition, Slot::Habit]
                    .iter()
                    .any(|slot| lexicon.has_concept(*slot, finding))
            }));
            if let Some(name) = unknown.next() {
                return Err(wrong(format!("{name:?} is not in the lexicon")));
            }
        }
        Ok(rules)
    }
}

impl Rule {
    /// Puts the drugs of a list in the place of its name: `@opioids`. Fails with the name of a list that is
    /// not there.
    fn expand(&mut self, lists: &BTreeMap<String, Vec<String>>) -> Result<(), String> {
        for drugs in [&mut self.drugs, &mut self.exposure] {
            let mut all = Vec::new();
            for name in std::mem::take(drugs) {
                match name.strip_prefix('@') {
                    Some(list) => all.extend(lists.get(list).ok_or(name)?.iter().cloned()),
                    None => all.push(name),
                }
            }
            *drugs = all;
        }
        Ok(())
    }
}

/// The error of a file that is not TOML of the expected shape, with its line.
pub(super) fn broken(file: &str, text: &str, error: &toml::de::Error) -> ConsultError {
    let at = error.span().map_or(0, |it| it.start.min(text.len()));
    let line = 1 + text.as_bytes()[..at].iter().filter(|it| **it == b'\n').count();
    ConsultError::Data(DataFault {
        file: file.to_owned(),
        line,
        problem: error.message().to_owned(),
    })
}

/// Number of the first line that contains `words`; 1 if none does.
pub(super) fn line_of(text: &str, words: &str) -> usize {
    1 + text.lines().position(|it| it.contains(words)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    const GOOD: &str =
        "[[rule]]\nid = \"a\"\nseverity = \"urgent\"\nsource = \"s\"\nwarning = \"w\"\n";

    #[test]
    fn a_bad_rule_is_named_with_its_line() {
        let lexicon = Lexicon::shipped().unwrap();
        for (more, problem) in [
            ("any = [{ of = \"egfr\", below = 30 }]\nextra = 1\n", "rules.toml:7: "),
            ("any = [{ of = \"nothing\", below = 30 }]\n", "rules.toml:2: limit of \"nothing\""),
            ("any = [{ of = \"egfr\" }]\n", "use a known type and one of"),
            ("drugs = [\"없는약\"]\n", "\"없는약\" is not in the lexicon"),
            ("drugs = [\"@없는목록\"]\n", "rules.toml:2: there is no list \"@없는목록\""),
            ("findings = [[\"없는병\"]]\n", "\"없는병\" is not in the lexicon"),
            ("findings = [[\"발열\"]]\nfires = [\"열이 나요\"]\n", "both in fires and in silent"),
            ("", "has no limit, finding or drug"),
        ] {
            let error = Rules::read("rules.toml", &format!("{GOOD}{more}"), &lexicon).unwrap_err();
            assert!(error.to_string().contains(problem), "{error}");
        }
    }
}
