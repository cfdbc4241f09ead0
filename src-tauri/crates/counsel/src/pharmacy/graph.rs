use std::sync::Arc;

use futures::future::BoxFuture;
use simui_domain::DocumentId;
use simui_flow::{Edge, FlowError, Graph, NodeError, Outcome};
use simui_search::analysis::Analyser;

use super::dur::DurBook;
use super::knowledge::Knowledge;
use super::optimise::{OptimisedQuery, optimise};
use super::passage::Passage;
use super::question::Question;
use super::scope::{Guard, Scope, after_search, at_first};
use super::state::{PharmacyDelta, PharmacyNode, PharmacyState};
use super::verify::{MOST_ROUNDS, Remedy, correct, look};
use super::{answer, evidence, scores};

/// The graph's name in the journal.
pub const GRAPH_NAME: &str = "pharmacy";

/// Raised with every change that an unfinished run could notice.
pub const GRAPH_VERSION: u32 = 1;

/// Sections searched besides the question itself.
const MOST_SECTIONS: usize = 6;

/// What the graph asks of the desk's drug documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// Passages for each of these queries, the first of which is the question's own.
    Matches(Vec<String>),
    /// Every section of these documents.
    Sections(Vec<DocumentId>),
}

/// Searches the desk's drug documents.
pub type Find =
    Arc<dyn Fn(Wanted) -> BoxFuture<'static, Result<Vec<Passage>, String>> + Send + Sync>;

/// What the graph works with.
#[derive(Clone)]
pub struct Shelf {
    /// The rules.
    pub knowledge: &'static Knowledge,
    /// The stored DUR tables.
    pub dur: Arc<DurBook>,
    /// Korean analysis.
    pub analyser: Analyser,
    /// The search.
    pub find: Find,
    /// Of the reranker that `find` asks.
    pub guard: Guard,
}

/// The pipeline of seed 001.
pub fn pharmacy_graph(shelf: &Arc<Shelf>) -> Result<Graph<PharmacyState>, FlowError> {
    use PharmacyNode::*;
    let on = |step: fn(&PharmacyState, &Shelf) -> Result<PharmacyDelta, NodeError>| {
        let shelf = shelf.clone();
        move |state: Arc<PharmacyState>, _| {
            let done = step(&state, &shelf).map(Outcome::Done);
            async move { done }
        }
    };
    let (searching, again) = (shelf.clone(), shelf.clone());
    Graph::builder(GRAPH_NAME, GRAPH_VERSION)
        .node(Understand, on(understand), Edge::choice(after_reading, [Search, Refuse]))
        .node(
            Search,
            move |state, _| {
                let shelf = searching.clone();
                async move { Ok(Outcome::Done(search(&state, &shelf).await?)) }
            },
            Edge::choice(after_searching, [Dur, Refuse]),
        )
        .node(Dur, on(check), Edge::to(Answer))
        .node(Answer, on(write), Edge::to(Verify))
        .node(Verify, on(verify), Edge::choice(after_verifying, [Correct, SearchAgain, Score]))
        .node(Correct, on(mend), Edge::to(Verify))
        .node(
            SearchAgain,
            move |state, _| {
                let shelf = again.clone();
                async move { Ok(Outcome::Done(search_again(&state, &shelf).await?)) }
            },
            Edge::to(Answer),
        )
        .node(Score, on(score), Edge::End)
        .node(Refuse, |_, _| async { Ok(Outcome::Done(PharmacyDelta::Refused)) }, Edge::End)
        .build()
}

fn question(state: &PharmacyState) -> Result<&Question, NodeError> {
    state.question.as_ref().ok_or_else(|| NodeError::new("the question was not read; ask it again"))
}

fn understand(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let question = Question::read(&state.asked, shelf.knowledge, &shelf.dur, &shelf.analyser);
    let scope = at_first(&question);
    Ok(PharmacyDelta::Understood(Box::new(question), scope))
}

fn after_reading(state: &PharmacyState) -> PharmacyNode {
    if state.scope == Scope::Inside { PharmacyNode::Search } else { PharmacyNode::Refuse }
}

fn after_searching(state: &PharmacyState) -> PharmacyNode {
    if state.scope == Scope::Inside { PharmacyNode::Dur } else { PharmacyNode::Refuse }
}

async fn search(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let query = optimise(question, shelf.knowledge, false);
    let found = found(question, &query, shelf).await?;
    let scope = after_search(question, &found, shelf.guard);
    let passages = evidence::choose(&found, question, &query.avoid, shelf.knowledge);
    Ok(PharmacyDelta::Found(query, passages, scope))
}

async fn search_again(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let query = optimise(question, shelf.knowledge, true);
    let found = found(question, &query, shelf).await?;
    let passages = evidence::choose(&found, question, &[], shelf.knowledge);
    Ok(PharmacyDelta::FoundAgain(query, passages))
}

pub(crate) async fn found(
    question: &Question,
    query: &OptimisedQuery,
    shelf: &Shelf,
) -> Result<Vec<Passage>, NodeError> {
    let mut queries =
        vec![query.core.iter().chain(&query.expand).cloned().collect::<Vec<_>>().join(" ")];
    // The sections that the intents want, of each drug: a search for the whole question may rank them behind others.
    let intents = question.intents.iter().filter_map(|it| shelf.knowledge.intent(it)).take(2);
    for intent in intents {
        for drug in &question.drugs {
            let heading = intent.headings.first().map_or("", String::as_str);
            queries.push(format!("{} {heading} {}", drug.korean, intent.telling.join(" ")));
        }
    }
    if question.drugs.len() > 1 {
        queries.extend(question.drugs.iter().map(|it| format!("{} 상호작용", it.korean)));
    }
    if question.drugs.is_empty() {
        let wanted = question.intents.first().and_then(|it| shelf.knowledge.intent(it));
        let heading = wanted.and_then(|it| it.headings.first()).map_or("효능·효과", String::as_str);
        for symptom in question.symptoms.iter().filter_map(|it| shelf.knowledge.symptom(it)) {
            queries.push(format!("{} {heading}", symptom.name));
            queries.extend(symptom.expand.iter().take(3).map(|it| format!("{it} {heading}")));
        }
    }
    queries.truncate(1 + MOST_SECTIONS);
    let mut found = (shelf.find)(Wanted::Matches(queries)).await.map_err(NodeError::new)?;
    let documents = evidence::documents_of_drugs(&found, question, shelf.knowledge);
    if !documents.is_empty() {
        let sections = (shelf.find)(Wanted::Sections(documents)).await.map_err(NodeError::new)?;
        found.extend(sections);
    }
    Ok(found)
}

fn check(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let named = shelf.dur.named(&question.text, &shelf.knowledge.names);
    let mut notices = shelf.dur.check(&named, &question.person, &shelf.knowledge.names);
    // What nobody asked about would bury what matters.
    use super::dur::DurTable;
    let asks_dose = ["maximum", "dose", "overdose"].iter().any(|it| question.asks(it));
    notices.retain(|it| match it.table {
        DurTable::Dose | DurTable::Duration => asks_dose,
        _ => true,
    });
    Ok(PharmacyDelta::Checked(notices))
}

fn write(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let (question, notices) = (question(state)?, state.notices.clone());
    let (knowledge, analyser) = (shelf.knowledge, &shelf.analyser);
    Ok(PharmacyDelta::Drafted(answer::write(
        question,
        &state.passages,
        notices,
        knowledge,
        analyser,
    )))
}

fn verify(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let (knowledge, analyser) = (shelf.knowledge, &shelf.analyser);
    let again = state.searched_again;
    Ok(PharmacyDelta::Looked(look(&state.draft, &state.passages, again, knowledge, analyser)))
}

fn after_verifying(state: &PharmacyState) -> PharmacyNode {
    match state.remedy() {
        Remedy::Correct if state.rounds.len() <= MOST_ROUNDS => PharmacyNode::Correct,
        Remedy::SearchAgain => PharmacyNode::SearchAgain,
        _ => PharmacyNode::Score,
    }
}

fn mend(state: &PharmacyState, _: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let corrected = state.rounds.last().map(|round| correct(&state.draft, round));
    Ok(PharmacyDelta::Drafted(corrected.unwrap_or_else(|| state.draft.clone())))
}

fn score(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let (knowledge, analyser) = (shelf.knowledge, &shelf.analyser);
    let scores =
        scores::score(question(state)?, &state.draft, &state.passages, knowledge, analyser);
    Ok(PharmacyDelta::Scored(scores))
}
