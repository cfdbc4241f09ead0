//! Consultations through the program: the patient an answer is for, what comes first in it, what is
//! remembered, and what is stored.

use crate::common::Desk;
use serde_json::{Value, json};

/// Adds a patient to a desk and returns the id.
fn patient(desk: &Desk, name: &str) -> String {
    let added = desk.run(&["patient", "add", name]).succeeded().json();
    added["id"].as_str().unwrap_or_else(|| panic!("{added}")).to_owned()
}

fn consult(desk: &Desk, patient: &str, text: &str) -> Value {
    desk.run(&["consult", "--patient", patient, text]).succeeded().json()
}

/// Runs turns in one process, one after the other.
fn batch(desk: &Desk, turns: &[(&str, &str)]) -> Vec<Value> {
    let lines = turns.iter().enumerate();
    let lines = lines.map(|(at, (patient, text))| {
        format!("{}\n", json!({ "id": at.to_string(), "patient": patient, "text": text }))
    });
    let file = desk.dir().join("turns.jsonl");
    std::fs::write(&file, lines.collect::<String>()).unwrap();
    let answers = desk.run(&["consult", "--batch", file.to_str().unwrap()]).succeeded().lines();
    std::fs::remove_file(file).unwrap();
    answers
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key}: {value}"))
}

fn first_words(answer: &Value) -> &str {
    text(&answer["paragraphs"][0], "text")
}

#[test]
fn an_answer_has_the_shape_of_the_contract() {
    let desk = Desk::new();
    let id = patient(&desk, "가나다");
    let answer = consult(&desk, &id, "65세 남성이고 와파린 먹는데 이부프로펜 먹어도 돼요?");
    for key in [
        "answer",
        "slots",
        "profile_summary",
        "complexity",
        "k",
        "cache",
        "quality",
        "iterations",
        "stopped_by",
        "citations",
        "timings_ms",
        "warnings",
        "remembered",
        "used",
        "flags",
        "mode",
    ] {
        assert!(!answer[key].is_null(), "{key}: {answer}");
    }
    assert_eq!(answer["cache"], json!({ "hit": false, "similarity": null, "saved_ms": null }));
    for part in ["grounding", "completeness", "accuracy", "overall"] {
        let score = answer["quality"][part].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score), "{part}: {answer}");
    }
    assert!([3, 8, 15].contains(&answer["k"].as_u64().unwrap()));
    assert_eq!(answer["slots"]["demographics"]["age"], 65);
    assert!(text(&answer, "profile_summary").contains("와파린"), "{answer}");
    assert!(answer["timings_ms"]["total"].as_f64().unwrap() > 0.0);
    assert!(text(&answer, "answer").contains("출혈"), "{answer}");
    // Every sentence with a source is part of the cited passage.
    for paragraph in answer["paragraphs"].as_array().unwrap() {
        if paragraph["kind"] != "quote" {
            continue;
        }
        let cited = answer["citations"].as_array().unwrap();
        let cited = cited.iter().find(|it| it["n"] == paragraph["n"]).unwrap();
        let quoted = text(paragraph, "text").rsplit_once(" [문서 ").unwrap().0;
        for sentence in quoted.split_inclusive(". ") {
            let sentence = sentence.trim().trim_end_matches('.');
            assert!(text(cited, "quote").contains(sentence), "{sentence}: {cited}");
        }
    }
}

#[test]
fn earlier_turns_are_remembered_and_used() {
    let desk = Desk::new();
    let (one, other) = (patient(&desk, "하나"), patient(&desk, "둘"));
    let answers = batch(
        &desk,
        &[
            (&one, "안녕하세요"),
            (&one, "페니실린 알레르기가 있고 와파린 먹고 있어요."),
            (&other, "임신 12주예요."),
            (&one, "고마워요"),
            (&one, "목이 아픈데 아목시실린 먹어도 되나요?"),
            (&other, "목이 아픈데 아목시실린 먹어도 되나요?"),
            (&other, "이소트레티노인 먹어도 되나요?"),
            (&one, "혈압이 190에 120인데 괜찮나요?"),
        ],
    );
    assert_eq!((text(&answers[0], "complexity"), &answers[0]["k"]), ("greeting", &json!(0)));
    assert_eq!(text(&answers[1], "complexity"), "statement");
    let remembered = answers[1]["remembered"].to_string();
    assert!(remembered.contains("페니실린") && remembered.contains("와파린"), "{remembered}");
    assert_eq!(text(&answers[3], "stopped_by"), "no_retrieval");
    assert!(first_words(&answers[4]).contains("페니실린"), "{}", answers[4]);
    assert!(answers[4]["used"].to_string().contains("페니실린"));
    assert!(!answers[5].to_string().contains("페니실린 알레르기"), "{}", answers[5]);
    assert!(first_words(&answers[6]).contains("임신 중에 쓰면 안 되는"), "{}", answers[6]);
    assert_eq!(answers[7]["warnings"][0]["severity"], "emergency", "{}", answers[7]);
    assert!(first_words(&answers[7]).contains("119"));
    // Another process remembers it too.
    let shown = desk.run(&["patient", "show", &one]).succeeded().json();
    assert!(shown.to_string().contains("페니실린"), "{shown}");
    let turns = desk.run(&["patient", "turns", &one]).succeeded().out;
    assert!(turns.contains("아목시실린 먹어도") && turns.contains("알레르기"), "{turns}");
}

#[test]
fn a_turn_warns_of_what_it_means_with_the_record() {
    let desk = Desk::new();
    let rules = |answer: &Value| -> Vec<String> {
        let warnings = answer["warnings"].as_array().unwrap();
        warnings.iter().map(|it| text(it, "rule").to_owned()).collect()
    };
    for (name, before, turn, expected) in [
        ("가", "디곡신 먹어요.", "속이 메스껍고 눈이 침침해요.", "digoxin_toxicity"),
        ("나", "임신 30주예요.", "머리가 아프고 눈앞이 번쩍거려요.", "preeclampsia"),
        // A complaint of an hour ago counts.
        ("다", "임신 30주예요. 머리가 아파요.", "눈앞이 번쩍거려요.", "preeclampsia"),
        ("라", "와파린 먹어요.", "임신했어요.", "pregnancy_contraindicated_taken"),
    ] {
        let id = patient(&desk, name);
        let first = consult(&desk, &id, before);
        assert!(!rules(&first).contains(&expected.to_owned()), "{before}: {first}");
        let answer = consult(&desk, &id, turn);
        assert!(rules(&answer).contains(&expected.to_owned()), "{before} {turn}: {answer}");
    }
    // Nothing distracts from the fixed text of an emergency, which stands there once.
    let id = patient(&desk, "바");
    consult(&desk, &id, "임신 30주예요. 머리가 아파요. 철분제 먹어요.");
    let answer = consult(&desk, &id, "눈앞이 번쩍거리는데 뭐 먹어요?");
    assert!(answer["citations"].as_array().unwrap().is_empty(), "{answer}");
    assert_eq!(text(&answer, "answer").matches("전자간증").count(), 1, "{answer}");
    // What the record means alone was said when it was recorded.
    let id = patient(&desk, "마");
    consult(&desk, &id, "디곡신 먹는데 속이 메스껍고 눈이 침침해요.");
    let answer = consult(&desk, &id, "타이레놀 먹어도 되나요?");
    assert!(!rules(&answer).contains(&"digoxin_toxicity".to_owned()), "{answer}");
}

#[test]
fn the_record_is_compared_with_the_documents_of_the_drug() {
    let desk = Desk::new();
    for (name, stated, question, expected, without) in [
        (
            "가",
            "와파린 먹고 있어요.",
            "나프록센 먹어도 되나요?",
            "항응고제를 함께 쓰면 출혈",
            "[해당: 천식",
        ),
        ("나", "eGFR 35래요.", "발라시클로버 처방받았는데 괜찮아요?", "30~49mL/min이면", "와파린"),
        (
            "다",
            "조짐이 있는 편두통이 있어요.",
            "야즈 먹어도 되나요?",
            "조짐이 있는 편두통",
            "와파린",
        ),
        (
            "라",
            "담배를 하루 한 갑 피워요. 38세예요.",
            "머시론 먹어도 되나요?",
            "35세 이상이면서 담배",
            "와파린",
        ),
        // The mother's illness is not the patient's.
        (
            "마",
            "어머니가 위궤양이에요.",
            "이부프로펜 먹어도 되나요?",
            "이부프로펜",
            "[해당: 위궤양",
        ),
    ] {
        let id = patient(&desk, name);
        consult(&desk, &id, stated);
        let answer = consult(&desk, &id, question);
        let paragraphs = answer["paragraphs"].as_array().unwrap();
        let first = paragraphs.iter().find(|it| it["kind"] == "quote").unwrap();
        assert!(text(first, "text").contains(expected), "{stated} {question}: {answer}");
        assert!(!text(&answer, "answer").contains(without), "{stated} {question}: {answer}");
    }
    // A drug of the record of which no document of the wanted drug speaks is a gap, not silence.
    let id = patient(&desk, "바");
    consult(&desk, &id, "글루코사민 먹고 있어요.");
    let answer = consult(&desk, &id, "로페라미드 먹어도 되나요?");
    assert!(text(&answer, "answer").contains("글루코사민’와(과) 관련한 내용은"), "{answer}");
    // A pregnancy that ended is over, and no contradiction that waits for a person.
    let id = patient(&desk, "사");
    for stated in ["임신 8주예요.", "지난주에 유산했어요."] {
        consult(&desk, &id, stated);
    }
    let answer = consult(&desk, &id, "나프록센 먹어도 되나요?");
    assert!(!text(&answer, "answer").contains("[해당: 임신"), "{answer}");
    // What helps is asked for the person of the record.
    let id = patient(&desk, "자");
    consult(&desk, &id, "임신 30주예요. 철분제랑 레보티록신 먹어요.");
    let answer = consult(&desk, &id, "머리가 아픈데 뭐 먹을 수 있어요?");
    assert_eq!(answer["citations"][0]["title"], "임신과 약", "{answer}");
    let answer = consult(&desk, &id, "혈압약이랑 감기약 같이 먹어도 돼요?");
    assert!(text(&answer, "answer").contains("코막힘약"), "{answer}");
    // A question without a subject is about the drugs of the turn before.
    let id = patient(&desk, "차");
    consult(&desk, &id, "철분제랑 레보티록신 먹어요.");
    let answer = consult(&desk, &id, "둘을 같이 먹어도 돼요?");
    assert!(text(&answer, "answer").contains("4시간"), "{answer}");
    // Facts of somebody else are not recorded, and no answer claims that they are.
    let id = patient(&desk, "카");
    let answer = consult(&desk, &id, "6살 아이 엄마예요. 아이가 천식이 있어요.");
    assert!(text(&answer, "answer").contains("이 환자의 기록에는 남기지"), "{answer}");
    // A question that only names another drug asks the same of it.
    let id = patient(&desk, "아");
    consult(&desk, &id, "로페라미드 먹어도 되나요?");
    let other = consult(&desk, &id, "타이레놀은요?");
    assert!(text(&other, "answer").contains("금기·주의"), "{other}");
}

#[test]
fn the_record_is_compared_with_the_drugs_that_an_answer_offers() {
    let desk = Desk::new();
    let asked = "머리가 아픈데 무슨 두통약을 먹으면 돼요?";
    let (one, other) = (patient(&desk, "가나다"), patient(&desk, "라마바"));
    let turns = [
        (one.as_str(), "천식이 있어요"),
        (&one, asked),
        (&other, "아스피린 알레르기가 있어요"),
        (&other, asked),
    ];
    let answers = batch(&desk, &turns);
    for reply in [text(&answers[1], "answer"), text(&answers[3], "answer")] {
        assert!(reply.contains("아세트아미노펜"), "{reply}");
        assert!(reply.contains("이부프로펜을 쓰지 않습니다"), "{reply}");
    }
}

#[test]
fn doses_and_clearances_are_calculated_from_the_record() {
    let desk = Desk::new();
    let (child, elder) = (patient(&desk, "아이"), patient(&desk, "어른"));
    let answers = batch(
        &desk,
        &[
            (&child, "6살 아이예요. 20kg이에요"),
            (&child, "부루펜시럽은 얼마나 먹여요?"),
            (&child, "타이레놀시럽은요?"),
            (&child, "동생은 3살이고 14kg인데 부루펜시럽 몇 미리 먹여요?"),
            (&elder, "70세 남자 65kg이고 크레아티닌 2.4예요"),
            (&elder, "제 크레아티닌 청소율이 얼마예요?"),
            (&elder, "메트포르민 먹어도 되나요?"),
            (&elder, "우리 애가 3살인데 부루펜시럽 몇 미리 먹여요?"),
        ],
    );
    let calculated = |at: usize| -> Vec<&str> {
        let all = answers[at]["calculations"].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().map(|it| text(it, "result")).collect()
    };
    assert_eq!(calculated(1), ["1회 100~200 mg, 6~8시간 간격, 하루 3~4번"]);
    let origin = text(&answers[1]["calculations"][0]["inputs"][0], "origin");
    assert!(origin.starts_with("환자 기록 20"), "{origin}");
    let cited = text(&answers[1]["calculations"][0]["dose"], "chunk_id");
    let citations = answers[1]["citations"].as_array().unwrap();
    assert!(citations.iter().any(|it| it["chunk_id"] == cited), "{}", answers[1]);
    let paragraphs = answers[1]["paragraphs"].as_array().unwrap();
    let paragraph = paragraphs.iter().find(|it| it["kind"] == "calculation").unwrap();
    assert!(text(paragraph, "text").contains("지금 값인지 확인하십시오"), "{paragraph}");
    assert!(text(&answers[1], "answer").contains(text(paragraph, "text")));
    // The question of the turn before, for another drug.
    assert_eq!(calculated(2), ["1회 200~300 mg, 4~6시간 간격, 하루 5번까지"]);
    // Another child's weight, and no weight of the patient's for another child.
    assert_eq!(calculated(3), ["1회 70~140 mg, 6~8시간 간격, 하루 3~4번"]);
    assert!(calculated(7).is_empty(), "{}", answers[7]);
    assert_eq!(calculated(5), ["크레아티닌 청소율 약 26.3 mL/min"]);
    assert!(answers[5]["citations"].as_array().unwrap().is_empty(), "{}", answers[5]);
    let metformin = text(&answers[6], "answer");
    let limit = metformin.find("30 미만인 사람은 메트포르민을 쓰지 않습니다");
    let reason = metformin.find("[해당: 크레아티닌 청소율 26.3 mL/min(계산)]");
    assert!(reason.is_some() && reason < limit, "{metformin}");
}

#[test]
fn an_adverse_reaction_is_recorded_and_warned_of() {
    let desk = Desk::new();
    let id = patient(&desk, "가나다");
    let answers = batch(
        &desk,
        &[
            (&id, "스타틴 먹고 근육통이 와서 끊었어요"),
            (&id, "아토르바스타틴 먹어도 되나요?"),
            (&id, "에제티미브 먹어도 되나요?"),
            (&id, "아목시실린 먹고 두드러기가 났어요"),
            (&id, "아목시실린 먹어도 되나요?"),
            (&id, "조영제 맞고 쇼크 온 적 있어요"),
            (&id, "조영제 CT 찍어도 되나요?"),
        ],
    );
    assert!(answers[0]["remembered"].to_string().contains("스타틴 쓴 뒤 근육통"), "{}", answers[0]);
    let rules = |at: usize| -> Vec<&str> {
        answers[at]["warnings"].as_array().unwrap().iter().map(|it| text(it, "rule")).collect()
    };
    assert_eq!(rules(1), ["recorded_reaction"]);
    assert!(first_words(&answers[1]).contains("스타틴 쓴 뒤 근육통"), "{}", answers[1]);
    assert!(rules(0).is_empty() && rules(2).is_empty());
    // An allergy says more than the reaction that it was read from, also of a drug without documents.
    assert_eq!((rules(4), rules(6)), (vec!["allergy"], vec!["allergy"]));
    let path = desk.dir().join("prescription.txt");
    std::fs::write(&path, "아토르바스타틴 20mg 1일 1회\n").unwrap();
    let checked = desk.run(&["check-list", path.to_str().unwrap(), "--patient", &id]);
    let checked = checked.succeeded().json();
    let warnings = checked["warnings"].as_array().unwrap();
    let known = warnings.iter().find(|it| it["kind"] == "reaction").unwrap();
    assert!(text(known, "text").contains("스타틴 쓴 뒤 근육통"), "{known}");
}

#[test]
fn a_statement_is_checked_with_the_record() {
    let desk = Desk::new();
    let ids = ["가", "나", "다"].map(|it| patient(&desk, it));
    let answers = batch(
        &desk,
        &[
            (&ids[0], "니트로글리세린 가지고 다녀요"),
            (&ids[0], "어제부터 비아그라 먹고 있어요"),
            (&ids[0], "비아그라 먹고 있다고 했죠"),
            (
                &ids[1],
                "78세 남자, 크레아티닌 2.4, K 5.9. 스피로노락톤 25mg qd, 메트포르민 500mg bid",
            ),
            (&ids[2], "천식이 있어요"),
            (&ids[2], "남편이 프로프라놀롤 먹어요"),
            (&ids[2], "프로프라놀롤 먹기 시작했어요"),
        ],
    );
    let checked = |at: usize| -> Vec<&str> {
        let warnings = answers[at]["warnings"].as_array().unwrap().iter();
        let of_rule = warnings.filter(|it| it["rule"] == "checked_with_record");
        of_rule.map(|it| text(it, "text")).collect()
    };
    assert_eq!(checked(0), Vec::<&str>::new());
    assert!(checked(1)[0].starts_with("실데나필 + 니트로글리세린: "), "{:?}", checked(1));
    assert!(first_words(&answers[1]).contains("실데나필 + 니트로글리세린"), "{}", answers[1]);
    // What the record has already is not warned of again.
    assert_eq!(checked(2), Vec::<&str>::new());
    // A potassium of 5.9 is 고칼륨혈증, and the creatinine gives a filtration rate of 27.
    let of_values = checked(3).join("\n");
    assert!(of_values.contains("고칼륨혈증"), "{of_values}");
    assert_eq!(checked(5), Vec::<&str>::new());
    assert!(checked(6)[0].starts_with("프로프라놀롤: 천식"), "{:?}", checked(6));
}

#[test]
fn an_old_weight_of_a_child_is_not_calculated_with() {
    let desk = Desk::new();
    let record = json!({ "resourceType": "Bundle", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": "kid", "birthDate": "2021-03-02",
          "name": [{ "text": "새싹" }] } },
        { "resource": { "resourceType": "Observation", "status": "final",
          "code": { "coding": [{ "code": "29463-7" }] }, "effectiveDateTime": "2024-01-05",
          "valueQuantity": { "value": 12, "unit": "kg" } } },
    ] });
    let file = desk.dir().join("record.json");
    std::fs::write(&file, record.to_string()).unwrap();
    let added = desk.run(&["patient", "import", file.to_str().unwrap(), "--json"]);
    let added = added.succeeded().json();
    let id = added["patient"]["id"].as_str().or(added["id"].as_str()).unwrap();
    let answer = consult(&desk, id, "부루펜시럽 얼마나 먹여요?");
    assert!(answer["calculations"].is_null(), "{answer}");
    let reply = text(&answer, "answer");
    assert!(reply.contains("체중 12 kg는 아이에게는 오래된 값이어서"), "{reply}");
    let answer = consult(&desk, id, "지금은 16kg이에요. 부루펜시럽 얼마나 먹여요?");
    assert!(text(&answer["calculations"][0], "result").starts_with("1회 80~160 mg"), "{answer}");
}

#[test]
fn a_cached_answer_is_served_to_its_own_patient_only() {
    let desk = Desk::new();
    let (one, other) = (patient(&desk, "하나"), patient(&desk, "둘"));
    let question = "아세트아미노펜 하루 최대 용량이 얼마예요?";
    for id in [&one, &other] {
        consult(&desk, id, "고혈압이 있어요.");
    }
    let made = consult(&desk, &one, question);
    assert_eq!(made["cache"]["hit"], false);
    // Another process also serves it from the cache.
    let again = consult(&desk, &one, question);
    assert_eq!((&again["cache"]["hit"], text(&again, "stopped_by")), (&json!(true), "cache_hit"));
    assert!(again["cache"]["similarity"].as_f64().unwrap() > 0.99);
    assert_eq!((&again["citations"], &again["k"]), (&made["citations"], &made["k"]));
    assert_eq!(consult(&desk, &other, question)["cache"]["hit"], false);
    assert_eq!(
        consult(&desk, &one, "이부프로펜 하루 최대 용량이 얼마예요?")["cache"]["hit"],
        false
    );
    // A new fact about the patient needs a new answer.
    consult(&desk, &one, "간경화가 있어요.");
    assert_eq!(consult(&desk, &one, question)["cache"]["hit"], false);
    let status = desk.run(&["consult", "--cache-status"]).succeeded().json();
    assert_eq!(status["hits"], 1, "{status}");
    assert!(
        status["outdated"].as_u64().unwrap() >= 1 && status["saved_ms"].as_f64().unwrap() > 0.0
    );
    // The stored answer is deleted with the patient.
    let before = status["entries"].as_u64().unwrap();
    desk.run(&["patient", "forget", &other]).succeeded();
    let status = desk.run(&["consult", "--cache-status"]).succeeded().json();
    assert_eq!(status["entries"].as_u64().unwrap(), before - 1);
}

#[test]
fn plain_mode_and_parts_left_out() {
    let desk = Desk::new();
    let id = patient(&desk, "가");
    consult(&desk, &id, "와파린 먹고 있어요.");
    let run = |more: &[&str]| {
        let all: Vec<&str> =
            [&["consult", "--patient", &id, "제가 먹는 약이랑 이부프로펜 먹어도 되나요?"], more]
                .concat();
        desk.run(&all).succeeded().json()
    };
    let plain = run(&["--mode", "plain"]);
    assert_eq!((text(&plain, "mode"), text(&plain, "stopped_by")), ("plain", "plain_mode"));
    assert_eq!((text(&plain, "profile_summary"), &plain["remembered"]), ("", &json!([])));
    let lead = |answer: &Value| {
        let lead = answer["paragraphs"].as_array().unwrap().iter().find(|it| it["kind"] == "lead");
        text(lead.unwrap_or_else(|| panic!("{answer}")), "text").to_owned()
    };
    assert!(!lead(&plain).contains("와파린"), "{plain}");
    let without = run(&["--without", "memory", "--without", "refine"]);
    assert_eq!(
        (&without["flags"]["memory"], &without["flags"]["cache"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(text(&without, "stopped_by"), "refine_off");
    let whole = run(&[]);
    assert!(lead(&whole).contains("와파린"), "{whole}");
}

/// Returns the stored turns, without fields that only the response has.
fn stored_turns(desk: &Desk, patient: &str) -> Vec<Value> {
    let turns = desk.run(&["patient", "turns", patient]).succeeded().json();
    turns.as_array().unwrap().clone()
}

#[test]
fn a_reopened_conversation_is_unchanged() {
    let desk = Desk::new();
    let id = patient(&desk, "가");
    let question = "아세트아미노펜 하루 최대 용량이 얼마예요?";
    let mut held = vec![
        ("안녕하세요", consult(&desk, &id, "안녕하세요")),
        ("고혈압이 있어요.", consult(&desk, &id, "고혈압이 있어요.")),
        (question, consult(&desk, &id, question)),
        (question, consult(&desk, &id, question)),
    ];
    let apart = "당뇨병이 있는데 아세트아미노펜 하루 최대 용량이 얼마예요?";
    let plain = desk.run(&["consult", "--patient", &id, apart, "--mode", "plain"]);
    held.push((apart, plain.succeeded().json()));
    held.push(("고마워요", consult(&desk, &id, "고마워요")));
    assert_eq!(held[3].1["cache"]["hit"], true);
    let turns = stored_turns(&desk, &id);
    assert_eq!(turns.len(), held.len());
    for (turn, (text, answered)) in turns.iter().zip(&held) {
        assert_eq!(&turn["text"], text);
        let answer = &turn["answer"];
        for (field, shown) in answered.as_object().unwrap() {
            match field.as_str() {
                "answer" => assert_eq!(&answer["text"], shown, "{text}"),
                // The stored duration ends before storing, the shown one after it.
                "timings_ms" => {
                    for (node, ms) in shown.as_object().unwrap() {
                        let stored_ms = answer["timings_ms"][node].as_f64().unwrap();
                        assert!(node == "total" || Some(stored_ms) == ms.as_f64(), "{text} {node}");
                    }
                }
                field => assert_eq!(&answer[field], shown, "{text}: {field}"),
            }
        }
        assert_eq!(turn["remembered"], *text != apart, "{text}");
    }
    // A turn without the record is not stored, and later turns do not refer to it.
    let record = desk.run(&["patient", "show", &id]).succeeded().json();
    assert!(!record.to_string().contains("당뇨"), "{record}");
    let words = desk.command(&["patient", "turns", &id]);
    let arguments = words.get_args().filter(|it| *it != "--json");
    let words = std::process::Command::new(words.get_program()).args(arguments).output().unwrap();
    let words = String::from_utf8(words.stdout).unwrap();
    for shown in ["greeting k=0", "캐시에서 1.00", "품질 ", "plain_mode", "기록하지 않음", " ms"]
    {
        assert!(words.contains(shown), "{shown}: {words}");
    }
}

#[test]
fn a_dangerous_value_of_an_earlier_turn_warns_until_a_newer_one_is_known() {
    let desk = Desk::new();
    let (id, other) = (patient(&desk, "가"), patient(&desk, "나"));
    let rules = |answer: &Value| -> Vec<String> {
        let rules = answer["warnings"].as_array().unwrap().iter();
        rules.map(|it| text(it, "rule").to_owned()).collect()
    };
    assert_eq!(rules(&consult(&desk, &id, "eGFR가 25래요. 혈압은 190/125였어요.")).len(), 2);
    let question = "아세트아미노펜 하루 최대 용량이 얼마예요?";
    for turn in ["안녕하세요", question, question] {
        let answer = consult(&desk, &id, turn);
        assert_eq!(rules(&answer), ["blood_pressure_crisis", "egfr_low"], "{turn}");
        let first = first_words(&answer);
        assert!(first.starts_with("1분 전에 말씀하신 혈압 190/125 mmHg"), "{first}");
        assert!(answer["warnings"][0]["said_at"].is_string(), "{answer}");
        assert!(answer["used"].to_string().contains("혈압 190/125 mmHg"), "{answer}");
        let mentions = text(&answer, "answer").matches("고혈압 위기").count();
        assert_eq!(mentions, 1, "also on a kept answer: {answer}");
    }
    let remembered = desk.run(&["patient", "remember", &id, "목이 아파요"]).succeeded().json();
    assert!(remembered["warnings"].to_string().contains("말씀하신 사구체여과율 25"));
    assert_eq!(rules(&consult(&desk, &other, question)), [""; 0]);
    let plain = desk.run(&["consult", "--patient", &id, question, "--mode", "plain"]);
    assert_eq!(rules(&plain.succeeded().json()), [""; 0], "plain mode reads no record");
    // The value of this turn comes first, and a newer value replaces the older one.
    let answer = consult(&desk, &id, "혈당이 45예요.");
    assert_eq!(rules(&answer), ["glucose_low", "blood_pressure_crisis", "egfr_low"]);
    let answer = consult(&desk, &id, "혈압 다시 재니 125/80이고 혈당은 110이에요.");
    assert_eq!(rules(&answer), ["egfr_low"]);
    assert_eq!(rules(&consult(&desk, &id, "eGFR 95 나왔어요.")), [""; 0]);
    assert_eq!(rules(&consult(&desk, &id, question)), [""; 0]);
}

#[test]
fn a_danger_of_an_earlier_turn_is_repeated_even_if_no_fact_was_remembered() {
    let desk = Desk::new();
    let (id, other) = (patient(&desk, "가"), patient(&desk, "나"));
    let plain = ["--mode", "plain"];
    let run = desk.run(&[&["consult", "--patient", &id, "다 끝내고 싶어요"], &plain[..]].concat());
    run.succeeded();
    let answer = consult(&desk, &id, "아세트아미노펜 하루 최대 용량이 얼마예요?");
    assert_eq!(text(&answer["warnings"][0], "rule"), "suicide", "{answer}");
    assert!(first_words(&answer).starts_with("1분 전에 말씀하신"), "{answer}");
    assert!(first_words(&answer).contains("109"), "{answer}");
    let answer = consult(&desk, &other, "아세트아미노펜 하루 최대 용량이 얼마예요?");
    assert_eq!(answer["warnings"], json!([]));
}

#[test]
fn mistakes_are_reported() {
    let desk = Desk::new();
    let nobody = desk.run(&["consult", "--patient", "nobody", "안녕"]);
    nobody.failed_with("add one with `simui patient add NAME`");
    let id = patient(&desk, "가");
    desk.run(&["consult", "--patient", &id, "  "]).failed_with("the turn is empty");
    let part = desk.run(&["consult", "--patient", &id, "안녕", "--without", "everything"]);
    part.failed_with("use one of cache, active_retrieval");
    let file = desk.dir().join("turns.jsonl");
    std::fs::write(
        &file,
        format!("{{\"id\":\"1\"}}\n{}\n", json!({"id":"2","patient":id,"text":"안녕하세요"})),
    )
    .unwrap();
    let finished = desk.run(&["consult", "--batch", file.to_str().unwrap()]);
    assert_eq!(finished.code, Some(1));
    assert_eq!(finished.lines().len(), 1, "the rest goes on");
    finished.failed_with("line 1");
}

#[test]
fn the_number_of_documents_is_that_of_the_search_profile() {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    let id = patient(&desk, "가나다");
    let question = "타이레놀 하루에 몇 알까지 먹어요?";
    let asked = || {
        let answer = consult(&desk, &id, question);
        (answer["k"].as_u64().unwrap(), answer["cache"]["hit"] == true)
    };
    assert_eq!(asked(), (3, false));
    assert_eq!(asked(), (3, true));
    let change = |more: &[&str]| {
        let arguments = [&["search", "profiles"], more, &["--as", "관리"]].concat();
        desk.run(&arguments).succeeded();
    };
    change(&["counsel", "--results", "0,2,6,12"]);
    // An answer of the old profile is not served from the cache.
    assert_eq!(asked(), (2, false));
    change(&["--routing", "off"]);
    assert_eq!(asked(), (10, false));
    assert_eq!(consult(&desk, &id, "안녕하세요")["k"], 0);
}
