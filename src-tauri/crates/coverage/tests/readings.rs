//! Every reading of `readings.toml` finds a fact on its example and none on the page that looks alike.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use simui_coverage::{Alias, Book, Insurer, Page, Question, Reading, Rules, Standard, Tables};

const EXAMPLE: &str = "example.txt";

/// Returns a company that sells one coverage, with a page of one document. The terms of a company
/// speak of a coverage that its offer names.
fn book(reading: &Reading, text: &str) -> Book {
    let page = |doc_type: &str, document: &str, text: &str| Page {
        insurer_code: "N".into(),
        doc_type: doc_type.into(),
        document: document.into(),
        page: 1,
        text: text.into(),
    };
    let offer = format!("담보명 가입금액 보험료\n{} 1,000만원 2,340", reading.coverage);
    let mut pages = vec![page(&reading.doc_type, EXAMPLE, text)];
    if reading.doc_type == "약관" {
        pages.push(page("가입설계서", "offer.txt", &offer));
    }
    let tables = Tables {
        insurers: vec![Insurer {
            code: "N".into(), name: "가온손해보험".into(), aliases: vec![]
        }],
        standards: vec![Standard {
            code: "C1".into(),
            name: reading.coverage.clone(),
            domain: String::new(),
            role: String::new(),
            coverage_type: String::new(),
        }],
        aliases: vec![Alias {
            insurer_code: "N".into(),
            coverage_code: "C1".into(),
            raw_name: reading.coverage.clone(),
            confidence: None,
        }],
    };
    Book::new(Rules::shipped().unwrap(), tables, pages)
}

/// Returns the values that a reading finds on a page.
fn found(reading: &Reading, text: &str) -> Vec<String> {
    let book = book(reading, text);
    let facts = book.facts("N").unwrap();
    let own = facts.iter().filter(|it| it.rule == reading.id && it.evidence.document == EXAMPLE);
    own.map(|it| format!("{:?} {:?} {}", it.applies_to, it.polarity, it.value)).collect()
}

#[test]
fn every_reading_finds_its_example_and_passes_over_the_other() {
    let rules = Rules::shipped().unwrap();
    let mut wrong = Vec::new();
    for reading in rules.readings() {
        if found(reading, &reading.fires).is_empty() {
            wrong.push(format!("{} finds nothing in {:?}", reading.id, reading.fires));
        }
        let other = found(reading, &reading.silent);
        if !other.is_empty() {
            wrong.push(format!("{} finds {other:?} in {:?}", reading.id, reading.silent));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_reading_that_is_left_out_gives_no_value() {
    let rules = Rules::shipped().unwrap();
    let reading = rules.readings().find(|it| it.id == "reduction.period").unwrap();
    let mut book = book(reading, &reading.fires);
    let mut value = |left_out: Option<&str>| {
        book.leave_out(left_out);
        let question =
            Question { query: "가온 암진단비 감액".into(), ..Question::default() };
        let slots = book.compare(&question).slots;
        let slot = slots.into_iter().find(|it| it.slot_key == "partial_payment_rule").unwrap();
        slot.insurers.into_iter().next().unwrap().value
    };
    assert_eq!(value(None).as_deref(), Some("1년 미만 50%"));
    assert_eq!(value(Some("reduction.period")), None);
    assert_eq!(value(None).as_deref(), Some("1년 미만 50%"));
}

/// The same documents give the same facts in whatever order they are asked for.
#[test]
fn facts_do_not_depend_on_what_was_asked_before() {
    let rules = Rules::shipped().unwrap();
    let reading = rules.readings().find(|it| it.id == "reduction.period").unwrap();
    let (asked, fresh) = (book(reading, &reading.fires), book(reading, &reading.fires));
    for query in ["가온 암진단비 감액", "가온 암진단비 경계성종양 얼마", "가온 40대 암진단비"]
    {
        asked.compare(&Question { query: query.into(), ..Question::default() });
    }
    assert_eq!(asked.facts("N"), fresh.facts("N"));
}

#[test]
fn reading_counts_every_coverage_and_stops_when_it_is_told_to() {
    let rules = Rules::shipped().unwrap();
    let reading = rules.readings().find(|it| it.id == "reduction.period").unwrap();
    let whole = book(reading, &reading.fires);
    let mut steps = Vec::new();
    assert!(whole.read_facts(|read, all| {
        steps.push((read, all));
        true
    }));
    // One coverage, and the rows that belong to none.
    assert_eq!(steps, [(1, 2), (2, 2)]);

    let stopped = book(reading, &reading.fires);
    assert!(!stopped.read_facts(|_, _| false));
    assert_eq!(stopped.facts("N"), whole.facts("N"));
}
