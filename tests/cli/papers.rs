//! Letters, notices, case files and audit packs through the command line.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read, Write};
use std::path::PathBuf;

use crate::common::Desk;
use base64::Engine as _;
use proptest::prelude::*;
use serde_json::{Value, json};
use simui_packcheck::check;

/// An invented text under the law's title and numbers: quotes must be from this text.
const LAW: &str = "---\n제목: 의료법\n법령ID: '001788'\n법령구분: 법률\n공포일자: 2026-01-01\n공포번호: '77'\n시행일자: 2026-01-01\n상태: 시행\n---\n
##### 제56조 (의료광고의 금지 등)\n\n**①** 의료인이 아닌 자는 의료에 관한 광고를 하지 못한다.\n\n**②** 의료인등은 다음 각 호의 어느 하나에 해당하는 의료광고를 하지 못한다. <개정 2025. 3. 27.>\n
  1\\. 평가를 받지 아니한 신의료기술에 관한 광고\n  2\\. 환자에 관한 치료경험담 등 치료 효과를 오인하게 할 우려가 있는 내용의 광고\n  3\\. 거짓된 내용을 표시하는 광고\n  4\\. 다른 의료인등의 기능 또는 진료 방법과 비교하는 내용의 광고\n  7\\. 심각한 부작용 등 중요한 정보를 누락하는 광고\n  8\\. 객관적인 사실을 과장하는 내용의 광고\n";

const AD: &str = "말기암도 포기하지 마세요. 국내 유일 면역세포 치료로 95% 이상 호전! 환자분들의 생생한 후기를 확인하세요.";

/// A desk with the law above, an administrator 관리 and a reviewer 김심의.
fn desk() -> Desk {
    let desk = Desk::new();
    let law = desk.dir().join("law.md");
    std::fs::write(&law, LAW).unwrap();
    desk.run(&["corpus", "import", law.to_str().unwrap()]).succeeded();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    desk
}

fn office(desk: &Desk) {
    let set = [
        "office",
        "set",
        "--name",
        "가나의료광고심의위원회",
        "--address",
        "서울특별시 가나구 다라로 1",
        "--department",
        "심의팀",
        "--telephone",
        "02-000-0000",
        "--email",
        "review@gana.example",
        "--numbering",
        "심의-{year}-{number:4}",
        "--as",
        "관리",
    ];
    desk.run(&set).succeeded();
}

fn case(desk: &Desk, text: &str) -> String {
    let ad = json!({ "id": "AD-1", "text": text, "advertiser": "OO면역의원", "medium": "internet", "published_on": "2026-11-01" });
    desk.review(&[ad]).remove(0)["case_id"].as_str().unwrap().to_owned()
}

fn decide(desk: &Desk, case: &str, action: &str) {
    let note = "‘국내 유일’의 근거를 내거나 지워 주십시오.";
    desk.run(&["review", "decide", case, "--action", action, "--as", "김심의", "--note", note])
        .succeeded();
}

fn decided(desk: &Desk, text: &str) -> String {
    let case = case(desk, text);
    decide(desk, &case, "approve");
    case
}

fn out(desk: &Desk, name: &str) -> (PathBuf, String) {
    let path = desk.dir().join(name);
    let text = path.to_str().unwrap().to_owned();
    (path, text)
}

fn written(desk: &Desk, what: &str, case: &str, format: &str, more: &[&str]) -> Vec<u8> {
    let (path, text) = out(desk, &format!("{what}.{format}"));
    let mut arguments = vec!["review", what, case, "--format", format, "--out", &text];
    arguments.extend(more);
    desk.run(&arguments).succeeded();
    std::fs::read(path).unwrap()
}

fn html(desk: &Desk, what: &str, case: &str) -> String {
    String::from_utf8(written(desk, what, case, "html", &[])).unwrap()
}

/// Whether this machine can make PDFs.
fn has_font(desk: &Desk) -> bool {
    let doctor = desk.run(&["doctor"]).succeeded().json();
    let fonts =
        doctor["checks"].as_array().unwrap().iter().find(|it| it["name"] == "fonts").unwrap();
    let there = fonts["state"] == "ok";
    if !there {
        eprintln!("skipped: no Korean font on this machine");
    }
    there
}

fn issued(desk: &Desk) -> Vec<String> {
    let (path, text) = out(desk, "log.jsonl");
    desk.run(&["audit", "export", &text]).succeeded();
    let log = std::fs::read_to_string(path).unwrap();
    let entries = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let papers = entries.filter(|entry| entry["action"] == "paper_issued");
    papers.map(|entry| entry["details"]["number"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_conditional_letter_states_its_conditions_as_sentences() {
    let desk = desk();
    let letter = html(&desk, "letter", &decided(&desk, "필러 30% 할인. 주차가 가능합니다."));
    let conditions = letter.split("사유와 고칠 사항").next().unwrap().split("조건</").nth(1);
    let conditions = conditions.unwrap_or_else(|| panic!("{letter}"));
    let filled =
        "‘필러 30% 할인(할인 전 금액 ○○, 할인 후 금액 ○○, 대상 ○○, 기간 ○○, 범위 ○○)’로 고치되";
    for part in ["1. ‘필러 30% 할인’을 ", filled, "의료광고 심의기준", "적어야 합니다"]
    {
        assert!(conditions.contains(part), "{part}: {conditions}");
    }
    assert!(!conditions.contains("주차"), "{conditions}");
    assert!(!html(&desk, "letter", &decided(&desk, AD)).contains("조건</"));
}

#[test]
fn a_letter_states_the_decision_its_reviewer_and_its_grounds() {
    let desk = desk();
    let case = case(&desk, AD);
    desk.run(&["review", "letter", &case, "--format", "html", "--out", "x"])
        .failed_with("not decided");
    desk.run(&["review", "notice", &case, "--format", "html", "--out", "x"])
        .failed_with("request_revision");
    decide(&desk, &case, "approve");

    // Without an office the letter is a draft, and no number is used.
    let draft = html(&desk, "letter", &case);
    assert!(draft.contains("초안 — 보내지 마십시오") && draft.contains("(미정)"));
    assert_eq!(issued(&desk), [""; 0]);

    let not_his = ["office", "set", "--name", "x", "--as", "김심의"];
    desk.run(&not_his).failed_with("no administrator");
    desk.run(&["office", "set", "--numbering", "{year}", "--as", "관리"]).failed_with("numbering");
    office(&desk);
    let letter = html(&desk, "letter", &case);
    for part in [
        "심의 결과 통지서",
        "가나의료광고심의위원회",
        "OO면역의원 귀하",
        "-0001",
        "심의관 김심의",
        "불허",
        AD,
        "2026. 11. 1.에 시행 중인 법령",
        "의료법 제56조제2항제2호",
        "법률 제77호",
        "시행 2026. 1. 1.",
        "02-000-0000",
        "지금 문구",
        "고친 문구",
    ] {
        assert!(letter.contains(part), "{part:?} is not in: {letter}");
    }
    // Remedies are the office's words or absent; internal notes of a reviewer are not in the letter.
    assert!(
        !letter.contains("불복") && !letter.contains("초안 —") && !letter.contains("근거를 내거나")
    );
    // Every quote is the law's own text.
    let law = desk.run(&["corpus", "show", "의료법"]).succeeded().json();
    let law: String =
        law["articles"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap()).collect();
    let quotes: Vec<&str> = letter
        .split("<blockquote class=\"calm\">")
        .skip(1)
        .map(|rest| rest.split("</blockquote>").next().unwrap())
        .collect();
    assert!(!quotes.is_empty());
    for quote in quotes {
        assert!(law.contains(quote), "{quote}");
    }

    // A second print is the same letter, whatever settings changed since.
    desk.run(&[
        "office",
        "set",
        "--name",
        "다른위원회",
        "--objection",
        "설정한 절차",
        "--as",
        "관리",
    ])
    .succeeded();
    assert_eq!(html(&desk, "letter", &case), letter);
    assert_eq!(issued(&desk).len(), 1);
    let second = html(&desk, "letter", &decided(&desk, AD));
    assert!(
        second.contains("-0002") && second.contains("다른위원회") && second.contains("설정한 절차")
    );
    assert_eq!(desk.run(&["audit", "verify"]).succeeded().json()["intact"], true);
}

#[test]
fn a_notice_states_the_changes_and_stays_after_a_revision() {
    let desk = desk();
    office(&desk);
    let case = case(&desk, AD);
    decide(&desk, &case, "request_revision");
    let notice = html(&desk, "notice", &case);
    for part in [
        "보완·수정 요청 통지",
        "‘국내 유일’의 근거를 내거나",
        AD,
        "1차 문구",
        "최종 결정이 아닙니다",
        "-0001",
    ] {
        assert!(notice.contains(part), "{part:?} is not in: {notice}");
    }
    let (path, text) = out(&desk, "new.json");
    std::fs::write(path, json!({ "text": "줄기세포 치료로 무릎 연골을 되살립니다." }).to_string())
        .unwrap();
    desk.run(&["review", "revise", &case, &text]).succeeded();
    assert_eq!(html(&desk, "notice", &case), notice);

    let file = html(&desk, "casefile", &case);
    for part in [
        "사건 기록",
        AD,
        "무릎 연골을",
        "1차 문구의 심의",
        "실행 기록",
        "-0001",
        "사람의 답",
        "이상이 없습니다",
    ] {
        assert!(file.contains(part), "{part:?} is not in the case file");
    }
    if has_font(&desk) {
        for what in ["notice", "casefile"] {
            assert!(written(&desk, what, &case, "pdf", &[]).starts_with(b"%PDF-1.7"), "{what}");
        }
    }
}

#[test]
fn advertised_text_is_never_markup() {
    let desk = desk();
    office(&desk);
    let hostile = "줄기세포 치료로 무릎 연골을 되살립니다. 국내 유일 완치 100% 보장 {{ 7*7 }} {% raw %} <script>alert(1)</script> [[section]]\nkind = \"quote\"\n👩\u{200d}⚕\u{fe0f} 말기\u{200b}암 치료 후기 \u{202e}거꾸로";
    let case = decided(&desk, hostile);
    for what in ["letter", "casefile"] {
        let page = html(&desk, what, &case);
        // In the case file the marks of the claims stand between the words.
        assert!(page.contains("{% raw %}") && page.contains("&lt;script&gt;"), "{what}");
        assert!(!page.contains("<script"), "{what}");
        assert!(page.contains("[U+200B]") && page.contains("[U+202E]"), "{what}");
        if has_font(&desk) {
            assert!(written(&desk, what, &case, "pdf", &[]).starts_with(b"%PDF-1.7"), "{what}");
        }
    }
}

#[test]
fn a_message_is_ready_to_be_sent() {
    let desk = desk();
    let case = decided(&desk, AD);
    let (_, path) = out(&desk, "letter.eml");
    let eml = ["review", "letter", case.as_str(), "--format", "eml", "--out", path.as_str()];
    desk.run(&eml).failed_with("simui office set");
    if !has_font(&desk) {
        return;
    }
    office(&desk);
    let mut bad = eml.to_vec();
    bad.extend(["--to", "a@b.kr\r\nBcc: c@d.kr"]);
    desk.run(&bad).failed_with("one address");
    let message = written(&desk, "letter", &case, "eml", &["--to", "clinic@oo.example"]);
    assert_eq!(written(&desk, "letter", &case, "eml", &["--to", "clinic@oo.example"]), message);
    let message = String::from_utf8(message).unwrap();
    assert!(message.is_ascii() && message.lines().all(|line| line.len() <= 998));
    let (head, body) = message.split_once("\r\n\r\n").unwrap();
    let head = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let header = |name: &str| {
        let own: Vec<&str> =
            head.lines().filter_map(|line| line.strip_prefix(&format!("{name}: "))).collect();
        assert_eq!(own.len(), 1, "{name}: {head}");
        own[0].to_owned()
    };
    assert!(
        header("From").contains("<review@gana.example>") && header("From").contains("=?utf-8?")
    );
    assert!(header("To").contains("clinic@oo.example"));
    assert!(header("Subject").contains("=?utf-8?") && !header("Date").is_empty());
    assert!(header("Message-ID").ends_with("@gana.example>"));
    assert_eq!((header("MIME-Version").as_str(), header("X-Unsent").as_str()), ("1.0", "1"));
    assert!(header("Content-Type").starts_with("multipart/mixed; boundary="));
    let pdf = body.split("application/pdf").nth(1).unwrap();
    assert!(pdf.contains("filename*"), "{}", &pdf[..300]);
    let (_, pdf) = pdf.split_once("\r\n\r\n").unwrap();
    let pdf: String = pdf.split("\r\n--").next().unwrap().split_whitespace().collect();
    let pdf = base64::engine::general_purpose::STANDARD.decode(pdf).unwrap();
    assert_eq!(pdf, written(&desk, "letter", &case, "pdf", &[]));
}

#[test]
fn numbers_have_no_gaps_and_no_repeats() {
    let desk = desk();
    office(&desk);
    let ad = json!({ "text": AD, "published_on": "2026-11-01" });
    let cases: Vec<String> = desk
        .review(&vec![ad; 6])
        .iter()
        .map(|case| case["case_id"].as_str().unwrap().to_owned())
        .collect();
    for case in &cases {
        decide(&desk, case, "approve");
    }
    // Twelve processes print six letters at once, two for each.
    let running: Vec<_> = (0..12)
        .map(|at| {
            let (_, path) = out(&desk, &format!("{at}.html"));
            desk.spawn(&["review", "letter", &cases[at / 2], "--format", "html", "--out", &path])
        })
        .collect();
    for child in running {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let numbers: BTreeSet<String> = issued(&desk).into_iter().collect();
    assert_eq!(issued(&desk).len(), 6);
    let year = numbers.first().unwrap()[..numbers.first().unwrap().len() - 5].to_owned();
    let expected: BTreeSet<String> = (1..=6).map(|at| format!("{year}-{at:04}")).collect();
    assert_eq!(numbers, expected);
    for at in 0..6 {
        let read =
            |at: usize| std::fs::read_to_string(desk.dir().join(format!("{at}.html"))).unwrap();
        assert_eq!(read(2 * at), read(2 * at + 1), "one letter, printed twice");
    }
}

fn unpacked(pack: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(pack)).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut file = zip.by_index(at).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn packed(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (path, bytes) in files {
        zip.start_file(path.as_str(), options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns a pack of three cases: one decided, one decided after a rejection, one that waits for a revision.
fn pack() -> (Vec<u8>, String) {
    let desk = desk();
    office(&desk);
    let first = decided(&desk, AD);
    let second = case(&desk, AD);
    decide(&desk, &second, "request_revision");
    html(&desk, "notice", &second);
    let (path, text) = out(&desk, "new.json");
    std::fs::write(path, json!({ "text": "줄기세포 치료로 무릎 연골을 되살립니다." }).to_string())
        .unwrap();
    desk.run(&["review", "revise", &second, &text]).succeeded();
    decide(&desk, &second, "approve");
    html(&desk, "letter", &first);
    html(&desk, "letter", &second);
    let third = case(&desk, AD);
    decide(&desk, &third, "request_revision");
    let (path, text) = out(&desk, "pack.zip");
    desk.run(&["audit", "pack", &first, &second, &third, "--out", &text]).succeeded();
    let key = desk.run(&["audit", "verify"]).succeeded().json()["public_key"]
        .as_str()
        .unwrap()
        .to_owned();
    (std::fs::read(path).unwrap(), key)
}

#[test]
fn an_audit_pack_verifies_and_any_changed_byte_is_found() {
    let (bytes, key) = pack();
    let outcome = check(&bytes, Some(&key));
    assert_eq!(outcome.failures, [""; 0]);
    let counts = outcome.counts;
    assert_eq!((counts.cases, counts.signed), (3, 4 + 3));
    assert!(counts.quotes >= 6, "{counts:?}");
    let files = unpacked(&bytes);
    for path in [
        "log/entries.jsonl",
        "cases/002/ad-1.txt",
        "cases/002/ad-2.txt",
        "cases/001/report.html",
        "sources/001/body.txt",
    ] {
        assert!(files.contains_key(path), "{path}: {:?}", files.keys());
    }
    assert_eq!(files["cases/001/ad-1.txt"], AD.as_bytes());
    // Another key, and no key.
    assert!(!check(&bytes, Some(&"0".repeat(64))).failures.is_empty());
    assert_eq!(check(&bytes, None).public_key, key);

    let names: Vec<&String> = files.keys().collect();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..Default::default()
    });
    let flips = (0..names.len(), any::<prop::sample::Index>(), 0..8_u8);
    runner
        .run(&flips, |(file, at, bit)| {
            let mut files = files.clone();
            let bytes = files.get_mut(names[file]).unwrap();
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert!(
                !check(&packed(&files), None).failures.is_empty(),
                "{} {at} {bit}",
                names[file]
            );
            Ok(())
        })
        .unwrap();
    // A changed byte of the .zip itself is found, or the unpacked content is unchanged.
    runner
        .run(&(any::<prop::sample::Index>(), 0..8_u8), |(at, bit)| {
            let mut other = bytes.clone();
            let at = at.index(other.len());
            other[at] ^= 1 << bit;
            let holds = check(&other, None).failures.is_empty();
            prop_assert!(!holds || unpacked(&other) == files, "{at} {bit}");
            Ok(())
        })
        .unwrap();
    // A removed or an added file.
    for name in &names {
        let mut fewer = files.clone();
        fewer.remove(*name);
        assert!(!check(&packed(&fewer), None).failures.is_empty(), "without {name}");
    }
    let mut more = files.clone();
    more.insert("cases/001/note.txt".to_owned(), b"x".to_vec());
    assert!(check(&packed(&more), None).failures.iter().any(|it| it.contains("was added")));
}

/// Packs that were changed together with their hashes: contents and signature show it.
#[test]
fn changes_of_a_forger_are_named() {
    let (bytes, _) = pack();
    let files = unpacked(&bytes);
    let check_forged = |path: &str, failure: &str, change: &dyn Fn(&mut String)| {
        let mut files = files.clone();
        let mut text = String::from_utf8(files[path].clone()).unwrap();
        let before = text.clone();
        change(&mut text);
        assert_ne!(text, before, "{path}: {failure}");
        files.insert(path.to_owned(), text.into_bytes());
        let mut manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
        for file in manifest["files"].as_array_mut().unwrap() {
            let bytes = &files[file["path"].as_str().unwrap()];
            let hash: String = <sha2::Sha256 as sha2::Digest>::digest(bytes)
                .iter()
                .map(|it| format!("{it:02x}"))
                .collect();
            file["sha256"] = json!(hash);
            file["bytes"] = json!(bytes.len());
        }
        files.insert("manifest.json".to_owned(), serde_json::to_vec_pretty(&manifest).unwrap());
        let failures = check(&packed(&files), None).failures;
        assert!(
            failures.iter().any(|it| it.contains("its signature does not hold")),
            "{failures:?}"
        );
        assert!(failures.iter().any(|it| it.contains(failure)), "{failure}: {failures:?}");
    };
    let json_change = |change: fn(&mut Value)| {
        move |text: &mut String| {
            let mut value: Value = serde_json::from_str(text).unwrap();
            change(&mut value);
            *text = value.to_string();
        }
    };
    let lines_change = |change: fn(&mut Vec<String>)| {
        move |text: &mut String| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            change(&mut lines);
            *text = lines.join("\n");
        }
    };
    let case = "cases/001/case.json";
    check_forged(
        case,
        "shows another reviewer",
        &json_change(|it| it["decisions"][0]["reviewer"] = json!("누구")),
    );
    check_forged(
        case,
        "is not what log entry",
        &json_change(|it| it["decisions"][0]["signed"][4][1] = json!("reject")),
    );
    check_forged(case, "of log entry", &json_change(|it| it["decisions"] = json!([])));
    check_forged(
        case,
        "is there twice",
        &json_change(|record| {
            let again = record["decisions"][0].clone();
            record["decisions"].as_array_mut().unwrap().push(again);
        }),
    );
    check_forged(
        case,
        "does not stand there",
        &json_change(|record| {
            let confirmed = record["citations"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .find(|it| it["status"] == "VERIFIED")
                .unwrap();
            confirmed["quote"] = json!("하지 못한다고 한다.");
        }),
    );
    check_forged(
        case,
        "does not stand there",
        &json_change(|record| {
            let confirmed = record["citations"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .find(|it| it["status"] == "VERIFIED")
                .unwrap();
            confirmed["source"]["start"] = json!(1);
        }),
    );
    check_forged(
        case,
        "source is not in the pack",
        &json_change(|record| {
            let confirmed = record["citations"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .find(|it| it["status"] == "VERIFIED")
                .unwrap();
            confirmed["source"] = Value::Null;
        }),
    );
    check_forged("cases/001/ad-1.txt", "is not the wording", &|text| text.push('!'));
    let log = "log/entries.jsonl";
    check_forged(
        log,
        "it does not follow",
        &lines_change(|lines| {
            lines.remove(2);
        }),
    );
    check_forged(log, "it does not follow", &lines_change(|lines| lines.swap(2, 3)));
    check_forged(
        log,
        "it ends with",
        &lines_change(|lines| {
            lines.pop();
        }),
    );
    check_forged(
        log,
        "it does not follow",
        &lines_change(|lines| {
            let line = lines[1].clone();
            lines.insert(2, line);
        }),
    );
}

#[test]
fn a_damaged_log_is_packed_as_evidence_and_marked_as_damaged() {
    let desk = desk();
    let case = decided(&desk, AD);
    std::fs::write(
        desk.dir().join("audit.head"),
        json!({ "seq": 3, "mac": "1".repeat(64) }).to_string(),
    )
    .unwrap();
    let (path, text) = out(&desk, "pack.zip");
    desk.run(&["audit", "pack", &case, "--out", &text]).succeeded();
    let failures = check(&std::fs::read(path).unwrap(), None).failures;
    assert!(failures.iter().any(|it| it.contains("found its log damaged")), "{failures:?}");
    desk.run(&["audit", "pack", "no-such-case", "--out", &text]).failed_with("does not exist");
}
