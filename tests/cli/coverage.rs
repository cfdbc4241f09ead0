//! Insurance coverage through the program: three invented companies are imported, and questions are answered
//! from their documents with page and quote.

use crate::common;
use std::path::{Path, PathBuf};

use crate::common::Desk;
use serde_json::{Value, json};

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/coverage")
}

fn imported() -> Desk {
    let desk = Desk::new();
    desk.run(&["coverage", "import", fixture().to_str().unwrap()]).succeeded();
    desk
}

/// The expected answer: companies, intent, state, code, and values of slots by `slot company`.
struct Expected<'a> {
    query: &'a str,
    insurers: &'a [&'a str],
    intent: &'a str,
    state: &'a str,
    code: Option<&'a str>,
    subtypes: &'a [&'a str],
    slots: &'a [(&'a str, &'a str, Wanted)],
}

/// The expected value of a slot.
#[derive(Clone, Copy)]
enum Wanted {
    Won(u64),
    Says(&'static str),
    Nothing,
}
use Wanted::{Nothing, Says, Won};

fn slot<'a>(answer: &'a Value, key: &str, insurer: &str) -> Option<&'a Value> {
    let slots = answer["slots"].as_array()?;
    let slot = slots.iter().find(|it| it["slot_key"] == key)?;
    slot["insurers"].as_array()?.iter().find(|it| it["insurer_code"] == insurer)
}

fn check(answer: &Value, expected: &Expected<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut same = |what: &str, found: &Value, wanted: Value| {
        if *found != wanted {
            wrong.push(format!("{}: {what} {found} instead of {wanted}", expected.query));
        }
    };
    same("insurers", &answer["insurers"], json!(expected.insurers));
    same("intent", &answer["intent"], json!(expected.intent));
    same("state", &answer["resolution_state"], json!(expected.state));
    same("code", &answer["resolved_coverage_code"], json!(expected.code));
    same("subtypes", &answer["subtype_targets"], json!(expected.subtypes));
    for (key, insurer, wanted) in expected.slots {
        let found = slot(answer, key, insurer);
        let (field, wanted) = match wanted {
            Won(won) => ("amount_won", json!(won)),
            Says(value) => ("value", json!(value)),
            Nothing => ("value", Value::Null),
        };
        let value = found.map_or(&Value::Null, |it| &it[field]);
        if *value != wanted {
            wrong.push(format!(
                "{}: {key} of {insurer} {value} instead of {wanted}",
                expected.query
            ));
        }
        let is_stated = found.is_some_and(|it| !it["value"].is_null() && it["value"] != "미확인");
        if is_stated && found.is_some_and(|it| it["evidence"].as_array().is_none_or(Vec::is_empty))
        {
            wrong.push(format!("{}: {key} of {insurer} has no evidence", expected.query));
        }
    }
    wrong
}

fn ask(desk: &Desk, questions: &[Value]) -> Vec<Value> {
    let file = desk.dir().join("questions.jsonl");
    let lines: Vec<String> = questions.iter().map(Value::to_string).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    desk.run(&["coverage", "compare", "--batch", file.to_str().unwrap()]).succeeded().lines()
}

#[test]
fn questions_are_answered_from_the_documents() {
    const ALL: &[&str] = &["GAON", "NURI_L", "NURI_F"];
    let resolved = |query, insurers, intent, code, slots| Expected {
        query,
        insurers,
        intent,
        state: "RESOLVED",
        code: Some(code),
        subtypes: &[],
        slots,
    };
    let cases = [
        resolved(
            "가온손해보험 암진단비 얼마야?",
            &["GAON"],
            "lookup",
            "A4200_1",
            &[
                ("payout_amount", "GAON", Won(30_000_000)),
                ("existence_status", "GAON", Says("Y")),
                ("waiting_period", "GAON", Says("90일")),
            ],
        ),
        resolved(
            "누리생명과 누리화재의 암진단비를 비교해서 알려줘",
            &["NURI_L", "NURI_F"],
            "compare",
            "A4200_1",
            &[
                ("payout_amount", "NURI_L", Won(20_000_000)),
                ("waiting_period", "NURI_L", Says("90일")),
                ("partial_payment_rule", "NURI_L", Says("1년 이내 50%")),
                ("waiting_period", "NURI_F", Says("90일")),
            ],
        ),
        resolved(
            "3사 뇌출혈진단비 얼마나 나와?",
            ALL,
            "compare",
            "A4102",
            &[
                ("payout_amount", "GAON", Won(10_000_000)),
                ("payout_amount", "NURI_L", Won(15_000_000)),
                ("payout_amount", "NURI_F", Won(100_000_000)),
            ],
        ),
        resolved(
            "전체 보험사 유사암진단비 알려줘",
            ALL,
            "compare",
            "A4210",
            &[
                ("payout_amount", "GAON", Won(6_000_000)),
                ("payout_amount", "NURI_L", Won(4_000_000)),
                ("payout_amount", "NURI_F", Won(10_000_000)),
                ("partial_payment_rule", "GAON", Says("1년 미만 50%")),
            ],
        ),
        resolved(
            "가온이랑 NRF 암 진단금 어디가 더 많아?",
            &["GAON", "NURI_F"],
            "compare",
            "A4200_1",
            &[],
        ),
        resolved(
            "가온손보 vs 누리라이프 암수술비",
            &["GAON", "NURI_L"],
            "compare",
            "A5200",
            &[
                ("payout_amount", "GAON", Won(1_000_000)),
                ("payout_amount", "NURI_L", Won(2_000_000)),
            ],
        ),
        resolved(
            "누리생명 질병입원일당은 하루에 얼마?",
            &["NURI_L"],
            "lookup",
            "A6100_1",
            &[("payout_amount", "NURI_L", Won(30_000))],
        ),
        resolved(
            "가온 고액암 진단비",
            &["GAON"],
            "lookup",
            "A4209",
            &[("payout_amount", "GAON", Won(20_000_000))],
        ),
        resolved(
            "가온손해보험 질병수술비 종별 금액 알려줘",
            &["GAON"],
            "lookup",
            "A5100",
            &[("surgery_amount_by_class", "GAON", Says("1종 10만원, 2종 30만원, 3종 100만원"))],
        ),
        // With a typing error, and with the wrong name of the benefit.
        resolved(
            "가온 뇌졸증진단비 얼마야",
            &["GAON"],
            "lookup",
            "A4103",
            &[("payout_amount", "GAON", Won(5_000_000))],
        ),
        // A value that no document states is not absent; one that a document excludes is.
        resolved(
            "누리생명 화상진단비 있어?",
            &["NURI_L"],
            "lookup",
            "A4302",
            &[("existence_status", "NURI_L", Says("미확인")), ("payout_amount", "NURI_L", Nothing)],
        ),
        resolved(
            "누리화재 화상진단비 있어?",
            &["NURI_F"],
            "lookup",
            "A4302",
            &[("existence_status", "NURI_F", Says("N"))],
        ),
        // Documents for other persons are ignored.
        resolved(
            "누리화재 여성 암진단비",
            &["NURI_F"],
            "lookup",
            "A4200_1",
            &[("payout_amount", "NURI_F", Won(40_000_000))],
        ),
        resolved(
            "누리화재 남자 암진단비",
            &["NURI_F"],
            "lookup",
            "A4200_1",
            &[("payout_amount", "NURI_F", Won(50_000_000))],
        ),
        Expected {
            query: "가온손해보험의 경계성종양 암진단시 담보가 얼마야",
            insurers: &["GAON"],
            intent: "lookup",
            state: "RESOLVED",
            code: Some("A4200_1"),
            subtypes: &["borderline"],
            slots: &[
                ("subtype_borderline_covered", "GAON", Says("N")),
                ("subtype_in_situ_covered", "GAON", Says("N")),
            ],
        },
        Expected {
            query: "누리생명 암진단비에서 제자리암하고 경계성종양 보장돼?",
            insurers: &["NURI_L"],
            intent: "lookup",
            state: "RESOLVED",
            code: Some("A4200_1"),
            subtypes: &["in_situ", "borderline"],
            slots: &[
                ("subtype_in_situ_covered", "NURI_L", Says("조건부")),
                ("subtype_borderline_covered", "NURI_L", Says("조건부")),
            ],
        },
        resolved("가온손보 전체 화상진단비 금액", &["GAON"], "lookup", "A4302", &[]),
        resolved(
            "NURI_F 유사암진단비를 두 사람이 물으면",
            &["NURI_F"],
            "lookup",
            "A4210",
            &[("payout_amount", "NURI_F", Won(10_000_000))],
        ),
        resolved(
            "누리화재 뇌출혈진단비 대기기간 알려줘",
            &["NURI_F"],
            "lookup",
            "A4102",
            &[("waiting_period", "NURI_F", Says("30일"))],
        ),
        Expected {
            query: "누리화재 암진단비 제자리암 보장되나요",
            insurers: &["NURI_F"],
            intent: "lookup",
            state: "RESOLVED",
            code: Some("A4200_1"),
            subtypes: &["in_situ"],
            slots: &[("subtype_in_situ_covered", "NURI_F", Says("N"))],
        },
        Expected {
            query: "누리화재 유사암진단비 경계성종양도 보장해?",
            insurers: &["NURI_F"],
            intent: "lookup",
            state: "RESOLVED",
            code: Some("A4210"),
            subtypes: &["borderline"],
            slots: &[("subtype_borderline_covered", "NURI_F", Says("Y"))],
        },
        Expected {
            query: "경계성종양 비교해줘",
            insurers: ALL,
            intent: "compare",
            state: "UNRESOLVED",
            code: None,
            subtypes: &["borderline"],
            slots: &[],
        },
        Expected {
            query: "가온 제자리암이랑 경계성종양 보장 여부",
            insurers: &["GAON"],
            intent: "lookup",
            state: "UNRESOLVED",
            code: None,
            subtypes: &["in_situ", "borderline"],
            slots: &[],
        },
        Expected {
            query: "누리화재 암 얼마야",
            insurers: &["NURI_F"],
            intent: "lookup",
            state: "UNRESOLVED",
            code: None,
            subtypes: &[],
            slots: &[],
        },
        Expected {
            query: "가온손해보험 자동차 대물배상 얼마야",
            insurers: &["GAON"],
            intent: "lookup",
            state: "INVALID",
            code: None,
            subtypes: &[],
            slots: &[],
        },
        Expected {
            query: "가온손보 펫보험 슬개골",
            insurers: &["GAON"],
            intent: "lookup",
            state: "INVALID",
            code: None,
            subtypes: &[],
            slots: &[],
        },
    ];
    let desk = imported();
    let questions: Vec<Value> = cases
        .iter()
        .enumerate()
        .map(|(id, case)| json!({ "id": id, "query": case.query }))
        .collect();
    let answers = ask(&desk, &questions);
    assert_eq!(answers.len(), cases.len());
    let wrong: Vec<String> =
        cases.iter().zip(&answers).flat_map(|(case, answer)| check(answer, case)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn companies_that_are_not_imported_are_reported() {
    let desk = imported();
    let asked = |query: &str| ask(&desk, &[json!({ "id": 1, "query": query })]).remove(0);
    // 가온생명 and 누리손보 are not 가온손해보험 and 누리생명.
    for (query, insurers, unknown) in [
        ("가온생명 암진단비 얼마야", json!([]), json!(["가온생명"])),
        ("메리츠화재와 가온손보 암진단비 비교", json!(["GAON"]), json!(["메리츠화재"])),
        ("무지개손보 암진단비", json!([]), json!(["무지개손보"])),
    ] {
        let answer = asked(query);
        assert_eq!(answer["insurers"], insurers, "{query}");
        assert_eq!(answer["unknown_insurers"], unknown, "{query}");
        let summary = answer["user_summary"].as_str().unwrap();
        assert!(summary.contains(unknown[0].as_str().unwrap()), "{summary}");
    }
    assert_eq!(asked("메리츠화재와 가온손보 암진단비 비교")["intent"], "compare");
}

#[test]
fn contradictions_are_shown_and_never_averaged() {
    let desk = imported();
    let answer = ask(&desk, &[json!({ "id": 1, "query": "가온 뇌출혈진단비 얼마" })]).remove(0);
    let value = slot(&answer, "payout_amount", "GAON").unwrap();
    // The offer to a person comes before the product summary.
    assert_eq!(value["amount_won"], 10_000_000);
    assert_eq!(value["conflicts"][0]["amount_won"], 20_000_000);
    assert_eq!(value["conflicts"][0]["evidence"][0]["doc_type"], "상품요약서");
    assert_eq!(value["confidence"], "low");
    let of_plans = ask(&desk, &[json!({ "id": 1, "query": "누리화재 암진단비" })]).remove(0);
    let value = slot(&of_plans, "payout_amount", "NURI_F").unwrap();
    let mut amounts = vec![value["amount_won"].as_u64().unwrap()];
    amounts.extend(
        value["conflicts"].as_array().unwrap().iter().map(|it| it["amount_won"].as_u64().unwrap()),
    );
    amounts.sort_unstable();
    assert_eq!(amounts, [40_000_000, 50_000_000]);
}

#[test]
fn every_quote_stands_on_its_page() {
    let desk = imported();
    let queries = [
        "3사 암진단비 비교",
        "경계성종양 암진단비 전체",
        "3사 뇌출혈진단비",
        "가온 질병수술비",
        "누리화재 화상진단비",
    ];
    let questions: Vec<Value> =
        queries.iter().map(|query| json!({ "id": query, "query": query })).collect();
    let mut checked = 0;
    for answer in ask(&desk, &questions) {
        let mut found = Vec::new();
        evidence(&answer, &mut found);
        for quoted in found {
            let document = quoted["document"].as_str().unwrap();
            let page = usize::try_from(quoted["page"].as_u64().unwrap()).unwrap();
            let text = page_text(document, page);
            let (start, end) = (quoted["start"].as_u64().unwrap(), quoted["end"].as_u64().unwrap());
            let there: String =
                text.chars().skip(start as usize).take((end - start) as usize).collect();
            assert_eq!(there, quoted["quote"].as_str().unwrap(), "{document} {page}");
            assert!(!there.is_empty());
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
}

fn evidence<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(fields) if fields.contains_key("quote") => found.push(value),
        Value::Object(fields) => fields.values().for_each(|it| evidence(it, found)),
        Value::Array(items) => items.iter().for_each(|it| evidence(it, found)),
        _ => {}
    }
}

fn page_text(document: &str, page: usize) -> String {
    let mut folders = vec![fixture().join("documents")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with(document) {
                let text = std::fs::read_to_string(path).unwrap();
                return text.split('\u{C}').nth(page - 1).unwrap().trim_matches('\n').to_owned();
            }
        }
    }
    unreachable!("{document} is not in the fixture")
}

#[test]
fn a_conversation_keeps_its_subject() {
    let desk = imported();
    let first =
        ask(&desk, &[json!({ "id": 1, "query": "가온손보 뇌출혈진단비 얼마야" })]).remove(0);
    let next = json!({ "id": 2, "query": "그럼 누리생명은?", "anchor": first["anchor"] });
    let answer = ask(&desk, &[next]).remove(0);
    assert_eq!(answer["insurers"], json!(["NURI_L"]));
    assert_eq!(answer["resolved_coverage_code"], "A4102");
    let chosen =
        desk.run(&["coverage", "compare", "누리화재 암", "--coverage", "A4210"]).succeeded().json();
    assert_eq!(
        (&chosen["resolution_state"], &chosen["resolved_coverage_code"]),
        (&json!("RESOLVED"), &json!("A4210"))
    );
    let added = desk.run(&[
        "coverage",
        "compare",
        "뇌출혈진단비",
        "--insurer",
        "GAON",
        "--insurer",
        "NURI_F",
    ]);
    let added = added.succeeded().json();
    assert_eq!(
        (&added["insurers"], &added["intent"]),
        (&json!(["GAON", "NURI_F"]), &json!("compare"))
    );
}

#[test]
fn a_refused_import_is_reported_and_changes_nothing() {
    let desk = Desk::new();
    desk.run(&["coverage", "compare", "암진단비"]).failed_with("coverage import");
    let report = desk.run(&["coverage", "import", fixture().to_str().unwrap()]).succeeded().json();
    assert_eq!(
        (&report["insurers"], &report["coverages"], &report["aliases"], &report["documents"]),
        (&json!(3), &json!(9), &json!(18), &json!(10))
    );
    let reasons: Vec<String> = report["quarantined"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["reason"].to_string())
        .collect();
    for word in ["A9999", "HAMO", "pdf, md, txt", "PDF"] {
        assert!(reasons.iter().any(|reason| reason.contains(word)), "{word}: {reasons:?}");
    }
    assert_eq!(reasons.len(), 4, "{reasons:?}");
    let before = desk.run(&["coverage", "status"]).succeeded().json();
    // A second import of the same folder changes nothing.
    desk.run(&["coverage", "import", fixture().to_str().unwrap()]).succeeded();
    assert_eq!(desk.run(&["coverage", "status"]).succeeded().json(), before);

    let broken = tempfile::tempdir().unwrap();
    let import = || desk.run(&["coverage", "import", broken.path().to_str().unwrap()]);
    let write = |name: &str, text: &str| std::fs::write(broken.path().join(name), text).unwrap();
    import().failed_with("insurers.csv");
    write("insurers.csv", "insurer_code,insurer_name\nA,가나손보\n");
    import().failed_with("no column \"aliases\"");
    write("insurers.csv", "insurer_code,insurer_name,aliases\nA,가나손보,\nA,다라손보,\n");
    import().failed_with("insurers.csv:3");
    write("insurers.csv", "insurer_code,insurer_name,aliases\n");
    import().failed_with("no rows");
    write("insurers.csv", "insurer_code,insurer_name,aliases\nA,가나손보,\n");
    import().failed_with("coverage_standard.csv");
    write(
        "coverage_standard.csv",
        "coverage_code,coverage_name,domain,role,coverage_type\nA1,,,,\n",
    );
    import().failed_with("coverage_standard.csv:2");
    desk.run(&["coverage", "import", "/nowhere/at/all"]).failed_with("no such folder");
    assert_eq!(desk.run(&["coverage", "status"]).succeeded().json(), before);
    let file = broken.path().join("questions.jsonl");
    std::fs::write(&file, "{\"id\":1,\"query\":\"가온 암진단비\"}\nnot json\n").unwrap();
    let batch = desk.run(&["coverage", "compare", "--batch", file.to_str().unwrap()]);
    assert_eq!(batch.lines().len(), 1);
    batch.failed_with("questions.jsonl:2");
    desk.run(&["coverage", "compare", "암", "--coverage", "A0"]).failed_with("does not exist");
}

#[test]
fn a_comparison_is_written_as_a_page_and_a_pdf() {
    let desk = imported();
    let question = "가온손해보험과 누리생명 암진단비 비교해줘";
    let asked = desk.run(&["coverage", "compare", question]).succeeded().json();
    let values = asked["slots"][0]["insurers"].as_array().unwrap().clone();
    let page = desk.dir().join("비교.html");
    desk.run(&["coverage", "compare", question, "--out", page.to_str().unwrap()]).succeeded();
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("보장 비교") && !html.contains("<script"), "{html}");
    for value in values.iter().filter_map(|it| it["value"].as_str()) {
        assert!(html.contains(value), "{value}");
    }
    let file = desk.dir().join("비교.pdf");
    desk.run(&["coverage", "compare", question, "--out", file.to_str().unwrap()]).succeeded();
    assert!(std::fs::read(&file).unwrap().starts_with(b"%PDF-"));
    desk.run(&["coverage", "compare", question, "--out", "비교.txt"]).failed_with("end it in .csv");
    let file = desk.dir().join("비교.csv");
    desk.run(&["coverage", "compare", question, "--out", file.to_str().unwrap()]).succeeded();
    let table = std::fs::read_to_string(&file).unwrap();
    assert!(table.starts_with("\u{FEFF}\"질문\",\"담보\""), "{table}");
    for value in values.iter().filter_map(|it| it["value"].as_str()) {
        assert!(table.contains(&format!("\"{value}\"")), "{value}");
    }
}

#[test]
fn one_table_of_names_and_a_file_of_pages_are_imported_as_they_are() {
    let Some(folder) = common::shared("corpora/insurance") else { return };
    let desk = Desk::new();
    let report = desk.run(&["coverage", "import", folder.to_str().unwrap()]).succeeded().json();
    for (what, count) in
        [("insurers", 8), ("aliases", 285), ("pages", 1237), ("coverages", 48), ("documents", 16)]
    {
        assert_eq!(report[what], count, "{what}: {report}");
    }
    assert_eq!(report["quarantined"].as_array().unwrap().len(), 0, "{report}");
    let answer = desk.run(&["coverage", "compare", "현대 암진단비 얼마야"]).succeeded().json();
    assert_eq!(answer["slots"][0]["insurers"][0]["amount_won"], 30_000_000, "{answer}");
}

#[test]
fn a_table_with_a_quotation_mark_left_open_is_refused_and_loses_nothing() {
    let desk = imported();
    let before = desk.run(&["coverage", "status"]).succeeded().json();
    let folder = desk.dir().join("open");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["insurers.csv", "coverage_standard.csv"] {
        std::fs::copy(fixture().join(name), folder.join(name)).unwrap();
    }
    let text = std::fs::read_to_string(fixture().join("coverage_alias.csv")).unwrap();
    let (head, rows) = text.split_once('\n').unwrap();
    let table = folder.join("coverage_alias.csv");
    std::fs::write(&table, format!("{head}\nGAON,A1,\"암진단비\n{rows}")).unwrap();
    desk.run(&["coverage", "import", folder.to_str().unwrap()])
        .failed_with("coverage_alias.csv:2: 따옴표가 닫히지 않아");
    assert_eq!(desk.run(&["coverage", "status"]).succeeded().json(), before);
    // A table in the other layout is refused too.
    let other = desk.dir().join("one");
    std::fs::create_dir_all(&other).unwrap();
    let table = "\u{FEFF}ins_cd,insurer,code,std_name,alias\nGAON,가온,A1,\"암진단비,암진단비\n";
    std::fs::write(other.join("names.csv"), table).unwrap();
    desk.run(&["coverage", "import", other.to_str().unwrap()])
        .failed_with("names.csv:2: 따옴표가 닫히지 않아");
    assert_eq!(desk.run(&["coverage", "status"]).succeeded().json(), before);
}
