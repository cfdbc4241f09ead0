//! Consultations: hands the graph a patient's record, the desk's documents and its kept answers, and shows what comes of it.
//!
//! The run's journal is in memory: a run holds what a patient said, and what is said is stored sealed, patient by patient, or not
//! at all. What must not be lost (the turn, what was remembered) is stored by the node that remembers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use simui_clinical::Slots;
use simui_consult::budget::{WINDOW, by_morphemes};
use simui_consult::cache::Entry;
use simui_consult::rules::Rules;
use simui_consult::{ConsultState, Doors, Known, Mode, Part, Parts, Room, Turn, consult_graph};
use simui_domain::{RunId, ThinkingRole};
use simui_flow::{Limits, RamJournal};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::pipeline::roles::AskModel;
use simui_pharmacy::{Find, Passage, Shelf, Wanted};
use tokio::sync::{mpsc, oneshot};

use super::answers::{KeptAnswers, locked};
use super::consult_record::{Answered, Whose};
use super::consult_shown::shown;
use crate::types::{ConsultRequest, ConsultResponse, Engine};
use crate::{ApiError, Desk};

/// What the graph wants of the desk, and where the passages go.
type Asked = (Wanted, oneshot::Sender<Result<Vec<Passage>, String>>);

/// Of whom a turn is, and how it is answered.
pub(super) struct Sitting {
    /// The patient.
    pub whose: Arc<Whose>,
    /// Where answers are found.
    pub answers: KeptAnswers,
    /// The state of the corpora.
    pub corpus: u64,
    /// Plain or agent.
    pub mode: Mode,
    /// What is in use.
    pub parts: Parts,
    /// Who answers.
    pub by: By,
}

/// Who answers a turn.
#[derive(Clone)]
pub(super) struct By {
    /// `rules`, or who plays which role: an answer is kept for those who made it.
    pub engine: String,
    /// The models beside the rules.
    pub model: Option<AskModel>,
}

impl By {
    /// The rules alone.
    pub fn rules() -> Self {
        Self { engine: "rules".to_owned(), model: None }
    }
}

impl Sitting {
    fn looks_up(&self) -> bool {
        self.mode == Mode::Agent && self.parts.has(Part::Cache)
    }
}

/// What came of a turn.
pub(super) struct Done {
    /// What is told, or why nothing is.
    pub response: Result<ConsultResponse, ApiError>,
    /// The run's last state.
    pub state: ConsultState,
    /// What the turn says.
    pub slots: Option<Slots>,
    /// Whether it is to be remembered.
    pub remembers: bool,
    /// An answer to keep.
    pub fresh: Option<Entry>,
}

/// What the graph left to be done when it rests.
#[derive(Default)]
struct Noted {
    remembers: AtomicBool,
    fresh: Mutex<Option<Entry>>,
}

impl Desk {
    /// Answers a patient's turn, and remembers it.
    pub async fn consult(&self, request: ConsultRequest) -> Result<ConsultResponse, ApiError> {
        if request.text.trim().is_empty() {
            return Err(ApiError::Invalid(
                "the turn is empty; write what the patient says or asks".to_owned(),
            ));
        }
        let (mode, parts) = (mode(&request.mode)?, parts(&request.without)?);
        let begun = Instant::now();
        let by = self.by(request.engine).await?;
        let reviewer = request.reviewer.as_deref();
        let corpus = async {
            // Storing them changes the corpora.
            self.digests().await?;
            Ok(self.database.corpus_generation().await?)
        };
        // What the database is asked that does not depend on each other is asked at once: a kept answer waits for little else.
        let (record, corpus) =
            tokio::try_join!(self.record_of(&request.patient, reviewer), corpus)?;
        self.read_answers(record.id(), corpus).await?;
        let sitting = Sitting {
            whose: record.whose.clone(),
            answers: self.counsel.answers.clone(),
            corpus,
            mode,
            parts,
            by,
        };
        let done = self.sit(&sitting, &request.text, request.ask_id.as_ref()).await?;
        let slots = done.slots.as_ref().filter(|_| done.remembers);
        // What was said is kept also where nothing of it is remembered: a greeting, an answer without the record.
        if slots.is_some() || done.response.is_ok() {
            let took = begun.elapsed().as_secs_f64() * 1000.0;
            let answered = match &done.response {
                Ok(response) => Answered::of(response, &done.state.calls, took)?,
                Err(_) => Answered::default(),
            };
            self.keep_turn(&record, &request.text, slots, &answered).await?;
        }
        let mut response = done.response?;
        if sitting.looks_up() {
            self.keep_answers(record.id(), &done.state, done.fresh).await?;
        }
        let total = begun.elapsed().as_secs_f64() * 1000.0;
        response.timings_ms.insert("total".to_owned(), total);
        Ok(response)
    }

    /// Who answers with this engine; with chat models, where one plays a role.
    async fn by(&self, engine: Engine) -> Result<By, ApiError> {
        if engine == Engine::Rules {
            return Ok(By::rules());
        }
        self.check_chat_roles(&ThinkingRole::CONSULT, "answered").await?;
        let engine = self.chat.players(&ThinkingRole::CONSULT).await?;
        // The audit log names the question, not the patient.
        let subject: RunId = self.clock.new_id();
        Ok(By { engine, model: Some(self.chat.answering(subject.to_string())) })
    }

    /// Runs the graph over a turn; nothing is stored.
    pub(super) async fn sit(
        &self,
        sitting: &Sitting,
        text: &str,
        ask_id: Option<&String>,
    ) -> Result<Done, ApiError> {
        let begun = Instant::now();
        let (wants, mut wanted) = mpsc::channel::<Asked>(1);
        let noted = Arc::new(Noted::default());
        let room = self.room(sitting, text, wants, &noted).await?;
        let guard = room.shelf.guard;
        let room = Arc::new(room);
        let graph = Arc::new(consult_graph(&room)?);
        let journal = Arc::new(RamJournal::new());
        let engine = simui_flow::Engine::new(graph, journal, self.clock.clone(), Limits::default());
        let id: RunId = self.clock.new_id();
        let state = ConsultState::new(text, sitting.mode, sitting.parts.clone());
        let mut events = engine.subscribe();
        let mut run = std::pin::pin!(engine.start(id.clone(), "consultation", state));
        // The graph lives longer than a borrow of the desk may: it asks, and the desk answers.
        let stop = loop {
            tokio::select! {
                stop = &mut run => break stop?,
                Some((what, found)) = wanted.recv() => {
                    // The graph has gone when nobody waits for what was found.
                    let _ = found.send(self.passages(&what, guard).await.map_err(|it| it.to_string()));
                }
                Ok(event) = events.recv() => self.tell_step(ask_id, event.kind),
            }
        };
        while let Ok(event) = events.try_recv() {
            self.tell_step(ask_id, event.kind);
        }
        let steps = engine.checkpoints(&id).await?;
        let slots = room.turn.get().map(|it| it.slots.clone());
        let reads = sitting.mode == Mode::Agent && stop.state.parts.has(Part::Slots);
        let told = slots.as_ref().filter(|_| reads).map(serde_json::to_value).transpose();
        let told = told.map_err(|it| ApiError::Invalid(format!("slots: {it}")))?;
        let response = shown(&stop, told.unwrap_or_default(), &steps);
        let mut fresh = noted.fresh.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(entry) = &mut fresh {
            entry.kept.took_ms = begun.elapsed().as_secs_f64() * 1000.0;
        }
        let remembers = noted.remembers.load(Ordering::Relaxed);
        Ok(Done { response, state: stop.state, slots, remembers, fresh })
    }

    /// Everything that one turn is answered with.
    async fn room(
        &self,
        sitting: &Sitting,
        text: &str,
        wants: mpsc::Sender<Asked>,
        noted: &Arc<Noted>,
    ) -> Result<Room, ApiError> {
        let knowledge = Knowledge::shipped().map_err(Clone::clone)?;
        let rules = Rules::shipped()?;
        let reader = self.text_reader()?;
        let (guard, dur, library) = tokio::try_join!(
            self.guard(),
            self.dur_book_of(knowledge, sitting.corpus),
            self.refresh()
        )?;
        let analyser = self.holdings.analyser().clone();
        // Without an embedding nothing is kept or served; the answer itself needs none.
        let ready = self.holdings.ready(&library).await.unwrap_or(false);
        let embedding = library.retriever.embedding().filter(|_| ready).cloned();
        let (analysing, answers) = (analyser.clone(), sitting.answers.clone());
        let (said, whose) = (text.to_owned(), sitting.whose.clone());
        let (remembering, keeping) = (noted.clone(), noted.clone());
        let doors = Doors {
            read: Arc::new(move || {
                let known = Known {
                    patient: &whose.id,
                    profile: &whose.profile,
                    history: &whose.history,
                    said: whose.said,
                    memory: whose.memory,
                    knowledge,
                    words: &rules.words,
                };
                let extract = |text: &str| {
                    reader.extract(text).map(|it| it.slots).map_err(|it| it.to_string())
                };
                Turn::read(&said, &known, &extract, &|slots| reader.warnings(slots))
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
        let count = by_morphemes(analyser.clone());
        let model = sitting.by.model.clone();
        let find = asking(wants);
        let shelf = Arc::new(Shelf { knowledge, dur, analyser, find, guard, model });
        Ok(Room {
            shelf,
            rules,
            doors,
            count,
            window: WINDOW,
            engine: sitting.by.engine.clone(),
            corpus: sitting.corpus,
            turn: OnceLock::new(),
        })
    }
}

fn mode(name: &str) -> Result<Mode, ApiError> {
    match name {
        "" | "agent" => Ok(Mode::Agent),
        "plain" => Ok(Mode::Plain),
        other => {
            let other: String = other.chars().take(40).collect();
            Err(ApiError::Invalid(format!("mode {other:?} is unknown; use agent or plain")))
        }
    }
}

fn parts(without: &[String]) -> Result<Parts, ApiError> {
    let parts: Result<Vec<Part>, String> = without.iter().map(|it| it.parse()).collect();
    Ok(Parts::without(parts.map_err(ApiError::Invalid)?))
}

fn asking(wants: mpsc::Sender<Asked>) -> Find {
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
