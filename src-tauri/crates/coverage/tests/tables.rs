//! What a cell of a table with titles is about: the name of its row, and the plan, period, class or kind
//! above it or beside it.

use crate::company;

/// The company's coverages, each with its name for it.
const NAMES: [(&str, &str, &str); 5] = [
    ("A4200_1", "암진단비(유사암제외)", "암진단비"),
    ("A4301", "골절진단비", "골절진단비"),
    ("A5100", "질병수술비", "질병수술비"),
    ("A5104", "질병수술비(1-5종)", "질병수술비(1-5종)"),
    ("A5200", "상해수술비", "상해수술비"),
];

#[track_caller]
fn check(documents: &[(&str, &str)], query: &str, slot: &str, expected: &str) {
    company::check_slot(&NAMES, documents, (query, slot, expected));
}

#[test]
fn cells_belong_to_the_titles_above_them() {
    let offer = "| 담보명 | 실속 | 실속 | 표준 | 표준 |\n| 담보명 | 가입금액 | 보험료 | 가입금액 | 보험료 |\n\
        | 암진단비 | | | 2,000만원 | 9,100 |\n| 골절진단비 | 20만원 | 310 | 30만원 | 420 |\n\
        ※ 골절은 계약일부터 30일간 보장하지 않습니다.\n";
    let offer = [("가입설계서", offer)];
    check(&offer, "암진단비 실속 플랜도 나오나요", "payout_amount", "미가입");
    check(&offer, "암진단비 표준 플랜 얼마", "payout_amount", "2,000만원");
    check(&offer, "골절진단비 얼마", "payout_amount", "실속 20만원 / 표준 30만원");
    check(&offer, "골절진단비 면책기간", "waiting_period", "30일");
    check(&offer, "암진단비 면책기간", "waiting_period", "미확인");
    // A reason that names kinds is that of every plan.
    let offer = "| 담보명 | 지급사유 | 실속형 | 표준형 |\n\
        | 암진단비 | 유방암, 전립선암 등으로 진단확정된 경우 | 200만원 | 400만원 |\n";
    let both = "실속형 200만원 / 표준형 400만원";
    check(&[("상품요약서", offer)], "암진단비 얼마", "payout_amount", both);
    // A share for each part of the contract, beside a reason with a period of its own.
    let summary = "| 담보명 | 지급사유 | 1년 미만 | 1년 이상 |\n\
        | 암진단비 | 90일이 지난 날 이후 진단확정된 경우 | 가입금액의 50% | 가입금액의 100% |\n\
        | 골절진단비 | 골절된 경우 | 가입금액 | 가입금액 |\n";
    check(&[("상품요약서", summary)], "암진단비 감액", "partial_payment_rule", "1년 미만 50%");
}

#[test]
fn classes_of_operations_are_read_by_their_row_and_column() {
    let by_row = "| 구분 | 담보명 | 담보명 | 지급금액 |\n| 수술 | 질병수술비(1-5종) | 1종 | 20만원 |\n\
        | 수술 | 질병수술비(1-5종) | 2종 | 50만원 |\n| 수술 | 상해수술비 | 상해수술비 | 30만원 |\n";
    let by_row = [("상품요약서", by_row)];
    check(&by_row, "질병수술비(1-5종) 얼마", "surgery_amount_by_class", "1종 20만원, 2종 50만원");
    check(&by_row, "질병수술비(1-5종) 얼마", "payout_amount", "미확인");
    check(&by_row, "상해수술비 얼마", "payout_amount", "30만원");
    let by_column = "| 담보명 | 1종 | 2종 | 3종 |\n| 질병수술비(1-5종) | - | - | - |\n| 그 밖의 수술 | - | 20만원 | 30만원 |\n";
    let by_column = [("상품요약서", by_column)];
    check(&by_column, "질병수술비(1-5종) 종별", "surgery_amount_by_class", "미확인");
    let by_plan = "질병수술비(1-5종)\n| 플랜 | 질병수술비 | 질병수술비 | 질병수술비 |\n| 플랜 | 1종 | 2종 | 3종 |\n\
        | 실속형 | 10만원 | - | 50만원 |\n| 표준형 | 20만원 | 40만원 | 80만원 |\n";
    let by_plan = [("상품요약서", by_plan)];
    let wanted = "1종 10만원, 3종 50만원";
    check(&by_plan, "질병수술비(1-5종) 실속형", "surgery_amount_by_class", wanted);
}

#[test]
fn a_reason_not_to_pay_that_the_question_names_is_said() {
    let terms = "질병수술비 특별약관\n제1조(지급사유) 질병으로 수술을 받은 경우 수술 1회당 30만원을 지급합니다.\n\
        제2조(보험금을 지급하지 않는 사유) 다음의 수술은 보상하지 않습니다. 1. 미용 목적의 수술 2. 제왕절개수술\n";
    let named = |query: &str| {
        company::answer(&NAMES, &[("약관", terms)], query)
            .user_summary
            .contains("제왕절개에는 지급하지 않습니다")
    };
    assert!(named("제왕절개도 질병수술비 나오나요"));
    assert!(!named("맹장염도 질병수술비 나오나요"));
    assert!(!named("질병수술비 얼마"));
}
