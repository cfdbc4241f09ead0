//! `simui coverage facts`: what was read of the documents of three invented companies, one fact a line, and
//! that reports and tables say which other coverage pays; comparisons that are saved by name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common::Desk;
use serde_json::Value;

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/coverage")
}

fn imported() -> Desk {
    let desk = Desk::new();
    desk.run(&["coverage", "import", fixture().to_str().unwrap()]).succeeded();
    desk
}

fn facts(desk: &Desk, arguments: &[&str]) -> Vec<Value> {
    desk.run(&[&["coverage", "facts"], arguments].concat()).succeeded().lines()
}

/// Returns the text of a page of a company's document, as the import stores it.
fn page_text(insurer: &str, evidence: &Value) -> String {
    let text = |field: &str| evidence[field].as_str().unwrap();
    let folder = fixture().join("documents").join(insurer).join(text("doc_type"));
    let whole = std::fs::read_to_string(folder.join(text("document"))).unwrap();
    let page = usize::try_from(evidence["page"].as_u64().unwrap()).unwrap();
    whole.split('\u{C}').nth(page - 1).unwrap().trim_matches('\n').to_owned()
}

#[test]
fn facts_have_the_fields_of_the_contract_and_quote_their_page() {
    const ATTRIBUTES: [&str; 13] = [
        "existence",
        "amount",
        "share",
        "class_amount",
        "condition",
        "waiting_period",
        "reduction",
        "count_limit",
        "definition",
        "inclusion",
        "kind_clause",
        "exclusion",
        "illness",
    ];
    let desk = imported();
    let mut seen = BTreeSet::new();
    for insurer in ["GAON", "NURI_L", "NURI_F"] {
        let all = facts(&desk, &[insurer]);
        assert!(all.len() > 20, "{insurer}: {}", all.len());
        for fact in &all {
            assert_eq!(fact["insurer_code"], insurer, "{fact}");
            let attribute = fact["attribute"].as_str().unwrap();
            assert!(ATTRIBUTES.contains(&attribute), "{fact}");
            seen.insert(attribute.to_owned());
            assert!(["affirmed", "denied", "conditional"].iter().any(|it| fact["polarity"] == *it));
            for field in ["coverage", "applies_to", "condition"] {
                let value = fact.get(field).unwrap_or_else(|| panic!("no {field}: {fact}"));
                assert!(value.is_null() || value.is_string(), "{field}: {fact}");
            }
            for field in ["value", "rule"] {
                assert!(!fact[field].as_str().unwrap().is_empty(), "{field}: {fact}");
            }
            assert!(fact.get("amount_won").is_none_or(Value::is_u64), "{fact}");
            let evidence = &fact["evidence"];
            let offset = |field: &str| usize::try_from(evidence[field].as_u64().unwrap()).unwrap();
            let (start, end) = (offset("start"), offset("end"));
            let page = page_text(insurer, evidence);
            let there: String = page.chars().skip(start).take(end - start).collect();
            assert_eq!(there, evidence["quote"].as_str().unwrap(), "{fact}");
        }
    }
    for attribute in ["existence", "amount", "waiting_period", "inclusion", "reduction"] {
        assert!(seen.contains(attribute), "nothing has {attribute}: {seen:?}");
    }
}

#[test]
fn the_facts_of_one_coverage_are_those_of_the_list() {
    let desk = imported();
    let of_coverage = facts(&desk, &["GAON", "--coverage", "A4210"]);
    assert!(of_coverage.iter().all(|it| it["coverage"] == "A4210"));
    let sum = of_coverage.iter().find(|it| it["attribute"] == "amount").unwrap();
    assert_eq!(sum["amount_won"], 6_000_000, "{sum}");
    let mut all = facts(&desk, &["GAON"]);
    all.retain(|it| it["coverage"] == "A4210");
    assert_eq!(of_coverage, all);
}

#[test]
fn another_process_lists_the_same_facts() {
    let desk = imported();
    let first = facts(&desk, &["NURI_F"]);
    assert_eq!(facts(&desk, &["NURI_F"]), first);
    // Read anew from the same folder.
    assert_eq!(facts(&imported(), &["NURI_F"]), first);
}

#[test]
fn a_table_of_html_elements_is_read_plan_by_plan_and_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    for table in ["insurers.csv", "coverage_standard.csv", "coverage_alias.csv"] {
        write(table, &std::fs::read_to_string(fixture().join(table)).unwrap());
    }
    write(
        "documents/GAON/가입설계서/비교.md",
        "<table><tr><th rowspan=2>담보명</th><th colspan=2>가입금액</th></tr>\n<tr><th>실속형</th><th>든든형</th></tr>\n\
         <tr><td>암진단비(유사암제외)<sup>주1)</sup></td><td>-</td><td>3,000만원</td></tr></table>\n주1) 1년 미만 50%",
    );
    let desk = Desk::new();
    desk.run(&["coverage", "import", folder.path().to_str().unwrap()]).succeeded();
    let page = desk.run(&["coverage", "page", "GAON", "비교.md", "1"]).succeeded().json();
    let page = page["text"].as_str().unwrap();
    for (query, expected) in
        [("가온 실속형 암진단비 얼마", "미가입"), ("가온 든든형 암진단비 얼마", "3,000만원")]
    {
        let answer = desk.run(&["coverage", "compare", query]).succeeded().json();
        let value = &answer["slots"][0]["insurers"][0];
        assert_eq!(value["value"], expected, "{answer}");
        assert!(page.contains(value["evidence"][0]["quote"].as_str().unwrap()), "{page}");
    }
}

#[test]
fn what_is_not_imported_has_one_clear_error() {
    let desk = imported();
    desk.run(&["coverage", "facts", "NOBODY"]).failed_with("insurer \"NOBODY\" does not exist");
    desk.run(&["coverage", "facts", "GAON", "--coverage", "A9999"])
        .failed_with("coverage \"A9999\" does not exist");
}

#[test]
fn files_of_a_comparison_say_which_other_coverage_pays() {
    let desk = imported();
    let query = "누리화재의 경계성종양 암진단비";
    let answer = desk.run(&["coverage", "compare", query]).succeeded().json();
    let paid = &answer["paid_elsewhere"][0];
    assert_eq!(paid["coverage_code"], "A4210", "{answer}");
    let (name, sum) = (paid["name"].as_str().unwrap(), paid["payout"]["value"].as_str().unwrap());
    let debug = &answer["debug"];
    assert_eq!(debug["insurer_scope"]["query_extracted_insurers"][0], "NURI_F");
    assert_eq!(debug["coverage_resolution"]["best_code"], "A4200_1");
    assert_eq!(debug["slots_count"], answer["slots"].as_array().unwrap().len());
    let rule = answer["slots"][0]["insurers"][0]["rule"].as_str().unwrap();
    assert!(debug["readings"][rule].as_str().is_some_and(|it| it.ends_with('.')), "{debug}");
    let write = |ending: &str| {
        let file = desk.dir().join(format!("comparison.{ending}"));
        desk.run(&["coverage", "compare", query, "--out", file.to_str().unwrap()]).succeeded();
        std::fs::read_to_string(file).unwrap()
    };
    let table = write("csv");
    let line = table.lines().find(|it| it.contains("\"다른 담보의 지급\"")).unwrap();
    for part in ["\"경계성종양\"", "\"누리화재\"", name, sum] {
        assert!(line.contains(part), "no {part}: {line}");
    }
    let page = write("html");
    for part in ["다른 담보의 지급", name, sum] {
        assert!(page.contains(part), "no {part} in the report");
    }
}

#[test]
fn a_comparison_is_saved_by_name_and_asked_again() {
    let desk = imported();
    let query = "가온손해보험과 누리생명 암진단비 비교";
    let save = |name: &str, query: &str| {
        desk.run(&["coverage", "save", name, query, "--insurer", "GAON", "--coverage", "A4200_1"])
    };
    let saved = save("암 두 회사", query).succeeded().json();
    assert_eq!((&saved["name"], &saved["is_current"]), (&"암 두 회사".into(), &true.into()));
    save("암 두 회사", "다른 질문").failed_with("choose another name");
    save(" ", query).failed_with("write 1 to 80");
    let listed = || desk.run(&["coverage", "saved"]).succeeded().lines();
    assert_eq!(listed(), std::slice::from_ref(&saved));
    let opened = desk.run(&["coverage", "saved", "암 두 회사"]).succeeded().json();
    let asked = ["coverage", "compare", query, "--insurer", "GAON", "--coverage", "A4200_1"];
    let asked = desk.run(&asked).succeeded().json();
    assert_eq!(opened["slots"], asked["slots"]);
    assert_eq!(opened["insurers"], asked["insurers"]);
    // Another import changes what it is answered from, and is said.
    desk.run(&["coverage", "import", fixture().to_str().unwrap()]).succeeded();
    assert_eq!(listed()[0]["is_current"], false);
    desk.run(&["audit", "verify"]).succeeded();
    desk.run(&["coverage", "forget", "암 두 회사"]).succeeded();
    assert!(listed().is_empty());
    desk.run(&["coverage", "forget", "암 두 회사"]).failed_with("does not exist");
    desk.run(&["coverage", "saved", "암 두 회사"]).failed_with("does not exist");
}

#[test]
fn no_patient_is_named_in_a_saved_comparison() {
    let desk = imported();
    desk.run(&["patient", "add", "가나다라"]).succeeded();
    let query = "가나다라 님 010-1234-5678, 가온손해보험 암진단비";
    let saved = desk.run(&["coverage", "save", "가나다라 님의 암", query]).succeeded().json();
    let text = saved.to_string();
    assert!(!text.contains("가나다라") && !text.contains("1234-5678"), "{text}");
    assert!(text.contains("가온손해보험 암진단비"), "{text}");
    // A name that becomes a patient's afterwards is forgotten with the patient.
    desk.run(&["coverage", "save", "마바사아 암", "가온 암진단비"]).succeeded();
    desk.run(&["patient", "add", "마바사아"]).succeeded();
    desk.run(&["patient", "forget", "마바사아"]).succeeded();
    let left = desk.run(&["coverage", "saved"]).succeeded().lines();
    assert_eq!(left, [saved]);
}
