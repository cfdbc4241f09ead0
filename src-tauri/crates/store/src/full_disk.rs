//! Tests of a full disk, simulated by SQLite's limit on the size of its file.
#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use jiff::Timestamp;
use simui_domain::{Ad, CaseId, RunId};
use simui_flow::{Next, RunRecord, RunStatus};
use sqlx::AssertSqlSafe;

use crate::{CaseFilter, CaseState, Database, StoreError};

fn run(id: &str) -> RunRecord {
    RunRecord {
        id: RunId::from(id),
        graph: "review".into(),
        version: 1,
        subject: id.into(),
        parent: None,
        initial: "{}".into(),
        entry: Next::Node("Extract".into()),
        status: RunStatus::Running,
        failure: None,
        created_at: Timestamp::UNIX_EPOCH,
    }
}

async fn take_in(db: &Database, id: &str) -> Result<(), StoreError> {
    let ad = Ad { text: "가".repeat(20_000), ..Ad::default() };
    db.create_case(&CaseId::from(id), &ad, &run(id)).await
}

async fn pages(db: &Database, limit: i64) {
    let sql = format!("PRAGMA max_page_count = {limit}");
    sqlx::query(AssertSqlSafe(sql)).fetch_all(&db.writer).await.unwrap();
}

#[tokio::test]
async fn a_full_disk_is_one_clear_error_and_no_half_a_case() {
    let dir = tempfile::tempdir().unwrap();
    let db = Database::open(dir.path()).await.unwrap();
    let now: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&db.writer).await.unwrap();
    pages(&db, now + 60).await;
    let mut stored = 0;
    let error = loop {
        match take_in(&db, &format!("case {stored}")).await {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
    };
    assert!(stored > 0);
    let text = error.to_string();
    assert!(text.contains("full") && text.contains("free some disk space"), "{text}");

    let all = CaseFilter { state: CaseState::All, ..CaseFilter::default() };
    assert_eq!(db.cases(&all).await.unwrap().len(), stored, "whole cases only");
    let runs: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM runs").fetch_one(&db.readers).await.unwrap();
    assert_eq!(usize::try_from(runs).unwrap(), stored);

    // Once there is room again, work continues without a restart.
    pages(&db, now + 10_000).await;
    take_in(&db, "after").await.unwrap();
    assert!(db.case(&CaseId::from("after")).await.unwrap().is_some());
}

#[tokio::test]
async fn a_directory_that_cannot_be_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = Database::open(&file.join("desk")).await.unwrap_err().to_string();
    assert!(error.starts_with("data directory ") && error.contains("desk"), "{error}");
}
