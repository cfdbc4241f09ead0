//! Results of reviews: claims, violations and citations in tables of their own, the rest as JSON.

use serde_json::{Map, Value};
use simui_domain::{CaseId, Citation, Claim, ReviewResult, RunId, Severity, Violation};
use simui_flow::Commit;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use crate::columns::{corrupt, count, date, from_word, json_from, json_text, stamp, word};
use crate::{Database, StoreError};

/// Members of a result that are stored in tables of their own.
const PARTS: [&str; 3] = ["claims", "violations", "citations"];

/// Rows in one `INSERT`, chosen to stay below SQLite's limit on variables.
const ROWS: usize = 500;

/// Replaces the result of the commit's run.
pub(crate) async fn save_result(
    connection: &mut SqliteConnection,
    case: &CaseId,
    commit: &Commit,
    outcome: &Value,
) -> Result<ReviewResult, StoreError> {
    let invalid = |error: serde_json::Error| corrupt("outcome of a review", &error.to_string());
    let result: ReviewResult = serde_json::from_value(outcome.clone()).map_err(invalid)?;
    let mut rest: Map<String, Value> = serde_json::from_value(outcome.clone()).map_err(invalid)?;
    rest.retain(|name, _| !PARTS.contains(&name.as_str()));
    let run = &commit.run_id;
    for sql in [
        "DELETE FROM claims WHERE run_id = ?",
        "DELETE FROM violations WHERE run_id = ?",
        "DELETE FROM citations WHERE run_id = ?",
        "DELETE FROM results WHERE run_id = ?",
    ] {
        sqlx::query(sql).bind(run.as_str()).execute(&mut *connection).await?;
    }
    let of = |severity: Severity| {
        result.violations.iter().filter(|v| v.severity == severity).count() as i64
    };
    sqlx::query(
        "INSERT INTO results (run_id, case_id, verdict, confidence, critical, high, medium, low, \
         rest, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(run.as_str())
    .bind(case.as_str())
    .bind(result.verdict.as_str())
    .bind(result.confidence.0)
    .bind(of(Severity::Critical))
    .bind(of(Severity::High))
    .bind(of(Severity::Medium))
    .bind(of(Severity::Low))
    .bind(json_text(&rest)?)
    .bind(stamp(commit.at))
    .execute(&mut *connection)
    .await?;
    insert_claims(connection, run, &result.claims).await?;
    insert_violations(connection, run, &result.violations).await?;
    insert_citations(connection, run, &result.citations).await?;
    Ok(result)
}

async fn insert_claims(
    connection: &mut SqliteConnection,
    run: &RunId,
    claims: &[Claim],
) -> Result<(), StoreError> {
    for (page, claims) in claims.chunks(ROWS).enumerate() {
        let mut sql = QueryBuilder::<Sqlite>::new(
            "INSERT INTO claims (run_id, seq, id, text, start_offset, end_offset) ",
        );
        sql.push_values(claims.iter().enumerate(), |mut row, (at, claim)| {
            row.push_bind(run.as_str())
                .push_bind((page * ROWS + at) as i64)
                .push_bind(claim.id.as_str())
                .push_bind(&claim.text)
                .push_bind(claim.start as i64)
                .push_bind(claim.end as i64);
        });
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_violations(
    connection: &mut SqliteConnection,
    run: &RunId,
    violations: &[Violation],
) -> Result<(), StoreError> {
    for (page, violations) in violations.chunks(ROWS).enumerate() {
        let mut words = Vec::with_capacity(violations.len());
        for violation in violations {
            words.push((word(&violation.level)?, json_text(&violation.citations)?));
        }
        let mut sql = QueryBuilder::<Sqlite>::new(
            "INSERT INTO violations (run_id, seq, kind, level, severity, claim_id, article, \
             rationale, citations, rule) ",
        );
        let rows = violations.iter().zip(words).enumerate();
        sql.push_values(rows, |mut row, (at, (violation, (level, citations)))| {
            row.push_bind(run.as_str())
                .push_bind((page * ROWS + at) as i64)
                .push_bind(violation.kind.to_string())
                .push_bind(level)
                .push_bind(violation.severity.as_str())
                .push_bind(violation.claim_id.as_str())
                .push_bind(&violation.article)
                .push_bind(&violation.rationale)
                .push_bind(citations)
                .push_bind(&violation.rule);
        });
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_citations(
    connection: &mut SqliteConnection,
    run: &RunId,
    citations: &[Citation],
) -> Result<(), StoreError> {
    for (page, citations) in citations.chunks(ROWS).enumerate() {
        let mut statuses = Vec::with_capacity(citations.len());
        for citation in citations {
            statuses.push(word(&citation.status)?);
        }
        let mut sql = QueryBuilder::<Sqlite>::new(
            "INSERT INTO citations (run_id, seq, chunk_id, kind, article, quote, effective_from, \
             status, digest, version, note) ",
        );
        let rows = citations.iter().zip(statuses).enumerate();
        sql.push_values(rows, |mut row, (at, (citation, status))| {
            row.push_bind(run.as_str())
                .push_bind((page * ROWS + at) as i64)
                .push_bind(citation.chunk_id.as_str())
                .push_bind(citation.kind.as_str())
                .push_bind(&citation.article)
                .push_bind(&citation.quote)
                .push_bind(citation.effective_from.map(|date| date.to_string()))
                .push_bind(status)
                .push_bind(citation.digest)
                .push_bind(&citation.version)
                .push_bind(&citation.note);
        });
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Database {
    /// The result of a run as of its last question or its end; `None` before either.
    pub async fn result(&self, run: &RunId) -> Result<Option<ReviewResult>, StoreError> {
        // One snapshot: the rows may be replaced at any moment.
        let mut tx = self.readers.begin().await?;
        let rest: Option<String> = sqlx::query_scalar("SELECT rest FROM results WHERE run_id = ?")
            .bind(run.as_str())
            .fetch_optional(&mut *tx)
            .await?;
        let Some(rest) = rest else { return Ok(None) };
        let claims =
            rows(&mut tx, "SELECT * FROM claims WHERE run_id = ? ORDER BY seq", run).await?;
        let violations =
            rows(&mut tx, "SELECT * FROM violations WHERE run_id = ? ORDER BY seq", run).await?;
        let citations =
            rows(&mut tx, "SELECT * FROM citations WHERE run_id = ? ORDER BY seq", run).await?;
        let mut value: Map<String, Value> = json_from("results.rest", &rest)?;
        value.extend(PARTS.map(|part| (part.to_owned(), Value::Array(Vec::new()))));
        let mut result: ReviewResult = serde_json::from_value(Value::Object(value))
            .map_err(|error| corrupt("results.rest", &error.to_string()))?;
        result.claims = claims.iter().map(claim_from).collect();
        result.violations = violations.iter().map(violation_from).collect::<Result<_, _>>()?;
        result.citations = citations.iter().map(citation_from).collect::<Result<_, _>>()?;
        Ok(Some(result))
    }
}

async fn rows(
    connection: &mut SqliteConnection,
    sql: &'static str,
    run: &RunId,
) -> Result<Vec<SqliteRow>, StoreError> {
    Ok(sqlx::query(sql).bind(run.as_str()).fetch_all(connection).await?)
}

fn claim_from(row: &SqliteRow) -> Claim {
    let id: String = row.get("id");
    Claim {
        id: id.as_str().into(),
        text: row.get("text"),
        start: count(row, "start_offset"),
        end: count(row, "end_offset"),
    }
}

fn violation_from(row: &SqliteRow) -> Result<Violation, StoreError> {
    Ok(Violation {
        kind: from_word("violations.kind", row.get("kind"))?,
        level: from_word("violations.level", row.get("level"))?,
        severity: from_word("violations.severity", row.get("severity"))?,
        claim_id: row.get::<&str, _>("claim_id").into(),
        article: row.get("article"),
        rationale: row.get("rationale"),
        citations: json_from("violations.citations", row.get("citations"))?,
        rule: row.get("rule"),
    })
}

fn citation_from(row: &SqliteRow) -> Result<Citation, StoreError> {
    Ok(Citation {
        chunk_id: row.get::<&str, _>("chunk_id").into(),
        kind: from_word("citations.kind", row.get("kind"))?,
        article: row.get("article"),
        quote: row.get("quote"),
        effective_from: date("citations.effective_from", row.get("effective_from"))?,
        status: from_word("citations.status", row.get("status"))?,
        digest: row.get("digest"),
        version: row.get("version"),
        note: row.get("note"),
    })
}
