//! Runs of a graph, stored in the database.

use futures::TryStreamExt;
use simui_domain::{Clock, InterruptId, RunId};
use simui_flow::{
    Answer, Commit, Event, FlowError, InterruptRecord, Journal, RunLog, RunRecord, RunStatus, Step,
    StepKind,
};
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Either, Executor, Row, Sqlite, SqliteConnection};

use crate::columns::{json_text, stamp};
use crate::owner::is_alive;
use crate::run_rows::{event_texts, from_stored_status};
use crate::write::Write;
use crate::{Database, StoreError, review};

/// What the journal keeps current beside the runs, in the same transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projection {
    /// Runs only.
    None,
    /// Cases of advertisement review: their results, their place in the queue, people's decisions.
    Review,
}

/// Stores the runs of one kind of graph in the database.
#[derive(Debug, Clone)]
pub struct SqliteJournal {
    pub(crate) db: Database,
    projection: Projection,
    clock: Clock,
}

impl SqliteJournal {
    /// A journal for `db`. `clock` makes the ids of decisions and notices.
    pub fn new(db: Database, projection: Projection, clock: Clock) -> Self {
        Self { db, projection, clock }
    }

    async fn write_commit(&self, commit: &Commit) -> Result<(), StoreError> {
        // A person's decision must survive a power cut as well.
        let mut write = match commit.answer {
            Some(_) => self.db.write_durably().await?,
            None => self.db.write().await?,
        };
        if let Some((id, answer)) = &commit.answer {
            insert_answer(&mut write, id, answer).await?;
        }
        self.advance(&mut write, commit).await?;
        insert_recordings(&mut write, commit).await?;
        if let Some(interrupt) = &commit.interrupt {
            insert_interrupt(&mut write, interrupt).await?;
        }
        let is_at_rest = (commit.from, commit.to) != (RunStatus::Running, RunStatus::Running);
        if !is_at_rest {
            // Between two nodes nothing of a case changes.
            write.expected = &["step", "event"];
        } else if self.projection == Projection::Review {
            review::project(&mut write, commit, &self.clock).await?;
        }
        write.commit().await
    }

    /// Advances the run, if it is at the step that the commit expects and belongs to this process, and stores
    /// steps and events. One call, because reviews wait for it at every step.
    async fn advance(&self, write: &mut Write<'_>, commit: &Commit) -> Result<(), StoreError> {
        let me = &self.db.owner.id;
        let failure = commit.failure.as_ref().map(json_text).transpose()?;
        let steps: Vec<StepRow<'_>> =
            commit.steps.iter().map(step_row).collect::<Result<_, _>>()?;
        let events = match commit.events.is_empty() {
            true => None,
            false => Some(event_texts(&commit.events)?),
        };
        let (first, last) = (commit.steps.first(), commit.steps.last());
        let seq = |step: Option<&Step>| step.map(|step| step.seq.cast_signed());
        let query = sqlx::query(
            "UPDATE runs SET status = ?, failure = ?, updated_at = ?, steps = COALESCE(?, steps), \
             owner = ?, takeovers = 0 \
             WHERE id = ? AND status = ? AND (status <> 'running' OR owner = ?) \
             AND steps = COALESCE(? - 1, steps); \
             INSERT INTO steps (run_id, seq, node, visit, kind, delta, next, started_at, ms) \
             SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, \
             value ->> 5, value ->> 6, value ->> 7 FROM json_each(?); \
             INSERT INTO events (run_id, number, events) \
             SELECT run, COALESCE((SELECT MAX(number) FROM events WHERE run_id = run), 0) + 1, new \
             FROM (SELECT ? AS run, ? AS new) WHERE new IS NOT NULL",
        )
        .bind(commit.to.as_str())
        .bind(failure)
        .bind(stamp(commit.at))
        .bind(seq(last))
        .bind(me)
        .bind(commit.run_id.as_str())
        .bind(commit.from.as_str())
        .bind(me)
        .bind(seq(first))
        .bind(commit.run_id.as_str())
        .bind(json_text(&steps)?)
        .bind(commit.run_id.as_str())
        .bind(events);
        if run_in_turn(write, query).await? {
            return Ok(());
        }
        let run = commit.run_id.clone();
        let status: Option<String> = sqlx::query_scalar("SELECT status FROM runs WHERE id = ?")
            .bind(run.as_str())
            .fetch_optional(&mut **write)
            .await?;
        let Some(status) = status else { return Err(FlowError::UnknownRun(run).into()) };
        let status = from_stored_status(&status)?;
        Err(match status == commit.from {
            true => FlowError::OwnedElsewhere(run).into(),
            false => FlowError::WrongStatus { run, status, operation: "continued" }.into(),
        })
    }

    async fn take_over(&self, run: &RunId) -> Result<u32, StoreError> {
        let row = sqlx::query("SELECT status, owner, takeovers FROM runs WHERE id = ?")
            .bind(run.as_str())
            .fetch_optional(&self.db.readers)
            .await?;
        let row = row.ok_or_else(|| FlowError::UnknownRun(run.clone()))?;
        let (status, owner): (&str, &str) = (row.get("status"), row.get("owner"));
        let me = &self.db.owner.id;
        if status != RunStatus::Running.as_str() {
            return Ok(0);
        }
        if owner == me {
            return Ok(row.get("takeovers"));
        }
        if is_alive(self.db.dir(), owner) {
            return Err(FlowError::OwnedElsewhere(run.clone()).into());
        }
        // If several processes find the owner dead, the first update wins. The takeover is counted in the
        // same statement, so that a process that crashes on the run has been counted.
        let mut write = self.db.write().await?;
        let taken: Option<u32> = sqlx::query_scalar(
            "UPDATE runs SET owner = ?, takeovers = takeovers + 1 \
             WHERE id = ? AND owner = ? AND status = 'running' RETURNING takeovers",
        )
        .bind(me)
        .bind(run.as_str())
        .bind(owner)
        .fetch_optional(&mut *write)
        .await?;
        write.commit().await?;
        taken.ok_or_else(|| FlowError::OwnedElsewhere(run.clone()).into())
    }

    async fn left_behind(&self, graph: &str) -> Result<Vec<RunId>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, owner FROM runs WHERE status = 'running' AND graph = ? ORDER BY created_at",
        )
        .bind(graph)
        .fetch_all(&self.db.readers)
        .await?;
        let mut living: Vec<(&str, bool)> = Vec::new();
        let mut free = Vec::new();
        for row in &rows {
            let owner: &str = row.get("owner");
            let known = living.iter().find(|(id, _)| *id == owner).map(|(_, lives)| *lives);
            let lives = known.unwrap_or_else(|| {
                let lives = owner != self.db.owner.id && is_alive(self.db.dir(), owner);
                living.push((owner, lives));
                lives
            });
            if !lives {
                free.push(RunId(row.get("id")));
            }
        }
        Ok(free)
    }
}

impl Journal for SqliteJournal {
    async fn create(&self, run: &RunRecord) -> Result<(), FlowError> {
        let mut write = self.db.write().await?;
        insert_run(&mut write, run, &self.db.owner.id).await?;
        Ok(write.commit().await?)
    }

    async fn commit(&self, commit: &Commit) -> Result<(), FlowError> {
        Ok(self.write_commit(commit).await?)
    }

    async fn claim(&self, run: &RunId) -> Result<u32, FlowError> {
        Ok(self.take_over(run).await?)
    }

    async fn load(&self, run: &RunId) -> Result<Option<RunLog>, FlowError> {
        Ok(self.db.run_log(run).await?)
    }

    async fn interrupt(&self, id: &InterruptId) -> Result<Option<InterruptRecord>, FlowError> {
        Ok(self.db.interrupt(id).await?)
    }

    async fn runs(&self, subject: &str) -> Result<Vec<RunRecord>, FlowError> {
        Ok(self.db.runs_about(subject).await?)
    }

    async fn events(&self, run: &RunId) -> Result<Vec<Event>, FlowError> {
        Ok(self.db.run_events(run).await?)
    }

    async fn unfinished(&self, graph: &str) -> Result<Vec<RunId>, FlowError> {
        Ok(self.left_behind(graph).await?)
    }
}

/// Adds a run that belongs to this process.
pub(crate) async fn insert_run(
    connection: &mut SqliteConnection,
    run: &RunRecord,
    owner: &str,
) -> Result<(), StoreError> {
    let added = sqlx::query(
        "INSERT INTO runs (id, graph, version, subject, parent_run, parent_seq, initial, entry, \
         status, owner, steps, created_at, updated_at) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT (id) DO NOTHING",
    )
    .bind(run.id.as_str())
    .bind(&run.graph)
    .bind(run.version)
    .bind(&run.subject)
    .bind(run.parent.as_ref().map(|parent| parent.run_id.as_str()))
    .bind(run.parent.as_ref().map(|parent| parent.seq.cast_signed()))
    .bind(&run.initial)
    .bind(json_text(&run.entry)?)
    .bind(run.status.as_str())
    .bind(owner)
    .bind(stamp(run.created_at))
    .bind(stamp(run.created_at))
    .execute(connection)
    .await?;
    match added.rows_affected() {
        1 => Ok(()),
        _ => Err(FlowError::RunExists(run.id.clone()).into()),
    }
}

/// Stores the answer if the question has none yet.
async fn insert_answer(
    connection: &mut SqliteConnection,
    id: &InterruptId,
    answer: &Answer,
) -> Result<(), StoreError> {
    let taken = sqlx::query(
        "UPDATE interrupts SET answered_by = ?, answered_at = ?, answer = ? \
         WHERE id = ? AND answered_at IS NULL",
    )
    .bind(&answer.by)
    .bind(stamp(answer.at))
    .bind(json_text(&answer.payload)?)
    .bind(id.as_str())
    .execute(&mut *connection)
    .await?;
    if taken.rows_affected() == 1 {
        return Ok(());
    }
    let row = sqlx::query("SELECT answered_by, answered_at FROM interrupts WHERE id = ?")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    let row = row.ok_or_else(|| FlowError::UnknownInterrupt(id.clone()))?;
    let at = crate::columns::time("interrupts.answered_at", row.get("answered_at"))?;
    let by = row.get("answered_by");
    Err(FlowError::AlreadyAnswered { interrupt: id.clone(), by, at }.into())
}

/// Runs the statements of a query one after the other. Returns `false` when the first one changed nothing;
/// the transaction must then be given up, because the later ones may have run.
async fn run_in_turn(
    connection: &mut SqliteConnection,
    query: Query<'_, Sqlite, SqliteArguments>,
) -> Result<bool, sqlx::Error> {
    let mut results = connection.fetch_many(query);
    let mut is_first = true;
    while let Some(result) = results.try_next().await? {
        if let Either::Left(done) = result {
            if is_first && done.rows_affected() == 0 {
                return Ok(false);
            }
            is_first = false;
        }
    }
    Ok(true)
}

/// The columns of a step in `steps` after `run_id`.
type StepRow<'a> = (u64, &'a str, u32, &'static str, &'a str, String, String, f64);

fn step_row(step: &Step) -> Result<StepRow<'_>, StoreError> {
    let kind = match step.kind {
        StepKind::Body => "body",
        StepKind::Answer => "answer",
    };
    let (next, started_at) = (json_text(&step.next)?, stamp(step.started_at));
    Ok((step.seq, &step.node, step.visit, kind, &step.delta, next, started_at, step.ms))
}

/// Stores the outputs that nodes recorded.
async fn insert_recordings(
    connection: &mut SqliteConnection,
    commit: &Commit,
) -> Result<(), StoreError> {
    for recording in &commit.recordings {
        sqlx::query(
            "INSERT INTO recordings (run_id, node, visit, outputs) VALUES (?, ?, ?, ?) \
             ON CONFLICT (run_id, node, visit) DO UPDATE SET outputs = excluded.outputs",
        )
        .bind(commit.run_id.as_str())
        .bind(&recording.node)
        .bind(recording.visit)
        .bind(json_text(&recording.outputs)?)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn insert_interrupt(
    connection: &mut SqliteConnection,
    interrupt: &InterruptRecord,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO interrupts (id, run_id, seq, node, question, asked_at) \
         VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(interrupt.id.as_str())
    .bind(interrupt.run_id.as_str())
    .bind(interrupt.seq.cast_signed())
    .bind(&interrupt.node)
    .bind(json_text(&interrupt.question)?)
    .bind(stamp(interrupt.asked_at))
    .execute(connection)
    .await?;
    Ok(())
}
