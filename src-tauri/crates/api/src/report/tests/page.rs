//! Tests of the HTML page.

use simui_domain::{CitationStatus, Verdict};

use super::fixture;
use crate::report;
use crate::types::CaseView;

fn page(case: &CaseView) -> String {
    report::html(case, fixture::now()).unwrap()
}

/// The page as text: no head, no markup, no white space.
fn read(page: &str) -> String {
    let body = &page[page.find("<body>").unwrap()..];
    let mut text = String::new();
    let mut inside = false;
    for c in body.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => text.push(c),
            _ => {}
        }
    }
    tight(&text)
}

fn tight(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn check(text: &str, expected: &[&str]) {
    let text = tight(text);
    for part in expected {
        assert!(text.contains(&tight(part)), "{part:?} is not in: {text}");
    }
}

#[test]
fn a_waiting_case_reads_as_a_draft() {
    let text = read(&page(&fixture::waiting()));
    check(
        &text,
        &[
            "심의 결과 보고서",
            "AD-0412 · 가나면역의원",
            "불허초안",
            "심의관의 결정을 기다립니다.",
            "사람이 보아야 하는 까닭: 중대 위반 · 확신도 .80 미만",
            "심의관의 판단을 대신하지 않습니다",
            "2026-11-21 22:33 작성",
            "게재일2026-11-18",
            "적용 법령2026-11-18에 시행 중인 법령",
            "매체인터넷",
            "아직 사람이 내린 결정이 없습니다.",
            "규칙 엔진",
            "2회 작성",
            "v1.sample@2026.3",
        ],
    );
    assert!(text.ends_with("초안·AD-0412"), "the foot says what the page is");
}

#[test]
fn confidence_shows_its_parts_and_weights() {
    let text = read(&page(&fixture::waiting()));
    check(
        &text,
        &[
            "확신도.74사람 검토 필수",
            "인용 정확성30%1.00000.3000",
            "논리 일관성25%0.84000.2100",
            "증거 강도25%0.48000.1200",
            "판례 일치20%0.55000.1100",
            "확신도100%0.7400",
        ],
    );
}

#[test]
fn claims_are_marked_in_place_and_violations_refer_to_them() {
    let page = page(&fixture::waiting());
    let text = read(&page);
    check(
        &text,
        &[
            // The third claim covers the second: both numbers are printed, each where its claim ends.
            "말기암도 포기하지 마세요. 국내 유일(1) 면역세포 치료(2)로 95% 이상 호전!(3)환자분들의",
            "법령 4건, 심의기준 1건",
            "V1신의료기술 미평가법령중대“면역세포 치료”(2)글자 21–28의료법 제56조제2항제1호인용 [1] [5]",
            "인용 없음: 확인되지 않은 위반",
        ],
    );
    check(
        &page,
        &[
            "<mark class=\"care\">국내 유일</mark>",
            "<mark class=\"bad\">면역세포 치료</mark>",
            "<mark class=\"calm\">평일 09:00~18:00</mark>",
        ],
    );
}

#[test]
fn citations_say_how_they_were_checked() {
    let text = read(&page(&fixture::waiting()));
    check(
        &text,
        &[
            "모두 5건: 원문 대조 3건, 요지 대조 1건, 확인되지 않음 1건",
            "[1] 의료법 제56조제2항제1호 원문 일치",
            "제53조에 따른 평가를 받지 아니한 신의료기술에 관한 광고법령 · 시행 2026-04-07 · 법률 제21524호 · 주장 (2)의 근거",
            "[3] 의료법 제56조제2항제2호 원문과 띄어쓰기만 다름",
            "[4] 의료광고 심의기준 최상급 표현 요지 대조: 글자까지 일치 · 공식 원문 아님",
            "[5] 대법원 2006도9083 판결요지 원문에 없음",
            "판례 · 선고 2010-05-27 · 대법원",
        ],
    );
}

#[test]
fn only_a_quote_of_the_official_text_is_shown_as_confirmed() {
    use CitationStatus::*;
    for (status, digest, good) in [
        (Verified, false, true),
        (Repaired, false, true),
        (Verified, true, false),
        (Repaired, true, false),
        (Misattributed, false, false),
        (NotFound, false, false),
        (Repealed, false, false),
        (TitleMismatch, false, false),
        (Unchecked, false, false),
        (Unchecked, true, false),
    ] {
        let mut case = fixture::waiting();
        let result = case.result.as_mut().unwrap();
        result.citations.truncate(1);
        result.citations[0].status = status;
        result.citations[0].digest = digest;
        let page = page(&case);
        assert_eq!(page.contains("<blockquote class=\"good\">"), good, "{status:?} {digest}");
        assert_eq!(read(&page).contains("요지대조:"), digest, "{status:?} {digest}");
    }
}

#[test]
fn a_decided_case_says_who_decided_what() {
    let page = page(&fixture::decided());
    let text = read(&page);
    check(
        &text,
        &[
            "조건부허용확정",
            "2026-11-21 14:02 확정 · 심의관 한심의의 결정 (수정)",
            "데스크의 초안은 ‘불허’ 판정이었습니다.",
            "초안의 확신도.74",
            "법령 0건, 심의기준 1건",
            "1. 수정요청",
            "2026-11-20 11:00 · 심의관 한심의",
            "후기 유도 문구를 지우고",
            "2. 수정 → 조건부허용",
            "심의필제240101-중-0001호, 2024-01-01 승인",
            "심의받은 문구: 면역 상담",
            "1차 문구",
            "예전 문구: 무조건 완치를 약속드립니다!",
            "없어짐무조건 완치V3",
            "가나면역의원 귀하",
        ],
    );
    check(&page, &["<span class=\"bad\">-  &quot;verdict&quot;: &quot;불허&quot;,</span>"]);
    assert!(!text.contains("초안·AD-0412"), "a decided case is no draft");
}

#[test]
fn every_verdict_has_its_word_and_its_shape() {
    for (verdict, word, shape) in [
        (Verdict::Allowed, "허용", "M2.5 8.5"),
        (Verdict::Conditional, "조건부허용", "M8 2.5"),
        (Verdict::Denied, "불허", "M3 3l10"),
        (Verdict::Hold, "보류", "<circle"),
    ] {
        let mut case = fixture::clean();
        case.summary.final_verdict = Some(verdict);
        let page = page(&case);
        let banner = &page[page.find("class=\"verdict\"").unwrap()..];
        let banner = &banner[..banner.find("</p>").unwrap()];
        check(banner, &[&format!("<strong>{word}</strong>"), shape]);
    }
}

#[test]
fn what_is_empty_is_said() {
    let text = read(&page(&fixture::clean()));
    check(
        &text,
        &[
            "결정 규칙에 따라 사람 없이 확정",
            "찾은 위반이 없습니다.",
            "인용이 없습니다.",
            "고침 제안이 없습니다.",
            "사람이 내린 결정이 없습니다. 결정 규칙에 따라 확정되었습니다.",
        ],
    );
    let text = read(&page(&fixture::without_result()));
    check(&text, &["판정 없음 (실패)", "까닭: 색인을 열지 못했습니다.", "광고 원문"]);
    let mut empty = fixture::clean();
    empty.ad.text.clear();
    check(&read(&page(&empty)), &["광고 문구가 비어 있습니다."]);
}

#[test]
fn hostile_text_stays_text() {
    for text in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "'; </style><script>alert(1)</script>",
        "{{ 7 * 7 }}{% for x in y %}",
        "</textarea></title><svg onload=alert(1)>",
    ] {
        let page = page(&fixture::hostile(text));
        for markup in ["<script", "<img", "<svg onload", "</textarea"] {
            assert!(!page.contains(markup), "{markup:?} from {text:?}");
        }
        assert!(page.contains("default-src 'none'"), "the page runs and loads nothing");
        let visible = read(&page);
        let escaped = minijinja::HtmlEscape(text).to_string();
        assert!(visible.matches(&tight(&escaped)).count() > 20, "{text:?} is shown as it is");
        assert!(!visible.contains("49"), "{text:?} was run as a template");
    }
}

#[test]
fn hidden_characters_are_visible_everywhere() {
    let page = page(&fixture::hostile("국\u{200b}내\u{202e}유일\u{0}"));
    for hidden in ['\u{200b}', '\u{202e}', '\u{0}'] {
        let body = &page[page.find("<main>").unwrap()..];
        assert!(!body.contains(hidden), "{hidden:?}");
    }
    check(
        &page,
        &[
            "<mark class=\"bad\"><code class=\"hidden\">[U+200B]</code></mark>",
            "보이지 않는 문자 3개를 번호로 적었습니다.",
            "[U+202E]",
            "[U+0000]",
        ],
    );
}

#[test]
fn nothing_is_loaded_and_nothing_is_undefined() {
    for case in [
        fixture::waiting(),
        fixture::decided(),
        fixture::clean(),
        fixture::without_result(),
        fixture::hostile("가"),
    ] {
        let page = page(&case);
        for outside in ["http://", "https://", "url(", "@import", "src=", "<link", "<script"] {
            assert!(!page.contains(outside), "{outside:?}");
        }
        assert!(page.starts_with("<!doctype html>\n<html lang=\"ko\">"), "{}", &page[..60]);
        assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
        assert_eq!(page.matches("<tr>").count(), page.matches("</tr>").count());
    }
}

#[test]
fn long_and_many_are_shown_whole() {
    let text = "국내 유일의 치료법입니다 ".repeat(715);
    let mut case = fixture::hostile(&text);
    let result = case.final_result.as_mut().unwrap();
    result.citations = vec![result.citations[0].clone(); 120];
    let page = page(&case);
    assert!(text.chars().count() > 10_000);
    check(&read(&page), &["모두 10,010자.", "[120]", "… (모두 10,010자)"]);
}

#[test]
fn claims_that_do_not_stand_in_the_text_are_listed_and_not_marked() {
    let mut case = fixture::waiting();
    case.ad.text = "고친 문구".to_owned();
    let page = page(&case);
    check(&read(&page), &["이 문구에서 찾지 못한 주장", "“국내 유일” (1)글자 15–20"]);
    assert!(!page.contains("<mark"));
}
