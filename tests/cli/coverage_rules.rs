//! `simui coverage rules`: files of rules are checked, replaced by an administrator, and put back.

use std::path::{Path, PathBuf};

use crate::common::Desk;

/// A desk with an import, an administrator and a reviewer.
fn imported() -> Desk {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("심의");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/coverage");
    desk.run(&["coverage", "import", fixture.to_str().unwrap()]).succeeded();
    desk
}

/// Writes a rule file with one change, and returns its path.
fn changed(desk: &Desk, name: &str, from: &str, to: &str) -> PathBuf {
    let shown = desk.run(&["coverage", "rules", "show", name, "--json"]).succeeded().json();
    let text = shown["text"].as_str().unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    let path = desk.dir().join(name);
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    path
}

/// Returns the label of a slot of a comparison.
fn label(desk: &Desk, slot: &str) -> String {
    let answer = desk.run(&["coverage", "compare", "가온 암진단비 면책기간"]).succeeded().json();
    let slots = answer["slots"].as_array().unwrap();
    let slot = slots.iter().find(|it| it["slot_key"] == slot).unwrap();
    slot["label"].as_str().unwrap().to_owned()
}

#[test]
fn a_file_is_replaced_by_an_administrator_and_put_back() {
    let desk = imported();
    let listed = desk.run(&["coverage", "rules", "list"]).succeeded().json();
    let files = listed["files"].as_array().unwrap();
    assert_eq!(files.len(), 14);
    assert!(files.iter().all(|it| it["replaced_by"].is_null()), "{listed}");

    let before = label(&desk, "waiting_period");
    let path = changed(&desk, "slots.toml", &before, "기다리는 기간");
    let path = path.to_str().unwrap();
    let check = desk.run(&["coverage", "rules", "check", path]).succeeded().json();
    assert_eq!((check["gone"].as_u64(), check["new"].as_u64()), (Some(0), Some(0)), "{check}");
    assert_eq!(label(&desk, "waiting_period"), before);

    desk.run(&["coverage", "rules", "replace", path, "--as", "심의"])
        .failed_with("no administrator");
    let done = desk.run(&["coverage", "rules", "replace", path, "--as", "관리"]).succeeded().json();
    let replaced: Vec<&str> = done["files"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["replaced_by"] == "관리")
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(replaced, ["slots.toml"]);
    assert_eq!(label(&desk, "waiting_period"), "기다리는 기간");
    desk.run(&["audit", "verify"]).succeeded();

    desk.run(&["coverage", "rules", "reset", "slots.toml", "--as", "관리"]).succeeded();
    assert_eq!(label(&desk, "waiting_period"), before);
}

#[test]
fn a_check_says_which_facts_change_and_a_mistake_is_named_with_its_line() {
    let desk = imported();
    // The reading of stated waiting periods is no longer sure.
    let shown = desk.run(&["coverage", "rules", "show", "readings.toml", "--json"]).succeeded();
    let text = shown.json()["text"].as_str().unwrap().to_owned();
    let at = text.find("id = \"waiting.stated\"").unwrap();
    let sure = at + text[at..].find("confidence = \"high\"").unwrap();
    let mut other = text.clone();
    other.replace_range(sure..sure + "confidence = \"high\"".len(), "confidence = \"low\"");
    let path = desk.dir().join("readings.toml");
    std::fs::write(&path, other).unwrap();
    let check =
        desk.run(&["coverage", "rules", "check", path.to_str().unwrap()]).succeeded().json();
    assert!(check["gone"].as_u64().unwrap() > 0, "{check}");
    assert_eq!(check["gone"], check["new"], "{check}");
    assert_eq!(check["changes"][0]["fact"]["rule"], "waiting.stated", "{check}");

    let path =
        changed(&desk, "cues.toml", "example = \"보험료 산출 예시\"", "example = \"보험료\"");
    let text = std::fs::read_to_string(&path).unwrap();
    let before = text.find("example = \"보험료\"").unwrap();
    let line = format!("cues.toml:{}:", 1 + text[..before].matches('\n').count());
    let path = path.to_str().unwrap();
    desk.run(&["coverage", "rules", "check", path]).failed_with(&line);
    desk.run(&["coverage", "rules", "replace", path, "--as", "관리"]).failed_with(&line);
    let path = desk.dir().join("other.toml");
    std::fs::write(&path, "").unwrap();
    desk.run(&["coverage", "rules", "check", path.to_str().unwrap()]).failed_with("other.toml");
}
