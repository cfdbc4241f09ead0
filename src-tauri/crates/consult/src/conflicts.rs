//! Finds conflicts with the patient's record: allergies, and drugs that are taken already. Ingredients and
//! classes are compared by code, never by a model.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_clinical::data::DataFault;
use simui_clinical::data::parse;
use simui_clinical::{Item, Severity, Slots, Status, Warning};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::names::Names;

use super::facts::Facts;
use super::wording::{Words, fill};
use crate::ConsultError;

/// A warning that comes before the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alert {
    /// Id of the rule: one of `safety.toml` or `syndromes.toml`, an emergency of `scope.toml` (pharmacy), or
    /// `allergy`, `allergy_cross`, `already_taken`, `recorded_reaction`.
    pub rule: String,
    /// How soon the patient must act.
    pub severity: Severity,
    /// The text of the warning, in Korean.
    pub text: String,
    /// The source of the rule or of the fact.
    pub source: String,
    /// Korean name of the drug that the warning is about.
    pub drug: Option<String>,
    /// The value or words of an earlier turn that the warning is about.
    #[serde(default)]
    pub recorded: Option<Recorded>,
}

/// A value or words of an earlier turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The value in Korean (`혈압 190/125 mmHg`), or the words in quotation marks.
    pub shown: String,
    /// When it was stated or recorded.
    pub said_at: Timestamp,
}

impl From<&Warning> for Alert {
    fn from(warning: &Warning) -> Self {
        Self {
            rule: warning.rule.clone(),
            severity: warning.severity,
            text: warning.text.clone(),
            source: warning.source.clone(),
            drug: None,
            recorded: None,
        }
    }
}

/// Classes of allergens: `allergies.toml`, whose head documents the fields.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllergyClasses {
    class: Vec<Class>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Class {
    name: String,
    words: Vec<String>,
    members: Vec<String>,
    crosses: Vec<String>,
    source: String,
}

impl Class {
    /// Whether `name` is a name or a member of the class, in any case and spacing.
    fn has(&self, name: &str) -> bool {
        let folded = |it: &str| it.to_lowercase().replace([' ', '·'], "");
        let name = folded(name);
        let is = |it: &String| folded(it) == name;
        folded(&self.name) == name || self.words.iter().any(is) || self.members.iter().any(is)
    }
}

/// The relation of a drug to an allergy.
struct Relation<'a> {
    /// Whether the drug belongs to another class that only some allergic people react to.
    cross: bool,
    /// The source of the class; `None` if the drug is the allergen itself.
    source: Option<&'a str>,
}

impl AllergyClasses {
    /// Reads the classes from the TOML `text` of `file`. Fails with file and line on a wrong shape, and on a
    /// class in `crosses` that does not exist.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, ConsultError> {
        let classes: Self = parse(file, text)?;
        for class in &classes.class {
            let unknown =
                class.crosses.iter().find(|it| !classes.class.iter().any(|c| c.name == **it));
            if let Some(unknown) = unknown {
                let written = format!("{unknown:?}");
                let line = text.lines().position(|it| it.contains(&written)).unwrap_or(0) + 1;
                let problem = format!("class {unknown:?} is not in the file");
                return Err(ConsultError::Data(DataFault { file: file.to_owned(), line, problem }));
            }
        }
        Ok(classes)
    }

    /// How `drug` relates to `allergy` (both in Korean); `None` if they are unrelated.
    fn relation(&self, allergy: &str, drug: &str, names: &Names) -> Option<Relation<'_>> {
        let ingredients = |text: &str| -> BTreeSet<String> {
            names.find(text).into_iter().map(|it| it.ingredient).collect()
        };
        let (one, other) = (ingredients(allergy), ingredients(drug));
        if allergy == drug || !one.is_disjoint(&other) {
            return Some(Relation { cross: false, source: None });
        }
        // A combination belongs to the classes of all its ingredients.
        let mut spellings: Vec<&str> = vec![drug];
        spellings.extend(other.iter().map(|it| names.korean(it)));
        let in_class = |class: &Class| spellings.iter().any(|it| class.has(it));
        let mut of_allergy = self.class.iter().filter(|it| it.has(allergy));
        of_allergy.find_map(|class| {
            if in_class(class) {
                return Some(Relation { cross: false, source: Some(&class.source) });
            }
            let crossing =
                self.class.iter().find(|it| class.crosses.contains(&it.name) && in_class(it));
            crossing.map(|_| Relation { cross: true, source: Some(&class.source) })
        })
    }

    /// The recorded allergy to a drug or its class, if there is one; cross-reactions do not count.
    pub fn forbids<'a>(&self, drug: &str, facts: &'a Facts, names: &Names) -> Option<&'a str> {
        let is_allergen = |it: &&String| self.relation(it, drug, names).is_some_and(|it| !it.cross);
        facts.allergies.iter().find(is_allergen).map(String::as_str)
    }

    /// The allergies of which drugs or classes among `drugs` (in Korean) are one, each with these;
    /// cross-reactions do not count.
    pub fn of_recommended<'a>(
        &self,
        drugs: &BTreeSet<String>,
        allergies: &[&'a str],
        knowledge: &Knowledge,
    ) -> Vec<(&'a str, Vec<String>)> {
        let is_allergen = |allergy: &str, drug: &str| {
            let relation = self.relation(allergy, drug, &knowledge.names);
            relation.is_some_and(|it| !it.cross) || knowledge.is_of_class(drug, allergy)
        };
        let of_allergy = |allergy: &&'a str| {
            let drugs = drugs.iter().filter(|it| is_allergen(allergy, it));
            (*allergy, drugs.cloned().collect::<Vec<String>>())
        };
        allergies.iter().map(of_allergy).filter(|it| !it.1.is_empty()).collect()
    }

    /// The alerts for `drugs` (in Korean) that conflict with recorded allergies.
    pub fn alerts(
        &self,
        drugs: &BTreeSet<&str>,
        facts: &Facts,
        names: &Names,
        words: &Words,
    ) -> Vec<Alert> {
        let mut alerts = Vec::new();
        for drug in drugs {
            for allergy in &facts.allergies {
                let Some(relation) = self.relation(allergy, drug, names) else { continue };
                let (rule, template) = match relation.cross {
                    false => ("allergy", &words.allergy),
                    true => ("allergy_cross", &words.allergy_cross),
                };
                let source = relation.source.unwrap_or(&words.source_record);
                alerts.push(Alert {
                    rule: rule.to_owned(),
                    severity: if relation.cross { Severity::Caution } else { Severity::Urgent },
                    text: fill(template, &[("allergy", allergy), ("drug", drug)]),
                    source: source.to_owned(),
                    drug: Some((*drug).to_owned()),
                    recorded: None,
                });
            }
        }
        alerts
    }

    /// The alerts for `drugs` (in Korean) under which, or under whose class, the record `facts` has an
    /// adverse reaction; none for a drug that one of `alerts` calls an allergen.
    pub fn reactions(
        &self,
        drugs: &BTreeSet<&str>,
        facts: &Facts,
        alerts: &[Alert],
        knowledge: &Knowledge,
        words: &Words,
    ) -> Vec<Alert> {
        let is_allergen = |drug: &str| {
            alerts.iter().any(|it| it.rule == "allergy" && it.drug.as_deref() == Some(drug))
        };
        let mut found = Vec::new();
        for drug in drugs.iter().filter(|it| !is_allergen(it)) {
            let is_of_drug = |known: &str| {
                let relation = self.relation(known, drug, &knowledge.names);
                relation.is_some_and(|it| !it.cross) || knowledge.is_of_class(drug, known)
            };
            let known = facts.reactions.iter().filter(|it| is_of_drug(&it.drug));
            found.extend(known.map(|it| Alert {
                rule: "recorded_reaction".to_owned(),
                severity: Severity::Caution,
                text: fill(&words.reaction, &[("reaction", &it.shown), ("drug", drug)]),
                source: words.source_record.clone(),
                drug: Some((*drug).to_owned()),
                recorded: None,
            }));
        }
        found
    }

    /// The warnings for drugs that a text asks about, plans or mentions as taken, and to which the person
    /// whom it is about has an allergy by the same text.
    pub fn warnings(&self, slots: &Slots, names: &Names, words: &Words) -> Vec<Warning> {
        let who = slots.subject.as_ref().map_or("patient", |it| it.person.as_str());
        let allergies = slots
            .allergies
            .iter()
            .filter(|it| it.status == Status::Allergy && it.experiencer == who);
        let allergies: Vec<&str> = allergies.map(|it| it.name.as_str()).collect();
        let wanted = |item: &&Item| {
            item.experiencer == who
                && matches!(item.status, Status::Asked | Status::Planned | Status::Active)
        };
        let mut warnings: Vec<Warning> = Vec::new();
        for drug in slots.medications.iter().filter(wanted) {
            let relations = allergies
                .iter()
                .filter_map(|it| Some((*it, self.relation(it, &drug.name, names)?)));
            for (allergy, relation) in relations {
                let (rule, severity, template) = match relation.cross {
                    false => ("allergy", Severity::Urgent, &words.allergy_said),
                    true => ("allergy_cross", Severity::Caution, &words.allergy_cross_said),
                };
                let text = fill(template, &[("allergy", allergy), ("drug", &drug.name)]);
                let source = relation.source.unwrap_or(&words.source_said).to_owned();
                let (rule, experiencer) = (rule.to_owned(), who.to_owned());
                let (start, end, quote) = (drug.start, drug.end, String::new());
                let warning =
                    Warning { rule, severity, text, experiencer, source, quote, start, end };
                if !warnings.iter().any(|it| it.text == warning.text) {
                    warnings.push(warning);
                }
            }
        }
        warnings
    }

    /// The alerts for drugs in `wanted` (in Korean) that the patient takes already, by name or ingredient.
    pub fn already_taken(
        &self,
        wanted: &BTreeSet<&str>,
        facts: &Facts,
        names: &Names,
        words: &Words,
    ) -> Vec<Alert> {
        let taken: BTreeSet<String> = facts
            .medications
            .iter()
            .flat_map(|it| names.find(it))
            .map(|it| it.ingredient)
            .collect();
        let again = wanted.iter().filter(|drug| {
            facts.medications.iter().any(|it| it == **drug)
                || names.find(drug).iter().any(|it| taken.contains(&it.ingredient))
        });
        again
            .map(|drug| Alert {
                rule: "already_taken".to_owned(),
                severity: Severity::Caution,
                text: fill(&words.already_taken, &[("drug", drug)]),
                source: words.source_record.clone(),
                drug: Some((*drug).to_owned()),
                recorded: None,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::facts::KnownReaction;
    use crate::rules::Rules;

    #[test]
    fn an_allergy_conflicts_with_its_drug_its_class_and_crossing_classes() {
        let (rules, names) = (Rules::shipped().unwrap(), &Knowledge::shipped().unwrap().names);
        for (allergy, drug, rule) in [
            ("페니실린", "아목시실린", Some("allergy")),
            ("아목시실린", "아목시실린", Some("allergy")),
            ("아목시실린", "암피실린", Some("allergy")),
            ("페니실린", "세파클러", Some("allergy_cross")),
            ("페니실린", "아지트로마이신", None),
            ("아스피린", "이부프로펜", Some("allergy")),
            ("타이레놀", "아세트아미노펜", Some("allergy")),
            ("땅콩", "아세트아미노펜", None),
            ("꽃가루", "세티리진", None),
        ] {
            let facts = Facts { allergies: vec![allergy.to_owned()], ..Facts::default() };
            let alerts =
                rules.allergies.alerts(&BTreeSet::from([drug]), &facts, names, &rules.words);
            let found = alerts.first().map(|it| it.rule.as_str());
            assert_eq!(found, rule, "{allergy} {drug}");
            assert!(alerts.iter().all(|it| it.text.contains(allergy) && it.text.contains(drug)));
        }
    }

    #[test]
    fn a_drug_that_is_taken_already_raises_an_alert() {
        let (rules, names) = (Rules::shipped().unwrap(), &Knowledge::shipped().unwrap().names);
        let facts = Facts { medications: vec!["타이레놀".to_owned()], ..Facts::default() };
        let taken = |drug| {
            rules
                .allergies
                .already_taken(&BTreeSet::from([drug]), &facts, names, &rules.words)
                .len()
        };
        assert_eq!((taken("아세트아미노펜"), taken("이부프로펜")), (1, 0));
    }

    #[test]
    fn a_drug_under_which_something_happened_raises_an_alert() {
        let (rules, knowledge) = (Rules::shipped().unwrap(), Knowledge::shipped().unwrap());
        for (known, drug, warns) in [
            ("리시노프릴", "리시노프릴", true),
            ("타이레놀", "아세트아미노펜", true),
            ("스타틴", "아토르바스타틴", true),
            ("스타틴", "에제티미브", false),
            ("리시노프릴", "로사르탄", false),
        ] {
            let shown = format!("{known} 쓴 뒤 기침");
            let reactions = vec![KnownReaction { drug: known.to_owned(), shown }];
            let facts = Facts { reactions, ..Facts::default() };
            let alerts = |beside: &[Alert]| {
                let drugs = BTreeSet::from([drug]);
                rules.allergies.reactions(&drugs, &facts, beside, knowledge, &rules.words)
            };
            let found = alerts(&[]);
            assert_eq!(!found.is_empty(), warns, "{known} {drug}");
            assert!(found.iter().all(|it| it.text.contains("쓴 뒤 기침")), "{found:?}");
            // An allergy to the drug says more.
            for alert in found {
                let allergy = Alert { rule: "allergy".to_owned(), ..alert };
                assert!(alerts(&[allergy]).is_empty(), "{known} {drug}");
            }
        }
    }

    #[test]
    fn a_class_that_is_not_there_is_named_with_its_line() {
        let text = "[[class]]\nname = \"a\"\nwords = []\nmembers = []\ncrosses = [\"z\"]\nsource = \"s\"\n";
        let error = AllergyClasses::read("allergies.toml", text).unwrap_err().to_string();
        assert!(error.contains("allergies.toml:5: class \"z\""), "{error}");
    }
}
