//! Earlier questions and the feedback on their answers, through the program.

use crate::common::Desk;
use serde_json::{Value, json};

fn run(desk: &Desk, arguments: &[&str]) -> Value {
    desk.run(arguments).succeeded().json()
}

fn questions(desk: &Desk) -> Vec<Value> {
    run(desk, &["ask", "--history"])["questions"].as_array().unwrap().clone()
}

fn database(desk: &Desk) -> Vec<u8> {
    let files = ["simui.db", "simui.db-wal"].map(|it| std::fs::read(desk.dir().join(it)));
    files.into_iter().filter_map(Result::ok).flatten().collect()
}

fn holds(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|it| it == word.as_bytes())
}

#[test]
fn questions_are_kept_without_identifiers_found_opened_and_deleted() {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "약사", "--role", "pharmacist"]).succeeded();
    let question = "홍길동님(900101-1234567, 010-1234-5678)이 타이레놀 하루 최대 몇 알까지 먹나요?";
    let answer = run(&desk, &["ask", question, "--as", "약사"]);
    run(&desk, &["ask", "와파린 보관 방법"]);
    run(&desk, &["ask", "와파린 보관 방법", "--not-kept"]);
    let listed = questions(&desk);
    assert_eq!(listed.len(), 2);
    assert_eq!(
        (&listed[0]["question"], &listed[0]["by"]),
        (&json!("와파린 보관 방법"), &Value::Null)
    );
    assert_eq!((&listed[1]["by"], &listed[1]["status"]), (&json!("약사"), &json!("answered")));
    let id = listed[1]["id"].as_str().unwrap();
    assert_eq!(answer["asked_id"], id);
    for gone in ["홍길동", "900101-1234567", "1234-5678"] {
        assert!(!listed[1].to_string().contains(gone), "{gone}");
        assert!(!holds(&database(&desk), gone), "{gone}");
    }
    let found = run(&desk, &["ask", "--history", "--words", "타이레놀"]);
    assert_eq!((&found["total"], &found["questions"][0]["id"]), (&json!(1), &json!(id)));
    let shown = run(&desk, &["ask", "--show", id]);
    assert_eq!(shown["response"]["citations"], answer["citations"]);
    assert_eq!(shown["response"]["verification"], answer["verification"]);
    assert_eq!(shown["model_calls"], json!([]));

    run(&desk, &["ask", "--forget", id, "--as", "약사"]);
    assert_eq!(questions(&desk).len(), 1);
    desk.run(&["ask", "--show", id]).failed_with("does not exist");
    desk.run(&["ask", "--forget", id]).failed_with("does not exist");
    desk.run(&["ask", "타이레놀", "--as", "아무개"]).failed_with("아무개");
    desk.run(&["audit", "verify"]).succeeded();
}

#[test]
fn questions_are_kept_as_long_as_an_administrator_says() {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("심의");
    run(&desk, &["ask", "타이레놀 보관"]);
    desk.run(&["ask", "--keep-days", "0", "--as", "심의"]).failed_with("is no administrator");
    desk.run(&["ask", "--keep-days", "9999", "--as", "관리"]).failed_with("at most 3650 days");
    let set = run(&desk, &["ask", "--keep-days", "0", "--as", "관리"]);
    assert_eq!(set["settings"]["keep_days"], 0);
    let answer = run(&desk, &["ask", "타이레놀 용법"]);
    assert!(answer["asked_id"].is_null());
    assert_eq!(questions(&desk).len(), 0, "what is there already goes, too");
}

#[test]
fn feedback_on_answers_becomes_an_evaluation_set() {
    let desk = Desk::new();
    let ask =
        |question: &str| run(&desk, &["ask", question])["asked_id"].as_str().unwrap().to_owned();
    let judge = |id: &str, verdict: &str, more: &[&str]| {
        let feedback = ["ask", "--feedback", id, "--verdict", verdict];
        run(&desk, &[&feedback[..], more].concat())
    };
    let (good, bad) = (ask("타이레놀 하루 최대 몇 알까지 먹나요?"), ask("타이레놀 보관"));
    let (named, scope) = (ask("아목시실린 용법"), ask("삼성전자 주가 알려줘"));
    judge(&good, "helpful", &[]);
    judge(&bad, "missing", &[]);
    let note = ["--section", "효능·효과", "--note", "효능이 먼저, 홍길동님 문의"];
    let record = judge(&named, "wrong_section", &note);
    assert_eq!(record["feedback"]["section"], "효능·효과");
    assert!(!record.to_string().contains("홍길동"), "{record}");
    judge(&scope, "wrong_scope", &[]);
    // The last feedback counts.
    judge(&bad, "wrong_section", &[]);
    desk.run(&["ask", "--feedback", "없음", "--verdict", "helpful"]).failed_with("does not exist");
    // A section that no answer can cite would make a set that cannot pass: it is refused, and the feedback
    // before stays.
    for (title, section, remedy) in [
        ("있지도 않은 약", "용법·용량", "no drug document of this desk is called"),
        ("아목시실린", "있지도 않은 항목", "has no section"),
        ("", "있지도 않은 항목", "any drug document has no section"),
    ] {
        let place = ["--title", title, "--section", section];
        let refused = ["ask", "--feedback", &named, "--verdict", "wrong_section"];
        desk.run(&[&refused[..], &place].concat()).failed_with(remedy);
    }

    let file = desk.dir().join("set.jsonl");
    let path = file.to_str().unwrap();
    assert_eq!(run(&desk, &["ask", "--export-feedback", path])["questions"], 4);
    let lines = std::fs::read_to_string(&file).unwrap();
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["verdict"], &first["first"]),
        (&json!("helpful"), &json!(["아세트아미노펜", "용법·용량"]))
    );

    // Nothing has changed since, so only helpful answers agree.
    for arguments in [vec!["eval", "pharmacy"], vec!["eval", "pharmacy", path]] {
        let report = run(&desk, &arguments);
        assert_eq!(
            (&report["agreement"]["held"], &report["agreement"]["of"]),
            (&json!(1), &json!(4))
        );
        let open: Vec<&str> = report["open"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["verdict"].as_str().unwrap())
            .collect();
        assert_eq!(open, ["wrong_section", "wrong_section", "wrong_scope"]);
    }
    assert_eq!(questions(&desk).len(), 4, "nothing of a measure is kept");
    // A set that expects the current answer agrees with it.
    let wanted = lines.replace("효능·효과", "용법·용량");
    std::fs::write(&file, wanted).unwrap();
    assert_eq!(run(&desk, &["eval", "pharmacy", path])["agreement"]["held"], 2);
    std::fs::write(&file, "{}\n").unwrap();
    desk.run(&["eval", "pharmacy", path]).failed_with("line 1");
}

#[test]
fn patients_names_are_masked_and_forgotten_with_the_patient() {
    let desk = Desk::new();
    // Nothing in the question marks this as a name, and no patient had it yet.
    run(&desk, &["ask", "어제 이솔민 타이레놀 하루 최대 용량은?"]);
    let added = run(&desk, &["patient", "add", "이솔민 (1950)"]);
    let named = run(&desk, &["ask", "이 솔 민 와파린 보관 방법"])["asked_id"].clone();
    let noted = run(&desk, &["ask", "와파린 보관 방법"])["asked_id"].clone();
    run(&desk, &["ask", "와파린 주의사항"]);
    let note = ["--verdict", "helpful", "--note", "이솔민에게 맞는 답"];
    let judge = [&["ask", "--feedback", noted.as_str().unwrap()][..], &note].concat();
    run(&desk, &judge);

    let kept = questions(&desk);
    let of = |id: &Value| kept.iter().find(|it| it["id"] == *id).unwrap().to_string();
    assert!(of(&named).contains("⟦이름1⟧ 와파린"), "{}", of(&named));
    assert!(of(&noted).contains("⟦이름1⟧에게 맞는 답"), "{}", of(&noted));
    assert_eq!(kept.iter().filter(|it| it.to_string().contains("이솔민")).count(), 1);

    let forgotten = run(&desk, &["patient", "forget", added["id"].as_str().unwrap()]);
    assert_eq!(forgotten["questions"], 3);
    let left: Vec<Value> = questions(&desk).iter().map(|it| it["question"].clone()).collect();
    assert_eq!(left, [json!("와파린 주의사항")]);
    assert!(!holds(&database(&desk), "이솔민"), "the place is overwritten");
}
