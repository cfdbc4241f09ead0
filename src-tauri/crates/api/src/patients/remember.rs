use std::time::Instant;

use jiff::SignedDuration;
use serde_json::json;
use simui_clinical::Slots;
use simui_consult::resolve_classes;
use simui_consult::safety::Warning;
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
        let drugs = self.named_drugs(&request.text).await?;
        let read = reader.extract_with(&request.text, &drugs)?.slots;
        let extract = milliseconds(began);
        let rules = memory_rules()?;
        for _ in 0..ATTEMPTS {
            let known = self.known_patient(&request.patient_id).await?;
            let now = self.clock.now();
            let turn = known.record.entry.turns + 1;
            let remembering = Instant::now();
            let mut profile = known.profile.clone();
            let mut slots = read.clone();
            resolve_classes(&mut slots, &profile, &knowledge);
            let changes = profile.absorb(&slots, TurnTime { turn, at: now }, rules);
            let changes_view = turn_changes(&profile, &changes, now)?;
            let summary = profile.summary(now, rules).to_string();
            let memory = milliseconds(remembering);
            let keeping = Instant::now();
            let conversation = self.conversation(&known, request.conversation.as_ref());
            let mut change = known.change(&profile)?;
            change.turn = Some(NewTurn {
                turn,
                conversation: conversation.clone(),
                body: json!({ "text": request.text, "changes": changes_view }),
            });
            let kept = self.database.change_patient(&self.clock, known.id(), &change, &actor).await;
            match kept {
                Err(StoreError::PatientChanged(_)) => continue,
                kept => kept?,
            }
            let keep = milliseconds(keeping);
            let said = TurnTime { turn, at: now };
            let warnings = warnings(&known.profile, &profile, &slots, said, &reader)?;
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

/// Returns the warnings of this turn with the record `before` it, and those that values of earlier turns of
/// `profile` give together with it.
fn warnings(
    before: &Profile,
    profile: &Profile,
    slots: &Slots,
    said: TurnTime,
    reader: &TextReader,
) -> Result<Vec<Warning>, ApiError> {
    let rules = memory_rules()?;
    let mut known = slots.clone();
    profile.complete(&mut known.demographics, said.at, rules);
    let of_slots = |slots: &Slots| reader.warnings(slots);
    let mut warnings = before.turn_warnings(slots, said.at, rules, &of_slots);
    let earlier = profile.earlier_warnings(&known.demographics, said, rules, &of_slots);
    warnings.extend(earlier.into_iter().map(|it| it.warning));
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
