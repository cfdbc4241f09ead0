//! Reads the last turns of a patient, as far as the next one is read with them.

use serde::Deserialize;

use simui_consult::{EARLIER_TURNS, EarlierTurn, TurnTopic};
use simui_domain::PatientId;
use simui_store::PatientTurn;

use crate::{ApiError, Desk};

/// The parts of a stored turn that the next ones are read with.
#[derive(Deserialize)]
struct StoredTurn {
    #[serde(default)]
    text: String,
    remembered: Option<bool>,
    about: Option<String>,
    #[serde(default)]
    topic: TurnTopic,
}

impl Desk {
    /// Returns the last turns of a patient, the oldest first.
    pub(crate) async fn earlier_turns(&self, id: &PatientId) -> Result<Vec<EarlierTurn>, ApiError> {
        let turns = self.database.last_patient_turns::<StoredTurn>(id, EARLIER_TURNS).await?;
        let to_earlier_turn = |turn: PatientTurn<StoredTurn>| EarlierTurn {
            at: turn.at,
            text: turn.body.text,
            remembered: turn.body.remembered.unwrap_or(true),
            about: turn.body.about,
            topic: turn.body.topic,
        };
        Ok(turns.into_iter().map(to_earlier_turn).collect())
    }
}
