//! Tests of law saved by users from law.go.kr: a printed head and no 법령ID, in every format that the site
//! offers.

use simui_corpus::Reading;
use simui_domain::DocumentKind;

use super::source::{Piece, line};
use super::{docx, has_pdfium, html, hwp, hwpx, pdf, reading};

fn law() -> Vec<Piece> {
    [
        "시험의료법",
        "[시행 2024. 9. 20.] [법률 제20445호, 2024. 9. 20., 타법개정]",
        "보건복지부 (의료기관정책과) 044-202-2475",
        "제1장 총칙 <개정 2007. 4. 11.>",
        "제1조(목적) 이 법은 건강을 보호한다.",
        "제2조(의료인) ① 의료인이란 면허를 받은 사람을 말한다. <개정 2008. 2. 29.>",
        "② 의료인은 다음 각 호의 임무를 수행한다.",
        "1. 의사는 진료를 임무로 한다.",
        "2. 조산사는 다음 각 목의 일을 임무로 한다.",
        "가. 임산부의 양호지도",
        "나. 신생아의 양호지도",
        "부칙 <제20445호, 2024. 9. 20.>",
        "제1조(시행일) 이 법은 공포한 날부터 시행한다.",
    ]
    .map(line)
    .to_vec()
}

/// The same text in every format. Plain text has one line per paragraph.
fn files(pieces: &[Piece]) -> Vec<(&'static str, Vec<u8>)> {
    let text: Vec<&str> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Line(words) => Some(words.as_str()),
            Piece::Table(_) => None,
        })
        .collect();
    let mut files = vec![
        ("법.txt", text.join("\n").into_bytes()),
        ("법.docx", docx::of(pieces)),
        ("법.hwpx", hwpx::of(pieces)),
        ("법.hwp", hwp::of(pieces)),
        ("법.html", html::of(pieces)),
    ];
    if has_pdfium() {
        files.push(("법.pdf", pdf::of(pieces)));
    }
    files
}

fn provision_text(read: &Reading, path: &str) -> Option<String> {
    let path = path.parse().unwrap();
    let provisions = read.imported.articles.iter().flat_map(|article| &article.provisions);
    provisions.clone().find(|it| it.path == path).map(|it| it.text.clone())
}

#[test]
fn a_print_is_read_in_every_format() {
    for (path, bytes) in files(&law()) {
        // Whether the user or the document head says that it is a law.
        for hint in [Some(DocumentKind::Statute), None] {
            let read =
                reading(path, bytes.clone(), hint).unwrap_or_else(|it| panic!("{path}: {it:?}"));
            let document = &read.imported.document;
            let dates = [document.promulgated_on, document.effective_from];
            assert_eq!(
                (document.title.as_str(), document.version.as_str(), document.source_key.as_str()),
                ("시험의료법", "법률 제20445호", "이름:시험의료법/법률"),
                "{path}"
            );
            assert_eq!(dates, ["2024-09-20".parse().ok(), "2024-09-20".parse().ok()], "{path}");
            assert_eq!(
                provision_text(&read, "제2조제2항제2호나목").as_deref(),
                Some("신생아의 양호지도"),
                "{path}\n{}",
                document.body
            );
            assert!(
                provision_text(&read, "제2조제1항").is_some_and(|it| it.ends_with("말한다.")),
                "{path}"
            );
            assert!(!document.body.contains("시행 2024"), "{path}\n{}", document.body);
        }
    }
}

#[test]
fn a_notice_of_a_ministry_is_read_in_every_format() {
    let pieces = [
        "시험 광고 기준",
        "[시행 2010. 1. 1.] [보건복지부고시 제2009-12호, 2009. 12. 1., 제정]",
        "제1조(목적) 이 기준은 광고의 기준을 정한다.",
    ]
    .map(line);
    for (path, bytes) in files(&pieces) {
        let read = reading(path, bytes, None).unwrap_or_else(|it| panic!("{path}: {it:?}"));
        let document = &read.imported.document;
        assert_eq!(
            (document.version.as_str(), document.source_key.as_str()),
            ("고시 제2009-12호", "이름:시험광고기준/고시/보건복지부"),
            "{path}"
        );
        assert_eq!(document.effective_from, "2010-01-01".parse().ok(), "{path}");
        assert!(provision_text(&read, "제1조").is_some(), "{path}\n{}", document.body);
    }
}
