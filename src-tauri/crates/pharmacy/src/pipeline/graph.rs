//! The graph that answers a question: its nodes and the edges between them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use simui_domain::{DocumentId, ModelCall};
use simui_flow::{Context, Edge, FlowError, Graph, NodeError, Outcome};

use super::roles;
use super::shelf::Shelf;
use super::state::{PharmacyDelta, PharmacyNode, PharmacyState};
use crate::answer;
use crate::answer::Draft;
use crate::answer::offered::Offer;
use crate::answer::{food, general};
use crate::dur::DurNotice;
use crate::knowledge::{CARE_TITLE, Knowledge};
use crate::passage::Passage;
use crate::person::{FactKind, PersonFact};
use crate::query::optimise::{OptimisedQuery, optimise};
use crate::query::question::{Drug, Question};
use crate::query::subject::TAKING_WORDS;
use crate::ranking::evidence;
use crate::retrieval::find::Wanted;
use crate::retrieval::scope::{Scope, after_search, before_search};
use crate::text::figures::is_child_dose;
use crate::text::sentence::sentences;
use crate::verification::scores;
use crate::verification::scores::Scores;
use crate::verification::verify::{MOST_ROUNDS, Remedy, Round, check_draft, correct};

/// The graph's name in the journal.
pub const GRAPH_NAME: &str = "pharmacy";

/// Version of the graph, raised with every change that affects unfinished runs.
pub const GRAPH_VERSION: u32 = 2;

/// Time limit of a node that asks a chat model; longer than the limit of any role.
const CHAT_TIMEOUT: Duration = Duration::from_secs(330);

/// Most documents of guidance for every drug of which all sections are fetched.
const MAX_GUIDANCE: usize = 2;

/// Most queries of a search beside that of the whole question.
const MAX_EXTRA_QUERIES: usize = 6;

/// Builds the graph that answers a pharmacist's question.
pub fn pharmacy_graph(shelf: &Arc<Shelf>) -> Result<Graph<PharmacyState>, FlowError> {
    use PharmacyNode::*;
    let by_rules = |step: fn(&PharmacyState, &Shelf) -> Result<PharmacyDelta, NodeError>| {
        let shelf = shelf.clone();
        move |state: Arc<PharmacyState>, _| {
            let done = step(&state, &shelf).map(Outcome::Done);
            async move { done }
        }
    };
    macro_rules! with_chat {
        ($step:ident) => {{
            let shelf = shelf.clone();
            move |state: Arc<PharmacyState>, context: Context| {
                let shelf = shelf.clone();
                async move { Ok(Outcome::Done($step(&state, &shelf, &context).await?)) }
            }
        }};
    }
    let graph = Graph::builder(GRAPH_NAME, GRAPH_VERSION)
        .node(Understand, by_rules(understand), Edge::choice(after_reading, [Search, Refuse]))
        .node(Search, with_chat!(search), Edge::choice(after_searching, [Dur, Refuse]))
        .node(Dur, by_rules(check), Edge::to(Answer))
        .node(Answer, with_chat!(write), Edge::to(Verify))
        .node(
            Verify,
            with_chat!(verify),
            Edge::choice(after_verifying, [Correct, SearchAgain, Score]),
        )
        .node(Correct, with_chat!(correct_draft), Edge::to(Verify))
        .node(SearchAgain, with_chat!(search_again), Edge::to(Answer))
        .node(Score, with_chat!(score), Edge::End)
        .node(Refuse, |_, _| async { Ok(Outcome::Done(PharmacyDelta::Refused)) }, Edge::End);
    let with_chat = [Search, Answer, Verify, Correct, SearchAgain, Score];
    with_chat.into_iter().fold(graph, |graph, node| graph.timeout(node, CHAT_TIMEOUT)).build()
}

/// The delta, with the call of a chat model if there was one.
fn with_call(call: Option<ModelCall>, delta: PharmacyDelta) -> PharmacyDelta {
    match call {
        Some(call) => PharmacyDelta::WithCall(Box::new(call), Box::new(delta)),
        None => delta,
    }
}

/// The question of the state; an error before it was read.
fn question(state: &PharmacyState) -> Result<&Question, NodeError> {
    state.question.as_ref().ok_or_else(|| NodeError::new("the question was not read; ask it again"))
}

/// Node 질문 이해: reads the question and decides whether it is answered.
fn understand(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let Shelf { knowledge, dur, analyser, .. } = shelf;
    let (asked, complaints) = (&state.asked, &state.complaints);
    let mut question = Question::read_as_heard(asked, complaints, knowledge, dur, analyser);
    question.facts.clone_from(&state.facts);
    question.leave_out_allergens(&shelf.knowledge);
    question.heed_taken(&shelf.knowledge);
    question.heed_age(&shelf.knowledge);
    let warnings = state.warnings.iter();
    question.heed(
        warnings.map(|it| (it.rule.as_str(), it.severity, it.text.as_str())),
        &shelf.knowledge,
    );
    let scope = before_search(&question);
    Ok(PharmacyDelta::Understood(Box::new(question), scope))
}

/// Searches for a question that is answered; otherwise refuses it.
fn after_reading(state: &PharmacyState) -> PharmacyNode {
    if state.scope == Scope::Inside { PharmacyNode::Search } else { PharmacyNode::Refuse }
}

/// Goes on with a question that is still answered after the search; otherwise refuses it.
fn after_searching(state: &PharmacyState) -> PharmacyNode {
    if state.scope == Scope::Inside { PharmacyNode::Dur } else { PharmacyNode::Refuse }
}

/// Node 검색: finds and ranks passages.
async fn search(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let (query, call) = query(question, shelf, context, false).await?;
    let found = search_passages(question, &query, shelf).await?;
    let scope = match state.warnings.is_empty() {
        true => after_search(question, &found, shelf.guard, shelf.knowledge.likeness),
        false => Scope::Inside,
    };
    let mut passages = evidence::choose(&found, question, &query.avoid, &shelf.knowledge);
    passages.extend(cautions_on_offered(question, &passages, shelf).await?);
    passages.extend(general_guidance(question, &passages, shelf).await?);
    Ok(with_call(call, PharmacyDelta::Found(query, passages, scope)))
}

/// The query of a search: by the rules, widened by a model if there is one.
async fn query(
    question: &Question,
    shelf: &Shelf,
    context: &Context,
    wider: bool,
) -> Result<(OptimisedQuery, Option<ModelCall>), NodeError> {
    let by_rules = optimise(question, &shelf.knowledge, wider);
    match &shelf.model {
        Some(model) => roles::route_query(model, context, question, by_rules, wider).await,
        None => Ok((by_rules, None)),
    }
}

/// Node 재검색: searches with a wider query.
async fn search_again(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let (query, call) = query(question, shelf, context, true).await?;
    let found = search_passages(question, &query, shelf).await?;
    let mut passages = evidence::choose(&found, question, &[], &shelf.knowledge);
    passages.extend(cautions_on_offered(question, &passages, shelf).await?);
    passages.extend(general_guidance(question, &passages, shelf).await?);
    Ok(with_call(call, PharmacyDelta::FoundAgain(query, passages)))
}

/// The passages, none of them among `passages`, in which the documents of drugs speak of the person of the
/// question. The drugs are those that an answer from `passages` offers.
pub async fn cautions_on_offered(
    question: &Question,
    passages: &[Passage],
    shelf: &Shelf,
) -> Result<Vec<Passage>, NodeError> {
    let (knowledge, analyser) = (&shelf.knowledge, &shelf.analyser);
    let Some(offer) = Offer::from_passages(question, passages, knowledge, analyser) else {
        return Ok(Vec::new());
    };
    let query = |it: &String| knowledge.names.korean_names(it).join(" ");
    let queries = offer.drugs.iter().map(query).collect();
    let found = (shelf.find)(Wanted::Matches(queries)).await.map_err(NodeError::new)?;
    let is_of_one = |title: &str, drug: &String| {
        let titled = knowledge.names.find(title);
        !titled.is_empty() && titled.iter().all(|it| it.ingredient == *drug)
    };
    let document = |drug: &String| {
        let own = found.iter().find(|it| is_of_one(&it.title, drug));
        own.map(|it| it.document_id.clone())
    };
    let documents: Vec<DocumentId> = offer.drugs.iter().filter_map(document).collect();
    if documents.is_empty() {
        return Ok(Vec::new());
    }
    let sections = (shelf.find)(Wanted::Sections(documents)).await.map_err(NodeError::new)?;
    let cautions = offer.cautions(&sections, knowledge);
    let mut known: BTreeSet<&str> = passages.iter().map(|it| it.chunk_id.as_str()).collect();
    let of_person = cautions.iter().filter_map(|it| sections.get(it.passage));
    Ok(of_person.filter(|it| known.insert(it.chunk_id.as_str())).cloned().collect())
}

/// The passages of guidance for every drug that answer where the documents of the drug asked about do not,
/// and those of guidance on the foods that the question names.
pub async fn general_guidance(
    question: &Question,
    passages: &[Passage],
    shelf: &Shelf,
) -> Result<Vec<Passage>, NodeError> {
    let knowledge = &shelf.knowledge;
    if let Some(query) = food::query(question, knowledge) {
        let mut found = (shelf.find)(Wanted::Matches(vec![query])).await.map_err(NodeError::new)?;
        found.retain(|it| !passages.iter().any(|known| known.chunk_id == it.chunk_id));
        found.retain(|it| food::is_guidance(it, question, knowledge));
        return Ok(found);
    }
    let Some(intent) = general::silent_intent(question, passages, knowledge) else {
        return Ok(Vec::new());
    };
    let query = format!("{} {}", intent.headings.join(" "), intent.telling.join(" "));
    let found = (shelf.find)(Wanted::Matches(vec![query])).await.map_err(NodeError::new)?;
    let guidance = found.iter().filter(|it| general::is_guidance(it, intent, knowledge));
    let documents: BTreeSet<DocumentId> = guidance.map(|it| it.document_id.clone()).collect();
    if documents.is_empty() {
        return Ok(Vec::new());
    }
    let documents = documents.into_iter().take(MAX_GUIDANCE).collect();
    let mut sections = (shelf.find)(Wanted::Sections(documents)).await.map_err(NodeError::new)?;
    sections.retain(|it| !passages.iter().any(|known| known.chunk_id == it.chunk_id));
    Ok(sections)
}

/// Searches the passages for a question.
///
/// Beside the whole query it searches for each drug with the sections of its intents, and fetches all
/// sections of the documents of its drugs. Passages may occur more than once.
pub async fn search_passages(
    question: &Question,
    query: &OptimisedQuery,
    shelf: &Shelf,
) -> Result<Vec<Passage>, NodeError> {
    let mut queries =
        vec![query.core.iter().chain(&query.expand).cloned().collect::<Vec<_>>().join(" ")];
    // A search for the whole question may rank the sections of the intents behind others, so each drug gets
    // its own.
    let intents = question.intents.iter().filter_map(|it| shelf.knowledge.intent(it)).take(2);
    for intent in intents {
        for drug in &question.drugs {
            let heading = intent.headings.first().map_or("", String::as_str);
            let spellings = all_names(drug, &shelf.knowledge);
            queries.push(format!("{spellings} {heading} {}", intent.telling.join(" ")));
        }
    }
    if question.intents.is_empty() {
        // Without an intent (철분제 변비) the drug's own document must be found all the same.
        queries.extend(question.drugs.iter().map(|it| all_names(it, &shelf.knowledge)));
    }
    if question.ingredients().len() > 1 {
        let all: Vec<String> =
            question.drugs.iter().map(|it| all_names(it, &shelf.knowledge)).collect();
        queries.insert(1, format!("{} 함께", all.join(" ")));
        // Guidance names both drugs by their class: 부루펜과 타이레놀을 번갈아.
        if let Some(class) = shelf.knowledge.shared_class(&question.ingredients()) {
            queries.insert(1, format!("{class} {}", question.words.join(" ")));
        }
        queries.extend(all.iter().map(|it| format!("{it} 상호작용")));
    }
    if question.drugs.is_empty() {
        let guide = question.guides.first();
        queries.extend(guide.map(|it| format!("{} {}", it.title, it.section)));
        // Only the words of the question: headings of sections would match the documents of all drugs.
        queries.push(question.words.join(" "));
        // Guidance is titled by its intent: 음식 우유.
        let wanted = question.intents.first().and_then(|it| shelf.knowledge.intent(it));
        queries.extend(wanted.map(|it| format!("{} {}", it.korean, question.words.join(" "))));
        if question.symptoms.len() > 1 && question.asks("interaction") {
            queries.push(format!("{} 함께", question.symptoms.join(" ")));
        }
        let heading = wanted.and_then(|it| it.headings.first()).map_or("효능·효과", String::as_str);
        let complaints = || question.symptoms.iter().filter(|it| *it != TAKING_WORDS);
        queries.extend(complaints().next().map(|it| format!("{it} {CARE_TITLE}")));
        for symptom in complaints().filter_map(|it| shelf.knowledge.symptom(it)) {
            queries.push(format!("{} {heading}", symptom.name));
            queries.extend(symptom.expand.iter().take(3).map(|it| format!("{it} {heading}")));
        }
    }
    queries.truncate(1 + MAX_EXTRA_QUERIES);
    queries.extend(taken_drugs(question));
    let mut found = (shelf.find)(Wanted::Matches(queries)).await.map_err(NodeError::new)?;
    let mut documents: Vec<DocumentId> =
        question.products.iter().flat_map(|it| it.documents.iter().cloned()).collect();
    documents.extend(evidence::documents_of_drugs(&found, question, &shelf.knowledge));
    let mut seen = BTreeSet::new();
    documents.retain(|it| seen.insert(it.clone()));
    if !documents.is_empty() {
        let sections = (shelf.find)(Wanted::Sections(documents)).await.map_err(NodeError::new)?;
        found.extend(sections);
    }
    Ok(found)
}

/// A query for each drug that the person takes and the question does not name, so that its document is found.
fn taken_drugs(question: &Question) -> Vec<String> {
    let asked = question.ingredients();
    let query = |fact: &PersonFact| match &fact.kind {
        FactKind::Drug { ingredient, korean } if !asked.contains(ingredient.as_str()) => {
            Some(format!("{korean} 상호작용"))
        }
        _ => None,
    };
    question.facts.iter().filter_map(query).take(evidence::MAX_TAKEN).collect()
}

/// All Korean names of a drug, joined by spaces: documents write 와파린 where the standard is 와르파린.
fn all_names(drug: &Drug, knowledge: &Knowledge) -> String {
    let names = knowledge.names.korean_names(&drug.ingredient).join(" ");
    if names.is_empty() { drug.korean.clone() } else { names }
}

/// Node DUR: finds the rows of the DUR tables that apply.
fn check(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let mut notices = shelf.dur.check(
        &question.text,
        &question.drug_mentions(),
        &question.person,
        &shelf.knowledge.names,
    );
    // Limits of dose and duration are left out unless the question is about the dose, so that graver notices
    // stand out.
    use crate::dur::DurTable;
    let asks_dose = ["maximum", "dose", "overdose"].iter().any(|it| question.asks(it));
    notices.retain(|it| match it.table {
        DurTable::Dose | DurTable::Duration => asks_dose,
        _ => true,
    });
    let is_doubtful = |notice: &DurNotice| {
        notice.is_of_age_without_form() && has_child_dose(notice, &state.passages, &shelf.knowledge)
    };
    let notices = notices.into_iter().map(|it| if is_doubtful(&it) { it.in_doubt() } else { it });
    Ok(PharmacyDelta::Checked(notices.collect()))
}

/// Whether a document of the notice's drug gives a child's dose.
pub fn has_child_dose(notice: &DurNotice, passages: &[Passage], knowledge: &Knowledge) -> bool {
    let of_drug = |passage: &&Passage| {
        let titled = knowledge.names.find(&passage.title);
        titled.iter().any(|name| {
            notice.drugs.iter().any(|drug| knowledge.names.korean(&name.ingredient) == drug)
        })
    };
    let gives_dose = |passage: &Passage| {
        let letters: Vec<char> = passage.text.chars().collect();
        let sentences = sentences(&passage.text);
        sentences.iter().any(|span| {
            let sentence: String =
                letters[span.start..span.end.min(letters.len())].iter().collect();
            is_child_dose(&sentence)
        })
    };
    passages.iter().filter(of_drug).any(gives_dose)
}

/// The draft by the rules alone.
fn rule_draft(state: &PharmacyState, shelf: &Shelf) -> Result<Draft, NodeError> {
    let (question, notices) = (question(state)?, state.notices.clone());
    let (knowledge, analyser) = (&shelf.knowledge, &shelf.analyser);
    let draft = answer::write(question, &state.passages, notices, knowledge, analyser);
    Ok(draft.with_warnings(&state.warnings))
}

/// Node 답변: writes the draft, by the rules and by a model if there is one.
async fn write(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let draft = rule_draft(state, shelf)?;
    let Some(model) = &shelf.model else { return Ok(PharmacyDelta::Drafted(draft)) };
    let (by_model, call) = roles::answer(model, context, state, &draft, shelf).await?;
    let draft =
        roles::combine_with_rules(draft, by_model, question(state)?, &state.passages, shelf);
    Ok(with_call(call, PharmacyDelta::Drafted(draft)))
}

/// Node 검증: compares the draft with its sources; if nothing is found, a model may raise doubts.
async fn verify(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let (knowledge, analyser) = (&shelf.knowledge, &shelf.analyser);
    let again = state.searched_again;
    let mut round = check_draft(&state.draft, &state.passages, again, knowledge, analyser);
    // Once no correction is left, a doubt of the model could only remove the sentence.
    let may_doubt = round.passed && state.corrections() < MOST_ROUNDS;
    let Some(model) = shelf.model.as_ref().filter(|_| may_doubt) else {
        return Ok(PharmacyDelta::Looked(round));
    };
    let (doubts, call) = roles::find_doubts(model, context, state, shelf).await?;
    if !doubts.is_empty() {
        round = Round { passed: false, faults: doubts, remedy: Remedy::Correct };
    }
    Ok(with_call(call, PharmacyDelta::Looked(round)))
}

/// Corrects, searches again or scores, as the verifier asks.
fn after_verifying(state: &PharmacyState) -> PharmacyNode {
    match state.remedy() {
        // One round more than a model corrects: in the last one, sentences with a fault are left out.
        Remedy::Correct if state.corrections() <= MOST_ROUNDS + 1 => PharmacyNode::Correct,
        Remedy::SearchAgain => PharmacyNode::SearchAgain,
        _ => PharmacyNode::Score,
    }
}

/// Node 교정: a model rewords sentences with a fault while rounds are left, otherwise they are left
/// out.
async fn correct_draft(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let Some(round) = state.rounds.last() else {
        return Ok(PharmacyDelta::Drafted(state.draft.clone()));
    };
    let without = correct(&state.draft, round);
    if state.draft.by_model.is_empty() {
        return Ok(PharmacyDelta::Drafted(without));
    }
    let model = shelf.model.as_ref().filter(|_| state.corrections() <= MOST_ROUNDS);
    let (by_model, call) = match model {
        Some(model) => roles::correct(model, context, state, round, shelf).await?,
        None => (roles::model_paragraphs(&without), None),
    };
    let rules = rule_draft(state, shelf)?;
    // Sentences of the rules that had a fault in an earlier round must not come back.
    let rules = state.rounds.iter().fold(rules, |rules, round| correct(&rules, round));
    let draft =
        roles::combine_with_rules(rules, by_model, question(state)?, &state.passages, shelf);
    Ok(with_call(call, PharmacyDelta::Drafted(draft)))
}

/// Node 채점: scores the draft, also by a judge model if there is one.
async fn score(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let (knowledge, analyser) = (&shelf.knowledge, &shelf.analyser);
    let scores =
        scores::score(question(state)?, &state.draft, &state.passages, knowledge, analyser);
    let Some(model) = &shelf.model else { return Ok(PharmacyDelta::Scored(scores)) };
    let (judge, call) = roles::judge(model, context, state, shelf).await?;
    Ok(with_call(call, PharmacyDelta::Scored(Scores { judge, ..scores })))
}
