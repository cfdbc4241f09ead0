//! Reads runs, questions and events from the database.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;
use simui_domain::{InterruptId, RunId};
use simui_flow::{
    Answer, Event, EventKind, InterruptRecord, Parent, Recording, RunLog, RunRecord, RunStatus,
    Step, StepKind,
};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::columns::{corrupt, json_from, json_text, time};
use crate::{Database, StoreError};

const RUN: &str = "SELECT id, graph, version, subject, parent_run, parent_seq, initial, entry, \
     status, failure, created_at FROM runs";

impl Database {
    /// Everything recorded about a run; `None` if there is no such run.
    pub(crate) async fn run_log(&self, id: &RunId) -> Result<Option<RunLog>, StoreError> {
        // One snapshot: the run and its steps must be of the same moment.
        let mut tx = self.readers.begin().await?;
        let row = sqlx::query(sqlx::AssertSqlSafe(format!("{RUN} WHERE id = ?")))
            .bind(id.as_str())
            .fetch_optional(&mut *tx)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let run = run_from(&row)?;
        let steps = sqlx::query(
            "SELECT seq, node, visit, kind, delta, next, started_at, ms FROM steps \
             WHERE run_id = ? ORDER BY seq",
        )
        .bind(id.as_str())
        .fetch_all(&mut *tx)
        .await?;
        let recordings =
            sqlx::query("SELECT node, visit, outputs FROM recordings WHERE run_id = ?")
                .bind(id.as_str())
                .fetch_all(&mut *tx)
                .await?;
        let open: Option<String> = sqlx::query_scalar(
            "SELECT id FROM interrupts WHERE run_id = ? AND answered_at IS NULL \
             ORDER BY seq DESC LIMIT 1",
        )
        .bind(id.as_str())
        .fetch_optional(&mut *tx)
        .await?;
        let open_interrupt = open.filter(|_| run.status == RunStatus::Waiting).map(InterruptId);
        Ok(Some(RunLog {
            run,
            steps: steps.iter().map(step_from).collect::<Result<_, _>>()?,
            recordings: recordings.iter().map(recording_from).collect::<Result<_, _>>()?,
            open_interrupt,
        }))
    }

    /// The question with this id; `None` if there is none.
    pub async fn interrupt(&self, id: &InterruptId) -> Result<Option<InterruptRecord>, StoreError> {
        let row = sqlx::query(
            "SELECT id, run_id, seq, node, question, asked_at, answered_by, answered_at, answer \
             FROM interrupts WHERE id = ?",
        )
        .bind(id.as_str())
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(interrupt_from).transpose()
    }

    /// The runs about a subject, for example a case, the oldest first.
    pub async fn runs_about(&self, subject: &str) -> Result<Vec<RunRecord>, StoreError> {
        let sql = format!("{RUN} WHERE subject = ? ORDER BY rowid");
        let rows =
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(subject).fetch_all(&self.readers).await?;
        rows.iter().map(run_from).collect()
    }

    /// The stored events of a run, the oldest first.
    pub async fn run_events(&self, run: &RunId) -> Result<Vec<Event>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.subject, e.events FROM events e JOIN runs r ON r.id = e.run_id \
             WHERE e.run_id = ? ORDER BY e.number",
        )
        .bind(run.as_str())
        .fetch_all(&self.readers)
        .await?;
        let mut events = Vec::new();
        for row in rows {
            let stored: Vec<(Timestamp, EventKind)> =
                json_from("events.events", row.get("events"))?;
            let subject: String = row.get("subject");
            events.extend(stored.into_iter().map(|(at, kind)| Event {
                run_id: run.clone(),
                subject: subject.clone(),
                at,
                kind,
            }));
        }
        Ok(events)
    }
}

/// The events of one commit as JSON, without run and subject, which the row holds.
pub(crate) fn event_texts(events: &[Event]) -> Result<String, StoreError> {
    #[derive(Serialize)]
    struct Stored<'a>(Timestamp, &'a EventKind);
    json_text(&events.iter().map(|event| Stored(event.at, &event.kind)).collect::<Vec<_>>())
}

pub(crate) fn from_stored_status(status: &str) -> Result<RunStatus, StoreError> {
    RunStatus::from_stored(status).ok_or_else(|| corrupt("runs.status", status))
}

fn run_from(row: &SqliteRow) -> Result<RunRecord, StoreError> {
    let parent = match (row.get("parent_run"), row.get::<Option<i64>, _>("parent_seq")) {
        (Some(run), Some(seq)) => Some(Parent { run_id: RunId(run), seq: seq.unsigned_abs() }),
        _ => None,
    };
    let failure: Option<&str> = row.get("failure");
    Ok(RunRecord {
        id: RunId(row.get("id")),
        graph: row.get("graph"),
        version: row.get("version"),
        subject: row.get("subject"),
        parent,
        initial: row.get("initial"),
        entry: json_from("runs.entry", row.get("entry"))?,
        status: from_stored_status(row.get("status"))?,
        failure: failure.map(|text| json_from("runs.failure", text)).transpose()?,
        created_at: time("runs.created_at", row.get("created_at"))?,
    })
}

fn step_from(row: &SqliteRow) -> Result<Step, StoreError> {
    Ok(Step {
        seq: row.get::<i64, _>("seq").unsigned_abs(),
        node: row.get("node"),
        visit: row.get("visit"),
        kind: match row.get("kind") {
            "body" => StepKind::Body,
            "answer" => StepKind::Answer,
            other => return Err(corrupt("steps.kind", other)),
        },
        delta: row.get("delta"),
        next: json_from("steps.next", row.get("next"))?,
        started_at: time("steps.started_at", row.get("started_at"))?,
        ms: row.get("ms"),
    })
}

fn recording_from(row: &SqliteRow) -> Result<Recording, StoreError> {
    let outputs: BTreeMap<String, String> = json_from("recordings.outputs", row.get("outputs"))?;
    Ok(Recording { node: row.get("node"), visit: row.get("visit"), outputs })
}

fn interrupt_from(row: &SqliteRow) -> Result<InterruptRecord, StoreError> {
    let answer = match row.get::<Option<&str>, _>("answered_at") {
        None => None,
        Some(at) => Some(Answer {
            by: row.get("answered_by"),
            at: time("interrupts.answered_at", at)?,
            payload: json_from("interrupts.answer", row.get("answer"))?,
        }),
    };
    Ok(InterruptRecord {
        id: InterruptId(row.get("id")),
        run_id: RunId(row.get("run_id")),
        seq: row.get::<i64, _>("seq").unsigned_abs(),
        node: row.get("node"),
        question: json_from("interrupts.question", row.get("question"))?,
        asked_at: time("interrupts.asked_at", row.get("asked_at"))?,
        answer,
    })
}
