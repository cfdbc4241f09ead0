//! One table of drugs: whatever the reader of clinical facts knows by name, the pharmacy knows, and the
//! other way round.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use simui_clinical::Extractor;
use simui_clinical::drugs::DrugTable;
use simui_pharmacy::knowledge::Knowledge;

/// Words for classes that are dosage forms: behind the name of a drug they name no other one.
const DOSAGE_FORMS: [&str; 2] = ["질정", "패치"];

/// Names that are read as something else in a sentence of their own: a food, a test, a lab value.
fn unread(names: impl Iterator<Item = String>) -> Vec<String> {
    let extractor = Extractor::shipped().unwrap();
    let is_read = |name: &String| {
        let slots = extractor.extract(&format!("어제 {name} 먹었어요")).unwrap();
        !slots.medications.is_empty() || !slots.allergies.is_empty()
    };
    names.filter(|it| !is_read(it)).collect()
}

#[test]
fn a_name_of_the_table_is_known_to_both_sides() {
    let (table, knowledge) = (DrugTable::shipped().unwrap(), Knowledge::shipped().unwrap());
    let drugs: Vec<String> = table.drug_spellings().map(|it| it.text.clone()).collect();
    let unknown: Vec<&String> =
        drugs.iter().filter(|it| knowledge.names.find(it).is_empty()).collect();
    assert!(unknown.is_empty(), "unknown to the pharmacy: {unknown:?}");
    let unread = unread(drugs.into_iter());
    assert!(unread.is_empty(), "unknown to the reader of facts: {unread:?}");
}

#[test]
fn the_word_for_a_class_is_known_to_both_sides_as_a_class() {
    let (table, knowledge) = (DrugTable::shipped().unwrap(), Knowledge::shipped().unwrap());
    let named = |name: &&str| {
        !name.contains(['(', '·']) && !name.starts_with("그 밖의") && !DOSAGE_FORMS.contains(name)
    };
    // Two letters count in capitals only.
    let written = |it: &str| if it.len() <= 2 { it.to_uppercase() } else { it.to_owned() };
    let unread = unread(knowledge.class_words().filter(named).map(written));
    assert!(unread.is_empty(), "unknown to the reader of facts: {unread:?}");
    for name in table.classes().flat_map(|it| it.1) {
        assert!(knowledge.has_name(name), "{name}");
        assert!(knowledge.names.ingredients(name).is_empty(), "{name} is a class, no drug");
    }
}

#[test]
fn the_name_of_a_drug_brings_its_own_ingredients_and_no_class() {
    let (extractor, knowledge) = (Extractor::shipped().unwrap(), Knowledge::shipped().unwrap());
    for (text, ingredients, concept) in [
        ("챔프 먹였어요", &["acetaminophen"][..], "아세트아미노펜"),
        ("이지엔6 먹었어요", &["ibuprofen"], "이부프로펜"),
        ("탁센 연질캡슐 먹었어요", &["naproxen"], "나프록센"),
        ("해열제 먹었어요", &[], "해열제"),
        ("열 내리는 약 먹었어요", &[], "해열제"),
    ] {
        let found = knowledge.names.find(text);
        let found: Vec<&str> = found.iter().map(|it| it.ingredient.as_str()).collect();
        assert_eq!(found, ingredients, "{text}");
        let slots = extractor.extract(text).unwrap();
        let names: Vec<&str> = slots.medications.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, [concept], "{text}");
    }
}
