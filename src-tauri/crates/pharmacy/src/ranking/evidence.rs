//! 리랭킹과 근거 선택: chooses, of the passages that were found, those that an answer may cite.

use std::collections::BTreeSet;

use simui_domain::DocumentId;

use crate::knowledge::Knowledge;
use crate::query::question::Question;
use crate::retrieval::passage::Passage;

/// Passages that are looked through for sentences; an answer stands on a few of them.
const MOST: usize = 60;

/// Documents of one drug that are read whole: several products may have the ingredient.
const OF_A_DRUG: usize = 2;

/// Members of a class whose documents are read whole.
const OF_A_CLASS: usize = 3;

/// Documents that are read whole, in all.
const MOST_DOCUMENTS: usize = 6;

/// What a section of the drug that was asked about is worth beside the reranker's score.
const OF_THE_DRUG: f32 = 1.0;
/// The same of a combination that has it and another one.
const OF_A_COMBINATION: f32 = 0.5;
/// What the section that the first intent wants is worth; later ones are worth a little less each.
const WANTED: f32 = 0.8;
const STEP: f32 = 0.15;

/// The passages to answer from, best first, with what they are worth.
pub fn choose(
    found: &[Passage],
    question: &Question,
    avoid: &[String],
    knowledge: &Knowledge,
) -> Vec<Passage> {
    // Nothing to be about: any passage would be as good as another.
    if !question.is_of_drugs() && question.words.is_empty() {
        return Vec::new();
    }
    let titled = question.titled(found.iter().map(|it| it.title.as_str()));
    let mut seen = BTreeSet::new();
    let mut ranked: Vec<(f32, &Passage)> = found
        .iter()
        .zip(titled)
        .filter(|(it, _)| seen.insert(it.chunk_id.as_str()))
        .filter(|(it, _)| !avoid.iter().any(|word| it.title.contains(word.as_str())))
        .filter(|(it, titled)| *titled || is_about(it, question, knowledge))
        .map(|(it, titled)| (it.score + worth(it, titled, question, knowledge), it))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().take(MOST).map(|(_, passage)| passage.clone()).collect()
}

/// The documents that are of the drugs asked about, those that are of nothing else first.
pub fn documents_of_drugs(
    found: &[Passage],
    question: &Question,
    knowledge: &Knowledge,
) -> Vec<DocumentId> {
    let mut documents: Vec<DocumentId> = Vec::new();
    for drug in question.ingredients() {
        let mut of_drug: Vec<(bool, &Passage)> = Vec::new();
        for passage in found {
            let titled = knowledge.names.found(&passage.title);
            if titled.iter().any(|it| it.ingredient == drug) {
                of_drug.push((titled.iter().any(|it| it.ingredient != drug), passage));
            }
        }
        of_drug.sort_by_key(|(others, _)| *others);
        let mut taken = 0;
        for (_, passage) in of_drug {
            if taken < OF_A_DRUG && !documents.contains(&passage.document_id) {
                documents.push(passage.document_id.clone());
                taken += 1;
            }
        }
    }
    documents.extend(members(found, question, knowledge));
    // 칼슘제, 제산제: what is asked about goes by the name of a document.
    let titled = question.titled(found.iter().map(|it| it.title.as_str()));
    for (passage, _) in found.iter().zip(titled).filter(|(_, titled)| *titled) {
        if documents.len() < MOST_DOCUMENTS && !documents.contains(&passage.document_id) {
            documents.push(passage.document_id.clone());
        }
    }
    documents
}

/// The first documents found of members of the classes that a question without drugs names.
fn members(found: &[Passage], question: &Question, knowledge: &Knowledge) -> Vec<DocumentId> {
    let mut documents: Vec<DocumentId> = Vec::new();
    if !question.drugs.is_empty() {
        return documents;
    }
    let named = question.symptoms.iter().filter_map(|it| knowledge.symptom(it));
    let classes: Vec<_> = named.filter(|it| it.class).collect();
    for passage in
        found.iter().filter(|it| classes.iter().any(|class| class.expand.contains(&it.title)))
    {
        if documents.len() < OF_A_CLASS && !documents.contains(&passage.document_id) {
            documents.push(passage.document_id.clone());
        }
    }
    documents
}

/// Where drugs are named, a passage has to be of one of them, or to speak of one; where complaints are, of them or of what is
/// used for them.
fn is_about(passage: &Passage, question: &Question, knowledge: &Knowledge) -> bool {
    if !question.drugs.is_empty() {
        return of_drug(passage, question, knowledge)
            || !question.drugs_in(&passage.text, &knowledge.names).is_empty();
    }
    // What speaks of drugs at large may answer where none is named.
    // 약과 음식(자몽·카페인) is the document of no drug.
    let of_one = knowledge.names.found(&passage.title).iter().any(|it| it.span.start == 0);
    if !of_one && !passage.title.is_empty() {
        return true;
    }
    let mut symptoms = question.symptoms.iter().filter_map(|it| knowledge.symptom(it)).peekable();
    let said = |word: &str| passage.title.contains(word) || passage.text.contains(word);
    symptoms.peek().is_none()
        || symptoms.any(|it| said(&it.name) || it.expand.iter().any(|it| said(it.as_str())))
}

/// Whether the document is of a drug that was asked about.
pub(crate) fn of_drug(passage: &Passage, question: &Question, knowledge: &Knowledge) -> bool {
    !question.drugs_in(&passage.title, &knowledge.names).is_empty()
}

/// How well document and section fit, without what the reranker says.
fn worth(passage: &Passage, subject: bool, question: &Question, knowledge: &Knowledge) -> f32 {
    let asked = question.drugs_in(&passage.title, &knowledge.names);
    let titled = knowledge.names.found(&passage.title);
    let others = titled.iter().any(|it| !asked.contains(it.ingredient.as_str()));
    let drug = match (asked.is_empty(), others) {
        (true, _) if subject => OF_THE_DRUG,
        (true, _) => 0.0,
        (false, true) => OF_A_COMBINATION,
        (false, false) => OF_THE_DRUG,
    };
    let intents = question.intents.iter().filter_map(|it| knowledge.intent(it));
    let wanted = intents.enumerate().filter_map(|(at, intent)| {
        let place = intent.headings.iter().position(|it| passage.heading.contains(it.as_str()))?;
        let later = f32::from(u8::try_from(at + place).unwrap_or(u8::MAX));
        Some((WANTED - STEP * later).max(0.0))
    });
    let named = format!("{} {}", passage.title, passage.text);
    let both = question.drugs_in(&named, &knowledge.names).len() > 1;
    let together = if both { OF_THE_DRUG } else { 0.0 };
    let guided = question.guided(&passage.title, &passage.heading);
    let likely = WANTED * question.section(&passage.heading).max(guided);
    drug + wanted.fold(likely, f32::max) + together
}
