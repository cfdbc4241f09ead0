//! Tests the comparison on real material: 285 names of eight companies, page texts and printed
//! amounts of four. The tests are skipped where the shared corpora are absent.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    reason = "a failed unwrap is a failed test; measurements are printed"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use simui_coverage::{Alias, Attribute, Book, Insurer, Page, Question, Rules, Standard, Tables};

use crate::csv;

fn shared() -> Option<PathBuf> {
    let root = std::env::var_os("SIMUI_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared"),
        PathBuf::from,
    );
    let folder = root.join("corpora/insurance");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {} is absent", folder.display());
    None
}

/// Returns the rows of the alias table: company code and name, coverage code and name, alias.
fn rows(folder: &Path) -> Vec<[String; 5]> {
    let text = std::fs::read_to_string(folder.join("coverage_alias_285.csv")).unwrap();
    csv::rows(&text)
}

fn tables(rows: &[[String; 5]]) -> Tables {
    let mut insurers: BTreeMap<&str, Insurer> = BTreeMap::new();
    let mut standards: BTreeMap<&str, Standard> = BTreeMap::new();
    let mut aliases = Vec::new();
    for [insurer, name, code, standard, alias] in rows {
        let aliases_of = [name.clone()].to_vec();
        insurers.entry(insurer).or_insert_with(|| Insurer {
            code: insurer.clone(),
            name: name.clone(),
            aliases: aliases_of,
        });
        standards.entry(code).or_insert_with(|| Standard {
            code: code.clone(),
            name: standard.clone(),
            domain: String::new(),
            role: String::new(),
            coverage_type: String::new(),
        });
        aliases.push(Alias {
            insurer_code: insurer.clone(),
            coverage_code: code.clone(),
            raw_name: alias.clone(),
            confidence: Some(0.9),
        });
    }
    Tables {
        insurers: insurers.into_values().collect(),
        standards: standards.into_values().collect(),
        aliases,
    }
}

fn pages(folder: &Path) -> Vec<Page> {
    let text = std::fs::read_to_string(folder.join("pages.jsonl")).unwrap();
    text.lines()
        .map(|line| {
            let page: Value = serde_json::from_str(line).unwrap();
            let field = |key: &str| page[key].as_str().unwrap().to_owned();
            let code = match field("insurer").as_str() {
                "db" => "N13",
                "heungkuk" => "N05",
                "hyundai" => "N09",
                "lotte" => "N03",
                other => unreachable!("{other}"),
            };
            Page {
                insurer_code: code.to_owned(),
                doc_type: field("doc_type"),
                document: field("file"),
                page: u32::try_from(page["page"].as_u64().unwrap()).unwrap(),
                text: field("text"),
            }
        })
        .collect()
}

#[test]
fn printed_amounts_are_found() {
    let Some(folder) = shared() else { return };
    let book = Book::new(Rules::shipped().unwrap(), tables(&rows(&folder)), pages(&folder));
    let text = std::fs::read_to_string(folder.join("proposal_amounts.json")).unwrap();
    let printed: Vec<Value> = serde_json::from_str(&text).unwrap();
    let verbose = std::env::var("SHOW").unwrap_or_default();
    let mut of_insurer: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for row in &printed {
        let insurer = row["insurer"].as_str().unwrap();
        let (code, name) = match insurer {
            "DB" => ("N13", "DB"),
            "HEUNGKUK" => ("N05", "흥국"),
            "HYUNDAI" => ("N09", "현대"),
            _ => ("N03", "롯데"),
        };
        let coverage = row["coverage"].as_str().unwrap();
        let won = row["won"].as_u64().unwrap();
        let folded = |text: &str| text.split_whitespace().collect::<String>();
        let facts = book.facts(code).unwrap();
        let mut rows = facts.iter().filter(|it| it.attribute == Attribute::Amount);
        let in_table = rows.any(|fact| {
            folded(fact.name.as_deref().unwrap_or_default()).ends_with(&folded(coverage))
                && fact.amount_won == Some(won)
                && fact.evidence.document == row["file"].as_str().unwrap()
        });
        let query = format!("{name} {coverage} 얼마야");
        let answer = book.compare(&Question { query: query.clone(), ..Question::default() });
        let slot = answer.slots.iter().find(|it| it.slot_key == "payout_amount");
        let found = slot.and_then(|it| it.insurers.first()).and_then(|it| it.amount_won);
        let counts = of_insurer.entry(insurer.to_owned()).or_default();
        counts[0] += 1;
        counts[1] += usize::from(in_table);
        counts[2] += usize::from(found == Some(won));
        if verbose == insurer && (!in_table || found != Some(won)) {
            eprintln!(
                "{query}: table {in_table}, answer {found:?} of {won} ({:?} {:?})",
                answer.resolved_coverage_code, answer.debug.coverage_resolution.reason
            );
        }
    }
    let sum = |at: usize| of_insurer.values().map(|it| it[at]).sum::<usize>();
    for (insurer, [all, table, asked]) in &of_insurer {
        eprintln!("{insurer}: {table} of {all} rows of tables, {asked} of {all} answers");
    }
    eprintln!("all: {} of {} rows, {} answers", sum(1), sum(0), sum(2));
    assert!(sum(1) * 100 >= sum(0) * 98 && sum(2) * 100 >= sum(0) * 98);
    for (insurer, [all, _, asked]) in &of_insurer {
        assert!(asked * 100 >= all * 95, "{insurer}");
    }
}

#[test]
fn aliases_of_a_company_are_found_from_the_others() {
    let Some(folder) = shared() else { return };
    let rows = rows(&folder);
    let verbose = std::env::var("SHOW").unwrap_or_default();
    let (mut right, mut possible, mut all) = (0, 0, 0);
    let codes: std::collections::BTreeSet<&String> = rows.iter().map(|row| &row[0]).collect();
    for insurer in codes {
        let others: Vec<[String; 5]> =
            rows.iter().filter(|row| row[0] != *insurer).cloned().collect();
        let book = Book::new(Rules::shipped().unwrap(), tables(&others), Vec::new());
        let (mut own, mut own_possible, mut own_right) = (0, 0, 0);
        for row in rows.iter().filter(|row| row[0] == *insurer) {
            let answer = book.compare(&Question { query: row[4].clone(), ..Question::default() });
            let best = answer
                .resolved_coverage_code
                .or_else(|| answer.suggested_coverages.first().map(|it| it.coverage_code.clone()));
            own += 1;
            let known = others.iter().any(|other| other[2] == row[2]);
            own_possible += usize::from(known);
            let hit = best.as_ref() == Some(&row[2]);
            own_right += usize::from(hit);
            if verbose == "alias" && known && !hit {
                eprintln!(
                    "{} {}: {:?} instead of {} {} ({:.2} {})",
                    row[1],
                    row[4],
                    best,
                    row[2],
                    row[3],
                    answer.debug.coverage_resolution.best_similarity,
                    answer.debug.normalized_query
                );
            }
        }
        eprintln!("{insurer}: {own_right} of {own_possible} ({own} names)");
        right += own_right;
        possible += own_possible;
        all += own;
    }
    eprintln!(
        "aliases: {right} of {possible} whose coverage another company has, of {all} in all: {:.3}",
        right as f64 / possible as f64
    );
    assert!(right * 100 >= possible * 97);
}

/// A4209, A4299_1, A4302 and A5200 are codes that are easily mapped to the wrong coverage type.
#[test]
fn codes_are_what_the_table_says() {
    let Some(folder) = shared() else { return };
    let book = Book::new(Rules::shipped().unwrap(), tables(&rows(&folder)), Vec::new());
    for (query, code, kind) in [
        ("삼성 고액암진단비 얼마야", "A4209", "cancer_diagnosis"),
        ("메리츠 고액치료비암 진단비", "A4209", "cancer_diagnosis"),
        ("현대 재진단암 진단비", "A4299_1", "cancer_diagnosis"),
        ("DB 계속받는암진단비", "A4299_1", "cancer_diagnosis"),
        ("롯데와 흥국 화상진단비 비교", "A4302", "injury_diagnosis"),
        ("3사 암수술비 비교", "A5200", "surgery_benefit"),
        ("KB 암 수술비(유사암 제외)", "A5200", "surgery_benefit"),
        ("한화 암진단비", "A4200_1", "cancer_diagnosis"),
        ("현대 유사암진단비", "A4210", "cancer_diagnosis"),
        ("흥국 질병수술비", "A5100", "surgery_benefit"),
    ] {
        let answer = book.compare(&Question { query: query.to_owned(), ..Question::default() });
        assert_eq!(answer.resolved_coverage_code.as_deref(), Some(code), "{query}");
        assert_eq!(answer.debug.slot_type.as_deref(), Some(kind), "{query}");
    }
}

/// A question, a slot, and the expected value for each company.
type ExpectedValues = (&'static str, &'static str, &'static [(&'static str, Option<&'static str>)]);

/// Questions about the real pages, with the expected value for each company; `None` if the
/// documents state nothing about the coverage.
const VALUES: &[ExpectedValues] = &[
    // A bracket excludes subtypes only from the word in front of it; a subtype granted beside it
    // counts.
    (
        "DB 흥국 암직접치료입원일당 제자리암",
        "subtype_in_situ_covered",
        &[("N13", Some("Y")), ("N05", Some("조건부"))],
    ),
    (
        "DB 흥국 암직접치료입원일당 경계성종양",
        "subtype_borderline_covered",
        &[("N13", Some("Y")), ("N05", Some("조건부"))],
    ),
    ("현대 암수술비 유사암", "subtype_similar_cancer_covered", &[("N09", Some("조건부"))]),
    (
        "현대 항암방사선약물치료비 유사암",
        "subtype_similar_cancer_covered",
        &[("N09", Some("조건부"))],
    ),
    ("현대 항암방사선약물치료비 제자리암", "subtype_in_situ_covered", &[("N09", Some("조건부"))]),
    ("DB 표적항암약물허가치료비 갑상선암", "subtype_thyroid_covered", &[("N13", Some("Y"))]),
    // Statements in another coverage's section are no evidence.
    ("롯데 고액암진단비 갑상선암", "subtype_thyroid_covered", &[("N03", Some("미확인"))]),
    (
        "롯데 DB 고액암진단비 제자리암",
        "subtype_in_situ_covered",
        &[("N03", Some("미확인")), ("N13", Some("미확인"))],
    ),
    // Neither are statements behind another coverage's name.
    ("현대 재진단암진단비 면책기간", "waiting_period", &[("N09", None)]),
    ("DB 심장질환진단비 면책기간", "waiting_period", &[("N13", None)]),
    ("흥국 유사암진단비 면책기간", "waiting_period", &[("N05", None)]),
    ("흥국 유사암수술비 면책기간", "waiting_period", &[("N05", None)]),
    ("롯데 질병입원비 면책기간", "waiting_period", &[("N03", None)]),
    (
        "롯데 흥국 DB 재진단암진단비 횟수",
        "surgery_count_limit",
        &[("N03", None), ("N05", None), ("N13", None)],
    ),
    ("DB 흥국 재진단암진단비 감액", "partial_payment_rule", &[("N13", None), ("N05", None)]),
    ("흥국 상해사망 감액", "partial_payment_rule", &[("N05", None)]),
    ("흥국 상해후유장해 감액", "partial_payment_rule", &[("N05", None)]),
    ("DB 암수술비 감액", "partial_payment_rule", &[("N13", None)]),
    ("롯데 뇌출혈진단비", "diagnosis_scope_definition", &[("N03", None)]),
    ("롯데 허혈성심장질환진단비", "diagnosis_scope_definition", &[("N03", None)]),
    // A share that is paid only for a subtype is given once, with the subtype.
    (
        "현대 롯데 암진단비 감액",
        "partial_payment_rule",
        &[("N09", Some("소액암 1년 미만 50%")), ("N03", Some("소액암 1년 미만 50%"))],
    ),
    (
        "현대 롯데 암진단비 유사암",
        "partial_payment_rule",
        &[("N09", Some("소액암 1년 미만 50%")), ("N03", Some("소액암 1년 미만 50%"))],
    ),
    ("DB 암진단비 감액", "partial_payment_rule", &[("N13", Some("소액암 1년 미만 50%"))]),
    ("현대 표적항암약물허가치료비 감액", "partial_payment_rule", &[("N09", Some("1년 미만 50%"))]),
    (
        "흥국 롯데 항암방사선약물치료비 감액",
        "partial_payment_rule",
        &[("N05", Some("1년 미만 50%")), ("N03", Some("1년 미만 50%"))],
    ),
    // The amount of a single subtype is given only if the question asks for it.
    ("DB 항암방사선약물치료비 제자리암", "payout_amount", &[("N13", Some("60만원"))]),
    (
        "DB 현대 암진단비 유사암 얼마",
        "payout_amount",
        &[("N13", Some("지급하지 않음(유사암)")), ("N09", Some("지급하지 않음(유사암)"))],
    ),
    ("DB 항암방사선약물치료비 얼마", "payout_amount", &[("N13", Some("300만원"))]),
];

#[test]
fn values_of_slots_are_the_coverages_own() {
    let Some(folder) = shared() else { return };
    let book = Book::new(Rules::shipped().unwrap(), tables(&rows(&folder)), pages(&folder));
    let mut wrong = Vec::new();
    for (query, key, expected) in VALUES.iter().copied() {
        let answer = book.compare(&Question { query: query.to_owned(), ..Question::default() });
        let slot = answer.slots.iter().find(|it| it.slot_key == key);
        for (insurer, expected) in expected {
            let value =
                slot.and_then(|it| it.insurers.iter().find(|it| it.insurer_code == *insurer));
            let found = value.and_then(|it| it.value.as_deref());
            if value.is_none() || found != *expected {
                wrong.push(format!(
                    "{query}, {insurer} {key}: {found:?} instead of {expected:?} ({value:?})"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Documents for another sex or age are ignored.
#[test]
fn every_value_is_of_a_document_for_the_person() {
    let Some(folder) = shared() else { return };
    let book = Book::new(Rules::shipped().unwrap(), tables(&rows(&folder)), pages(&folder));
    for (query, other) in [
        ("롯데 45세 여성 암진단비 감액", "(남)"),
        ("롯데 남자 질병수술비", "(여)"),
        ("DB 45세 뇌출혈진단비", "40세이하"),
        ("DB 35세 암수술비", "41세이상"),
    ] {
        let answer = book.compare(&Question { query: query.to_owned(), ..Question::default() });
        let values = answer.slots.iter().flat_map(|it| &it.insurers);
        let shown = values.flat_map(|value| {
            value.evidence.iter().chain(value.conflicts.iter().flat_map(|it| &it.evidence))
        });
        let wrong: Vec<_> = shown.filter(|it| it.document.contains(other)).collect();
        assert!(wrong.is_empty() && !answer.slots.is_empty(), "{query}: {wrong:?}");
    }
}

/// Limits of what can be bought and amounts of subtypes contradict no amount.
#[test]
fn amounts_of_something_else_are_no_contradiction() {
    let Some(folder) = shared() else { return };
    let book = Book::new(Rules::shipped().unwrap(), tables(&rows(&folder)), pages(&folder));
    for query in ["롯데 상해사망 얼마", "DB 항암방사선약물치료비 얼마"] {
        let answer = book.compare(&Question { query: query.to_owned(), ..Question::default() });
        let slot = answer.slots.iter().find(|it| it.slot_key == "payout_amount").unwrap();
        assert!(slot.insurers[0].conflicts.is_empty(), "{query}: {:?}", slot.insurers[0]);
    }
}

/// The standard name of a coverage means every part that the company sells, even if one of them has
/// exactly this name.
#[test]
fn a_standard_name_means_all_parts_of_the_coverage() {
    let Some(folder) = shared() else { return };
    let book = Book::new(Rules::shipped().unwrap(), tables(&rows(&folder)), pages(&folder));
    let query = "DB 다빈치로봇암수술비 알려줘".to_owned();
    let answer = book.compare(&Question { query, ..Question::default() });
    let slot = answer.slots.iter().find(|it| it.slot_key == "payout_amount").unwrap();
    let parts: Vec<u64> = slot.insurers[0].parts.iter().filter_map(|it| it.amount_won).collect();
    assert!(parts.contains(&5_000_000) && parts.contains(&10_000_000), "{slot:?}");
}
