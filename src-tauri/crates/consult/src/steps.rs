//! What each node does.

use std::collections::{BTreeMap, BTreeSet};

use simui_domain::ChunkId;
use simui_flow::{Context, NodeError};
use simui_pharmacy::answer;
use simui_pharmacy::answer::Draft;
use simui_pharmacy::dur::{DurNotice, DurTable};
use simui_pharmacy::pipeline::search_passages;
use simui_pharmacy::query::optimise::optimise;
use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::ranking::evidence;
use simui_pharmacy::retrieval::scope::{Scope, after_search, before_search};
use simui_pharmacy::verification::verify::{MOST_ROUNDS, Remedy, check_draft, correct};
use simui_pharmacy::{Passage, Wanted};

use super::allowed::allowed;
use super::answer::Answer;
use super::budget::Plan;
use super::cache::{Entry, Kept};
use super::check::{MOST_ITERATIONS, Progress, StopReason, stop};
use super::complexity::{Complexity, Features};
use super::conflicts::Alert;
use super::context::assemble;
use super::facts::Facts;
use super::key::key;
use super::parts::{Mode, Part};
use super::personal::{personal, resolved};
use super::quality::{Answered, THRESHOLD, heuristic, judge, missing};
use super::rewrite::rewrite;
use super::roles::{self, Lacking};
use super::room::Room;
use super::state::{ConsultDelta, ConsultState, Finished, FoundPassages, Looked};
use super::wording::filled;

/// Documents where nothing says how many.
const FIXED_K: u32 = 8;

/// Documents at most, whatever was searched again.
const MOST_K: usize = 15;

fn question(state: &ConsultState) -> Result<&Question, NodeError> {
    state.question.as_ref().ok_or_else(|| NodeError::new("the turn was not read; say it again"))
}

/// The question for this patient.
fn own(state: &ConsultState, room: &Room) -> Result<Question, NodeError> {
    Ok(personal(question(state)?, &state.facts, room.turn()?, room.shelf.knowledge))
}

/// 1: reads the turn, says what has to be said first, and looks for a kept answer.
pub(super) fn check_similarity(
    state: &ConsultState,
    room: &Room,
) -> Result<ConsultDelta, NodeError> {
    let turn = room.turn()?;
    let has = |part| state.mode == Mode::Agent && state.parts.has(part);
    let facts = match (has(Part::Memory), has(Part::Slots)) {
        (true, true) => turn.after.clone(),
        (true, false) => turn.before.clone(),
        (false, true) => turn.alone.clone(),
        (false, false) => Facts { patient: turn.before.patient.clone(), ..Facts::default() },
    };
    let knowledge = room.shelf.knowledge;
    let reading = resolved(&state.asked, &facts, &room.rules.intents, &knowledge.names);
    let question = Question::read(&reading, knowledge, &room.shelf.dur, &room.shelf.analyser);
    let alerts = alerts(state, room, &question, &facts)?;
    let corpus = room.corpus;
    let key = key(turn, &question, &facts, corpus, &room.engine, state.mode, &state.parts);
    let (hit, nearest) = match has(Part::Cache) {
        true => (room.doors.find)(&key, &(room.doors.embed)(&state.asked)),
        false => (None, None),
    };
    Ok(ConsultDelta::Looked(Box::new(Looked { question, facts, alerts, key, hit, nearest })))
}

/// Limits of values and drugs in pregnancy, then allergies, then what is taken already: the gravest first, of the equally grave
/// what this turn says before what an earlier one said.
fn alerts(
    state: &ConsultState,
    room: &Room,
    question: &Question,
    facts: &Facts,
) -> Result<Vec<Alert>, NodeError> {
    let turn = room.turn()?;
    let remembers = state.mode == Mode::Agent && state.parts.has(Part::Memory);
    let mut alerts = if remembers { turn.alerts.clone() } else { turn.alerts_alone.clone() };
    let (rules, names) = (room.rules, &room.shelf.knowledge.names);
    let own = personal(question, facts, turn, room.shelf.knowledge);
    let drugs: BTreeSet<&str> = own.drugs.iter().map(|it| it.korean.as_str()).collect();
    alerts.extend(rules.allergies.alerts(&drugs, facts, names, &rules.words));
    let wanted: BTreeSet<&str> = turn.wanted().collect();
    alerts.extend(rules.allergies.already_taken(&wanted, facts, names, &rules.words));
    alerts.sort_by_key(|it| (it.severity, it.recorded.is_some()));
    Ok(alerts)
}

/// 2: how many documents the turn needs.
pub(super) fn classify_intent(
    state: &ConsultState,
    room: &Room,
) -> Result<ConsultDelta, NodeError> {
    let (turn, question) = (room.turn()?, question(state)?);
    let named = question.ingredients().len() + question.symptoms.len();
    let features = Features {
        concepts: turn.concepts().max(named),
        complains: turn.complains(),
        wants_drug: turn.wanted().next().is_some(),
    };
    let intents = &room.rules.intents;
    let mut intent = intents.classify(&state.asked, &features);
    let courtesy = matches!(intent.complexity, Complexity::Greeting | Complexity::Acknowledgement);
    let scope = if courtesy { Scope::Inside } else { before_search(question) };
    let urgent = matches!(question.matter, Matter::Emergency { .. });
    if scope != Scope::Inside && intent.complexity != Complexity::Statement {
        intent = intents.intent(Complexity::Outside, 1);
    } else if urgent && intent.k == 0 {
        intent = intents.intent(Complexity::Simple, 1);
    } else if !state.parts.has(Part::ActiveRetrieval) && state.mode == Mode::Agent {
        (intent.k, intent.complexity) = (FIXED_K, Complexity::Moderate);
    } else if state.mode == Mode::Plain && intent.k > 0 {
        intent.k = FIXED_K;
    }
    let scope = if intent.complexity == Complexity::Statement { Scope::Inside } else { scope };
    Ok(ConsultDelta::Classified(intent, scope))
}

/// 3: what the turn says. It was read for the first node; here it counts.
pub(super) fn extract_slots(_: &ConsultState, room: &Room) -> Result<ConsultDelta, NodeError> {
    Ok(ConsultDelta::Extracted(u32::try_from(room.turn()?.concepts()).unwrap_or(u32::MAX)))
}

/// 5: the four layers.
pub(super) fn assemble_context(
    state: &ConsultState,
    room: &Room,
) -> Result<ConsultDelta, NodeError> {
    let plan = state.parts.has(Part::Budget).then(|| Plan::of(room.window));
    let asked = &question(state)?.text;
    let system = &room.rules.words.system;
    let context = assemble(system, &state.facts, &state.found, asked, plan, &room.count);
    Ok(ConsultDelta::Assembled(Box::new(context)))
}

/// 6: documents; the second time for what was missing.
pub(super) async fn retrieve(state: &ConsultState, room: &Room) -> Result<ConsultDelta, NodeError> {
    let (shelf, question) = (&room.shelf, own(state, room)?);
    let knowledge = shelf.knowledge;
    let first = state.searches.is_empty();
    let (query, rewritten, fresh) = if first {
        let query = optimise(&question, knowledge, false);
        let fresh = search_passages(&question, &query, shelf).await?;
        (Some(query), None, fresh)
    } else {
        let queries = match state.parts.has(Part::Rewrite) {
            true => state.next_queries.clone(),
            false => vec![optimise(&question, knowledge, true).rerank],
        };
        let wanted = Wanted::Matches(queries.clone());
        let mut fresh = (shelf.find)(wanted).await.map_err(NodeError::new)?;
        let documents = evidence::documents_of_drugs(&fresh, &question, knowledge);
        if !documents.is_empty() {
            let sections = (shelf.find)(Wanted::Sections(documents)).await;
            fresh.extend(sections.map_err(NodeError::new)?);
        }
        (None, Some(queries), fresh)
    };
    let scope = match first {
        true => after_search(self::question(state)?, &fresh, shelf.guard, shelf.knowledge.likeness),
        false => state.scope.clone(),
    };
    let avoid = query.as_ref().map_or(&state.query.avoid, |it| &it.avoid);
    let k = state.intent.k as usize;
    let (mut chosen, left_out) = allowed(&fresh, &question, avoid, state, room);
    chosen.truncate(k);
    let ids: Vec<ChunkId> = chosen.iter().map(|it| it.chunk_id.clone()).collect();
    let mut passages = chosen;
    if !first {
        // Documents add up: what was found before may answer another part.
        let all: Vec<Passage> = state.found.iter().chain(&passages).cloned().collect();
        passages = evidence::choose(&all, &question, &[], knowledge);
        passages.truncate(MOST_K.min(k * (state.searches.len() + 1)).max(k));
    }
    let found = FoundPassages { query, rewritten, passages, ids, scope, left_out };
    Ok(ConsultDelta::Found(Box::new(found)))
}

/// 7: sentences of the documents in the context, looked at until each stands on its source; with a model, also its own.
pub(super) async fn generate_answer(
    state: &ConsultState,
    room: &Room,
    context: &Context,
) -> Result<ConsultDelta, NodeError> {
    let question = own(state, room)?;
    let notices = notices(state, room, &question)?;
    let mut used = used(state, room, &question, &notices);
    if state.intent.k == 0 || state.scope != Scope::Inside {
        let lead = reply(state, room);
        let draft = Draft { lead, notices, ..Draft::default() };
        return Ok(ConsultDelta::Drafted(draft, Vec::new(), used));
    }
    let layers = state.context.as_ref();
    let kept: Vec<Passage> = layers
        .into_iter()
        .flat_map(|it| &it.passages)
        .filter_map(|at| state.found.get(*at).cloned())
        .collect();
    let (knowledge, analyser) = (room.shelf.knowledge, &room.shelf.analyser);
    let mut draft = answer::write(&question, &kept, notices, knowledge, analyser);
    for _ in 0..MOST_ROUNDS {
        let round = check_draft(&draft, &kept, true, knowledge, analyser);
        if round.remedy != Remedy::Correct {
            break;
        }
        draft = correct(&draft, &round);
    }
    let mut calls = Vec::new();
    if let Some(model) = &room.shelf.model {
        let shelf = &room.shelf;
        let asked = roles::answered(model, context, state, &question, draft, &kept, shelf).await?;
        draft = asked.0;
        calls.extend(asked.1);
    }
    let told: String = draft.paragraphs.iter().flat_map(|it| &it.sentences).cloned().collect();
    let spoken = state.facts.conditions.iter().filter(|it| told.contains(it.as_str()));
    used.extend(spoken.cloned());
    Ok(ConsultDelta::Drafted(draft, kept, used).with(calls))
}

/// What the DUR tables say of the drugs of this turn, alone and with those that are taken.
fn notices(
    state: &ConsultState,
    room: &Room,
    question: &Question,
) -> Result<Vec<DurNotice>, NodeError> {
    if !state.parts.has(Part::Dur) {
        return Ok(Vec::new());
    }
    let (dur, names) = (&room.shelf.dur, &room.shelf.knowledge.names);
    let mut text = question.text.clone();
    for taken in &state.facts.medications {
        // On a line of its own: two names in a row may make a third.
        text.push('\n');
        text.push_str(taken);
    }
    let mut named = dur.drug_mentions(&text, names);
    let allergens: BTreeSet<String> = room
        .turn()?
        .slots
        .allergies
        .iter()
        .flat_map(|it| names.find(&it.name))
        .map(|it| it.ingredient)
        .collect();
    let asked = question.ingredients();
    named
        .retain(|it| !allergens.contains(&it.ingredient) || asked.contains(it.ingredient.as_str()));
    let spoken: BTreeSet<&str> = question.drugs.iter().map(|it| it.korean.as_str()).collect();
    let asks_dose = ["maximum", "dose", "overdose"].iter().any(|it| question.asks(it));
    let mut notices = dur.check(&text, &named, &question.person, names);
    notices.retain(|it| {
        let of_turn = it.drugs.iter().any(|drug| spoken.contains(drug.as_str()));
        let wanted = !matches!(it.table, DurTable::Dose | DurTable::Duration) || asks_dose;
        of_turn && wanted
    });
    Ok(notices)
}

/// What of the record the answer heeds.
fn used(
    state: &ConsultState,
    room: &Room,
    question: &Question,
    notices: &[DurNotice],
) -> Vec<String> {
    let facts = &state.facts;
    let spoken: BTreeSet<&str> = question.drugs.iter().map(|it| it.korean.as_str()).collect();
    let names = &room.shelf.knowledge.names;
    let korean = |drug: &str| -> Vec<String> {
        names.find(drug).iter().map(|it| names.korean(&it.ingredient).to_owned()).collect()
    };
    let mut used: Vec<String> = Vec::new();
    let said = |text: &str| state.alerts.iter().any(|it| it.text.contains(text));
    let left_out = |text: &str| state.left_out.iter().any(|it| it.contains(text));
    used.extend(facts.allergies.iter().filter(|it| said(it) || left_out(it)).cloned());
    for taken in &facts.medications {
        let names = korean(taken);
        let noticed = notices.iter().any(|it| {
            it.drugs.iter().any(|drug| names.contains(drug) && !spoken.contains(drug.as_str()))
        });
        if noticed || said(taken) {
            used.push(taken.clone());
        }
    }
    let person = &facts.person;
    let asked = |id: &str| question.asks(id) && !question.drugs.is_empty() && state.intent.k > 0;
    for (word, holds) in [
        ("임신", person.pregnant && asked("pregnancy")),
        ("수유", person.nursing && asked("nursing")),
        ("고령", person.elderly && asked("elderly")),
        ("소아", asked("children")),
        ("간·신장", asked("liver_kidney")),
    ] {
        if holds {
            used.push(word.to_owned());
        }
    }
    used
}

/// The desk's own words, where no document is needed or the question is none for it.
fn reply(state: &ConsultState, room: &Room) -> String {
    if let Scope::Outside { says } = &state.scope {
        return says.clone();
    }
    let words = &room.rules.words;
    let facts = &state.facts;
    match state.intent.complexity {
        Complexity::Greeting => words.greeting.clone(),
        Complexity::Acknowledgement => words.acknowledgement.clone(),
        Complexity::Statement if !facts.remembered.is_empty() => {
            filled(&words.remembered, &[("items", &facts.remembered.join(", "))])
        }
        Complexity::Statement if state.kept => words.nothing_new.clone(),
        _ => words.chat.clone(),
    }
}

/// 8: how good it is, what is missing, what to search for next.
pub(super) async fn refine(
    state: &ConsultState,
    room: &Room,
    context: &Context,
) -> Result<ConsultDelta, NodeError> {
    let question = own(state, room)?;
    let (knowledge, analyser) = (room.shelf.knowledge, &room.shelf.analyser);
    let answered = Answered {
        question: &question,
        draft: &state.draft,
        passages: &state.passages,
        facts: &state.facts,
        personal: !state.used.is_empty(),
        unsafe_paragraphs: unsafe_paragraphs(state, room),
    };
    let judged = match state.parts.has(Part::Judge) {
        true => judge(&answered, knowledge, analyser),
        false => None,
    };
    let mut quality = judged.unwrap_or_else(|| heuristic(&answered));
    let missing = missing(&answered, knowledge);
    let (mut calls, mut by_model) = (Vec::new(), Vec::new());
    let model = room.shelf.model.as_ref();
    if let Some(model) = model.filter(|_| state.parts.has(Part::Judge)) {
        let (judged, call) = roles::judged(model, context, state).await?;
        calls.extend(call);
        if let Some(judged) = judged {
            quality = quality.lowered_by(judged.scores);
            by_model = judged.missing;
        }
    }
    let mut queries = match quality.overall < THRESHOLD {
        true => rewrite(&question, &missing, &state.facts, knowledge),
        false => Vec::new(),
    };
    let again = !queries.is_empty() && state.iterations < MOST_ITERATIONS;
    if let Some(model) = model.filter(|_| again && state.parts.has(Part::Rewrite)) {
        let lacking = Lacking { by_rules: &missing, by_model: &by_model };
        let asked = roles::rewritten(model, context, state, &lacking, queries, knowledge).await?;
        queries = asked.0;
        calls.extend(asked.1);
    }
    Ok(ConsultDelta::Refined(quality, missing, queries).with(calls))
}

/// Paragraphs that speak for a drug which the record forbids, where no warning names it.
fn unsafe_paragraphs(state: &ConsultState, room: &Room) -> usize {
    let names = &room.shelf.knowledge.names;
    let forbidden = |title: &str| {
        names.find(title).iter().any(|it| {
            let drug = names.korean(&it.ingredient);
            let warned = state.alerts.iter().any(|it| it.drug.as_deref() == Some(drug));
            !warned && room.rules.allergies.forbids(drug, &state.facts, names).is_some()
        })
    };
    let paragraphs = state.draft.paragraphs.iter();
    let titles = paragraphs.filter_map(|it| state.passages.get(it.passage));
    titles.filter(|it| forbidden(&it.title)).count()
}

/// 9: whether to search again.
pub(super) fn quality_check(state: &ConsultState, _: &Room) -> Result<ConsultDelta, NodeError> {
    let progress = Progress {
        iterations: state.iterations,
        scores: &state.scores,
        searches: &state.searches,
        needs_search: !state.next_queries.is_empty(),
    };
    Ok(ConsultDelta::Checked(stop(&progress, &state.parts)))
}

/// 10: tells the best answer, and keeps it and the turn.
pub(super) async fn store_response(
    state: &ConsultState,
    room: &Room,
) -> Result<ConsultDelta, NodeError> {
    let remembers = state.mode == Mode::Agent && state.parts.has(Part::Slots);
    let kept = state.kept || remembers;
    if remembers && !state.kept {
        (room.doors.remember)().await.map_err(NodeError::new)?;
    }
    if let Some(hit) = &state.hit {
        let mut answer = hit.kept.answer.with_alerts(&state.alerts);
        if state.parts.has(Part::Style) {
            answer.paragraphs = room.rules.style.vary(&answer.paragraphs, hit.served + 1);
        }
        return Ok(ConsultDelta::Stored(Box::new(Finished {
            answer,
            quality: hit.kept.quality,
            stopped_by: StopReason::CacheHit,
            used: with_values(&hit.kept.used, &state.alerts),
            kept,
            engine: hit.kept.engine.clone(),
        })));
    }
    let answered = state.intent.k > 0 && state.scope == Scope::Inside;
    let (draft, passages, quality) = match &state.best {
        Some(best) => (&best.draft, &best.passages, Some(best.quality)),
        None => (&state.draft, &state.passages, None),
    };
    let answer = match answered {
        true => told(draft, passages, state, room)?,
        false => replied(draft, state, room)?,
    };
    let engine = state.writer(draft);
    // What the documents do not have may be there tomorrow, and so may a model: only answers are kept, as they were meant.
    let whole = state.calls.iter().all(|it| it.answer.is_some());
    let keeps = answered && whole && !draft.is_empty() && state.mode == Mode::Agent;
    if let (true, Some(key)) = (keeps && state.parts.has(Part::Cache), &state.key) {
        let kept = Kept {
            answer: answer.without_alerts(&state.alerts),
            quality,
            intent: state.intent,
            used: state.used.clone(),
            took_ms: 0.0,
            engine: engine.clone(),
        };
        let vector = (room.doors.embed)(&state.asked);
        (room.doors.keep)(Entry { key: key.clone(), vector, kept, served: 0, row: None });
    }
    let (stopped_by, used) = (reason(state), with_values(&state.used, &state.alerts));
    let finished = Finished { answer, quality, stopped_by, used, kept, engine };
    Ok(ConsultDelta::Stored(Box::new(finished)))
}

/// What of the record an answer heeds, with the values of earlier turns that it warns of.
fn with_values(used: &[String], alerts: &[Alert]) -> Vec<String> {
    let mut used = used.to_vec();
    for value in alerts.iter().filter_map(|it| it.recorded.as_ref()) {
        if !used.contains(&value.shown) {
            used.push(value.shown.clone());
        }
    }
    used
}

/// Why a turn that was not looked at again ended.
fn reason(state: &ConsultState) -> StopReason {
    if let Some(reason) = state.stopped_by {
        return reason;
    }
    match (&state.scope, state.intent.k, state.mode) {
        (Scope::Outside { .. }, ..) => StopReason::OutOfScope,
        (_, 0, _) => StopReason::NoRetrieval,
        (_, _, Mode::Plain) => StopReason::PlainMode,
        _ => StopReason::RefineOff,
    }
}

fn told(
    draft: &Draft,
    passages: &[Passage],
    state: &ConsultState,
    room: &Room,
) -> Result<Answer, NodeError> {
    let question = own(state, room)?;
    let spoken: BTreeSet<&str> = question.drugs.iter().map(|it| it.korean.as_str()).collect();
    let names = &room.shelf.knowledge.names;
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for taken in &state.facts.medications {
        for named in names.find(taken) {
            let korean = names.korean(&named.ingredient).to_owned();
            if !spoken.contains(korean.as_str()) {
                known.insert(korean, taken.clone());
            }
        }
    }
    Ok(Answer::of(draft, passages, &state.alerts, state.left_out.clone(), &known, room.rules))
}

/// A reply; with rows of the DUR tables where the drugs that were told have some.
fn replied(draft: &Draft, state: &ConsultState, room: &Room) -> Result<Answer, NodeError> {
    match draft.notices.is_empty() {
        true => Ok(Answer::reply(&state.alerts, draft.lead.clone())),
        false => told(draft, &[], state, room),
    }
}
