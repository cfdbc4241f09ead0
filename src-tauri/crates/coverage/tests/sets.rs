//! Questions over sets of invented companies whose author does not know the rules of the
//! comparison (`tests/corpora/coverage`). All of them have been read since; wrong answers are
//! printed.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; measurements are printed"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use simui_coverage::{
    Alias, Book, CoverageAnswer, Insurer, LabelledQuestion, Page, Question, Rules, Standard,
    Tables, slot_keys,
};
use simui_tests::corpora::{self, Set};

use crate::csv;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    all.sort();
    all
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// Reads an import folder as a book; `change` is applied to the texts of its documents.
fn book(folder: &Path, change: Change) -> Book {
    let mut tables = Tables::default();
    for [code, name, aliases] in csv::rows(&read(&folder.join("insurers.csv"))) {
        let aliases = aliases.split('|').filter(|it| !it.is_empty()).map(str::to_owned).collect();
        tables.insurers.push(Insurer { code, name, aliases });
    }
    for [code, name, domain, role, coverage_type] in
        csv::rows(&read(&folder.join("coverage_standard.csv")))
    {
        tables.standards.push(Standard { code, name, domain, role, coverage_type });
    }
    for [insurer_code, coverage_code, raw_name, confidence] in
        csv::rows(&read(&folder.join("coverage_alias.csv")))
    {
        let confidence = confidence.parse().ok();
        tables.aliases.push(Alias { insurer_code, coverage_code, raw_name, confidence });
    }
    let mut pages = Vec::new();
    for company in entries(&folder.join("documents")) {
        for kind in entries(&company) {
            for file in entries(&kind) {
                for (at, text) in change(&read(&file)).split('\u{C}').enumerate() {
                    pages.push(Page {
                        insurer_code: file_name(&company),
                        doc_type: file_name(&kind),
                        document: file_name(&file),
                        page: u32::try_from(at + 1).unwrap(),
                        text: text.trim_matches('\n').to_owned(),
                    });
                }
            }
        }
    }
    Book::new(Rules::shipped().unwrap(), tables, pages)
}

/// Describes the value that an answer gives for a failed expectation.
fn describe(answer: &CoverageAnswer, expectation: &str) -> String {
    let keys = expectation.strip_prefix("slot ").map(slot_keys).unwrap_or_default();
    let slots = answer.slots.iter().filter(|it| keys.contains(&it.slot_key.as_str()));
    let values = slots.flat_map(|slot| slot.insurers.iter().map(move |it| (&slot.slot_key, it)));
    let mut description: String = values
        .map(|(key, value)| {
            let quotes: Vec<&str> = value.evidence.iter().map(|it| it.quote.as_str()).collect();
            format!("\n    {key} {}: {:?} {quotes:?}", value.insurer_code, value.value)
        })
        .collect();
    if description.is_empty() {
        description = format!(
            ": {:?} {:?} {:?} {:?} {:?} {:?}",
            answer.insurers,
            answer.intent,
            answer.resolution_state,
            answer.resolved_coverage_code,
            answer.subtype_targets,
            answer.debug
        );
    }
    description
}

/// Returns the number of questions of a set with fully right answers; `change` is applied to the
/// documents and does not affect their meaning.
fn right_answers(set: &Set, how: &str, change: Change) -> Result<u32, String> {
    let name = &set.path;
    let book = book(&set.place(), change);
    let mut right = 0;
    let mut totals: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for question in set.lines::<LabelledQuestion>("questions.jsonl")? {
        let query = question.query.clone();
        let answer = book.compare(&Question { query: query.clone(), ..Question::default() });
        let all = question.checks(&answer);
        for (expectation, is_right) in &all {
            let total = totals.entry(expectation.clone()).or_default();
            total[0] += usize::from(*is_right);
            total[1] += 1;
            // Wrong answers of an unread set are not printed.
            if !is_right && set.read {
                eprintln!("{name} {how}, {query}: {expectation}{}", describe(&answer, expectation));
            }
        }
        right += u32::from(all.iter().all(|it| it.1));
    }
    for (expectation, [right, all]) in totals {
        eprintln!("{name} {how}, {expectation}: {right} of {all}");
    }
    Ok(right)
}

#[test]
fn questions_are_answered_as_their_labels_say() {
    let below = corpora::run("coverage", "comparison", |set| {
        Ok(vec![("right", f64::from(right_answers(set, "as it is", str::to_owned)?))])
    });
    assert!(below.is_empty(), "{below:#?}");
}

type Change = fn(&str) -> String;

/// Changes without meaning: line ends of other programs, tabs or wide gaps between cells, wide
/// figures, signs and blanks, and invisible marks.
const CHANGES: [(&str, Change); 7] = [
    ("with CRLF", |text| text.replace('\n', "\r\n")),
    ("with tabs", |text| text.replace(' ', "\t")),
    ("with wide gaps", |text| text.replace(' ', "   ")),
    ("with hard blanks", |text| text.replace(' ', "\u{A0}")),
    ("with wide letters", wide),
    ("with blanks at ends of lines", |text| text.replace('\n', "  \n ")),
    ("in won", in_won),
];

/// Returns a text with figures and signs of double width.
fn wide(text: &str) -> String {
    let wide = |c: char| match c {
        '0'..='9' | ',' | '(' | ')' | '%' | '~' | ':' => {
            char::from_u32(u32::from(c) + 0xFEE0).unwrap()
        }
        c => c,
    };
    text.chars().map(wide).collect()
}

/// Returns a text with amounts in 만원 written out in 원: 3,000만원 becomes 30,000,000원.
fn in_won(text: &str) -> String {
    let written = regex::Regex::new(r"([0-9][0-9,]*)( ?)(백만|천만|만|억) ?원").unwrap();
    let replaced = written.replace_all(text, |found: &regex::Captures<'_>| {
        let unit = match &found[3] {
            "백만" => 1_000_000,
            "천만" => 10_000_000,
            "억" => 100_000_000,
            _ => 10_000,
        };
        let won = (found[1].replace(',', "").parse::<u64>().unwrap() * unit).to_string();
        let digits: Vec<&str> =
            won.as_bytes().rchunks(3).rev().map(|it| std::str::from_utf8(it).unwrap()).collect();
        format!("{}{}원", digits.join(","), &found[2])
    });
    replaced.into_owned()
}

#[test]
fn layouts_that_mean_the_same_are_read_the_same() {
    let broken = corpora::run("coverage", "layouts", |set| {
        let before = right_answers(set, "as it is", str::to_owned)?;
        let mut lost = 0;
        for (how, change) in CHANGES {
            lost += before.saturating_sub(right_answers(set, how, change)?);
        }
        Ok(vec![("lost", f64::from(lost))])
    });
    assert!(broken.is_empty(), "{broken:#?}");
}
