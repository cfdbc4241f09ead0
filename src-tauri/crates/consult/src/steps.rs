//! The work of each node of the graph.

use std::collections::{BTreeMap, BTreeSet};

use simui_domain::ChunkId;
use simui_flow::{Context, NodeError};
use simui_pharmacy::answer;
use simui_pharmacy::answer::{Draft, is_unknown_name};
use simui_pharmacy::dur::{DurNotice, DurTable};
use simui_pharmacy::pipeline::{cautions_on_offered, general_guidance, search_passages};
use simui_pharmacy::query::complaints::Complaints;
use simui_pharmacy::query::matter::UNLIKE;
use simui_pharmacy::query::optimise::optimise;
use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::ranking::evidence;
use simui_pharmacy::retrieval::scope::{Scope, after_search, before_search};
use simui_pharmacy::verification::verify::{MOST_ROUNDS, Remedy, check_draft, correct};
use simui_pharmacy::{Passage, Wanted};

use super::alerts::{alerts, drugs_of_turn};
use super::answer::Answer;
use super::budget::Plan;
use super::cache::{Entry, Kept};
use super::check::{MOST_ITERATIONS, Progress, StopReason, stop};
use super::class_words::meant_by_classes;
use super::completion::{MISSED, complete, resolve_references};
use super::complexity::{Complexity, Features};
use super::conflicts::Alert;
use super::context::assemble;
use super::facts::Facts;
use super::key::key;
use super::parts::{Mode, Part};
use super::personalise::personalise;
use super::quality::{ScoredAnswer, THRESHOLD, heuristic, judge, missing};
use super::reopened::reopened;
use super::reply;
use super::resources::TurnResources;
use super::rewrite::rewrite;
use super::roles::{self, MissingParts};
use super::selection::select_passages;
use super::state::{ConsultDelta, ConsultState, Finished, FoundPassages, Looked};

/// The question of the state; an error before it was read.
fn question(state: &ConsultState) -> Result<&Question, NodeError> {
    state.question.as_ref().ok_or_else(|| NodeError::new("the turn was not read; say it again"))
}

/// The question, completed by the patient's record.
fn personal_question(
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<Question, NodeError> {
    let (turn, reopens) = (resources.turn()?, state.reopened.is_some());
    Ok(personalise(question(state)?, &state.facts, turn, reopens, &resources.shelf.knowledge))
}

/// Node 1: reads the turn, collects the alerts, and looks for a cached answer.
pub(super) fn check_similarity(
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<ConsultDelta, NodeError> {
    let turn = resources.turn()?;
    let has = |part| state.mode == Mode::Agent && state.parts.has(part);
    let facts = match (has(Part::Memory), has(Part::Slots)) {
        (true, true) => turn.after.clone(),
        (true, false) => turn.before.clone(),
        (false, true) => turn.alone.clone(),
        (false, false) => Facts { patient: turn.before.patient.clone(), ..Facts::default() },
    };
    let knowledge = &resources.shelf.knowledge;
    let taken: Vec<&str> = facts.medications.iter().map(String::as_str).collect();
    let of_classes = meant_by_classes(turn.own(), &taken, knowledge);
    let (intents, names) = (&resources.rules.intents, &knowledge.names);
    let text = resolve_references(&state.asked, &facts, &of_classes, intents, names);
    let mut heard = Complaints::of(turn.own());
    let read_heard = |text: &str, heard: &Complaints| {
        let (dur, analyser) = (&resources.shelf.dur, &resources.shelf.analyser);
        Question::read_as_heard(text, heard, knowledge, dur, analyser)
    };
    let mut question = read_heard(&text, &heard);
    let mut again = None;
    if has(Part::Memory)
        && has(Part::Slots)
        && let Some(reopened) = reopened(&state.asked, &question, turn, intents, names, &read_heard)
    {
        (again, question, heard) = (Some(reopened.asked), reopened.question, reopened.heard);
    }
    let read = |text: &str| read_heard(text, &heard);
    let is_unknown = |it: &Question| is_unknown_name(it, knowledge, &resources.shelf.analyser);
    question = complete(question, &facts, &turn.subject, intents, knowledge, &read, &is_unknown);
    let alerts = alerts(state, resources, &question, &facts, again.is_some())?;
    let of_this_turn = alerts.iter().filter(|it| it.recorded.is_none());
    question
        .heed(of_this_turn.map(|it| (it.rule.as_str(), it.severity, it.text.as_str())), knowledge);
    let corpus = resources.corpus;
    let made_by =
        format!("{}; search {}; {:?}", resources.engine, resources.search, resources.documents);
    let key = key(turn, &question, &facts, corpus, &made_by, state.mode, &state.parts);
    let (hit, nearest) = match has(Part::Cache) {
        true => (resources.effects.find)(&key, &(resources.effects.embed)(&state.asked)),
        false => (None, None),
    };
    let looked = Looked { question, reopened: again, facts, alerts, key, hit, nearest };
    Ok(ConsultDelta::Looked(Box::new(looked)))
}

/// Node 2: decides how many documents the turn needs, and whether the question is answered.
pub(super) fn classify_intent(
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<ConsultDelta, NodeError> {
    let (turn, question) = (resources.turn()?, question(state)?);
    let named = question.ingredients().len() + question.symptoms.len();
    // An illness on which no document speaks is recorded: 뇌수막염에 걸렸어요.
    let suffers = turn.suffers() && !question.symptoms.is_empty();
    // What a turn reopens is what is asked.
    let reopens = state.reopened.is_some();
    let asked = state.answered_text();
    let features = Features {
        concepts: turn.concepts().max(named),
        complains: turn.complains() || suffers || reopens,
        wants_drug: turn.wanted_drugs().next().is_some(),
    };
    let intents = &resources.rules.intents;
    let documents = &resources.documents;
    let (complexity, stage) = intents.classify(asked, &features);
    let mut intent = documents.intent(complexity, stage);
    let courtesy = matches!(intent.complexity, Complexity::Greeting | Complexity::Acknowledgement);
    let scope = if courtesy { Scope::Inside } else { before_search(question) };
    // A value that warns by a rule (혈압은 190/125예요) does not make a statement a question.
    let warns = |id: &String| state.alerts.iter().any(|it| it.rule == *id);
    let urgent = matches!(&question.matter, Matter::Emergency { id, .. } if !warns(id));
    let is_unlike = match &question.matter {
        Matter::Outside { id, .. } => id == UNLIKE,
        matter => *matter == Matter::Nothing,
    };
    let knowledge = &resources.shelf.knowledge;
    let asks_of_person = |it: &String| knowledge.asked_for(it).is_some();
    let asks = !question.intents.iter().all(asks_of_person) || intents.asks(asked);
    // 점점 심해져요: when to see a doctor is in the documents on the complaint.
    let gets_no_better = turn.subject.no_better().next().is_some();
    let only_adds = !turn.subject.context.is_empty() && !asks && !urgent && !gets_no_better;
    let is_no_question =
        matches!(intent.complexity, Complexity::NonFactual | Complexity::Statement);
    if is_no_question && question.asks(MISSED) {
        // 깜빡하고 안 먹었어요 asks what to do, in the form of a statement.
        intent = documents.intent(Complexity::Simple, 3);
    }
    let only_states = is_unlike && !asks || intent.complexity == Complexity::NonFactual;
    let only_tells = only_states && turn.states_facts() || only_adds;
    if only_tells && !reopens && !intents.asks(asked) {
        // 왼팔도 저리대요 tells something that no document names, and 3일 됐어요 nothing by itself.
        intent = documents.intent(Complexity::Statement, 1);
    }
    if scope != Scope::Inside && intent.complexity != Complexity::Statement {
        intent = documents.intent(Complexity::Outside, 1);
    } else if urgent && intent.k == 0 {
        intent = documents.intent(Complexity::Simple, 1);
    } else if !state.parts.has(Part::ActiveRetrieval) && state.mode == Mode::Agent {
        intent = documents.intent(Complexity::Moderate, intent.stage);
    } else if state.mode == Mode::Plain && intent.k > 0 {
        intent.k = documents.for_complexity(Complexity::Moderate);
    }
    let scope = if intent.complexity == Complexity::Statement { Scope::Inside } else { scope };
    Ok(ConsultDelta::Classified(intent, scope))
}

/// Node 3: counts the clinical concepts of the turn, which node 1 has read.
pub(super) fn extract_slots(
    _: &ConsultState,
    resources: &TurnResources,
) -> Result<ConsultDelta, NodeError> {
    Ok(ConsultDelta::Extracted(u32::try_from(resources.turn()?.concepts()).unwrap_or(u32::MAX)))
}

/// Node 5: assembles the four layers of the context.
pub(super) fn assemble_context(
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<ConsultDelta, NodeError> {
    let plan = state.parts.has(Part::Budget).then(|| {
        let plan = Plan::of(resources.window);
        plan.with_answer(resources.answer_tokens)
    });
    let asked = &question(state)?.text;
    let system = &resources.rules.words.system;
    let context = assemble(system, &state.facts, &state.found, asked, plan, &resources.count);
    Ok(ConsultDelta::Assembled(Box::new(context)))
}

/// Node 6: finds documents; from the second search on, for what the answer lacks.
pub(super) async fn retrieve(
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<ConsultDelta, NodeError> {
    let (shelf, question) = (&resources.shelf, personal_question(state, resources)?);
    let knowledge = &shelf.knowledge;
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
    let (chosen, left_out) = select_passages(&fresh, &question, avoid, state, resources);
    let mut chosen = evidence::first(chosen, k, &question, knowledge);
    chosen.extend(cautions_on_offered(&question, &chosen, shelf).await?);
    chosen.extend(general_guidance(&question, &chosen, shelf).await?);
    let ids: Vec<ChunkId> = chosen.iter().map(|it| it.chunk_id.clone()).collect();
    let mut passages = chosen;
    if !first {
        // Passages of earlier searches are kept, because they may answer another part of the question.
        let all: Vec<Passage> = state.found.iter().chain(&passages).cloned().collect();
        passages = evidence::choose(&all, &question, &[], knowledge);
        let most = resources.documents.most as usize;
        passages.truncate(most.min(k * (state.searches.len() + 1)).max(k));
    }
    let found = FoundPassages { query, rewritten, passages, ids, scope, left_out };
    Ok(ConsultDelta::Found(Box::new(found)))
}

/// Node 7: writes a draft from the documents in the context, verified sentence by sentence; with a model,
/// also sentences of the model. A turn that needs no document gets a fixed text.
pub(super) async fn generate_answer(
    state: &ConsultState,
    resources: &TurnResources,
    context: &Context,
) -> Result<ConsultDelta, NodeError> {
    let question = personal_question(state, resources)?;
    let notices = notices(state, resources, &question)?;
    let mut used = used_facts(state, resources, &question, &notices);
    if state.intent.k == 0 || state.scope != Scope::Inside {
        let lead = reply::fixed(state, resources);
        let draft = Draft { lead, notices, ..Draft::default() };
        return Ok(ConsultDelta::Drafted(draft, Vec::new(), used));
    }
    let layers = state.context.as_ref();
    let kept: Vec<Passage> = layers
        .into_iter()
        .flat_map(|it| &it.passages)
        .filter_map(|at| state.found.get(*at).cloned())
        .collect();
    let (knowledge, analyser) = (&resources.shelf.knowledge, &resources.shelf.analyser);
    let mut draft = answer::write(&question, &kept, notices, knowledge, analyser);
    for _ in 0..MOST_ROUNDS {
        let round = check_draft(&draft, &kept, true, knowledge, analyser);
        if round.remedy != Remedy::Correct {
            break;
        }
        draft = correct(&draft, &round);
    }
    let mut calls = Vec::new();
    if let Some(model) = &resources.shelf.model {
        let shelf = &resources.shelf;
        let (with_model, call) =
            roles::answer(model, context, state, &question, draft, &kept, shelf).await?;
        draft = with_model;
        calls.extend(call);
    }
    let text: String = draft.paragraphs.iter().flat_map(|it| &it.sentences).cloned().collect();
    let mentioned = state.facts.conditions.iter().filter(|it| text.contains(it.as_str()));
    used.extend(mentioned.cloned());
    Ok(ConsultDelta::Drafted(draft, kept, used).with_calls(calls))
}

/// The DUR notices for the drugs of this turn, alone and with those that the patient takes. Limits of dose
/// and duration are left out unless the question is about the dose.
fn notices(
    state: &ConsultState,
    resources: &TurnResources,
    question: &Question,
) -> Result<Vec<DurNotice>, NodeError> {
    if !state.parts.has(Part::Dur) {
        return Ok(Vec::new());
    }
    let (dur, names) = (&resources.shelf.dur, &resources.shelf.knowledge.names);
    let mut text = question.text.clone();
    let is_of_another = resources.turn()?.slots().names_only_drugs_of_others();
    for taken in state.facts.medications.iter().filter(|_| !is_of_another) {
        // On a separate line, because two names in a row may form a third.
        text.push('\n');
        text.push_str(taken);
    }
    let mut named = dur.drug_mentions(&text, names);
    let allergens: BTreeSet<String> = resources
        .turn()?
        .own()
        .allergies
        .iter()
        .flat_map(|it| names.find(&it.name))
        .map(|it| it.ingredient)
        .collect();
    let asked = question.ingredients();
    named
        .retain(|it| !allergens.contains(&it.ingredient) || asked.contains(it.ingredient.as_str()));
    let in_question = drugs_of_turn(question, resources.turn()?, names);
    let asks_dose = ["maximum", "dose", "overdose"].iter().any(|it| question.asks(it));
    let mut notices = dur.check(&text, &named, &question.person, names);
    notices.retain(|notice| {
        let of_turn = notice.drugs.iter().any(|drug| in_question.contains(drug.as_str()));
        let wanted = !matches!(notice.table, DurTable::Dose | DurTable::Duration) || asks_dose;
        of_turn && wanted
    });
    Ok(notices)
}

/// The parts of the record that the answer takes into account, in Korean: allergies and drugs in alerts,
/// notices and reasons for leaving documents out, and the states of the person that the question is answered
/// for.
fn used_facts(
    state: &ConsultState,
    resources: &TurnResources,
    question: &Question,
    notices: &[DurNotice],
) -> Vec<String> {
    let facts = &state.facts;
    let in_question: BTreeSet<&str> = question.drugs.iter().map(|it| it.korean.as_str()).collect();
    let names = &resources.shelf.knowledge.names;
    let korean = |drug: &str| -> Vec<String> {
        names.find(drug).iter().map(|it| names.korean(&it.ingredient).to_owned()).collect()
    };
    let mut used: Vec<String> = Vec::new();
    let in_alerts = |text: &str| state.alerts.iter().any(|it| it.text.contains(text));
    let in_reasons = |text: &str| state.left_out.iter().any(|it| it.contains(text));
    used.extend(facts.allergies.iter().filter(|it| in_alerts(it) || in_reasons(it)).cloned());
    for taken in &facts.medications {
        let names = korean(taken);
        let noticed = notices.iter().any(|notice| {
            notice
                .drugs
                .iter()
                .any(|drug| names.contains(drug) && !in_question.contains(drug.as_str()))
        });
        if (noticed || in_alerts(taken)) && !used.contains(taken) {
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

/// Node 8: scores the draft, finds what is missing, and writes the queries of the next search.
pub(super) async fn refine(
    state: &ConsultState,
    resources: &TurnResources,
    context: &Context,
) -> Result<ConsultDelta, NodeError> {
    let question = personal_question(state, resources)?;
    let (knowledge, analyser) = (&resources.shelf.knowledge, &resources.shelf.analyser);
    let scored = ScoredAnswer {
        question: &question,
        draft: &state.draft,
        passages: &state.passages,
        facts: &state.facts,
        personal: !state.used.is_empty(),
        unsafe_paragraphs: unsafe_paragraphs(state, resources),
    };
    let judged = match state.parts.has(Part::Judge) {
        true => judge(&scored, knowledge, analyser),
        false => None,
    };
    let mut quality = judged.unwrap_or_else(|| heuristic(&scored));
    let missing = missing(&scored, knowledge);
    let (mut calls, mut by_model) = (Vec::new(), Vec::new());
    let model = resources.shelf.model.as_ref();
    if let Some(model) = model.filter(|_| state.parts.has(Part::Judge)) {
        let (judged, call) = roles::judge(model, context, state, &resources.shelf).await?;
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
        let parts = MissingParts { by_rules: &missing, by_model: &by_model };
        let (with_model, call) =
            roles::rewrite_queries(model, context, state, &parts, queries, knowledge).await?;
        queries = with_model;
        calls.extend(call);
    }
    Ok(ConsultDelta::Refined(quality, missing, queries).with_calls(calls))
}

/// The number of paragraphs from documents of drugs that the record forbids and no alert names.
fn unsafe_paragraphs(state: &ConsultState, resources: &TurnResources) -> usize {
    let names = &resources.shelf.knowledge.names;
    let forbidden = |title: &str| {
        names.find(title).iter().any(|mention| {
            let drug = names.korean(&mention.ingredient);
            let warned = state.alerts.iter().any(|it| it.drug.as_deref() == Some(drug));
            !warned && resources.rules.allergies.forbids(drug, &state.facts, names).is_some()
        })
    };
    let paragraphs = state.draft.paragraphs.iter();
    let titles = paragraphs.filter_map(|it| state.passages.get(it.passage));
    titles.filter(|it| forbidden(&it.title)).count()
}

/// Node 9: decides whether to search again.
pub(super) fn quality_check(
    state: &ConsultState,
    _: &TurnResources,
) -> Result<ConsultDelta, NodeError> {
    let progress = Progress {
        iterations: state.iterations,
        scores: &state.scores,
        searches: &state.searches,
        needs_search: !state.next_queries.is_empty(),
    };
    Ok(ConsultDelta::Checked(stop(&progress, &state.parts)))
}

/// Node 10: makes the answer of the best draft, caches it, and adds the turn to the record.
pub(super) async fn store_response(
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<ConsultDelta, NodeError> {
    let remembers = state.mode == Mode::Agent && state.parts.has(Part::Slots);
    let kept = state.kept || remembers;
    if remembers && !state.kept {
        (resources.effects.remember)().await.map_err(NodeError::new)?;
    }
    if let Some(hit) = &state.hit {
        let mut answer = hit.kept.answer.with_alerts(&state.alerts);
        if state.parts.has(Part::Style) {
            answer.paragraphs = resources.rules.style.vary(&answer.paragraphs, hit.served + 1);
        }
        return Ok(ConsultDelta::Stored(Box::new(Finished {
            answer: reply::with_note(answer, state, resources)?,
            quality: hit.kept.quality,
            stopped_by: StopReason::CacheHit,
            used: with_recorded_values(&hit.kept.used, &state.alerts),
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
        true => answer_from_draft(draft, passages, state, resources)?,
        false => reply_from_draft(draft, state, resources)?,
    };
    let engine = state.writer(draft);
    // Missing documents and models may be available later, so only answers are cached for which every model
    // answered.
    let all_models_answered = state.calls.iter().all(|it| it.answer.is_some());
    let is_cached =
        answered && all_models_answered && !draft.is_empty() && state.mode == Mode::Agent;
    if let (true, Some(key)) = (is_cached && state.parts.has(Part::Cache), &state.key) {
        let kept = Kept {
            answer: answer.without_alerts(&state.alerts),
            quality,
            intent: state.intent,
            used: state.used.clone(),
            took_ms: 0.0,
            engine: engine.clone(),
        };
        let vector = (resources.effects.embed)(&state.asked);
        (resources.effects.keep)(Entry { key: key.clone(), vector, kept, served: 0, row: None });
    }
    let (stopped_by, used) = (stop_reason(state), with_recorded_values(&state.used, &state.alerts));
    let answer = reply::with_note(answer, state, resources)?;
    let finished = Finished { answer, quality, stopped_by, used, kept, engine };
    Ok(ConsultDelta::Stored(Box::new(finished)))
}

/// The parts of the record that an answer takes into account, with the values of earlier turns in its alerts.
fn with_recorded_values(used: &[String], alerts: &[Alert]) -> Vec<String> {
    let mut used = used.to_vec();
    for value in alerts.iter().filter_map(|it| it.recorded.as_ref()) {
        if !used.contains(&value.shown) {
            used.push(value.shown.clone());
        }
    }
    used
}

/// Why the turn ended, also if its draft was not scored.
fn stop_reason(state: &ConsultState) -> StopReason {
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

/// The answer of a draft. Drugs in notices that only the record names are marked as such.
fn answer_from_draft(
    draft: &Draft,
    passages: &[Passage],
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<Answer, NodeError> {
    let question = personal_question(state, resources)?;
    let in_question: BTreeSet<&str> = question.drugs.iter().map(|it| it.korean.as_str()).collect();
    let names = &resources.shelf.knowledge.names;
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for taken in &state.facts.medications {
        for named in names.find(taken) {
            let korean = names.korean(&named.ingredient).to_owned();
            if !in_question.contains(korean.as_str()) {
                known.insert(korean, taken.clone());
            }
        }
    }
    Ok(Answer::from_draft(
        draft,
        passages,
        &state.alerts,
        state.left_out.clone(),
        &known,
        resources.rules,
    ))
}

/// The answer of a fixed text, with DUR notices if the drugs of the turn have any.
fn reply_from_draft(
    draft: &Draft,
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<Answer, NodeError> {
    match draft.notices.is_empty() {
        true => Ok(Answer::reply(&state.alerts, draft.lead.clone())),
        false => answer_from_draft(draft, &[], state, resources),
    }
}
