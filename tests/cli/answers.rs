//! Answers that a pharmacist would check: questions with classes, complaints and people instead of one drug's
//! name. Each case names the document that has to come first, required words, and words that must not appear.

use crate::common::Desk;
use serde_json::Value;

pub(super) struct Case {
    question: &'static str,
    /// Title of the document that is cited first; empty when any may be.
    first: &'static str,
    contains: &'static [&'static str],
    leaves_out: &'static [&'static str],
}

pub(super) const fn case(
    question: &'static str,
    first: &'static str,
    contains: &'static [&'static str],
    leaves_out: &'static [&'static str],
) -> Case {
    Case { question, first, contains, leaves_out }
}

pub(super) fn check(cases: &[Case]) {
    let desk = Desk::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.jsonl");
    let line = |(at, case): (usize, &Case)| {
        format!("{}\n", serde_json::json!({ "id": at.to_string(), "text": case.question }))
    };
    std::fs::write(&file, cases.iter().enumerate().map(line).collect::<String>()).unwrap();
    let answers = desk.run(&["ask", "--batch", file.to_str().unwrap()]).succeeded().lines();
    let mut wrong = Vec::new();
    for answer in &answers {
        let case = &cases[answer["id"].as_str().unwrap().parse::<usize>().unwrap()];
        let text = answer["answer"].as_str().unwrap();
        let first = answer["citations"][0]["title"].as_str().unwrap_or_default();
        let mut faults: Vec<String> = Vec::new();
        if !case.first.is_empty() && first != case.first {
            faults.push(format!("first cites {first:?}, not {:?}", case.first));
        }
        faults.extend(
            case.contains
                .iter()
                .filter(|it| !text.contains(**it))
                .map(|it| format!("lacks {it:?}")),
        );
        let unasked = case.leaves_out.iter().filter(|it| text.contains(**it));
        faults.extend(unasked.map(|it| format!("has {it:?}")));
        if !faults.is_empty() {
            wrong.push(format!("{}: {}\n{text}", case.question, faults.join("; ")));
        }
    }
    assert_eq!(answers.len(), cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_baby_without_an_age_is_younger_than_the_limits_of_children() {
    check(&[
        case("우리 애기 아스피린 반알 먹여도 되나요", "아스피린", &["15세 미만"], &["고령자"]),
        case("돌쟁이한테 아스피린 먹여도 되나요", "아스피린", &["15세 미만"], &["고령자"]),
    ]);
}

#[test]
fn guidance_answers_what_the_document_of_a_drug_leaves_out() {
    check(&[
        case(
            "리리카 개봉한 지 석 달 됐는데 먹어도 되나요",
            "약 보관과 폐의약품 버리기",
            &["리리카 문서에는 ‘개봉 뒤의 기한’에 관한 내용이 없습니다", "개봉하면 짧아집니다"],
            &["프레가발린"],
        ),
        // Its own document speaks of a missed dose, in other words than the question.
        case(
            "씬지로이드 아침 먹고 나서 생각났어요 건너뛸까요",
            "레보티록신",
            &["레보티록신을 빠뜨리면 생각났을 때 먹되"],
            &["내용이 없습니다"],
        ),
    ]);
}

#[test]
fn two_classes_are_answered_by_a_document_on_both() {
    check(&[
        case(
            "혈압약이랑 감기약 같이 먹어도 돼요?",
            "함께 먹을 때 살필 약",
            &["코막힘약", "혈압"],
            &["커피"],
        ),
        case(
            "당뇨약 먹는데 감기약 먹어도 되나요",
            "함께 먹을 때 살필 약",
            &["혈당"],
            &["설포닐우레아"],
        ),
        case("항생제랑 진통제 같이 먹어도 되나요", "함께 먹을 때 살필 약", &["함께 처방"], &[]),
        case("피임약 먹는데 항생제 처방받았어요", "", &["리팜피신"], &["담석"]),
        case("와파린 먹는데 진통제 뭐 먹어야 해요", "와파린", &["소염진통제"], &["메트로니다졸"]),
        case("혈압약이랑 두통약 같이 먹어도 되나요", "", &["혈압약의 효과가 줄"], &["고칼륨혈증"]),
        case(
            "당뇨약이랑 고지혈증약 같이 먹어도 되나요",
            "함께 먹을 때 살필 약",
            &["처방대로"],
            &[],
        ),
    ]);
}

#[test]
fn a_question_on_one_class_is_answered_without_the_others() {
    check(&[
        case(
            "피임약 두 알 빼먹었어요",
            "복합경구피임약(에티닐에스트라디올 복합제)",
            &["두 알 넘게 잊었으면"],
            &["와파린", "골다공증약", "항생제"],
        ),
        case("인슐린 맞는 거 깜빡했어요", "", &["혈당을 재고"], &["항생제", "메트포르민"]),
        case("골다공증약 먹는 걸 잊었어요", "", &["다음 날 아침에 한 알"], &["와파린", "피임약"]),
        // What the guidance says of every drug stays.
        case("혈압약 먹는데 술 마셔도 돼요?", "", &["술을 마시지 않는"], &[]),
    ]);
}

#[test]
fn what_an_answer_offers_is_checked_against_the_person() {
    check(&[
        case(
            "천식 있는데 두통약 뭐 먹어야 해요",
            "이부프로펜",
            &["[해당: 천식]", "이부프로펜을 쓰지 않습니다"],
            &[],
        ),
        case(
            "eGFR 25인데 변비약 뭐 먹어요",
            "수산화마그네슘",
            &["수산화마그네슘을 쓰지 않습니다"],
            &[],
        ),
        case(
            "아스피린 알레르기 있는데 생리통약 뭐 먹나요",
            "이부프로펜",
            &["[해당: 아스피린 알레르기]", "나프록센을 쓰지 않습니다"],
            &["라이증후군", "두드러기가 난 곳", "생리통에는 이부프로펜이나"],
        ),
        case(
            "부루펜 먹고 두드러기 났었는데 해열제 뭐 먹어요",
            "",
            &["[해당: 이부프로펜 알레르기]", "덱시부프로펜을 쓰지 않습니다"],
            &[],
        ),
        case(
            "페니실린 알레르기 있는데 타이레놀 먹어도 되나요",
            "아세트아미노펜",
            &["‘페니실린 알레르기’"],
            &["함께 쓰는 것"],
        ),
        case(
            "파킨슨약 먹는데 구역질이 나요 약 뭐 먹어요",
            "메토클로프라미드",
            &["[해당: 파킨슨약]", "메토클로프라미드를 쓰지 않습니다"],
            &[],
        ),
        case(
            "혈압약 먹는데 살사라진 먹어도 되나요",
            "방풍통성산",
            &["[해당: 혈압약]", "고혈압"],
            &[],
        ),
        case("아스피린 알레르기 없어요 두통약 추천해주세요", "", &["두통"], &["저용량 아스피린"]),
        // Guidance that speaks of the person needs no more of it.
        case("임신 중인데 두통약 뭐 먹어요", "임신과 약", &["아세트아미노펜을 먼저"], &[]),
        case("두통약 뭐 먹어요", "", &["아세트아미노펜"], &["해당:", "쓰지 않습니다"]),
        // However it is worded that the drug is taken.
        case("와파린 먹는 사람인데 진통제 뭐 먹어야 하나요", "와파린", &["출혈 위험"], &[]),
    ]);
}

#[test]
fn a_dose_taken_twice_is_an_overdose() {
    check(&[
        case(
            "암로디핀을 오늘 두 번 먹었어요",
            "암로디핀",
            &["[복용 전 확인] 암로디핀", "암로디핀을 정해진 양보다 많이"],
            &["빠뜨리"],
        ),
        case(
            "와파린을 깜빡하고 또 먹었어요",
            "와파린",
            &["와파린을 정해진 것보다 더 썼다면"],
            &["빠뜨리"],
        ),
        case(
            "당뇨약을 실수로 두 번 먹었어요",
            "과량복용과 응급 연락처",
            &["당뇨약을 정해진 것보다 더 썼다면", "먹은 약의 포장"],
            &["건너뜁니다"],
        ),
        case("암로디핀을 하루 두 번 먹었어요", "", &[], &["정해진 것보다"]),
        case("와파린 먹는 걸 깜빡했어요", "와파린", &["빠뜨리"], &["정해진 것보다"]),
    ]);
}

#[test]
fn a_class_asked_for_an_amount_is_answered_by_its_drugs() {
    check(&[case(
        "수면제 두 알 먹어도 되나요",
        "독시라민",
        &["하루 25mg을 넘지", "트리아졸람 1일 최대 용량"],
        &["숨이 약해"],
    )]);
}

#[test]
fn a_sentence_on_both_drugs_comes_first() {
    let desk = Desk::new();
    let answer =
        desk.run(&["ask", "비아그라랑 니트로글리세린 같이 먹어도 되나요"]).succeeded().json();
    let quote = answer["citations"][0]["quote"].as_str().unwrap();
    assert!(quote.contains("니트로글리세린") && quote.contains("쓰지 않습니다"), "{quote}");
}

#[test]
fn the_persons_own_safety_comes_first_and_other_ages_are_left_out() {
    check(&[
        case(
            "임신 중인데 머리가 너무 아파요",
            "임신과 약",
            &["아세트아미노펜을 먼저"],
            &["이소트레티노인"],
        ),
        case(
            "임신 중 감기 걸렸는데 무슨 약 먹어요",
            "임신과 약",
            &["단일 성분"],
            &["이소트레티노인", "엽산"],
        ),
        case("임신 중 코막힘 약", "임신과 약", &["생리식염수"], &[]),
        case("수유 중인데 두통약 먹어도 되나요", "수유와 약", &["아세트아미노펜"], &["항암제"]),
        case("5살 아이 열이 39도예요 해열제 얼마나 먹여요", "", &["체중"], &["3개월 미만 아기"]),
        case(
            "신장이 나쁜데 진통제 먹어도 되나요",
            "간·신장 기능이 나쁠 때의 약",
            &["소염진통제를 피"],
            &["칼륨 보충제"],
        ),
        case("신장이 안 좋은데 변비약", "", &["마그네슘"], &[]),
    ]);
}

#[test]
fn general_guidance_answers_questions_about_every_drug() {
    check(&[
        case(
            "항생제 남은 거 버리는 법",
            "약 보관과 폐의약품 버리기",
            &["수거함", "변기"],
            &["아목시실린"],
        ),
        case("먹다 남은 시럽 어떻게 버려요", "약 보관과 폐의약품 버리기", &["수거함"], &[]),
        case(
            "유통기한 지난 약 먹어도 되나요",
            "약 보관과 폐의약품 버리기",
            &["사용기한"],
            &["오메가3"],
        ),
        case("안약 개봉하고 얼마나 쓸 수 있나요", "약 보관과 폐의약품 버리기", &["한 달"], &[]),
    ]);
}

#[test]
fn a_complaint_is_answered_with_drugs_that_help() {
    check(&[
        case(
            "코로나 걸렸는데 목이 아파요",
            "흔한 증상과 약국에서 고르는 약",
            &["해열진통제", "벤지다민"],
            &[],
        ),
        case("속쓰릴 때 먹는 약", "", &["속쓰림"], &["오메가3"]),
        case("체했을 때 무슨 약 먹어요", "증상별 약과 돌보기", &["소화효소제", "체하거나"], &[]),
    ]);
}

#[test]
fn a_complaint_alone_is_answered_with_drugs_measures_and_when_to_see_a_doctor() {
    const CARE: &str = "증상별 약과 돌보기";
    const DOCTOR: &str = "진료를 받습니다";
    check(&[
        case("설사가 나요", CARE, &["경구수액", "지사제", DOCTOR], &["클린다마이신", "메트포르민"]),
        case("속이 쓰려요", CARE, &["제산제", "눕지 않습니다", DOCTOR], &["흔한 이상반응은"]),
        case("변비가 심해요", CARE, &["차전자피", DOCTOR], &["흔한 이상반응은"]),
        case("머리가 아파요", CARE, &["아세트아미노펜", "119"], &["흔한 이상반응은"]),
        case("벌레에 물렸어요", CARE, &["히드로코르티손연고", DOCTOR], &[]),
        case("눈이 뻑뻑해요", CARE, &["인공눈물", "안과"], &[]),
        case("코가 막혀요", CARE, &["슈도에페드린", "고혈압"], &[]),
        case("잠이 안 와요", CARE, &["수면유도제", DOCTOR], &[]),
    ]);
}

#[test]
fn a_complaint_after_a_drug_is_answered_with_the_drugs_warning_too() {
    check(&[
        case(
            "로수바스타틴 먹고 근육통이 있어요",
            "로수바스타틴",
            &["콜라색 소변이 있으면 중지하고"],
            &[],
        ),
        case(
            "수면제 졸피뎀 먹고 기억이 안 나요",
            "졸피뎀",
            &["기억하지 못하는 일이 생기면"],
            &["두 배로"],
        ),
        case(
            "카르바마제핀 먹고 발진이 났어요",
            "카르바마제핀",
            &["발진이 생기면 곧바로 중지하고"],
            &[],
        ),
        case(
            "싱귤레어 먹인 뒤로 애가 악몽을 꾸고 성질을 부려요",
            "몬테루카스트",
            &["곧바로 알리고"],
            &[],
        ),
        case("로수바스타틴은 하루 몇 번 먹어요", "로수바스타틴", &["하루"], &["콜라색"]),
        case("우울증약 먹다 안 먹으면", "", &["갑자기 끊으면"], &[]),
        case(
            "머시론을 어제 저녁 9시에 먹어야 되는데 지금 오전 11시에 생각났어요 어떡해요",
            "복합경구피임약(에티닐에스트라디올 복합제)",
            &["12시간이 넘으면"],
            &["금연"],
        ),
        case(
            "라믹탈을 일주일 넘게 안 먹었는데 먹던 용량으로 다시 먹으면 되죠?",
            "라모트리진",
            &["처음 용량부터 다시"],
            &[],
        ),
        case("메트로니다졸 먹고 술 한잔 했어요", "메트로니다졸", &["3일 동안은 술"], &[]),
        case("녹내장 있는데 감기약", "종합감기약", &["녹내장"], &["당뇨약"]),
    ]);
}

#[test]
fn alternating_antipyretics_and_storage_of_a_class_have_their_own_answers() {
    check(&[
        case(
            "아이가 열이 39도인데 부루펜이랑 타이레놀 교대로 먹여도 되나요",
            "이부프로펜",
            &["번갈아 먹이는 것은 의사·약사의 지시가 있을 때만", "해열제 두 가지를"],
            &["찾지 못했습니다"],
        ),
        case(
            "애한테 해열제 교대로 먹여도 돼요?",
            "어린이 약의 원칙(용량과 먹이는 법)",
            &["번갈아 먹이는 것은"],
            &["찾지 못했습니다"],
        ),
        case("인슐린은 냉장고에 넣어두나요", "인슐린글라진", &["2~8℃ 냉장고에"], &["우체통"]),
        case(
            "약을 우유랑 먹어도 되나요",
            "약과 음식(자몽·우유·알코올·카페인)",
            &["2시간"],
            &["토하게"],
        ),
        case("좌약 넣고 바로 나왔어요", "", &["정보 부족"], &["겹쳐", "와파린"]),
        case("멀미 패치 아이한테 붙여도 돼요", "스코폴라민패취", &["7세 이하"], &["로페라미드"]),
        case("임산부 변비약", "", &["임신 중 변비에", "락툴로오스는"], &["찾지 못했습니다"]),
        case("시럽은 냉장고에 넣어두나요", "약 보관과 폐의약품 버리기", &["냉장"], &["우체통"]),
    ]);
}

#[test]
fn guidance_for_a_class_comes_before_one_drug_of_it() {
    check(&[
        case("항생제 언제까지 먹어요", "항생제 먹는 법", &["처방된 기간을 채워"], &[]),
        case("항셍재 언제까지 먹어요", "항생제 먹는 법", &["처방된 기간을 채워"], &[]),
        case(
            "내시경 하는데 혈압약 먹어요?",
            "만성병 약을 꾸준히 먹는 법",
            &["혈압약은 임의로 끊지"],
            &[],
        ),
        case(
            "아이가 약을 토했어요",
            "어린이 약의 원칙(용량과 먹이는 법)",
            &["토했으면 다시 먹일지"],
            &[],
        ),
    ]);
}

#[test]
fn a_duplicate_ingredient_is_named_first() {
    const TWICE: &str = "에는 모두 아세트아미노펜";
    let questions = ["게보린이랑 타이레놀 같이", "판콜이랑 타이레놀 같이 먹어도 되나요"];
    check(&questions.map(|it| case(it, "", &[TWICE, "겹쳐"], &["술", "MAO", "찾지 못했습니다"])));
    let desk = Desk::new();
    for question in questions {
        let answer = desk.run(&["ask", question]).succeeded().json();
        let text = answer["answer"].as_str().unwrap();
        let place = text.find(TWICE).unwrap();
        assert!(text.find("[문서 1]").is_none_or(|cited| place < cited), "{text}");
    }
    check(&[case(
        "타이레놀이랑 이부프로펜 같이 먹어도 돼요?",
        "",
        &["성분이 달라"],
        &["페니토인"],
    )]);
}

#[test]
fn missing_information_is_reported() {
    let answer =
        Desk::new().run(&["ask", "치매약이랑 무좀약 같이 먹어도 되나요"]).succeeded().json();
    let text: &Value = &answer["answer"];
    assert!(text.as_str().unwrap().contains("안전하다는 뜻은 아닙니다"), "{answer}");
}

#[test]
fn what_a_document_states_for_this_person_comes_first() {
    check(&[
        case(
            "eGFR 25인데 메트포르민 먹어도 되나요?",
            "메트포르민",
            &["[해당: 사구체여과율 25", "30 미만인 사람은"],
            &[],
        ),
        case(
            "위궤양 있는데 이부프로펜 먹어도 되나요",
            "이부프로펜",
            &["[해당: 위궤양]", "소화성 궤양"],
            &[],
        ),
        case(
            "녹내장 환자인데 슈도에페드린 먹어도 되나요",
            "슈도에페드린",
            &["[해당: 녹내장]"],
            &[],
        ),
        case(
            "술을 매일 마시는데 메트로니다졸 먹어도 되나요",
            "메트로니다졸",
            &["[해당: 음주]", "술을 마시면"],
            &[],
        ),
        // What the drug is used for is no caution, and neither is another person's illness.
        case("천식으로 부데소니드 흡입하는데 입안이 헐었어요", "", &[], &["[해당: 천식]"]),
        case(
            "아버지가 위궤양이신데 저는 이부프로펜 먹어도 되나요",
            "이부프로펜",
            &[],
            &["[해당: 위궤양"],
        ),
        // What is asked about is looked for in the whole documents before it counts as missing.
        case("임부가 메트로니다졸 먹어도 되나요", "메트로니다졸", &["임신"], &["찾지 못했습니다"]),
    ]);
}

#[test]
fn an_unknown_name_beside_a_drug_is_said_by_name() {
    check(&[
        case(
            "레켐비 먹는데 아스피린 먹어도 되나요",
            "아스피린",
            &["‘레켐비’은(는) 등록된 의약품 이름에서"],
            &[],
        ),
        case("감기 걸려서 타이레놀 먹는데 부루펜 먹어도 되나요", "", &[], &["이름에서 찾지 못해"]),
        // Without a form, before a verb of use, and in words of two syllables.
        case(
            "산모인데 입덧약 오르비텐 졸린데 하루 몇 알까지 먹어요",
            "",
            &["‘오르비텐’은(는) 등록된 의약품 이름에서"],
            &["엽산"],
        ),
        case(
            "메디펜탁 먹고 두드러기 났는데 타이레놀은 먹어도 되나요",
            "아세트아미노펜",
            &["‘메디펜탁’은(는) 등록된 의약품 이름에서"],
            &[],
        ),
        case("김치찌개 먹고 배가 아픈데 소화제 먹어도 돼요", "", &[], &["이름에서 찾지 못해"]),
    ]);
}

#[test]
fn a_complaint_without_an_answer_gets_what_must_not_wait() {
    check(&[
        case(
            "종아리가 터질 듯이 아프고 빨갛게 부었어요",
            "",
            &["지금 119에 연락하십시오"],
            &["치통"],
        ),
        case("타이레놀 하루에 몇 알까지 먹어요", "아세트아미노펜", &[], &["지금 119에"]),
    ]);
}

#[test]
fn an_allergy_of_the_question_warns_of_its_class() {
    check(&[
        case(
            "페니실린 알레르기 있는데 아목시실린 먹어도 돼요?",
            "아목시실린",
            &["말씀하신 알레르기(페니실린)와 관련된 약"],
            &[],
        ),
        case(
            "페니실린 알레르기인데 세파클러 먹어도 되나요?",
            "",
            &["과민반응이 생길 수 있습니다"],
            &[],
        ),
        case(
            "친구가 페니실린 알레르기인데 저는 아목시실린 먹어도 되나요?",
            "아목시실린",
            &[],
            &["말씀하신 알레르기"],
        ),
    ]);
}
