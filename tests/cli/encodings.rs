//! One text in every encoding that Korean offices and their machines write, through every command that reads
//! text. Each must give the result of the same text in UTF-8. macOS decomposes Hangul (NFD); Windows writes
//! byte order marks, UTF-16 and CP949.

use std::path::PathBuf;

use crate::common::{Desk, Finished};
use encoding_rs::EUC_KR;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

/// Returns a text with decomposed letters (NFD).
fn decomposed(text: &str) -> String {
    let text: String = text.nfd().collect();
    assert!(!text.is_ascii());
    text
}

/// A text in every encoding, with a name for each.
fn encoded(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let utf16 = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(order).collect()
    };
    let (cp949, _, lost) = EUC_KR.encode(text);
    assert!(!lost, "{text}");
    vec![
        ("utf-8", text.as_bytes().to_vec()),
        ("utf-8 with a mark", [b"\xEF\xBB\xBF", text.as_bytes()].concat()),
        ("utf-16 le", utf16(u16::to_le_bytes)),
        ("utf-16 be", utf16(u16::to_be_bytes)),
        ("cp949", cp949.into_owned()),
        ("single letters", decomposed(text).into_bytes()),
    ]
}

/// Runs a command on a file of the text in every encoding, and checks that all answers equal the first.
fn check(
    desk: &Desk,
    text: &str,
    name: &str,
    arguments: &[&str],
    read_answer: fn(Finished) -> Value,
) {
    let mut first = None;
    for (encoding, bytes) in encoded(text) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let path = file.to_str().unwrap();
        let arguments: Vec<&str> =
            arguments.iter().map(|it| if *it == "FILE" { path } else { it }).collect();
        let answer = read_answer(desk.run(&arguments).succeeded());
        let expected = first.get_or_insert_with(|| answer.clone());
        assert_eq!(*expected, answer, "{encoding} {arguments:?}");
    }
}

/// Returns the answer without numbers and times that differ between runs.
fn lines(finished: Finished) -> Value {
    let mut lines = finished.lines();
    lines.iter_mut().for_each(remove_random_fields);
    assert!(!lines.is_empty());
    Value::Array(lines)
}

fn remove_random_fields(value: &mut Value) {
    match value {
        Value::String(text) => *text = text.nfc().collect(),
        Value::Object(fields) => {
            // Offsets count the letters of the input.
            for name in ["start", "end"] {
                fields.remove(name);
            }
            for name in ["case_id", "timings_ms", "took_ms", "question_id", "run_id", "asked_at"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(remove_random_fields);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_random_fields),
        _ => {}
    }
}

const AD: &str = "{\"id\":\"1\",\"text\":\"국내 최고의 병원에서 100% 완치를 보장합니다\",\"published_on\":\"2026-05-01\"}\n{\"id\":\"2\",\"text\":\"진료시간 안내\",\"published_on\":\"2026-05-01\"}\n";

#[test]
fn batches_are_read_in_every_encoding() {
    let desk = Desk::new();
    // Whether a case is drawn as a sample is random.
    let reviewed = |finished: Finished| {
        let kept_fields =
            |it: &Value| json!([it["id"], it["verdict"], it["violations"], it["claims"]]);
        let mut results = Value::Array(finished.lines().iter().map(kept_fields).collect());
        remove_random_fields(&mut results);
        results
    };
    check(&desk, AD, "광고.jsonl", &["review", "run", "FILE"], reviewed);
    let turns = "{\"id\":\"a\",\"text\":\"65세 당뇨 환자, 혈압 150/90\"}\n{\"id\":\"b\",\"text\":\"페니실린 알레르기가 있어요\"}\n";
    check(&desk, turns, "대화.jsonl", &["extract", "--batch", "FILE"], lines);
    let questions = "{\"id\":\"a\",\"text\":\"심바스타틴이랑 이트라코나졸 같이 먹어도 되나요?\"}\n";
    check(&desk, questions, "질문.jsonl", &["ask", "--batch", "FILE"], lines);
    let queries = "{\"id\":\"a\",\"text\":\"의료광고 금지\"}\n";
    check(&desk, queries, "검색.jsonl", &["search", "--batch", "FILE"], lines);
}

#[test]
fn single_files_are_read_in_every_encoding() {
    let desk = Desk::new();
    // The same text under another digest is another file and another case.
    let cases = |finished: Finished| {
        let report = finished.json();
        assert_eq!(report["problems"], json!([]));
        report["cases"].clone()
    };
    check(&desk, "국내 최고의 병원", "광고.txt", &["review", "intake", "FILE"], cases);
    check(
        &desk,
        "「의료법」 제56조제2항은 \"거짓된 내용을 표시하는 광고\"를 금지한다.",
        "글.txt",
        &["corpus", "citations", "FILE"],
        |it| it.json(),
    );
    let coverage =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/coverage");
    desk.run(&["coverage", "import", coverage.to_str().unwrap()]).succeeded();
    let compared = "{\"id\":\"a\",\"query\":\"암진단비 비교\"}\n";
    check(&desk, compared, "비교.jsonl", &["coverage", "compare", "--batch", "FILE"], lines);
    let text = desk.run(&["rules", "list"]).succeeded().json();
    let id = text[0]["id"].as_str().unwrap().to_owned();
    let pack =
        desk.run(&["rules", "show", &id]).succeeded().json()["text"].as_str().unwrap().to_owned();
    let (_, _, lost) = EUC_KR.encode(&pack);
    if !lost {
        check(&desk, &pack, "규칙.toml", &["rules", "check", "FILE"], |finished| {
            finished.json()["examples"].clone()
        });
    }
}

#[test]
fn a_record_of_a_patient_is_read_in_every_encoding() {
    let bundle = json!({
        "resourceType": "Bundle", "type": "collection",
        "entry": [
            {"resource": {"resourceType": "Patient", "id": "1", "name": [{"text": "가상환자"}], "gender": "female", "birthDate": "1960-01-02"}},
            {"resource": {"resourceType": "Condition", "code": {"text": "고혈압"}, "subject": {"reference": "Patient/1"}}}
        ]
    })
    .to_string();
    // JSON as Python writes it: letters beyond ASCII as escapes, here of decomposed letters.
    let escaped: String = decomposed(&bundle)
        .chars()
        .map(|c| if c.is_ascii() { c.to_string() } else { format!("\\u{:04x}", u32::from(c)) })
        .collect();
    let mut files = encoded(&bundle);
    files.push(("escapes", escaped.into_bytes()));
    let mut seen = Vec::new();
    for (encoding, bytes) in files {
        let desk = Desk::new();
        let file = desk.dir().join("기록.json");
        std::fs::write(&file, bytes).unwrap();
        let imported = desk.run(&["patient", "import", file.to_str().unwrap()]).succeeded().json();
        let view = desk.run(&["patient", "show", "가상환자"]).succeeded().json();
        seen.push((encoding, imported["items"].clone(), view["summary"].clone()));
    }
    let (_, items, summary) = seen[0].clone();
    assert!(summary.as_str().unwrap().contains("고혈압"), "{summary}");
    for (encoding, its_items, its_summary) in seen {
        assert_eq!((its_items, its_summary), (items.clone(), summary.clone()), "{encoding}");
    }
}

#[test]
fn names_and_quotes_are_found_in_decomposed_letters() {
    let desk = Desk::new();
    let law = "---\n제목: 시험정규법\n법령ID: '000777'\n법령구분: 법률\n공포일자: 2020-01-01\n공포번호: '1'\n시행일자: 2020-01-01\n---\n\n##### 제1조 (목적)\n\n광고는 사실에 근거하여야 한다.\n";
    // The law and its file name have decomposed letters; a path is opened as it is written on the disk.
    let file = desk.dir().join(decomposed("시험정규법.md"));
    std::fs::write(&file, decomposed(law)).unwrap();
    let report = desk.run(&["corpus", "import", file.to_str().unwrap()]).succeeded().json();
    assert_eq!((&report["documents"], &report["quarantined"]), (&json!(1), &json!([])));
    for form in [str::to_owned as fn(&str) -> String, decomposed] {
        let quote = form("광고는 사실에 근거하여야 한다.");
        let verified = desk
            .run(&["corpus", "verify", &quote, "--article", &form("시험정규법 제1조")])
            .succeeded()
            .json();
        assert_eq!(verified["status"], "VERIFIED", "{quote}");
        let view = desk.run(&["corpus", "show", &form("시험정규법")]).succeeded().json();
        assert!(view.to_string().contains("광고는 사실에 근거하여야 한다."));
        let question = form("심바스타틴이랑 이트라코나졸 같이 먹어도 되나요?");
        let mut answer = desk.run(&["ask", &question, "--not-kept"]).succeeded().json();
        remove_random_fields(&mut answer);
        assert!(answer.to_string().contains("이트라코나졸"), "{answer}");
        let facts =
            desk.run(&["extract", &form("65세 여자, 페니실린 알레르기")]).succeeded().json();
        assert_eq!(facts["allergies"].as_array().map(Vec::len), Some(1), "{facts}");
    }
    desk.run(&["reviewer", "add", &decomposed("김심의")]).succeeded();
    desk.run(&["patient", "add", &decomposed("홍길동")]).succeeded();
    for form in [str::to_owned as fn(&str) -> String, decomposed] {
        let view = desk.run(&["patient", "show", &form("홍길동")]).succeeded().json();
        assert_eq!(view["name"], "홍길동");
    }
    desk.run(&["reviewer", "add", "김심의"]).failed_with("김심의");
}

#[test]
fn a_line_that_cannot_be_read_fails_alone() {
    let desk = Desk::new();
    let input = [AD.as_bytes(), b"{\"id\":\"3\",\"text\":\"\xFF\xFF\"}\n", AD.as_bytes()].concat();
    let finished = desk.run_with(&["review", "run", "-"], &input);
    assert_eq!(finished.lines().len(), 5, "{}", finished.err);
    finished.failed_with("line 3:");
    let turns = b"{\"text\":\"\xFF\xFF\"}\n{\"text\":\"\xEB\x91\x90\xED\x86\xB5\"}\n";
    let finished = desk.run_with(&["extract", "--batch", "-"], turns);
    assert_eq!(finished.lines().len(), 2, "{}", finished.err);
    finished.failed_with("UTF-8");
}
