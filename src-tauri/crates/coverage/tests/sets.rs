//! Questions over sets of invented companies whose author does not know the rules of the
//! comparison (`tests/corpora/coverage`). All of them have been read since; wrong answers are
//! printed.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; measurements are printed"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;
use simui_coverage::{
    Alias, Book, CoverageAnswer, Insurer, Page, Question, Rules, SlotValue, Standard, Tables,
};
use simui_tests::corpora::{self, Set};

use crate::csv;

/// Values that mean that the documents state nothing.
const NOTHING: [&str; 3] = ["", "없음", "미확인"];

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

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Whether a text contains all words of a list (`wanted`) or none of them.
fn holds(text: &str, words: &Value, wanted: bool) -> bool {
    let words = words.as_array().map_or(&[] as &[Value], Vec::as_slice);
    words.iter().all(|it| text.contains(&squeezed(it.as_str().unwrap())) == wanted)
}

/// Whether a value is the expected one: nothing, an amount, words, Y or N, or amounts of classes;
/// always with a quote.
fn meets(want: &Value, found: Option<&SlotValue>) -> bool {
    let text = squeezed(found.and_then(|it| it.value.as_deref()).unwrap_or_default());
    let won = found.and_then(|it| it.amount_won);
    let empty = NOTHING.contains(&text.as_str());
    if want.is_null() {
        return empty && won.is_none();
    }
    let absent = want["exists"] == false;
    if empty && won.is_none() {
        return absent;
    }
    let first = text.split([',', '/']).next().unwrap_or_default().trim_start_matches("최고");
    let amount = won.or_else(|| simui_coverage::parse_won(first));
    let classes = want["classes"].as_object().is_none_or(|classes| {
        classes.iter().all(|(class, won)| {
            let written = simui_coverage::format_won(won.as_u64().unwrap());
            text.split(',').count() > 0
                && found.and_then(|it| it.value.as_deref()).is_some_and(|it| {
                    it.split(", ").any(|part| part == format!("{class}종 {written}"))
                })
        })
    });
    let is = want["is"]
        .as_array()
        .is_none_or(|all| all.iter().any(|it| text.starts_with(&squeezed(it.as_str().unwrap()))));
    let quoted = found.is_some_and(|it| it.evidence.iter().any(|it| !it.quote.is_empty()));
    want["won"].as_u64().is_none_or(|it| amount == Some(it))
        && holds(&text, &want["has"], true)
        && holds(&text, &want["not"], false)
        && want["exists"].as_bool().is_none_or(|it| it != text.starts_with('N'))
        && is
        && classes
        && (absent || quoted)
}

/// Returns the keys of the slots that a question is about; `a|b` means one of several.
fn keys(key: &str) -> Vec<&str> {
    key.split('|')
        .flat_map(|it| match it {
            "surgery_amount" => vec!["surgery_amount_by_class", "payout_amount"],
            other => vec![other],
        })
        .collect()
}

/// Checks each expectation of a question against its answer, by name.
fn checked(question: &Value, answer: &CoverageAnswer) -> Vec<(String, bool)> {
    let codes = |it: &Value| -> BTreeSet<String> {
        let all = it.as_array().map_or(&[] as &[Value], Vec::as_slice);
        all.iter().map(|it| it.as_str().unwrap().to_owned()).collect()
    };
    let one_of = |want: &Value, found: Value| match want {
        Value::Array(all) => all.contains(&found),
        want => *want == found,
    };
    let mut all = vec![(
        "insurers".to_owned(),
        codes(&question["insurers"]) == answer.insurers.iter().cloned().collect(),
    )];
    let found = serde_json::to_value(answer).unwrap();
    for (key, field) in
        [("intent", "intent"), ("state", "resolution_state"), ("code", "resolved_coverage_code")]
    {
        let scored =
            question.get(key).is_some_and(|it| it != "*" && (key == "code" || !it.is_null()));
        if scored && (key != "code" || !question["state"].is_null()) {
            all.push((key.to_owned(), one_of(&question[key], found[field].clone())));
        }
    }
    if !question["subtypes"].is_null() {
        let targets: BTreeSet<String> = answer.subtype_targets.iter().cloned().collect();
        all.push(("subtypes".to_owned(), codes(&question["subtypes"]) == targets));
    }
    if !question["suggest_any"].is_null() {
        let wanted = codes(&question["suggest_any"]);
        let hit = answer.suggested_coverages.iter().any(|it| wanted.contains(&it.coverage_code));
        all.push(("suggested".to_owned(), hit));
    }
    if !question["summary_has"].is_null() {
        let summary = squeezed(&answer.user_summary);
        all.push(("summary".to_owned(), holds(&summary, &question["summary_has"], true)));
    }
    let slots = question["slots"].as_object().unwrap();
    for (key, companies) in slots {
        for (company, want) in companies.as_object().unwrap() {
            let value = |key: &str| {
                let slot = answer.slots.iter().find(|it| it.slot_key == key)?;
                slot.insurers.iter().find(|it| it.insurer_code == *company)
            };
            let mut tried = keys(key).into_iter().map(|it| meets(want, value(it)));
            let right = if want.is_null() { tried.all(|it| it) } else { tried.any(|it| it) };
            all.push((format!("slot {key}"), right));
        }
    }
    all
}

/// Describes the value that an answer gives for a failed expectation.
fn describe(answer: &CoverageAnswer, expectation: &str) -> String {
    let keys = expectation.strip_prefix("slot ").map(keys).unwrap_or_default();
    let slots = answer.slots.iter().filter(|it| keys.contains(&it.slot_key.as_str()));
    let values = slots.flat_map(|slot| slot.insurers.iter().map(move |it| (&slot.slot_key, it)));
    let mut description: String = values
        .map(|(key, it)| {
            let quotes: Vec<&str> = it.evidence.iter().map(|it| it.quote.as_str()).collect();
            format!("\n    {key} {}: {:?} {quotes:?}", it.insurer_code, it.value)
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
    for question in set.lines::<Value>("questions.jsonl")? {
        let query = question["query"].as_str().unwrap().to_owned();
        let answer = book.compare(&Question { query: query.clone(), ..Question::default() });
        let all = checked(&question, &answer);
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
