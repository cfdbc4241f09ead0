//! Questions that pharmacists asked, with the answers and the feedback on them. Identifiers were masked
//! before.

use jiff::Timestamp;
use serde_json::{Value, json};
use simui_domain::{PatientId, ReviewerId};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::audit::Entry;
use crate::columns::{count, json_from, json_text, stamp, time};
use crate::queue::escape_like;
use crate::write::Write;
use crate::{Database, StoreError};

/// A question and its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedQuestion {
    /// Id of the run.
    pub id: String,
    /// When it was asked.
    pub asked_at: Timestamp,
    /// Who asked, if a name was given.
    pub asked_by: Option<ReviewerId>,
    /// The question, with identifiers masked.
    pub question: String,
    /// `answered`, `emergency`, `out_of_scope` or `insufficient`.
    pub status: String,
    /// The answer as it was displayed.
    pub response: Value,
    /// Requests to chat models and their replies.
    pub calls: Value,
    /// Feedback on the answer, if there is any.
    pub feedback: Option<Feedback>,
}

/// Feedback on an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feedback {
    /// When it was given.
    pub given_at: Timestamp,
    /// Who gave it, if a name was given.
    pub given_by: Option<ReviewerId>,
    /// `helpful`, `wrong_section`, `wrong_scope` or `missing`.
    pub verdict: String,
    /// Title of the document that should have come first; may be empty.
    pub title: String,
    /// Section of that document; may be empty.
    pub section: String,
    /// Free text; may be empty.
    pub note: String,
}

/// Which questions to list, the newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedFilter<'a> {
    /// Only questions that contain this text; all questions if it is empty.
    pub words: &'a str,
    /// Only questions with feedback.
    pub with_feedback: bool,
    /// Largest number of questions.
    pub limit: u32,
    /// Number of questions to skip.
    pub offset: u32,
}

const ROWS: &str = "SELECT q.*, f.given_at, f.given_by, f.verdict, f.title, f.section, f.note \
                    FROM pharmacy_questions q LEFT JOIN pharmacy_feedback f ON f.question_id = q.id";

const OLD: &str = "DELETE FROM pharmacy_questions WHERE asked_at < ? \
                   AND id NOT IN (SELECT question_id FROM pharmacy_feedback)";

const MATCHING: &str = "WHERE q.question LIKE ? ESCAPE '!'";

impl Database {
    /// Stores a question, and deletes questions from before `keep_from` that have no feedback. `named`
    /// are the patients reviewer_id names were masked in it: the question is deleted when one of them is
    /// forgotten.
    pub async fn keep_question(
        &self,
        asked: &AskedQuestion,
        named: &[PatientId],
        keep_from: Timestamp,
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query(
            "INSERT INTO pharmacy_questions (id, asked_at, asked_by, question, status, response, calls) \
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&asked.id)
        .bind(stamp(asked.asked_at))
        .bind(asked.asked_by.as_ref().map(ReviewerId::as_str))
        .bind(&asked.question)
        .bind(&asked.status)
        .bind(json_text(&asked.response)?)
        .bind(json_text(&asked.calls)?)
        .execute(&mut *write)
        .await?;
        insert_named_patients(&mut write, &asked.id, named).await?;
        sqlx::query(OLD).bind(stamp(keep_from)).execute(&mut *write).await?;
        write.commit().await
    }

    /// Deletes the questions from before `keep_from` that have no feedback.
    pub async fn forget_questions(&self, keep_from: Timestamp) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query(OLD).bind(stamp(keep_from)).execute(&mut *write).await?;
        write.commit().await
    }

    /// A page of questions, and their number in all.
    pub async fn asked_questions(
        &self,
        filter: AskedFilter<'_>,
    ) -> Result<(usize, Vec<AskedQuestion>), StoreError> {
        let judged = if filter.with_feedback { "AND f.verdict IS NOT NULL" } else { "" };
        let pattern = format!("%{}%", escape_like(filter.words));
        let all = format!(
            "SELECT COUNT(*) AS n FROM pharmacy_questions q \
             LEFT JOIN pharmacy_feedback f ON f.question_id = q.id {MATCHING} {judged}"
        );
        let page = format!(
            "{ROWS} {MATCHING} {judged} ORDER BY q.asked_at DESC, q.id DESC LIMIT ? OFFSET ?"
        );
        let counted =
            sqlx::query(sqlx::AssertSqlSafe(all)).bind(&pattern).fetch_one(&self.readers).await?;
        let rows = sqlx::query(sqlx::AssertSqlSafe(page))
            .bind(&pattern)
            .bind(filter.limit)
            .bind(filter.offset)
            .fetch_all(&self.readers)
            .await?;
        Ok((count(&counted, "n"), rows.iter().map(asked_from).collect::<Result<_, _>>()?))
    }

    /// The question with this id.
    pub async fn asked_question(&self, id: &str) -> Result<Option<AskedQuestion>, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!("{ROWS} WHERE q.id = ?")))
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(asked_from).transpose()
    }

    /// Deletes a question with its feedback. Returns whether it existed.
    pub async fn forget_question(
        &self,
        id: &str,
        at: Timestamp,
        by: &str,
    ) -> Result<bool, StoreError> {
        let mut write = self.write_durably().await?;
        for table in ["pharmacy_feedback WHERE question_id = ?", "pharmacy_questions WHERE id = ?"]
        {
            let deleted = sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM {table}")))
                .bind(id)
                .execute(&mut *write)
                .await?;
            if table.starts_with("pharmacy_questions") && deleted.rows_affected() == 0 {
                return Ok(false);
            }
        }
        let details = json!({});
        write
            .audit(Entry { at, actor: by, action: "question_forgotten", subject: id, details })
            .await?;
        write.commit().await?;
        Ok(true)
    }

    /// Stores feedback on an answer in place of earlier feedback. Returns whether the question exists.
    /// `named` are the patients reviewer_id names were masked in the feedback.
    pub async fn keep_feedback(
        &self,
        id: &str,
        feedback: &Feedback,
        named: &[PatientId],
    ) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        let kept = sqlx::query(
            "INSERT INTO pharmacy_feedback (question_id, given_at, given_by, verdict, title, section, note) \
             SELECT id, ?, ?, ?, ?, ?, ? FROM pharmacy_questions WHERE id = ? \
             ON CONFLICT (question_id) DO UPDATE SET given_at = excluded.given_at, given_by = excluded.given_by, \
             verdict = excluded.verdict, title = excluded.title, section = excluded.section, note = excluded.note",
        )
        .bind(stamp(feedback.given_at))
        .bind(feedback.given_by.as_ref().map(ReviewerId::as_str))
        .bind(&feedback.verdict)
        .bind(&feedback.title)
        .bind(&feedback.section)
        .bind(&feedback.note)
        .bind(id)
        .execute(&mut *write)
        .await?;
        if kept.rows_affected() > 0 {
            insert_named_patients(&mut write, id, named).await?;
        }
        write.commit().await?;
        Ok(kept.rows_affected() > 0)
    }
}

/// Stores which patients a question named; a patient that was forgotten in the meantime is left out.
async fn insert_named_patients(
    write: &mut Write<'_>,
    question: &str,
    named: &[PatientId],
) -> Result<(), StoreError> {
    for patient in named {
        sqlx::query(
            "INSERT INTO pharmacy_question_patients (question_id, patient_id) \
             SELECT ?, id FROM patients WHERE id = ? ON CONFLICT DO NOTHING",
        )
        .bind(question)
        .bind(patient.as_str())
        .execute(&mut **write)
        .await?;
    }
    Ok(())
}

fn asked_from(row: &SqliteRow) -> Result<AskedQuestion, StoreError> {
    let reviewer_id = |column: &str| row.get::<Option<String>, _>(column).map(ReviewerId);
    let feedback = match row.get::<Option<&str>, _>("given_at") {
        None => None,
        Some(at) => Some(Feedback {
            given_at: time("pharmacy_feedback.given_at", at)?,
            given_by: reviewer_id("given_by"),
            verdict: row.get("verdict"),
            title: row.get("title"),
            section: row.get("section"),
            note: row.get("note"),
        }),
    };
    Ok(AskedQuestion {
        id: row.get("id"),
        asked_at: time("pharmacy_questions.asked_at", row.get("asked_at"))?,
        asked_by: reviewer_id("asked_by"),
        question: row.get("question"),
        status: row.get("status"),
        response: json_from("pharmacy_questions.response", row.get("response"))?,
        calls: json_from("pharmacy_questions.calls", row.get("calls"))?,
        feedback,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn asked(id: &str, day: u32, question: &str) -> AskedQuestion {
        AskedQuestion {
            id: id.into(),
            asked_at: format!("2026-11-{day:02}T09:00:00Z").parse().unwrap(),
            asked_by: None,
            question: question.into(),
            status: "answered".into(),
            response: json!({ "answer": "가" }),
            calls: json!([]),
            feedback: None,
        }
    }

    fn feedback(verdict: &str) -> Feedback {
        Feedback {
            given_at: "2026-11-22T09:00:00Z".parse().unwrap(),
            given_by: None,
            verdict: verdict.into(),
            title: String::new(),
            section: String::new(),
            note: String::new(),
        }
    }

    #[tokio::test]
    async fn questions_are_kept_found_judged_and_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(&dir.path().join("data")).await.unwrap();
        let long_ago = "2020-01-01T00:00:00Z".parse().unwrap();
        for (id, day, question) in
            [("a", 1, "타이레놀 용량"), ("b", 2, "100% 와파린"), ("c", 3, "타이레놀")]
        {
            database.keep_question(&asked(id, day, question), &[], long_ago).await.unwrap();
        }
        let listed = async |words, with_feedback, limit, offset| {
            let filter = AskedFilter { words, with_feedback, limit, offset };
            let (total, page) = database.asked_questions(filter).await.unwrap();
            (total, page.into_iter().map(|it| it.id).collect::<Vec<_>>().join(""))
        };
        assert_eq!(listed("", false, 9, 0).await, (3, "cba".into()));
        assert_eq!(listed("", false, 1, 1).await, (3, "b".into()));
        assert_eq!(listed("타이레놀", false, 9, 0).await, (2, "ca".into()));
        assert_eq!(listed("%", false, 9, 0).await, (1, "b".into()), "no pattern");
        assert!(database.keep_feedback("a", &feedback("missing"), &[]).await.unwrap());
        assert!(database.keep_feedback("a", &feedback("helpful"), &[]).await.unwrap());
        assert!(!database.keep_feedback("x", &feedback("helpful"), &[]).await.unwrap());
        assert_eq!(listed("", true, 9, 0).await, (1, "a".into()));
        let one = database.asked_question("a").await.unwrap().unwrap();
        assert_eq!(
            one,
            AskedQuestion {
                feedback: Some(feedback("helpful")), ..asked("a", 1, "타이레놀 용량")
            }
        );

        // Questions with feedback are not deleted with the others.
        let later = "2026-11-03T00:00:00Z".parse().unwrap();
        database.keep_question(&asked("d", 4, "나"), &[], later).await.unwrap();
        assert_eq!(listed("", false, 9, 0).await, (3, "dca".into()));
        database.forget_questions(later).await.unwrap();
        assert_eq!(listed("", false, 9, 0).await, (3, "dca".into()));
        for (id, there) in [("a", true), ("a", false), ("d", true)] {
            assert_eq!(database.forget_question(id, later, "system").await.unwrap(), there, "{id}");
        }
        assert_eq!(listed("", false, 9, 0).await, (1, "c".into()));
        assert_eq!(database.audit_of("d").await.unwrap().len(), 1);
    }
}
