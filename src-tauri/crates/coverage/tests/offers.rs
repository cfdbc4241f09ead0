//! Amounts of offers whose author does not know the rules of the comparison: three companies in
//! layouts that are common in Korea, each as two programs extract the text of the same table
//! (`tests/corpora/coverage/offer_amounts`).
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; measurements are printed"
)]

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use simui_coverage::{Alias, Attribute, Book, Insurer, Page, Question, Rules, Standard, Tables};
use simui_tests::corpora::{self, Set};

use crate::csv;

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// Returns the tables of all companies and the pages of one offer as a book.
fn book(folder: &Path, file: &str) -> Book {
    let insurers =
        csv::rows(&read(folder, "insurers.csv")).into_iter().map(|[code, name, aliases]| Insurer {
            code,
            name,
            aliases: aliases.split('|').map(str::to_owned).collect(),
        });
    let standards = csv::rows(&read(folder, "coverage_standard.csv")).into_iter();
    let standards = standards.map(|[code, name, domain, role, _]| Standard {
        code,
        name,
        domain,
        role,
        coverage_type: String::new(),
    });
    let aliases = csv::rows(&read(folder, "coverage_alias.csv")).into_iter();
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
    let text = read(folder, file);
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

/// Counts an offer's rows with the right name and amount, and the questions with the right amount.
fn score(folder: &Path, file: &str, printed: &[Value]) -> [u32; 2] {
    let book = book(folder, file);
    let code = file.split('_').next().unwrap();
    let insurer = book.insurers().iter().find(|it| it.code == code).unwrap().name.clone();
    let folded = |text: &str| text.split_whitespace().collect::<String>();
    let facts = book.facts(code).unwrap();
    let rows = || facts.iter().filter(|it| it.attribute == Attribute::Amount);
    let mut counts = [0; 2];
    for row in printed.iter().filter(|it| it["file"] == file) {
        let (coverage, won) = (row["coverage"].as_str().unwrap(), row["won"].as_u64().unwrap());
        // A name is listed as the company's list has it, without the additions of this offer.
        let is_listed = rows().any(|fact| {
            let name = fact.name.as_deref().unwrap_or_default();
            folded(name).ends_with(&folded(coverage)) && fact.amount_won == Some(won)
        });
        let query = format!("{insurer} {coverage} 얼마야");
        let answer = book.compare(&Question { query, ..Question::default() });
        let slot = answer.slots.iter().find(|it| it.slot_key == "payout_amount");
        let answered = slot.and_then(|it| it.insurers.first()).and_then(|it| it.amount_won);
        counts[0] += u32::from(is_listed);
        counts[1] += u32::from(answered == Some(won));
        if !is_listed || answered != Some(won) {
            eprintln!("{file} {coverage} {won}: row {is_listed}, told {answered:?}");
        }
    }
    eprintln!("{file}: {} rows, {} answers", counts[0], counts[1]);
    counts
}

#[test]
fn amounts_of_usual_layouts() {
    let below = corpora::run("coverage", "amounts", |set: &Set| {
        let printed: Vec<Value> = set.lines("amounts.jsonl")?;
        let files: BTreeSet<&str> = printed.iter().map(|it| it["file"].as_str().unwrap()).collect();
        let counts: Vec<[u32; 2]> =
            files.into_iter().map(|file| score(&set.place(), file, &printed)).collect();
        let sum = |of: usize| f64::from(counts.iter().map(|it| it[of]).sum::<u32>());
        Ok(vec![("rows", sum(0)), ("answers", sum(1))])
    });
    assert!(below.is_empty(), "{below:#?}");
}
