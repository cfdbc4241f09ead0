//! The part of a profile that answers depend on.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::person::{age_class, pregnancy_now};
use super::{MemoryRules, Profile, ProfileSlot, Standing, Value, describe_item};

/// All facts of a patient that an answer may depend on at a moment, in one canonical form: age class,
/// sex, pregnancy, lactation, allergies, conditions, the family's conditions, drugs, present complaints,
/// and the last measured values that are not known to be normal.
///
/// It has no name, id, time or weight. An answer that was made for one context is never used for a
/// different one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct ClinicalContext {
    facts: BTreeSet<(String, String)>,
}

impl ClinicalContext {
    /// Kind and text of each fact, in order.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facts.iter().map(|(kind, fact)| (kind.as_str(), fact.as_str()))
    }

    /// The text from which a digest is computed: a line for each fact, quoted, so that different contexts
    /// have different texts.
    pub fn canonical(&self) -> String {
        let lines = self.facts.iter().map(|(kind, fact)| format!("{kind}={fact:?}\n"));
        std::iter::once("clinical context 1\n".to_owned()).chain(lines).collect()
    }
}

impl Profile {
    /// The clinical context of the profile at a moment.
    pub fn context(&self, now: Timestamp, rules: &MemoryRules) -> ClinicalContext {
        let mut facts = BTreeSet::new();
        let mut add = |kind: &str, fact: String| {
            facts.insert((kind.to_owned(), fact));
        };
        if let Some(age) = age_class(&self.person(now, rules)) {
            add("age", age);
        }
        for slot in ProfileSlot::ALL {
            for item in self.present(slot, now, rules) {
                let (kind, value) = (item.fact.concept.name.as_str(), &item.fact.value);
                let age = matches!(value, Value::Age { .. } | Value::AgeGroup { .. });
                // An age counts by its class; contradicting ages count in full.
                if (age && !self.in_conflict(item.id)) || rules.is_normal(kind, value) {
                    continue;
                }
                match pregnancy_now(item, now, rules) {
                    Some(it) => add(
                        "pregnancy",
                        format!("{:?} {:?} {}", it.state, it.weeks, it.perhaps_over),
                    ),
                    None => add(slot.as_str(), describe_item(item, now, rules)),
                }
            }
        }
        for item in self.newest_first(|it| it.fact.is_of_allergy()) {
            let kind =
                if item.fact.standing == Standing::Allergy { "allergy" } else { "no_allergy" };
            add(kind, item.fact.concept.name.clone());
        }
        ClinicalContext { facts }
    }
}
