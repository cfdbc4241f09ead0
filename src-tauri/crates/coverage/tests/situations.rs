//! Questions about a situation: a time since the contract began, something that is not paid for, a class of
//! operations, and clauses about other coverages beside the one in question.

use crate::company;

/// The company's coverages, each with its name for it.
const NAMES: [(&str, &str, &str); 10] = [
    ("A4200_1", "암진단비", "암진단자금(일반암)"),
    ("A4210", "유사암진단비", "유사암진단자금"),
    ("A4220", "소액암진단비", "소액암진단자금"),
    ("A4101", "뇌출혈진단비", "뇌출혈진단비"),
    ("A4301", "골절진단비", "골절진단비"),
    ("A5100", "질병수술비", "질병수술비"),
    ("A5104", "종수술비", "수술급여금"),
    ("A6100", "질병입원일당", "질병입원급여금"),
    ("A1100", "상해사망", "일반상해사망"),
    ("A1300", "질병사망", "질병사망"),
];

#[track_caller]
fn check(documents: &[(&str, &str)], query: &str, slot: &str, expected: &str) {
    company::check_slot(&NAMES, documents, (query, slot, expected));
}

/// Checks what the summary has, and what it has not.
#[track_caller]
fn summary_has(documents: &[(&str, &str)], query: &str, has: &[&str], not: &[&str]) {
    let summary = company::answer(&NAMES, documents, query).user_summary;
    for text in has {
        assert!(summary.contains(text), "{query}: {text} is not in {summary}");
    }
    for text in not {
        assert!(!summary.contains(text), "{query}: {text} is in {summary}");
    }
}

/// An offer of two plans.
const PLANS: (&str, &str) = (
    "가입설계서",
    "| 급부명 | 실속형 | 표준형 |\n|---|---|---|\n| 암진단자금(일반암) | 1천만원 | 3천만원 |\n\
        | 소액암진단자금 | 2백만원 | 6백만원 |\n| 뇌출혈진단비 | 1천만원 | 2천만원 |\n\
        | 수술급여금 1종 | 10만원 | 20만원 |\n| 수술급여금 2종 | 30만원 | 60만원 |\n\
        | 질병입원급여금(3일초과 1일당) | 2만원 | 미가입 |\n",
);

#[test]
fn a_share_of_the_time_in_question_is_chosen() {
    let offer = "| 담보명 | 보장내용 | 가입금액 |\n|---|---|---|\n\
        | 뇌출혈진단비 | 뇌출혈로 진단확정된 경우 지급(단, 180일 미만 25%, 1년 미만 50%) | 2,000만원 |\n\
        | 질병수술비 | 질병으로 수술한 경우 수술 1회당 지급 | 30만원 |\n";
    let offer = [("가입설계서", offer)];
    let then = |query: &str, expected: &str| check(&offer, query, "payout_then", expected);
    then("뇌출혈진단비 가입하고 8개월 만에 진단받으면 얼마", "1,000만원");
    then("뇌출혈진단비 가입 두 달 만에 진단받으면", "500만원");
    then("뇌출혈진단비 가입 후 2년 지나서 진단받으면", "2,000만원");
    then("질병수술비 가입 1년 안에 수술하면 얼마", "30만원");
    then("뇌출혈진단비 얼마", "미확인");
    let late = "뇌출혈진단비 1년 안에 진단받으면 얼마";
    then(late, "180일 미만 25%, 1년 미만 50%, 그 뒤 2,000만원");
    check(&offer, late, "payout_amount", "2,000만원");
    let terms = "암진단자금(일반암)\n보장개시일은 계약일부터 90일이 지난 날의 다음날입니다.\n\
        암으로 진단확정된 경우 3,000만원을 지급합니다.\n";
    let early = "암진단비 가입 두 달 만에 진단받으면 나오나요";
    let terms = [("상품요약서", terms)];
    check(&terms, early, "payout_then", "지급하지 않음(대기기간 90일)");
    summary_has(&terms, early, &["지급하지 않음", "90일 안에는"], &["\n지급금액: "]);
}

#[test]
fn a_share_of_a_kind_within_a_period_is_one_fact() {
    let summary = "(기준: 특약보험가입금액 1,000만원)\n| 급부명 | 지급사유 | 지급금액 |\n|---|---|---|\n\
        | 암진단자금(일반암) | 일반암으로 진단 확정되었을 때 | 1,000만원 (단, 계약일부터 1년 미만 500만원) |\n\
        | 소액암진단자금 | 소액암(유방암, 전립선암)으로 진단 확정되었을 때 | 보험가입금액의 20% (단, 계약일부터 1년 미만 10%) |\n\
        | 뇌출혈진단비 | 뇌출혈로 진단 확정되었을 때 | 1,000만원 |\n";
    let both = [PLANS, ("상품요약서", summary)];
    // The row of the kind is what is paid for it, and the share of the sum is none of it.
    check(&both, "소액암진단자금 표준형 유방암 얼마", "payout_amount", "600만원");
    summary_has(
        &both,
        "표준형 유방암이면 얼마",
        &["소액암진단비를 조회", "600만원"],
        &["120만원", "3,000만원"],
    );
    summary_has(&both, "표준형 유방암 가입 6개월째 진단이면 얼마", &["300만원"], &[]);
    // A sum that is stated for a base is a share, and contradicts no sum of the contract.
    check(&both, "암진단자금 표준형 감액", "partial_payment_rule", "1년 미만 50%");
    check(&both, "암진단자금 표준형 1년 미만이면 얼마", "payout_then", "1,500만원");
    summary_has(&both, "암진단자금 표준형 얼마", &["3,000만원"], &["문서마다 다르게"]);
}

#[test]
fn a_clause_about_the_contract_or_the_first_day_pays_for_no_kind() {
    let terms = "제3조(정의) 소액암이란 유방암, 전립선암을 말합니다.\n\
        제6조 ① 암진단자금(일반암)은 최초 1회에 한하여 지급하며, 지급한 후에는 이 특약은 소멸합니다. \
        다만, 소액암으로 지급한 경우에는 소멸하지 않습니다.\n";
    let both = [PLANS, ("약관", terms)];
    check(
        &both,
        "암진단자금(일반암) 소액암도 되나요",
        "subtype_small_amount_cancer_covered",
        "미확인",
    );
    summary_has(&both, "소액암이면 얼마", &["소액암진단비를 조회", "600만원"], &["의 암진단비를"]);
    let summary = "| 급부명 | 지급사유 | 지급금액 |\n|---|---|---|\n\
        | 뇌출혈진단비 | 뇌출혈로 진단 확정되었을 때 | 1,000만원 |\n\
        ※ 암보장개시일은 계약일부터 90일이 지난 날의 다음 날로 하며, 유사암의 보장개시일은 계약일로 합니다.\n";
    let both = [PLANS, ("상품요약서", summary)];
    summary_has(&both, "유사암이면 얼마", &[], &["뇌출혈진단비에서 지급합니다"]);
    check(&both, "뇌출혈진단비 대기기간", "waiting_period", "미확인");
}

#[test]
fn a_note_holds_for_the_coverages_that_it_names() {
    let offer = "| 담보명 | 가입금액 |\n|---|---|\n| 암진단자금(일반암) | 3,000만원 |\n| 골절진단비 | 30만원 |\n\
        ※ 암진단자금(일반암), 소액암진단자금의 보장개시일은 계약일부터 90일이 지난 날의 다음날입니다.\n";
    let offer = [("가입설계서", offer)];
    check(&offer, "암진단자금(일반암) 대기기간", "waiting_period", "90일");
    check(&offer, "골절진단비 대기기간", "waiting_period", "미확인");
    // A column of waiting periods, of which a row may name several coverages.
    let summary = "| 담보명 | 면책기간 | 감액기간 |\n|---|---|---|\n\
        | 암진단자금(일반암), 소액암진단자금 | 계약일부터 90일 | 1년 미만 50% |\n\
        | 골절진단비 | 없음 | 없음 |\n";
    let summary = [("상품요약서", summary)];
    check(&summary, "암진단자금(일반암) 면책기간", "waiting_period", "90일");
    check(&summary, "소액암진단자금 면책기간", "waiting_period", "90일");
    check(&summary, "골절진단비 면책기간", "waiting_period", "없음");
    for query in ["암진단자금(일반암) 감액", "소액암진단자금 감액"] {
        check(&summary, query, "partial_payment_rule", "1년 미만 50%");
    }
    summary_has(&summary, "골절진단비 면책기간 있나요", &["대기기간: 가온손해보험 없음"], &[]);
}

#[test]
fn what_a_text_takes_out_is_said_in_front_of_the_amount() {
    let offer = "| 담보명 | 보장내용 | 가입금액 |\n|---|---|---|\n\
        | 골절진단비 | 상해로 골절 진단확정된 경우 1사고당 지급(치아 파절 제외) | 30만원 |\n\
        | 뇌출혈진단비 | 뇌출혈로 진단확정된 경우 지급 | 1,000만원 |\n\
        | 질병수술비 | 질병으로 수술을 받은 경우 지급 | 30만원 |\n";
    let terms = "뇌출혈진단비 특별약관\n제2조(정의) 뇌출혈이란 지주막하출혈(I60), 뇌내출혈(I61)을 말하며, 뇌경색증(I63)은 포함하지 않습니다.\n\
        일과성 뇌허혈발작(G45)도 포함하지 않습니다.\n질병수술비 특별약관\n제1조 질병으로 수술을 받은 경우 지급합니다.\n\
        제2조(보험금을 지급하지 않는 사유) 치핵, 비만을 원인으로 한 수술은 지급하지 않습니다.\n";
    let both = [("가입설계서", offer), ("약관", terms)];
    let named = "지급하지 않습니다";
    for query in [
        "골절진단비 치아 파절도 나오나요",
        "뇌출혈진단비 뇌경색도 나오나요",
        "뇌출혈진단비 일과성 뇌허혈발작도 나오나요",
        "질병수술비 비만으로 수술해도 나오나요",
    ] {
        summary_has(&both, query, &[named], &[]);
    }
    summary_has(
        &both,
        "뇌출혈진단비 뇌내출혈도 나오나요",
        &["1,000만원"],
        &[named, "정할 수 없습니다"],
    );
    // An everyday name is that of the disease with its codes, and what is settled leaves no amount.
    let piles = "질병수술비 치질 수술하면 얼마";
    check(&both, piles, "payout_amount", "지급하지 않음(치질)");
    check(&both, piles, "situation_covered", "N");
    summary_has(&both, piles, &["치질에는 지급하지 않습니다", "치핵"], &["30만원"]);
    // What no text names is not answered with the amount alone.
    summary_has(
        &both,
        "질병수술비 보톡스도 나오나요",
        &["‘보톡스", "정할 수 없습니다"],
        &["30만원\n"],
    );
    summary_has(&both, "질병수술비 얼마", &["30만원"], &["정할 수 없습니다"]);
    let mention = "주) 뇌동맥류(I67)는 뇌출혈진단비의 보장대상이 아닙니다.\n";
    let both = [("가입설계서", offer), ("상품요약서", mention)];
    summary_has(&both, "뇌출혈진단비 뇌동맥류도 나오나요", &[named], &[]);
}

#[test]
fn a_class_behind_a_name_is_one_of_a_plan() {
    let offer = [PLANS];
    check(&offer, "표준형 수술급여금 2종 얼마", "payout_amount", "60만원");
    check(&offer, "수술급여금 2종 얼마", "payout_amount", "실속형 30만원 / 표준형 60만원");
    let classes = "실속형 1종 10만원, 2종 30만원 / 표준형 1종 20만원, 2종 60만원";
    check(&offer, "수술급여금 종별", "surgery_amount_by_class", classes);
    // A bracket that says for how long is no part of what makes a name.
    check(&offer, "질병입원급여금 실속형 얼마", "payout_amount", "2만원");
}

#[test]
fn a_name_of_another_company_chooses_none_of_several() {
    let offer =
        "| 담보명 | 가입금액 |\n|---|---|\n| 일반상해사망 | 1억원 |\n| 질병사망 | 3,000만원 |\n";
    let standards = NAMES.iter().map(|it| (it.0, it.1));
    let own = NAMES.iter().map(|it| (it.0, it.2));
    let pages = company::pages("가입설계서", "offer", [offer]);
    let book = company::book_beside(standards, own, ("A1300", "사망보험금"), pages);
    let question = simui_coverage::Question {
        query: "가온 사망보험금 얼마".into(),
        ..simui_coverage::Question::default()
    };
    let answer = book.compare(&question);
    assert_eq!(answer.resolved_coverage_code, None, "{answer:?}");
}

/// A company whose documents define, list and exclude diseases.
const TERMS: (&str, &str) = (
    "상품요약서",
    "| 담보명 | 지급사유 |\n|---|---|\n| 뇌출혈진단비 | 뇌출혈(I60~I62)로 진단확정 시 |\n\
        | 골절진단비 | 상해로 골절로 진단확정된 경우 |\n| 질병수술비 | 질병으로 수술을 받은 경우 |\n\
        | 질병입원급여금 | 질병으로 입원한 경우 입원 1일당 |\n\
        3. 보험금을 지급하지 않는 사유\n가. 공통 : 고의, 임신, 출산(제왕절개 포함)\n\
        나. 질병수술비 : 치핵(치질)을 제외한 직장 또는 항문질환, 비만(E66)\n\
        다. 질병입원급여금 : 치매를 제외한 정신질환\n4. 청약철회\n",
);

#[test]
fn a_situation_leads_to_the_coverages_that_pay() {
    let offer = "| 담보명 | 가입금액 |\n|---|---|\n| 뇌출혈진단비 | 1,000만원 |\n| 골절진단비 | 30만원 |\n\
        | 질병수술비 | 20만원 |\n| 질병입원급여금 | 2만원 |\n| 수술급여금(1~5종) | 아래 표 |\n\
        | 수술분류 | 1종 | 2종 | 3종 |\n|---|---|---|---|\n| 수술급여금 지급금액 | 10만원 | 30만원 | 50만원 |\n";
    let both = [("가입설계서", offer), TERMS];
    let leads = |query: &str, coverage: &str, amount: &str, covered: &str| {
        let answer = company::answer(&NAMES, &both, query);
        assert_eq!(answer.resolved_coverage_name.as_deref(), Some(coverage), "{query}");
        check(&both, query, "payout_amount", amount);
        check(&both, query, "situation_covered", covered);
    };
    leads("지주막하출혈이면 얼마 나와", "뇌출혈진단비", "1,000만원", "Y");
    leads("대퇴골 골절되면 얼마 받나요", "골절진단비", "30만원", "Y");
    leads("장염으로 입원하면 얼마", "질병입원일당", "2만원", "Y");
    leads("우울증으로 입원하면 나오나요", "질병입원일당", "지급하지 않음(우울증)", "N");
    leads("치매로 입원하면 얼마", "질병입원일당", "2만원", "Y");
    leads("질병수술비 제왕절개 얼마", "질병수술비", "지급하지 않음(제왕절개)", "N");
    leads("치질 수술하면 얼마", "질병수술비", "20만원", "Y");
    leads("요실금 수술하면 질병수술비 얼마", "질병수술비", "20만원", "Y");
    let none = company::answer(&NAMES, &both, "통풍으로 통원하면 얼마");
    assert_eq!(none.resolved_coverage_code, None, "{}", none.user_summary);
}
