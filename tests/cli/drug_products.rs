//! Products of imported labels, permits and DUR tables: a question that names one is answered from its own
//! label first.

use crate::common::Desk;
use serde_json::{Value, json};

/// A desk with invented labels in the shape of e약은요, a permit, and a pair of products in a DUR table.
fn desk() -> Desk {
    let desk = Desk::new();
    let label = |code: &str, name: &str, sections: &[(&str, &str)]| {
        let mut label = json!({ "itemSeq": code, "itemName": name, "entpName": "가나제약" });
        for (field, text) in sections {
            label[*field] = json!(text);
        }
        label
    };
    let labels = json!([
        label(
            "202600001",
            "구름펜정500밀리그램(아세트아미노펜)",
            &[
                ("efcyQesitm", "이 약은 두통에 사용합니다."),
                ("useMethodQesitm", "성인은 1회 1정씩 1일 3회 복용합니다."),
                ("seQesitm", "귀울림이 나타나는 경우 복용을 중지하십시오."),
                ("depositMethodQesitm", "서늘한 곳에 보관하십시오."),
            ]
        ),
        label(
            "202600002",
            "먹구름펜정500밀리그램(아세트아미노펜)",
            &[("seQesitm", "코피가 나타나는 경우 복용을 중지하십시오."),]
        ),
        label(
            "202600003",
            "이슬겔현탁액",
            &[("atpnQesitm", "투석요법을 받고 있는 환자는 이 약을 복용하지 마십시오."),]
        ),
        label("202600004", "감기정", &[("seQesitm", "졸음이 나타날 수 있습니다.")]),
    ]);
    let permit = json!({ "header": { "resultCode": "00" }, "body": { "totalCount": 1, "items": [{
        "ITEM_SEQ": "202600005", "ITEM_NAME": "노을정100밀리그램", "ENTP_NAME": "다라제약",
        "MATERIAL_NAME": "총량 : 1정|성분명 : 록소프로펜나트륨|분량 : 60|단위 : 밀리그램",
        "UD_DOC_DATA": "<DOC title=\"용법용량\" type=\"UD\"><SECTION title=\"\"><ARTICLE title=\"\">\
            <PARAGRAPH tagName=\"p\"><![CDATA[성인 1회 60mg 1일 3회]]></PARAGRAPH></ARTICLE></SECTION></DOC>",
    }] } });
    let pair = json!({ "header": { "resultCode": "00" }, "body": { "totalCount": 1, "items": [{
        "TYPE_NAME": "병용금기", "INGR_KOR_NAME": "이트라코나졸", "INGR_ENG_NAME": "Itraconazole",
        "ITEM_SEQ": "202600006", "ITEM_NAME": "안개캡슐", "ENTP_NAME": "마바제약",
        "MIXTURE_INGR_KOR_NAME": "심바스타틴", "MIXTURE_INGR_ENG_NAME": "Simvastatin",
        "MIXTURE_ITEM_SEQ": "202600007", "MIXTURE_ITEM_NAME": "서리정", "PROHBT_CONTENT": "횡문근융해증",
    }] } });
    for (name, file) in [("labels", labels), ("permit", permit), ("pair", pair)] {
        let path = desk.dir().join(format!("{name}.json"));
        std::fs::write(&path, file.to_string()).unwrap();
        desk.run(&["corpus", "import", path.to_str().unwrap()]).succeeded();
    }
    desk
}

/// Checks the title of the first document that the answer cites, and words of the answer.
fn check(desk: &Desk, question: &str, first: &str, words: &[&str], absent: &[&str]) {
    let answer: Value = desk.run(&["ask", question]).succeeded().json();
    let text = answer["answer"].as_str().unwrap();
    let cited = answer["citations"][0]["title"].as_str().unwrap_or_default();
    assert!(cited.starts_with(first), "{question}: cites {cited:?}\n{text}");
    for word in words {
        assert!(text.contains(word), "{question}: no {word:?}\n{text}");
    }
    for word in absent.iter().chain(&["품목명:"]) {
        assert!(!text.contains(word), "{question}: {word:?}\n{text}");
    }
}

#[test]
fn a_product_is_answered_from_its_own_label_first() {
    let desk = desk();
    check(&desk, "구름펜정 부작용이 뭐예요?", "구름펜정", &["귀울림"], &["코피"]);
    check(&desk, "먹구름펜 부작용", "먹구름펜정", &["코피"], &["귀울림"]);
    check(&desk, "구름펜 정 500밀리그램은 어떻게 보관해요?", "구름펜정", &["서늘한 곳"], &[]);
    check(&desk, "이슬겔 투석환자도 먹나요", "이슬겔", &["투석요법을 받고 있는 환자"], &[]);
    let opened = &["개봉하면 짧아집니다", "이슬겔 문서에는 ‘개봉 뒤의 기한’"];
    check(&desk, "이슬겔 개봉한 지 오래됐어요", "약 보관과 폐의약품 버리기", opened, &[]);
    check(&desk, "노을정 하루 몇 번 먹나요?", "노을정", &["1회 60mg 1일 3회"], &[]);
}

#[test]
fn a_pair_of_products_is_found_in_the_table_of_products() {
    let desk = desk();
    let question = "안개캡슐이랑 서리정 같이 먹어도 되나요?";
    let answer: Value = desk.run(&["ask", question]).succeeded().json();
    let text = answer["answer"].as_str().unwrap();
    assert!(text.contains("[병용금기] ") && text.contains("횡문근융해증"), "{text}");
}

#[test]
fn a_common_word_is_no_product() {
    let desk = desk();
    let answer: Value = desk.run(&["ask", "감기에 걸렸을 때 부작용 없는 약"]).succeeded().json();
    let drugs = answer["drugs"].as_array().unwrap();
    assert!(drugs.is_empty(), "{drugs:?}");
    check(&desk, "감기정 부작용", "감기정", &["졸음"], &[]);
}

#[test]
fn a_product_that_a_patient_takes_is_compared_with_what_is_wanted() {
    let desk = desk();
    let patient = desk.run(&["patient", "add", "가"]).succeeded().json();
    let id = patient["id"].as_str().unwrap();
    let consult = |text: &str| desk.run(&["consult", "--patient", id, text]).succeeded().json();
    let stated = consult("노을정 하루 세 번 먹고 있어요.");
    let drugs = stated["slots"]["medications"].as_array().unwrap();
    let read: Vec<(&str, &str)> = drugs
        .iter()
        .map(|it| (it["name"].as_str().unwrap(), it["status"].as_str().unwrap()))
        .collect();
    assert_eq!(read, [("록소프로펜", "active")], "{stated}");
    let asked = consult("와파린 먹어도 되나요?");
    let answer = asked["answer"].as_str().unwrap();
    assert!(answer.contains("[해당: 록소프로펜]") && answer.contains("출혈"), "{answer}");
}

#[test]
fn documents_that_contradict_each_other_are_shown() {
    let desk = desk();
    let before = desk.run(&["ask", "타이레놀 하루 최대 용량이 얼마예요?"]).succeeded().json();
    assert_eq!(before["scores"]["faithfulness"], 1.0, "{before}");
    let other = "---\n자료종류: drug\n제목: 다른정(아세트아미노펜)\n식별자: 다른-아세트아미노펜\n판: '1'\n\
        발행일자: 2026-01-01\n시행일자: 2026-01-01\n---\n\n# 다른정(아세트아미노펜)\n\n## 용법·용량\n\n\
        성인의 아세트아미노펜 1일 최대 용량은 다른 약에 든 것을 모두 합쳐 3,000mg(3g)입니다.\n";
    let path = desk.dir().join("other.md");
    std::fs::write(&path, other).unwrap();
    desk.run(&["corpus", "import", path.to_str().unwrap()]).succeeded();
    let after = desk.run(&["ask", "타이레놀 하루 최대 용량이 얼마예요?"]).succeeded().json();
    let answer = after["answer"].as_str().unwrap();
    assert!(answer.contains("문서마다 내용이 다릅니다"), "{answer}");
    assert!(after["scores"]["faithfulness"].as_f64().unwrap() < 1.0, "{after}");
}

#[test]
fn a_product_in_an_imported_record_is_its_ingredient() {
    let desk = desk();
    let bundle = json!({ "resourceType": "Bundle", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": "p", "name": [{ "text": "가상" }] } },
        { "resource": {
            "resourceType": "MedicationStatement", "status": "active",
            "subject": { "reference": "Patient/p" },
            "medicationCodeableConcept": { "text": "노을정100밀리그램" },
        } },
    ] });
    let path = desk.dir().join("record.json");
    std::fs::write(&path, bundle.to_string()).unwrap();
    desk.run(&["patient", "import", path.to_str().unwrap()]).succeeded();
    let view = desk.run(&["patient", "show", "가상"]).succeeded().json();
    let drugs: Vec<&str> = view["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["slot"] == "medications")
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(drugs, ["록소프로펜"], "{view}");
}

/// The label for the public and the permit of one product are two documents, and neither ends the other.
#[test]
fn a_label_and_a_permit_of_one_product_stand_side_by_side() {
    let desk = desk();
    let label = json!([{
        "itemSeq": "202600005", "itemName": "노을정100밀리그램", "entpName": "다라제약",
        "depositMethodQesitm": "습기를 피해 보관하십시오.", "updateDe": "2020-01-02",
    }]);
    let path = desk.dir().join("second.json");
    std::fs::write(&path, label.to_string()).unwrap();
    desk.run(&["corpus", "import", path.to_str().unwrap()]).succeeded();
    check(&desk, "노을정 어떻게 보관해요?", "노을정", &["습기를 피해"], &[]);
    check(&desk, "노을정 하루 몇 번 먹나요?", "노을정", &["1회 60mg 1일 3회"], &[]);
}

/// 4,000 pairs of products of two pairs of ingredients, as the service of data.go.kr lists them.
fn pairs_of_products(desk: &Desk) {
    let row = |n: usize| {
        let (one, english, reason) = match n % 2 {
            0 => ("이트라코나졸", "Itraconazole", "횡문근융해증"),
            _ => ("클래리트로마이신", "Clarithromycin", "근육병증"),
        };
        json!({
            "TYPE_NAME": "병용금기", "INGR_KOR_NAME": one, "INGR_ENG_NAME": english,
            "ITEM_SEQ": format!("2027{n:05}"), "ITEM_NAME": format!("너울{}호캡슐", n % 80),
            "MIXTURE_INGR_KOR_NAME": "심바스타틴", "MIXTURE_INGR_ENG_NAME": "Simvastatin",
            "MIXTURE_ITEM_SEQ": format!("2028{n:05}"),
            "MIXTURE_ITEM_NAME": format!("여울{}호정", n / 80), "PROHBT_CONTENT": reason,
        })
    };
    let folder = desk.dir().join("pairs");
    std::fs::create_dir(&folder).unwrap();
    for page in 0..4 {
        let items: Vec<Value> = (page * 1_000..(page + 1) * 1_000).map(row).collect();
        let file = Value::from(items).to_string();
        std::fs::write(folder.join(format!("pairs-{page}.json")), file).unwrap();
    }
    let report = desk.run(&["corpus", "import", folder.to_str().unwrap()]).succeeded().json();
    assert_eq!(report["quarantined"], json!([]));
}

#[test]
fn of_many_rows_that_say_the_same_that_of_the_named_products_is_cited() {
    let desk = Desk::new();
    pairs_of_products(&desk);
    for (one, other, reason) in [
        ("너울0호캡슐", "여울0호정", "횡문근융해증"),
        ("너울42호캡슐", "여울49호정", "횡문근융해증"),
        ("여울31호정", "너울77호캡슐", "근육병증"),
    ] {
        let question = format!("{one}이랑 {other} 같이 먹어도 되나요?");
        let answer = desk.run(&["ask", &question]).succeeded().json();
        let text = answer["answer"].as_str().unwrap();
        assert!(text.contains("[병용금기] ") && text.contains(reason), "{question}: {text}");
        let rows = answer["dur"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{question}: {answer}");
        let citations = answer["citations"].as_array().unwrap();
        let cited = citations.iter().find(|it| it["n"] == rows[0]["n"]).unwrap();
        let quote = cited["quote"].as_str().unwrap();
        assert!(quote.contains(one) && quote.contains(other), "{question}: {quote}");
    }
    // The ingredients alone are answered from one row of the pair.
    let answer = desk.run(&["ask", "이트라코나졸하고 심바스타틴"]).succeeded().json();
    assert!(answer["answer"].as_str().unwrap().contains("횡문근융해증"), "{answer}");
}

#[test]
fn a_replaced_page_takes_its_products_with_it() {
    let desk = Desk::new();
    let path = desk.dir().join("병용금기.json");
    let import = |product: &str, reason: &str| {
        let file = json!([{
            "TYPE_NAME": "병용금기", "INGR_KOR_NAME": "이트라코나졸", "INGR_ENG_NAME": "Itraconazole",
            "ITEM_NAME": product, "MIXTURE_INGR_KOR_NAME": "심바스타틴",
            "MIXTURE_INGR_ENG_NAME": "Simvastatin", "MIXTURE_ITEM_NAME": "여울정",
            "PROHBT_CONTENT": reason,
        }]);
        std::fs::write(&path, file.to_string()).unwrap();
        desk.run(&["corpus", "import", path.to_str().unwrap()]).succeeded();
    };
    let ask = |product: &str| {
        let question = format!("{product}이랑 여울정 같이 먹어도 되나요?");
        desk.run(&["ask", &question]).succeeded().json()["answer"].as_str().unwrap().to_owned()
    };
    import("너울캡슐", "횡문근융해증");
    assert!(ask("너울캡슐").contains("횡문근융해증"));
    import("물결캡슐", "근육병증");
    let answer = ask("물결캡슐");
    assert!(answer.contains("근육병증") && !answer.contains("횡문근융해증"), "{answer}");
    assert!(!ask("너울캡슐").contains("근육병증"), "the product is in no document any more");
}
