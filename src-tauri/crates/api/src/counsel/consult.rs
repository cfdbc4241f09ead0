//! Consultations: passes a patient's record, the desk's documents and its cached answers to the graph, and
//! returns the result.
//!
//! The journal of a run is in memory, because it contains what a patient said, and that is stored only
//! encrypted, patient by patient. What must not be lost (the turn, the remembered facts) is stored by the
//! node that remembers.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use simui_clinical::Warning;
use simui_consult::budget::by_morphemes;
use simui_consult::cache::Entry;
use simui_consult::complexity::DocumentCounts;
use simui_consult::prescription::AddedFinding;
use simui_consult::rules::Rules;
use simui_consult::safety::naming_person;
use simui_consult::{
    ConsultState, Effects, Mode, Part, Parts, Turn, TurnInput, TurnResources, consult_graph,
};
use simui_domain::{RunId, ThinkingRole};
use simui_flow::{Limits, RamJournal};
use simui_pharmacy::names::Names;
use simui_pharmacy::pipeline::roles::AskModel;
use simui_pharmacy::{Find, Passage, Shelf, Wanted};
use simui_search::routes::Job;
use tokio::sync::{mpsc, oneshot};

use super::calculations::Stated;
use super::consult_record::{Answered, TurnPatient};
use super::consult_view::consult_view;
use super::recorded::complete;
use super::turn_check::{add_warnings, as_warning, beside};
use crate::desk::chat_models::Room;
use crate::desk::counsel::{KeptAnswers, locked};
use crate::faults::ErrorCode;
use crate::types::{ConsultRequest, ConsultResponse, Engine};
use crate::{ApiError, Desk};

/// A request of the graph for passages, and the channel for the answer.
type PassageRequest = (Wanted, oneshot::Sender<Result<Vec<Passage>, String>>);

/// Measures of a record that calculations use, as the lexicon names them.
const CALCULATED: [&str; 3] = ["weight", "height", "creatinine"];

/// A turn's patient, and how it is answered.
pub(super) struct TurnContext {
    /// The patient.
    pub patient: Arc<TurnPatient>,
    /// The cached answers.
    pub answers: KeptAnswers,
    /// The state of the corpora.
    pub corpus: u64,
    /// Plain or agent.
    pub mode: Mode,
    /// The parts in use.
    pub parts: Parts,
    /// Which engine answers.
    pub by: AnsweringEngine,
}

/// The engine that answers a turn.
#[derive(Clone)]
pub(super) struct AnsweringEngine {
    /// `rules`, or the models of the roles. A cached answer is used only for the same value.
    pub engine: String,
    /// The chat models beside the rules.
    pub model: Option<AskModel>,
    /// The room of the models; the default window without one.
    pub room: Room,
}

impl AnsweringEngine {
    /// The rules alone.
    pub fn rules() -> Self {
        let room = Room::default();
        Self { engine: "rules".to_owned(), model: None, room }
    }
}

impl TurnContext {
    fn uses_cache(&self) -> bool {
        self.mode == Mode::Agent && self.parts.has(Part::Cache)
    }
}

/// The roles whose prompts have documents.
const ROLES_WITH_DOCUMENTS: [ThinkingRole; 2] =
    [ThinkingRole::PatientAnswering, ThinkingRole::PatientJudging];

/// The result of a turn.
pub(super) struct TurnResult {
    /// The response, or why there is none.
    pub response: Result<ConsultResponse, ApiError>,
    /// The run's last state.
    pub state: ConsultState,
    /// The turn as it was read, if it was.
    pub turn: Option<Turn>,
    /// Whether the facts are to be remembered.
    pub remembers: bool,
    /// A new entry for the cache.
    pub fresh: Option<Entry>,
}

/// What the graph leaves to be stored when it rests.
#[derive(Default)]
struct Leftover {
    remembers: AtomicBool,
    fresh: Mutex<Option<Entry>>,
}

impl Desk {
    /// Answers a patient's turn and remembers its facts.
    pub async fn consult(&self, request: ConsultRequest) -> Result<ConsultResponse, ApiError> {
        if request.text.trim().is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::TurnEmpty,
                &[],
                "the turn is empty; write what the patient says or asks".to_owned(),
            ));
        }
        let (mode, parts) = (mode(&request.mode)?, parts(&request.without)?);
        let begun = Instant::now();
        let by = self.by(request.engine).await?;
        let reviewer = request.reviewer.as_deref();
        let corpus = async {
            // Storing the digests changes the state of the corpora.
            self.digests().await?;
            Ok(self.database.corpus_generation().await?)
        };
        // Independent database requests run at the same time, because they take most of the time of a cached
        // answer.
        let (record, corpus) =
            tokio::try_join!(self.record_of(&request.patient, reviewer), corpus)?;
        self.read_answers(record.id(), corpus).await?;
        let turn_context = TurnContext {
            patient: record.patient.clone(),
            answers: self.counsel.answers.clone(),
            corpus,
            mode,
            parts,
            by,
        };
        let done = self.run_turn(&turn_context, &request.text, request.ask_id.as_ref()).await?;
        let slots = done.turn.as_ref().map(Turn::slots).filter(|_| done.remembers);
        // The text is stored even when no fact is remembered, for instance a greeting or an answer without
        // the record.
        if slots.is_some() || done.response.is_ok() {
            let took = begun.elapsed().as_secs_f64() * 1000.0;
            let answered = match &done.response {
                Ok(response) => Answered::of(response, &done.state.calls, took)?,
                Err(_) => Answered::default(),
            };
            let question = done.state.question.as_ref().filter(|_| done.state.intent.k > 0);
            let topic = |it: &Turn| it.subject.topic().completed_by(question);
            let turn = done.turn.as_ref().map(|it| (it, topic(it)));
            self.keep_turn(&record, &request.text, slots, turn, &answered).await?;
        }
        let mut response = done.response?;
        if turn_context.uses_cache() {
            self.keep_answers(record.id(), &done.state, done.fresh).await?;
        }
        let total = begun.elapsed().as_secs_f64() * 1000.0;
        response.timings_ms.insert("total".to_owned(), total);
        Ok(response)
    }

    /// Returns the engine that answers. An error when chat models are requested and none plays a role.
    async fn by(&self, engine: Engine) -> Result<AnsweringEngine, ApiError> {
        if engine == Engine::Rules {
            return Ok(AnsweringEngine::rules());
        }
        self.check_chat_roles(&ThinkingRole::CONSULT, "answered").await?;
        let engine = self.chat.players(&ThinkingRole::CONSULT).await?;
        // The audit log names the question instead of the patient.
        let subject: RunId = self.clock.new_id();
        let model = Some(self.chat.answering(subject.to_string()));
        let room = self.chat.room(&ROLES_WITH_DOCUMENTS).await?;
        Ok(AnsweringEngine { engine, model, room })
    }

    /// Runs the graph over a turn. Stores nothing.
    pub(super) async fn run_turn(
        &self,
        turn_context: &TurnContext,
        text: &str,
        ask_id: Option<&String>,
    ) -> Result<TurnResult, ApiError> {
        let begun = Instant::now();
        let (wants, mut wanted) = mpsc::channel::<PassageRequest>(1);
        let leftover = Arc::new(Leftover::default());
        let resources = self.resources(turn_context, text, wants, &leftover).await?;
        let guard = resources.shelf.guard;
        let resources = Arc::new(resources);
        let graph = Arc::new(consult_graph(&resources)?);
        let journal = Arc::new(RamJournal::new());
        let engine = simui_flow::Engine::new(graph, journal, self.clock.clone(), Limits::default());
        let id: RunId = self.clock.new_id();
        let state = ConsultState::new(text, turn_context.mode, turn_context.parts.clone());
        let mut events = engine.subscribe();
        let mut run = std::pin::pin!(engine.start(id.clone(), "consultation", state));
        // The graph outlives any borrow of the desk, so that it requests passages by a channel.
        let stop = loop {
            tokio::select! {
                stop = &mut run => break stop?,
                Some((what, found)) = wanted.recv() => {
                    // Sending fails when the graph has ended, because nobody waits for the passages.
                    let _ = found.send(self.passages(Job::Consult, &what, guard).await.map_err(|it| it.to_string()));
                }
                Ok(event) = events.recv() => self.tell_step(ask_id, event.kind),
            }
        };
        while let Ok(event) = events.try_recv() {
            self.tell_step(ask_id, event.kind);
        }
        let steps = engine.checkpoints(&id).await?;
        let turn = resources.turn.get().cloned();
        let slots = turn.as_ref().map(Turn::slots);
        let reads = turn_context.mode == Mode::Agent && stop.state.parts.has(Part::Slots);
        let slots_json = slots.filter(|_| reads).map(serde_json::to_value).transpose();
        let slots_json = slots_json
            .map_err(|it| ApiError::invalid(ErrorCode::Internal, &[], format!("slots: {it}")))?;
        let mut response = consult_view(&stop, slots_json.unwrap_or_default(), &steps);
        let checks = reads && stop.state.parts.has(Part::Memory);
        // Calculations and checks use the record of the person whom the turn is about.
        let person = turn.as_ref().map(|it| turn_context.patient.of(&it.subject));
        if let (Ok(response), Some(turn), Some(person), Some(question)) =
            (&mut response, &turn, &person, &stop.state.question)
        {
            let mut completed = turn.own().clone();
            let recorded = match checks {
                true => complete(&mut completed, person, &CALCULATED),
                false => Vec::new(),
            };
            let stated = Stated {
                asked: turn.own(),
                completed: &completed,
                recorded: &recorded,
                known_from: person.known_from,
            };
            let (knowledge, dur) = (&resources.shelf.knowledge, &resources.shelf.dur);
            let calculated =
                self.calculations_of(question, &stop.state.draft, &stated, knowledge, dur).await?;
            calculated.add_to_turn(response, &stop.state);
        }
        if let (Ok(response), Some(turn), Some(person), true) =
            (&mut response, &turn, &person, checks)
        {
            let (shelf, corpus, own) = (&resources.shelf, turn_context.corpus, turn.own());
            let asked = drugs_asked_again(turn, &stop.state, &shelf.knowledge.names);
            let mut found = self.check_turn(own, &asked, Some(person), shelf, corpus).await?;
            let texts: Vec<String> = response.paragraphs.iter().map(|it| it.text.clone()).collect();
            if let Some(question) = &stop.state.question {
                let of_person = (own, Some(person));
                let citations = &response.citations;
                let against = self
                    .check_recommended(&texts, citations, question, of_person, shelf, corpus)
                    .await?;
                let known: Vec<Vec<String>> = found.iter().map(|it| it.drugs.clone()).collect();
                let new = against.map(|it| it.leave_out_of(response)).unwrap_or_default();
                found.extend(new.into_iter().filter(|it| !known.contains(&it.drugs)));
            }
            let with_drug = |it: AddedFinding| (it.drugs.first().cloned(), as_warning(it));
            let matter = stop.state.question.as_ref().map(|it| &it.matter);
            let shown = |found| matter.map_or(Vec::new(), |it| beside(it, found));
            add_warnings(shown(found).into_iter().map(with_drug), response);
            if let Some(other) = &turn.other {
                let (person, none) = (turn_context.patient.of(other), BTreeSet::new());
                let found =
                    self.check_turn(&other.own, &none, Some(&person), shelf, corpus).await?;
                let of_other = shown(found).into_iter().map(with_drug).map(|(drug, warning)| {
                    let text = naming_person(warning.text, other.person());
                    (drug, Warning { text, ..warning })
                });
                add_warnings(of_other, response);
            }
        }
        let mut fresh = leftover.fresh.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(entry) = &mut fresh {
            entry.kept.took_ms = begun.elapsed().as_secs_f64() * 1000.0;
        }
        let remembers = leftover.remembers.load(Ordering::Relaxed);
        Ok(TurnResult { response, state: stop.state, turn, remembers, fresh })
    }

    /// Returns everything that answers a turn.
    async fn resources(
        &self,
        turn_context: &TurnContext,
        text: &str,
        wants: mpsc::Sender<PassageRequest>,
        leftover: &Arc<Leftover>,
    ) -> Result<TurnResources, ApiError> {
        let knowledge = self.knowledge_of(text).await?;
        let rules = Rules::shipped()?;
        let reader = self.text_reader()?;
        let (guard, dur, library) = tokio::try_join!(
            self.guard(),
            self.dur_book_for(text, &knowledge, turn_context.corpus),
            self.refresh()
        )?;
        let analyser = self.holdings.analyser().clone();
        // The cache needs an embedding; an answer does not.
        let ready = self.holdings.ready(&library).await.unwrap_or(false);
        let embedding = library.retriever.embedding().filter(|_| ready).cloned();
        let (analysing, answers) = (analyser.clone(), turn_context.answers.clone());
        let (turn_text, patient) = (text.to_owned(), turn_context.patient.clone());
        let reading_with = knowledge.clone();
        let history = turn_context.patient.history.iter().map(|it| it.text.as_str());
        let drugs = self.drugs_of_talk(&history.chain([text]).collect::<Vec<_>>()).await?;
        let (remembering, keeping) = (leftover.clone(), leftover.clone());
        let effects = Effects {
            read: Arc::new(move || {
                let known = TurnInput {
                    patient: &patient.id,
                    profile: &patient.profile,
                    history: &patient.history,
                    time: patient.time,
                    memory: patient.memory,
                    knowledge: &reading_with,
                    words: &rules.words,
                };
                let extract = |text: &str| {
                    let read = reader.extract_with(text, &drugs.in_text(text));
                    read.map(|it| it.slots).map_err(|it| it.to_string())
                };
                Turn::read(&turn_text, &known, &extract, &|slots| reader.warnings(slots))
            }),
            remember: Arc::new(move || {
                remembering.remembers.store(true, Ordering::Relaxed);
                Box::pin(async { Ok(()) })
            }),
            find: Arc::new(move |key, vector| match vector.is_empty() {
                true => (None, None),
                false => locked(&answers).cache.find(key, vector),
            }),
            keep: Arc::new(move |entry: Entry| {
                if !entry.vector.is_empty() {
                    let mut fresh = keeping.fresh.lock().unwrap_or_else(PoisonError::into_inner);
                    *fresh = Some(entry);
                }
            }),
            embed: Arc::new(move |text| match &embedding {
                Some(embedding) => embedding.embed(&analysing.terms(text)),
                None => Vec::new(),
            }),
        };
        let plan = self.search.plan().await?;
        let (route, profile) = plan.route(Job::Consult)?;
        let documents = DocumentCounts::of(&route, profile);
        // Another encoder or reranker finds other passages: answers from before do not count any more.
        let chosen = self.onnx.chosen().await?;
        let room = turn_context.by.room;
        let search = format!("{profile:?}; {guard:?}; {chosen:?}; {room:?}");
        let count = by_morphemes(analyser.clone());
        let model = turn_context.by.model.clone();
        let passage_chars = room.passage_chars();
        let find = passage_finder(wants);
        let shelf = Arc::new(Shelf { knowledge, dur, analyser, find, guard, model, passage_chars });
        Ok(TurnResources {
            shelf,
            rules,
            effects,
            count,
            window: room.window,
            answer_tokens: room.answer,
            engine: turn_context.by.engine.clone(),
            documents,
            search,
            corpus: turn_context.corpus,
            turn: OnceLock::new(),
        })
    }
}

/// The drugs of a question that a turn answers again, and does not name itself.
fn drugs_asked_again(turn: &Turn, state: &ConsultState, names: &Names) -> BTreeSet<String> {
    let of_turn = turn.slots().medications.iter().chain(&turn.slots().allergies);
    let named: BTreeSet<String> =
        of_turn.flat_map(|it| names.find(&it.name)).map(|it| it.ingredient).collect();
    let question = state.question.iter().filter(|_| state.reopened.is_some());
    let asked = question.flat_map(|it| &it.drugs).filter(|it| !named.contains(&it.ingredient));
    asked.map(|it| it.written.clone()).collect()
}

fn mode(name: &str) -> Result<Mode, ApiError> {
    match name {
        "" | "agent" => Ok(Mode::Agent),
        "plain" => Ok(Mode::Plain),
        other => {
            let other: String = other.chars().take(40).collect();
            Err(ApiError::invalid(
                ErrorCode::ModeUnknown,
                &[("mode", &other)],
                format!("mode {other:?} is unknown; use agent or plain"),
            ))
        }
    }
}

fn parts(without: &[String]) -> Result<Parts, ApiError> {
    let parts: Result<Vec<Part>, String> = without.iter().map(|it| it.parse()).collect();
    let unknown = |problem| ApiError::invalid(ErrorCode::RequestMalformed, &[], problem);
    Ok(Parts::without(parts.map_err(unknown)?))
}

fn passage_finder(wants: mpsc::Sender<PassageRequest>) -> Find {
    Arc::new(move |what| {
        let wants = wants.clone();
        Box::pin(async move {
            let (found, answered) = oneshot::channel();
            let gone = "the desk was closed while it searched; ask again";
            wants.send((what, found)).await.map_err(|_| gone.to_owned())?;
            answered.await.map_err(|_| gone.to_owned())?
        })
    })
}
