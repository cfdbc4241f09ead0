//! What is paid for a kind of cancer, for a plan, and what is not paid, as an answer gives it.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use simui_coverage::{Confidence, SlotValue};

use crate::company;

/// The company's coverages, each with its name for it.
const NAMES: [(&str, &str, &str); 4] = [
    ("A4200_1", "암진단비(유사암제외)", "암진단비(유사암제외)"),
    ("A4210", "유사암진단비", "유사암진단비"),
    ("A5200", "암수술비(유사암제외)", "암수술담보"),
    ("A6200", "암직접치료입원일당", "암직접치료입원비"),
];

/// Returns the value of a slot in the answer from documents, each with its type.
fn value(documents: &[(&str, &str)], query: &str, slot: &str) -> SlotValue {
    company::value(&NAMES, documents, query, slot)
}

const ROWS: &str =
    "담보명 가입금액 보험료\n암수술담보 500만원 2,340\n암직접치료입원비 2만원 1,200\n";

#[track_caller]
fn pays(clauses: &str, query: &str, expected: &str) {
    let text = format!("{ROWS}보장내용\n{clauses}");
    let found = value(&[("가입설계서", &text)], query, "payout_amount");
    assert_eq!(found.value.as_deref(), Some(expected), "{query}: {found:?}");
    let is_sum = expected.ends_with('원');
    assert_eq!(found.amount_won.is_some(), is_sum, "{query}: {found:?}");
}

/// Checks the payout of documents, each with its type, and its confidence.
#[track_caller]
fn pays_in(documents: &[(&str, &str)], query: &str, expected: &str, confidence: Confidence) {
    let found = value(documents, query, "payout_amount");
    assert_eq!(found.value.as_deref(), Some(expected), "{query}: {found:?}");
    assert_eq!(found.confidence, confidence, "{query}: {found:?}");
}

#[test]
fn a_sum_insured_is_no_payment_for_a_day() {
    let offer = (
        "가입설계서",
        "담보명 가입금액 보험료\n암수술담보 500만원 2,340\n암직접치료입원비 2,000만원 1,200\n",
    );
    let query = "암직접치료입원일당 얼마";
    pays_in(&[offer], query, "가입금액 2,000만원", Confidence::Low);
    let base = "보험금은 특약보험가입금액 1,000만원을 기준으로 합니다.\n";
    let table = "| 급부명칭 | 지급사유 | 지급금액 |\n|---|---|---|\n";
    let one = "| 입원급여금 | 암으로 입원하였을 때 | 입원 1일당 3만원 |\n";
    let two = "| 상급병원입원급여금 | 상급종합병원에 입원하였을 때 | 입원 1일당 7만원 |\n";
    let summary = format!("{base}암직접치료입원비\n{table}{one}");
    pays_in(&[offer, ("상품요약서", &summary)], query, "6만원", Confidence::Medium);
    let summary = format!("암직접치료입원비 (보험가입금액 2,000만원 기준)\n{table}{one}{two}");
    let both = "입원급여금 3만원 / 상급병원입원급여금 7만원";
    pays_in(&[offer, ("상품요약서", &summary)], query, both, Confidence::Medium);
    // A base equal to the sum leaves the payment as it is; what is paid for kinds is told with them.
    let kinds = "유사암진단비 (보험가입금액 500만원 기준)\n| 급부명칭 | 지급사유 | 지급금액 |\n|---|---|---|\n\
        | 유사암진단보험금 | 진단확정되었을 때 | 갑상선암 200만원, 제자리암 100만원 |\n";
    let row = (
        "가입설계서",
        "담보명 가입금액 보험료\n암수술담보 500만원 2,340\n유사암진단비 1,000만원 1,200\n",
    );
    let both = [row, ("상품요약서", kinds)];
    pays_in(&both, "유사암진단비 갑상선암이면 얼마", "400만원", Confidence::Medium);
    pays_in(&both, "유사암진단비 얼마", "제자리암 200만원 / 갑상선암 400만원", Confidence::Medium);
    // The base of another coverage is none of this one.
    let other = format!("암수술담보 (보험가입금액 500만원 기준)\n암직접치료입원비\n{table}{one}");
    pays_in(&[offer, ("상품요약서", &other)], query, "가입금액 2,000만원", Confidence::Low);
}

#[test]
fn what_is_paid_counts_before_the_sum_insured_beside_it() {
    let offer = "1. 암수술담보\n - 가입금액 : 500만원 / 보험료 1,200원\n - 보장금액 : 1,000만원\n\
        2. 암직접치료입원비\n - 가입금액 : 3만원 / 보험료 900원\n";
    let query = "암수술비 얼마";
    pays_in(&[("가입설계서", offer)], query, "1,000만원", Confidence::High);
}

#[test]
fn an_amount_in_a_cell_belongs_to_the_kind_in_front_of_it() {
    let table = "유사암진단비\n| 급부명칭 | 지급사유 | 지급금액 |\n|---|---|---|\n\
        | 유사암진단보험금 | 진단확정되었을 때 | 갑상선암 200만원, 제자리암 100만원 |\n\
        암수술담보\n| 급부명칭 | 지급사유 | 지급금액 |\n|---|---|---|\n\
        | 암수술급여금 | 수술을 받았을 때 | 암 300만원, 갑상선암 60만원 |\n";
    let summary = [("상품요약서", table)];
    for (query, expected) in [
        ("유사암진단비 갑상선암이면 얼마", "200만원"),
        ("유사암진단비 제자리암이면 얼마", "100만원"),
        ("암수술비 얼마", "300만원"),
        ("암수술비 갑상선암이면 얼마", "60만원"),
    ] {
        pays_in(&summary, query, expected, Confidence::High);
    }
}

#[test]
fn a_kind_is_paid_the_share_that_its_clause_states() {
    let whole = "암수술담보\n암의 치료를 직접목적으로 수술한 경우 수술 1회당 가입금액 지급\n";
    let list = format!(
        "{whole}유사암(갑상선암, 제자리암)의 치료를 목적으로 수술한 경우 가입금액의 20% 지급"
    );
    for (query, expected) in [
        ("암수술비 유사암이면 얼마", "100만원"),
        ("암수술비 갑상선암이면 얼마", "100만원"),
        ("암수술비 갑상선암, 제자리암이면 얼마", "100만원"),
        ("암수술비 얼마", "500만원"),
        ("암수술비 갑상선암이면 몇 퍼센트야", "500만원"),
    ] {
        pays(&list, query, expected);
    }
    let each = format!("{whole}갑상선암은 가입금액의 20%, 제자리암은 가입금액의 50% 지급");
    pays(&each, "암수술비 갑상선암이면 얼마", "100만원");
    pays(&each, "암수술비 제자리암이면 얼마", "250만원");
    pays(&each, "암수술비 갑상선암, 제자리암이면 얼마", "가입금액의 20%, 50%");
    let early =
        format!("{whole}지급금액: 가입금액 전액(1년 이내 50%). 다만 제자리암은 가입금액의 50%");
    pays(&early, "암수술비 제자리암이면 얼마", "250만원");
    let below = format!("{whole}유사암은 가입금액의 20% 지급. 단, 갑상선암은 가입금액의 50% 지급");
    pays(&below, "암수술비 갑상선암이면 얼마", "250만원");
    let stated = format!("{whole}유사암의 경우 가입금액의 20%인 100만원 지급");
    pays(&stated, "암수술비 유사암이면 얼마", "100만원");
}

#[test]
fn a_row_of_a_kind_says_nothing_of_the_whole() {
    let row = "| 암수술담보 | 암(유사암 제외)의 치료를 목적으로 수술을 받은 경우 | 수술 1회당 가입금액 |\n\
        |  | 유사암의 치료를 목적으로 수술을 받은 경우 | 수술 1회당 가입금액의 20% |";
    pays(row, "암수술비 얼마", "500만원");
    pays(row, "암수술비 유사암이면 얼마", "100만원");
}

#[test]
fn what_is_stated_of_a_collective_holds_for_the_kinds_that_the_company_counts() {
    let offer = format!(
        "{ROWS}보장내용\n암직접치료입원비\n암으로 입원한 경우 1일당 가입금액 지급(단, 유사암은 가입금액의 20% 지급)"
    );
    let terms = "암진단비(유사암제외) 특별약관\n제2조 유사암이란 갑상선암, 제자리암을 말합니다.\n\
        ② 대장점막내암은 유사암에 해당하지 않으며 암으로 봅니다.";
    let documents = [("가입설계서", offer.as_str()), ("약관", terms)];
    let check = |query: &str, slot: &str, expected: &str| {
        let found = value(&documents, query, slot);
        assert_eq!(found.value.as_deref(), Some(expected), "{query}: {found:?}");
    };
    check("암직접치료입원일당 갑상선암이면 얼마", "payout_amount", "4,000원");
    check("암직접치료입원일당 갑상선암도 나와?", "subtype_thyroid_covered", "조건부");
    check("암직접치료입원일당 경계성종양도 나와?", "subtype_borderline_covered", "미확인");
    check("암진단비 대장점막내암도 나와?", "subtype_colon_intramucosal_covered", "Y");
    check("암진단비 갑상선암도 나와?", "subtype_thyroid_covered", "N");
}

#[test]
fn plans_side_by_side_are_told_apart() {
    let text = "| 담보명 | 가입금액(실속형) | 가입금액(든든형) | 보험료 |\n|---|---|---|---|\n\
        | 암수술담보 | 200만원 | 500만원 | 1,200 |\n| 암직접치료입원비 | - | 2만원 | 900 |\n\
        암수술담보\n유사암으로 수술한 경우 가입금액의 20% 지급";
    for (query, expected, won) in [
        ("든든형 암수술비", "500만원", Some(5_000_000)),
        ("암수술비 얼마", "실속형 200만원 / 든든형 500만원", None),
        ("으뜸형 암수술비", "실속형 200만원 / 든든형 500만원", None),
        ("실속형 암직접치료입원일당", "미가입", None),
        ("암직접치료입원일당 얼마", "실속형 미가입 / 든든형 2만원", None),
        ("실속형 암수술비 유사암이면 얼마", "40만원", Some(400_000)),
        ("암수술비 유사암이면 얼마", "실속형 40만원 / 든든형 100만원", None),
    ] {
        let found = value(&[("가입설계서", text)], query, "payout_amount");
        assert_eq!((found.value.as_deref(), found.amount_won), (Some(expected), won), "{query}");
    }
}

#[test]
fn a_heading_of_exclusions_opens_the_list_below_it() {
    let check = |documents: &[(&str, &str)], expected: &str| {
        let found = value(documents, "암수술비 지급하지 않는 사유", "exclusion_reasons");
        assert_eq!(found.value.unwrap_or_default(), expected, "{documents:?}");
    };
    let below = |items: &str| {
        format!(
            "{ROWS}암수술담보\n암으로 수술한 경우 가입금액 지급\n[ 보험금을 지급하지 않는 사항 ]\n{items}"
        )
    };
    let listed = below("① 미용 목적의 수술\n② 요실금\n암직접치료입원비");
    let own = "[ 보험금을 지급하지 않는 사항 ] ① 미용 목적의 수술 ② 요실금";
    check(&[("가입설계서", &listed)], own);
    check(&[("가입설계서", &below("암직접치료입원비"))], "");
    let terms = "보통약관\n제5조(보험금을 지급하지 않는 사유)\n① 피보험자의 고의\n② 전쟁\n\
        제6조(준용) 제5조는 모든 특별약관에 준용합니다.\n암수술담보 특별약관\n암으로 수술한 경우 가입금액 지급";
    let common = "공통: 제5조(보험금을 지급하지 않는 사유) ① 피보험자의 고의 ② 전쟁";
    check(&[("약관", terms), ("가입설계서", &listed)], &format!("{own} / {common}"));
}
