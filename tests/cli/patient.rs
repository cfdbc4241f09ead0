//! Patients through the program: remembered from turn to turn, corrected by people, kept apart, deleted for
//! good.

use std::path::Path;

use crate::common::Desk;
use serde_json::{Value, json};

fn added(desk: &Desk, name: &str) -> String {
    let added = desk.run(&["patient", "add", name, "--json"]).succeeded().json();
    added["id"].as_str().unwrap().to_owned()
}

fn remember(desk: &Desk, id: &str, text: &str) -> Value {
    desk.run(&["patient", "remember", id, text, "--json"]).succeeded().json()
}

fn show(desk: &Desk, id: &str) -> Value {
    desk.run(&["patient", "show", id, "--json"]).succeeded().json()
}

/// Whether any file of a data directory contains these words.
fn found(dir: &Path, words: &str) -> bool {
    std::fs::read_dir(dir).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return found(&path, words);
        }
        let bytes = std::fs::read(&path).unwrap();
        bytes.windows(words.len()).any(|it| it == words.as_bytes())
    })
}

fn item<'a>(view: &'a Value, name: &str) -> &'a Value {
    let items = view["items"].as_array().unwrap();
    items.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("no {name}: {view}"))
}

#[test]
fn an_ended_class_ends_the_drug_of_the_record() {
    let desk = Desk::new();
    let id = added(&desk, "가나다");
    remember(&desk, &id, "메트포르민 먹어요");
    remember(&desk, &id, "당뇨약은 끊었어요");
    let standing = item(&show(&desk, &id), "메트포르민")["standing"].clone();
    assert_eq!(standing, "stopped");
}

#[test]
fn turns_are_remembered_across_processes() {
    let desk = Desk::new();
    let id = added(&desk, "김가을");
    let first = remember(
        &desk,
        &id,
        "65세 여성이고 고혈압이 있어요. 페니실린 알레르기가 있습니다. 혈압은 150/95였어요.",
    );
    assert_eq!((&first["turn"], first["patient_id"].as_str()), (&json!(1), Some(id.as_str())));
    let second = remember(&desk, "김가을", "고혈압은 없어요. 메트포르민 500mg 먹어요.");
    assert_eq!(second["turn"], 2);
    assert_eq!(second["conversation"], first["conversation"]);
    assert_eq!(second["changes"]["conflicts"].as_array().unwrap().len(), 1);
    let view = show(&desk, &id);
    assert_eq!(view["person"]["years"], 65);
    assert_eq!(view["sections"][0]["key"], "allergies");
    assert_eq!(view["conflicts"].as_array().unwrap().len(), 1);
    assert!(view["summary"].as_str().unwrap().starts_with("알레르기: 페니실린\n"), "{view}");
    assert_eq!(item(&view, "페니실린")["standing"], "allergy");
    assert_eq!(item(&view, "메트포르민")["value"]["dose"], "500mg");
    assert!(item(&view, "blood_pressure")["weight"].as_f64().unwrap() > 0.9);
    let turns = desk.run(&["patient", "turns", &id, "--json"]).succeeded().json();
    assert_eq!(turns.as_array().unwrap().len(), 2);
    assert!(turns[0]["text"].as_str().unwrap().contains("페니실린"));
    let words = desk.run(&["patient", "show", &id]).succeeded().out;
    assert!(words.contains("확인 필요") && words.contains("메트포르민 500mg"), "{words}");
    let listed = desk.run(&["patient", "list", "--search", "가을", "--json"]).succeeded().json();
    assert_eq!(listed[0]["id"], id.as_str());
    let none = desk.run(&["patient", "list", "--search", "겨울", "--json"]).succeeded().json();
    assert_eq!(none, json!([]));
}

#[test]
fn people_correct_what_is_remembered() {
    let desk = Desk::new();
    let id = added(&desk, "이봄");
    remember(&desk, &id, "고혈압이 있어요. 메트포르민 500mg 먹어요.");
    remember(&desk, &id, "고혈압은 없어요");
    desk.run(&["reviewer", "add", "박약사"]).succeeded();
    let denied = show(&desk, &id)["conflicts"][0]["newer"].to_string();
    let view = desk
        .run(&["patient", "confirm", &id, &format!("i{denied}"), "--as", "박약사", "--json"])
        .succeeded()
        .json();
    assert_eq!(view["conflicts"], json!([]));
    assert_eq!(item(&view, "고혈압")["standing"], "negated");
    assert_eq!(item(&view, "고혈압")["checked"]["by"], "박약사");
    let drug = item(&view, "메트포르민")["id"].to_string();
    let value = r#"{"kind":"drug","dose":"850mg","per_day":2}"#;
    let view = desk
        .run(&["patient", "edit", &id, &drug, "--value", value, "--as", "박약사", "--json"])
        .succeeded()
        .json();
    assert_eq!(item(&view, "메트포르민")["shown"], "메트포르민 850mg 하루 2회");
    desk.run(&["patient", "delete", &id, &drug, "--as", "박약사"]).succeeded();
    let write = ["patient", "write", &id, "--slot", "conditions", "--name", "천식", "--json"];
    let view = desk.run(&write).succeeded().json();
    assert_eq!(item(&view, "천식")["checked"]["state"], "edited");
    assert_eq!(item(&view, "천식")["code"], "J45");
    let family = [&write[..7], &["--standing", "family"]].concat();
    desk.run(&family).failed_with("say whose it is");
    let history = desk.run(&["patient", "items", &id, "--history", "--json"]).succeeded().json();
    let what: Vec<&str> =
        history.as_array().unwrap().iter().map(|it| it["happening"].as_str().unwrap()).collect();
    assert_eq!(
        what,
        [
            "added",
            "added",
            "added",
            "set_aside",
            "confirmed",
            "edited",
            "deleted",
            "added",
            "edited"
        ]
    );
    assert_eq!(history[6]["before"], "메트포르민 850mg 하루 2회");
    // The audit log has counts and the names of those who signed, no health data.
    let log = desk.dir().join("audit.jsonl");
    desk.run(&["audit", "export", log.to_str().unwrap()]).succeeded();
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.contains("patient_item_confirmed") && !log.contains("고혈압"), "{log}");
    desk.run(&["audit", "verify"]).succeeded();
}

#[test]
fn a_forgotten_patient_is_nowhere() {
    let desk = Desk::new();
    let word = "희귀낱말가나다";
    let (id, other) = (added(&desk, word), added(&desk, "남는 사람"));
    remember(&desk, &id, &format!("{word} 페니실린 알레르기가 있어요"));
    remember(&desk, &other, "땅콩 알레르기가 있어요");
    assert!(!found(desk.dir(), word), "it lies open");
    let gone = desk.run(&["patient", "forget", &id, "--json"]).succeeded().json();
    assert_eq!((gone["id"].as_str(), &gone["turns"]), (Some(id.as_str()), &json!(1)));
    assert_eq!(gone["log_emptied"], true);
    assert!(!found(desk.dir(), word));
    desk.run(&["patient", "show", &id]).failed_with("does not exist");
    desk.run(&["patient", "forget", &id]).failed_with("does not exist");
    desk.run(&["patient", "remember", word, "고혈압이 있어요"]).failed_with("does not exist");
    let kept = show(&desk, &other);
    assert!(kept["summary"].as_str().unwrap().contains("땅콩"));
    desk.run(&["audit", "verify"]).succeeded();
}

#[test]
fn invalid_input_is_refused() {
    let desk = Desk::new();
    let id = added(&desk, "정여름");
    desk.run(&["patient", "add", "정여름"]).failed_with("another patient has it");
    desk.run(&["patient", "add", " "]).failed_with("give 1 to 80");
    desk.run(&["patient", "remember", &id, "  "]).failed_with("nothing in it");
    desk.run(&["patient", "confirm", &id, "i7"]).failed_with("does not exist");
    desk.run(&["patient", "edit", &id, "1"]).failed_with("does not exist");
    remember(&desk, &id, "고혈압이 있어요");
    desk.run(&["patient", "edit", &id, "1"]).failed_with("nothing to change");
    let weeks = r#"{"kind":"pregnancy","state":"yes","weeks":8}"#;
    desk.run(&["patient", "edit", &id, "1", "--value", weeks]).failed_with("does not belong");
    desk.run(&["patient", "show", &id, "--as", "누구"]).failed_with("누구");
    let wrong = desk.run(&["patient", "edit", &id, "1", "--standing", "maybe"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.err);
}

#[test]
fn a_desk_with_passwords_shows_patients_only_after_sign_in() {
    let desk = Desk::new();
    let id = added(&desk, "한겨울");
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.run_with(&["accounts", "password", "관리"], "긴 비밀번호 하나".as_bytes()).succeeded();
    desk.run(&["patient", "show", &id]).failed_with("this desk has passwords");
    desk.run(&["patient", "list"]).failed_with("this desk has passwords");
    desk.run(&["patient", "forget", &id]).failed_with("this desk has passwords");
    let own = ["--password-stdin", "patient", "show", &id, "--as", "관리"];
    desk.run_with(&own, "긴 비밀번호 하나\n".as_bytes()).succeeded();
    desk.run_with(&own, "틀린 비밀번호다\n".as_bytes()).failed_with("not the password");
}

#[test]
fn a_record_is_imported() {
    let desk = Desk::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/patients");
    let file = folder.join("record.json");
    let file = file.to_str().unwrap();
    let added = desk.run(&["patient", "import", file, "--json"]).succeeded().json();
    assert_eq!((&added["name"], &added["left_out"]["Encounter"]), (&json!("가상 환자"), &json!(1)));
    // What was taken is counted by kind.
    let slots =
        json!({ "demographics": 2, "conditions": 4, "medications": 2, "vitals": 2, "labs": 1 });
    assert_eq!((&added["allergies"], &added["by_slot"]), (&json!(2), &slots));
    // Omitted entries are listed with reason and names.
    let omissions = added["omissions"].as_array().unwrap();
    let mistaken = omissions.iter().find(|it| it["reason"] == "entered_in_error").unwrap();
    assert_eq!(mistaken["names"], json!(["Asthma (disorder)"]));
    assert_eq!(mistaken["text"], "잘못 입력했다고 표시된 기록입니다");
    let view = show(&desk, "가상 환자");
    assert_eq!(view["items"].as_array().unwrap().len() as u64, added["items"].as_u64().unwrap());
    assert_eq!(item(&view, "페니실린")["standing"], "allergy");
    // The imported record can be extended.
    let id = added["id"].as_str().unwrap();
    let turn = remember(&desk, id, "나프록센 먹어요. 페니실린 알레르기는 없어요");
    assert_eq!(turn["turn"], 1);
    assert_eq!(turn["changes"]["conflicts"].as_array().unwrap().len(), 1);
    desk.run(&["patient", "import", file]).failed_with("another patient has it");
    let broken = desk.dir().join("broken.json");
    std::fs::write(&broken, "{\"resourceType\":\"Bundle\",\"entry\":[{}]}").unwrap();
    desk.run(&["patient", "import", broken.to_str().unwrap()])
        .failed_with("broken.json: entry 0: there is no Patient");
    desk.run(&["audit", "verify"]).succeeded();
}

#[test]
fn a_file_that_is_no_record_of_one_patient_stores_nothing() {
    let desk = Desk::new();
    let patient = r#"{"resource":{"resourceType":"Patient","name":[{"text":"가상"}]}}"#;
    let two = format!(r#"{{"resourceType":"Bundle","entry":[{patient},{patient}]}}"#);
    for (name, text, korean) in [
        ("메모.json", "환자 메모", "메모.json은 JSON 파일이 아니어서"),
        ("목록.json", "[1]", "목록.json은 FHIR R4 묶음(Bundle)이 아니어서"),
        ("한 사람.json", r#"{"resourceType":"Patient"}"#, "FHIR R4 묶음(Bundle)이 아니어서"),
        ("빈 묶음.json", r#"{"resourceType":"Bundle"}"#, "환자 정보(Patient)가 없어서"),
        ("둘.json", &two, "환자가 두 명 이상 있어서"),
    ] {
        let file = desk.dir().join(name);
        std::fs::write(&file, text).unwrap();
        let file = file.to_str().unwrap();
        let refused = desk.run(&["--lang", "ko", "patient", "import", file]).failed_with(korean);
        assert!(refused.err.contains("아무것도 저장하지 않았습니다"), "{}", refused.err);
    }
    assert_eq!(desk.run(&["patient", "list", "--json"]).succeeded().json(), json!([]));
}

#[test]
fn invented_patients_are_never_mixed_up() {
    let desk = Desk::new();
    let file = desk.dir().join("people.jsonl");
    let eval = ["eval", "patients", "--patients", "80", "--out", file.to_str().unwrap(), "--json"];
    let report = desk.run(&eval).succeeded().json();
    assert_eq!((&report["patients"], &report["turns"]), (&json!(80), &json!(400)));
    assert_eq!(report["apart"]["share"], 1.0);
    assert_eq!(report["allergies"]["share"], 1.0);
    // Three patients' turns are interleaved on one desk.
    let people: Vec<Value> = std::fs::read_to_string(file)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|person: &Value| {
            person["facts"].as_array().unwrap().iter().any(|it| it["standing"] == "allergy")
        })
        .take(3)
        .collect();
    let ids: Vec<String> =
        people.iter().map(|it| added(&desk, it["name"].as_str().unwrap())).collect();
    for turn in 0..5 {
        for (person, id) in people.iter().zip(&ids) {
            remember(&desk, id, person["turns"][turn]["text"].as_str().unwrap());
        }
    }
    for (person, id) in people.iter().zip(&ids) {
        let view = show(&desk, id);
        let own: Vec<&Value> = person["facts"].as_array().unwrap().iter().collect();
        for item in view["items"].as_array().unwrap() {
            // Every remembered fact is one that this person's words contain.
            let is_stated =
                own.iter().any(|it| it["slot"] == item["slot"] && it["name"] == item["name"]);
            assert!(is_stated, "{} is not of {}: {item}", item["name"], person["id"]);
        }
        let allergy = own.iter().find(|it| it["standing"] == "allergy").unwrap();
        let first = &view["sections"][0];
        assert_eq!(first["key"], "allergies");
        assert!(first["lines"].to_string().contains(allergy["name"].as_str().unwrap()));
    }
}
