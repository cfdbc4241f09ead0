//! Makes a retrieval set from the articles of `../shared/corpora/statutes`:
//! `cargo run --release -p simui-search --example make-legal-set -- <folder> [<questions>]`
//! Without a file of questions, the issues (판시사항) of court decisions that cite articles are the questions. A
//! line of the file is `{"id", "text", "law", "article", "also"?: [{"law", "article"}], "half": "tune" |
//! "held"}`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

mod common;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use common::{Outcome, decisions, held_out, lines, shared, statutes};
use serde_json::{Value, json};

/// Most provisions that an issue may cite; one that cites more is about none in particular.
const MOST: usize = 4;

/// Index of each article by law (without spaces) and number.
type Places<'a> = HashMap<(&'a str, &'a str), usize>;

struct Question {
    id: String,
    text: String,
    held_out: bool,
    /// Indices of the right articles.
    right: Vec<usize>,
}

fn main() -> Outcome<()> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder to write to")?);
    fs::create_dir_all(&folder)?;
    let articles = statutes::read(&shared().join("corpora/statutes/kr"))?;
    let places = statutes::places(&articles);
    let questions = match std::env::args().nth(2) {
        Some(file) => written(Path::new(&file), &places)?,
        None => asked(&places)?,
    };
    let (mut corpus, mut queries, mut qrels) = (String::new(), String::new(), String::new());
    for (place, article) in articles.iter().enumerate() {
        let line = json!({"id": place.to_string(), "title": article.heading, "text": article.text});
        writeln!(corpus, "{line}")?;
    }
    for Question { id, text, held_out, right } in &questions {
        let half = if *held_out { "held" } else { "tune" };
        writeln!(queries, "{}", json!({"id": id, "text": text, "half": half}))?;
        for place in right {
            writeln!(qrels, "{}", json!({"q": id, "doc": place.to_string()}))?;
        }
    }
    println!("{} articles, {} questions", articles.len(), questions.len());
    fs::write(folder.join("corpus.jsonl"), corpus)?;
    fs::write(folder.join("queries.jsonl"), queries)?;
    fs::write(folder.join("qrels.jsonl"), qrels)?;
    Ok(())
}

/// The issues of decisions.
fn asked(places: &Places<'_>) -> Outcome<Vec<Question>> {
    let mut texts = HashSet::new();
    let mut questions = Vec::new();
    for decision in decisions::read(&shared().join("corpora/precedents/precedents.jsonl"))? {
        for (number, issue) in &decision.issues {
            let text = decisions::question(issue);
            let provisions = decision.provisions(*number);
            let right: Vec<usize> = provisions
                .iter()
                .filter_map(|(law, article)| places.get(&(law.as_str(), article.as_str())).copied())
                .collect();
            // Skipped if a cited provision is missing: the others may not be the answer.
            let complete = right.len() == provisions.len();
            if right.is_empty() || right.len() > MOST || !complete || !texts.insert(text.clone()) {
                continue;
            }
            let id = format!("{}-{number}", decision.id);
            questions.push(Question { held_out: held_out(&id), id, text, right });
        }
    }
    Ok(questions)
}

/// Reads written questions; reports and skips one whose article is missing.
fn written(file: &Path, places: &Places<'_>) -> Outcome<Vec<Question>> {
    let place = |entry: &Value| {
        let text = |key: &str| entry[key].as_str().unwrap_or_default().split_whitespace().collect();
        let (law, article): (String, String) = (text("law"), text("article"));
        places.get(&(law.as_str(), article.as_str())).copied()
    };
    let mut questions = Vec::new();
    for line in lines(file)? {
        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        let Some(own) = place(&line) else {
            eprintln!("{}: {} {} is not there", text("id"), text("law"), text("article"));
            continue;
        };
        let also = line["also"].as_array().into_iter().flatten().filter_map(place);
        let mut right: Vec<usize> = std::iter::once(own).chain(also).collect();
        right.dedup();
        let held_out = text("half") != "tune";
        questions.push(Question { id: text("id"), text: text("text"), held_out, right });
    }
    Ok(questions)
}
