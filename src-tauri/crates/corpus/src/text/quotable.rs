//! The quotable text of a stored document.
//!
//! The same rule applies to everything that is quoted, searched and compared. From every line it removes
//! - white space at both ends, heading marks (`##### `) and bold marks (`**`),
//! - backslashes before punctuation (`1\.` becomes `1.`); character references are decoded (`&lt;` becomes
//!   `<`),
//! - image tags, and
//! - notes of the editors, which are not part of the law: `<개정 2018.3.27>`, `<신설 …>`, the date after 삭제,
//!   and `[전문개정 …]`, `[본조신설 …]`, `[시행일: …]` and similar.
//!
//! Lines that become empty are dropped and the others are joined by one line break. Nothing is added, moved
//! or replaced, so the text of a 항 is a substring of the text of its 조, and so on upwards.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::pattern;

/// The quotable text of the characters `start..end` of a stored body. Offsets beyond the end are limited to
/// the end.
pub fn quotable(body: &str, start: usize, end: usize) -> String {
    let mut bounds = body.char_indices().map(|(byte, _)| byte).skip(start);
    let from = bounds.next().unwrap_or(body.len());
    let to = match end.saturating_sub(start) {
        0 => from,
        more => body.get(from..).map_or(body.len(), |rest| {
            rest.char_indices().nth(more).map_or(body.len(), |(byte, _)| from + byte)
        }),
    };
    clean(body.get(from..to).unwrap_or_default())
}

/// The quotable text of a part of a body.
pub(crate) fn clean(piece: &str) -> String {
    let mut words = String::with_capacity(piece.len());
    for line in piece.split('\n') {
        let line = clean_line(line);
        let line = line.trim();
        if !line.is_empty() {
            if !words.is_empty() {
                words.push('\n');
            }
            words.push_str(line);
        }
    }
    words
}

fn clean_line(line: &str) -> String {
    let mut line = without_heading_marks(line.trim()).to_owned();
    // Most lines contain none of these, and searching first is much cheaper than replacing.
    if line.contains("**") {
        line = line.replace("**", "");
    }
    if line.contains('[') {
        line = BRACKET_NOTE_LINE.replace_all(&line, "").into_owned();
        line = BRACKET_NOTE.replace_all(&line, "").into_owned();
    }
    if line.contains('<') {
        line = IMAGE.replace_all(&line, "").into_owned();
        line = ANGLE_NOTE.replace_all(&line, "").into_owned();
    }
    if line.contains('\\') {
        line = ESCAPE.replace_all(&line, "$1").into_owned();
    }
    if line.contains('&') {
        line =
            REFERENCE.replace_all(&line, |found: &Captures<'_>| character(&found[1])).into_owned();
    }
    line
}

/// The editors' notes in a part of a body, joined by `; `. Notes in angle brackets are given without the
/// brackets.
pub(crate) fn notes(piece: &str) -> String {
    let mut found = Vec::new();
    for line in piece.split('\n').map(str::trim) {
        if BRACKET_NOTE_LINE.is_match(line) {
            found.push(line.to_owned());
            continue;
        }
        found.extend(BRACKET_NOTE.find_iter(line).map(|note| note.as_str().trim().to_owned()));
        let rest = BRACKET_NOTE.replace_all(line, "");
        found.extend(ANGLE_NOTE.find_iter(&rest).map(|note| {
            note.as_str().trim().trim_start_matches('<').trim_end_matches('>').trim().to_owned()
        }));
    }
    found.join("; ")
}

fn without_heading_marks(line: &str) -> &str {
    let marks = line.bytes().take_while(|byte| *byte == b'#').count();
    match line.get(marks..) {
        Some(rest) if (1..=6).contains(&marks) && rest.starts_with(' ') => rest.trim_start(),
        _ => line,
    }
}

fn character(name: &str) -> &'static str {
    match name {
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "nbsp" => " ",
        "#39" => "'",
        _ => "&",
    }
}

/// `<개정 2018.3.27>`, `<신설 …>`, or only a date after 삭제: `삭제 <2009.1.30>`.
pub(super) static ANGLE_NOTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\s*<\s*(?:(?:일부개정|전문개정|제목개정|개정|신설|본조신설|본항신설|삭제|이동)\s*\d[^<>]*|\d{4}\s*\.\s*\d{1,2}\s*\.\s*\d{1,2}\s*\.?(?:\s*,[^<>]*)?)>",
    )
});

/// `[전문개정 2010.7.23]` at the end of a sentence or on its own.
pub(super) static BRACKET_NOTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\s*\[(?:전문개정|본조신설|본항신설|제목개정|제목신설|종전\s*제?\d|제\d+조(?:의\d+)?에서\s*이동|단순위헌|위헌|헌법불합치|한정위헌|법률\s*제\d+호\([^\[\]]*\)\s*부칙)[^\[\]]*\]",
    )
});

/// `[시행일: 2024.3.22] 제1조`: the whole line gives an effective date and is not part of the text.
pub(super) static BRACKET_NOTE_LINE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\[(?:시행일|유효기간)[^\[\]]*\].*$"));

static IMAGE: LazyLock<Regex> = LazyLock::new(|| pattern(r"<img\b[^<>]*>|</img>|<br\s*/?>"));

static ESCAPE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\\([!-/:-@\[-`{-~])"));

static REFERENCE: LazyLock<Regex> = LazyLock::new(|| pattern(r"&(lt|gt|quot|nbsp|amp|#39);"));

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(piece: &str, words: &str, noted: &str) {
        assert_eq!(clean(piece), words, "{piece:?}");
        assert_eq!(notes(piece), noted, "{piece:?}");
    }

    #[test]
    fn words_lose_marks_and_notes_only() {
        check(
            "**①** 누구든지 한다. <개정 2018.3.27, 2020.1.1>",
            "① 누구든지 한다.",
            "개정 2018.3.27, 2020.1.1",
        );
        check("  4의2\\. 매체", "4의2. 매체", "");
        check("    가\\. 삭제 <2024.9.20>", "가. 삭제", "2024.9.20");
        check("제5조 삭제<1984.4.10>", "제5조 삭제", "1984.4.10");
        check("##### 제1조 (목적)\n\n이 법은\n", "제1조 (목적)\n이 법은", "");
        check("별표 <제1종> 제165호", "별표 <제1종> 제165호", "");
        check("<20> 재해구호법 일부를 <단서 생략>", "<20> 재해구호법 일부를 <단서 생략>", "");
        check("값 <img src=\"a\" alt=\"b\">식</img> 끝", "값 식 끝", "");
        check("본문이다. [전문개정 2010.7.23]", "본문이다.", "[전문개정 2010.7.23]");
        check("[시행일: 2024.3.22] 제1조", "", "[시행일: 2024.3.22] 제1조");
        check(
            "[종전 제5호는 제7호로 이동 <2009.1.30> ]",
            "",
            "[종전 제5호는 제7호로 이동 <2009.1.30> ]",
        );
        check("[의료용만 해당한다]에 쓰는 것", "[의료용만 해당한다]에 쓰는 것", "");
        check("&lt;개정 2010.1.1&gt; 인용 &amp;lt;", "<개정 2010.1.1> 인용 &lt;", "");
        check("a < b 이고 c > d", "a < b 이고 c > d", "");
    }

    #[test]
    fn offsets_are_characters() {
        let body = "가나다\n**①** 라마\n";
        assert_eq!(quotable(body, 4, 12), "① 라마");
        assert_eq!(quotable(body, 1, 3), "나다");
        assert_eq!(quotable(body, 3, 3), "");
        assert_eq!(quotable(body, 90, 99), "");
        assert_eq!(quotable(body, 0, 99), "가나다\n① 라마");
    }

    proptest! {
        #[test]
        fn never_panics_and_never_adds_a_character(text in "\\PC{0,60}(\n[<>\\[\\]*#\\\\& 가-하0-9.]{0,60}){0,3}", a in 0usize..80, b in 0usize..80) {
            let words = quotable(&text, a, b);
            prop_assert!(words.chars().count() <= b.saturating_sub(a));
        }
    }
}
