//! The questions of `tests/corpora/pharmacy`, answered by a new desk. The floors of the manifest are a little
//! below the measured values; the goals are .97 of both scopes and .90 with the right section first.

use std::collections::BTreeMap;

use crate::common::Desk;
use serde_json::Value;
use simui_tests::corpora::{self, Figures, Set};

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

/// Whether an answer is right, and words for what was expected and what was answered.
struct Judged {
    is_right: bool,
    expected: String,
    got: String,
}

/// Asks the questions of every set with a measure and checks its floors. Of a set that was read, each wrong
/// question is printed with its id, its text, what was expected, and the answer. `further` adds figures.
fn check(
    measure: &str,
    figure: &'static str,
    judge: impl Fn(&Value, &Value) -> Judged,
    further: impl Fn(&[Value], &BTreeMap<String, Value>) -> Figures,
) {
    let desk = Desk::new();
    let below = corpora::run("pharmacy", measure, |set: &Set| {
        let questions: Vec<Value> = set.lines("")?;
        let answers = answers(&desk, &questions);
        let mut right = 0;
        for question in &questions {
            let id = text(question, "id");
            let Judged { is_right, expected, got } = judge(question, &answers[id]);
            right += u32::from(is_right);
            if set.read && !is_right {
                let text = text(question, "text");
                eprintln!("  {id}: {text}\n    expected {expected}\n    got      {got}");
            }
        }
        let mut figures = further(&questions, &answers);
        figures.push((figure, f64::from(right)));
        Ok(figures)
    });
    assert!(below.is_empty(), "{below:#?}");
}

fn no_further(_: &[Value], _: &BTreeMap<String, Value>) -> Figures {
    Vec::new()
}

#[test]
fn the_scope_of_questions_is_decided_correctly() {
    let judge = |question: &Value, answer: &Value| {
        let (scope, status) = (text(question, "scope"), text(answer, "status"));
        let is_right = match scope {
            "out" => status == "out_of_scope",
            "emergency" => !answer["emergency"].is_null(),
            _ => status != "out_of_scope",
        };
        let got = format!("{status} {}", answer["emergency"]);
        Judged { is_right, expected: scope.to_owned(), got }
    };
    check("scope", "right", judge, no_further);
}

/// Whether a citation is of the document and section that a question wants.
fn is_wanted(question: &Value, cited: &Value) -> bool {
    let is = |key: &str, value: &str| question[key].as_str() == Some(value);
    let (title, section) = (text(cited, "title"), text(cited, "section"));
    let also = question["also"].as_array();
    let also = also.is_some_and(|it| it.iter().any(|it| it == section));
    (is("title", title) || is("or_title", title)) && (is("section", section) || also)
}

#[test]
fn the_right_section_comes_first() {
    let judge = |question: &Value, answer: &Value| {
        let first = answer["citations"].get(0);
        let place = |it: &Value| format!("{} · {}", it["title"], it["section"]);
        Judged {
            is_right: first.is_some_and(|cited| is_wanted(question, cited)),
            expected: format!("{} {}", place(question), question["also"]),
            got: first.map_or_else(|| "nothing".to_owned(), place),
        }
    };
    // The number of answers that state the fact that the question names.
    let facts = |questions: &[Value], answers: &BTreeMap<String, Value>| {
        let named: Vec<&Value> = questions.iter().filter(|it| it["fact"].is_string()).collect();
        let stated = named
            .iter()
            .filter(|it| text(&answers[text(it, "id")], "answer").contains(text(it, "fact")))
            .count();
        let stated = f64::from(u32::try_from(stated).unwrap());
        if named.is_empty() { Vec::new() } else { vec![("fact", stated)] }
    };
    check("section", "first", judge, facts);
}

#[test]
fn questions_end_as_a_pharmacist_would_end_them() {
    let judge = |question: &Value, answer: &Value| {
        let status = match answer["emergency"].is_null() {
            true => text(answer, "status"),
            false => "emergency",
        };
        let expected = text(question, "status").to_owned();
        Judged { is_right: status == expected, expected, got: status.to_owned() }
    };
    check("outcome", "right", judge, no_further);
}

#[test]
fn a_class_is_answered_by_its_members() {
    let judge = |question: &Value, answer: &Value| {
        let cited = &answer["citations"][0];
        let titles = question["titles"].as_array().unwrap();
        Judged {
            is_right: titles.contains(&cited["title"]) && cited["section"] == question["section"],
            expected: format!("{} of {}", question["section"], question["titles"]),
            got: format!("{} of {}", cited["section"], cited["title"]),
        }
    };
    check("class", "right", judge, no_further);
}
