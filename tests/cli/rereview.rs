//! Decided cases whose grounds change: which cases are affected, their new results, and whether an
//! advertisement is still the one that was approved.

use crate::common::Desk;
use serde_json::{Value, json};

const EXAGGERATED: &str = "저희 의원의 시술은 100% 완치를 보장합니다.";

fn decided(desk: &Desk, ad: Value) -> Value {
    let result = desk.review(&[ad]).remove(0);
    let case = result["case_id"].as_str().unwrap();
    if result["status"] == "awaiting_review" {
        let decide = ["review", "decide", case, "--action", "approve", "--as", "심의"];
        desk.run(&decide).succeeded();
    }
    result
}

fn affected(desk: &Desk, more: &[&str]) -> Value {
    desk.run(&[&["review", "affected"], more].concat()).succeeded().json()
}

fn import(desk: &Desk, name: &str, text: &str, command: &[&str]) {
    let path = desk.dir().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let (command, signed) = command.split_at(2);
    desk.run(&[command, &[path], signed].concat()).succeeded();
}

/// 의료법 제56조 in two versions, as an office might hold it.
fn law(number: &str, from: &str, eighth: &str) -> String {
    let items = [
        "평가를 받지 아니한 신의료기술",
        "치료경험담",
        "거짓된 내용",
        "비교하는 내용",
        "비방하는 내용",
        "시술행위의 노출",
        "부작용 등 중요한 정보의 누락",
        eighth,
    ];
    let items: Vec<String> =
        items.iter().enumerate().map(|(at, it)| format!("  {}\\. {it}의 광고", at + 1)).collect();
    format!(
        "---\n제목: 의료법\n법령ID: '001788'\n법령구분: 법률\n공포일자: {from}\n공포번호: '{number}'\n시행일자: {from}\n상태: 시행\n---\n\n\
         ##### 제56조 (의료광고의 금지 등)\n\n**①** 의료인이 아닌 자는 의료에 관한 광고를 하지 못한다.\n\n\
         **②** 의료인등은 다음 각 호의 어느 하나에 해당하는 의료광고를 하지 못한다.\n\n{}\n",
        items.join("\n\n")
    )
}

#[test]
fn cases_under_an_amended_law_or_a_new_source_are_listed_and_reviewed_again() {
    let desk = Desk::new();
    desk.reviewer("심의");
    let ad = json!({ "id": "가-1", "text": EXAGGERATED, "published_on": "2026-02-01" });
    let result = decided(&desk, ad);
    let case = result["case_id"].as_str().unwrap();
    assert_eq!(affected(&desk, &[]), json!({ "cases": [], "checked": 1 }));

    import(&desk, "old.md", &law("1", "2026-01-01", "과장된 내용"), &["corpus", "import"]);
    import(&desk, "new.md", &law("2", "2026-06-01", "지나치게 부풀린 내용"), &["corpus", "import"]);
    let found = affected(&desk, &[]);
    assert_eq!(found["cases"][0]["case_id"], case);
    assert_eq!(found["cases"][0]["as_of"], "2026-02-01");
    let grounds = found["cases"][0]["grounds"].as_array().unwrap();
    let of = |ground: &str| grounds.iter().find(|it| it["ground"] == ground).unwrap();
    assert_eq!(of("source")["article"], "의료법 제56조제2항제8호");
    assert_eq!(of("law")["article"], "의료법 제56조제2항제8호");
    assert_ne!(of("law")["was"], of("law")["now"]);
    assert_eq!(affected(&desk, &["--law", "의료법"])["cases"][0]["case_id"], case);
    // 의료법 시행령 is another law.
    assert_eq!(affected(&desk, &["--law", "의료"])["cases"], json!([]));
    assert_eq!(affected(&desk, &["--pack", "exaggeration"])["cases"], json!([]));

    let rerun = ["review", "rerun", case, "--as-of", "2026-07-01"];
    let again = desk.run(&rerun).succeeded().json();
    assert_eq!(again["as_of"], "2026-07-01");
    assert_eq!(again["before"]["verdict"], result["verdict"]);
    assert_ne!(again["fork"], again["original"]);
    let quotes = |side: &str| again[side]["citations"].to_string();
    assert!(!quotes("before").contains("지나치게 부풀린"), "{}", quotes("before"));
    assert!(quotes("after").contains("지나치게 부풀린"), "{}", quotes("after"));
    assert!(again["violations"].as_array().unwrap().iter().any(|it| it["change"] == "kept"));

    // The decision stays, and the fork is not a case of its own.
    let view = desk.run(&["review", "show", case]).succeeded().json();
    assert_eq!(view["summary"]["status"], "completed");
    assert_eq!(view["run_id"], again["original"]);
    let open = desk.run(&["review", "queue", "--state", "open"]).succeeded().json();
    assert_eq!(open["cases"], json!([]));
    assert_eq!(desk.run(&["audit", "verify"]).succeeded().json()["intact"], true);
}

#[test]
fn a_waiting_case_is_drafted_anew_when_the_official_law_arrives() {
    let desk = Desk::new();
    desk.reviewer("심의");
    let ad = json!({ "text": EXAGGERATED, "published_on": "2026-02-01" });
    let result = desk.review(&[ad]).remove(0);
    assert_eq!(result["status"], "awaiting_review", "{result}");
    let case = result["case_id"].as_str().unwrap();
    let show = || desk.run(&["review", "show", case]).succeeded().json();
    let first = show();
    assert_eq!(first["grounds"], json!([]));

    import(&desk, "law.md", &law("1", "2026-01-01", "과장된 내용"), &["corpus", "import"]);
    let articles: Vec<Value> = show()["grounds"].as_array().unwrap().clone();
    assert!(articles.iter().all(|ground| ground["ground"] == "source"), "{articles:?}");
    assert!(articles.iter().any(|ground| ground["article"] == "의료법 제56조제2항제8호"));
    let approve = ["review", "decide", case, "--action", "approve", "--as", "심의"];
    desk.run(&approve).failed_with("의료법 제56조");

    desk.reviewer("다른 심의");
    desk.run(&["review", "claim", case, "--as", "다른 심의"]).succeeded();
    let redraft = ["review", "redraft", case, "--as", "심의"];
    desk.run(&redraft).failed_with("is claimed by 다른 심의");
    desk.run(&["review", "release", case, "--as", "다른 심의"]).succeeded();

    let second = desk.run(&redraft).succeeded().json();
    assert_eq!(second["summary"]["status"], "awaiting_review", "{second}");
    assert_eq!(second["grounds"], json!([]));
    assert_ne!(second["question_id"], first["question_id"]);
    assert!(second["result"]["citations"].to_string().contains("과장된 내용"), "{second}");
    let stale = ["--question", first["question_id"].as_str().unwrap()];
    desk.run(&[&approve[..], &stale].concat()).failed_with("the draft changed");
    let decided = desk.run(&approve).succeeded().json();
    assert_eq!(decided["summary"]["status"], "completed");
    assert_eq!(decided["decisions"].as_array().unwrap().len(), 1, "a redraft is no decision");
    assert_eq!(decided["final_result"], Value::Null, "nobody modified the draft");
    desk.run(&redraft).failed_with("asks for no decision");
    assert_eq!(desk.run(&["audit", "verify"]).succeeded().json()["intact"], true);
}

#[test]
fn cases_under_a_changed_rule_pack_are_listed() {
    let desk = Desk::new();
    desk.reviewer("심의");
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    let text = "호롱불처럼 밝은 진료실입니다.";
    let result = decided(&desk, json!({ "text": text, "published_on": "2026-02-01" }));
    let case = result["case_id"].as_str().unwrap();
    let pack = "id = 'lamp'\nversion = '1'\ntitle = '등잔'\neffective_from = '2026-01-01'\n\n[[rule]]\nid = 'lamp'\n\
        title = '호롱불'\nkind = 'V6'\nlevel = 'standard'\nseverity = 'medium'\narticles = ['의료법 제56조제2항제8호']\n\
        rationale = '{words:은/는} 등잔 표현입니다.'\nquery = '과장 광고'\npatterns = ['\"호롱불\"']\n\
        exceptions = ['objective_evidence', 'negated']\n[rule.examples]\nfires = ['호롱불 같은 치료']\nsilent = ['호롱불을 쓰지 않습니다']\n";
    import(&desk, "lamp.toml", pack, &["rules", "import", "--as", "관리"]);

    let found = affected(&desk, &["--pack", "lamp"]);
    let ground = &found["cases"][0]["grounds"][0];
    assert_eq!((&ground["ground"], &ground["was"]), (&json!("pack"), &Value::Null));
    assert_eq!(ground["now"]["version"], "1");
    let again = desk.run(&["review", "rerun", "--affected"]).succeeded().json();
    assert_eq!(again["case_id"], case);
    let come: Vec<&Value> = again["violations"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["change"] == "added")
        .collect();
    assert_eq!(come.len(), 1, "{again}");
    assert_eq!(come[0]["kind"], "V6");
}

#[test]
fn an_advertisement_is_compared_with_the_case_that_approved_it() {
    let desk = Desk::new();
    desk.reviewer("심의");
    let plain = "평일 오전 9시부터 오후 6시까지 진료합니다.";
    let result = decided(&desk, json!({ "id": "2026-가-7", "text": plain }));
    assert_eq!(result["verdict"], "허용", "{result}");
    let approval = json!({ "number": "2026-가-7" });
    let reviewed = |text: &str, approval: &Value| {
        let ad = json!({ "text": text, "approval": approval });
        let result = desk.review(&[ad]).remove(0);
        let case = result["case_id"].as_str().unwrap().to_owned();
        (result, desk.run(&["review", "show", &case]).succeeded().json())
    };
    let (same, view) = reviewed(plain, &approval);
    assert_eq!(view["approved"]["case_id"], result["case_id"]);
    assert!(!same["violations"].to_string().contains("approval"), "{same}");

    let (other, view) = reviewed(&format!("{plain} {EXAGGERATED}"), &approval);
    let kinds: Vec<&str> = other["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["kind"].as_str().unwrap())
        .collect();
    assert!(kinds.contains(&"V10"), "{kinds:?}");
    assert_eq!(view["approved"]["text"], plain);
    let changes = view["approved"]["changes"].as_array().unwrap();
    let added: Vec<&str> = changes
        .iter()
        .filter(|it| it["change"] == "added")
        .map(|it| it["text"].as_str().unwrap())
        .collect();
    assert_eq!(added, [EXAGGERATED.trim_end_matches('.')]);

    // The desk does not guess which of its cases is meant.
    let claimed = json!({ "number": "9", "text": plain, "case_id": result["case_id"] });
    assert_eq!(reviewed(plain, &claimed).1["approved"]["case_id"], Value::Null);
}

#[test]
fn bad_input_is_one_clear_error() {
    let desk = Desk::new();
    let waiting =
        desk.review(&[json!({ "text": "줄기세포 치료로 무릎 연골을 되살립니다." })]).remove(0);
    let case = waiting["case_id"].as_str().unwrap();
    let failed = desk.run(&["review", "rerun", case]);
    failed.failed_with("is not finished");
    desk.run(&["review", "rerun", "없는-사건"]).failed_with("does not exist");
}

fn similar(desk: &Desk, case: &str) -> Value {
    desk.run(&["review", "similar", case]).succeeded().json()
}

/// Earlier advertisements with nearly the same wording are listed with their verdicts, each case once and
/// by its most similar version; others are not.
#[test]
fn nearly_the_same_wording_is_found_with_its_verdict() {
    let desk = Desk::new();
    desk.reviewer("심의");
    let wording = "저희 의원의 시술은 100% 완치를 보장합니다. 봄맞이 행사로 5월 31일까지 도수치료 1회 체험을 드립니다.";
    let first = decided(&desk, json!({ "id": "가-1", "text": wording }));
    let other = "임플란트는 대표원장이 직접 진료합니다. 개인에 따라 부작용이 있을 수 있습니다.";
    desk.review(&[json!({ "id": "가-2", "text": other })]);
    let copy = wording.replace("5월 31일", "6월 30일").replace(". ", "!  ");
    let copied = desk.review(&[json!({ "id": "가-3", "text": copy })]).remove(0);

    let case = copied["case_id"].as_str().unwrap();
    let found = similar(&desk, case);
    let ads = found["ads"].as_array().unwrap();
    assert_eq!(ads.len(), 1, "{found}");
    assert_eq!(ads[0]["case_id"], first["case_id"]);
    assert_eq!(ads[0]["external_id"], "가-1");
    assert_eq!((&ads[0]["status"], &ads[0]["version"]), (&json!("completed"), &json!(1)));
    assert!(ads[0]["final_verdict"].is_string() && ads[0]["finalized_at"].is_string());
    let similarity = ads[0]["similarity"].as_f64().unwrap();
    assert!((0.7..1.0).contains(&similarity), "{similarity}");
    // Both ways, and again from the stored bands.
    assert_eq!(similar(&desk, first["case_id"].as_str().unwrap())["ads"][0]["case_id"], case);
    assert_eq!(similar(&desk, case), found);

    // A revision counts from the next time on; the replaced wording is still found, and is said to be old.
    let revised = json!({ "text": "진료 시간은 평일 9시부터 18시까지입니다." }).to_string();
    let file = desk.dir().join("revised.json");
    std::fs::write(&file, revised).unwrap();
    assert_eq!(copied["status"], "awaiting_review");
    let decide = [
        "review",
        "decide",
        case,
        "--action",
        "request_revision",
        "--as",
        "심의",
        "--note",
        "고치십시오",
    ];
    desk.run(&decide).succeeded();
    desk.run(&["review", "revise", case, file.to_str().unwrap()]).succeeded();
    let found = similar(&desk, first["case_id"].as_str().unwrap());
    assert_eq!(found["ads"][0]["case_id"], case);
    assert_eq!(found["ads"][0]["current"], false);
    assert_eq!(similar(&desk, case)["ads"], json!([]));
    desk.run(&["review", "similar", "없는-사건"]).failed_with("없는-사건");
}
