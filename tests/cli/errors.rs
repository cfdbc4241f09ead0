//! Errors are said in Korean or English, by `--lang` or the locale, with what happened, to what, and what to
//! do.

use crate::common::Desk;
use serde_json::json;

/// What no line for a person may contain.
fn check_readable(line: &str) {
    for unreadable in ["serde", "DBus", "Err(", "ErrorCode", "{", "}"] {
        assert!(!line.contains(unreadable), "{unreadable}: {line}");
    }
    let words = line.split(|c: char| !c.is_ascii_hexdigit() && c != '-');
    for word in words {
        assert!(word.len() != 36 || word.matches('-').count() != 4, "an id: {line}");
    }
}

/// Checks the Korean of a refused command; its English is the error's own text.
fn check(desk: &Desk, arguments: &[&str], korean: &str, english: &str) {
    let in_korean = desk.run(&[&["--lang", "ko"], arguments].concat()).failed_with(korean);
    check_readable(&in_korean.err);
    for arguments in [arguments.to_vec(), [&["--lang", "en"], arguments].concat()] {
        desk.run(&arguments).failed_with(english);
    }
}

#[test]
fn errors_are_korean_on_request() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    let unknown = "0192f0c1-7d3a-7b1e-9c55-2f1d0c9b8a77";
    check(
        &desk,
        &["review", "show", unknown],
        "이 사건이 데스크에 없습니다. `simui review queue`에서 사건을 찾으세요.",
        "does not exist",
    );
    check(
        &desk,
        &["corpus", "import", "없는 폴더"],
        "없는 폴더를 찾을 수 없습니다. 경로를 확인하고 다시 시도하세요.",
        "no such file or folder",
    );
    check(
        &desk,
        &["corpus", "show", "없는법"],
        "없는법이라는 문서가 데스크에 없습니다.",
        "document \"없는법\" does not exist",
    );
    check(
        &desk,
        &["reviewer", "add", "김심의"],
        "김심의라는 이름을 이미 쓰고 있습니다.",
        "is taken; choose another",
    );
    check(
        &desk,
        &["corpus", "follow", "의료법", "--as", "박관"],
        "박관이라는 사람이 등록되어 있지 않습니다. `simui reviewer list`에서 이름을 확인하세요.",
        "no reviewer is called \"박관\"",
    );
    check(
        &desk,
        &["outbound", "on", "--as", "김심의"],
        "김심의는 관리자가 아닙니다.",
        "\"김심의\" is no administrator",
    );
}

#[test]
fn a_decision_that_lacks_its_note_or_comes_second_is_refused_in_korean() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    let ad = json!({ "text": "줄기세포 치료로 무릎 연골을 되살립니다.", "medium": "internet" });
    let case = desk.review(&[ad]).remove(0)["case_id"].as_str().unwrap().to_owned();
    let decide = ["review", "decide", &case, "--action", "approve", "--as", "김심의"];
    let reject = ["review", "decide", &case, "--action", "reject", "--as", "김심의"];
    // The graph says it in Korean; English is said only where it is named.
    for (language, text) in
        [("ko", "기각에는 의견이 필요합니다."), ("en", "A rejection needs a note.")]
    {
        desk.run(&[&["--lang", language], &reject[..]].concat()).failed_with(text);
    }
    desk.run(&reject).failed_with("answer refused: 기각에는 의견이 필요합니다");
    desk.run(&decide).succeeded();
    check(
        &desk,
        &decide,
        "이 사건은 김심의가 이미 결정했습니다(",
        "was already decided by 김심의 at",
    );
}

#[test]
fn the_locale_decides_where_no_language_is_named() {
    let desk = Desk::new();
    let stderr = |locale: &str| {
        let mut command = desk.command(&["corpus", "show", "없는법"]);
        let output = command.env("LC_ALL", locale).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(stderr("ko_KR.UTF-8").contains("문서가 데스크에 없습니다"));
    assert!(stderr("en_US.UTF-8").contains("does not exist"));
}

#[test]
fn a_line_that_fails_is_korean_for_people_and_english_for_scripts() {
    let desk = Desk::new();
    let finished = desk.run_with(&["--lang", "ko", "review", "run", "-"], br#"{"text":""}"#);
    let finished = finished.failed_with("line 1: 광고 문구가 비어 있습니다.");
    let line = &finished.lines()[0];
    assert!(line["error"].as_str().unwrap().contains("the advertisement is empty"), "{line}");
    assert!(finished.err.contains("1줄 가운데 1줄이 실패했습니다."), "{}", finished.err);
}
