//! Retrieval sets in the form of BEIR: `corpus.jsonl`, `queries.jsonl`, `qrels.jsonl`.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::{Outcome, held_out, lines};

pub struct Set {
    pub name: String,
    pub documents: Vec<Document>,
    pub questions: Vec<Question>,
}

pub struct Document {
    pub id: String,
    pub title: String,
    pub text: String,
}

pub struct Question {
    pub id: String,
    pub text: String,
    /// Indices of the relevant documents.
    pub right: HashSet<usize>,
    /// Whether the query belongs to the half that results are reported on: the line's `half`, else
    /// [`held_out`].
    pub held_out: bool,
}

/// Reads a set without the questions that have no relevant document.
pub fn read(folder: &Path) -> Outcome<Set> {
    let documents: Vec<Document> = lines(&folder.join("corpus.jsonl"))?
        .into_iter()
        .map(|line| {
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            Document { id: text("id"), title: text("title"), text: text("text") }
        })
        .collect();
    let places: HashMap<&str, usize> =
        documents.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
    let mut right: HashMap<String, HashSet<usize>> = HashMap::new();
    for line in lines(&folder.join("qrels.jsonl"))? {
        if let (Some(question), Some(document)) = (line["q"].as_str(), line["doc"].as_str())
            && let Some(&place) = places.get(document)
        {
            right.entry(question.to_owned()).or_default().insert(place);
        }
    }
    let questions = lines(&folder.join("queries.jsonl"))?
        .into_iter()
        .filter_map(|line| {
            let id = line["id"].as_str()?.to_owned();
            let right = right.remove(&id)?;
            let held_out =
                line["half"].as_str().map_or_else(|| held_out(&id), |half| half == "held");
            Some(Question { id, text: line["text"].as_str()?.to_owned(), right, held_out })
        })
        .collect();
    let name = folder.file_name().unwrap_or_default().display().to_string();
    Ok(Set { name, documents, questions })
}
