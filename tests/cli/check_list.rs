//! `simui check-list` and `simui calculate`: a whole prescription, and calculators that show their formula.

use crate::common::Desk;
use serde_json::{Value, json};

/// Writes a prescription and returns what the check finds.
fn checked(desk: &Desk, lines: &str, more: &[&str]) -> Value {
    let path = desk.dir().join("prescription.txt");
    std::fs::write(&path, lines).unwrap();
    let mut arguments = vec!["check-list", path.to_str().unwrap()];
    arguments.extend(more);
    desk.run(&arguments).succeeded().json()
}

/// The named field of every entry of a list, joined.
fn all(found: &Value, list: &str, field: &str) -> String {
    let entries = found[list].as_array().unwrap();
    entries.iter().map(|it| it[field].to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_prescription_is_checked_at_once() {
    let desk = Desk::new();
    let found = checked(
        &desk,
        "72세 여자 60kg 크레아티닌 1.4 페니실린 알레르기\n와파린 2mg 1일 1회\n타이레놀정500밀리그람 1회 2정 1일 3회 5일\n\
         Amoxicillin 250 mg tid 7d\n이부프로펜 200mg 1일 3회\n아세트아미노펜 650mg 1일 3회\n\
         메트포르민 500mg 1일 2회\n가나다라정 1일 1회\n",
        &[],
    );
    assert_eq!(found["drugs"].as_array().unwrap().len(), 6);
    assert_eq!(all(&found, "unknown", "text"), "\"가나다라정 1일 1회\"");
    let pairs: Vec<(String, String)> = found["interactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["severity"].to_string(), it["pair"].to_string()))
        .collect();
    let pair = ("\"serious\"".to_owned(), json!(["와파린", "이부프로펜"]).to_string());
    assert!(pairs.contains(&pair), "{pairs:?}");
    let quote = &found["interactions"][0]["quote"];
    assert!(quote.as_str().unwrap().contains("출혈"), "{quote}");
    assert!(all(&found, "duplications", "name").contains("아세트아미노펜"));
    assert!(all(&found, "warnings", "kind").contains("allergy"));
    let doses = all(&found, "doses", "text");
    assert!(
        doses.contains("아세트아미노펜 하루 총량 4,950 mg: 하루 최대 4,000 mg을 넘습니다."),
        "{doses}"
    );
    assert!(doses.contains("eGFR이 30~45로"), "{doses}");
    assert_eq!(found["calculations"][0]["low"], 34.4);
    let not_checked = found["not_checked"].to_string();
    assert!(not_checked.contains("DUR 자료가 등록되어 있지 않아"), "{not_checked}");
    assert!(not_checked.contains("가나다라정"), "{not_checked}");
    // An unknown name raises nothing.
    assert!(!found["interactions"].to_string().contains("가나다라"));
}

/// 질산염을 쓰는 사람은 …: a class in a sentence on who takes it, outside the section on interactions.
#[test]
fn what_a_document_says_of_those_who_take_a_class_is_a_pair() {
    let desk = Desk::new();
    for lines in ["시그마트 5mg\n시알리스 5mg\n", "이소켓 10mg\n비아그라 50mg\n"] {
        let found = checked(&desk, lines, &[]);
        assert_eq!(found["interactions"][0]["severity"], "contraindicated", "{lines}: {found}");
        assert!(all(&found, "interactions", "text").contains("질산염"), "{lines}: {found}");
    }
}

#[test]
fn tables_and_strengths_of_the_desk_are_used() {
    let desk = Desk::new();
    let permit = json!({ "header": { "resultCode": "00" }, "body": { "totalCount": 1, "items": [{
        "ITEM_SEQ": "202600005", "ITEM_NAME": "노을정", "ENTP_NAME": "다라제약",
        "MATERIAL_NAME": "총량 : 1정|성분명 : 이트라코나졸|분량 : 100|단위 : 밀리그램",
        "UD_DOC_DATA": "<DOC title=\"용법용량\" type=\"UD\"><SECTION title=\"\"><ARTICLE title=\"\">\
            <PARAGRAPH tagName=\"p\"><![CDATA[성인 1회 100mg 1일 1회, 1일 최대 200mg]]></PARAGRAPH></ARTICLE></SECTION></DOC>",
    }] } });
    let pair = json!({ "header": { "resultCode": "00" }, "body": { "totalCount": 1, "items": [{
        "TYPE_NAME": "병용금기", "INGR_KOR_NAME": "이트라코나졸", "INGR_ENG_NAME": "Itraconazole",
        "ITEM_SEQ": "202600006", "ITEM_NAME": "안개캡슐", "ENTP_NAME": "마바제약",
        "MIXTURE_INGR_KOR_NAME": "심바스타틴", "MIXTURE_INGR_ENG_NAME": "Simvastatin",
        "MIXTURE_ITEM_SEQ": "202600007", "MIXTURE_ITEM_NAME": "서리정", "PROHBT_CONTENT": "횡문근융해증",
    }] } });
    let label = json!([{
        "itemSeq": "202600008", "itemName": "이슬콧물시럽", "entpName": "가나제약",
        "useMethodQesitm": "만 7세 이상 15세 미만은 1회 10 mL, 만 2세 이상 7세 미만은 1회 5 mL, 1일 3회 복용합니다.",
    }]);
    for (name, file) in [("permit", permit), ("pair", pair), ("label", label)] {
        let path = desk.dir().join(format!("{name}.json"));
        std::fs::write(&path, file.to_string()).unwrap();
        desk.run(&["corpus", "import", path.to_str().unwrap()]).succeeded();
    }
    let found = checked(&desk, "노을정 1회 3정 1일 1회\n심바스타틴 20mg 1일 1회\n", &[]);
    let first = &found["interactions"][0];
    assert_eq!(first["severity"], "contraindicated");
    assert_eq!(first["source"], "DUR 병용금기");
    assert!(first["quote"].as_str().unwrap().contains("횡문근융해증"), "{first}");
    let doses = all(&found, "doses", "text");
    assert!(doses.contains("하루 총량 300 mg: 하루 최대 200 mg을 넘습니다."), "{doses}");
    assert!(found["drugs"][0]["strengths"].to_string().contains("100 mg/정"), "{found}");
    // The label's dose for the age counts, and an age without one is said.
    let syrup = "이슬콧물시럽 1회 10mL 1일 3회";
    for (about, words) in [
        ("3세 14kg", "1회 10 mL: 표시의 이 나이 용량 5 mL보다 많습니다."),
        ("18개월 11kg", "표시에는 이 나이의 용량이 없습니다."),
    ] {
        let found = checked(&desk, syrup, &["--about", about]);
        assert!(all(&found, "doses", "text").contains(words), "{about}: {found}");
    }
    let found = checked(&desk, syrup, &["--about", "8세 25kg"]);
    assert!(!all(&found, "doses", "kind").contains("label"), "{found}");
}

#[test]
fn a_record_and_words_about_the_patient_are_used() {
    let desk = Desk::new();
    desk.run(&["patient", "add", "가나다"]).succeeded();
    desk.run(&["patient", "remember", "가나다", "페니실린 알레르기가 있고 와파린을 먹고 있어요."])
        .succeeded();
    let found =
        checked(&desk, "아목시실린 250mg tid\n이부프로펜 200mg bid\n", &["--patient", "가나다"]);
    assert!(all(&found, "warnings", "kind").contains("allergy"), "{found}");
    assert!(all(&found, "interactions", "pair").contains("와파린"), "{found}");
    let pregnant = checked(&desk, "와파린 2mg qd", &["--about", "임신 12주 31세 여자"]);
    assert_eq!(pregnant["warnings"][0]["severity"], "contraindicated");
    assert_eq!(pregnant["warnings"][0]["kind"], "pregnancy");
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let desk = Desk::new();
    let path = desk.dir().join("empty.txt");
    std::fs::write(&path, " \n").unwrap();
    desk.run(&["check-list", path.to_str().unwrap()]).failed_with("prescription");
    desk.run(&["check-list", "/nowhere/prescription.txt"]).failed_with("/nowhere");
}

/// Checks a number and words of a calculation.
fn check_calculation(desk: &Desk, arguments: &[&str], low: f64, words: &str) {
    let mut all = vec!["calculate"];
    all.extend(arguments);
    let found: Value = desk.run(&all).succeeded().json();
    assert_eq!(found["low"], low, "{arguments:?}: {found}");
    assert!(found.to_string().contains(words), "{arguments:?}: {found}");
}

#[test]
fn calculators_show_formula_and_source() {
    let desk = Desk::new();
    let clearance =
        ["crcl", "--age", "72", "--sex", "female", "--weight", "60", "--creatinine", "1.4"];
    check_calculation(&desk, &clearance, 34.4, "(140 − 72) × 60 ÷ (72 × 1.4) × 0.85(여성) = 34.4");
    let rate = ["egfr", "--age", "78", "--sex", "male", "--creatinine", "1.8"];
    check_calculation(&desk, &rate, 38.0, "max(1.8 ÷ 0.9, 1)^−1.2 × 0.9938^78 = 38");
    check_calculation(&desk, &["bmi", "--weight", "70", "--height", "175"], 22.9, "Keys");
    check_calculation(&desk, &["bsa", "--weight", "70", "--height", "175"], 1.84, "Mosteller");
    let pack = ["duration", "--contents", "30", "--per-time", "1", "--times", "3"];
    check_calculation(&desk, &pack, 10.0, "10일분");
    let dose = ["dose", "아세트아미노펜 160mg/5mL", "--weight", "14", "--age", "3"];
    check_calculation(&desk, &dose, 4.4, "체중 1kg에 아세트아미노펜 10~15mg");
    let child = [
        "calculate",
        "crcl",
        "--age",
        "12",
        "--sex",
        "male",
        "--weight",
        "40",
        "--creatinine",
        "0.6",
    ];
    desk.run(&child).failed_with("18세 이상");
    let unknown = ["calculate", "dose", "가나다라정", "--weight", "14"];
    desk.run(&unknown).failed_with("찾지 못해");
}

#[test]
fn a_question_shows_its_calculation() {
    let desk = Desk::new();
    let answer: Value = desk
        .run(&["ask", "체중 60kg 72세 여자 크레아티닌 1.4면 CrCl이 얼마예요?"])
        .succeeded()
        .json();
    assert_eq!(answer["calculations"][0]["low"], 34.4, "{answer}");
    assert!(answer["answer"].as_str().unwrap().contains("= 34.4"), "{answer}");
    let answer: Value = desk
        .run(&["ask", "14kg 3살 아이 아세트아미노펜 시럽 160mg/5mL 몇 mL 먹여요?"])
        .succeeded()
        .json();
    let dose = &answer["calculations"][0];
    assert_eq!((&dose["low"], &dose["high"]), (&json!(4.4), &json!(6.5)), "{answer}");
    let text = answer["answer"].as_str().unwrap();
    assert!(text.contains("[계산]") && text.contains("[문서 "), "{text}");
    let cited = answer["citations"].as_array().unwrap();
    assert!(cited.iter().any(|it| it["chunk_id"] == dose["dose"]["chunk_id"]), "{answer}");
    // Without the strength there is no volume, and the answer says so.
    let answer: Value =
        desk.run(&["ask", "14kg 3살 아이 아세트아미노펜 시럽 몇 mL 먹여요?"]).succeeded().json();
    assert_eq!(answer["calculations"][0]["unit"], "mg", "{answer}");
    assert!(answer["answer"].as_str().unwrap().contains("함량을 몰라"), "{answer}");
}
