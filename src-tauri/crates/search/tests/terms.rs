//! Search terms.

use simui_search::analysis::Analyser;

use crate::common;

/// The morpheme terms of `text` are exactly `expected`.
fn check(text: &str, expected: &str) {
    let Some(analyser) = common::analyser() else { return };
    let expected: Vec<&str> = expected.split(' ').filter(|it| !it.is_empty()).collect();
    assert_eq!(analyser.terms(text).morphemes, expected, "{text}");
}

#[test]
fn content_words_stay_and_grammar_goes() {
    check("부작용이 전혀 없어요!", "작용 부작용 전혀");
    check("통증이 사라졌다", "통증 사라지다");
    check("치료를 받은 환자의 후기", "치료 받다 환자 후기");
    check("어떻게 신청하나요?", "신청");
    check("", "");
    check("!!! ... ~", "");
}

#[test]
fn compounds_are_found_whole_and_in_parts() {
    check("줄기세포", "줄기 세포 줄기세포");
    check("의료법", "의료 의료법");
}

#[test]
fn legal_and_medical_expressions_are_one_term() {
    let path = "제56조 제56조제2항 제56조제2항제3호";
    check("제56조제2항제3호", path);
    check("제 56조 제2항 제 3호", path);
    check("의료법 제4조의2에 따라", "제4조의2 의료 의료법");
    check("2015헌바75 결정", "2015헌바75 결정");
    check("2011도8694", "2011도8694");
    check("메트포르민 500 mg", "500mg 메트포르민");
    check("500㎎", "500mg");
}

#[test]
fn writing_variants_give_the_same_terms() {
    let Some(analyser) = common::analyser() else { return };
    for (one, other) in [
        ("１００％ 완치", "100% 완치"),
        ("MRI 검사", "mri 검사"),
        ("ＭＲＩ 검사", "MRI 검사"),
        ("\u{110B}\u{116A}\u{11AB}\u{110E}\u{1175}", "완치"),
    ] {
        assert_eq!(analyser.terms(one), analyser.terms(other), "{one} {other}");
    }
}

#[test]
fn hanja_is_kept_and_read() {
    check("最高의 병원", "最高 최고 병원");
}

#[test]
fn without_a_dictionary_bigrams_do_the_work() {
    let terms = Analyser::without_dictionary().terms("의료광고 500mg MRI 제56조");
    assert_eq!(terms.morphemes, ["500mg", "제56조", "mri"]);
    assert_eq!(terms.bigrams, ["의료", "료광", "광고", "500mg", "mri", "제", "56", "조"]);
}
