//! Tests of references in running text, as they occur in laws and decisions.

use proptest::prelude::*;
use simui_domain::{LinkRelation, ProvisionPath};

use super::names::Names;
use super::scan::{Found, Ground, scan};

/// Scans a text located in 제10조제2항제3호 of a law.
fn in_law(title: &str, text: &str) -> Vec<Found> {
    let here = |_: usize| "제10조제2항제3호".parse::<ProvisionPath>().ok();
    scan(text, &Names::new(title, text), &Ground::Provision(&here))
}

fn in_decision(text: &str) -> Vec<Found> {
    scan(text, &Names::new("", ""), &Ground::None)
}

fn printed(text: &str, found: &[Found]) -> Vec<String> {
    let one = |link: &Found| {
        let words = text.get(link.range.clone()).unwrap_or_default();
        let path = link.target.path.as_ref().map_or(String::new(), |path| format!(" {path}"));
        let until = link.target.until.as_ref().map_or(String::new(), |until| format!("~{until}"));
        let former = if link.target.former { "구 " } else { "" };
        let applies = if link.relation == LinkRelation::Applies { " 준용" } else { "" };
        format!("{words} -> {former}{}{path}{until}{applies}", link.target.title)
    };
    found.iter().map(one).collect()
}

#[test]
fn references_in_law() {
    let check = |title: &str, text: &str, expected: &[&str]| {
        assert_eq!(printed(text, &in_law(title, text)), expected, "{text}");
    };
    let act = "가법";
    check(act, "「약사법」 제3조에 따른 약사", &["「약사법」 제3조 -> 약사법 제3조"]);
    check(act, "「약사법」에 따른 약사", &["「약사법」 -> 약사법"]);
    check(act, "「한국산업표준」에 따른 것", &[]);
    check(
        act,
        "「약사법」 제3조, 제5조제1항 및 제2항",
        &[
            "「약사법」 제3조 -> 약사법 제3조",
            "제5조제1항 -> 약사법 제5조제1항",
            "제2항 -> 약사법 제5조제2항",
        ],
    );
    check(
        act,
        "「약사법」 제3조에 따른 자와 제5조의 자",
        &["「약사법」 제3조 -> 약사법 제3조", "제5조 -> 가법 제5조"],
    );
    check(
        act,
        "「약사법」 제3조 및 같은 법 시행령 제5조 또는 같은 조 제2항",
        &[
            "「약사법」 제3조 -> 약사법 제3조",
            "같은 법 시행령 제5조 -> 약사법 시행령 제5조",
            "같은 조 제2항 -> 약사법 시행령 제5조제2항",
        ],
    );
    check(act, "제5조부터 제7조까지의 규정", &["제5조부터 제7조까지 -> 가법 제5조~제7조"]);
    check(
        act,
        "제1항제2호 또는 제4호",
        &["제1항제2호 -> 가법 제10조제1항제2호", "제4호 -> 가법 제10조제1항제4호"],
    );
    check(
        act,
        "제1호의 자와 가목의 자",
        &["제1호 -> 가법 제10조제2항제1호", "가목 -> 가법 제10조제2항제3호가목"],
    );
    check(
        act,
        "제1항에 따른 자는 같은 항 제2호",
        &["제1항 -> 가법 제10조제1항", "같은 항 제2호 -> 가법 제10조제1항제2호"],
    );
    check(
        act,
        "제4조의2제1항 각 호 외의 부분 단서 및 제3항",
        &["제4조의2제1항 -> 가법 제4조의2제1항", "제3항 -> 가법 제4조의2제3항"],
    );
    check(
        act,
        "「약사법」 제5조제1항(제3호는 제외한다) 및 제2항",
        &[
            "「약사법」 제5조제1항 -> 약사법 제5조제1항",
            "제3호 -> 약사법 제5조제1항제3호",
            "제2항 -> 약사법 제5조제2항",
        ],
    );
    check(act, "별표 2 제1호, 별지 제3호서식, 대통령령 제1234호, 제5호서식, 다목적 시설", &[]);
    check(
        act,
        "이 법 제5조 및 이 조 제1항",
        &["이 법 제5조 -> 가법 제5조", "이 조 제1항 -> 가법 제10조제1항"],
    );
    check(act, "같은 법인이 제2조의 방법 제3조", &["제2조 -> 가법 제2조", "제3조 -> 가법 제3조"]);
    check(
        act,
        "종전의 「약사법」 제3조, 「약사법」(2007. 4. 11. 법률 제8365호로 개정되기 전의 것) 제5조",
        &[
            "「약사법」 제3조 -> 구 약사법 제3조",
            "「약사법」(2007. 4. 11. 법률 제8365호로 개정되기 전의 것) 제5조 -> 구 약사법 제5조",
        ],
    );
    check(act, "부칙 제3조에 따른다", &[]);
    check(
        act,
        "「형법」 중 제234조, 제269조",
        &["「형법」 중 제234조 -> 형법 제234조", "제269조 -> 형법 제269조"],
    );
    check(
        act,
        "제27조제3항(제1호만 해당한다)부터 제6항까지",
        &[
            "제27조제3항(제1호만 해당한다)부터 제6항까지 -> 가법 제27조제3항~제27조제6항",
            "제1호 -> 가법 제27조제3항제1호",
        ],
    );
    check(act, "같은 표 제1호마목, 별표 1(제2호나목은 제외한다), 전항제1호와 제2호", &[]);
    check(
        act,
        "제1항 각 호(제8호는 제외한다) 및 제2항",
        &[
            "제1항 -> 가법 제10조제1항",
            "제8호 -> 가법 제10조제1항제8호",
            "제2항 -> 가법 제10조제2항",
        ],
    );
    check(
        act,
        "\"제124조부터 제127조까지의 규정\"은 \"이 법 제17조\"로 본다",
        &["이 법 제17조 -> 가법 제17조"],
    );
}

#[test]
fn names_for_laws() {
    let check = |title: &str, text: &str, expected: &[&str]| {
        assert_eq!(printed(text, &in_law(title, text)), expected, "{text}");
    };
    check(
        "의료법 시행규칙",
        "법 제3조제1항, 영 제5조 및 같은 조 제2항",
        &[
            "법 제3조제1항 -> 의료법 제3조제1항",
            "영 제5조 -> 의료법 시행령 제5조",
            "같은 조 제2항 -> 의료법 시행령 제5조제2항",
        ],
    );
    check(
        "약사법 시행규칙",
        "사람(법인의 경우 대표자)이 법 제5조제1호 본문에 해당되는",
        &["법 제5조제1호 -> 약사법 제5조제1호"],
    );
    check(
        "약국 규칙",
        "「약사법」(이하 \"법\"이라 한다) 제3조와 법 제4조",
        &["「약사법」(이하 \"법\"이라 한다) 제3조 -> 약사법 제3조", "법 제4조 -> 약사법 제4조"],
    );
}

#[test]
fn applied_rules() {
    let check = |text: &str, expected: &[bool]| {
        let found = in_law("가법", text);
        let applies: Vec<bool> =
            found.iter().map(|it| it.relation == LinkRelation::Applies).collect();
        assert_eq!(applies, expected, "{text}");
    };
    check("이에 관하여는 제5조 및 제7조제1항을 준용한다.", &[true, true]);
    check("「민법」 제5조부터 제7조까지의 규정을 각각 준용한다.", &[true]);
    check("제5조의 규정은 신고에 관하여 이를 준용한다.", &[true]);
    check("제5조는 신고를 하는 자에 준용한다.", &[true]);
    check("제5조에 따라 준용되는 제7조의 신고", &[false, false]);
    check("제5조에 따른 신고를 한다.", &[false]);
}

#[test]
fn references_in_decisions() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(printed(text, &in_decision(text)), expected, "{text}");
    };
    check(
        "[1] 구 의료법(2007. 4. 11. 법률 제8366호로 전부 개정되기 전의 것) 제46조 제3항 / [2] 형법 제20조, 제21조",
        &[
            "의료법(2007. 4. 11. 법률 제8366호로 전부 개정되기 전의 것) 제46조 제3항 -> 구 의료법 제46조제3항",
            "형법 제20조 -> 형법 제20조",
            "제21조 -> 형법 제21조",
        ],
    );
    check(
        "의료법 제56조(의료광고의 금지 등) 제2항 제8호",
        &["의료법 제56조(의료광고의 금지 등) 제2항 제8호 -> 의료법 제56조제2항제8호"],
    );
    check(
        "독점규제 및 공정거래에 관한 법률 제23조 제1항, 구 의료법 시행령 제3조",
        &[
            "독점규제 및 공정거래에 관한 법률 제23조 제1항 -> 독점규제 및 공정거래에 관한 법률 제23조제1항",
            "의료법 시행령 제3조 -> 구 의료법 시행령 제3조",
        ],
    );
    check(
        "대법원 2010. 5. 27. 선고 2006도9083 판결과 제3조의 규정",
        &["대법원 2010. 5. 27. 선고 2006도9083 판결 -> 2006도9083"],
    );
}

proptest! {
    #[test]
    fn ranges_stay_inside_and_on_characters(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "「약사법」", " ", "제3조", "제2항", "제4호", "가목", "및 ", "부터 ", "까지", "(", ")", "같은 법", "같은 조 ",
                " 시행령", "이 법 ", "법 ", "구 ", "을 준용한다", "각 호", "형법 ", "2015헌바75", "의2", "제1조의3", "별표 ", "서식",
                "대법원 2010. 5. 27. 선고 2006도9083", "\n", "ㆍ", "가나다", "「", "」", "제99999조",
            ]), 0..24),
    ) {
        let text = pieces.concat();
        for found in in_law("가법 시행령", &text).into_iter().chain(in_decision(&text)) {
            let words = text.get(found.range.clone());
            prop_assert!(words.is_some_and(|words| !words.is_empty()), "{found:?} in {text:?}");
        }
    }
}
