//! Facts of one rider (특별약관) are kept apart from those of another, and a statement on a kind of cancer is
//! read as a whole.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use simui_coverage::{Attribute, Rules};

use crate::company;

/// The company's coverages, each with its name for it.
const NAMES: [(&str, &str, &str); 4] = [
    ("A4200_1", "암진단비(유사암제외)", "암진단비(유사암제외)"),
    ("A5200", "암수술비(유사암제외)", "암수술담보"),
    ("A6200", "암직접치료입원일당", "암직접치료입원비"),
    ("A9999", "재진단암진단비", "재진단암진단비"),
];

/// The values that a document states of a coverage, for a kind of cancer or for none.
fn values(doc_type: &str, text: &str, of: (&str, Attribute, Option<&str>)) -> Vec<String> {
    let standards = NAMES.map(|(code, standard, _)| (code, standard));
    let names = NAMES.map(|(code, _, name)| (code, name));
    let pages = company::pages(doc_type, "a.txt", [text]);
    let book = company::book(Rules::shipped().unwrap(), standards, names, pages);
    let facts = book.facts("N").unwrap();
    let (code, attribute, kind) = of;
    let own = facts.iter().filter(|it| {
        it.coverage.as_deref() == (!code.is_empty()).then_some(code)
            && it.attribute == attribute
            && it.applies_to.as_deref() == kind
    });
    let mut values: Vec<String> = own.map(|it| it.value.clone()).collect();
    values.sort();
    values.dedup();
    values
}

#[track_caller]
fn check(doc_type: &str, text: &str, cases: &[(&str, Attribute, Option<&str>, &[&str])]) {
    for (code, attribute, kind, expected) in cases {
        let found = values(doc_type, text, (code, *attribute, *kind));
        assert_eq!(found, *expected, "{code} {attribute:?} {kind:?} of {text}");
    }
}

#[test]
fn a_waiting_period_below_the_head_of_a_rider_is_that_riders() {
    use Attribute::WaitingPeriod;
    let named = "암진단비(유사암제외)\n암으로 진단확정된 경우 가입금액 지급\n암수술담보\n암으로 수술받은 경우 가입금액 지급\n";
    let terms =
        "암 관련 담보의 보장개시일은 계약일부터 그 날을 포함하여 90일이 지난 날의 다음날로 합니다.";
    let head = "재진단암진단비 특별약관, 재진단암진단비 특별약관(갱신형) 운영에 관한 사항";
    check(
        "사업방법서",
        &format!("{named}보장개시일에 관한 사항\n{terms}"),
        &[("A5200", WaitingPeriod, None, &["90일"])],
    );
    check("사업방법서", &format!("{named}{head}\n{terms}"), &[("A5200", WaitingPeriod, None, &[])]);
    let numbered = "1) 재진단암진단비 특별약관";
    check(
        "사업방법서",
        &format!("{named}{numbered}\n{terms}"),
        &[("A5200", WaitingPeriod, None, &[])],
    );
    let example = "(예시) 암 진단비 : 가입 후 90일간 보장 제외";
    check("가입설계서", &format!("{named}{example}"), &[("A5200", WaitingPeriod, None, &[])]);
}

#[test]
fn a_payment_of_one_coverage_is_a_coverage_in_offers_alone() {
    use Attribute::Existence;
    let text = "담보명 가입금액 보험료\n암진단비(유사암제외) 1,000만원 2,340\n변호사비용 1,500만원 1,200\n";
    check("가입설계서", text, &[("", Existence, None, &["Y"])]);
    check("상품요약서", text, &[("", Existence, None, &[]), ("A4200_1", Existence, None, &["Y"])]);
}

#[test]
fn the_share_of_a_kind_stands_beside_the_reduction() {
    use Attribute::Reduction;
    let text = "암직접치료입원비\n암의 직접치료를 목적으로 입원시 가입금액 지급(유사암진단시 20% 지급)(1년미만 50%)";
    check(
        "상품요약서",
        text,
        &[(
            "A6200",
            Reduction,
            Some("similar_cancer"),
            &["1년 미만 50%, 유사암 가입금액의 20%", "가입금액의 20%"],
        )],
    );
}

#[test]
fn the_companys_own_name_says_whether_a_kind_is_left_out() {
    use Attribute::Inclusion;
    let text = "암수술담보\n암으로 수술받은 경우 가입금액 지급\n유사암 : 기타피부암, 갑상선암, 제자리암, 경계성종양\n";
    // The standard name is 암수술비(유사암제외); the company's is not.
    check("상품요약서", text, &[("A5200", Inclusion, Some("thyroid"), &[])]);
}

#[test]
fn a_clause_that_pays_for_a_kind_is_shown_before_one_that_takes_it_out() {
    use Attribute::KindClause;
    let text = "암직접치료입원비\n암(갑상선암 제외)으로 입원한 경우 가입금액을 지급합니다.\n갑상선암으로 입원한 경우 가입금액의 20%를 지급합니다.";
    check(
        "상품요약서",
        text,
        &[(
            "A6200",
            KindClause,
            Some("thyroid"),
            &["갑상선암으로 입원한 경우 가입금액의 20%를 지급합니다."],
        )],
    );
}
