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
fn answers(desk: &Desk, questions: &[Value]) -> BTreeMap<String, Value> {
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

#[test]
fn what_is_for_this_desk_is_told_from_what_is_not() {
    // The first set was looked at while the rules were written, the second only measures.
    for (name, floor) in [("pharmacy_scope.jsonl", 0.96), ("pharmacy_scope_blind.jsonl", 0.86)] {
        let questions = set(name);
        let answers = answers(&Desk::new(), &questions);
        for scope in ["in", "out"] {
            let of_scope: Vec<&Value> =
                questions.iter().filter(|it| text(it, "scope") == scope).collect();
            let refused = |it: &&&Value| text(&answers[text(it, "id")], "status") == "out_of_scope";
            let refused = of_scope.iter().filter(refused).count();
            let right = if scope == "out" { refused } else { of_scope.len() - refused };
            eprintln!("{name} {scope}: {right} of {}", of_scope.len());
            assert!(share(right, of_scope.len()) >= floor, "{name} {scope}: {right}");
        }
    }
}

#[test]
fn the_right_section_comes_first() {
    for (name, first_floor, told_floor) in
        [("pharmacy_sections.jsonl", 0.76, 0.84), ("pharmacy_sections_blind.jsonl", 0.80, 0.84)]
    {
        let questions = set(name);
        let answers = answers(&Desk::new(), &questions);
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
            told += usize::from(text(answer, "answer").contains(text(question, "fact")));
        }
        let all = questions.len();
        eprintln!("{name}: right section first {first}, fact told {told}, of {all}");
        assert!(share(first, all) >= first_floor, "{name}: {first} of {all}");
        assert!(share(told, all) >= told_floor, "{name}: {told} of {all}");
    }
}

#[test]
fn questions_end_as_a_pharmacist_would_end_them() {
    let questions = set("pharmacy_questions.jsonl");
    let answers = answers(&Desk::new(), &questions);
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
