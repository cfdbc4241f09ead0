//! Several reviewers on one desk, through the program: each command is a process of its own.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::Desk;
use serde_json::{Value, json};

/// A desk with an administrator, 관리, and two reviewers, 김심의 and 박심의.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.run(&["accounts", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    desk.reviewer("박심의");
    desk
}

/// Critical by the rules, so a person is always asked.
fn waiting(desk: &Desk, id: &str) -> String {
    let ad = json!({ "id": id, "text": "줄기세포 치료로 무릎 연골을 되살립니다.", "medium": "internet" });
    let result = desk.review(&[ad]).remove(0);
    assert_eq!(result["status"], "awaiting_review", "{result}");
    result["case_id"].as_str().unwrap().to_owned()
}

fn queue(desk: &Desk, more: &[&str]) -> Vec<Value> {
    let page = desk.run(&[&["review", "queue"], more].concat()).succeeded().json();
    page["cases"].as_array().unwrap().clone()
}

#[test]
fn two_processes_that_race_for_a_case_end_with_one_owner() {
    let desk = desk();
    let case = waiting(&desk, "a");
    let race = ["김심의", "박심의"].map(|who| desk.spawn(&["review", "claim", &case, "--as", who]));
    let won = race.map(|child| child.wait_with_output().unwrap().status.success());
    assert_eq!(won.iter().filter(|won| **won).count(), 1, "{won:?}");
    let (owner, other) =
        if won[0] { ("김심의", "박심의") } else { ("박심의", "김심의") };
    let claim = queue(&desk, &[])[0]["handling"]["claim"].clone();
    assert_eq!(claim["by"]["name"], owner);
    assert!(claim["until"].is_string());

    let decide = |who| desk.run(&["review", "decide", &case, "--action", "approve", "--as", who]);
    decide(other).failed_with(&format!("claimed by {owner} until"));
    desk.run(&["review", "release", &case, "--as", other]).failed_with("claimed by");
    desk.run(&["review", "release", &case, "--as", "관리"]).succeeded();
    desk.run(&["review", "claim", &case, "--as", other]).succeeded();
    decide(owner).failed_with(&format!("claimed by {other} until"));
    decide(other).succeeded();
    desk.run(&["review", "claim", &case, "--as", owner]).failed_with("not waiting");
}

#[test]
fn the_queue_says_what_comes_first_and_whose_it_is() {
    let desk = desk();
    let cases = ["a", "b", "c"].map(|id| waiting(&desk, id));
    let priority = |case: &str, more: &[&str]| {
        let base = ["review", "priority", case, "--as", "김심의"];
        desk.run(&[&base[..], more].concat())
    };
    priority(&cases[2], &["--to", "urgent"]).succeeded();
    let past = "2020-01-01T00:00:00+09:00";
    let view = priority(&cases[1], &["--to", "normal", "--due", past]).succeeded().json();
    assert_eq!(
        (&view["summary"]["overdue"], &view["summary"]["handling"]["priority"]),
        (&json!(true), &json!("normal"))
    );
    let listed: Vec<_> = queue(&desk, &[]).iter().map(|row| row["case_id"].clone()).collect();
    assert_eq!(json!(listed), json!([cases[2], cases[1], cases[0]]));

    let assign =
        |to: &str| desk.run(&["review", "assign", &cases[0], "--to", to, "--as", "김심의"]);
    assign("아무개").failed_with("아무개");
    assign("박심의").succeeded();
    let mine = queue(&desk, &["--state", "mine", "--as", "박심의"]);
    assert_eq!(mine.len(), 1);
    assert_eq!(mine[0]["handling"]["assigned_to"]["name"], "박심의");
    desk.run(&["review", "assign", &cases[0], "--as", "김심의"]).succeeded();
    assert_eq!(queue(&desk, &["--state", "mine", "--as", "박심의"]).len(), 0);
    desk.run(&["audit", "verify"]).succeeded();
}

#[test]
fn settings_are_an_administrators_and_checked() {
    let desk = desk();
    let shown = desk.run(&["review", "settings"]).succeeded().json();
    assert_eq!(shown["settings"]["second_review"], "off");
    assert_eq!((&shown["settings"]["claim_minutes"], &shown["revision"]), (&json!(30), &json!(0)));
    let set =
        |more: &[&str], who: &str| desk.run(&[&["review", "settings", "--as", who], more].concat());
    set(&["--claim-minutes", "5"], "김심의").failed_with("is no administrator");
    set(&["--claim-minutes", "0"], "관리").failed_with("not from 1 to");
    let due = set(&["--due-hours", "1,2,3,4", "--claim-minutes", "5"], "관리").succeeded().json();
    assert_eq!(
        due["settings"]["due_hours"],
        json!({ "urgent": 1, "high": 2, "normal": 3, "low": 4 })
    );
    let missing = desk.run(&["review", "settings", "--claim-minutes", "5"]);
    assert_eq!(missing.code, Some(2), "wrong usage");
}

#[test]
fn a_critical_case_needs_two_people_when_that_is_set() {
    let desk = desk();
    let case = waiting(&desk, "a");
    let run = |arguments: &[&str]| desk.run(arguments);
    run(&["review", "settings", "--second-review", "critical", "--as", "관리"]).succeeded();
    let decide = |who, action| run(&["review", "decide", &case, "--action", action, "--as", who]);
    let second = |who, act, note| {
        run(&["review", "second", &case, "--act", act, "--note", note, "--as", who])
    };
    second("박심의", "agree", "").failed_with("no first signature");
    decide("김심의", "modify").failed_with("수정");
    let signed = decide("김심의", "approve").succeeded().json();
    assert_eq!(signed["summary"]["status"], "awaiting_review");
    assert_eq!(signed["summary"]["handling"]["signed"], json!({ "act": "sign", "by": "김심의" }));
    assert_eq!(signed["decisions"], json!([]));
    decide("박심의", "approve").failed_with("has a first signature");
    second("김심의", "agree", "").failed_with("second person");
    second("박심의", "disagree", " ").failed_with("the note is empty");
    second("박심의", "disagree", "V1이 아니다").succeeded();
    decide("김심의", "approve").failed_with("is disputed");
    let settled = decide("관리", "approve").succeeded().json();
    assert_eq!(settled["summary"]["status"], "completed");
    let acts: Vec<_> =
        settled["signatures"].as_array().unwrap().iter().map(|it| it["act"].clone()).collect();
    assert_eq!(acts, ["sign", "disagree", "settle"]);

    // And where they agree.
    let case = waiting(&desk, "b");
    run(&["review", "decide", &case, "--action", "approve", "--as", "김심의", "--note", "확인"])
        .succeeded();
    let agree = ["review", "second", &case, "--act", "agree", "--note", "나도", "--as", "박심의"];
    let agreed = run(&agree).succeeded().json();
    assert_eq!(agreed["summary"]["status"], "completed");
    let notes: Vec<_> =
        agreed["signatures"].as_array().unwrap().iter().map(|it| it["note"].clone()).collect();
    assert_eq!(notes, ["확인", "나도"]);
    run(&agree).failed_with("already decided");
    assert_eq!(run(&["audit", "verify"]).succeeded().json()["intact"], true);
}
