//! The table is checked by its own examples and by `cases.toml`.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use serde::Deserialize;

use super::*;
use crate::extract::{Extractor, Item, Slots};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    text: String,
    /// Canonical name of the concept, slot letter first where a name has two (`A 페니실린`).
    target: String,
    expected: String,
}

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

/// Statuses of all items of a name, in the order of the text, with the experiencer where it is not the patient.
fn spelt(slots: &Slots, target: &str) -> String {
    let (lists, name): (Vec<&Vec<Item>>, &str) = match target.split_once(' ') {
        Some(("A", name)) => (vec![&slots.allergies], name),
        Some(("M", name)) => (vec![&slots.medications], name),
        _ => (vec![&slots.conditions, &slots.symptoms, &slots.medications], target),
    };
    let items = lists.into_iter().flatten().filter(|it| it.name == name);
    let spelt = items.map(|it| it.status.as_str());
    spelt.collect::<Vec<_>>().join(" ")
}

#[test]
fn mentions_are_read_in_context() {
    let cases: Cases = toml::from_str(include_str!("cases.toml")).unwrap();
    let extractor = Extractor::shipped().unwrap();
    let wrong: Vec<String> = cases
        .case
        .iter()
        .filter_map(|Case { text, target, expected }| {
            let read = spelt(&extractor.extract(text).unwrap(), target);
            (read != *expected).then(|| format!("{text} ({target}): {read}, not {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.case.len(), wrong.join("\n"));
}

#[test]
fn every_cue_is_found_in_its_example() {
    for cue in CUES.rows() {
        let text = Text::new(&cue.example);
        let found = Cues::find(&text, &[]).found;
        assert!(found.iter().any(|it| it.cue.id == cue.id), "{}: {found:?}", cue.id);
    }
}

#[test]
fn a_wrong_row_is_named_by_its_line() {
    let check = |text: &str, expected: &str| {
        let error = CueTable::read("cues.toml", text).err().unwrap().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    let row = "{ id = \"a\", pattern = \"no\", category = \"negated\", example = \"no\" }";
    check(&format!("cue = [\n{row},\n{row}]"), "cues.toml:3: \"a\" is the id of an earlier row");
    check(&format!("cue = [\n{}]", row.replace("negated", "negative")), "cues.toml:2: ");
    let far = row.replace("\"no\" }", "\"no\", max_scope = 61 }");
    check(&format!("cue = [\n{far}]"), "cues.toml:2: \"a\" reaches over more than 60 tokens");
}
