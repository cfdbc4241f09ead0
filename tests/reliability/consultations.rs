//! `consult`: a turn whose answer was shown is kept, once, and a patient's record holds what it told.

use crate::campaign::{Campaign, intact};
use crate::common::Desk;

#[test]
fn consultations() {
    let mut campaign = Campaign::new("consultations");
    let desk = Desk::new();
    let patient = desk.run(&["patient", "add", "가"]).succeeded().json();
    let patient = patient["id"].as_str().unwrap().to_owned();
    let say =
        |round: u64| format!("혈압이 {}에 80이에요. 타이레놀 먹어도 되나요?", 110 + round % 80);
    campaign.calm(|| {
        drop(desk.run(&["consult", "--patient", &patient, &say(0)]).succeeded());
    });
    let mut acknowledged = vec![say(0)];
    let mut said = 1;
    for round in campaign.rounds() {
        let text = say(round);
        let killed = campaign.kill(&desk, &["consult", "--patient", &patient, &text], "");
        said += 1;
        let turns = desk.run(&["patient", "turns", &patient]).succeeded().json();
        let kept: Vec<&str> =
            turns.as_array().unwrap().iter().map(|turn| turn["text"].as_str().unwrap()).collect();
        if killed.succeeded || !killed.said.is_empty() {
            acknowledged.push(text);
        }
        assert!(kept.len() <= said, "{} turns were kept of {said}", kept.len());
        let mut left = kept.clone();
        for text in &acknowledged {
            let at = left.iter().position(|kept| kept == text);
            left.remove(at.unwrap_or_else(|| panic!("{text:?} was answered and is gone")));
        }
        // What was kept and not told to anybody is of the killed turns: each at most once.
        assert!(acknowledged.len() + left.len() <= said, "a turn was kept twice: {kept:?}");
        intact(&desk);
    }
}
