//! Compares responses of law.go.kr, in XML and JSON, with the expected article trees.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed test")]

use std::fmt::Write;
use std::path::PathBuf;

use crate::common;
use crate::common::lawgokr::{keys, law, read_as, row};
use simui_corpus::{Reading, quotable};
use simui_domain::{ArticlePart, DocumentKind};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/lawgokr")
}

fn fixture(name: &str) -> Reading {
    let text = std::fs::read_to_string(folder().join(name)).unwrap();
    let (_, extension) = name.split_once('.').unwrap();
    read_as(extension, &text).unwrap_or_else(|finding| panic!("{name}: {finding:?}"))
}

/// The complete reading as text that a person can check.
fn outline(reading: &Reading) -> String {
    let document = &reading.imported.document;
    let mut out = String::new();
    let date = |date: Option<jiff::civil::Date>| date.map_or_else(|| "-".into(), |d| d.to_string());
    writeln!(
        out,
        "{:?} {} | {} | {}",
        document.kind, document.title, document.source_key, document.version
    )
    .unwrap();
    writeln!(out, "{} {}", date(document.promulgated_on), date(document.effective_from)).unwrap();
    for article in &reading.imported.articles {
        let crumbs = article.breadcrumb.join(" > ");
        let deleted = if article.deleted { " (deleted)" } else { "" };
        writeln!(
            out,
            "\n{:?} {} | {} | {crumbs}{deleted}",
            article.part, article.key, article.title
        )
        .unwrap();
        let words = quotable(&document.body, article.start, article.end);
        if article.provisions.is_empty() || article.part != ArticlePart::Main {
            writeln!(out, "  = {}", words.replace('\n', " / ")).unwrap();
        }
        for provision in &article.provisions {
            let note = if provision.note.is_empty() {
                String::new()
            } else {
                format!(" | {}", provision.note)
            };
            writeln!(
                out,
                "  {} {}{}",
                provision.path,
                provision.text.replace('\n', " / "),
                note.replace('\n', " / ")
            )
            .unwrap();
            assert!(words.contains(&provision.text), "{}", provision.path);
        }
    }
    for finding in &reading.findings {
        writeln!(out, "\n! {}: {}", finding.place, finding.reason).unwrap();
    }
    out
}

/// Compares a fixture and its JSON counterpart with the golden outline. `SIMUI_BLESS=1` rewrites it; check
/// the difference.
fn check_golden(name: &str) {
    let [xml, json] = ["xml", "json"].map(|extension| fixture(&format!("{name}.{extension}")));
    let reader = |reading: &Reading, format: &str| match reading.imported.document.kind {
        DocumentKind::Statute => format!("{format}+statute-markdown/2"),
        _ => format.to_owned(),
    };
    assert_eq!(xml.imported.document.reader, reader(&xml, "lawgokr-xml/1"));
    assert_eq!(json.imported.document.reader, reader(&json, "lawgokr-json/1"));
    let found = outline(&xml);
    let golden = folder().join(format!("{name}.golden"));
    if std::env::var_os("SIMUI_BLESS").is_some() {
        std::fs::write(&golden, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(golden).unwrap(), "{name}");
    assert_eq!(outline(&json), found, "{name}: JSON and XML differ");
    assert_eq!(json.imported.document.body, xml.imported.document.body, "{name}");
}

#[test]
fn fixtures_give_their_trees_in_xml_and_json() {
    for name in ["law", "rule", "ordinance", "decision", "constitutional"] {
        check_golden(name);
    }
}

#[test]
fn answers_without_law_are_findings() {
    let check = |extension: &str, text: &str, reasons: &[&str]| {
        let finding = read_as(extension, text).unwrap_err();
        for reason in reasons {
            assert!(finding.reason.contains(reason), "{text}: {finding:?} says {reason}");
        }
    };
    check("xml", "<!DOCTYPE html><html><body>오류</body></html>", &["웹 화면(HTML)"]);
    check("json", "\n<html><body>오류</body></html>", &["웹 화면(HTML)"]);
    check(
        "xml",
        "<Law>일치하는 법령이 없습니다.  법령명을 확인하여 주십시오.</Law>",
        &["오류로 답했습니다: 일치하는 법령이 없습니다"],
    );
    check("json", "{\"Law\":\"일치하는 법령이 없습니다.\"}", &["일치하는 법령이 없습니다"]);
    check("json", "<Law>일치하는 법령이 없습니다.</Law>", &["일치하는 법령이 없습니다"]);
    check(
        "xml",
        "<law><result>실패</result><msg>MST not found</msg></law>",
        &["실패: MST not found"],
    );
    check(
        "json",
        "{\"result\":\"사용자 정보 검증에 실패\",\"msg\":\"IP주소를 등록\"}",
        &["검증에 실패: IP주소를 등록"],
    );
    check(
        "xml",
        "<LawSearch><totalCnt>0</totalCnt><page>1</page></LawSearch>",
        &["검색 결과가 없는 목록", "totalCnt 0"],
    );
    check(
        "xml",
        "<LawSearch><totalCnt>2</totalCnt><law id=\"1\"><법령일련번호>77</법령일련번호><법령명한글>시험법</법령명한글></law><law><법령명한글>둘째</법령명한글></law></LawSearch>",
        &[
            "검색 목록",
            "전체 2건",
            "시험법 lawService.do?target=law&MST=77",
            "둘째 (일련번호 없음)",
        ],
    );
    check(
        "json",
        "{\"PrecSearch\":{\"totalCnt\":\"1\",\"prec\":{\"판례일련번호\":\"9\",\"사건명\":\"시험\"}}}",
        &["시험 lawService.do?target=prec&ID=9"],
    );
    check(
        "xml",
        "<ExpcService><안건명>질의</안건명></ExpcService>",
        &["법령도 판례도 아닙니다", "안건명"],
    );
    check("xml", &law(&row("1", "<조문내용>제1조"), "")[..301], &["XML이 온전하지 않습니다"]);
    check("json", "{\"법령\": {\"기본정보\": {\"법령ID\": \"1\"", &["JSON이 온전하지 않습니다"]);
    check("xml", "<법령><기본정보><법령명_한글>갑</법령명_한글></기본정보></법령>", &["시행일자"]);
    let deep = format!("<법령>{}{}</법령>", "<a>".repeat(100), "</a>".repeat(100));
    check("xml", &deep, &["너무 깊이"]);
    check(
        "json",
        &format!("{{\"법령\":{}{}}}", "[".repeat(100), "]".repeat(100)),
        &["JSON이 온전하지 않습니다"],
    );
    let entity = "<!DOCTYPE 법령 [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>".to_owned()
        + &law(&row("1", "<조문내용>제1조 &x;</조문내용>"), "");
    let reading = read_as("xml", &entity).unwrap();
    assert_eq!(reading.imported.articles[0].provisions[0].text, "&x;");
}

#[test]
fn the_shared_answers_are_read() {
    let Some(corpora) = common::corpora() else { return };
    let read_shared = |name: &str| {
        read_as("xml", &std::fs::read_to_string(corpora.join("lawgokr").join(name)).unwrap())
    };
    let civil = read_shared("detail_response.xml").unwrap();
    let paths: Vec<String> = civil
        .imported
        .articles
        .iter()
        .flat_map(|article| &article.provisions)
        .map(|p| p.path.to_string())
        .collect();
    assert_eq!(paths, ["제1조", "제1조제1항", "제1조제1항제1호", "제1조제1항제1호가목", "제2조"]);
    assert_eq!(keys(&civil)[2], "부칙(2024. 1. 1. 제20000호)");
    assert_eq!(civil.findings, []);
    let decision = read_shared("prec_detail_response.xml").unwrap();
    assert_eq!(keys(&decision), ["판시사항", "판결요지"]);
    assert!(decision.findings[0].reason.contains("전문이 없습니다"));
    for (name, reason) in [
        ("error_response.xml", "MST not found"),
        ("prec_error_response.xml", "Precedent not found"),
        ("search_response.xml", "target=law&MST=253527"),
        ("prec_search_response.xml", "target=prec&ID=789012"),
    ] {
        let finding = read_shared(name).unwrap_err();
        assert!(finding.reason.contains(reason), "{name}: {finding:?}");
    }
}

/// The Hangul words of a file outside its markup.
fn hangul_words(xml: &str) -> Vec<String> {
    let (mut words, mut in_tag) = (String::new(), false);
    for c in xml.replace("<![CDATA[", " ").replace("&lt;", "<").replace("&gt;", ">").chars() {
        in_tag = (in_tag || c == '<') && c != '>';
        words.push(if in_tag || !('가'..='힣').contains(&c) { ' ' } else { c });
    }
    words.split_whitespace().filter(|word| word.chars().count() > 1).map(str::to_owned).collect()
}

#[test]
fn every_word_is_in_the_body_or_in_a_finding() {
    for name in ["law", "rule", "ordinance", "decision", "constitutional"] {
        let text = std::fs::read_to_string(folder().join(format!("{name}.xml"))).unwrap();
        let (_, content) = text.split_once("기본정보>\n").unwrap_or(("", &text));
        let (_, content) = content.split_once("기본정보>\n").unwrap_or(("", content));
        let reading = fixture(&format!("{name}.xml"));
        let document = &reading.imported.document;
        let kept = format!(
            "{} {} {}",
            outline(&reading),
            quotable(&document.body, 0, usize::MAX),
            document.body
        );
        // Data about the row and the case, which are not text of the law.
        let facts = ["조문", "전문", "서식", "별표", "선고", "형사", "판결", "헌바"];
        for word in hangul_words(content) {
            assert!(kept.contains(&word) || facts.contains(&word.as_str()), "{name}: {word}");
        }
    }
}

#[test]
fn an_element_under_another_name_is_told() {
    let check = |name: &str, elements: &[&str]| {
        let text = std::fs::read_to_string(folder().join(format!("{name}.xml"))).unwrap();
        for element in elements {
            let renamed = text
                .replace(&format!("<{element}>"), "<모름>")
                .replace(&format!("</{element}>"), "</모름>")
                .replace(&format!("<{element} "), "<모름 ");
            assert_ne!(renamed, text, "{element} is not in {name}");
            let is_reported = match read_as("xml", &renamed) {
                Ok(reading) => {
                    reading.findings.iter().any(|finding| finding.place.contains("모름"))
                }
                Err(_) => true,
            };
            assert!(is_reported, "{name}: {element} vanished");
        }
    };
    check(
        "law",
        &[
            "조문",
            "조문단위",
            "조문번호",
            "조문가지번호",
            "조문여부",
            "조문제목",
            "조문시행일자",
            "조문이동이전",
            "조문변경여부",
            "조문내용",
            "조문참고자료",
            "항",
            "항번호",
            "항내용",
            "호",
            "호번호",
            "호가지번호",
            "호내용",
            "목",
            "목번호",
            "목내용",
            "부칙",
            "부칙단위",
            "부칙공포일자",
            "부칙공포번호",
            "부칙내용",
            "별표",
            "별표단위",
            "별표번호",
            "별표가지번호",
            "별표구분",
            "별표제목",
            "별표내용",
            "별표서식파일링크",
            "개정문",
        ],
    );
    check("rule", &["조문내용", "부칙", "부칙공포일자", "부칙공포번호", "부칙내용"]);
    check("ordinance", &["조", "조제목", "조내용", "조문여부", "부칙"]);
    check(
        "decision",
        &["사건명", "선고", "판시사항", "판결요지", "참조조문", "참조판례", "판례내용"],
    );
    check("constitutional", &["재판부구분코드", "결정요지", "심판대상조문", "전문"]);
}
