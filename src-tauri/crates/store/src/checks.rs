//! 표본 점검: checks of cases that were completed without a person, and the list of disagreements.

use serde_json::json;
use simui_domain::{
    CaseId, CheckFinding, Clock, Confidence, Disagreement, DisagreementKind, QualityCheck,
    Reviewer, ReviewerId, Verdict, is_drawn,
};
use simui_flow::Commit;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::audit::Entry;
use crate::columns::{corrupt, from_word, stamp, time, word};
use crate::obstacle::CaseObstacle;
use crate::reviewers::decider;
use crate::settings::work_settings;
use crate::write::Write;
use crate::{Database, StoreError};

/// Draws a case that was just completed for a check, if no person reviewed it and its wording falls into
/// the sample.
pub(crate) async fn draw(
    write: &mut Write<'_>,
    case: &CaseId,
    commit: &Commit,
) -> Result<(), StoreError> {
    let text: Option<String> = sqlx::query_scalar(
        "SELECT v.text FROM cases c JOIN ad_versions v ON v.case_id = c.id AND v.version = c.version \
         WHERE c.id = ? AND c.human_reviewed = 0",
    )
    .bind(case.as_str())
    .fetch_optional(&mut **write)
    .await?;
    let Some(text) = text else { return Ok(()) };
    let one_in = u64::from(work_settings(write).await?.check_one_in);
    if !is_drawn(&text, one_in) {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO quality_checks (run_id, case_id, drawn_at, note) VALUES (?, ?, ?, '') \
         ON CONFLICT (run_id) DO NOTHING",
    )
    .bind(commit.run_id.as_str())
    .bind(case.as_str())
    .bind(stamp(commit.at))
    .execute(&mut **write)
    .await?;
    Ok(())
}

const CHECKS: &str = "SELECT k.*, SUBSTR(v.text, 1, 160) AS excerpt, r.verdict AS desk_verdict, \
     r.confidence FROM quality_checks k JOIN results r ON r.run_id = k.run_id \
     JOIN ad_versions v ON v.run_id = k.run_id WHERE ?1 = 1 OR k.checked_at IS NULL \
     ORDER BY k.drawn_at, k.run_id";

/// Decisions that differ from the draft, second signatures that disagreed, and checks with another
/// finding, the oldest first.
const DISAGREEMENTS: &str = "SELECT 'desk' AS kind, d.case_id, d.decided_at AS at, d.reviewer AS by_name, \
       NULL AS with_name, d.desk_verdict AS before_verdict, d.verdict AS after_verdict, d.note, 0 AS open \
     FROM decisions d WHERE d.action = 'reject' OR (d.action = 'modify' AND d.verdict <> d.desk_verdict) \
     UNION ALL SELECT 'second', s.case_id, s.signed_at, s.reviewer, f.reviewer, f.verdict, s.verdict, s.note, \
       CASE WHEN q.state = 'open' THEN 1 ELSE 0 END \
     FROM signatures s JOIN queue q ON q.interrupt_id = s.interrupt_id \
     JOIN signatures f ON f.interrupt_id = s.interrupt_id AND f.number = s.number - 1 WHERE s.act = 'disagree' \
     UNION ALL SELECT 'check', k.case_id, k.checked_at, k.reviewer, NULL, r.verdict, k.verdict, k.note, \
       CASE WHEN EXISTS (SELECT 1 FROM reopenings o WHERE o.previous_run = k.run_id) THEN 0 ELSE 1 END \
     FROM quality_checks k JOIN results r ON r.run_id = k.run_id WHERE k.agrees = 0 \
     ORDER BY 3, 2";

impl Database {
    /// The drawn cases that nobody has checked yet; with `all`, also those that somebody has.
    pub async fn quality_checks(&self, all: bool) -> Result<Vec<QualityCheck>, StoreError> {
        let rows = sqlx::query(CHECKS).bind(all).fetch_all(&self.readers).await?;
        rows.iter().map(check_from).collect()
    }

    /// Stores the finding of a person who checked a case. The case itself does not change.
    pub async fn check_case(
        &self,
        clock: &Clock,
        case: &CaseId,
        by: &Reviewer,
        agrees: bool,
        verdict: Option<Verdict>,
        note: &str,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        let by = decider(&mut write, by.id.as_str()).await?;
        let kept = sqlx::query(
            "UPDATE quality_checks SET reviewer_id = ?, reviewer = ?, role = ?, checked_at = ?, \
             agrees = ?, verdict = ?, note = ? WHERE checked_at IS NULL AND run_id = \
             (SELECT run_id FROM quality_checks WHERE case_id = ? AND checked_at IS NULL \
             ORDER BY rowid DESC LIMIT 1)",
        )
        .bind(by.id.as_str())
        .bind(&by.name)
        .bind(word(&by.role)?)
        .bind(stamp(now))
        .bind(agrees)
        .bind(verdict.map(Verdict::as_str))
        .bind(note)
        .bind(case.as_str())
        .execute(&mut *write)
        .await?;
        if kept.rows_affected() == 0 {
            let problem = CaseObstacle::NotToCheck;
            return Err(StoreError::Case { case: case.clone(), problem });
        }
        let details = json!({ "agrees": agrees, "verdict": verdict });
        let (actor, subject) = (by.id.as_str(), case.as_str());
        write.audit(Entry { at: now, actor, action: "quality_check", subject, details }).await?;
        write.commit().await
    }

    /// Who disagreed with whom, the oldest first.
    pub async fn disagreements(&self) -> Result<Vec<Disagreement>, StoreError> {
        let rows = sqlx::query(DISAGREEMENTS).fetch_all(&self.readers).await?;
        rows.iter().map(disagreement_from).collect()
    }
}

fn verdict_in(row: &SqliteRow, column: &'static str) -> Result<Option<Verdict>, StoreError> {
    let text: Option<&str> = row.get(column);
    text.map(|text| text.parse().map_err(|_| corrupt(column, text))).transpose()
}

fn check_from(row: &SqliteRow) -> Result<QualityCheck, StoreError> {
    let desk_verdict = verdict_in(row, "desk_verdict")?;
    let found = match row.get::<Option<&str>, _>("checked_at") {
        None => None,
        Some(at) => Some(CheckFinding {
            reviewer: Reviewer {
                id: ReviewerId(row.get("reviewer_id")),
                name: row.get("reviewer"),
                role: from_word("quality_checks.role", row.get("role"))?,
            },
            at: time("quality_checks.checked_at", at)?,
            agrees: row.get("agrees"),
            verdict: verdict_in(row, "verdict")?,
            note: row.get("note"),
        }),
    };
    Ok(QualityCheck {
        case_id: CaseId(row.get("case_id")),
        excerpt: row.get("excerpt"),
        desk_verdict: desk_verdict.ok_or_else(|| corrupt("results.verdict", "it is empty"))?,
        confidence: Confidence(row.get("confidence")),
        drawn_at: time("quality_checks.drawn_at", row.get("drawn_at"))?,
        found,
    })
}

fn disagreement_from(row: &SqliteRow) -> Result<Disagreement, StoreError> {
    Ok(Disagreement {
        kind: from_word::<DisagreementKind>("disagreement", row.get("kind"))?,
        case_id: CaseId(row.get("case_id")),
        at: time("disagreement", row.get("at"))?,
        by: row.get("by_name"),
        with: row.get("with_name"),
        before: verdict_in(row, "before_verdict")?,
        after: verdict_in(row, "after_verdict")?,
        note: row.get("note"),
        open: row.get("open"),
    })
}
