//! The record that a consultation reads and writes. A turn is kept once, when its run rests: what was said, what it changed and
//! what was answered, in one transaction; also where the answer failed, so that what was said is not lost.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use simui_clinical::Slots;
use simui_consult::Spoken;
use simui_domain::{ModelCall, PatientId};
use simui_patient::{MemoryRules, Profile, Said};
use simui_store::{NewTurn, PatientTurn, StoreError};

use crate::patients::{KnownPatient, memory_rules, told};
use crate::types::ConsultResponse;
use crate::{ApiError, Desk};

/// How often a turn is taken in again when another process was faster.
const ATTEMPTS: usize = 5;

/// Earlier turns that an answer looks back on.
const TURNS: u32 = 8;

/// Of whom a turn is, and what is known when it comes.
pub(super) struct Whose {
    /// The patient's id.
    pub id: String,
    /// What is remembered.
    pub profile: Profile,
    /// Earlier turns, the oldest first.
    pub history: Vec<Spoken>,
    /// This turn.
    pub said: Said,
    /// How memory ages.
    pub memory: &'static MemoryRules,
}

/// What an answer looks back on of a turn that was kept.
#[derive(Deserialize)]
struct Told {
    #[serde(default)]
    text: String,
    remembered: Option<bool>,
}

/// A stored patient when a turn comes.
pub(super) struct Record {
    known: KnownPatient,
    /// What an answer needs of it.
    pub whose: Arc<Whose>,
    /// Who asks.
    actor: String,
}

impl Record {
    /// The patient's id.
    pub fn id(&self) -> &PatientId {
        self.known.id()
    }
}

impl Desk {
    /// The record of a patient, by id or whole name.
    pub(super) async fn record_of(
        &self,
        patient: &str,
        reviewer: Option<&str>,
    ) -> Result<Record, ApiError> {
        let (actor, _) = self.patient_actor(reviewer).await?;
        let known = self.known_patient(patient).await.map_err(|error| match error {
            ApiError::Missing { what: "patient", id, .. } => ApiError::Missing {
                what: "patient",
                id,
                remedy: "add one with `simui patient add NAME`, or use an id of `simui patient list`",
            },
            error => error,
        })?;
        self.note_look(&actor, "patient_read", known.id().as_str()).await?;
        let turns = self.database.last_patient_turns::<Told>(known.id(), TURNS).await?;
        let spoken = |it: PatientTurn<Told>| Spoken {
            at: it.at,
            text: it.body.text,
            remembered: it.body.remembered.unwrap_or(true),
        };
        let history = turns.into_iter().map(spoken).collect();
        let said = Said { turn: known.record.entry.turns + 1, at: self.clock.now() };
        let whose = Whose {
            id: known.id().to_string(),
            profile: known.profile.clone(),
            history,
            said,
            memory: memory_rules()?,
        };
        Ok(Record { known, whose: Arc::new(whose), actor })
    }

    /// Keeps a turn; without `slots` the conversation alone, nothing of it is remembered. Where another process was faster, the
    /// record is read again and the turn is its next one.
    pub(super) async fn keep_turn(
        &self,
        record: &Record,
        text: &str,
        slots: Option<&Slots>,
        answered: &Answered,
    ) -> Result<(), ApiError> {
        let (id, at, memory) = (record.id(), record.whose.said.at, record.whose.memory);
        let mut again: Option<KnownPatient> = None;
        for _ in 0..ATTEMPTS {
            let known = again.as_ref().unwrap_or(&record.known);
            let said = Said { turn: known.record.entry.turns + 1, at };
            let mut profile = known.profile.clone();
            let changes = slots.map(|it| profile.absorb(it, said, memory)).unwrap_or_default();
            let mut change = known.change(&profile)?;
            // A kept answer does not wait for the disk where all that is new is that it was asked for again.
            change.retold = answered.served
                && changes.added.is_empty()
                && changes.changed.is_empty()
                && changes.conflicts.is_empty();
            let mut body = json!({ "text": text, "changes": told(&profile, &changes, at)? });
            if slots.is_none() {
                body["remembered"] = Value::Bool(false);
            }
            if let Some(answer) = &answered.answer {
                body["answer"] = answer.clone();
            }
            if let Some(calls) = &answered.calls {
                body["model_calls"] = calls.clone();
            }
            let conversation = self.conversation(known, None);
            change.turn = Some(NewTurn { turn: said.turn, conversation, body });
            match self.database.change_patient(&self.clock, id, &change, &record.actor).await {
                Err(StoreError::PatientChanged(_)) => {
                    again = Some(self.known_patient(id.as_str()).await?);
                }
                kept => return Ok(kept?),
            }
        }
        Err(StoreError::PatientChanged(id.clone()).into())
    }
}

/// What a turn's answer leaves with it.
#[derive(Default)]
pub(super) struct Answered {
    /// The answer; none where the turn failed.
    pub answer: Option<Value>,
    /// What chat models were asked for it; none where none was.
    pub calls: Option<Value>,
    /// It was kept from an earlier turn.
    pub served: bool,
}

impl Answered {
    /// All that was shown; beside it `text`, the answer, and `cache_hit`, as turns had them from the beginning. `ms` is how long it
    /// took until it was kept.
    pub fn of(response: &ConsultResponse, calls: &[ModelCall], ms: f64) -> Result<Self, ApiError> {
        let wrong = |error| ApiError::Invalid(format!("answer: {error}; report this"));
        let mut answer = serde_json::to_value(response).map_err(wrong)?;
        if let Value::Object(shown) = &mut answer {
            let text = shown.remove("answer").unwrap_or_default();
            shown.insert("text".to_owned(), text);
            shown.insert("cache_hit".to_owned(), Value::Bool(response.cache.hit));
        }
        answer["timings_ms"]["total"] = ms.into();
        let asked = (!calls.is_empty()).then(|| serde_json::to_value(calls)).transpose();
        let served = response.cache.hit;
        Ok(Self { answer: Some(answer), calls: asked.map_err(wrong)?, served })
    }
}
