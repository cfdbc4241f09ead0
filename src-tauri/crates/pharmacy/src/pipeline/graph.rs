use std::sync::Arc;
use std::time::Duration;

use simui_domain::ModelCall;
use simui_flow::{Context, Edge, FlowError, Graph, NodeError, Outcome};

use super::roles;
use super::shelf::Shelf;
use super::state::{PharmacyDelta, PharmacyNode, PharmacyState};
use crate::answer;
use crate::answer::Draft;
use crate::answer::choice::CARE_TITLE;
use crate::knowledge::Knowledge;
use crate::query::optimise::{OptimisedQuery, optimise};
use crate::query::question::{Drug, Question};
use crate::query::subject::OF_TAKING;
use crate::ranking::evidence;
use crate::retrieval::find::Wanted;
use crate::retrieval::passage::Passage;
use crate::retrieval::scope::{Scope, after_search, at_first};
use crate::verification::scores;
use crate::verification::scores::Scores;
use crate::verification::verify::{MOST_ROUNDS, Remedy, Round, correct, look};

/// The graph's name in the journal.
pub const GRAPH_NAME: &str = "pharmacy";

/// Raised with every change that an unfinished run could notice.
pub const GRAPH_VERSION: u32 = 2;

/// How long a node may take in which a chat model is asked: longer than any role's own limit.
const WITH_CHAT: Duration = Duration::from_secs(330);

/// Sections searched besides the question itself.
const MOST_SECTIONS: usize = 6;

/// The graph that answers a pharmacist's question.
pub fn pharmacy_graph(shelf: &Arc<Shelf>) -> Result<Graph<PharmacyState>, FlowError> {
    use PharmacyNode::*;
    let on = |step: fn(&PharmacyState, &Shelf) -> Result<PharmacyDelta, NodeError>| {
        let shelf = shelf.clone();
        move |state: Arc<PharmacyState>, _| {
            let done = step(&state, &shelf).map(Outcome::Done);
            async move { done }
        }
    };
    macro_rules! asking {
        ($step:ident) => {{
            let shelf = shelf.clone();
            move |state: Arc<PharmacyState>, context: Context| {
                let shelf = shelf.clone();
                async move { Ok(Outcome::Done($step(&state, &shelf, &context).await?)) }
            }
        }};
    }
    let graph = Graph::builder(GRAPH_NAME, GRAPH_VERSION)
        .node(Understand, on(understand), Edge::choice(after_reading, [Search, Refuse]))
        .node(Search, asking!(search), Edge::choice(after_searching, [Dur, Refuse]))
        .node(Dur, on(check), Edge::to(Answer))
        .node(Answer, asking!(write), Edge::to(Verify))
        .node(Verify, asking!(verify), Edge::choice(after_verifying, [Correct, SearchAgain, Score]))
        .node(Correct, asking!(mend), Edge::to(Verify))
        .node(SearchAgain, asking!(search_again), Edge::to(Answer))
        .node(Score, asking!(score), Edge::End)
        .node(Refuse, |_, _| async { Ok(Outcome::Done(PharmacyDelta::Refused)) }, Edge::End);
    let asking = [Search, Answer, Verify, Correct, SearchAgain, Score];
    asking.into_iter().fold(graph, |graph, node| graph.timeout(node, WITH_CHAT)).build()
}

/// A delta with the call that it took, if it took one.
fn with(call: Option<ModelCall>, delta: PharmacyDelta) -> PharmacyDelta {
    match call {
        Some(call) => PharmacyDelta::WithCall(Box::new(call), Box::new(delta)),
        None => delta,
    }
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

async fn search(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let (query, call) = query(question, shelf, context, false).await?;
    let found = found(question, &query, shelf).await?;
    let scope = after_search(question, &found, shelf.guard, shelf.knowledge.likeness);
    let passages = evidence::choose(&found, question, &query.avoid, shelf.knowledge);
    Ok(with(call, PharmacyDelta::Found(query, passages, scope)))
}

/// What is searched for: by rules, and by a model besides.
async fn query(
    question: &Question,
    shelf: &Shelf,
    context: &Context,
    wider: bool,
) -> Result<(OptimisedQuery, Option<ModelCall>), NodeError> {
    let by_rules = optimise(question, shelf.knowledge, wider);
    match &shelf.model {
        Some(model) => roles::routed(model, context, question, by_rules, wider).await,
        None => Ok((by_rules, None)),
    }
}

async fn search_again(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let (query, call) = query(question, shelf, context, true).await?;
    let found = found(question, &query, shelf).await?;
    let passages = evidence::choose(&found, question, &[], shelf.knowledge);
    Ok(with(call, PharmacyDelta::FoundAgain(query, passages)))
}

/// The passages that are found for a query, those of each drug and of what was meant among them.
pub async fn found(
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
            let spelt = spelt(drug, shelf.knowledge);
            queries.push(format!("{spelt} {heading} {}", intent.telling.join(" ")));
        }
    }
    if question.intents.is_empty() {
        // 철분제 변비: its own document must be among what is found.
        queries.extend(question.drugs.iter().map(|it| spelt(it, shelf.knowledge)));
    }
    if question.ingredients().len() > 1 {
        let all: Vec<String> = question.drugs.iter().map(|it| spelt(it, shelf.knowledge)).collect();
        queries.insert(1, format!("{} 함께", all.join(" ")));
        // 부루펜과 타이레놀을 번갈아: guidance speaks of both by their class.
        if let Some(class) = shelf.knowledge.shared_class(&question.ingredients()) {
            queries.insert(1, format!("{class} {}", question.words.join(" ")));
        }
        queries.extend(all.iter().map(|it| format!("{it} 상호작용")));
    }
    if question.drugs.is_empty() {
        let guide = question.guides.first();
        queries.extend(guide.map(|it| format!("{} {}", it.title, it.section)));
        // Its own words: what the sections are called would bring up every drug.
        queries.push(question.words.join(" "));
        // 음식 우유: guidance is titled by what is asked.
        let wanted = question.intents.first().and_then(|it| shelf.knowledge.intent(it));
        queries.extend(wanted.map(|it| format!("{} {}", it.korean, question.words.join(" "))));
        if question.symptoms.len() > 1 && question.asks("interaction") {
            queries.push(format!("{} 함께", question.symptoms.join(" ")));
        }
        let heading = wanted.and_then(|it| it.headings.first()).map_or("효능·효과", String::as_str);
        let complaints = || question.symptoms.iter().filter(|it| *it != OF_TAKING);
        queries.extend(complaints().next().map(|it| format!("{it} {CARE_TITLE}")));
        for symptom in complaints().filter_map(|it| shelf.knowledge.symptom(it)) {
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

/// Every spelling of a drug: documents write 와파린 where the standard is 와르파린.
fn spelt(drug: &Drug, knowledge: &Knowledge) -> String {
    let spelt = knowledge.names.spelt(&drug.ingredient).join(" ");
    if spelt.is_empty() { drug.korean.clone() } else { spelt }
}

fn check(state: &PharmacyState, shelf: &Shelf) -> Result<PharmacyDelta, NodeError> {
    let question = question(state)?;
    let mut notices = shelf.dur.check(
        &question.text,
        &question.named(),
        &question.person,
        &shelf.knowledge.names,
    );
    // What nobody asked about would bury what matters.
    use crate::dur::DurTable;
    let asks_dose = ["maximum", "dose", "overdose"].iter().any(|it| question.asks(it));
    notices.retain(|it| match it.table {
        DurTable::Dose | DurTable::Duration => asks_dose,
        _ => true,
    });
    Ok(PharmacyDelta::Checked(notices))
}

/// The draft of the rules.
fn by_rules(state: &PharmacyState, shelf: &Shelf) -> Result<Draft, NodeError> {
    let (question, notices) = (question(state)?, state.notices.clone());
    let (knowledge, analyser) = (shelf.knowledge, &shelf.analyser);
    Ok(answer::write(question, &state.passages, notices, knowledge, analyser))
}

async fn write(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let draft = by_rules(state, shelf)?;
    let Some(model) = &shelf.model else { return Ok(PharmacyDelta::Drafted(draft)) };
    let (told, call) = roles::answer(model, context, state, &draft, shelf).await?;
    let draft = roles::composed(draft, told, question(state)?, &state.passages, shelf);
    Ok(with(call, PharmacyDelta::Drafted(draft)))
}

async fn verify(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let (knowledge, analyser) = (shelf.knowledge, &shelf.analyser);
    let again = state.searched_again;
    let mut round = look(&state.draft, &state.passages, again, knowledge, analyser);
    // A doubt that nobody could answer any more would only cost the sentence.
    let may_doubt = round.passed && state.corrections() < MOST_ROUNDS;
    let Some(model) = shelf.model.as_ref().filter(|_| may_doubt) else {
        return Ok(PharmacyDelta::Looked(round));
    };
    let (doubts, call) = roles::doubts(model, context, state, shelf).await?;
    if !doubts.is_empty() {
        round = Round { passed: false, faults: doubts, remedy: Remedy::Correct };
    }
    Ok(with(call, PharmacyDelta::Looked(round)))
}

fn after_verifying(state: &PharmacyState) -> PharmacyNode {
    match state.remedy() {
        // Once more than a model corrects: then what is doubtful is left out.
        Remedy::Correct if state.corrections() <= MOST_ROUNDS + 1 => PharmacyNode::Correct,
        Remedy::SearchAgain => PharmacyNode::SearchAgain,
        _ => PharmacyNode::Score,
    }
}

/// By rules what is doubtful is left out; a model says it otherwise first.
async fn mend(
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
    let (told, call) = match model {
        Some(model) => roles::corrected(model, context, state, round, shelf).await?,
        None => (roles::of_model(&without), None),
    };
    let rules = by_rules(state, shelf)?;
    // What of the rules' own sentences does not stand is not to come back.
    let rules = state.rounds.iter().fold(rules, |rules, round| correct(&rules, round));
    let draft = roles::composed(rules, told, question(state)?, &state.passages, shelf);
    Ok(with(call, PharmacyDelta::Drafted(draft)))
}

async fn score(
    state: &PharmacyState,
    shelf: &Shelf,
    context: &Context,
) -> Result<PharmacyDelta, NodeError> {
    let (knowledge, analyser) = (shelf.knowledge, &shelf.analyser);
    let scores =
        scores::score(question(state)?, &state.draft, &state.passages, knowledge, analyser);
    let Some(model) = &shelf.model else { return Ok(PharmacyDelta::Scored(scores)) };
    let (judge, call) = roles::judged(model, context, state).await?;
    Ok(with(call, PharmacyDelta::Scored(Scores { judge, ..scores })))
}
