//! Citations through the program: any text is checked, and nothing becomes final on an unconfirmed citation.

use crate::common::Desk;
use serde_json::{Value, json};

#[test]
fn every_citation_of_a_text_is_listed() {
    let desk = Desk::new();
    let text = "2015헌바75 참조. 의료법 제9999조와 없는법 제3조: “아무도 하지 않은 말이다”";
    let checked = desk.run_with(&["corpus", "citations", "-"], text.as_bytes()).succeeded().json();
    let found: Vec<(&str, &str)> = checked["citations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["words"].as_str().unwrap(), it["status"].as_str().unwrap()))
        .collect();
    assert_eq!(found.len(), 3, "{checked}");
    assert_eq!(found[0], ("2015헌바75", "UNCHECKED"));
    assert_eq!(found[1].0, "의료법 제9999조");
    assert_eq!(found[2], ("없는법 제3조", "UNCHECKED"));
    assert_eq!(checked["confirmed"], false);
    for it in checked["citations"].as_array().unwrap() {
        let at = |key: &str| usize::try_from(it[key].as_u64().unwrap()).unwrap();
        let words: String = text.chars().skip(at("start")).take(at("end") - at("start")).collect();
        assert_eq!(it["words"], words);
        assert!(!it["note"].as_str().unwrap().is_empty());
    }
    let none = desk.run_with(&["corpus", "citations", "-"], b"").succeeded().json();
    assert_eq!(none["citations"], json!([]));
}

#[test]
fn bad_input_is_one_clear_error() {
    let desk = Desk::new();
    desk.run(&["corpus", "citations", "없는 파일.txt"]).failed_with("없는 파일.txt");
    desk.run_with(&["corpus", "citations", "-"], b"\xff\xfe\xfd").failed_with("UTF-8");
}

#[test]
fn a_true_quote_is_verified_and_a_changed_one_is_not() {
    let desk = Desk::new();
    let result = waiting(&desk);
    let citation = statute(&result);
    let (article, quote) = (text_of(citation, "article"), text_of(citation, "quote"));
    let check = |quote: &str| {
        let text = format!("{article}: “{quote}”");
        let checked = desk.run_with(&["corpus", "citations", "-"], text.as_bytes()).succeeded();
        text_of(&checked.json()["citations"][0], "status").to_owned()
    };
    assert_eq!(check(quote), "VERIFIED");
    assert_eq!(check(&quote.replacen(' ', "  ", 1)), "REPAIRED");
    assert_ne!(check(&format!("결코 {quote}")), "VERIFIED");
}

/// A decision on a quote that no law contains is refused, whatever status the edit gives it; without the
/// quote it is accepted.
#[test]
fn nothing_is_final_on_an_unconfirmed_citation() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    let result = waiting(&desk);
    let case = text_of(&result, "case_id");
    let decide = |citations: &Value| {
        let violations: Vec<Value> = result["violations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|violation| {
                let mut violation = violation.clone();
                violation["citations"] = json!([]);
                violation
            })
            .collect();
        let edit = json!({ "citations": citations, "violations": violations });
        let command =
            ["review", "decide", case, "--action", "modify", "--as", "김심의", "--edit", "-"];
        desk.run_with(&command, edit.to_string().as_bytes())
    };
    let mut forged = statute(&result).clone();
    forged["quote"] = json!("줄기세포 치료는 언제나 금지한다는 말은 법에 없다");
    assert_eq!(forged["status"], "VERIFIED", "it says so itself");
    decide(&json!([forged])).failed_with("not confirmed");

    let mut moved = statute(&result).clone();
    moved["article"] = json!("의료법 제9999조");
    decide(&json!([moved])).failed_with("의료법 제9999조");

    let case_view = desk.run(&["review", "show", case]).succeeded().json();
    assert_eq!(case_view["summary"]["status"], "awaiting_review", "the question stays open");
    assert_eq!(case_view["decisions"], json!([]));

    // A true citation of the reviewer gets the status of the check, not the one in the edit.
    let mut own = statute(&result).clone();
    own["status"] = json!("NOT_FOUND");
    let view = decide(&json!([own])).succeeded().json();
    assert_eq!(view["final_result"]["citations"][0]["status"], "VERIFIED", "{view}");
}

/// Returns the result of an advertisement that always goes to a person.
fn waiting(desk: &Desk) -> Value {
    let ad = json!({ "text": "줄기세포 치료로 무릎 연골을 되살립니다.", "medium": "internet" });
    let result = desk.review(&[ad]).remove(0);
    assert_eq!(result["status"], "awaiting_review", "{result}");
    result
}

fn statute(result: &Value) -> &Value {
    let citations = result["citations"].as_array().unwrap();
    citations.iter().find(|it| it["kind"] == "statute").expect("a law is cited")
}

fn text_of<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}
