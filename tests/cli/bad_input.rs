//! Bad input gives one clear error, the other input is processed, and nothing is lost.

use crate::common::{Desk, shared};
use serde_json::json;

const GOOD: &str = r#"{"id":"ok","text":"평일 9시부터 18시까지 진료합니다."}"#;

fn check(line: &[u8], message: &str) {
    let desk = Desk::new();
    let input =
        [GOOD.as_bytes(), b"\n", GOOD.as_bytes(), b"\n", line, b"\n", GOOD.as_bytes(), b"\n"]
            .concat();
    let finished = desk.run_with(&["review", "run", "-", "--jobs", "2"], &input);
    let lines = finished.failed_with("line 3").lines();
    let statuses: Vec<_> = lines.iter().map(|line| line["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["completed", "completed", "failed", "completed"], "{lines:?}");
    let error = lines[2]["error"].as_str().unwrap();
    assert!(error.contains(message), "{error}");
}

#[test]
fn a_bad_line_fails_alone() {
    check(b"{\"text\": ", "EOF");
    check(b"[1, 2]", "JSON object");
    check(br#"{"id":"x"}"#, "text");
    check(br#"{"text":""}"#, "empty");
    check("{\"text\":\" \\n\u{200b} \"}".as_bytes(), "empty");
    check(br#"{"text":"a","published_on":"2026-13-40"}"#, "month");
    check(b"{\"text\":\"\xff\xfe\"}", "");
}

#[test]
fn control_characters_are_no_obstacle() {
    let desk = Desk::new();
    let text = "국내\u{0} 유일\u{7}의\u{202e} 치\u{200b}료\u{1b}[31m!";
    let result = desk.review(&[json!({ "text": text })]).remove(0);
    for claim in result["claims"].as_array().unwrap() {
        let at = |key: &str| usize::try_from(claim[key].as_u64().unwrap()).unwrap();
        let slice: String = text.chars().skip(at("start")).take(at("end") - at("start")).collect();
        assert_eq!(claim["text"], slice);
    }
    assert!(!result["notices"].as_array().unwrap().is_empty(), "hidden characters are a finding");
}

#[test]
fn a_megabyte_is_reviewed() {
    let desk = Desk::new();
    let text = "부작용이 전혀 없는 시술입니다. 평일 진료 안내와 오시는 길. ".repeat(14_000);
    assert!(text.len() > 1_000_000);
    let result = desk.review(&[json!({ "text": text })]).remove(0);
    assert!(["completed", "awaiting_review"].contains(&result["status"].as_str().unwrap()));
}

#[test]
fn a_missing_file_is_named() {
    let desk = Desk::new();
    desk.run(&["review", "run", "/nowhere/ads.jsonl"]).failed_with("/nowhere/ads.jsonl");
    desk.run(&["review", "show", "0000"]).failed_with("0000");
    desk.run(&["corpus", "show", "없는 법"]).failed_with("없는 법");
    desk.run(&["corpus", "import", "/nowhere/law"]).failed_with("/nowhere/law");
    assert_eq!(desk.run(&["review", "dance"]).code, Some(2));
}

#[test]
fn a_data_directory_that_cannot_be_written_is_named() {
    let desk = Desk::new();
    let file = desk.dir().join("file");
    std::fs::write(&file, "").unwrap();
    let inside = file.join("data");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_simui"))
        .args(["--data-dir", inside.to_str().unwrap(), "doctor"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.starts_with("error: ") && err.contains("file/data"), "{err}");
}

#[test]
fn a_damaged_index_is_rebuilt() {
    let desk = Desk::new();
    let search = || {
        let found = desk.run(&["search", "의료광고 금지"]).succeeded().json();
        found["hits"].as_array().unwrap().len()
    };
    let before = search();
    assert!(before > 0);
    let index = desk.dir().join("index");
    for garble in [true, false] {
        for entry in walk(&index) {
            if garble {
                std::fs::write(&entry, b"garbage").unwrap();
            } else {
                std::fs::remove_file(&entry).unwrap();
            }
        }
        assert_eq!(search(), before, "garbled: {garble}");
    }
    std::fs::remove_dir_all(&index).unwrap();
    assert_eq!(search(), before, "deleted");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn files_that_are_no_law_are_quarantined() {
    let desk = Desk::new();
    let folder = desk.dir().join("in");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("binary.md"), [0u8, 159, 146, 150]).unwrap();
    std::fs::write(folder.join("empty.md"), "").unwrap();
    std::fs::write(folder.join("page.md"), "<html>오류</html>").unwrap();
    let report = desk.run(&["corpus", "import", folder.to_str().unwrap()]).succeeded().json();
    assert_eq!(report["documents"], 0, "{report}");
    assert_eq!(report["quarantined"].as_array().unwrap().len(), 3, "{report}");
    for entry in report["quarantined"].as_array().unwrap() {
        assert!(!entry["reason"].as_str().unwrap().is_empty());
    }
}

#[test]
fn importing_again_changes_nothing() {
    let Some(law) = shared("corpora/statutes/kr/의료법") else { return };
    let desk = Desk::new();
    let import = || desk.run(&["corpus", "import", law.to_str().unwrap()]).succeeded().json();
    let (first, second) = (import(), import());
    assert_eq!(first["documents"], 3, "{first}");
    assert_eq!((&second["documents"], &second["unchanged"]), (&json!(0), &json!(3)));
}
