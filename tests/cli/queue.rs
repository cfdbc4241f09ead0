//! Several reviewers on one desk, through the program. Each command is a process of its own.

use crate::common::Desk;
use serde_json::{Value, json};

/// A desk with an administrator, 관리, and two reviewers, 김심의 and 박심의.
fn desk() -> Desk {
    let desk = Desk::empty();
    desk.run(&["accounts", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    desk.reviewer("박심의");
    desk
}

/// Returns a case with a critical violation, so that a person is always asked.
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

/// A page of the window ends at 200 cases; a list that a script reads does not.
#[test]
fn the_queue_lists_every_case_unless_a_limit_is_given() {
    const CASES: usize = 205;
    let desk = desk();
    let ads: Vec<_> = (0..CASES).map(|n| json!({ "text": format!("줄기세포 치료 {n}") })).collect();
    let reviewed = desk.review(&ads);
    assert!(reviewed.iter().all(|case| case["status"] == "awaiting_review"), "{}", reviewed[0]);
    assert_eq!(queue(&desk, &[]).len(), CASES);
    assert_eq!(queue(&desk, &["--limit", "2"]).len(), 2);
}

#[test]
fn the_queue_shows_order_and_owner() {
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
    let own = queue(&desk, &["--state", "mine", "--as", "박심의"]);
    assert_eq!(own.len(), 1);
    assert_eq!(own[0]["handling"]["assigned_to"]["name"], "박심의");
    desk.run(&["review", "assign", &cases[0], "--as", "김심의"]).succeeded();
    assert_eq!(queue(&desk, &["--state", "mine", "--as", "박심의"]).len(), 0);
    desk.run(&["audit", "verify"]).succeeded();
}

#[test]
fn settings_are_an_administrators_and_checked() {
    let desk = desk();
    let view = desk.run(&["review", "settings"]).succeeded().json();
    assert_eq!(view["settings"]["second_review"], "off");
    assert_eq!((&view["settings"]["claim_minutes"], &view["revision"]), (&json!(30), &json!(0)));
    let set =
        |more: &[&str], who: &str| desk.run(&[&["review", "settings", "--as", who], more].concat());
    set(&["--claim-minutes", "5"], "김심의").failed_with("is no administrator");
    set(&["--claim-minutes", "0"], "관리").failed_with("not from 1 to");
    let due = set(&["--due-hours", "1,2,3,4", "--claim-minutes", "5"], "관리").succeeded().json();
    assert_eq!(
        due["settings"]["due_hours"],
        json!({ "urgent": 1, "high": 2, "normal": 3, "low": 4 })
    );
    set(&["--due-hours", "1,2"], "관리").failed_with("four numbers");
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

    // The same where both reviewers agree.
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

/// Returns a case with information only, completed without a person.
fn completed(desk: &Desk, id: &str) -> String {
    let text = "진료시간 안내: 평일 오전 9시부터 오후 6시까지. 주소 서울시 중구 세종대로 1.";
    let ad = json!({ "id": id, "text": text, "medium": "internet" });
    let result = desk.review(&[ad]).remove(0);
    assert_eq!(result["status"], "completed", "{result}");
    result["case_id"].as_str().unwrap().to_owned()
}

#[test]
fn checking_a_sample_of_automatic_cases_changes_nothing() {
    let desk = desk();
    let run = |arguments: &[&str]| desk.run(arguments);
    let checks = |more: &[&str]| {
        let list = run(&[&["review", "checks"], more].concat()).succeeded().json();
        list.as_array().unwrap().clone()
    };
    run(&["review", "settings", "--check-one-in", "0", "--as", "관리"]).succeeded();
    completed(&desk, "a");
    assert_eq!(checks(&["--all"]), [json!(null); 0]);
    run(&["review", "settings", "--check-one-in", "1", "--as", "관리"]).succeeded();
    let (one, two) = (completed(&desk, "b"), completed(&desk, "c"));
    waiting(&desk, "d");
    let drawn: Vec<_> = checks(&[]).iter().map(|it| it["case_id"].clone()).collect();
    assert_eq!(json!(drawn), json!([one, two]), "not what a person decides anyway");

    let before = run(&["review", "show", &one]).succeeded().json();
    let check = |case: &str, more: &[&str]| {
        run(&[&["review", "check", case, "--as", "김심의"], more].concat())
    };
    check(&one, &["--disagree"]).failed_with("the note is empty");
    check(&one, &["--disagree", "--verdict", "불허", "--note", "주소가 허위다"]).succeeded();
    check(&one, &["--agree"]).failed_with("is not waiting to be checked");
    check(&two, &["--agree"]).succeeded();
    assert_eq!(checks(&[]), [json!(null); 0]);
    assert_eq!(checks(&["--all"])[0]["found"]["verdict"], "불허");
    let after = run(&["review", "show", &one]).succeeded().json();
    assert_eq!(after, before, "the case stays as it is");

    let list = run(&["review", "disagreements"]).succeeded().json();
    assert_eq!(list["counts"], json!({ "desk": 0, "second": 0, "check": 1, "open": 1 }));
    assert_eq!(list["entries"][0]["note"], "주소가 허위다");
    run(&["review", "reopen", &one, "--note", "점검 결과", "--as", "박심의"]).succeeded();
    let list = run(&["review", "disagreements"]).succeeded().json();
    assert_eq!(list["counts"]["open"], 0, "it is being seen to");
}

#[test]
fn a_reopened_case_gets_a_new_decision_and_keeps_the_old_one() {
    let desk = desk();
    let run = |arguments: &[&str]| desk.run(arguments);
    let case = waiting(&desk, "a");
    let reopen = |note: &str| run(&["review", "reopen", &case, "--note", note, "--as", "박심의"]);
    reopen("이르다").failed_with("is not final");
    run(&["review", "decide", &case, "--action", "approve", "--as", "김심의"]).succeeded();
    reopen(" ").failed_with("the note is empty");
    let reopened = reopen("새 증빙이 왔다").succeeded().json();
    assert_eq!(reopened["summary"]["status"], "awaiting_review");
    assert_eq!(reopened["summary"]["final_verdict"], Value::Null);
    let reasons = reopened["summary"]["reasons"].as_array().unwrap();
    assert!(reasons.contains(&json!("reopened")), "{reasons:?}");
    assert_eq!(reopened["decisions"].as_array().unwrap().len(), 1, "the old one stays");

    let modify = ["review", "decide", &case, "--action", "modify", "--verdict", "조건부허용"];
    let decided = run(&[&modify[..], &["--as", "박심의"]].concat()).succeeded().json();
    assert_eq!(decided["summary"]["final_verdict"], "조건부허용");
    let who: Vec<_> = decided["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["reviewer"]["name"].clone())
        .collect();
    assert_eq!(who, ["김심의", "박심의"]);
    assert_eq!(decided["reopenings"][0]["previous_verdict"], "불허");
    assert_eq!(decided["reopenings"][0]["note"], "새 증빙이 왔다");
    let history = run(&["review", "history", &case]).succeeded().json();
    let runs: std::collections::BTreeSet<_> = history["checkpoints"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["run_id"].to_string())
        .collect();
    assert_eq!(runs.len(), 2, "both runs can be looked at");
    let list = run(&["review", "disagreements"]).succeeded().json();
    assert_eq!(list["counts"]["desk"], 1);
    assert_eq!(
        (&list["entries"][0]["before"], &list["entries"][0]["after"]),
        (&json!("불허"), &json!("조건부허용"))
    );
    // A case that was completed without a person can be reopened too.
    let case = completed(&desk, "b");
    let reopen = ["review", "reopen", &case, "--note", "다시 보자", "--as", "김심의"];
    assert_eq!(run(&reopen).succeeded().json()["summary"]["status"], "awaiting_review");
    assert_eq!(run(&["audit", "verify"]).succeeded().json()["intact"], true);
}

#[test]
fn files_and_folders_are_submitted_once() {
    let desk = desk();
    let folder = desk.dir().join("받은 광고");
    std::fs::create_dir_all(folder.join("안")).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    write("가.txt", "진료시간 안내: 평일 오전 9시부터 오후 6시까지.".as_bytes());
    write(
        "안/나.jsonl",
        "{\"text\":\"국내 최고 병원\"}\n{망가짐\n{\"text\":\"전화 안내\"}\n".as_bytes(),
    );
    write("다.txt", b"\xff\xfe\x00");
    write("라.docx", b"not ours");
    let intake = |path: &std::path::Path| {
        desk.run(&["review", "intake", path.to_str().unwrap()]).succeeded().json()
    };
    let first = intake(&folder);
    assert_eq!(
        (&first["files"], &first["cases"], &first["unchanged"]),
        (&json!(3), &json!(3), &json!(0))
    );
    let problems = first["problems"].as_array().unwrap();
    let reasons: Vec<_> = problems.iter().map(|it| it["problem"].as_str().unwrap()).collect();
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(reasons[0].contains("UTF-8") && reasons[1].starts_with("line 2:"), "{reasons:?}");
    // The same bytes are the same file, under any name and in any process.
    std::fs::copy(folder.join("가.txt"), folder.join("마.txt")).unwrap();
    let again = intake(&folder);
    assert_eq!(
        (&again["files"], &again["cases"], &again["unchanged"]),
        (&json!(0), &json!(0), &json!(4))
    );
    desk.run(&["review", "intake", "/없는 폴더"]).failed_with("check the path");
    let watched = desk.run(&["review", "watched"]).succeeded().json();
    assert_eq!(watched["files"].as_array().unwrap().len(), 3);
    assert_eq!(watched["watching"], false, "a command is over before it could watch");
    let cases = queue(&desk, &["--state", "done"]).len() + queue(&desk, &[]).len();
    assert_eq!(cases, 3);
}

#[test]
fn a_server_submits_new_files_of_the_watched_folder() {
    let desk = desk();
    let folder = desk.dir().join("감시");
    std::fs::create_dir_all(&folder).unwrap();
    let set = ["review", "settings", "--watched-folder", folder.to_str().unwrap(), "--as", "관리"];
    desk.run(&set).succeeded();
    std::fs::write(folder.join("가.txt"), "전화 안내: 02-123-4567").unwrap();
    std::fs::write(folder.join("나.txt"), b"\xff").unwrap();
    let mut server = desk.spawn(&["serve"]);
    // The wait ends when both files are there, however slow the machine is.
    let files = (0..600).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(500));
        let status = desk.run(&["review", "watched"]).succeeded().json();
        let files = status["files"].as_array().unwrap().clone();
        (files.len() == 2).then_some(files)
    });
    server.kill().unwrap();
    server.wait().unwrap();
    let files = files.expect("both files were taken in");
    let cases: u64 = files.iter().map(|file| file["cases"].as_u64().unwrap()).sum();
    assert_eq!(cases, 1);
    assert!(files.iter().any(|file| file["problem"].as_str().unwrap().contains("UTF-8")));
    assert!(folder.join("가.txt").exists(), "moved nowhere");
}
