//! A review from start to end through the program: advertisement, interrupt, decision, restart.

use crate::common::Desk;
use serde_json::{Value, json};

/// An advertisement with a critical violation, so that a person is always asked.
fn critical() -> Value {
    json!({ "id": "a-1", "text": "줄기세포 치료로 무릎 연골을 되살립니다.", "medium": "internet" })
}

fn waiting(desk: &Desk) -> String {
    let result = desk.review(&[critical()]).remove(0);
    assert_eq!(result["status"], "awaiting_review", "{result}");
    result["case_id"].as_str().unwrap().to_owned()
}

fn queue(desk: &Desk, state: &str) -> Vec<String> {
    let page = desk.run(&["review", "queue", "--state", state]).succeeded().json();
    let cases = page["cases"].as_array().unwrap().iter();
    cases.map(|case| case["case_id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_approved_case_stays_decided() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    let case = waiting(&desk);
    assert_eq!(queue(&desk, "open"), std::slice::from_ref(&case));

    let decide =
        ["review", "decide", &case, "--action", "approve", "--as", "김심의", "--note", "확인"];
    let decided = desk.run(&decide).succeeded().json();
    assert_eq!(decided["summary"]["final_verdict"], decided["result"]["verdict"]);
    assert_eq!(decided["human_reviewed"], true);
    assert!(decided["finalized_at"].is_string());

    // Every command is a process of its own, so each one is a restart.
    let view = desk.run(&["review", "show", &case]).succeeded().json();
    assert_eq!(view["summary"]["status"], "completed");
    assert_eq!(view["decisions"][0]["reviewer"]["name"], "김심의");
    assert_eq!(view["decisions"][0]["note"], "확인");
    assert_eq!(queue(&desk, "open"), [""; 0]);
    assert_eq!(queue(&desk, "done"), std::slice::from_ref(&case));
    desk.run(&decide).failed_with("already");
    let audit = desk.run(&["audit", "verify"]).succeeded().json();
    assert_eq!(audit["intact"], true);
}

#[test]
fn identity_is_required_and_checked() {
    let desk = Desk::new();
    let case = waiting(&desk);
    let decide =
        |who: &str| desk.run(&["review", "decide", &case, "--action", "approve", "--as", who]);
    decide("아무개").failed_with("아무개");
    let missing = desk.run(&["review", "decide", &case, "--action", "approve"]);
    assert_eq!(missing.code, Some(2), "wrong usage");
    assert_eq!(
        queue(&desk, "open"),
        std::slice::from_ref(&case),
        "a refused decision changes nothing"
    );
    desk.reviewer("아무개");
    decide("아무개").succeeded();
}

#[test]
fn a_rejected_case_is_judged_again_with_the_note() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    let case = waiting(&desk);
    let reject = |note: &[&str]| {
        let base = ["review", "decide", &case, "--action", "reject", "--as", "김심의"];
        desk.run(&[&base[..], note].concat())
    };
    reject(&[]).failed_with("의견");
    let view = reject(&["--note", "V1은 해당하지 않음"]).succeeded().json();
    assert_eq!(view["summary"]["status"], "awaiting_review", "the reviewer sees the new draft");
    let kinds: Vec<_> = view["result"]["violations"].as_array().unwrap().iter().collect();
    assert!(kinds.iter().all(|violation| violation["kind"] != "V1"), "{kinds:?}");
    let reasons = view["result"]["interrupt"]["reasons"].as_array().unwrap();
    assert!(reasons.contains(&json!("rejected")), "{reasons:?}");
    desk.run(&["review", "decide", &case, "--action", "approve", "--as", "김심의"]).succeeded();
    let case_view = desk.run(&["review", "show", &case]).succeeded().json();
    assert_eq!(case_view["decisions"].as_array().unwrap().len(), 2);
}

#[test]
fn nobody_signs_a_draft_they_have_not_seen() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    desk.reviewer("박심의");
    let case = waiting(&desk);
    let seen = desk.run(&["review", "show", &case]).succeeded().json()["question_id"].clone();
    let seen = seen.as_str().unwrap();
    let reject = ["review", "decide", &case, "--action", "reject", "--as", "김심의"];
    desk.run(&[&reject[..], &["--note", "V1은 해당하지 않음"]].concat()).succeeded();

    let approve = ["review", "decide", &case, "--action", "approve", "--as", "박심의"];
    let signed = |question: &str| desk.run(&[&approve[..], &["--question", question]].concat());
    signed(seen).failed_with("draft changed");
    assert_eq!(queue(&desk, "open"), std::slice::from_ref(&case), "nothing was decided");
    let now = desk.run(&["review", "show", &case]).succeeded().json()["question_id"].clone();
    signed(now.as_str().unwrap()).succeeded();
}

#[test]
fn a_modified_case_keeps_who_when_why_and_the_difference() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    let case = waiting(&desk);
    let modify = |more: &[&str]| {
        let base = ["review", "decide", &case, "--action", "modify", "--as", "김심의"];
        desk.run(&[&base[..], more].concat())
    };
    modify(&[]).failed_with("수정");
    let view = modify(&["--verdict", "조건부허용", "--note", "자료 제출됨"]).succeeded().json();
    assert_eq!(view["summary"]["final_verdict"], "조건부허용");
    assert_eq!(view["result"]["verdict"], "불허", "the desk's own verdict is kept");
    let decision = &view["decisions"][0];
    assert_eq!(decision["note"], "자료 제출됨");
    let diff = decision["diff"].as_str().unwrap();
    assert!(diff.contains("불허") && diff.contains("조건부허용"), "{diff}");
}

#[test]
fn a_revision_is_requested_linked_and_compared() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    let case = waiting(&desk);
    let request = ["review", "decide", &case, "--action", "request_revision", "--as", "김심의"];
    let view =
        desk.run(&[&request[..], &["--note", "줄기세포 문구 삭제"]].concat()).succeeded().json();
    assert_eq!(view["summary"]["status"], "awaiting_revision");
    let notice = view["notice"]["text"].as_str().unwrap();
    assert!(notice.contains("줄기세포 문구 삭제") && notice.contains("의료법"), "{notice}");
    desk.run(&["review", "decide", &case, "--action", "approve", "--as", "김심의"]).failed_with("");

    let revised =
        json!({ "text": "무릎 관절 진료 안내. 평일 9시부터 18시까지 진료합니다." }).to_string();
    let view =
        desk.run_with(&["review", "revise", &case, "-"], revised.as_bytes()).succeeded().json();
    assert_eq!(view["versions"].as_array().unwrap().len(), 2);
    let changes = view["changes"].as_array().unwrap();
    assert!(changes.iter().any(|change| change["change"] == "removed"), "{changes:?}");
    assert_eq!(view["result"]["violations"], json!([]));
}

#[test]
fn a_run_can_be_inspected_replayed_and_forked() {
    let desk = Desk::new();
    let case = waiting(&desk);
    let history = desk.run(&["review", "history", &case]).succeeded().json();
    let checkpoints = history["checkpoints"].as_array().unwrap();
    let nodes: Vec<_> = checkpoints.iter().map(|c| c["node"].as_str().unwrap()).collect();
    for node in
        ["claims", "classify", "statutes", "guidelines", "precedents", "draft", "verify", "human"]
    {
        assert_eq!(nodes.iter().filter(|n| **n == node).count(), 1, "{nodes:?}");
    }
    let replay = desk.run(&["review", "replay", &case]).succeeded().json();
    assert_eq!(replay["consistent"], true, "{replay}");

    let edit = desk.dir().join("edit.json");
    std::fs::write(&edit, json!({ "ad": { "text": "평일 진료 안내" } }).to_string()).unwrap();
    let fork = ["review", "fork", &case, "--at", "0", "--edit", edit.to_str().unwrap()];
    let compared = desk.run(&fork).succeeded().json();
    assert_eq!(compared["result"]["violations"], json!([]), "{compared}");
    assert!(!compared["differences"].as_array().unwrap().is_empty());
    assert_eq!(queue(&desk, "open"), std::slice::from_ref(&case), "a fork leaves the case alone");
    let graph = desk.run(&["review", "graph", "--case", &case]).succeeded().json();
    assert!(graph["mermaid"].as_str().unwrap().contains("human"), "{graph}");
}

#[test]
fn a_draft_uses_what_was_retrieved() {
    let desk = Desk::new();
    let case = waiting(&desk);
    let history = desk.run(&["review", "history", &case]).succeeded().json();
    let checkpoints = history["checkpoints"].as_array().unwrap();
    let last = |node: &str| {
        let at = checkpoints.iter().position(|it| it["node"] == node);
        at.unwrap_or_else(|| panic!("no {node} in {history}")) + 1
    };
    let after_searches = ["statutes", "guidelines", "precedents"].map(last).into_iter().max();
    let at = after_searches.unwrap().to_string();
    let edit = desk.dir().join("edit.json");
    let forked = |edited: Value| {
        std::fs::write(&edit, edited.to_string()).unwrap();
        let fork = ["review", "fork", &case, "--at", &at, "--edit", edit.to_str().unwrap()];
        desk.run(&fork).succeeded().json()["result"].clone()
    };
    let unedited = forked(json!({}));
    assert!(!unedited["support"].as_array().unwrap().is_empty(), "{unedited}");
    let part = |result: &Value, part: &str| result["confidence_parts"][part].as_f64().unwrap();
    for (list, lowered) in
        [("statutes", "citation_accuracy"), ("guidelines", "citation_accuracy"), ("precedents", "")]
    {
        let without = forked(json!({ list: [] }));
        assert_ne!(
            (&without["support"], &without["decisions"], &without["reasoning"]),
            (&unedited["support"], &unedited["decisions"], &unedited["reasoning"]),
            "{list}"
        );
        if !lowered.is_empty() {
            assert!(part(&without, lowered) < part(&unedited, lowered), "{list}: {without}");
            assert!(without["confidence"].as_f64() < unedited["confidence"].as_f64(), "{list}");
        }
    }
    let nothing = forked(json!({ "statutes": [], "guidelines": [], "precedents": [] }));
    assert_eq!(nothing["support"], json!([]));
    assert!(part(&nothing, "citation_accuracy") < part(&unedited, "citation_accuracy"));
}
