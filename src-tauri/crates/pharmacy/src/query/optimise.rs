//! 쿼리 최적화: turns a question into the words of a search.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::question::Question;
use crate::knowledge::Knowledge;

/// 최적화된 질의: the words of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptimisedQuery {
    /// 핵심어: drugs, complaints and other content words of the question.
    pub core: Vec<String>,
    /// 확장어: their names in documents, drugs used for the complaints, and headings of sections that answer.
    pub expand: Vec<String>,
    /// 제외어: words of documents that only look related.
    pub avoid: Vec<String>,
    /// 리랭킹 질의: the core words, joined by spaces.
    pub rerank: String,
}

/// The query of a question. `wider` is for the second search, after one that did not find enough: if drugs
/// are named, only they remain in the core; the expansions are the same.
pub fn optimise(question: &Question, knowledge: &Knowledge, wider: bool) -> OptimisedQuery {
    let mut core: Vec<String> = Vec::new();
    let mut expand: Vec<String> = Vec::new();
    let mut avoid: Vec<String> = Vec::new();
    for drug in &question.drugs {
        push(&mut core, &drug.korean);
        push(&mut expand, &drug.written);
        push(&mut expand, &drug.ingredient);
        let names = knowledge.names.korean_names(&drug.ingredient);
        names.iter().filter(|it| **it != drug.korean).for_each(|it| push(&mut expand, it));
    }
    question.without.iter().for_each(|it| push(&mut avoid, &it.korean));
    for symptom in question.symptoms.iter().filter_map(|it| knowledge.symptom(it)) {
        push(&mut core, &symptom.name);
        symptom.expand.iter().for_each(|it| push(&mut expand, it));
        symptom.avoid.iter().for_each(|it| push(&mut avoid, it));
    }
    let named: BTreeSet<&str> = question.drugs.iter().map(|it| it.written.as_str()).collect();
    let content = |word: &&String| !named.iter().any(|it| it.contains(word.as_str()));
    question.words.iter().filter(content).for_each(|it| push(&mut core, it));
    let intents = question.intents.iter().filter_map(|it| knowledge.intent(it));
    for intent in intents.take(2) {
        push(&mut expand, &intent.korean);
        intent.headings.iter().take(1).for_each(|it| push(&mut expand, it));
    }
    if wider {
        let drugs: Vec<&String> = question.drugs.iter().map(|it| &it.korean).collect();
        core.retain(|it| drugs.is_empty() || drugs.contains(&it));
    }
    let rerank = core.join(" ");
    OptimisedQuery { core, expand, avoid, rerank }
}

/// Appends a word that is not empty and not in the list yet.
fn push(list: &mut Vec<String>, word: &str) {
    if !word.is_empty() && !list.iter().any(|it| it == word) {
        list.push(word.to_owned());
    }
}
