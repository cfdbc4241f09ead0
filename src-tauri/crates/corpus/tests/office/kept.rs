//! Tests that any text in a document is read unchanged.

use proptest::prelude::*;
use simui_domain::DocumentKind;

use super::source::Piece;
use super::{docx, has_pdfium, html, hwp, hwpx, pdf, reading, words};

fn line() -> impl Strategy<Value = String> {
    let fixed = [
        "제1조(목적) 이 규정은 정한다.",
        "제2조(정의) ① 뜻은 같다.",
        "제1장 총칙",
        "부칙",
        "[별표 2] 기준",
        "1. 목적",
        "2. 범위",
        "가. 신문",
        "# 샵으로 시작",
        "##### 제9조 (가짜)",
        "**①** 가짜",
        "  1\\. 가짜",
        "| 가짜 | 표 |",
        "&lt;img&gt; <br> <img src=x> 글",
        "5 * 3 ** 2 \\ 끝\\",
        "---",
        "> 인용",
        "2018. 9. 28. 이후",
        "【주문】 상고를 기각한다.",
    ];
    prop_oneof![
        2 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        1 => "[가-힣a-z0-9#*\\\\<>&|().①-③ ]{1,30}",
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        4 => line().prop_map(Piece::Line),
        1 => (2usize..4)
            .prop_flat_map(|columns| {
                prop::collection::vec(prop::collection::vec("[가-힣 #*\\\\<>&]{0,8}", columns), 2..4)
            })
            .prop_map(Piece::Table),
    ]
}

/// All characters except white space and the borders of tables.
fn signs(words: &str) -> String {
    words.chars().filter(|c| !c.is_whitespace() && *c != '|').collect()
}

fn written(pieces: &[Piece]) -> String {
    let all = pieces.iter().map(|piece| match piece {
        Piece::Line(words) => words.clone(),
        Piece::Table(rows) => rows.concat().concat(),
    });
    signs(&all.collect::<String>())
}

fn check(path: &str, bytes: Vec<u8>, pieces: &[Piece]) -> Result<(), TestCaseError> {
    let expected = written(pieces);
    match reading(path, bytes, Some(DocumentKind::Guideline)) {
        Ok(read) => prop_assert_eq!(
            signs(&words(&read)),
            expected,
            "{} {:?}",
            path,
            read.imported.document.body
        ),
        Err(finding) => prop_assert!(expected.is_empty(), "{} {:?}", path, finding),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn in_every_format(pieces in prop::collection::vec(piece(), 1..14)) {
        check("a.docx", docx::of(&pieces), &pieces)?;
        check("a.hwpx", hwpx::of(&pieces), &pieces)?;
        check("a.hwp", hwp::of(&pieces), &pieces)?;
        check("a.html", html::of(&pieces), &pieces)?;
        let lines: Vec<Piece> = pieces.into_iter().filter(|it| matches!(it, Piece::Line(_))).collect();
        let text: String = lines.iter().map(|it| if let Piece::Line(words) = it { format!("{words}\n") } else { String::new() }).collect();
        if !text.trim().is_empty() {
            check("a.txt", text.into_bytes(), &lines)?;
        }
    }
}

#[test]
fn in_pdf() {
    if !has_pdfium() {
        return;
    }
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&prop::collection::vec(piece(), 1..10), |pieces| {
            // In this format tables without text and empty columns are drawings.
            let bytes = pdf::of(&pieces);
            match reading("a.pdf", bytes, Some(DocumentKind::Guideline)) {
                Ok(read) => {
                    let found = signs(&words(&read)).replacen("1쪽", "", 1);
                    let expected = written(&pieces).replacen("1쪽", "", 1);
                    prop_assert_eq!(found, expected, "{:?}", read.imported.document.body);
                }
                Err(finding) => prop_assert!(written(&pieces).is_empty(), "{:?}", finding),
            }
            Ok(())
        })
        .unwrap();
}
