//! Stored answers of consultations, to be reused for similar questions. A body is opaque JSON here. An
//! answer that belongs to a patient is sealed under the patient's key, so forgetting the patient also
//! removes it.

use serde_json::Value;
use simui_domain::PatientId;
use sqlx::Row;

use crate::patients::opened;
use crate::seal::Place;
use crate::{Database, StoreError};

/// A stored answer.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptAnswer {
    /// Its number.
    pub id: u32,
    /// The answer as JSON.
    pub body: Value,
}

/// An answer to be stored.
#[derive(Debug, Clone, Copy)]
pub struct NewAnswer<'a> {
    /// The patient it belongs to; `None` if it may be served to anybody.
    pub patient: Option<&'a PatientId>,
    /// Generation of the corpora it was made from.
    pub corpus: u64,
    /// The answer as JSON.
    pub body: &'a Value,
}

/// Changes that one turn makes to the stored answers.
#[derive(Debug, Clone, Default)]
pub struct AnswerUse<'a> {
    /// Number of the answer that was served, and the milliseconds it saved.
    pub served: Option<(u32, f64)>,
    /// An answer to store.
    pub keep: Option<NewAnswer<'a>>,
    /// Answers that a newer patient record made outdated.
    pub overtaken: Vec<u32>,
    /// Most answers to keep; those not used for longest are removed.
    pub most: u32,
}

/// Statistics of the stored answers since the desk began.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AnswerCounts {
    /// Number of answers stored now.
    pub entries: u64,
    /// Number of turns that looked for a stored answer.
    pub asked: u64,
    /// Number of these turns that were answered from a stored one.
    pub hits: u64,
    /// Milliseconds that were saved.
    pub saved_ms: f64,
    /// Number of answers removed to make room.
    pub evicted: u64,
    /// Number of answers removed because law, drug data or a patient record changed.
    pub outdated: u64,
}

const NEXT_USE: &str = "(SELECT COALESCE(MAX(used), 0) + 1 FROM consult_answers)";

impl Database {
    /// The answers of a patient, or with `None` those that belong to nobody; the least recently used
    /// first.
    pub async fn kept_answers(
        &self,
        patient: Option<&PatientId>,
    ) -> Result<Vec<KeptAnswer>, StoreError> {
        let rows = match patient {
            Some(id) => {
                let of = "SELECT id, body FROM consult_answers WHERE patient_id = ? ORDER BY used";
                sqlx::query(of).bind(id.as_str()).fetch_all(&self.readers).await?
            }
            None => {
                let of =
                    "SELECT id, body FROM consult_answers WHERE patient_id IS NULL ORDER BY used";
                sqlx::query(of).fetch_all(&self.readers).await?
            }
        };
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let seal = match patient {
            Some(id) => Some(self.patient_seal(id).await?),
            None => None,
        };
        let kept = rows.iter().map(|row| {
            let (id, body): (u32, &[u8]) = (row.get("id"), row.get("body"));
            let body = match &seal {
                Some(seal) => opened(seal, Place::Answer(id), body)?,
                None => serde_json::from_slice(body).map_err(|error| StoreError::Corrupt {
                    what: "kept answer",
                    reason: error.to_string(),
                })?,
            };
            Ok(KeptAnswer { id, body })
        });
        kept.collect()
    }

    /// Counts a turn that looked for a stored answer and applies its changes, in one transaction. Returns
    /// the number of the answer that was stored, if one was.
    pub async fn use_answers(&self, turn: &AnswerUse<'_>) -> Result<Option<u32>, StoreError> {
        let seal = match turn.keep.and_then(|it| it.patient) {
            Some(patient) => Some(self.patient_seal(patient).await?),
            None => None,
        };
        let mut write = self.write().await?;
        let mut outdated = 0;
        for id in &turn.overtaken {
            let delete = sqlx::query("DELETE FROM consult_answers WHERE id = ?").bind(id);
            outdated += delete.execute(&mut *write).await?.rows_affected();
        }
        if let Some((id, _)) = turn.served {
            let touch = format!("UPDATE consult_answers SET used = {NEXT_USE} WHERE id = ?");
            sqlx::query(sqlx::AssertSqlSafe(touch)).bind(id).execute(&mut *write).await?;
        }
        let mut kept = None;
        let mut evicted = 0;
        if let Some(new) = &turn.keep {
            let id: u32 =
                sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) + 1 FROM consult_answers")
                    .fetch_one(&mut *write)
                    .await?;
            let plain = new.body.to_string().into_bytes();
            let body = match &seal {
                Some(seal) => seal.seal(Place::Answer(id), &plain)?,
                None => plain,
            };
            let insert = format!(
                "INSERT INTO consult_answers (id, patient_id, corpus, used, body) VALUES (?, ?, ?, {NEXT_USE}, ?)"
            );
            sqlx::query(sqlx::AssertSqlSafe(insert))
                .bind(id)
                .bind(new.patient.map(PatientId::as_str))
                .bind(new.corpus.cast_signed())
                .bind(body)
                .execute(&mut *write)
                .await?;
            let room = sqlx::query(
                "DELETE FROM consult_answers WHERE id IN \
                 (SELECT id FROM consult_answers ORDER BY used DESC LIMIT -1 OFFSET ?)",
            );
            evicted = room.bind(turn.most).execute(&mut *write).await?.rows_affected();
            kept = Some(id);
        }
        sqlx::query(
            "UPDATE consult_answer_counts SET asked = asked + 1, hits = hits + ?, \
             saved_ms = saved_ms + ?, evicted = evicted + ?, outdated = outdated + ?",
        )
        .bind(i64::from(turn.served.is_some()))
        .bind(turn.served.map_or(0.0, |(_, ms)| ms))
        .bind(evicted.cast_signed())
        .bind(outdated.cast_signed())
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(kept)
    }

    /// Removes answers made from corpora of another generation than `corpus`. Returns how many were
    /// removed.
    pub async fn drop_outdated_answers(&self, corpus: u64) -> Result<u64, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM consult_answers WHERE corpus <> ?)";
        let is_outdated: bool =
            sqlx::query_scalar(sql).bind(corpus.cast_signed()).fetch_one(&self.readers).await?;
        if !is_outdated {
            return Ok(0);
        }
        let mut write = self.write().await?;
        let gone = sqlx::query("DELETE FROM consult_answers WHERE corpus <> ?")
            .bind(corpus.cast_signed())
            .execute(&mut *write)
            .await?
            .rows_affected();
        sqlx::query("UPDATE consult_answer_counts SET outdated = outdated + ?")
            .bind(gone.cast_signed())
            .execute(&mut *write)
            .await?;
        write.commit().await?;
        Ok(gone)
    }

    /// Statistics of the stored answers since the desk began.
    pub async fn answer_counts(&self) -> Result<AnswerCounts, StoreError> {
        let row = sqlx::query(
            "SELECT c.*, (SELECT COUNT(*) FROM consult_answers) AS entries \
             FROM consult_answer_counts c",
        )
        .fetch_one(&self.readers)
        .await?;
        let count = |name: &str| row.get::<i64, _>(name).unsigned_abs();
        Ok(AnswerCounts {
            entries: count("entries"),
            asked: count("asked"),
            hits: count("hits"),
            saved_ms: row.get("saved_ms"),
            evicted: count("evicted"),
            outdated: count("outdated"),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use serde_json::json;
    use simui_domain::Clock;

    use super::*;

    fn clock() -> Clock {
        Clock::new(|| "2026-11-22T00:00:00Z".parse().unwrap(), |_| uuid::Uuid::now_v7())
    }

    async fn database() -> (tempfile::TempDir, Database) {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(&dir.path().join("data")).await.unwrap();
        (dir, database)
    }

    fn kept<'a>(patient: Option<&'a PatientId>, body: &'a Value) -> AnswerUse<'a> {
        AnswerUse {
            keep: Some(NewAnswer { patient, corpus: 1, body }),
            most: 3,
            ..AnswerUse::default()
        }
    }

    #[tokio::test]
    async fn a_patients_answers_are_sealed_and_go_with_the_patient() {
        let (dir, database) = database().await;
        let patient = database.add_patient(&clock(), "가", &json!({}), "system").await.unwrap();
        let other = database.add_patient(&clock(), "나", &json!({}), "system").await.unwrap();
        let (own, anybodys) = (json!({ "answer": "unmistakable-zq" }), json!({ "answer": "open" }));
        database.use_answers(&kept(Some(&patient), &own)).await.unwrap();
        database.use_answers(&kept(None, &anybodys)).await.unwrap();
        let bodies = |kept: Vec<KeptAnswer>| kept.into_iter().map(|it| it.body).collect::<Vec<_>>();
        assert_eq!(bodies(database.kept_answers(Some(&patient)).await.unwrap()), [own]);
        assert_eq!(bodies(database.kept_answers(None).await.unwrap()), [anybodys]);
        assert!(database.kept_answers(Some(&other)).await.unwrap().is_empty());
        for file in std::fs::read_dir(dir.path().join("data")).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                let bytes = std::fs::read(&path).unwrap();
                let found = bytes.windows(15).any(|it| it == b"unmistakable-zq");
                assert!(!found, "{}", path.display());
            }
        }
        // A row that is moved to another patient does not open.
        let moved =
            sqlx::query("UPDATE consult_answers SET patient_id = ? WHERE patient_id IS NOT NULL");
        moved.bind(other.as_str()).execute(&database.writer).await.unwrap();
        assert!(database.kept_answers(Some(&other)).await.is_err());
        let back =
            sqlx::query("UPDATE consult_answers SET patient_id = ? WHERE patient_id IS NOT NULL");
        back.bind(patient.as_str()).execute(&database.writer).await.unwrap();
        database.forget_patient(&clock(), &patient, &[], "system").await.unwrap();
        assert_eq!(database.answer_counts().await.unwrap().entries, 1);
    }

    #[tokio::test]
    async fn the_least_recently_used_makes_room_and_everything_is_counted() {
        let (_dir, database) = database().await;
        let bodies: Vec<Value> = (0..4).map(|it| json!(it)).collect();
        let mut ids = Vec::new();
        for body in &bodies[..3] {
            ids.push(database.use_answers(&kept(None, body)).await.unwrap().unwrap());
        }
        let served = AnswerUse { served: Some((ids[0], 40.0)), most: 3, ..AnswerUse::default() };
        assert_eq!(database.use_answers(&served).await.unwrap(), None);
        database.use_answers(&kept(None, &bodies[3])).await.unwrap();
        let left = database.kept_answers(None).await.unwrap();
        assert_eq!(
            left.into_iter().map(|it| it.body).collect::<Vec<_>>(),
            [2, 0, 3].map(|it| json!(it))
        );
        let overtaken = AnswerUse { overtaken: vec![ids[0]], most: 3, ..AnswerUse::default() };
        database.use_answers(&overtaken).await.unwrap();
        let counts = database.answer_counts().await.unwrap();
        let expected =
            AnswerCounts { entries: 2, asked: 6, hits: 1, saved_ms: 40.0, evicted: 1, outdated: 1 };
        assert_eq!(counts, expected);
        assert_eq!(database.drop_outdated_answers(1).await.unwrap(), 0);
        assert_eq!(database.drop_outdated_answers(2).await.unwrap(), 2);
    }
}
