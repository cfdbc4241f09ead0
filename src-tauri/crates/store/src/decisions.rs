//! People's decisions on cases, with their notices.

use serde_json::json;
use simui_domain::{
    Action, CaseId, Clock, Decision, DecisionId, InterruptId, Reviewer, ReviewerId, RunId, Verdict,
};
use simui_flow::Answer;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::audit::Entry;
use crate::columns::{corrupt, from_word, stamp, time, word};
use crate::decision_input::DecisionInput;
use crate::handling::refuse_if_claimed;
use crate::records::recorded;
use crate::reviewers::decider;
use crate::signed_rows::{signed_columns, signed_digest};
use crate::write::Write;
use crate::{Database, StoreError, signatures};

/// 수정요청: the notice that asks an advertiser for a new version.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, ts_rs::TS)]
pub struct Notice {
    /// Its id.
    pub id: String,
    /// The decision that it carries out.
    pub decision_id: DecisionId,
    /// Text of the notice.
    pub text: String,
    /// When it was written.
    #[ts(type = "string")]
    pub created_at: jiff::Timestamp,
}

/// The run and the version of the advertisement that a decision is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedOn {
    /// The run whose question it answered.
    pub run_id: RunId,
    /// The version of the advertisement that this run reviewed.
    pub version: u32,
}

/// Stores the decision with its notice and its audit entry.
pub(crate) async fn record_decision(
    write: &mut Write<'_>,
    case: &CaseId,
    run: &RunId,
    interrupt: &InterruptId,
    answer: &Answer,
    input: DecisionInput,
    clock: &Clock,
) -> Result<(), StoreError> {
    let reviewer = decider(write, &answer.by).await?;
    refuse_if_claimed(write, case, &reviewer, answer.at).await?;
    signatures::answered(write, case, interrupt, answer, &input, &reviewer, clock).await?;
    let desk_verdict = draft_verdict(write, run).await?;
    let id: DecisionId = clock.new_id();
    let verdict = match (input.verdict, input.action) {
        (None, Action::Approve) => desk_verdict.clone(),
        (verdict, _) => verdict.map(|verdict| verdict.as_str().to_owned()),
    };
    let action = word(&input.action)?;
    sqlx::query(
        "INSERT INTO decisions (id, case_id, run_id, interrupt_id, action, reviewer_id, reviewer, \
         role, decided_at, verdict, note, diff, desk_verdict) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(id.as_str())
    .bind(case.as_str())
    .bind(run.as_str())
    .bind(interrupt.as_str())
    .bind(&action)
    .bind(reviewer.id.as_str())
    .bind(&reviewer.name)
    .bind(word(&reviewer.role)?)
    .bind(stamp(answer.at))
    .bind(&verdict)
    .bind(&input.note)
    .bind(&input.diff)
    .bind(&desk_verdict)
    .execute(&mut **write)
    .await?;
    if let Some(text) = input.notice.filter(|_| input.action == Action::RequestRevision) {
        sqlx::query(
            "INSERT INTO notices (id, case_id, decision_id, text, created_at) \
             VALUES (?, ?, ?, ?, ?)",
        )
        .bind(clock.new_id::<DecisionId>().as_str())
        .bind(case.as_str())
        .bind(id.as_str())
        .bind(text)
        .bind(stamp(answer.at))
        .execute(&mut **write)
        .await?;
    }
    let row = sqlx::query(SIGNED).bind(id.as_str()).fetch_one(&mut **write).await?;
    let details = json!({
        "decision": id, "action": action, "verdict": verdict, "sha256": signed_digest(&row),
    });
    write
        .audit(Entry {
            at: answer.at,
            actor: reviewer.id.as_str(),
            action: "decision",
            subject: case.as_str(),
            details,
        })
        .await
}

async fn draft_verdict(write: &mut Write<'_>, run: &RunId) -> Result<Option<String>, StoreError> {
    Ok(sqlx::query_scalar("SELECT verdict FROM results WHERE run_id = ?")
        .bind(run.as_str())
        .fetch_optional(&mut **write)
        .await?)
}

/// Query of everything that a person signed with one decision, for [`signed_digest`].
pub(crate) const SIGNED: &str = "SELECT d.id, d.case_id, d.run_id, d.interrupt_id, d.action, \
     d.reviewer_id, d.reviewer, d.role, d.decided_at, COALESCE(d.verdict, '') AS verdict, d.note, \
     d.diff, i.answer, COALESCE(n.text, '') AS notice \
     FROM decisions d JOIN interrupts i ON i.id = d.interrupt_id \
     LEFT JOIN notices n ON n.decision_id = d.id WHERE d.id = ?";

impl Database {
    /// Everything that a person signed with a decision, as name and value, in the order of the digest.
    pub async fn signed(&self, id: &DecisionId) -> Result<Vec<(String, String)>, StoreError> {
        let row = sqlx::query(SIGNED).bind(id.as_str()).fetch_one(&self.readers).await?;
        Ok(signed_columns(&row))
    }

    /// The decisions on a case in the order in which they were recorded.
    pub async fn decisions(&self, case: &CaseId) -> Result<Vec<Decision>, StoreError> {
        let order = recorded("decision", "d.id");
        let sql = format!("SELECT * FROM decisions d WHERE case_id = ? ORDER BY {order}, rowid");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(case.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(decision_from).collect()
    }

    /// The run and the version of the advertisement that a decision is about; `None` if the decision does
    /// not exist.
    pub async fn decided_on(&self, id: &DecisionId) -> Result<Option<DecidedOn>, StoreError> {
        let row = sqlx::query(
            "WITH RECURSIVE up (id, parent) AS (\
             SELECT r.id, r.parent_run FROM decisions d JOIN runs r ON r.id = d.run_id \
             WHERE d.id = ?1 \
             UNION SELECT r.id, r.parent_run FROM runs r JOIN up ON r.id = up.parent) \
             SELECT d.run_id, v.version FROM decisions d JOIN ad_versions v ON v.case_id = d.case_id \
             WHERE d.id = ?1 AND v.run_id IN (SELECT id FROM up) ORDER BY v.version DESC LIMIT 1",
        )
        .bind(id.as_str())
        .fetch_optional(&self.readers)
        .await?;
        Ok(row
            .map(|row| DecidedOn { run_id: RunId(row.get("run_id")), version: row.get("version") }))
    }

    /// The notices to the advertiser in the order in which they were recorded.
    pub async fn notices(&self, case: &CaseId) -> Result<Vec<Notice>, StoreError> {
        let order = recorded("decision", "n.decision_id");
        let sql = format!("SELECT * FROM notices n WHERE case_id = ? ORDER BY {order}, rowid");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(case.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(Notice {
                    id: row.get("id"),
                    decision_id: DecisionId(row.get("decision_id")),
                    text: row.get("text"),
                    created_at: time("notices.created_at", row.get("created_at"))?,
                })
            })
            .collect()
    }
}

fn decision_from(row: &SqliteRow) -> Result<Decision, StoreError> {
    let verdict: Option<&str> = row.get("verdict");
    let parse = |text: &str| {
        text.parse::<Verdict>().map_err(|e| corrupt("decisions.verdict", &e.to_string()))
    };
    Ok(Decision {
        id: DecisionId(row.get("id")),
        case_id: CaseId(row.get("case_id")),
        action: from_word("decisions.action", row.get("action"))?,
        reviewer: Reviewer {
            id: ReviewerId(row.get("reviewer_id")),
            name: row.get("reviewer"),
            role: from_word("decisions.role", row.get("role"))?,
        },
        decided_at: time("decisions.decided_at", row.get("decided_at"))?,
        verdict: verdict.map(parse).transpose()?,
        note: row.get("note"),
        diff: row.get("diff"),
    })
}
