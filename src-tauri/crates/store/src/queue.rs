//! Lists of cases: the queue and the other views.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::{CaseId, CaseStatus, Handling, InterruptReason, ReviewerId, Severity, Verdict};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};
use ts_rs::TS;

use crate::columns::{corrupt, from_word, json_from, stamp, time};
use crate::handling::handling_from;
use crate::{Database, StoreError};

/// Which cases to list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CaseState {
    /// 대기: a person must decide.
    #[default]
    Open,
    /// 내 것: open, and assigned to or claimed by the reviewer of the filter.
    Mine,
    /// 표본: open only because the case was drawn as a sample.
    Sampled,
    /// 완료: final.
    Done,
    /// 진행: neither final nor waiting for a decision. A run is in progress, a new version is awaited, or
    /// the run failed.
    Ongoing,
    /// Every case.
    All,
}

/// Order of a list of cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CaseOrder {
    /// The longest waiting first.
    #[default]
    Oldest,
    /// The latest first.
    Newest,
    /// The most severe violation first, then the longest waiting.
    Severity,
    /// The lowest confidence first.
    Confidence,
    /// Failed cases first, then by priority, then by due date: the order in which people work.
    Work,
}

/// Filter, order and page of a list of cases.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct CaseFilter {
    /// Which cases to list.
    pub state: CaseState,
    /// The reviewer for 내 것; without one that list is empty.
    pub reviewer: Option<ReviewerId>,
    /// The current time, by which expired claims are ignored.
    #[ts(type = "string")]
    pub now: Option<Timestamp>,
    /// Only cases with a violation of at least this severity.
    pub severity: Option<Severity>,
    /// Only cases with this verdict: the final one, or else the desk's.
    pub verdict: Option<Verdict>,
    /// Only cases with this text in the advertisement, its advertiser, its number or its id.
    pub text: Option<String>,
    /// Order of the list.
    pub order: CaseOrder,
    /// Largest number of cases; 200 if absent.
    pub limit: Option<u32>,
    /// Number of cases to skip.
    pub offset: u32,
}

/// One line of a list of cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseSummary {
    /// Its id.
    pub id: CaseId,
    /// The sender's own number.
    pub external_id: Option<String>,
    /// Its status.
    pub status: CaseStatus,
    /// Number of the advertisement's current version.
    pub version: u32,
    /// The first 160 characters of the current version.
    pub excerpt: String,
    /// The advertiser.
    pub advertiser: Option<String>,
    /// The medium.
    pub medium: Option<String>,
    /// The desk's verdict, once there is one.
    pub verdict: Option<Verdict>,
    /// The final verdict, once there is one.
    pub final_verdict: Option<Verdict>,
    /// 확신도, 0 to 1.
    pub confidence: Option<f64>,
    /// Number of violations of each severity: critical, high, medium, low.
    pub severities: [u32; 4],
    /// Why a person must decide; empty if nobody must.
    pub reasons: Vec<InterruptReason>,
    /// Assignment, claim and due date, while the case waits.
    pub handling: Option<Handling>,
    /// Whether a person decided.
    pub human_reviewed: bool,
    /// When the question was opened, or else when the case was received.
    #[ts(type = "string")]
    pub since: Timestamp,
    /// When the case last changed.
    #[ts(type = "string")]
    pub updated_at: Timestamp,
}

/// Number of cases in each list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CaseCounts {
    /// 대기: waiting for a decision.
    pub open: u32,
    /// 내 것: waiting, and assigned to or claimed by the reviewer.
    pub mine: u32,
    /// 표본: waiting as a sample.
    pub sampled: u32,
    /// 진행: running, waiting for a new version, or failed.
    pub ongoing: u32,
    /// 완료: final.
    pub done: u32,
}

const SUMMARY: &str = "SELECT c.id, c.external_id, c.status, c.version, c.final_verdict, \
     c.human_reviewed, c.updated_at, SUBSTR(v.text, 1, 160) AS excerpt, v.advertiser, v.medium, \
     res.verdict, res.confidence, COALESCE(res.critical, 0) AS critical, \
     COALESCE(res.high, 0) AS high, COALESCE(res.medium, 0) AS medium_, \
     COALESCE(res.low, 0) AS low, q.interrupt_id, q.reasons, q.priority, q.due_at, q.assignment, \
     w.id AS assigned_id, w.name AS assigned_name, w.role AS assigned_role, q.claimed_until, \
     h.id AS claimed_id, h.name AS claimed_name, h.role AS claimed_role, \
     s.act AS signed_act, s.reviewer AS signed_by, COALESCE(q.opened_at, c.created_at) AS since \
     FROM cases c JOIN ad_versions v ON v.case_id = c.id AND v.version = c.version \
     LEFT JOIN results res ON res.run_id = c.run_id \
     LEFT JOIN queue q ON q.case_id = c.id AND q.state = 'open' \
     LEFT JOIN reviewers w ON w.id = q.assigned_to LEFT JOIN reviewers h ON h.id = q.claimed_by \
     LEFT JOIN signatures s ON s.interrupt_id = q.interrupt_id AND s.number = \
     (SELECT MAX(number) FROM signatures l WHERE l.interrupt_id = q.interrupt_id) WHERE 1 = 1";

impl Database {
    /// The cases that match a filter.
    pub async fn cases(&self, filter: &CaseFilter) -> Result<Vec<CaseSummary>, StoreError> {
        let mut sql = QueryBuilder::<Sqlite>::new(SUMMARY);
        push_state(&mut sql, filter);
        if let Some(worst) = filter.severity {
            sql.push(match worst {
                Severity::Critical => " AND res.critical > 0",
                Severity::High => " AND res.critical + res.high > 0",
                Severity::Medium => " AND res.critical + res.high + res.medium > 0",
                Severity::Low => " AND res.critical + res.high + res.medium + res.low > 0",
            });
        }
        if let Some(verdict) = filter.verdict {
            sql.push(" AND COALESCE(c.final_verdict, res.verdict) = ").push_bind(verdict.as_str());
        }
        if let Some(text) = filter.text.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            let pattern = format!("%{}%", escape_like(text));
            for (at, column) in
                ["v.text", "v.advertiser", "c.external_id", "c.id"].iter().enumerate()
            {
                sql.push(if at == 0 { " AND (" } else { " OR " });
                sql.push(column).push(" LIKE ").push_bind(pattern.clone()).push(" ESCAPE '!'");
            }
            sql.push(")");
        }
        sql.push(match filter.order {
            CaseOrder::Oldest | CaseOrder::Newest => " ORDER BY ",
            CaseOrder::Severity => {
                " ORDER BY CASE WHEN res.critical > 0 THEN 0 WHEN res.high > 0 THEN 1 \
                 WHEN res.medium > 0 THEN 2 WHEN res.low > 0 THEN 3 ELSE 4 END, "
            }
            CaseOrder::Confidence => {
                " ORDER BY CASE WHEN res.confidence IS NULL THEN 2 ELSE res.confidence END, "
            }
            CaseOrder::Work => {
                " ORDER BY c.status <> 'failed', COALESCE(q.priority, 9), COALESCE(q.due_at, '9'), "
            }
        });
        // The order in which they were stored, whatever the clock said: of what waits the questions, else the
        // cases.
        sql.push(match filter.state {
            CaseState::Open | CaseState::Mine | CaseState::Sampled => "q.rowid",
            CaseState::Done | CaseState::Ongoing | CaseState::All => "c.rowid",
        });
        if filter.order == CaseOrder::Newest {
            sql.push(" DESC");
        }
        sql.push(" LIMIT ").push_bind(filter.limit.unwrap_or(200));
        sql.push(" OFFSET ").push_bind(filter.offset);
        let rows = sql.build().fetch_all(&self.readers).await?;
        rows.iter().map(summary_from).collect()
    }

    /// Number of cases in each list; `reviewer` is the person for 내 것.
    pub async fn case_counts(
        &self,
        reviewer: Option<&ReviewerId>,
        now: Timestamp,
    ) -> Result<CaseCounts, StoreError> {
        let mut counts = CaseCounts::default();
        let rows = sqlx::query("SELECT status, COUNT(*) AS n FROM cases GROUP BY status")
            .fetch_all(&self.readers)
            .await?;
        for row in rows {
            let n: u32 = row.get("n");
            match from_word("cases.status", row.get("status"))? {
                CaseStatus::AwaitingReview => counts.open = n,
                CaseStatus::Completed => counts.done = n,
                CaseStatus::Running | CaseStatus::AwaitingRevision | CaseStatus::Failed => {
                    counts.ongoing += n;
                }
            }
        }
        let row = sqlx::query(
            "SELECT COALESCE(SUM(sampled), 0) AS sampled, \
             COALESCE(SUM(CASE WHEN assigned_to = ?1 OR (claimed_by = ?1 AND claimed_until > ?2) \
             THEN 1 ELSE 0 END), 0) AS mine FROM queue WHERE state = 'open'",
        )
        .bind(reviewer.map(ReviewerId::as_str))
        .bind(stamp(now))
        .fetch_one(&self.readers)
        .await?;
        (counts.sampled, counts.mine) = (row.get("sampled"), row.get("mine"));
        Ok(counts)
    }
}

fn push_state(sql: &mut QueryBuilder<Sqlite>, filter: &CaseFilter) {
    match filter.state {
        CaseState::Open => {
            sql.push(" AND q.interrupt_id IS NOT NULL");
        }
        CaseState::Mine => {
            let reviewer = filter.reviewer.as_ref().map(|id| id.as_str().to_owned());
            sql.push(" AND (q.assigned_to = ").push_bind(reviewer.clone());
            sql.push(" OR (q.claimed_by = ").push_bind(reviewer).push(" AND q.claimed_until > ");
            sql.push_bind(filter.now.map(stamp).unwrap_or_default()).push("))");
        }
        CaseState::Sampled => {
            sql.push(" AND q.sampled = 1");
        }
        CaseState::Done => {
            sql.push(" AND c.status = 'completed'");
        }
        CaseState::Ongoing => {
            sql.push(" AND c.status IN ('running', 'awaiting_revision', 'failed')");
        }
        CaseState::All => {}
    }
}

pub(crate) fn escape_like(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

fn summary_from(row: &SqliteRow) -> Result<CaseSummary, StoreError> {
    let verdict = |column: &'static str| {
        let text: Option<&str> = row.get(column);
        text.map(|text| text.parse::<Verdict>().map_err(|_| corrupt(column, text))).transpose()
    };
    let reasons: Option<&str> = row.get("reasons");
    Ok(CaseSummary {
        id: CaseId(row.get("id")),
        external_id: row.get("external_id"),
        status: from_word("cases.status", row.get("status"))?,
        version: row.get("version"),
        excerpt: row.get("excerpt"),
        advertiser: row.get("advertiser"),
        medium: row.get("medium"),
        verdict: verdict("verdict")?,
        final_verdict: verdict("final_verdict")?,
        confidence: row.get("confidence"),
        severities: [row.get("critical"), row.get("high"), row.get("medium_"), row.get("low")],
        reasons: reasons.map_or(Ok(Vec::new()), |text| json_from("queue.reasons", text))?,
        handling: handling_from(row)?,
        human_reviewed: row.get("human_reviewed"),
        since: time("since", row.get("since"))?,
        updated_at: time("cases.updated_at", row.get("updated_at"))?,
    })
}
