//! Advertisements without spaces, or with thousands of repetitions: each is reviewed in bounded time, and by
//! a person where the rules did not read it to its end.

use std::time::{Duration, Instant};

use crate::common::Desk;
use serde_json::{Value, json};

/// Time limit of a command; these reviews take seconds, so only a command that hangs exceeds it.
const HANGS: Duration = Duration::from_secs(240);

fn check(texts: &[String], unread: bool) {
    let desk = Desk::new();
    let ads: Vec<Value> = texts.iter().map(|text| json!({ "text": text })).collect();
    let begun = Instant::now();
    let results = desk.review(&ads);
    assert!(begun.elapsed() < HANGS, "{:?}", begun.elapsed());
    assert_eq!(results.len(), texts.len());
    for (result, text) in results.iter().zip(texts) {
        let beginning: String = text.chars().take(20).collect();
        let reasons = result["interrupt"]["reasons"].to_string();
        assert_eq!(reasons.contains("\"unread\""), unread, "{beginning}: {reasons}");
        if unread {
            assert_eq!(result["status"], "awaiting_review", "{beginning}");
            let verdict = result["verdict"].as_str().unwrap();
            assert!(matches!(verdict, "보류" | "불허"), "{beginning}: {verdict}");
            let notices = result["notices"].to_string();
            assert!(notices.contains("끝까지 읽지 못했습니다"), "{beginning}: {notices}");
        }
    }
}

#[test]
fn words_that_never_end_are_reviewed_and_go_to_a_person() {
    let texts = ["최고의병원", "국내유일최고", "완치보장", "가나다라", "1만", "무통증수술후기"];
    check(&texts.map(|word| word.repeat(2_000)), true);
}

#[test]
fn repeated_words_are_reviewed_in_a_bounded_time() {
    let texts = ["최고의 병원 ", "부작용 없는 시술. ", "100% 완치 ", "①위\n"];
    check(&texts.map(|words| words.repeat(600)), false);
}

#[test]
fn a_question_that_never_ends_is_refused() {
    let desk = Desk::new();
    let question = "암".repeat(2_001);
    desk.run(&["coverage", "compare", &question]).failed_with("at most 2000 are read");
}
