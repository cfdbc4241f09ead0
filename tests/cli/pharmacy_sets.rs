//! Questions written by others, answered by a new desk. The floors are a little below the measured values;
//! the goals are .97 of both scopes and .90 with the right section first.
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

/// A set, the part that counts (all of it where `None`), and the least shares that must be right.
type Floor = (&'static str, Option<&'static str>, f64, f64);

/// The questions of a part.
fn part<'q>(questions: &'q [Value], part: Option<&str>) -> Vec<&'q Value> {
    questions.iter().filter(|it| part.is_none_or(|part| it["part"] == part)).collect()
}

/// Prints each wrong question of a set that may be read: id, text, what was expected, and the answer.
fn print_mistakes<'a>(
    set: &str,
    part: Option<&str>,
    wrong: impl Iterator<Item = (&'a Value, String, String)>,
) {
    let shown = !set.ends_with("blind.jsonl") && part != Some("held");
    for (question, expected, got) in wrong.filter(|_| shown) {
        let (id, text) = (text(question, "id"), text(question, "text"));
        eprintln!("  {set} {id}: {text}\n    expected {expected}\n    got      {got}");
    }
}

#[test]
fn the_scope_of_questions_is_decided_correctly() {
    // All sets but the held third of the wide set and the third set were read: rules were fitted to them,
    // thresholds chosen on `choose`.
    const SETS: [Floor; 16] = [
        ("pharmacy_scope.jsonl", None, 0.99, 0.99),
        ("pharmacy_scope_wide.jsonl", Some("look"), 0.97, 0.97),
        ("pharmacy_scope_wide.jsonl", Some("choose"), 0.98, 0.96),
        ("pharmacy_scope_wide.jsonl", Some("held"), 0.97, 0.94),
        ("pharmacy_scope_second.jsonl", None, 0.95, 0.96),
        ("pharmacy_scope_new.jsonl", None, 0.96, 0.96),
        ("pharmacy_scope_new_other.jsonl", None, 0.93, 0.95),
        // Measured before it was read: 40 of 40 inside, 38 of 40 outside. Nothing was fitted on it.
        ("pharmacy_scope_third.jsonl", None, 0.95, 0.93),
        // No author of rules has read this set; its mistakes are not printed.
        ("pharmacy_scope_third_blind.jsonl", None, 0.90, 0.90),
        // Measured before it was read: 30 of 30 inside, 29 of 30 outside.
        ("pharmacy_scope_sixth.jsonl", None, 0.96, 0.96),
        ("pharmacy_scope_sixth_blind.jsonl", None, 0.93, 0.93),
        // Measured before it was read: 50 of 50 inside, 48 of 50 outside; the blind half 48 and 47.
        ("pharmacy_scope_eighth.jsonl", None, 0.98, 0.95),
        ("pharmacy_scope_eighth_blind.jsonl", None, 0.95, 0.95),
        // The goal, on questions that no author of rules has read: 50 of 50 and 50 of 50 on the first run.
        ("pharmacy_scope_ninth_blind.jsonl", None, 0.97, 0.97),
        // The set of 200: 100 of 100 inside and 97 of 100 outside on the first run.
        ("pharmacy_scope_tenth_blind.jsonl", None, 0.97, 0.97),
        // 30 of 30 inside and 29 of 30 outside on the first run.
        ("pharmacy_scope_eleventh.jsonl", None, 0.97, 0.96),
    ];
    let desk = Desk::new();
    let mut below = Vec::new();
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
            let of_scope: Vec<&&Value> =
                questions.iter().filter(|it| text(it, "scope") == scope).collect();
            let wrong = of_scope.iter().filter(|it| !is(&answers[text(it, "id")], scope));
            let wrong: Vec<&&&Value> = wrong.collect();
            let (all, right) = (of_scope.len(), of_scope.len() - wrong.len());
            eprintln!("{name} {of:?} {scope}: {right} of {all}");
            print_mistakes(
                name,
                of,
                wrong.iter().map(|it| {
                    let answer = &answers[text(it, "id")];
                    let got = format!("{} {}", text(answer, "status"), answer["emergency"]);
                    (**it as &Value, scope.to_owned(), got)
                }),
            );
            if all > 0 && share(right, all) < floor {
                below.push(format!("{name} {of:?} {scope}: {right} of {all}"));
            }
        }
    }
    assert!(below.is_empty(), "below their floors: {below:#?}");
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
    // These sets were read, and rules were fitted to them. The second share is of facts stated, where the set
    // names them.
    const SETS: [Floor; 17] = [
        ("pharmacy_sections.jsonl", None, 0.96, 0.95),
        ("pharmacy_sections_wide.jsonl", Some("look"), 0.96, 0.0),
        ("pharmacy_sections_wide.jsonl", Some("choose"), 0.85, 0.0),
        ("pharmacy_sections_wide.jsonl", Some("held"), 0.85, 0.0),
        ("pharmacy_sections_second.jsonl", None, 0.86, 0.92),
        ("pharmacy_sections_new.jsonl", None, 0.84, 0.0),
        ("pharmacy_sections_new_other.jsonl", None, 0.75, 0.0),
        // Measured before it was read: 47 of 60. Three labels named a section of which a part answers, and
        // one lacked a section that answers as well; later, answers about causes were corrected.
        ("pharmacy_sections_third.jsonl", None, 0.91, 0.0),
        ("pharmacy_sections_third_blind.jsonl", None, 0.83, 0.0),
        // Measured before it was read: 42 of 60, the blind half 41; later, guidance got a model of its own.
        ("pharmacy_sections_sixth.jsonl", None, 0.88, 0.0),
        // Measured before it was read: 47 of 60.
        ("pharmacy_sections_sixth_held.jsonl", None, 0.75, 0.0),
        // Measured before it was read: 45 of 60.
        ("pharmacy_sections_seventh.jsonl", None, 0.78, 0.0),
        // Measured before it was read: 44 of 60, the blind half 49.
        ("pharmacy_sections_eighth.jsonl", None, 0.80, 0.0),
        ("pharmacy_sections_eighth_blind.jsonl", None, 0.80, 0.0),
        // The goal, on questions that no author of rules has read, labelled with every section that answers:
        // 57 of 60 on the first run (52 with the program of the day before).
        ("pharmacy_sections_ninth_blind.jsonl", None, 0.90, 0.0),
        // The set of 100: 90 on the first run. Its mistakes have been read since.
        ("pharmacy_sections_tenth_blind.jsonl", None, 0.90, 0.0),
        // Measured before it was read: 88 of 100; later, answers about missed doses and storage were
        // corrected.
        ("pharmacy_sections_eleventh.jsonl", None, 0.90, 0.0),
    ];
    let desk = Desk::new();
    let mut below = Vec::new();
    for (name, of, first_floor, told_floor) in SETS {
        let questions = set(name);
        let questions = part(&questions, of);
        let answers = answers(&desk, &questions);
        let first = |it: &Value| answers[text(it, "id")]["citations"].get(0).cloned();
        let is_right = |it: &Value| first(it).is_some_and(|cited| is_wanted(it, &cited));
        let wrong: Vec<&&Value> = questions.iter().filter(|it| !is_right(it)).collect();
        let told = questions.iter().filter(|it| {
            let fact = it["fact"].as_str();
            fact.is_some_and(|fact| text(&answers[text(it, "id")], "answer").contains(fact))
        });
        let (all, told) = (questions.len(), told.count());
        let right = all - wrong.len();
        eprintln!("{name} {of:?}: right section first {right}, fact told {told}, of {all}");
        print_mistakes(
            name,
            of,
            wrong.iter().map(|it| {
                let expected = format!("{} · {} {}", it["title"], it["section"], it["also"]);
                let got = first(it).map_or_else(
                    || "nothing".to_owned(),
                    |cited| format!("{} · {}", cited["title"], cited["section"]),
                );
                (**it as &Value, expected, got)
            }),
        );
        if share(right, all) < first_floor || share(told, all) < told_floor {
            below.push(format!("{name} {of:?}: first {right}, told {told}, of {all}"));
        }
    }
    assert!(below.is_empty(), "below their floors: {below:#?}");
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

#[test]
fn a_class_is_answered_by_its_members() {
    let questions = set("pharmacy_classes.jsonl");
    let desk = Desk::new();
    let answers = answers(&desk, &questions.iter().collect::<Vec<_>>());
    let is_wrong = |question: &&Value| {
        let cited = &answers[text(question, "id")]["citations"][0];
        let titles = question["titles"].as_array().unwrap();
        !titles.contains(&cited["title"]) || cited["section"] != question["section"]
    };
    let wrong: Vec<&str> = questions.iter().filter(is_wrong).map(|it| text(it, "text")).collect();
    // One of them, the time limit of 사후피임약, is stated in two sections.
    assert!(wrong.len() <= 1, "{wrong:?}");
}
