//! Facts of one rider (특별약관) are kept apart from those of another, and a statement on a kind of cancer is
//! read as a whole.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use simui_coverage::{Attribute, Question, Rules};

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
    let own = facts.iter().filter(|fact| {
        fact.coverage.as_deref() == (!code.is_empty()).then_some(code)
            && fact.attribute == attribute
            && fact.applies_to.as_deref() == kind
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
    // A period from an event on is that of one rider, wherever it stands.
    let again = "재진단암진단비\n재진단암 보장개시일 : 직전 암 진단확정일부터 그 날을 포함하여 2년이 지난 날의 다음날";
    check("가입설계서", &format!("{named}{again}"), &[("A5200", WaitingPeriod, None, &[])]);
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

#[test]
fn a_rider_begins_at_its_heading_however_it_is_decorated() {
    use Attribute::{Exclusion, Inclusion};
    let article = "제1조(보험금의 지급사유) 암으로 진단확정된 경우 보험가입금액을 지급합니다.\n\
        제2조(암의 정의) 갑상선암, 제자리암은 이 특별약관에서 보장하지 않습니다.";
    for heading in [
        "암진단비(유사암제외) 특별약관",
        "[1종 암진단비(유사암제외) 특별약관]",
        "【암진단비(유사암제외) 특별약관】",
        "<특별약관> 암진단비(유사암제외) 특별약관",
        "제3장 암진단비(유사암제외) 특별약관",
        "제1조의2 암진단비(유사암제외) 특별약관",
        "2-1. 암진단비(유사암제외) 특별약관",
    ] {
        // What the rider says of itself holds for no other coverage.
        check(
            "약관",
            &format!(
                "보통약관\n{heading}\n{article}\n[2종 암수술담보 특별약관]\n암으로 수술받은 경우 지급합니다."
            ),
            &[
                ("A4200_1", Inclusion, Some("thyroid"), &["N"]),
                ("A5200", Inclusion, Some("thyroid"), &[]),
                ("A9999", Inclusion, Some("thyroid"), &[]),
            ],
        );
    }
    let list =
        "다음의 수술은 보장하지 않습니다.\n1. 요실금\n2. 치핵\n제4조(보험기간) 1년으로 합니다.";
    check(
        "약관",
        &format!("[2종 암수술담보 특별약관]\n제3조(보험금을 지급하지 않는 사유) {list}"),
        &[(
            "A5200",
            Exclusion,
            None,
            &[
                "제3조(보험금을 지급하지 않는 사유) 다음의 수술은 보장하지 않습니다. 1. 요실금 2. 치핵",
            ],
        )],
    );
}

#[test]
fn a_section_ends_where_the_list_around_it_goes_on() {
    use Attribute::{Reduction, WaitingPeriod};
    for [first, second, chapter] in [
        ["가. ", "나. ", "3. "],
        ["가) ", "나) ", "3. "],
        ["(가) ", "(나) ", "3. "],
        ["### 1) ", "### 2) ", "## 3. "],
    ] {
        let text = format!(
            "2. 보장내용\n{first}암수술담보\n암으로 수술받은 경우 가입금액 지급\n\
            {second}암직접치료입원비\n암으로 입원한 경우 가입금액 지급(1년 미만 50%)\n\
            {chapter}그 밖의 사항\n계약일부터 90일이 지난 날의 다음날부터 보장합니다."
        );
        check(
            "상품요약서",
            &text,
            &[
                ("A5200", Reduction, None, &[]),
                ("A6200", Reduction, None, &["1년 미만 50%"]),
                ("A6200", WaitingPeriod, None, &[]),
            ],
        );
    }
}

#[test]
fn what_stands_below_a_list_of_names_holds_for_each() {
    use Attribute::{CountLimit, Reduction};
    let list = "(3) 암수술담보, 암직접치료입원비\n① 지급금액: 가입금액 전액, 1년 이내 50%\n\
        ② 지급횟수: 최초 1회한\n(4) 재진단암진단비\n① 지급금액: 가입금액 전액";
    check(
        "사업방법서",
        list,
        &[
            ("A5200", Reduction, None, &["1년 이내 50%"]),
            ("A6200", Reduction, None, &["1년 이내 50%"]),
            ("A6200", CountLimit, None, &["최초 1회한"]),
            ("A9999", Reduction, None, &[]),
        ],
    );
}

#[test]
fn the_topic_of_a_sentence_ends_what_is_said_of_another() {
    use Attribute::{Inclusion, Reduction};
    let text = "암수술담보\n계약일부터 2년 미만에 수술받은 경우 가입금액의 50%를 지급합니다. \
        암직접치료입원비는 감액 없이 지급합니다.";
    check(
        "상품요약서",
        text,
        &[
            ("A5200", Reduction, None, &["2년 미만 50%"]),
            ("A6200", Reduction, None, &["감액 없음"]),
        ],
    );
    // A kind in the name of a coverage is not what another one pays for.
    let named = "암수술담보\n암으로 수술받은 경우 가입금액을 지급합니다. 소액암진단특약은 계약일부터 보장합니다.";
    check("상품요약서", named, &[("A5200", Inclusion, Some("small_amount_cancer"), &[])]);
}

#[test]
fn a_list_that_is_taken_out_may_end_with_another_disease() {
    use Attribute::Inclusion;
    let text = "암진단비(유사암제외) 특별약관\n암이라 함은 악성신생물을 말합니다. 다만, 갑상선암, 제자리신생물 및 전암상태는 제외합니다. \
        대장점막내암은 일반암에 포함합니다.";
    check(
        "약관",
        text,
        &[
            ("A4200_1", Inclusion, Some("thyroid"), &["N"]),
            ("A4200_1", Inclusion, Some("in_situ"), &["N"]),
            ("A4200_1", Inclusion, Some("colon_intramucosal"), &["Y"]),
        ],
    );
}

#[test]
fn an_amount_may_be_paid_as_a_benefit_and_to_somebody() {
    use Attribute::Amount;
    for text in [
        "암수술담보\n암으로 수술받은 때마다 30만원을 수술급여금으로 지급합니다.",
        "암수술담보\n암으로 수술받은 때마다 30만원을 보험수익자에게 지급합니다.",
        "암수술담보 (보험가입금액 1,000만원 기준)\n암으로 수술받은 때마다 30만원을 지급합니다.",
    ] {
        check("상품요약서", text, &[("A5200", Amount, None, &["30만원"])]);
    }
}

#[test]
fn a_smaller_payment_of_the_first_years_is_no_waiting_period() {
    use Attribute::{Reduction, WaitingPeriod};
    let text = "암진단비(유사암제외) 특별약관\n암으로 진단확정된 경우 보험가입금액을 지급합니다. 다만, 계약일로부터 2년이 지난 날의 전일 이전에 \
        진단이 확정된 경우에는 보험가입금액의 50%를 지급합니다.\n암에 대한 보장개시일은 계약일로부터 그 날을 포함하여 90일이 지난날의 다음날입니다.";
    check(
        "약관",
        text,
        &[
            ("A4200_1", WaitingPeriod, None, &["90일"]),
            ("A4200_1", Reduction, None, &["2년 미만 50%"]),
        ],
    );
    let offer =
        "암직접치료입원비\n입원 1일당 가입금액 지급, 180일 경과 후 재입원은 새로운 입원으로 봄";
    check("가입설계서", offer, &[("A6200", WaitingPeriod, None, &[])]);
}

#[test]
fn a_question_for_what_is_not_paid_gets_the_reasons() {
    let names = NAMES.map(|(code, _, name)| (code, name));
    let standards = NAMES.map(|(code, standard, _)| (code, standard));
    let text = "암수술담보 특별약관\n암으로 수술받은 경우 보험가입금액을 지급합니다.\n다음의 수술은 보장하지 않습니다.\n1. 요실금\n2. 치핵";
    let pages = company::pages("약관", "a.txt", [text]);
    let book = company::book(Rules::shipped().unwrap(), standards, names, pages);
    for (query, expected) in
        [("암수술비에서 보장하지 않는 수술은?", Some("요실금")), ("암수술비 얼마야", None)]
    {
        let asked = Question { query: query.to_owned(), ..Question::default() };
        let answer = book.compare(&asked);
        let slot = answer.slots.iter().find(|it| it.slot_key == "exclusion_reasons");
        let value = slot.and_then(|it| it.insurers.first()?.value.clone());
        assert_eq!(value.is_some(), expected.is_some(), "{query}");
        assert!(expected.is_none_or(|it| value.unwrap().contains(it)), "{query}");
    }
}
