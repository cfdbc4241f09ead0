//! Tests of the statute reader with texts for every structure and special case.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed test")]

use crate::common::{law, read_text};
use simui_corpus::{Finding, Reading, quotable};
use simui_domain::{Article, ArticlePart, DocumentKind};

fn read(body: &str) -> Reading {
    read_text(&law(body), None).unwrap()
}

fn article<'a>(reading: &'a Reading, key: &str) -> &'a Article {
    let found = reading.imported.articles.iter().find(|article| article.key == key);
    found.unwrap_or_else(|| panic!("{key} in {:?}", keys(reading)))
}

fn keys(reading: &Reading) -> Vec<&str> {
    reading.imported.articles.iter().map(|article| article.key.as_str()).collect()
}

/// Path, text and note of every provision of an article.
fn provisions(reading: &Reading, key: &str) -> Vec<(String, String, String)> {
    article(reading, key)
        .provisions
        .iter()
        .map(|p| (p.path.to_string(), p.text.clone(), p.note.clone()))
        .collect()
}

fn check_provisions(body: &str, key: &str, expected: &[(&str, &str, &str)]) {
    let reading = read(body);
    let found = provisions(&reading, key);
    let found: Vec<(&str, &str, &str)> =
        found.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
    assert_eq!(found, expected, "{body}");
}

fn check_findings(body: &str, expected: &[(&str, &str)]) {
    let reading = read(body);
    assert_eq!(reading.findings.len(), expected.len(), "{:#?}", reading.findings);
    for (finding, (place, reason)) in reading.findings.iter().zip(expected) {
        assert!(finding.place.starts_with(place), "{finding:?} at {place}");
        assert!(finding.reason.contains(reason), "{finding:?} says {reason}");
    }
}

#[test]
fn front_matter_names_the_law() {
    let document = read("\n##### 제1조 (목적)\n\n이 법은 시험한다.\n").imported.document;
    assert_eq!(document.title, "시험법");
    assert_eq!(document.kind, DocumentKind::Statute);
    assert_eq!(document.source_key, "000001");
    assert_eq!(document.version, "법률 제123호");
    assert_eq!(document.promulgated_on.unwrap().to_string(), "2020-01-01");
    assert_eq!(document.effective_from.unwrap().to_string(), "2020-07-01");
    assert_eq!(document.reader, "statute-markdown/2");
    assert_eq!(document.body, "\n##### 제1조 (목적)\n\n이 법은 시험한다.\n");
    assert!(!document.digest);
}

#[test]
fn a_law_without_an_id_is_known_by_its_name_and_kind() {
    let text = law("\n##### 제1조\n\n글\n").replace("법령ID: '000001'\n", "");
    let document = read_text(&text, Some(DocumentKind::Statute)).unwrap().imported.document;
    assert_eq!(document.source_key, "이름:시험법/법률");
    let notice = text.replace("법령구분: 법률", "법령구분: 고시\n소관부처: 보건복지부");
    let document = read_text(&notice, Some(DocumentKind::Statute)).unwrap().imported.document;
    assert_eq!(document.source_key, "이름:시험법/고시/보건복지부");
}

#[test]
fn what_cannot_be_named_is_refused() {
    let complete = law("\n##### 제1조\n\n글\n");
    for field in ["제목", "법령구분", "공포일자", "공포번호", "시행일자"] {
        let start = complete.find(&format!("{field}:")).unwrap();
        let end = start + complete[start..].find('\n').unwrap() + 1;
        let missing = format!("{}{}", &complete[..start], &complete[end..]);
        let Finding { reason, .. } = read_text(&missing, Some(DocumentKind::Statute)).unwrap_err();
        assert!(reason.contains(field), "{field}: {reason}");
    }
    let check = |text: &str, reason: &str| {
        let finding = read_text(text, Some(DocumentKind::Statute)).unwrap_err();
        assert!(finding.reason.contains(reason), "{text:?}: {finding:?}");
    };
    check("##### 제1조\n", "머리말");
    check("---\n제목: 시험법\n", "닫히지");
    check("---\n제목: [시험법\n---\n글\n", "머리말을 읽을 수 없습니다");
    check(&complete.replace("2020-07-01", "곧"), "날짜");
    check(&law("\n \n"), "본문이 없습니다");
    check("<!DOCTYPE html><html><body>오류</body></html>", "HTML");
    check("", "빈 파일");
}

#[test]
fn a_repealed_law_is_told() {
    let text = law("\n##### 제1조\n\n가.\n").replace("상태: 시행", "상태: 폐지");
    let reading = read_text(&text, None).unwrap();
    assert!(reading.findings[0].reason.contains("폐지"), "{:?}", reading.findings);
}

#[test]
fn divisions_become_the_breadcrumb() {
    let body = "\n# 시험법\n\n# 제1편 총칙\n\n## 제1장 통칙 <개정 2010.1.1>\n\n### 제1절 갑\n\n##### 제1조 (목적)\n\n가나.\n\n\
                #### 제2관 을\n\n##### 제2조 (정의)\n\n다라.\n\n## 제2장의2 병\n\n##### 제3조\n\n마바.\n\n# 제2편 정\n\n##### 제4조\n\n사아.\n";
    let reading = read(body);
    let crumbs = |key| article(&reading, key).breadcrumb.join(" > ");
    assert_eq!(crumbs("제1조"), "제1편 총칙 > 제1장 통칙 > 제1절 갑");
    assert_eq!(crumbs("제2조"), "제1편 총칙 > 제1장 통칙 > 제1절 갑 > 제2관 을");
    assert_eq!(crumbs("제3조"), "제1편 총칙 > 제2장의2 병");
    assert_eq!(crumbs("제4조"), "제2편 정");
    assert_eq!(article(&reading, "제2조").title, "정의");
    assert_eq!(reading.findings, []);
}

#[test]
fn four_levels_with_branches_and_notes() {
    check_provisions(
        "\n##### 제4조의2 (매체)\n\n**①** 다음 각 호의 매체는 심의를 받는다. <개정 2018.3.27, 2020.1.1>\n\n  1\\. 신문\n  2\\. 다음 각 목의 것\n    가\\. 현수막\n    나\\. 전광판 <신설 2019.1.1>\n  2의2\\. 중개매체\n  3\\. 삭제 <2018.3.27>\n\n**②** 제1항에도 불구하고 알릴 수 있다.\n",
        // 제4조의2 on its own in a law is a gap. The numbering is tested elsewhere.
        "제4조의2",
        &[
            ("제4조의2", "", ""),
            ("제4조의2제1항", "다음 각 호의 매체는 심의를 받는다.", "개정 2018.3.27, 2020.1.1"),
            ("제4조의2제1항제1호", "신문", ""),
            ("제4조의2제1항제2호", "다음 각 목의 것", ""),
            ("제4조의2제1항제2호가목", "현수막", ""),
            ("제4조의2제1항제2호나목", "전광판", "신설 2019.1.1"),
            ("제4조의2제1항제2호의2", "중개매체", ""),
            ("제4조의2제1항제3호", "삭제", "2018.3.27"),
            ("제4조의2제2항", "제1항에도 불구하고 알릴 수 있다.", ""),
        ],
    );
}

#[test]
fn items_without_paragraph_and_deeper_levels() {
    check_provisions(
        "\n##### 제1조 (정의)\n\n이 법의 말은 다음 각 호와 같다.\n\n  1\\. \"갑\"이란\n    가\\. 다음의 것을 말한다.\n\n 1) 하나\n \n 가) 그 하나\n    나\\. 그 밖의 것\n",
        "제1조",
        &[
            ("제1조", "이 법의 말은 다음 각 호와 같다.", ""),
            ("제1조제1호", "\"갑\"이란", ""),
            ("제1조제1호가목", "다음의 것을 말한다.\n1) 하나\n가) 그 하나", ""),
            ("제1조제1호나목", "그 밖의 것", ""),
        ],
    );
}

#[test]
fn subitems_directly_below_a_paragraph() {
    check_provisions(
        "\n##### 제1조\n\n**①** 다음 각 목과 같다.\n\n\t\t\t\t    가. 계획서\n\n\t\t\t\t    나. 자료\n\n**②** 그 밖은 정한다.\n",
        "제1조",
        &[
            ("제1조", "", ""),
            ("제1조제1항", "다음 각 목과 같다.", ""),
            ("제1조제1항가목", "계획서", ""),
            ("제1조제1항나목", "자료", ""),
            ("제1조제2항", "그 밖은 정한다.", ""),
        ],
    );
}

#[test]
fn deleted_articles_are_kept() {
    let reading = read(
        "\n##### 제1조\n\n삭제 <2018.9.28>\n\n##### 제2조 (남음)\n\n**①** 삭제 <2009.1.30>\n\n**②** 한다.\n",
    );
    assert!(article(&reading, "제1조").deleted);
    let second = article(&reading, "제2조");
    assert!(!second.deleted);
    assert_eq!(
        second.provisions.iter().map(|p| p.deleted).collect::<Vec<_>>(),
        [false, true, false]
    );
    let chunks: Vec<&str> = reading.imported.chunks.iter().map(|c| c.text.as_str()).collect();
    assert_eq!(chunks, ["② 한다."]);
}

#[test]
fn preamble_and_text_outside_articles() {
    let reading = read("\n# 시험법\n\n옛 법은 이를 폐지한다.\n");
    assert_eq!(keys(&reading), ["전문"]);
    assert_eq!(reading.main_articles(), 0);
    assert!(reading.imported.chunks.is_empty());
    assert!(reading.findings[0].reason.contains("조(條)가 하나도 없는"));
    check_findings(
        "\n##### 제1조\n\n가.\n\n## 제2장 나\n\n떠도는 글\n\n##### 제2조\n\n다.\n",
        &[("line 17", "조에 속하지 않는")],
    );
}

#[test]
fn notes_of_several_lines_are_not_words() {
    check_provisions(
        "\n##### 제1조\n\n신고한다.\n\n\t\t[시행일] 다음 각 호의 구분에 따른 날\n\n\t\t  1. 큰 업소: 2028년 1월 1일\n\n\t\t    가. 그 하나\n\n##### 제2조\n\n끝.\n",
        "제1조",
        &[(
            "제1조",
            "신고한다.",
            "[시행일] 다음 각 호의 구분에 따른 날\n\n\t\t  1. 큰 업소: 2028년 1월 1일\n\n\t\t    가. 그 하나",
        )],
    );
}

#[test]
fn lost_lists_and_gaps_are_found() {
    check_findings(
        "\n##### 제1조\n\n**①** 다음 각 호의 것을 말한다.\n\n**②** 한다.\n",
        &[("제1조제1항", "뒤에 아무것도 없습니다")],
    );
    check_findings(
        "\n##### 제1조\n\n한다.\n\n  1\\. 다음 각 목의 것\n  2\\. 나\n",
        &[("제1조제1호", "뒤에 아무것도 없습니다")],
    );
    // The original has 호 instead of 목, but the list is there.
    check_findings("\n##### 제1조\n\n한다.\n\n  1\\. 다음 각 호의 것\n    가\\. 나\n", &[]);
    check_findings(
        "\n##### 제1조\n\n다음 각 호와 같다.\n\n  1\\. 가\n  3\\. 나\n",
        &[("제1조제3호 (line 16)", "건너뛰거나")],
    );
    check_findings("\n##### 제1조\n\n한다.\n\n  1\\. 가\n  1\\. 나\n", &[("제1조제1호", "되풀이")]);
    check_findings("\n##### 제1조\n\n**①** 가.\n\n**③** 나.\n", &[("제1조제3항", "건너뛰거나")]);
    check_findings("\n##### 제1조\n\n가.\n\n##### 제3조\n\n나.\n", &[("제3조", "건너뜁니다")]);
    check_findings("\n##### 제2조\n\n가.\n", &[("제2조", "건너뜁니다")]);
    check_findings("\n##### 제1조\n\n##### 제2조\n\n가.\n", &[("제1조", "글이 없습니다")]);
    check_findings(
        "\n##### 제1조\n\n**①** 가.\n\n  1\\. 나\n\n이 경우 다르게 본다.\n",
        &[("제1조제1항제1호", "번호 없는 글")],
    );
    check_findings("\n##### 제1조\n\n가\u{200b}나.\n", &[("line 13", "보이지 않는 문자")]);
}

#[test]
fn a_repeated_article_is_kept_under_another_key() {
    let reading = read("\n##### 제1조 (갑)\n\n가.\n\n##### 제1조 (을)\n\n나.\n");
    assert_eq!(keys(&reading), ["제1조", "제1조 (2)"]);
    assert_eq!(reading.findings.len(), 1, "{:?}", reading.findings);
    assert!(reading.findings[0].reason.contains("되풀이"));
}

#[test]
fn quotes_are_substrings_of_the_stored_text() {
    let body = "\n##### 제1조 (광고)\n\n**①** 다음 각 호의 광고를 하지 못한다. <개정 2018.3.27>\n\n  1\\. 거짓 광고\n  2\\. 과장 광고 <신설 2018.3.27>\n";
    let reading = read(body);
    let article = article(&reading, "제1조");
    let article_text = quotable(&reading.imported.document.body, article.start, article.end);
    assert_eq!(
        article_text,
        "제1조 (광고)\n① 다음 각 호의 광고를 하지 못한다.\n1. 거짓 광고\n2. 과장 광고"
    );
    for provision in &article.provisions {
        assert!(article_text.contains(&provision.text));
        let unit = quotable(&reading.imported.document.body, provision.start, provision.end);
        assert!(article_text.contains(&unit) && unit.contains(&provision.text));
    }
    let second = &article.provisions[3];
    assert_eq!(quotable(body, second.start, second.end), "2. 과장 광고");
}

const SUPPLEMENTARY: &str = "\n##### 제1조 (목적)\n\n가.\n\n## 부칙\n\n부칙 <제100호,2010.1.1>\n\n\n제1조 (시행일) 이 법은 공포한 날부터 시행한다. <단서 생략>\n\n\n제2조부터 제4조까지 생략\n\n\n제5조(경과조치) ①종전의 규정에 따른다.\n\n\n②제1항의 경우 다음 각 호와 같다.\n\n\n1. 하나\n\n\n2. 둘\n\n\n제6조(다른 법률의 개정) ①부터 ③까지 생략\n\n\n④ 간호법 일부를 다음과 같이 개정한다.\n\n\n제7조제1항 중 \"가\"를 \"나\"로 한다.\n\n\n제7조를 다음과 같이 한다.\n\n\n제7조(인용) ① 옮겨 적은 글이다.\n\n\n  ② 그 둘째 항이다.\n\n\n⑤ 약사법 일부를 다음과 같이 개정한다.\n\n\n제9조를 삭제한다.\n\n\n제7조(참된 조) 이 법의 조이다.\n\n부칙(정부조직법) <제200호,2011.2.3>\n\n\n이 법은 2011년 3월 1일부터 시행한다.\n\n부칙 <제300호,2012.4.5>\n\n\n①(시행일) 이 법은 공포한 날부터 시행한다.\n\n\n②(경과조치) 종전에 따른다.\n\n\n③부터 ⑤까지 생략\n";

#[test]
fn supplementary_provisions_stay_apart() {
    let reading = read(SUPPLEMENTARY);
    assert_eq!(
        keys(&reading),
        [
            "제1조",
            "부칙(2010. 1. 1. 제100호) 제1조",
            "부칙(2010. 1. 1. 제100호) 제2조부터 제4조까지",
            "부칙(2010. 1. 1. 제100호) 제5조",
            "부칙(2010. 1. 1. 제100호) 제6조",
            "부칙(2010. 1. 1. 제100호) 제7조",
            "부칙(2011. 2. 3. 제200호)",
            "부칙(2012. 4. 5. 제300호) 제1항",
            "부칙(2012. 4. 5. 제300호) 제2항",
            "부칙(2012. 4. 5. 제300호) 제3항부터 제5항까지",
        ]
    );
    assert_eq!(reading.main_articles(), 1);
    assert_eq!(reading.findings, []);
    for article in reading.imported.articles.iter().skip(1) {
        assert_eq!(article.part, ArticlePart::Supplementary);
        assert_eq!(article.breadcrumb.len(), 1, "{}", article.key);
    }
    assert_eq!(article(&reading, "부칙(2012. 4. 5. 제300호) 제2항").title, "경과조치");
    assert_eq!(article(&reading, "부칙(2010. 1. 1. 제100호) 제7조").title, "참된 조");
    let fifth = provisions(&reading, "부칙(2010. 1. 1. 제100호) 제5조");
    let fifth: Vec<(&str, &str)> = fifth.iter().map(|(p, t, _)| (p.as_str(), t.as_str())).collect();
    assert_eq!(
        fifth,
        [
            ("제5조", ""),
            ("제5조제1항", "종전의 규정에 따른다."),
            ("제5조제2항", "제1항의 경우 다음 각 호와 같다."),
            ("제5조제2항제1호", "하나"),
            ("제5조제2항제2호", "둘"),
        ]
    );
    let sixth: Vec<String> = provisions(&reading, "부칙(2010. 1. 1. 제100호) 제6조")
        .into_iter()
        .map(|(path, ..)| path)
        .collect();
    assert_eq!(sixth, ["제6조", "제6조제1항", "제6조제4항", "제6조제5항"]);
}

#[test]
fn annexes_are_their_own_part() {
    let reading = read(
        "\n##### 제1조\n\n가.\n\n## 부칙\n\n부칙 <제1호,2010.1.1>\n\n이 법은 시행한다.\n\n## [별표 1]\n\n| 구분 | 값 |\n|---|---|\n| 갑 | 1 |\n",
    );
    let annex = article(&reading, "별표 1");
    assert_eq!(annex.part, ArticlePart::Annex);
    assert!(
        reading
            .imported
            .chunks
            .iter()
            .any(|c| c.label == "별표 1" && c.text.contains("| 갑 | 1 |"))
    );
}

#[test]
fn long_articles_are_cut_by_paragraph_then_items() {
    let sentence = "의료광고를 하려는 자는 미리 심의를 받아야 한다. ".repeat(20);
    let items: String =
        (1..=60).map(|n| format!("  {n}\\. {}\n", "매체의 이름과 성질 ".repeat(8))).collect();
    let body = format!(
        "\n##### 제1조 (심의)\n\n**①** {sentence}\n\n**②** 짧다.\n\n**③** 다음 각 호와 같다.\n\n{items}"
    );
    let reading = read(&body);
    let labels: Vec<&str> = reading.imported.chunks.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels[..3], ["제1조제1항", "제1조제2항", "제1조제3항"]);
    assert!(labels.len() > 4 && labels.iter().skip(2).all(|label| *label == "제1조제3항"));
    let mut last_end = 0;
    for chunk in &reading.imported.chunks {
        assert!(chunk.text.chars().count() <= 1_200);
        assert!(chunk.start >= last_end && chunk.start < chunk.end, "{chunk:?}");
        last_end = chunk.end;
        let cited = quotable(&reading.imported.document.body, chunk.start, chunk.end);
        let squeeze = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(squeeze(&cited), squeeze(&chunk.text));
    }
}

#[test]
fn short_articles_are_one_chunk_of_clean_text() {
    let reading = read(
        "\n##### 제1조 (광고)\n\n**①** 하지 못한다. <개정 2018.3.27>\n\n  1\\. 거짓\n  2\\. 삭제 <2020.1.1>\n  3\\. 과장\n",
    );
    let chunks = &reading.imported.chunks;
    assert_eq!(chunks.len(), 1);
    assert_eq!(chunks[0].label, "제1조");
    assert_eq!(chunks[0].text, "① 하지 못한다.\n1. 거짓\n3. 과장");
}

#[test]
fn line_breaks_and_byte_order_marks_are_normalised() {
    let text = format!("\u{feff}{}", law("\n##### 제1조\n\n가.\n")).replace('\n', "\r\n");
    let reading = read_text(&text, None).unwrap();
    assert_eq!(reading.imported.document.body, "\n##### 제1조\n\n가.\n");
}
