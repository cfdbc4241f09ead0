use std::time::Instant;

use jiff::SignedDuration;
use serde_json::json;
use simui_clinical::Slots;
use simui_consult::rules::Rules;
use simui_consult::safety::{Warning, naming_person};
use simui_consult::{TurnInput, TurnSubject};
use simui_domain::ConversationId;
use simui_patient::{Changes, ItemId, Profile, TurnTime, describe_item};
use simui_store::{NewTurn, StoreError};

use super::{KnownPatient, memory_rules};
use crate::text_reader::TextReader;
use crate::types::{ChangedItem, RememberRequest, RememberTimings, Remembered, TurnChanges};
use crate::{ApiError, Desk};

/// Time after the last turn from which on a turn begins a new conversation.
const CONVERSATION_GAP: SignedDuration = SignedDuration::from_hours(12);

/// How often a turn is tried again when another process was faster.
const ATTEMPTS: usize = 5;

impl Desk {
    /// Extracts the patient's facts from a text, remembers them, and returns the changes of the record.
    pub async fn remember(&self, request: RememberRequest) -> Result<Remembered, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        let began = Instant::now();
        let reader = self.text_reader()?;
        let knowledge = self.knowledge_of(&request.text).await?;
        let (rules, words) = (memory_rules()?, &Rules::shipped()?.words);
        for _ in 0..ATTEMPTS {
            let known = self.known_patient(&request.patient_id).await?;
            let now = self.clock.now();
            let turn = known.record.entry.turns + 1;
            let history = self.earlier_turns(known.id()).await?;
            let extracting = Instant::now();
            let talk: Vec<&str> = history.iter().map(|it| it.text.as_str()).collect();
            let drugs = self.drugs_of_talk(&[&talk[..], &[&request.text]].concat()).await?;
            let read_alone =
                |text: &str| reader.extract_with(text, &drugs.in_text(text)).map(|it| it.slots);
            let read = read_alone(&request.text)?;
            let extract = milliseconds(extracting);
            let remembering = Instant::now();
            let time = TurnTime { turn, at: now };
            let turn_input = TurnInput {
                patient: known.id().as_str(),
                profile: &known.profile,
                history: &history,
                time,
                memory: rules,
                knowledge: &knowledge,
                words,
            };
            let subject = TurnSubject::read(&request.text, read, &turn_input, &read_alone)?;
            let mut profile = known.profile.clone();
            let changes = profile.absorb(&subject.slots, time, rules);
            let changes_view = turn_changes(&profile, &changes, now)?;
            let summary = profile.summary(now, rules).to_string();
            let memory = milliseconds(remembering);
            let keeping = Instant::now();
            let conversation = self.conversation(&known, request.conversation.as_ref());
            let mut change = known.change(&profile)?;
            let mut body = json!({ "text": request.text, "changes": changes_view });
            body["topic"] = json!(subject.topic());
            if let Some(about) = subject.slots.another_person() {
                body["about"] = about.into();
            }
            let conversation_of_turn = conversation.clone();
            change.turn = Some(NewTurn { turn, conversation: conversation_of_turn, body });
            let kept = self.database.change_patient(&self.clock, known.id(), &change, &actor).await;
            match kept {
                Err(StoreError::PatientChanged(_)) => continue,
                kept => kept?,
            }
            let keep = milliseconds(keeping);
            let warnings = warnings(&subject, time, &reader)?;
            return Ok(Remembered {
                patient_id: known.id().clone(),
                turn,
                conversation,
                changes: changes_view,
                warnings,
                summary,
                timings_ms: RememberTimings { extract, memory, keep, total: milliseconds(began) },
            });
        }
        Err(StoreError::PatientChanged(self.patient_named(&request.patient_id).await?).into())
    }

    /// Returns the conversation of a turn: the named one, the last one while it lasts, or a new one.
    pub(crate) fn conversation(
        &self,
        known: &KnownPatient,
        named: Option<&ConversationId>,
    ) -> ConversationId {
        match (named, &known.record.conversation) {
            (Some(named), _) => named.clone(),
            (None, Some((last, at))) if self.clock.now().duration_since(*at) < CONVERSATION_GAP => {
                last.clone()
            }
            _ => self.clock.new_id(),
        }
    }
}

/// Returns the warnings of a turn for the person whom it is about, and those that the person's values of
/// earlier turns give together with it.
fn warnings(
    subject: &TurnSubject,
    time: TurnTime,
    reader: &TextReader,
) -> Result<Vec<Warning>, ApiError> {
    let rules = memory_rules()?;
    let mut person = subject.record.clone();
    person.absorb(&subject.own, time, rules);
    let mut known = subject.own.demographics.clone();
    person.complete(&mut known, time.at, rules);
    let of_slots = |slots: &Slots| reader.warnings(slots);
    let mut warnings = subject.record.turn_warnings(&subject.slots, time.at, rules, &of_slots);
    let earlier = person.earlier_warnings(&known, time, rules, &of_slots).into_iter();
    warnings.extend(earlier.map(|warned| Warning {
        text: naming_person(warned.warning.text, subject.person()),
        ..warned.warning
    }));
    warnings.sort_by_key(|it| it.severity);
    Ok(warnings)
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// Describes the changes of a turn.
pub(crate) fn turn_changes(
    profile: &Profile,
    changes: &Changes,
    now: jiff::Timestamp,
) -> Result<TurnChanges, ApiError> {
    let rules = memory_rules()?;
    let items = |ids: &[ItemId]| -> Vec<ChangedItem> {
        let items = ids.iter().filter_map(|id| profile.item(*id));
        let items = items.map(|item| ChangedItem {
            item: item.id,
            slot: item.fact.slot,
            shown: describe_item(item, now, rules),
        });
        items.collect()
    };
    Ok(TurnChanges {
        added: items(&changes.added),
        renewed: items(&changes.renewed),
        changed: items(&changes.changed),
        conflicts: changes.conflicts.clone(),
        ignored: changes.ignored.clone(),
    })
}
