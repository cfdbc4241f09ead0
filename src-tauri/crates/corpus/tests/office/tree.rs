//! Tests that the same text gives the same articles in every format.

use simui_domain::DocumentKind;

use super::source::{Piece, law, rules};
use super::{docx, has_pdfium, html, hwp, hwpx, pdf, reading};

/// The text in every format that can be read here.
fn every_format(pieces: &[Piece]) -> Vec<(&'static str, Vec<u8>)> {
    let mut files = vec![
        ("규정.docx", docx::of(pieces)),
        ("규정.hwpx", hwpx::of(pieces)),
        ("규정.hwp", hwp::of(pieces)),
        ("규정.html", html::of(pieces)),
    ];
    if has_pdfium() {
        files.push(("규정.pdf", pdf::of(pieces)));
    }
    files
}

#[test]
fn rules_become_articles() {
    let chapter = |title: &str| vec![title.to_owned()];
    let expected = [
        (
            "제1조(목적)",
            chapter("제1장 총칙"),
            "제1조(목적)\n이 규정은 의료광고의 심의에 필요한 사항을 정한다.",
        ),
        (
            "제2조(정의)",
            chapter("제1장 총칙"),
            "제2조(정의)\n① 이 규정에서 \"의료광고\"란 다음 각 호의 것을 말한다.\n1. 신문 광고\n2. 인터넷 광고로서 다음 각 목의 것\n가. 누리집\n나. 앱\n② 그 밖의 용어는 법에 따른다.",
        ),
        (
            "제3조(수수료)",
            chapter("제2장 심의"),
            "제3조(수수료)\n수수료는 다음 표와 같다.\n| 구분 | 금액 |\n| 문자 | 5만원 | 부가세 별도 |\n| 동영상 | 10만원 |",
        ),
        (
            "제3조의2(환급)",
            chapter("제2장 심의"),
            "제3조의2(환급)\n제3조에 따른 수수료는 돌려주지 아니한다.",
        ),
        ("제1조(시행일)", chapter("부칙"), "제1조(시행일)\n이 규정은 공포한 날부터 시행한다."),
    ];
    for (path, bytes) in every_format(&rules()) {
        let read = reading(path, bytes, Some(DocumentKind::Policy)).unwrap();
        let document = &read.imported.document;
        assert_eq!(document.title, "의료광고 심의 규정", "{path}");
        let found: Vec<_> = read
            .imported
            .articles
            .iter()
            .map(|article| {
                let words = simui_corpus::quotable(&document.body, article.start, article.end);
                (article.key.as_str(), article.breadcrumb.clone(), words)
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(key, above, words)| (*key, above.clone(), (*words).to_owned()))
            .collect();
        assert_eq!(found, expected, "{path}");
        assert_eq!(read.findings, [], "{path}");
        assert!(
            document.reader.starts_with(path.rsplit('.').next().unwrap()),
            "{}",
            document.reader
        );
    }
}

#[test]
fn laws_get_their_provisions() {
    for (path, bytes) in every_format(&law()) {
        for hint in [None, Some(DocumentKind::Statute)] {
            let read = reading(path, bytes.clone(), hint).unwrap();
            let document = &read.imported.document;
            assert_eq!(
                (document.title.as_str(), document.source_key.as_str()),
                ("의료광고 심의 규정", "000777")
            );
            assert_eq!(document.version, "보건복지부령 제99호");
            assert_eq!(
                document.effective_from.map(|day| day.to_string()).as_deref(),
                Some("2025-01-01")
            );
            let keys: Vec<&str> = read.imported.articles.iter().map(|it| it.key.as_str()).collect();
            assert_eq!(
                keys,
                ["제1조", "제2조", "제3조", "제3조의2", "부칙(2024. 12. 20. 제99호) 제1조"],
                "{path} {:?}",
                document.body
            );
            let paths: Vec<String> =
                read.imported.articles[1].provisions.iter().map(|it| it.path.to_string()).collect();
            assert_eq!(
                paths,
                [
                    "제2조",
                    "제2조제1항",
                    "제2조제1항제1호",
                    "제2조제1항제2호",
                    "제2조제1항제2호가목",
                    "제2조제1항제2호나목",
                    "제2조제2항"
                ],
                "{path}"
            );
            assert_eq!(read.imported.articles[1].provisions[5].text, "앱");
            assert_eq!(read.findings, [], "{path}");
        }
    }
}

#[test]
fn plain_text_gets_headings_where_they_are_certain() {
    let check = |text: &str, expected: &[&str]| {
        let read =
            reading("기준.txt", text.as_bytes().to_vec(), Some(DocumentKind::Guideline)).unwrap();
        let keys: Vec<&str> = read.imported.articles.iter().map(|it| it.key.as_str()).collect();
        assert_eq!(keys, expected, "{text}\n{}", read.imported.document.body);
    };
    check(
        "I. 총론\n1. 목적\n이 기준은 정한다.\n2. 범위\n모든 광고에 적용한다.\nII. 각론\n1. 매체\n가. 신문\n신문을 말한다.\n나. 방송\n방송을 말한다.",
        &["1. 목적", "2. 범위", "가. 신문", "나. 방송"],
    );
    // Lists are not headings: there is no text between their items, or the items are sentences.
    check("다음을 낸다.\n1. 신청서\n2. 도면\n3. 사진\n끝.", &["본문"]);
    check("1. 광고를 심의한다.\n심의는 무료이다.\n2. 결과를 알린다.\n우편으로 알린다.", &["본문"]);
    // A sequence with a gap is not accepted.
    check("1. 목적\n글이다.\n3. 범위\n글이다.", &["본문"]);
    // Sentences that name articles, and tables of contents.
    check("제3조에 따라 심의한다.\n제1조(목적) ······ 1\n제2조(정의) ······ 2", &["본문"]);
    check(
        "제1장 총칙\n글이다.\n제2장에서 정한다.\n제2장 심의\n글이다.",
        &["제1장 총칙", "제2장 심의"],
    );
    check(
        "제1조(목적) 글\n제2조(정의)에 따른 글\n제2조(정의) 글\n[별표 1] 기준\n글",
        &["제1조(목적)", "제2조(정의)", "[별표 1] 기준"],
    );
}

#[test]
fn plain_text_need_not_part_its_head() {
    let text = "\n제목: 심의 규정\n시행일자: 2024-03-01\n제1조(목적) 글\n제2조(정의) 글\n";
    let read = reading("규정.txt", text.as_bytes().to_vec(), Some(DocumentKind::Policy)).unwrap();
    let document = &read.imported.document;
    assert_eq!(document.title, "심의 규정");
    assert_eq!(document.effective_from.unwrap().to_string(), "2024-03-01");
    assert_eq!(super::words(&read), "제1조(목적)\n글\n제2조(정의)\n글");
}

#[test]
fn gaps_and_repetitions_are_told() {
    let text = "제1조(가) 글\n제2조(나) 글\n제4조(라) 글\n제4조(라) 글";
    let read = reading("기준.txt", text.as_bytes().to_vec(), Some(DocumentKind::Policy)).unwrap();
    let places: Vec<&str> = read.findings.iter().map(|it| it.place.as_str()).collect();
    assert_eq!(places, ["제4조(라)", "제4조(라)"]);
    let keys: Vec<&str> = read.imported.articles.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(keys, ["제1조(가)", "제2조(나)", "제4조(라)", "제4조(라) (2)"]);
}
