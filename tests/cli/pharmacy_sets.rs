//! Questions that others wrote, asked of a desk with nothing but what comes with it. The floors are what was measured, less a
//! little; the goals are .97 of both scopes and .90 of the right sections first (issue F).
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise, and says what it measures"
)]

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::Desk;
use serde_json::Value;

fn set(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The answers by the questions' ids.
fn answers(desk: &Desk, questions: &[&Value]) -> BTreeMap<String, Value> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.jsonl");
    let lines: String = questions.iter().map(|it| format!("{it}\n")).collect();
    std::fs::write(&file, lines).unwrap();
    let answered = desk.run(&["ask", "--batch", file.to_str().unwrap()]).succeeded().lines();
    answered.into_iter().map(|it| (text(&it, "id").to_owned(), it)).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key}: {value}"))
}

fn share(met: usize, of: usize) -> f64 {
    met as f64 / of.max(1) as f64
}

/// A set, the part of it that counts (all where it has none), and the least shares that have to be right.
type Floor = (&'static str, Option<&'static str>, f64, f64);

/// The questions of a part.
fn part<'q>(questions: &'q [Value], part: Option<&str>) -> Vec<&'q Value> {
    questions.iter().filter(|it| part.is_none_or(|part| it["part"] == part)).collect()
}

#[test]
fn what_is_for_this_desk_is_told_from_what_is_not() {
    // The first set was looked at while the rules were written and the likeness model was fitted on it, and so was a third of
    // the wide one; thresholds were chosen on its second third. The held third and the blind set only measure.
    const SETS: [Floor; 7] = [
        ("pharmacy_scope.jsonl", None, 0.99, 0.99),
        ("pharmacy_scope_wide.jsonl", Some("look"), 0.97, 0.97),
        ("pharmacy_scope_wide.jsonl", Some("choose"), 0.98, 0.96),
        ("pharmacy_scope_wide.jsonl", Some("held"), 0.97, 0.94),
        ("pharmacy_scope_blind.jsonl", None, 0.95, 0.96),
        // Both halves by somebody who did not know the rules; one was read, and questions like its were written for fitting.
        ("pharmacy_scope_new.jsonl", None, 0.96, 0.96),
        ("pharmacy_scope_new_blind.jsonl", None, 0.93, 0.95),
    ];
    let desk = Desk::new();
    for (name, of, inside, outside) in SETS {
        let questions = set(name);
        let questions = part(&questions, of);
        let answers = answers(&desk, &questions);
        let is = |answer: &Value, scope: &str| match scope {
            "out" => text(answer, "status") == "out_of_scope",
            "emergency" => !answer["emergency"].is_null(),
            _ => text(answer, "status") != "out_of_scope",
        };
        for (scope, floor) in [("in", inside), ("out", outside), ("emergency", 0.8)] {
            let of_scope: Vec<_> =
                questions.iter().filter(|it| text(it, "scope") == scope).collect();
            let right = of_scope.iter().filter(|it| is(&answers[text(it, "id")], scope)).count();
            let all = of_scope.len();
            eprintln!("{name} {of:?} {scope}: {right} of {all}");
            assert!(all == 0 || share(right, all) >= floor, "{name} {of:?} {scope}: {right}");
        }
    }
}

#[test]
fn the_right_section_comes_first() {
    // Of which the first and `look` were looked at and fitted on. The second share is of facts told, where the set names them.
    const SETS: [Floor; 7] = [
        ("pharmacy_sections.jsonl", None, 0.97, 0.96),
        ("pharmacy_sections_wide.jsonl", Some("look"), 0.96, 0.0),
        ("pharmacy_sections_wide.jsonl", Some("choose"), 0.85, 0.0),
        ("pharmacy_sections_wide.jsonl", Some("held"), 0.86, 0.0),
        ("pharmacy_sections_blind.jsonl", None, 0.86, 0.92),
        // The same: one half read, the other not.
        ("pharmacy_sections_new.jsonl", None, 0.84, 0.0),
        ("pharmacy_sections_new_blind.jsonl", None, 0.75, 0.0),
    ];
    let desk = Desk::new();
    for (name, of, first_floor, told_floor) in SETS {
        let questions = set(name);
        let questions = part(&questions, of);
        let answers = answers(&desk, &questions);
        let (mut first, mut told) = (0, 0);
        for question in &questions {
            let answer = &answers[text(question, "id")];
            let is = |key: &str, value: &str| question[key].as_str() == Some(value);
            let right = |cited: &&Value| {
                let (title, section) = (text(cited, "title"), text(cited, "section"));
                let also = question["also"].as_array();
                let also = also.is_some_and(|it| it.iter().any(|it| it == section));
                (is("title", title) || is("or_title", title)) && (is("section", section) || also)
            };
            first += usize::from(answer["citations"].get(0).as_ref().is_some_and(right));
            let fact = question["fact"].as_str();
            told += usize::from(fact.is_some_and(|it| text(answer, "answer").contains(it)));
        }
        let all = questions.len();
        eprintln!("{name} {of:?}: right section first {first}, fact told {told}, of {all}");
        assert!(share(first, all) >= first_floor, "{name} {of:?}: {first} of {all}");
        assert!(share(told, all) >= told_floor, "{name} {of:?}: {told} of {all}");
    }
}

#[test]
fn questions_end_as_a_pharmacist_would_end_them() {
    let questions = set("pharmacy_questions.jsonl");
    let answers = answers(&Desk::new(), &questions.iter().collect::<Vec<_>>());
    for held in [false, true] {
        let half: Vec<&Value> =
            questions.iter().filter(|it| (it["held"] == true) == held).collect();
        let right = |it: &&&Value| {
            let answer = &answers[text(it, "id")];
            let status = match answer["emergency"].is_null() {
                true => text(answer, "status"),
                false => "emergency",
            };
            status == text(it, "status")
        };
        let right = half.iter().filter(right).count();
        eprintln!("held {held}: {right} of {}", half.len());
        assert!(share(right, half.len()) >= 0.88, "held {held}: {right} of {}", half.len());
    }
}
