//! Tests of the PDF.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::fixture;
use crate::report::{self, Fonts};
use crate::types::CaseView;

/// Fonts of this machine; `None`, with a message, on one without Hangul.
fn fonts() -> Option<Fonts> {
    let fonts = Fonts::locate(None);
    if fonts.is_err() {
        eprintln!("skipped: no font with Hangul on this machine");
    }
    fonts.ok()
}

/// A program of poppler-utils; `None`, with a message, where it is not installed.
fn poppler(program: &str, pdf: &[u8], options: &[&str]) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("report.pdf");
    fs::write(&path, pdf).unwrap();
    let output = Command::new(program).args(options).arg(&path).args(dash(program)).output();
    let Ok(output) = output else {
        eprintln!("skipped: {program} is not installed (poppler-utils)");
        return None;
    };
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    // Poppler 22 wrongly reports the required `/Suspects false` as an error.
    let complaints =
        complaints.replace("Syntax Error: Suspects object is wrong type (boolean)", "");
    assert!(output.status.success() && complaints.trim().is_empty(), "{program}: {complaints}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn dash(program: &str) -> &'static [&'static str] {
    if program == "pdftotext" { &["-"] } else { &[] }
}

fn pages(pdf: &[u8]) -> usize {
    // krilla does not compress page objects.
    let text = String::from_utf8_lossy(pdf);
    text.matches("/Type/Page/").count() + text.matches("/Type /Page\n").count()
}

/// The text of the PDF, with white space reduced to one space.
fn read(pdf: &[u8]) -> Option<String> {
    let text = poppler("pdftotext", pdf, &["-enc", "UTF-8"])?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text of the PDF without white space, because the end of a line may split a word.
fn tight(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn check(case: &CaseView, expected: &[&str]) {
    let Some(fonts) = fonts() else { return };
    let pdf = report::pdf(case, fixture::now(), &fonts).unwrap();
    assert!(pdf.starts_with(b"%PDF-1.7"));
    let Some(text) = read(&pdf) else { return };
    let text = tight(&text);
    for part in expected {
        assert!(text.contains(&tight(part)), "{part:?} is not in: {text}");
    }
}

#[test]
fn its_text_can_be_taken_out() {
    check(
        &fixture::waiting(),
        &[
            "심의 결과 보고서",
            "불허",
            "초안",
            "AD-0412 · 가나면역의원",
            "제53조에 따른 평가를 받지 아니한 신의료기술에 관한 광고",
            "환자에 관한 치료경험담 등 소비자로 하여금 치료 효과를 오인하게 할 우려가 있는 내용의 광고",
            "국내 유일(1) 면역세포 치료(2)로 95% 이상 호전!(3)",
            "요지 대조: 글자까지 일치 · 공식 원문 아님",
            "이 보고서에 대하여",
        ],
    );
    check(
        &fixture::decided(),
        &["조건부허용", "확정", "한심의", "예전 문구: 무조건 완치를 약속드립니다!"],
    );
    check(&fixture::clean(), &["허용", "찾은 위반이 없습니다."]);
    check(&fixture::without_result(), &["판정 없음 (실패)", "색인을 열지 못했습니다."]);
}

#[test]
fn whatever_is_in_it_it_is_written() {
    for text in [
        "<script>alert(1)</script>",
        "국\u{200b}내\u{202e}유일\u{0}",
        "😀 👩\u{200d}⚕\u{fe0f} ✨ 1\u{fe0f}\u{20e3} \u{e000} \u{10ffff} \u{fffe} ﷽ العربية हिन्दी",
        "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af} a\u{301}\u{301} \u{1161}",
        "\n\n\r\n\t\n",
        " ",
        "",
    ] {
        check(&fixture::hostile(text), &["조건부허용"]);
    }
    check(
        &fixture::hostile("가\u{200b}나\u{e000}다\u{378}라"),
        &["가[U+200B]나[U+E000]다[U+0378]라"],
    );
    // Letters written as their parts are composed again.
    check(&fixture::hostile("\u{1112}\u{1161}\u{11ab}"), &["\u{1112}\u{1161}\u{11ab}"]);
}

#[test]
fn long_texts_run_over_pages_whole() {
    let Some(fonts) = fonts() else { return };
    let words: Vec<String> = (0..300).map(|at| format!("문장{at:03}")).collect();
    let mut case = fixture::hostile(&words.join(" "));
    let result = case.final_result.as_mut().unwrap();
    result.citations = vec![result.citations[0].clone(); 30];
    let pdf = report::pdf(&case, fixture::now(), &fonts).unwrap();
    assert!(pages(&pdf) > 20, "{} pages", pages(&pdf));
    let Some(text) = read(&pdf) else { return };
    for word in &words {
        // At least in the quote and in the note of each citation.
        assert!(text.matches(word.as_str()).count() >= 60, "{word}");
    }
}

#[test]
fn a_word_without_end_is_cut() {
    let Some(fonts) = fonts() else { return };
    let mut case = fixture::clean();
    case.ad.text = "가나다라마바사아자차".repeat(1000);
    let pdf = report::pdf(&case, fixture::now(), &fonts).unwrap();
    assert!(pages(&pdf) > 5, "{} pages", pages(&pdf));
    let Some(text) = read(&pdf) else { return };
    // A page footer may be between two of its syllables.
    let unbroken = tight(&text).matches("가나다라마바사아자차").count();
    assert!(unbroken + pages(&pdf) >= 1000, "{unbroken}");
}

#[test]
fn it_is_tagged_korean_and_names_itself() {
    let Some(fonts) = fonts() else { return };
    let pdf = report::pdf(&fixture::decided(), fixture::now(), &fonts).unwrap();
    let Some(info) = poppler("pdfinfo", &pdf, &["-enc", "UTF-8", "-isodates"]) else { return };
    for part in [
        "심의 결과 보고서 — AD-0412 · 가나면역의원",
        "2026-11-21T",
        "Tagged:          yes",
        "(A4)",
        "JavaScript:      no",
    ] {
        assert!(info.contains(part), "{part:?} is not in: {info}");
    }
    let Some(tree) = poppler("pdfinfo", &pdf, &["-enc", "UTF-8", "-struct-text"]) else { return };
    for part in ["H1 ", "H2 ", "Table", "THead", "TD", "BlockQuote", "LBody"] {
        assert!(tree.contains(part), "{part:?} is not in: {tree}");
    }
    let Some(fonts) = poppler("pdffonts", &pdf, &[]) else { return };
    for line in fonts.lines().skip(2) {
        let flags: Vec<&str> = line.split_whitespace().rev().take(5).collect();
        // From the right: object, object, unicode map, subset, embedded.
        assert_eq!(flags[2..], ["yes", "yes", "yes"], "{line}");
    }
    assert!(String::from_utf8_lossy(&pdf).contains("/Lang(ko)"));
}

#[test]
fn the_same_case_is_the_same_file() {
    let Some(fonts) = fonts() else { return };
    let write = || report::pdf(&fixture::decided(), fixture::now(), &fonts).unwrap();
    assert_eq!(write(), write());
}

#[test]
fn a_font_that_has_gone_is_named() {
    let Some(mut fonts) = fonts() else { return };
    fonts.regular.path = Path::new("gone.ttf").to_owned();
    let error = report::pdf(&fixture::clean(), fixture::now(), &fonts).unwrap_err().to_string();
    assert!(error.contains("gone.ttf") && error.contains("SIMUI_FONT"), "{error}");
}
