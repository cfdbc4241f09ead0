//! Campaign `consult`: a turn whose answer was shown is stored exactly once, and the patient's
//! record holds its facts.

use crate::campaign::{Campaign, intact};
use crate::common::Desk;

#[test]
fn consultations() {
    let mut campaign = Campaign::new("consultations");
    let desk = Desk::new();
    let patient = desk.run(&["patient", "add", "가"]).succeeded().json();
    let patient = patient["id"].as_str().unwrap().to_owned();
    let text_of =
        |round: u64| format!("혈압이 {}에 80이에요. 타이레놀 먹어도 되나요?", 110 + round % 80);
    campaign.calm(|| {
        drop(desk.run(&["consult", "--patient", &patient, &text_of(0)]).succeeded());
    });
    let mut acknowledged = vec![text_of(0)];
    let mut turns_sent = 1;
    for round in campaign.rounds() {
        let text = text_of(round);
        let killed = campaign.kill(&desk, &["consult", "--patient", &patient, &text], "");
        turns_sent += 1;
        let turns = desk.run(&["patient", "turns", &patient]).succeeded().json();
        let kept: Vec<&str> =
            turns.as_array().unwrap().iter().map(|turn| turn["text"].as_str().unwrap()).collect();
        if killed.succeeded || !killed.lines.is_empty() {
            acknowledged.push(text);
        }
        assert!(kept.len() <= turns_sent, "{} turns were kept of {turns_sent}", kept.len());
        let mut left = kept.clone();
        for text in &acknowledged {
            let at = left.iter().position(|kept| kept == text);
            left.remove(at.unwrap_or_else(|| panic!("{text:?} was answered and is gone")));
        }
        // Other stored turns are those of killed commands, each at most once.
        assert!(acknowledged.len() + left.len() <= turns_sent, "a turn was kept twice: {kept:?}");
        intact(&desk);
    }
}
