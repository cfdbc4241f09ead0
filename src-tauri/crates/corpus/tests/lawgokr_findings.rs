//! Tests that missing, unknown or contradictory content in a response of law.go.kr is reported and the rest
//! is read.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use crate::common::lawgokr::{keys, law, read_as, row};
use simui_corpus::Reading;

fn check_findings(rows: &str, more: &str, expected: &[(&str, &str)]) -> Reading {
    let reading = read_as("xml", &law(rows, more)).unwrap();
    assert_eq!(reading.findings.len(), expected.len(), "{rows}{more}: {:#?}", reading.findings);
    for (finding, (place, reason)) in reading.findings.iter().zip(expected) {
        assert!(finding.place.starts_with(place), "{finding:?} at {place}");
        assert!(finding.reason.contains(reason), "{finding:?} says {reason}");
    }
    reading
}

#[test]
fn lost_and_unknown_text_is_told() {
    let first = row("1", "<조문내용>제1조 갑이다.</조문내용>");
    let check = |rows: &str, expected: &[(&str, &str)]| {
        check_findings(rows, "", expected);
    };
    check(&first, &[]);
    check(
        &row(
            "1",
            "<조문내용>제1조</조문내용><항><항번호>①</항번호><항내용>①다음 각 호와 같다.</항내용></항>",
        ),
        &[("제1조제1항", "'다음 각 호'라고 하나 뒤에 아무것도 없습니다")],
    );
    check(
        &row(
            "1",
            "<조문내용>제1조</조문내용><항><호><호번호>1.</호번호><호내용>1. 다음 각 목의 것</호내용></호></항>",
        ),
        &[("제1조제1호", "뒤에 아무것도 없습니다")],
    );
    check(
        &row("1", "<조문제목>갑</조문제목><조문내용>제1조(갑)</조문내용>"),
        &[("제1조", "글이 없습니다")],
    );
    check(
        &format!(
            "{}{}",
            row("1", "<조문내용>제1조 갑이다.</조문내용><해설>나</해설>"),
            row("2", "<조문내용>제2조 병이다.</조문내용><해설>라</해설><빈것/>")
        ),
        &[("해설", "모르는 요소 '해설' 2개")],
    );
    check(&format!("{first}길 잃은 글"), &[("조문 바로 아래의 글", "길 잃은 글")]);
    check(
        &format!("{first}{}", row("3", "<조문내용>제3조 을이다.</조문내용>")),
        &[("제3조", "건너뜁니다")],
    );
    check(
        &row(
            "1",
            "<조문내용>제1조</조문내용><항><항번호>①</항번호><항내용>①가</항내용></항><항><항번호>③</항번호><항내용>③나</항내용></항>",
        ),
        &[("제1조제3항", "건너뛰거나")],
    );
    check(
        &row(
            "1",
            "<조문내용>제1조 갑이다.</조문내용><조문참고자료>[본조신설 2010.1.1]\n남은 글</조문참고자료>",
        ),
        &[(
            "제1조",
            "조문참고자료에 주석인지 알 수 없는 글이 있어 본문에 넣지 않았습니다: 남은 글",
        )],
    );
    check(
        &format!(
            "{first}<조문단위><조문번호>2</조문번호><조문여부>전문</조문여부><조문내용>제목이 아닌 글</조문내용></조문단위>"
        ),
        &[("조문", "제목이 아닌 글")],
    );
    check(
        &format!("{first}{}", row("없음", "<조문내용>번호 없는 조</조문내용>")),
        &[(
            "조문",
            "조 번호를 알 수 없어 본문에 넣지 않았습니다. 원문에서 번호를 찾아 고치십시오: 번호 없는 조",
        )],
    );
}

#[test]
fn contradictions_are_told_and_the_text_decides() {
    let check = |rows: &str, key: &str, expected: &[(&str, &str)]| {
        let reading = check_findings(rows, "", expected);
        assert!(keys(&reading).contains(&key), "{key} in {:?}", keys(&reading));
    };
    check(
        &format!(
            "{}{}",
            row("1", "<조문내용>제1조 갑이다.</조문내용>"),
            row("1", "<조문제목>갑</조문제목><조문내용>제1조의2(갑) 을이다.</조문내용>")
        ),
        "제1조의2",
        &[("제1조의2", "조문번호는 제1조이나 글은 제1조의2입니다")],
    );
    check(
        &row("1", "<조문제목>을</조문제목><조문내용>제1조(갑) 을이다.</조문내용>"),
        "제1조",
        &[("제1조", "조문제목 '을'이 글의 제목 '갑'과 다릅니다")],
    );
    check(
        &row("1", "<조문제목>갑(을</조문제목><조문내용>을이다.</조문내용>"),
        "제1조",
        &[("제1조", "괄호가 맞지 않아")],
    );
    check(
        &row(
            "1",
            "<조문내용>제1조 다음 각 호</조문내용><항><호><호번호>2.</호번호><호내용>1. 가</호내용></호></항>",
        ),
        "제1조",
        &[("제1조제1호", "호번호(2.)가 글의 번호와 다릅니다")],
    );
    // A reference at the start is not a label.
    check(&row("1", "<조문내용>제4조 제1항에 따라 한다.</조문내용>"), "제1조", &[]);
    check(
        &format!(
            "{}{}",
            row("1", "<조문내용>제1조 갑이다.</조문내용>"),
            row("1", "<조문내용>제1조 을이다.</조문내용>")
        ),
        "제1조 (2)",
        &[("제1조", "되풀이")],
    );
    let twice = "<조문단위 조문키=\"0001001\"><조문번호>1</조문번호><조문내용>제1조 갑이다.</조문내용></조문단위><조문단위 조문키=\"0001001\"><조문번호>2</조문번호><조문내용>제2조 을이다.</조문내용></조문단위>";
    check(twice, "제2조", &[("제2조", "조문키 0001001가 되풀이")]);
}

#[test]
fn subitems_beside_items_find_their_owner_or_nobody_guesses() {
    let item = |n: u32, words: &str| {
        format!("<호><호번호>{n}.</호번호><호내용>{n}. {words}</호내용></호>")
    };
    let sub = |letter: &str, words: &str| {
        format!("<목><목번호>{letter}.</목번호><목내용>{letter}. {words}</목내용></목>")
    };
    let check = |inner: String, expected: &[&str], findings: &[(&str, &str)]| {
        let rows = row(
            "1",
            &format!(
                "<조문내용>제1조</조문내용><항><항번호>①</항번호><항내용>① 머리</항내용>{inner}</항>"
            ),
        );
        let reading = check_findings(&rows, "", findings);
        let paths: Vec<String> = reading.imported.articles[0]
            .provisions
            .iter()
            .skip(2)
            .map(|p| p.path.to_string())
            .collect();
        assert_eq!(paths, expected, "{inner}");
    };
    // All 호 first, then all 목: the announcements show where they belong.
    check(
        [item(1, "다음 각 목"), item(2, "짧다"), sub("가", "갑"), sub("나", "을")].concat(),
        &["제1조제1항제1호", "제1조제1항제1호가목", "제1조제1항제1호나목", "제1조제1항제2호"],
        &[],
    );
    // Without an announcement: the unit directly above.
    check(
        [item(1, "짧다"), sub("가", "갑"), item(2, "짧다"), sub("가", "을")].concat(),
        &["제1조제1항제1호", "제1조제1항제1호가목", "제1조제1항제2호", "제1조제1항제2호가목"],
        &[],
    );
    // Without 호: the 목 belong to the 항.
    check([sub("가", "갑"), sub("나", "을")].concat(), &["제1조제1항가목", "제1조제1항나목"], &[]);
    // Two sequences after the last 호 without any indication of where they belong.
    check(
        [item(1, "짧다"), item(2, "짧다"), sub("가", "갑"), sub("가", "을")].concat(),
        &["제1조제1항제1호", "제1조제1항제2호"],
        &[
            (
                "제1조제1항",
                "어느 호에 딸린 목인지 알 수 없어 본문에 넣지 않았습니다. 원문에서 자리를 찾아 고치십시오: 가. 갑",
            ),
            ("제1조제1항", "가. 을"),
        ],
    );
    // Several pairs in the same element.
    check(
        format!(
            "{}<목><목번호>가.</목번호><목내용>가. 갑</목내용><목번호>나.</목번호><목내용>나. 을</목내용></목>",
            item(1, "각 목")
        ),
        &["제1조제1항제1호", "제1조제1항제1호가목", "제1조제1항제1호나목"],
        &[],
    );
}

#[test]
fn supplementary_provisions_of_ten_amendments_do_not_collide() {
    let first = row("1", "<조문내용>제1조 갑이다.</조문내용>");
    let blocks: String = (1..=10)
        .map(|n| format!("<부칙단위><부칙공포일자>20{n:02}0101</부칙공포일자><부칙공포번호>{n}</부칙공포번호><부칙내용>제1조(시행일) 이 법은 {n}월부터 시행한다.\n제2조(경과조치) 그대로 둔다.</부칙내용></부칙단위>"))
        .collect();
    let reading = check_findings(&first, &format!("<부칙>{blocks}</부칙>"), &[]);
    assert_eq!(reading.imported.articles.len(), 21);
    assert_eq!(keys(&reading)[19], "부칙(2010. 1. 1. 제10호) 제1조");
    let check = |block: &str, expected: &[(&str, &str)]| {
        check_findings(&first, &format!("<부칙><부칙단위>{block}</부칙단위></부칙>"), expected);
    };
    check(
        "<부칙내용>이 법은 시행한다.</부칙내용>",
        &[("부칙", "어느 개정의 부칙인지 알 수 없습니다")],
    );
    check(
        "<부칙공포일자>20200101</부칙공포일자><부칙공포번호>1</부칙공포번호><부칙내용>부칙 &lt;제2호,2020.1.1&gt;\n시행한다.</부칙내용>",
        &[("부칙 <제1호,2020.1.1>", "글(부칙 <제2호,2020.1.1>)과 다릅니다")],
    );
    check(
        "<부칙공포일자>20200101</부칙공포일자><부칙내용/>",
        &[("부칙 20200101", "글이 없습니다")],
    );
    check(
        "<부칙내용>부칙 &lt;제2호,2020.1.1&gt;\n시행한다.\n부칙 &lt;제3호,2021.1.1&gt;\n또 시행한다.</부칙내용>",
        &[("부칙 <제2호,2020.1.1>", "머리가 또 있습니다")],
    );
}

#[test]
fn a_version_that_came_by_repeal_ends_the_law_on_its_first_day() {
    let rows = row("1", "<조문내용>제1조 갑이다.</조문내용>");
    let text =
        law(&rows, "").replace("</기본정보>", "<제개정구분>타법폐지</제개정구분></기본정보>");
    let reading = read_as("xml", &text).unwrap();
    let standing = reading.imported.document.standing;
    assert_eq!(standing.state, simui_domain::LawState::Repealed);
    assert_eq!(standing.ended_on, Some("2020-07-01".parse().unwrap()));
}
