//! Templates for the words of invented patients.

use simui_korean::particles::fitting;
use std::collections::BTreeMap;

use serde::Deserialize;

use crate::EvaluateError;

const FILE: &str = "data/patients.toml";

/// The data file: what invented people have, take and say.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct World {
    pub people: People,
    pub condition: Vec<Condition>,
    pub allergen: Vec<Named>,
    pub symptom: Vec<Named>,
    pub value: Vec<Measured>,
    pub says: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct People {
    pub ages: Vec<(u32, u32, u32)>,
    pub female: f64,
    pub pregnant: f64,
    pub allergy: f64,
    pub says_age: Vec<String>,
    pub says_child: Vec<String>,
    pub says_pregnancy: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Condition {
    pub name: String,
    pub shares: [f64; 3],
    pub drugs: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub name: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Measured {
    pub of: String,
    pub slot: String,
    pub low: u32,
    pub high: u32,
    pub says: Vec<String>,
}

impl World {
    pub fn shipped() -> Result<Self, EvaluateError> {
        let text = include_str!("../../data/patients.toml");
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            EvaluateError::Data {
                file: FILE.to_owned(),
                line: before.matches('\n').count() + 1,
                problem: error.message().to_owned(),
            }
        })
    }

    pub fn templates(&self, what: &str) -> &[String] {
        self.says.get(what).map_or(&[], Vec::as_slice)
    }
}

/// Fills in the places of a template, and adapts the particle after each to its last letter.
pub(super) fn fill_template(template: &str, with: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (place, words) in with {
        let place = format!("{{{place}}}");
        while let Some((before, after)) = text.split_once(&place) {
            let (particle, rest) = particle(words, after);
            text = format!("{before}{words}{particle}{rest}");
        }
    }
    text
}

/// Returns the particle for `words` and the rest of `after`, where `after` begins with one of 이/가, 은/는, 을/를,
/// 으로/로, 이에요/예요, 이었/였, 이래/래.
fn particle<'a>(words: &str, after: &'a str) -> (&'static str, &'a str) {
    for (with, without) in [
        ("이에요", "예요"),
        ("이었", "였"),
        ("이래", "래"),
        ("이고", "이고"),
        ("이세", "이세"),
        ("입니", "입니"),
        ("으로", "로"),
        ("이", "가"),
        ("은", "는"),
        ("을", "를"),
    ] {
        if let Some(rest) = after.strip_prefix(with) {
            return (fitting(words, (with, without)), rest);
        }
    }
    ("", after)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_clinical::{Lexicon, Slot};

    use super::*;

    #[test]
    fn particles_follow_their_word() {
        let check = |template: &str, name: &str, expected: &str| {
            assert_eq!(fill_template(template, &[("name", name)]), expected);
        };
        check("{name}이 있어요", "고혈압", "고혈압이 있어요");
        check("{name}이 있어요", "설사", "설사가 있어요");
        check("{name}은 끊었어요", "와파린", "와파린은 끊었어요");
        check("{name}을 먹어도", "아스피린", "아스피린을 먹어도");
        check("{name}으로 치료", "천식", "천식으로 치료");
        check("{name}으로 치료", "우울증", "우울증으로 치료");
        check("혈압은 {name}이었어요", "140/90", "혈압은 140/90이었어요");
        check("혈당은 {name}이에요", "122", "혈당은 122예요");
        check("{name}입니다", "남성", "남성입니다");
    }

    #[test]
    fn every_name_is_of_the_lexicon() {
        let (world, lexicon) = (World::shipped().unwrap(), Lexicon::shipped().unwrap());
        let known = |slot, name: &str| assert!(lexicon.has_concept(slot, name), "{name}");
        for it in &world.condition {
            known(Slot::Condition, &it.name);
            for drug in &it.drugs {
                known(Slot::Medication, drug.split('|').next().unwrap());
            }
        }
        world.symptom.iter().for_each(|it| known(Slot::Symptom, &it.name));
        assert!(world.value.iter().all(|it| lexicon.has_measure(&it.of)));
    }

    #[test]
    fn the_world_is_read() {
        let world = World::shipped().unwrap();
        for what in [
            "condition",
            "allergy",
            "drug",
            "stopped",
            "symptom",
            "denied",
            "family",
            "other",
            "asked",
            "filler",
        ] {
            assert!(!world.templates(what).is_empty(), "{what}");
        }
    }
}
