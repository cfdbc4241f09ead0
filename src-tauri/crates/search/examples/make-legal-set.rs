//! Makes a retrieval set of statutes: the articles, asked for by the issues (판시사항) of court decisions that cite
//! them. `cargo run --release -p simui-search --example make-legal-set -- <folder>`
#![allow(clippy::print_stdout, reason = "an example prints")]

mod common;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use common::{Outcome, decisions, shared, statutes};
use serde_json::json;

/// An issue that cites more provisions than this asks for none in particular.
const MOST: usize = 4;

fn main() -> Outcome<()> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder to write to")?);
    fs::create_dir_all(&folder)?;
    let articles = statutes::read(&shared().join("corpora/statutes/kr"))?;
    let places = statutes::places(&articles);
    let (mut corpus, mut queries, mut qrels) = (String::new(), String::new(), String::new());
    for (place, article) in articles.iter().enumerate() {
        let line = json!({"id": place.to_string(), "title": article.heading, "text": article.text});
        writeln!(corpus, "{line}")?;
    }
    let mut asked = HashSet::new();
    for decision in decisions::read(&shared().join("corpora/precedents/precedents.jsonl"))? {
        for (number, issue) in &decision.issues {
            let text = decisions::question(issue);
            let provisions = decision.provisions(*number);
            let right: Vec<usize> = provisions
                .iter()
                .filter_map(|(law, article)| places.get(&(law.as_str(), article.as_str())).copied())
                .collect();
            // Where part of what is cited is not at hand, the rest may not be the answer.
            let complete = right.len() == provisions.len();
            if right.is_empty() || right.len() > MOST || !complete || !asked.insert(text.clone()) {
                continue;
            }
            let id = format!("{}-{number}", decision.id);
            writeln!(queries, "{}", json!({"id": id, "text": text}))?;
            for place in right {
                writeln!(qrels, "{}", json!({"q": id, "doc": place.to_string()}))?;
            }
        }
    }
    println!("{} articles, {} questions", articles.len(), queries.lines().count());
    fs::write(folder.join("corpus.jsonl"), corpus)?;
    fs::write(folder.join("queries.jsonl"), queries)?;
    fs::write(folder.join("qrels.jsonl"), qrels)?;
    Ok(())
}
