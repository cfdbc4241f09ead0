//! 리랭킹과 근거 선택: ranks the passages that were found, and chooses those that an answer may cite.

use std::collections::BTreeSet;

use simui_domain::DocumentId;

use super::cautions::cautions;
use super::effects::effects;
use crate::knowledge::{CARE_TITLE, Knowledge};
use crate::passage::Passage;
use crate::person::FactKind;
use crate::query::question::Question;
use crate::query::subject::Subject;

/// Most passages that are searched for sentences; an answer cites a few of them.
const MAX_PASSAGES: usize = 60;

/// Most documents of one drug of which all sections are fetched; several products may have the ingredient.
const MAX_OF_DRUG: usize = 2;

/// Most members of a class of whose documents all sections are fetched.
const MAX_OF_CLASS: usize = 3;

/// Most drugs that the person takes of whose documents all sections are fetched.
pub(crate) const MAX_TAKEN: usize = 6;

/// Most documents in all of which all sections are fetched.
const MAX_DOCUMENTS: usize = 6;

/// Bonus, on top of the reranker's score, of a document of the drug of the question.
const OWN_DRUG: f32 = 1.0;
/// Heading of the section with the names and codes of a product, which answers nothing about its use.
const PRODUCT_DETAILS: &str = "제품 정보";
/// Bonus of a section headed by a complaint of a question that names no drug and asks only what helps.
const OWN_COMPLAINT: f32 = 1.0;
/// Bonus of a document of a combination with the drug.
const COMBINATION: f32 = 0.5;
/// Bonus of the first section that the first intent names.
const FIRST_SECTION: f32 = 0.8;
/// Decrease of that bonus for each later section and each later intent.
const SECTION_STEP: f32 = 0.15;

/// The passages to answer from, best first and each once. Titles with a word of `avoid` are left out.
pub fn choose(
    found: &[Passage],
    question: &Question,
    avoid: &[String],
    knowledge: &Knowledge,
) -> Vec<Passage> {
    // Without a subject every passage would be as good as another.
    if !question.names_drug_or_complaint() && question.words.is_empty() {
        return Vec::new();
    }
    let titled = question.named_titles(found.iter().map(|it| it.title.as_str()));
    let mut seen = BTreeSet::new();
    let mut ranked: Vec<(f32, &Passage)> = found
        .iter()
        .zip(titled)
        .filter(|(it, _)| seen.insert(it.chunk_id.as_str()))
        .filter(|(it, _)| !avoid.iter().any(|word| it.title.contains(word.as_str())))
        .filter(|(it, _)| question.intents.is_empty() || it.heading != PRODUCT_DETAILS)
        .filter(|(it, _)| !is_other_label(it, question))
        .filter(|(it, titled)| *titled || is_about(it, question, knowledge))
        .map(|(it, titled)| (it.score + bonus(it, titled, question, knowledge), it))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    // What concerns the person comes first, however little it has of the question's words.
    let mut of_person = cautions(found, question, &BTreeSet::new(), knowledge);
    of_person.extend(effects(found, question, knowledge));
    let of_person = of_person.iter().map(|it| &found[it.passage]);
    let mut kept: Vec<Passage> = Vec::new();
    let others = ranked.into_iter().map(|(_, passage)| passage);
    for passage in of_person.chain(others) {
        if kept.len() < MAX_PASSAGES && !kept.iter().any(|it| it.chunk_id == passage.chunk_id) {
            kept.push(passage.clone());
        }
    }
    kept
}

/// Most sections of guidance on the complaints of a question that are kept beside the best passages.
const MAX_OF_COMPLAINTS: usize = 2;

/// The first `count` of ranked passages, and the guidance on the complaints of the question where it is not
/// among them: what is told of a person (소아, 임부) may fill them, and not speak of the complaint.
pub fn first(
    ranked: Vec<Passage>,
    count: usize,
    question: &Question,
    knowledge: &Knowledge,
) -> Vec<Passage> {
    let subjects = Subject::of(question, knowledge);
    let is_on_complaint = |passage: &Passage| {
        passage.title.contains(CARE_TITLE)
            && subjects.iter().any(|of| of.is_mentioned_in(&passage.heading))
    };
    let mut others = 0;
    let mut kept = Vec::new();
    for (at, passage) in ranked.into_iter().enumerate() {
        let is_other = at >= count;
        if is_other && (others == MAX_OF_COMPLAINTS || !is_on_complaint(&passage)) {
            continue;
        }
        others += usize::from(is_other);
        kept.push(passage);
    }
    kept
}

/// The documents of which all sections are fetched: those of the drugs of the question and of those that the
/// person takes (documents of combinations last), of members of its classes, and those whose title it names.
pub fn documents_of_drugs(
    found: &[Passage],
    question: &Question,
    knowledge: &Knowledge,
) -> Vec<DocumentId> {
    let mut documents: Vec<DocumentId> = Vec::new();
    let taken = question.facts.iter().filter_map(|it| match &it.kind {
        FactKind::Drug { ingredient, .. } => Some(ingredient.as_str()),
        _ => None,
    });
    let asked = question.ingredients();
    let taken: Vec<&str> = taken.filter(|it| !asked.contains(it)).take(MAX_TAKEN).collect();
    for drug in asked.into_iter().chain(taken) {
        let mut of_drug: Vec<(bool, &Passage)> = Vec::new();
        for passage in found {
            let titled = knowledge.names.find(&passage.title);
            if titled.iter().any(|it| it.ingredient == drug) {
                of_drug.push((titled.iter().any(|it| it.ingredient != drug), passage));
            }
        }
        of_drug.sort_by_key(|(others, _)| *others);
        let mut taken = 0;
        for (_, passage) in of_drug {
            if taken < MAX_OF_DRUG && !documents.contains(&passage.document_id) {
                documents.push(passage.document_id.clone());
                taken += 1;
            }
        }
    }
    documents.extend(members(found, question, knowledge));
    // The title of a document may be the subject of the question: 칼슘제, 제산제.
    let titled = question.named_titles(found.iter().map(|it| it.title.as_str()));
    for (passage, _) in found.iter().zip(titled).filter(|(_, titled)| *titled) {
        if documents.len() < MAX_DOCUMENTS && !documents.contains(&passage.document_id) {
            documents.push(passage.document_id.clone());
        }
    }
    documents
}

/// The documents, in the order found, of members of the classes that a question names; none if it names a
/// drug.
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
        if documents.len() < MAX_OF_CLASS && !documents.contains(&passage.document_id) {
            documents.push(passage.document_id.clone());
        }
    }
    documents
}

/// Whether a passage is of the label of another product than the question names: its doses and forms are not
/// those of the product, whatever ingredient they share.
fn is_other_label(passage: &Passage, question: &Question) -> bool {
    question.names_only_products()
        && !passage.digest
        && !question.is_own_label(&passage.document_id)
}

/// Whether a passage may answer. If drugs are named, it must be of one of them or mention one; if only
/// complaints are, it must be guidance, or mention one of them or of the drugs used for them.
fn is_about(passage: &Passage, question: &Question, knowledge: &Knowledge) -> bool {
    if question.is_own_label(&passage.document_id) {
        return true;
    }
    if !question.drugs.is_empty() {
        return is_of_drug(passage, question, knowledge)
            || !question.drugs_in(&passage.text, &knowledge.names).is_empty();
    }
    // Guidance may answer if no drug is named. A title that begins with a drug is that of the drug's own
    // document; 약과 음식(자몽·카페인) is guidance.
    let single_drug = knowledge.names.find(&passage.title).iter().any(|it| it.span.start == 0);
    if !single_drug && !passage.title.is_empty() {
        return true;
    }
    let mut symptoms = question.symptoms.iter().filter_map(|it| knowledge.symptom(it)).peekable();
    let occurs = |word: &str| passage.title.contains(word) || passage.text.contains(word);
    symptoms.peek().is_none()
        || symptoms.any(|it| occurs(&it.name) || it.expand.iter().any(|it| occurs(it.as_str())))
}

/// Whether the document is about a drug of the question.
pub(crate) fn is_of_drug(passage: &Passage, question: &Question, knowledge: &Knowledge) -> bool {
    !question.drugs_in(&passage.title, &knowledge.names).is_empty()
}

/// Whether a complaint is the heading of a section, or part of it (기침과 가래), and the question names no drug
/// and asks only what helps.
fn is_headed_by_complaint(passage: &Passage, question: &Question, knowledge: &Knowledge) -> bool {
    let named = question.symptoms.iter().filter_map(|it| knowledge.symptom(it));
    let mut complaints = named.filter(|it| !it.class);
    let asks_for_help = question.intents.iter().all(|it| it == "efficacy");
    let is_bare = question.drugs.is_empty() && asks_for_help;
    is_bare && complaints.any(|it| passage.heading.contains(&it.name))
}

/// The bonus of a passage for how well its document and section fit, independent of the reranker. `is_named`
/// tells whether the question names the title of the document.
fn bonus(passage: &Passage, is_named: bool, question: &Question, knowledge: &Knowledge) -> f32 {
    let asked = question.drugs_in(&passage.title, &knowledge.names);
    let titled = knowledge.names.find(&passage.title);
    let others = titled.iter().any(|it| !asked.contains(it.ingredient.as_str()));
    let drug = match (asked.is_empty(), others) {
        (true, _) if is_named || question.is_own_label(&passage.document_id) => OWN_DRUG,
        (true, _) if is_headed_by_complaint(passage, question, knowledge) => OWN_COMPLAINT,
        (true, _) => 0.0,
        (false, true) => COMBINATION,
        (false, false) => OWN_DRUG,
    };
    let intents = question.intents.iter().filter_map(|it| knowledge.intent(it));
    let wanted = intents.enumerate().filter_map(|(at, intent)| {
        let place = intent.headings.iter().position(|it| passage.heading.contains(it.as_str()))?;
        let later = f32::from(u8::try_from(at + place).unwrap_or(u8::MAX));
        Some((FIRST_SECTION - SECTION_STEP * later).max(0.0))
    });
    let named = format!("{} {}", passage.title, passage.text);
    let both = question.drugs_in(&named, &knowledge.names).len() > 1;
    let together = if both { OWN_DRUG } else { 0.0 };
    let guided = question.guidance_section_probability(&passage.title, &passage.heading);
    let likely = FIRST_SECTION * question.section_likeness(&passage.heading).max(guided);
    drug + wanted.fold(likely, f32::max) + together
}
