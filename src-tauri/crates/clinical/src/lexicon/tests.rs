#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use super::*;

const HEAD: &str = "name\tkorean\tenglish\tcode\tcui\n";

#[test]
fn the_shipped_files_load_and_are_large_enough() {
    let lexicon = Lexicon::shipped().unwrap();
    let of = |slot| lexicon.concepts.iter().filter(|it| it.slot == slot).count();
    assert!(of(Slot::Condition) > 500 && of(Slot::Symptom) > 150 && of(Slot::Medication) > 900);
    assert!(lexicon.measures.len() > 70);
    assert!(lexicon.len() > 1_800, "{}", lexicon.len());
}

#[test]
fn a_bad_line_is_named() {
    for (line, problem) in [
        ("고혈압\t혈압병\thtn\tI1\t", "code \"I1\""),
        ("고혈압\t혈압병\thtn\tI10\tC123", "CUI \"C123\""),
        ("\t혈압병\thtn\tI10\t", "no name"),
        ("가\t나\tx\t\t\t여섯", "6 columns"),
    ] {
        let text = format!("{HEAD}당뇨병\t당뇨\tdm\tE14\t\n{line}\n");
        let error = Lexicon::read(&[(Slot::Condition, "some.tsv", &text)]).unwrap_err();
        assert!(error.to_string().starts_with("some.tsv:3: "), "{error}");
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[test]
fn names_and_forms_belong_to_one_concept_of_a_slot() {
    for (line, problem) in [
        ("당뇨병\t소갈\t\t\t", "a line of its own"),
        ("소갈\t당 뇨\t\t\t", "already a form of \"당뇨병\""),
        ("소갈\t\tDM\t\t", "already a form of \"당뇨병\""),
    ] {
        let text = format!("{HEAD}당뇨병\t당뇨\tdm\tE14\t\n{line}\n");
        let files = [(Slot::Condition, "some.tsv", text.as_str())];
        let error = Lexicon::read(&files).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}
