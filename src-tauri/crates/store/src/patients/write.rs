//! Adds patients and applies changes to them.

use serde_json::{Value, json};
use simui_domain::{Clock, PatientId};
use sqlx::Row;

use super::{NewTurn, PatientChange};
use crate::audit::Entry;
use crate::columns::stamp;
use crate::seal::{Place, Seal};
use crate::write::Write;
use crate::{Database, StoreError};

impl Database {
    /// Adds a patient about whom nothing is remembered yet. `actor` is a reviewer's id or `system`.
    pub async fn add_patient(
        &self,
        clock: &Clock,
        name: &str,
        head: &Value,
        actor: &str,
    ) -> Result<PatientId, StoreError> {
        let mut write = self.write_durably().await?;
        let (id, _) = self.insert_patient(&mut write, clock, name, head, actor).await?;
        write.commit().await?;
        Ok(id)
    }

    /// Adds a patient with everything that `first` puts, completely or not at all: the record of another
    /// system. The revision that `first` names does not matter.
    pub async fn add_patient_with(
        &self,
        clock: &Clock,
        name: &str,
        first: &PatientChange,
        actor: &str,
    ) -> Result<PatientId, StoreError> {
        let mut write = self.write_durably().await?;
        let (id, seal) = self.insert_patient(&mut write, clock, name, &first.head, actor).await?;
        apply(&mut write, clock, &id, &seal, first, actor).await?;
        write.commit().await?;
        Ok(id)
    }

    /// Inserts a patient without items. Returns the id and the seal of the patient's data.
    async fn insert_patient(
        &self,
        write: &mut Write<'_>,
        clock: &Clock,
        name: &str,
        head: &Value,
        actor: &str,
    ) -> Result<(PatientId, Seal), StoreError> {
        let (id, now): (PatientId, _) = (clock.new_id(), clock.now());
        let (seal, key) = Seal::new(&self.anchor, id.as_str())?;
        sqlx::query(
            "INSERT INTO patients (id, name, head, revision, turns, created_at, updated_at) \
             VALUES (?, ?, ?, 1, 0, ?, ?)",
        )
        .bind(id.as_str())
        .bind(seal.seal(Place::Name, name.as_bytes())?)
        .bind(seal.seal(Place::Head, head.to_string().as_bytes())?)
        .bind(stamp(now))
        .bind(stamp(now))
        .execute(&mut **write)
        .await?;
        sqlx::query("INSERT INTO patient_keys (patient_id, sealed) VALUES (?, ?)")
            .bind(id.as_str())
            .bind(key)
            .execute(&mut **write)
            .await?;
        let details = json!({});
        let action = "patient_added";
        write.audit(Entry { at: now, actor, action, subject: id.as_str(), details }).await?;
        Ok((id, seal))
    }

    /// Applies a change completely or not at all; refused if the stored revision is newer.
    pub async fn change_patient(
        &self,
        clock: &Clock,
        id: &PatientId,
        change: &PatientChange,
        actor: &str,
    ) -> Result<(), StoreError> {
        let mut write = match change.nothing_new {
            true => self.write().await?,
            false => self.write_durably().await?,
        };
        let row = sqlx::query(
            "SELECT p.id, p.revision, p.turns, k.sealed FROM patients p \
             JOIN patient_keys k ON k.patient_id = p.id WHERE p.id = ?",
        )
        .bind(id.as_str())
        .fetch_optional(&mut *write)
        .await?
        .ok_or_else(|| StoreError::UnknownPatient(id.clone()))?;
        let turns: u32 = row.get("turns");
        let overtaken = change.turn.as_ref().is_some_and(|it| it.turn != turns + 1);
        if row.get::<u32, _>("revision") != change.revision || overtaken {
            return Err(StoreError::PatientChanged(id.clone()));
        }
        let seal = self.seal_of(&row)?;
        apply(&mut write, clock, id, &seal, change, actor).await?;
        write.commit().await
    }
}

/// Applies a change to a patient as the transaction sees it.
async fn apply(
    write: &mut Write<'_>,
    clock: &Clock,
    id: &PatientId,
    seal: &Seal,
    change: &PatientChange,
    actor: &str,
) -> Result<(), StoreError> {
    let now = clock.now();
    sqlx::query(
        "UPDATE patients SET head = ?, revision = revision + 1, turns = COALESCE(?, turns), \
         updated_at = ? WHERE id = ?",
    )
    .bind(seal.seal(Place::Head, change.head.to_string().as_bytes())?)
    .bind(change.turn.as_ref().map(|it| it.turn))
    .bind(stamp(now))
    .bind(id.as_str())
    .execute(&mut **write)
    .await?;
    if let Some(name) = &change.name {
        sqlx::query("UPDATE patients SET name = ? WHERE id = ?")
            .bind(seal.seal(Place::Name, name.as_bytes())?)
            .bind(id.as_str())
            .execute(&mut **write)
            .await?;
    }
    write_items(write, id, seal, change).await?;
    insert_history(write, id, seal, &change.history).await?;
    if let Some(new) = &change.turn {
        insert_turn(write, id, seal, new, &stamp(now)).await?;
    }
    if let Some((action, details)) = &change.audit {
        let (action, details) = (*action, details.clone());
        write.audit(Entry { at: now, actor, action, subject: id.as_str(), details }).await?;
    }
    Ok(())
}

async fn write_items(
    write: &mut Write<'_>,
    id: &PatientId,
    seal: &Seal,
    change: &PatientChange,
) -> Result<(), StoreError> {
    for (item, body) in &change.put {
        sqlx::query(
            "INSERT INTO patient_items (patient_id, item, body) VALUES (?, ?, ?) \
             ON CONFLICT (patient_id, item) DO UPDATE SET body = excluded.body",
        )
        .bind(id.as_str())
        .bind(item)
        .bind(seal.seal(Place::Item(*item), body.to_string().as_bytes())?)
        .execute(&mut **write)
        .await?;
    }
    for item in &change.gone {
        sqlx::query("DELETE FROM patient_items WHERE patient_id = ? AND item = ?")
            .bind(id.as_str())
            .bind(item)
            .execute(&mut **write)
            .await?;
    }
    Ok(())
}

async fn insert_history(
    write: &mut Write<'_>,
    id: &PatientId,
    seal: &Seal,
    entries: &[Value],
) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let last: u32 = sqlx::query_scalar(
        "SELECT COALESCE(MAX(seq), 0) FROM patient_history WHERE patient_id = ?",
    )
    .bind(id.as_str())
    .fetch_one(&mut **write)
    .await?;
    for (seq, body) in (last + 1..).zip(entries) {
        sqlx::query("INSERT INTO patient_history (patient_id, seq, body) VALUES (?, ?, ?)")
            .bind(id.as_str())
            .bind(seq)
            .bind(seal.seal(Place::History(seq), body.to_string().as_bytes())?)
            .execute(&mut **write)
            .await?;
    }
    Ok(())
}

async fn insert_turn(
    write: &mut Write<'_>,
    id: &PatientId,
    seal: &Seal,
    new: &NewTurn,
    now: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO patient_conversations (patient_id, id, started_at) VALUES (?, ?, ?) \
         ON CONFLICT DO NOTHING",
    )
    .bind(id.as_str())
    .bind(new.conversation.as_str())
    .bind(now)
    .execute(&mut **write)
    .await?;
    sqlx::query(
        "INSERT INTO patient_turns (patient_id, turn, conversation_id, at, body) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(id.as_str())
    .bind(new.turn)
    .bind(new.conversation.as_str())
    .bind(now)
    .bind(seal.seal(Place::Turn(new.turn), new.body.to_string().as_bytes())?)
    .execute(&mut **write)
    .await?;
    Ok(())
}
