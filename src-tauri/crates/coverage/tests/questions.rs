//! Meaning of questions about three companies: several coverages in one question, excluded
//! companies, previous questions, and words set apart.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use simui_coverage::{
    Alias, Anchor, Book, CoverageAnswer, Insurer, Page, Question, ResolutionState, Rules, Standard,
    Tables,
};

/// A code, a standard name, and each company's name and amount for the coverage.
type Row = (&'static str, &'static str, [(&'static str, u64); 3]);

/// Codes, standard names, and the names and amounts in 만원 of 가온, 누리 and 다솜. The name is empty if a
/// company does not sell the coverage.
const COVERAGES: [Row; 5] = [
    ("A1", "암진단비(유사암제외)", [("암진단비", 3000), ("암진단담보", 2000), ("암진단비", 1000)]),
    ("A2", "뇌졸중진단비", [("뇌졸중진단비", 900), ("뇌졸중진단담보", 800), ("뇌졸중진단비", 700)]),
    ("A3", "항암방사선약물치료비", [("", 0), ("항암약물치료담보", 300), ("항암약물치료비", 200)]),
    (
        "A4",
        "카티항암약물허가치료비",
        [("카티항암약물허가치료비", 1000), ("카티(CAR-T)항암약물허가치료담보", 500), ("", 0)],
    ),
    ("A5", "상해수술비", [("상해수술비", 10), ("상해수술담보", 20), ("상해수술비", 30)]),
];
const COMPANIES: [(&str, &str); 3] =
    [("G", "가온손해보험"), ("N", "누리화재"), ("D", "다솜손해보험")];

fn book() -> Book {
    let insurer = |(code, name): &(&str, &str)| Insurer {
        code: (*code).into(),
        name: (*name).into(),
        aliases: vec![name.chars().take(2).collect()],
    };
    let mut tables =
        Tables { insurers: COMPANIES.iter().map(insurer).collect(), ..Tables::default() };
    let mut texts = vec![
        String::from("가입담보 가입금액 보험료(원) 납기/만기\n");
        COMPANIES.len()
    ];
    for (code, standard, names) in COVERAGES {
        let (code, name) = (code.to_owned(), standard.to_owned());
        let empty = String::new();
        tables.standards.push(Standard {
            code: code.clone(),
            name,
            domain: empty.clone(),
            role: empty.clone(),
            coverage_type: empty,
        });
        for (at, (name, won)) in names.iter().enumerate().filter(|it| !it.1.0.is_empty()) {
            texts[at].push_str(&format!("{name} {won}만원 1,234 20년/100세\n"));
            tables.aliases.push(Alias {
                insurer_code: COMPANIES[at].0.into(),
                coverage_code: code.clone(),
                raw_name: (*name).into(),
                confidence: Some(0.9),
            });
        }
    }
    let page = |(text, (code, _)): (String, &(&str, &str))| Page {
        insurer_code: (*code).into(),
        doc_type: "가입설계서".into(),
        document: format!("{code}.txt"),
        page: 1,
        text,
    };
    let pages = texts.into_iter().zip(&COMPANIES).map(page).collect();
    Book::new(Rules::shipped().unwrap(), tables, pages)
}

fn ask(query: &str, anchor: Option<Anchor>) -> CoverageAnswer {
    book().compare(&Question { query: query.to_owned(), anchor, ..Question::default() })
}

/// Checks the companies, the code, and the amounts in 만원 of an answer.
fn check(query: &str, companies: &[&str], code: Option<&str>, amounts: &[u64]) {
    let answer = ask(query, None);
    let found: Vec<u64> = answer
        .slots
        .iter()
        .filter(|it| it.slot_key == "payout_amount")
        .flat_map(|it| it.insurers.iter().filter_map(|it| it.amount_won))
        .map(|it| it / 10_000)
        .collect();
    assert_eq!(answer.insurers, companies, "{query}");
    assert_eq!(answer.resolved_coverage_code.as_deref(), code, "{query}");
    assert_eq!(found, amounts, "{query}");
}

#[test]
fn the_second_of_two_coverages_lends_the_first_no_amount() {
    check("가온 암진단비랑 뇌졸중진단비 얼마", &["G"], Some("A1"), &[3000]);
    check("다솜 뇌졸중진단비, 암진단비 비교", &["D"], Some("A2"), &[700]);
    check("가온과 다솜 암진단비와 뇌졸중진단비 비교해줘", &["G", "D"], Some("A1"), &[3000, 1000]);
    let answer = ask("가온 암진단비랑 뇌졸중진단비 얼마", None);
    assert!(
        answer.user_summary.contains("지급금액: 가온손해보험 900만원"),
        "{}",
        answer.user_summary
    );
}

/// Checks the codes of the coverages that a question is about, in order.
fn check_several(query: &str, codes: &[&str]) {
    let answer = ask(query, None);
    let all = std::iter::once(&answer).chain(&answer.others);
    let found: Vec<&str> = all.filter_map(|it| it.resolved_coverage_code.as_deref()).collect();
    assert_eq!(found, codes, "{query}");
}

#[test]
fn a_question_that_lists_coverages_is_answered_for_each() {
    check_several("가온 암진단비랑 뇌졸중진단비 얼마", &["A1", "A2"]);
    check_several("가온 암, 뇌졸중 진단비 얼마야", &["A1", "A2"]);
    check_several("다솜 뇌졸중·암 진단비 비교해줘", &["A2", "A1"]);
    check_several("가온과 다솜의 뇌졸중이나 암 진단비, 상해수술비는?", &["A2", "A1", "A5"]);
    check_several("가온 암진단비 뇌졸중진단비", &["A1", "A2"]);
    check_several("다솜 암진단비와 뇌졸중진단비와 암진단비", &["A1", "A2"]);
}

#[test]
fn what_is_joined_to_a_coverage_is_no_coverage() {
    check_several("가온 암진단비의 면책기간과 감액기간", &["A1"]);
    check_several("암진단비에서 제자리암과 경계성종양 비교", &["A1"]);
    check_several("가온과 누리와 다솜 암진단비", &["A1"]);
    check_several("갱신형, 비갱신형 암진단비 얼마", &["A1"]);
    check_several("다솜 암진단비(유사암제외, 갱신형)", &["A1"]);
}

#[test]
fn companies_that_are_left_out() {
    check("가온은 빼고 나머지 암진단비 비교", &["N", "D"], Some("A1"), &[2000, 1000]);
    check("가온 말고 암진단비", &["N", "D"], Some("A1"), &[2000, 1000]);
    check("암진단비 가온 말고 누리", &["N"], Some("A1"), &[2000]);
    check("가온 제외하고 누리 다솜 암진단비", &["N", "D"], Some("A1"), &[2000, 1000]);
}

#[test]
fn a_word_set_apart_belongs_to_the_name() {
    check("누리화재 카티 항암약물 치료비 얼마 나오나요", &["N"], Some("A4"), &[500]);
    check("누리화재 항암약물 치료비 얼마 나오나요", &["N"], Some("A3"), &[300]);
}

#[test]
fn classes_that_nobody_has_are_asked_about() {
    let answer = ask("누리 1~5종 수술비 얼마야", None);
    assert_eq!(answer.resolution_state, ResolutionState::Unresolved);
}

#[test]
fn a_company_joins_the_one_before() {
    let before = Anchor { insurers: vec!["G".into()], coverage_code: Some("A1".into()) };
    for query in ["누리랑 비교하면?", "누리도 알려줘"] {
        let answer = ask(query, Some(before.clone()));
        assert_eq!(answer.insurers, ["G", "N"], "{query}");
        assert_eq!(answer.resolved_coverage_code.as_deref(), Some("A1"), "{query}");
    }
    let answer = ask("누리는 얼마야", Some(before));
    assert_eq!(answer.insurers, ["N"]);
}

#[test]
fn words_around_a_coverage_leave_its_name_alone() {
    check("가온하고 다솜 중 암진단비 어느쪽이 많아", &["G", "D"], Some("A1"), &[3000, 1000]);
    let answer = ask("가온 암진단비는 며칠부터 보장돼?", None);
    assert_eq!(answer.resolved_coverage_code.as_deref(), Some("A1"));
    let answer = ask("가온 가전 수리비 얼마야", None);
    assert_eq!(answer.resolution_state, ResolutionState::Invalid);
    assert_eq!(answer.resolved_coverage_code, None);
}
