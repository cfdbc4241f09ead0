//! The record that a consultation reads and writes. A turn is stored once, when its run rests: the text, the
//! changes and the answer in one transaction. It is stored even when the answer failed, so that the text is
//! not lost.

use std::sync::Arc;

use serde_json::{Value, json};
use simui_clinical::Slots;
use simui_consult::{EarlierTurn, Turn, TurnSubject, TurnTopic};
use simui_domain::{ModelCall, PatientId};
use simui_patient::{MemoryRules, Profile, TurnTime};
use simui_store::{NewTurn, StoreError};

use crate::faults::ErrorCode;
use crate::patients::{KnownPatient, memory_rules, turn_changes};
use crate::types::ConsultResponse;
use crate::{ApiError, Desk};

/// How often a turn is tried again when another process was faster.
const ATTEMPTS: usize = 5;

/// Where the facts of a patient's record come from.
pub(super) const FROM_RECORD: &str = "환자 기록";
/// Where the facts of another person come from, which the turns before stated.
const FROM_TALK: &str = "앞의 말씀";

/// The patient of a turn, with the record before it.
pub(super) struct TurnPatient {
    /// The patient's id.
    pub id: String,
    /// The remembered facts.
    pub profile: Profile,
    /// Where these facts come from, in Korean.
    pub known_from: &'static str,
    /// Earlier turns, the oldest first.
    pub history: Vec<EarlierTurn>,
    /// Number and time of this turn.
    pub time: TurnTime,
    /// The rules of how memory ages.
    pub memory: &'static MemoryRules,
}

impl TurnPatient {
    /// The turn with what is known of the person whom it is about, and without earlier turns.
    pub fn of(&self, subject: &TurnSubject) -> Self {
        let is_patient = subject.slots.subject.is_none();
        Self {
            id: self.id.clone(),
            profile: subject.record.clone(),
            known_from: if is_patient { FROM_RECORD } else { FROM_TALK },
            history: Vec::new(),
            time: self.time,
            memory: self.memory,
        }
    }
}

/// A stored patient at the time of a turn.
pub(super) struct Record {
    known: KnownPatient,
    /// The parts of the record that an answer needs.
    pub patient: Arc<TurnPatient>,
    /// The person who asks.
    actor: String,
}

impl Record {
    /// Returns the patient's id.
    pub fn id(&self) -> &PatientId {
        self.known.id()
    }
}

impl Desk {
    /// Returns the record of a patient, by id or complete name.
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
        self.audit_look(&actor, "patient_read", known.id().as_str()).await?;
        let history = self.earlier_turns(known.id()).await?;
        let time = TurnTime { turn: known.record.entry.turns + 1, at: self.clock.now() };
        let patient = TurnPatient {
            id: known.id().to_string(),
            profile: known.profile.clone(),
            known_from: FROM_RECORD,
            history,
            time,
            memory: memory_rules()?,
        };
        Ok(Record { known, patient: Arc::new(patient), actor })
    }

    /// Stores a turn; without `slots`, the conversation alone, and no fact is remembered. When another
    /// process was faster, the record is read again and the turn becomes its next one.
    pub(super) async fn keep_turn(
        &self,
        record: &Record,
        text: &str,
        slots: Option<&Slots>,
        turn: Option<(&Turn, TurnTopic)>,
        answered: &Answered,
    ) -> Result<(), ApiError> {
        let (id, at, memory) = (record.id(), record.patient.time.at, record.patient.memory);
        let mut again: Option<KnownPatient> = None;
        for _ in 0..ATTEMPTS {
            let known = again.as_ref().unwrap_or(&record.known);
            let time = TurnTime { turn: known.record.entry.turns + 1, at };
            let mut profile = known.profile.clone();
            let changes = slots.map(|it| profile.absorb(it, time, memory)).unwrap_or_default();
            let mut change = known.change(&profile)?;
            // A cached answer does not wait for the disk when nothing is new except that it was asked for
            // again.
            change.nothing_new = answered.served
                && changes.added.is_empty()
                && changes.changed.is_empty()
                && changes.conflicts.is_empty();
            let mut body =
                json!({ "text": text, "changes": turn_changes(&profile, &changes, at)? });
            if slots.is_none() {
                body["remembered"] = Value::Bool(false);
            }
            if let Some((turn, topic)) = &turn {
                body["about"] = json!(turn.slots().another_person());
                body["topic"] = json!(topic);
            }
            if let Some(answer) = &answered.answer {
                body["answer"] = answer.clone();
            }
            if let Some(calls) = &answered.calls {
                body["model_calls"] = calls.clone();
            }
            let conversation = self.conversation(known, None);
            change.turn = Some(NewTurn { turn: time.turn, conversation, body });
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

/// The stored result of a turn.
#[derive(Default)]
pub(super) struct Answered {
    /// The answer; `None` where the turn failed.
    pub answer: Option<Value>,
    /// The calls of chat models; `None` where there were none.
    pub calls: Option<Value>,
    /// Whether the answer came from the cache.
    pub served: bool,
}

impl Answered {
    /// Converts a response to its stored form, in which the answer is `text` and the cache hit `cache_hit`,
    /// as in the earliest stored turns. `ms` is the time until the turn was stored.
    pub fn of(response: &ConsultResponse, calls: &[ModelCall], ms: f64) -> Result<Self, ApiError> {
        let wrong = |error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("answer: {error}; report this"))
        };
        let mut answer = serde_json::to_value(response).map_err(wrong)?;
        if let Value::Object(fields) = &mut answer {
            let text = fields.remove("answer").unwrap_or_default();
            fields.insert("text".to_owned(), text);
            fields.insert("cache_hit".to_owned(), Value::Bool(response.cache.hit));
        }
        answer["timings_ms"]["total"] = ms.into();
        let asked = (!calls.is_empty()).then(|| serde_json::to_value(calls)).transpose();
        let served = response.cache.hit;
        Ok(Self { answer: Some(answer), calls: asked.map_err(wrong)?, served })
    }
}
