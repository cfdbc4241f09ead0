//! Forgets a patient: deletes key, rows and questions.

use serde_json::json;
use simui_domain::{Clock, PatientId};
use sqlx::Row;

use crate::audit::Entry;
use crate::write::Write;
use crate::{Database, StoreError};

/// What was deleted with a patient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forgotten {
    /// Number of remembered items.
    pub items: u32,
    /// Number of turns.
    pub turns: u32,
    /// Number of stored questions that named the patient.
    pub questions: u32,
    /// Whether the write-ahead log was emptied as well. It cannot be while another process reads; until
    /// it is emptied later, it holds only sealed bytes whose key is gone.
    pub log_emptied: bool,
}

impl Database {
    /// Forgets a patient: deletes the key first, then everything sealed under it, then the stored
    /// questions that named the patient, with their feedback. `questions` are the ids of further
    /// questions to delete. The freed space is overwritten (`secure_delete`), and the write-ahead log is
    /// emptied. The audit log records only that it was done and by whom.
    pub async fn forget_patient(
        &self,
        clock: &Clock,
        id: &PatientId,
        questions: &[String],
        actor: &str,
    ) -> Result<Forgotten, StoreError> {
        let mut write = self.write_durably().await?;
        let key = sqlx::query("DELETE FROM patient_keys WHERE patient_id = ?");
        if key.bind(id.as_str()).execute(&mut *write).await?.rows_affected() == 0 {
            return Err(StoreError::UnknownPatient(id.clone()));
        }
        let linked = sqlx::query_scalar(
            "SELECT question_id FROM pharmacy_question_patients WHERE patient_id = ?",
        );
        let mut named: Vec<String> = linked.bind(id.as_str()).fetch_all(&mut *write).await?;
        named.extend_from_slice(questions);
        let questions = delete_questions(&mut write, &named).await?;
        let mut rows = [0; 5];
        let deletes = [
            "DELETE FROM patient_items WHERE patient_id = ?",
            "DELETE FROM patient_turns WHERE patient_id = ?",
            "DELETE FROM patient_history WHERE patient_id = ?",
            "DELETE FROM patient_conversations WHERE patient_id = ?",
            "DELETE FROM patients WHERE id = ?",
        ];
        for (rows, delete) in rows.iter_mut().zip(deletes) {
            let done = sqlx::query(delete).bind(id.as_str()).execute(&mut *write).await?;
            *rows = u32::try_from(done.rows_affected()).unwrap_or(u32::MAX);
        }
        let [items, turns, ..] = rows;
        let details = json!({ "items": items, "turns": turns, "questions": questions });
        let (at, action) = (clock.now(), "patient_forgotten");
        write.audit(Entry { at, actor, action, subject: id.as_str(), details }).await?;
        write.commit().await?;
        Ok(Forgotten { items, turns, questions, log_emptied: self.empty_log().await? })
    }

    /// Empties the write-ahead log. Returns `false` if somebody reads or writes at the moment.
    async fn empty_log(&self) -> Result<bool, StoreError> {
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&self.durable).await?;
        Ok(row.get::<i64, _>(0) == 0)
    }
}

/// Deletes questions with their feedback. Returns how many there were.
async fn delete_questions(write: &mut Write<'_>, ids: &[String]) -> Result<u32, StoreError> {
    let mut deleted = 0;
    for id in ids {
        sqlx::query("DELETE FROM pharmacy_feedback WHERE question_id = ?")
            .bind(id)
            .execute(&mut **write)
            .await?;
        let question = sqlx::query("DELETE FROM pharmacy_questions WHERE id = ?").bind(id);
        deleted += question.execute(&mut **write).await?.rows_affected();
    }
    Ok(u32::try_from(deleted).unwrap_or(u32::MAX))
}
