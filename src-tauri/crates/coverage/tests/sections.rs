//! Which part of a document is about a coverage, and which amount, share and period in it are its own.

use crate::company;

/// The company's coverages, each with its name for it.
const NAMES: [(&str, &str, &str); 6] = [
    ("A4200_1", "암진단비(유사암제외)", "암진단비"),
    ("A4210", "유사암진단비", "유사암진단비"),
    ("A4220", "고액암진단비", "고액암진단비"),
    ("A4101", "급성심근경색증진단비", "급성심근경색증진단비"),
    ("A6100_1", "질병입원일당", "질병입원일당"),
    ("A4301", "골절진단비", "골절진단비"),
];

/// Checks the value of a slot in the answer from documents, each with its type; 미확인 for none.
#[track_caller]
fn check(documents: &[(&str, &str)], query: &str, slot: &str, expected: &str) {
    let found = company::value(&NAMES, documents, query, slot);
    assert_eq!(found.value.as_deref().unwrap_or("미확인"), expected, "{query}: {found:?}");
}

#[test]
fn a_share_for_a_kind_is_not_of_the_whole_sum() {
    let offer = "| 담보명 | 보장내용 | 가입금액 |\n|---|---|---|\n\
        | 암진단비 | 암 진단확정 시 최초 1회한 (단, 전립선암은 가입금액의 40%) | 4,000만원 |\n";
    let offer = [("가입설계서", offer)];
    check(&offer, "암진단비 얼마", "payout_amount", "4,000만원");
    check(&offer, "암진단비 전립선암 얼마", "payout_amount", "1,600만원");
    // What a further sentence states has no period.
    let offer = "| 담보명 | 보장내용 | 가입금액 |\n|---|---|---|\n\
        | 암진단비 | 암 진단확정 시. 다만, 1년 미만에 진단확정된 경우 가입금액의 50%. \
        소액암(유방암, 자궁암)은 가입금액의 20% | 3,000만원 |\n";
    let offer = [("가입설계서", offer)];
    check(&offer, "암진단비 유방암 얼마", "payout_amount", "600만원");
    check(&offer, "암진단비 얼마", "payout_amount", "3,000만원");
}

#[test]
fn a_kind_that_is_not_paid_for_is_denied() {
    let offer = ("가입설계서", "| 담보 | 가입금액 |\n|---|---|\n| 암진단비 | 3,000만원 |\n");
    let terms = "제5조(암진단비) 회사는 암으로 진단확정된 경우 가입금액을 지급합니다. \
        다만, 유방암과 전립선암은 보장하지 않습니다.\n";
    let both = [offer, ("약관", terms)];
    check(&both, "암진단비 유방암도 되나요", "subtype_breast_covered", "N");
    check(&both, "암진단비 방광암도 되나요", "subtype_bladder_covered", "Y");
    // A share paid early, and what another coverage pays, say of no kind that this one pays for it.
    for terms in [
        "제5조(보험금의 감액) 1년 이내에 암 또는 갑상선암으로 진단확정된 경우 보험금의 50%를 지급합니다.\n",
        "제3조(정의) 암이라 함은 악성신생물을 말합니다.\n② 갑상선암은 유사암진단비를 지급합니다.\n",
    ] {
        let both = [offer, ("약관", terms)];
        check(&both, "암진단비 갑상선암 되나요", "subtype_thyroid_covered", "미확인");
    }
}

#[test]
fn a_kind_is_what_the_company_defines_it_to_be() {
    let terms = "제2조(용어의 정의) 소액암이란 유방암, 전립선암, 방광암을 말합니다.\n\
        제5조(암진단비) 암(소액암 제외)으로 진단확정된 경우 3,000만원을 지급합니다. \
        소액암은 보장하지 않습니다.\n";
    check(&[("약관", terms)], "암진단비 유방암도 되나요", "subtype_breast_covered", "N");
    check(&[("약관", terms)], "암진단비 폐암도 되나요", "subtype_lung_covered", "Y");
}

#[test]
fn a_table_of_kinds_has_an_amount_for_each() {
    let table = |first: &str, second: &str| {
        let name = "암진단비 | 암으로 진단 확정되었을 때";
        format!(
            "| 급부명칭 | 지급사유 | 구분 | 지급금액 |\n| {name} | {first} |\n| {name} | {second} |\n"
        )
    };
    let (kinds, illness) = ("유방암, 전립선암 | 2,000만원", "일반암 | 5,000만원");
    for text in [table(illness, kinds), table(kinds, illness)] {
        let summary = [("상품요약서", text.as_str())];
        check(&summary, "암진단비 얼마", "payout_amount", "5,000만원");
        check(&summary, "암진단비 유방암 얼마", "payout_amount", "2,000만원");
        check(&summary, "암진단비 폐암 얼마", "payout_amount", "5,000만원");
    }
    let text = table(kinds, "대장암 | 3,000만원");
    let both = "유방암, 전립선암 2,000만원 / 대장암 3,000만원";
    check(&[("상품요약서", &text)], "암진단비 얼마", "payout_amount", both);
    // What the illness is, in a bracket behind it, is no kind.
    let row = "급부명칭 | 지급사유 | 지급금액\n고액암진단비 | 고액암(뇌암, 백혈병)으로 진단 확정되었을 때 | 1억원\n";
    check(&[("상품요약서", row)], "고액암진단비 얼마", "payout_amount", "1억원");
}

#[test]
fn an_article_with_a_coverage_as_its_title_is_its_section() {
    let terms = "제5조(암진단비의 지급사유) 암으로 진단확정된 경우 아래의 금액을 지급합니다.\n\
        - 암진단비 : 2,000만원 (최초 1회한)\n\
        제7조(감액지급) 계약일부터 180일 미만에 진단확정된 경우 해당 보험금의 25%를 지급합니다.\n\
        제8조(고액암진단비) 고액암으로 진단확정된 경우 5,000만원을 지급합니다.\n";
    let terms = [("약관", terms)];
    check(&terms, "암진단비 얼마", "payout_amount", "2,000만원");
    check(&terms, "고액암진단비 얼마", "payout_amount", "5,000만원");
    check(&terms, "암진단비 감액", "partial_payment_rule", "180일 미만 25%");
    let terms = "제3조(질병입원일당) 4일 이상 입원한 경우 입원 1일당 2만원을 지급합니다.\n";
    check(&[("약관", terms)], "질병입원일당 얼마", "payout_amount", "2만원");
}

#[test]
fn rows_below_a_head_of_coverages_are_coverages() {
    let rows = |head: &str| {
        format!(
            "| {head} | 지급사유 | 지급금액 |\n|---|---|---|\n\
             | 급성심근경색증진단비 | 진단 확정되었을 때 | 2,000만원 |\n\
             | 암수술급여금 | 수술 1회당 | 500만원 |\n"
        )
    };
    for head in ["담보", "담보명", "특약명"] {
        let summary = rows(head);
        check(&[("상품요약서", &summary)], "급성심근경색증진단비", "payout_amount", "2,000만원");
    }
    let cells =
        "| 담보명 | 지급금액 |\n|---|---|\n| 암진단비 | 2,000만원 |\n| 고액암진단비 | 미판매 |\n";
    check(&[("상품요약서", cells)], "고액암진단비 있나요", "existence_status", "N");
}

#[test]
fn columns_for_parts_of_the_contract_are_no_amounts_side_by_side() {
    for text in [
        "| 담보명 | 지급사유 | 1년 미만 | 1년 이상 |\n|---|---|---|---|\n\
         | 암진단비 | 암 진단확정 시 | 1,000만원 | 2,000만원 |\n",
        "| 담보명 | 지급사유 | 지급금액 | 지급금액 |\n\
         | 담보명 | 지급사유 | 가입 후 1년 미만 | 가입 후 1년 이후 |\n\
         | 암진단비 | 암 진단확정 시 | 1,000만원 | 2,000만원 |\n",
    ] {
        let summary = [("상품요약서", text)];
        check(&summary, "암진단비 얼마", "payout_amount", "2,000만원");
        check(&summary, "암진단비 감액", "partial_payment_rule", "1년 미만 1,000만원");
    }
}

#[test]
fn a_cell_with_an_amount_for_each_kind_is_read_by_kinds() {
    let text = "| 담보명 | 지급금액 |\n|---|---|\n\
        | 암진단비 | 일반암: 4,000만원 / 유방암·전립선암: 1,600만원 |\n";
    let summary = [("상품요약서", text)];
    check(&summary, "암진단비 얼마", "payout_amount", "4,000만원");
    check(&summary, "암진단비 유방암 얼마", "payout_amount", "1,600만원");
    check(&summary, "암진단비 폐암 얼마", "payout_amount", "4,000만원");
}

#[test]
fn a_coverage_that_was_not_taken_out_has_no_amount() {
    let text = "| 담보명 | 가입금액 | 가입여부 |\n|---|---|---|\n\
        | 암진단비 | 3,000만원 | 미가입 |\n| 골절진단비 | 30만원 | 가입 |\n";
    let offer = [("가입설계서", text)];
    check(&offer, "암진단비 얼마", "payout_amount", "미가입");
    check(&offer, "골절진단비 얼마", "payout_amount", "30만원");
}

#[test]
fn a_special_case_is_not_what_is_paid() {
    let terms = "질병입원일당 특별약관\n입원한 경우 1일당 가입금액을 지급합니다. \
        요양병원에 입원한 경우에는 1일당 2만원을 지급합니다.\n";
    check(&[("약관", terms)], "질병입원일당 얼마", "payout_amount", "미확인");
}

#[test]
fn a_waiting_period_that_does_not_apply_is_none() {
    for clause in [
        "유사암진단비에는 90일의 면책기간을 적용하지 않습니다.",
        "이 특별약관에는 면책기간(90일)을 두지 않습니다.",
    ] {
        let terms =
            format!("유사암진단비 특별약관\n유사암으로 진단확정된 경우 지급합니다. {clause}\n");
        check(&[("약관", &terms)], "유사암진단비 면책기간", "waiting_period", "없음");
    }
}

#[test]
fn a_note_without_a_number_holds_for_the_table_above() {
    let table = "| 담보 | 지급금액 |\n|---|---|\n| 암진단비 | 5,000만원 |\n| 골절진단비 | 30만원 |\n\n\
        주) 계약일부터 2년 이내에 암으로 진단 확정된 경우 위 금액의 50%를 지급합니다.\n";
    check(&[("상품요약서", table)], "암진단비 감액", "partial_payment_rule", "2년 이내 50%");
}
