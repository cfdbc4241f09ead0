//! Amounts of offers whose author does not know the rules of the comparison: three companies in
//! layouts that are common in Korea, each as two programs extract the text of the same table. 204
//! of 215 answers were right at the first measurement.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; measurements are printed"
)]

mod csv;

use std::path::{Path, PathBuf};

use serde_json::Value;
use simui_coverage::{Alias, Book, Insurer, Page, Question, Rules, Standard, Tables};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/coverage_offers")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap()
}

/// Returns the tables of all companies and the pages of one offer as a book.
fn book(file: &str) -> Book {
    let insurers = csv::rows(&read("insurers.csv")).into_iter().map(|[code, name, aliases]| {
        Insurer { code, name, aliases: aliases.split('|').map(str::to_owned).collect() }
    });
    let standards = csv::rows(&read("coverage_standard.csv")).into_iter();
    let standards = standards.map(|[code, name, domain, role, _]| Standard {
        code,
        name,
        domain,
        role,
        coverage_type: String::new(),
    });
    let aliases = csv::rows(&read("coverage_alias.csv")).into_iter();
    let aliases = aliases.map(|[insurer_code, coverage_code, raw_name, confidence]| Alias {
        insurer_code,
        coverage_code,
        raw_name,
        confidence: confidence.parse().ok(),
    });
    let tables = Tables {
        insurers: insurers.collect(),
        standards: standards.collect(),
        aliases: aliases.collect(),
    };
    let code = file.split('_').next().unwrap();
    let text = read(file);
    let page = |(page, text): (u32, &str)| Page {
        insurer_code: code.to_owned(),
        doc_type: "가입설계서".to_owned(),
        document: file.to_owned(),
        page,
        text: text.trim_matches('\n').to_owned(),
    };
    let pages = (1..).zip(text.split('\u{C}')).map(page).collect();
    Book::new(Rules::shipped().unwrap(), tables, pages)
}

/// Counts an offer's coverages, the rows with the right name and amount, and the questions with the
/// right amount.
fn score(file: &str) -> [usize; 3] {
    let book = book(file);
    let code = file.split('_').next().unwrap();
    let insurer = book.insurers().iter().find(|it| it.code == code).unwrap().name.clone();
    let folded = |text: &str| text.split_whitespace().collect::<String>();
    let listed = book.amounts(code);
    let mut counts = [0; 3];
    let printed = read("amounts.jsonl");
    let printed = printed.lines().map(|it| serde_json::from_str::<Value>(it).unwrap());
    for row in printed.filter(|it| it["file"] == file) {
        let (coverage, won) = (row["coverage"].as_str().unwrap(), row["won"].as_u64().unwrap());
        let is_listed = listed
            .iter()
            .any(|it| folded(&it.name).ends_with(&folded(coverage)) && it.amount_won == won);
        let query = format!("{insurer} {coverage} 얼마야");
        let answer = book.compare(&Question { query, ..Question::default() });
        let slot = answer.slots.iter().find(|it| it.slot_key == "payout_amount");
        let told = slot.and_then(|it| it.insurers.first()).and_then(|it| it.amount_won);
        counts[0] += 1;
        counts[1] += usize::from(is_listed);
        counts[2] += usize::from(told == Some(won));
        if !is_listed || told != Some(won) {
            eprintln!("{file} {coverage} {won}: row {is_listed}, told {told:?}");
        }
    }
    eprintln!("{file}: {} rows, {} answers of {}", counts[1], counts[2], counts[0]);
    counts
}

#[test]
fn amounts_of_usual_layouts() {
    let files =
        ["MARU_A.txt", "MARU_B.txt", "HANBIT_A.txt", "HANBIT_B.txt", "NURI_A.txt", "NURI_B.txt"];
    let below: Vec<&str> = files
        .into_iter()
        .filter(|file| {
            let [all, rows, answers] = score(file);
            // A name is listed as the company's list has it, without the additions of this offer.
            all == 0 || answers * 100 < all * 97 || rows * 100 < all * 90
        })
        .collect();
    assert!(below.is_empty(), "too few: {below:?}");
}
