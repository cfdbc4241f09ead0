use std::time::Instant;

use jiff::SignedDuration;
use serde_json::json;
use simui_clinical::Slots;
use simui_consult::safety::Warning;
use simui_domain::ConversationId;
use simui_patient::{Changes, ItemId, Profile, Said, shown};
use simui_store::{NewTurn, StoreError};

use super::{KnownPatient, memory_rules};
use crate::counsel::TextReader;
use crate::types::{ChangedItem, RememberRequest, RememberTimings, Remembered, TurnChanges};
use crate::{ApiError, Desk};

/// What is said later than this after the last turn begins a conversation of its own.
const PAUSE: SignedDuration = SignedDuration::from_hours(12);

/// How often a turn is taken in again when another process was faster.
const ATTEMPTS: usize = 5;

impl Desk {
    /// Reads what was said, remembers what of it is the patient's, and says what it did.
    pub async fn remember(&self, request: RememberRequest) -> Result<Remembered, ApiError> {
        let (actor, _) = self.patient_actor(request.reviewer.as_deref()).await?;
        let began = Instant::now();
        let reader = self.text_reader()?;
        let slots = reader.extract(&request.text)?.slots;
        let extract = milliseconds(began);
        let rules = memory_rules()?;
        for _ in 0..ATTEMPTS {
            let known = self.known_patient(&request.patient_id).await?;
            let now = self.clock.now();
            let turn = known.record.entry.turns + 1;
            let remembering = Instant::now();
            let mut profile = known.profile.clone();
            let changes = profile.absorb(&slots, Said { turn, at: now }, rules);
            let told = told(&profile, &changes, now)?;
            let summary = profile.summary(now, rules).to_string();
            let memory = milliseconds(remembering);
            let keeping = Instant::now();
            let conversation = self.conversation(&known, request.conversation.as_ref());
            let mut change = known.change(&profile)?;
            change.turn = Some(NewTurn {
                turn,
                conversation: conversation.clone(),
                body: json!({ "text": request.text, "changes": told }),
            });
            let kept = self.database.change_patient(&self.clock, known.id(), &change, &actor).await;
            match kept {
                Err(StoreError::PatientChanged(_)) => continue,
                kept => kept?,
            }
            let keep = milliseconds(keeping);
            let warnings = warnings(&profile, &slots, Said { turn, at: now }, &reader)?;
            return Ok(Remembered {
                patient_id: known.id().clone(),
                turn,
                conversation,
                changes: told,
                warnings,
                summary,
                timings_ms: RememberTimings { extract, memory, keep, total: milliseconds(began) },
            });
        }
        Err(StoreError::PatientChanged(self.patient_named(&request.patient_id).await?).into())
    }

    /// The conversation that is meant: the one named, the last one while it goes on, or a new one.
    pub(crate) fn conversation(
        &self,
        known: &KnownPatient,
        named: Option<&ConversationId>,
    ) -> ConversationId {
        match (named, &known.record.conversation) {
            (Some(named), _) => named.clone(),
            (None, Some((last, at))) if self.clock.now().duration_since(*at) < PAUSE => {
                last.clone()
            }
            _ => self.clock.new_id(),
        }
    }
}

/// What has to be said first: what this turn warns of, and what values of earlier turns do.
fn warnings(
    profile: &Profile,
    slots: &Slots,
    said: Said,
    reader: &TextReader,
) -> Result<Vec<Warning>, ApiError> {
    let rules = memory_rules()?;
    let mut whole = slots.clone();
    profile.complete(&mut whole.demographics, said.at, rules);
    let mut warnings = reader.warnings(&whole);
    let of_slots = |slots: &Slots| reader.warnings(slots);
    let earlier = profile.earlier_warnings(&whole.demographics, said, rules, &of_slots);
    warnings.extend(earlier.into_iter().map(|it| it.warning));
    warnings.sort_by_key(|it| it.severity);
    Ok(warnings)
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// What a turn did, in words.
pub(crate) fn told(
    profile: &Profile,
    changes: &Changes,
    now: jiff::Timestamp,
) -> Result<TurnChanges, ApiError> {
    let rules = memory_rules()?;
    let items = |ids: &[ItemId]| -> Vec<ChangedItem> {
        let items = ids.iter().filter_map(|id| profile.item(*id));
        let told = items.map(|it| ChangedItem {
            item: it.id,
            slot: it.fact.slot,
            shown: shown(it, now, rules),
        });
        told.collect()
    };
    Ok(TurnChanges {
        added: items(&changes.added),
        renewed: items(&changes.renewed),
        changed: items(&changes.changed),
        conflicts: changes.conflicts.clone(),
        ignored: changes.ignored.clone(),
    })
}
