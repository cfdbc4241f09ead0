//! 감액/지급률: clauses as insurers word them, and the rules read from them. `clauses.toml` holds both.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; measurements are printed"
)]

use crate::company;
use serde::Deserialize;
use simui_coverage::{Book, Question, Rules};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clauses {
    clause: Vec<Clause>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clause {
    text: String,
    is: Option<String>,
    #[serde(default = "cancer")]
    of: String,
    #[serde(default)]
    alone: bool,
    #[serde(default)]
    asked: String,
}

fn cancer() -> String {
    "A4200_1".to_owned()
}

/// Codes, standard names, and the company's names.
const NAMES: [(&str, &str, &str); 10] = [
    ("A3300_1", "상해후유장해(3-100%)", "상해후유장해(3~100%)"),
    ("A4200_1", "암진단비(유사암제외)", "암진단비(유사암제외)"),
    ("A4210", "유사암진단비", "유사암진단비"),
    ("A4102", "뇌출혈진단비", "뇌출혈진단비"),
    ("A4103", "뇌졸중진단비", "뇌졸중진단비"),
    ("A4105", "허혈성심장질환진단비", "허혈심장질환진단비"),
    ("A5100", "질병수술비", "질병수술비"),
    ("A5200", "암수술비(유사암제외)", "암수술비(유사암제외)"),
    ("A6100_1", "질병입원일당(1-180)", "질병입원일당(1일이상180일한도)"),
    ("A9619_1", "표적항암약물허가치료비(최초1회한)", "표적항암약물허가치료비Ⅱ(최초1회한)"),
];

fn book(rules: &Rules, clause: &Clause) -> Book {
    let name = NAMES.iter().find(|it| it.0 == clause.of).unwrap().2;
    let text = if clause.alone {
        format!("유의사항\n{}\n보험료는 매월 납입합니다.", clause.text)
    } else {
        format!(
            "보장내용\n{name}\n{}\n골절진단비(치아파절제외)\n골절로 진단확정된 경우 가입금액 지급",
            clause.text
        )
    };
    let pages = company::pages("상품요약서", "요약서.txt", [text.as_str()]);
    let standards = NAMES.map(|(code, name, _)| (code, name));
    let names = NAMES.map(|(code, _, name)| (code, name));
    company::book(rules.clone(), standards, names, pages)
}

/// Returns the rule that the answer gives for a clause.
fn answered_rule(rules: &Rules, clause: &Clause) -> Option<String> {
    let question = Question {
        query: format!("가온 {} 감액", clause.asked),
        coverage_code: Some(clause.of.clone()),
        ..Question::default()
    };
    let answer = book(rules, clause).compare(&question);
    let slot = answer.slots.into_iter().find(|it| it.slot_key == "partial_payment_rule")?;
    let value = slot.insurers.into_iter().next()?;
    assert!(value.value.is_none() || value.evidence.iter().any(|it| !it.quote.is_empty()));
    value.value
}

#[test]
fn shares_and_periods_are_read_however_they_are_worded() {
    let rules = Rules::shipped().unwrap();
    let all: Clauses = toml::from_str(include_str!("clauses.toml")).unwrap();
    let mut right = 0;
    for clause in &all.clause {
        let found = answered_rule(&rules, clause);
        right += usize::from(found == clause.is);
        if found != clause.is {
            eprintln!("{:?} instead of {:?}: {} {}", found, clause.is, clause.of, clause.text);
        }
    }
    eprintln!("{right} of {} clauses", all.clause.len());
    assert!(right == all.clause.len());
}
