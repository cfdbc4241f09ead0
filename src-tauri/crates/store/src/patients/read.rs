//! Reads patients and opens their sealed rows.

use serde::de::DeserializeOwned;
use serde_json::Value;
use simui_domain::{ConversationId, PatientId};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{PatientEntry, PatientRecord, PatientTurn};
use crate::columns::time;
use crate::seal::{Place, Seal};
use crate::{Database, StoreError};

impl Database {
    /// All patients, the most recently changed first.
    pub async fn patients(&self) -> Result<Vec<PatientEntry>, StoreError> {
        let rows = sqlx::query(
            "SELECT p.*, k.sealed FROM patients p JOIN patient_keys k ON k.patient_id = p.id \
             ORDER BY p.updated_at DESC, p.id DESC",
        )
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| entry_from(row, &self.seal_of(row)?)).collect()
    }

    /// Whether a patient with this id exists.
    pub async fn has_patient(&self, id: &PatientId) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 FROM patients WHERE id = ?").bind(id.as_str());
        Ok(row.fetch_optional(&self.readers).await?.is_some())
    }

    /// A patient with all items, but without history and turns.
    pub async fn patient(&self, id: &PatientId) -> Result<PatientRecord, StoreError> {
        // One transaction, so that the items belong to the revision.
        let mut tx = self.readers.begin().await?;
        let row = sqlx::query(
            "SELECT p.*, k.sealed, t.conversation_id AS last_conversation, t.at AS last_at \
             FROM patients p JOIN patient_keys k ON k.patient_id = p.id \
             LEFT JOIN patient_turns t ON t.patient_id = p.id AND t.turn = \
                 (SELECT MAX(turn) FROM patient_turns WHERE patient_id = p.id) \
             WHERE p.id = ?",
        )
        .bind(id.as_str())
        .fetch_optional(&mut *tx)
        .await?
        .ok_or_else(|| StoreError::UnknownPatient(id.clone()))?;
        let items =
            sqlx::query("SELECT item, body FROM patient_items WHERE patient_id = ? ORDER BY item")
                .bind(id.as_str())
                .fetch_all(&mut *tx)
                .await?;
        tx.commit().await?;
        let seal = self.seal_of(&row)?;
        let last: Option<String> = row.get("last_conversation");
        let conversation = last.map(|id| {
            time("patient_turns.at", row.get("last_at")).map(|at| (ConversationId(id), at))
        });
        let items = items.iter().map(|row| {
            let number: u32 = row.get("item");
            Ok((number, opened(&seal, Place::Item(number), row.get("body"))?))
        });
        Ok(PatientRecord {
            entry: entry_from(&row, &seal)?,
            revision: row.get("revision"),
            head: opened(&seal, Place::Head, row.get("head"))?,
            items: items.collect::<Result<_, StoreError>>()?,
            conversation: conversation.transpose()?,
        })
    }

    /// The history of a patient's items, the oldest entry first.
    pub async fn patient_history(&self, id: &PatientId) -> Result<Vec<Value>, StoreError> {
        let seal = self.patient_seal(id).await?;
        let rows =
            sqlx::query("SELECT seq, body FROM patient_history WHERE patient_id = ? ORDER BY seq")
                .bind(id.as_str())
                .fetch_all(&self.readers)
                .await?;
        let rows = rows.iter();
        rows.map(|row| opened(&seal, Place::History(row.get("seq")), row.get("body"))).collect()
    }

    /// The turns of a patient, the oldest first.
    pub async fn patient_turns(&self, id: &PatientId) -> Result<Vec<PatientTurn>, StoreError> {
        let seal = self.patient_seal(id).await?;
        let rows = sqlx::query("SELECT * FROM patient_turns WHERE patient_id = ? ORDER BY turn")
            .bind(id.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| turn_from(row, &seal)).collect()
    }

    /// The last `most` turns of a patient, the oldest of them first. `Body` selects the parts of the
    /// bodies that are read, because a complete one is long.
    pub async fn last_patient_turns<Body: DeserializeOwned>(
        &self,
        id: &PatientId,
        most: u32,
    ) -> Result<Vec<PatientTurn<Body>>, StoreError> {
        let rows = sqlx::query(
            "SELECT t.*, t.patient_id AS id, k.sealed FROM patient_turns t \
             JOIN patient_keys k ON k.patient_id = t.patient_id \
             WHERE t.patient_id = ? ORDER BY t.turn DESC LIMIT ?",
        )
        .bind(id.as_str())
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        let Some(any) = rows.first() else { return Ok(Vec::new()) };
        let seal = self.seal_of(any)?;
        rows.iter().rev().map(|row| turn_from(row, &seal)).collect()
    }

    pub(crate) async fn patient_seal(&self, id: &PatientId) -> Result<Seal, StoreError> {
        let row =
            sqlx::query("SELECT patient_id AS id, sealed FROM patient_keys WHERE patient_id = ?")
                .bind(id.as_str())
                .fetch_optional(&self.readers)
                .await?
                .ok_or_else(|| StoreError::UnknownPatient(id.clone()))?;
        self.seal_of(&row)
    }

    pub(super) fn seal_of(&self, row: &SqliteRow) -> Result<Seal, StoreError> {
        Seal::open_key(&self.anchor, row.get("id"), row.get("sealed"))
    }
}

fn turn_from<Body: DeserializeOwned>(
    row: &SqliteRow,
    seal: &Seal,
) -> Result<PatientTurn<Body>, StoreError> {
    let turn: u32 = row.get("turn");
    Ok(PatientTurn {
        turn,
        conversation: ConversationId(row.get("conversation_id")),
        at: time("patient_turns.at", row.get("at"))?,
        body: opened(seal, Place::Turn(turn), row.get("body"))?,
    })
}

fn entry_from(row: &SqliteRow, seal: &Seal) -> Result<PatientEntry, StoreError> {
    let name = seal.open(Place::Name, row.get("name"))?;
    Ok(PatientEntry {
        id: PatientId(row.get("id")),
        name: String::from_utf8_lossy(&name).into_owned(),
        turns: row.get("turns"),
        created_at: time("patients.created_at", row.get("created_at"))?,
        updated_at: time("patients.updated_at", row.get("updated_at"))?,
    })
}

pub(crate) fn opened<Body: DeserializeOwned>(
    seal: &Seal,
    place: Place,
    stored: &[u8],
) -> Result<Body, StoreError> {
    let plain = seal.open(place, stored)?;
    serde_json::from_slice(&plain).map_err(|error| StoreError::Corrupt {
        what: "patient",
        // The error's own text may quote sealed content and is left out.
        reason: format!("line {} column {}", error.line(), error.column()),
    })
}
