//! Tests that plain SQL changes nothing unseen in a case, that nothing is acknowledged into a directory
//! that was replaced, and that the order of decisions is that of the log.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::common;
use crate::common::plain_sql::{raw, tamper, triggers_dropped};
use crate::common::{AD, Desk};
use jiff::Timestamp;
use serde_json::{Value, json};
use simui_domain::{CaseId, Clock, Role, Verdict};
use simui_store::{AuditFaultKind, Database};
use sqlx::{AssertSqlSafe, Connection};
use tempfile::TempDir;

/// A desk with a decided case, and its id.
async fn decided() -> (TempDir, Desk, CaseId) {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let kim = desk.reviewer("김심의").await;
    desk.db.set_password(&desk.clock, &kim.id, "$argon2id$a", &kim.id).await.unwrap();
    let (case, stop) = desk.review(AD).await;
    let payload = json!({ "action": "approve", "note": "그대로" });
    let run = desk.engine.answer(&stop.interrupt.unwrap(), kim.id.as_str(), payload).await.unwrap();
    desk.engine.resume(&run).await.unwrap();
    desk.review(AD).await;
    (dir, desk, case)
}

/// The kind of the first fault in the records, and all messages.
async fn found(db: &Database) -> (Option<AuditFaultKind>, String) {
    let report = db.audit_verify().await.unwrap();
    let messages: Vec<&str> = report.faults.iter().map(|it| it.message.as_str()).collect();
    (report.faults.first().map(|it| it.kind), messages.join("\n"))
}

#[tokio::test]
async fn whatever_plain_sql_makes_of_a_case_is_found_and_the_case_refused() {
    use AuditFaultKind::*;
    let forged = "INSERT INTO signatures SELECT 'forged', case_id, interrupt_id, 9, 'sign', reviewer_id, reviewer, role, \
         decided_at, verdict, '', '{}' FROM decisions";
    let paper = "INSERT INTO papers SELECT 'forged', 'letter', case_id, id, 2026, 1, '1', '{}', decided_at FROM decisions";
    // Columns: the change, its kind of fault, the name in the message, whether it concerns the decided
    // case.
    for (sql, kind, named, concerned) in [
        ("UPDATE cases SET final_verdict = '허용'", RecordChanged, "case ", true),
        ("UPDATE ad_versions SET text = '다른 문구'", RecordChanged, "advertisement ", true),
        ("UPDATE results SET confidence = 0.99", RecordChanged, "result ", true),
        ("UPDATE citations SET quote = '없는 말' WHERE seq = 1", RecordChanged, "citations", true),
        ("UPDATE steps SET delta = '{}' WHERE seq = 3", RecordChanged, "steps", true),
        ("DELETE FROM violations WHERE seq = 0", RecordChanged, "violations", true),
        (forged, RecordAdded, "signatures", true),
        (paper, RecordAdded, "papers", true),
        ("UPDATE passwords SET hash = '$argon2id$b'", RecordChanged, "passwords", true),
        ("UPDATE reviewers SET role = 'administrator'", RecordChanged, "account ", true),
        (
            "INSERT INTO settings VALUES ('work', '{}', 1, 'a', 'b')",
            RecordAdded,
            "setting work",
            false,
        ),
        (
            "INSERT INTO reviewers VALUES ('a', '나관리', 'administrator', 'b', NULL)",
            RecordAdded,
            "account a",
            false,
        ),
    ] {
        let (dir, desk, case) = decided().await;
        assert_eq!(found(&desk.db).await, (None, String::new()));
        desk.db.require_reconciled(&case).await.unwrap();
        tamper(dir.path(), sql).await;
        let (first, messages) = found(&desk.db).await;
        assert_eq!(first, Some(kind), "{sql}: {messages}");
        assert!(messages.contains(named), "{sql}: {messages}");
        let refused = desk.db.require_reconciled(&case).await;
        assert_eq!(refused.is_err(), concerned, "{sql}: {refused:?}");
        if let Err(error) = refused {
            assert!(error.to_string().contains("감사 기록과 맞지 않아"), "{error}");
        }
    }
}

#[tokio::test]
async fn a_deleted_case_is_missing_and_a_deleted_signature_refuses_the_case() {
    let (dir, desk, case) = decided().await;
    tamper(
        dir.path(),
        "DELETE FROM cases WHERE final_verdict IS NULL; \
         DELETE FROM ad_versions WHERE case_id NOT IN (SELECT id FROM cases); \
         DELETE FROM queue WHERE case_id NOT IN (SELECT id FROM cases)",
    )
    .await;
    let (first, messages) = found(&desk.db).await;
    assert_eq!(first, Some(AuditFaultKind::RecordMissing), "{messages}");
    assert!(messages.contains("case ") && messages.contains("queue"), "{messages}");
    desk.db.require_reconciled(&case).await.unwrap();
    tamper(dir.path(), "DELETE FROM decisions").await;
    assert!(desk.db.require_reconciled(&case).await.is_err());
}

#[tokio::test]
async fn a_wiped_log_is_damage_with_and_without_its_head() {
    for (sql, head) in [
        ("DELETE FROM audit_log", true),
        ("DELETE FROM audit_log", false),
        ("DELETE FROM audit_log; DELETE FROM record_log; DELETE FROM record_digests", true),
        ("DELETE FROM audit_log; DELETE FROM record_log; DELETE FROM record_digests", false),
    ] {
        let (dir, desk, case) = decided().await;
        drop(desk);
        tamper(dir.path(), sql).await;
        if !head {
            std::fs::remove_file(dir.path().join("audit.head")).unwrap();
        }
        // The fault is also found after a program has opened the directory, twice.
        for _ in 0..2 {
            let db = Database::open(dir.path()).await.unwrap();
            let (first, messages) = found(&db).await;
            assert!(first.is_some(), "{sql} {head}: {messages}");
            assert!(db.require_reconciled(&case).await.is_err(), "{sql} {head}");
        }
    }
    // A key alone, beside an empty database. It is copied, because the files of a database that was just
    // dropped may still be closing.
    let (first, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    drop(Database::open(first.path()).await.unwrap());
    std::fs::create_dir(dir.path().join("keys")).unwrap();
    for key in std::fs::read_dir(first.path().join("keys")).unwrap().map(Result::unwrap) {
        std::fs::copy(key.path(), dir.path().join("keys").join(key.file_name())).unwrap();
    }
    let db = Database::open(dir.path()).await.unwrap();
    assert_eq!(found(&db).await.0, Some(AuditFaultKind::AnchorLost));
}

#[tokio::test]
async fn the_end_of_the_record_log_cannot_be_cut_off() {
    let (dir, desk, _) = decided().await;
    // Everything that the last reviews wrote, with the log's entries about it.
    drop(desk);
    tamper(
        dir.path(),
        "DELETE FROM record_log WHERE seq > (SELECT MAX(seq) - 5 FROM record_log); \
         DELETE FROM record_digests WHERE seq > (SELECT MAX(seq) FROM record_log)",
    )
    .await;
    let db = Database::open(dir.path()).await.unwrap();
    let (_, messages) = found(&db).await;
    assert!(messages.contains("missing at the end"), "{messages}");
}

#[tokio::test]
async fn the_quick_check_sees_what_came_since_and_how_many_rows_there_are() {
    let (dir, desk, _) = decided().await;
    let now = desk.clock.now();
    let first = desk.db.audit_verify_new(now).await.unwrap();
    assert_eq!((first.fault, first.checked_from), (None, 0));
    let (_, stop) = desk.review(AD).await;
    desk.reviewer("이심의").await;
    let second = desk.db.audit_verify_new(now).await.unwrap();
    assert_eq!(
        (second.fault, second.checked_from, second.entries),
        (None, first.entries, first.entries + 1)
    );
    // New rows are compared, older ones counted.
    let (_, later) = desk.review("통과 광고").await;
    let changed = format!("UPDATE steps SET delta = 'x' WHERE run_id = '{}'", later.run_id);
    let gone = format!("DELETE FROM claims WHERE run_id = '{}'", stop.run_id);
    for (sql, named) in [(changed, "step "), (gone, "claims")] {
        let mut connection = raw(dir.path()).await;
        sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let report = desk.db.audit_verify_new(now).await.unwrap();
        assert!(report.faults.iter().any(|it| it.message.contains(named)), "{sql}: {report:?}");
    }
    // A forged point of the last check is ignored.
    let path = dir.path().join("audit.verified");
    let mut kept: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    kept["seal"] = json!("00");
    std::fs::write(&path, kept.to_string()).unwrap();
    assert_eq!(desk.db.audit_verify_new(now).await.unwrap().checked_from, 0);
}

/// Turns a desk into one of the version before rows were bound.
async fn as_before(dir: &Path) {
    let mut connection = raw(dir).await;
    let triggers = triggers_dropped(&mut connection).await;
    sqlx::raw_sql(
        "DROP TABLE record_log; DROP TABLE record_digests; DROP TABLE desk_identity; \
         ALTER TABLE audit_log DROP COLUMN records; DELETE FROM _sqlx_migrations WHERE version = 16",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    for trigger in triggers.split_inclusive("END;").filter(|it| !it.contains("record_log")) {
        sqlx::raw_sql(AssertSqlSafe(trigger.to_owned())).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let path = dir.join("audit.head");
    let mut head: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let fields = head.as_object_mut().unwrap();
    fields.remove("records");
    fields.remove("seal");
    std::fs::write(&path, head.to_string()).unwrap();
}

#[tokio::test]
async fn a_desk_of_an_earlier_version_is_bound_as_it_stands_and_says_since_when() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let (case, _) = desk.review(AD).await;
    drop(desk);
    as_before(dir.path()).await;
    let desk = Desk::open(dir.path()).await;
    let report = desk.db.audit_verify().await.unwrap();
    assert_eq!((report.fault, report.bound_since, report.entries), (None, Some(1), 1));
    assert_eq!(desk.db.audit_entries(0, 1).await.unwrap()[0].action, "records_bound");
    desk.db.require_reconciled(&case).await.unwrap();
    desk.review(AD).await;
    assert_eq!(found(&desk.db).await.0, None);
    // Rows that were bound once are not bound again: whoever deletes the record log does not get a new
    // one.
    drop(desk);
    tamper(dir.path(), "DELETE FROM record_log; DELETE FROM record_digests").await;
    let db = Database::open(dir.path()).await.unwrap();
    assert!(found(&db).await.1.contains("record log"));
}

#[tokio::test]
async fn nothing_is_acknowledged_into_a_directory_that_was_replaced_or_removed() {
    for what in ["replaced", "removed", "another database in the same file", "log removed"] {
        let (dir, desk, _) = decided().await;
        let lee = desk.reviewer("이심의").await;
        let (_, stop) = desk.review(AD).await;
        let path = dir.path();
        head_written(path).await;
        match what {
            "replaced" | "removed" => {
                for name in ["simui.db", "simui.db-wal", "simui.db-shm", "audit.head"] {
                    std::fs::remove_file(path.join(name)).unwrap();
                }
                if what == "replaced" {
                    let other = tempfile::tempdir().unwrap();
                    drop(Database::open(other.path()).await.unwrap());
                    for name in ["simui.db", "audit.head"] {
                        std::fs::copy(other.path().join(name), path.join(name)).unwrap();
                    }
                    std::fs::write(path.join("simui.db-wal"), "").unwrap();
                }
            }
            "another database in the same file" => {
                let sql = "UPDATE desk_identity SET id = 'another'";
                tamper(path, sql).await;
            }
            _ => std::fs::remove_file(path.join("simui.db-wal")).unwrap(),
        }
        let head = std::fs::read(path.join("audit.head")).ok();
        let payload = json!({ "action": "approve", "note": "" });
        let question = stop.interrupt.unwrap();
        let refused = desk.engine.answer(&question, lee.id.as_str(), payload).await.unwrap_err();
        assert!(refused.to_string().contains("저장되지 않았습니다"), "{what}: {refused}");
        let refused = desk.db.add_reviewer(&desk.clock, "최심의", Role::Reviewer, None).await;
        assert!(refused.unwrap_err().to_string().contains("데이터 폴더"), "{what}");
        assert_eq!(std::fs::read(path.join("audit.head")).ok(), head, "{what}");
    }
}

/// Waits until `audit.head` names the last entry of the record log. A review's head is written in the
/// background, a quarter of a second after the one before it.
async fn head_written(dir: &Path) {
    let mut connection = raw(dir).await;
    let last: i64 = sqlx::query_scalar("SELECT MAX(seq) FROM record_log")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    for _ in 0..500 {
        let head = std::fs::read(dir.join("audit.head")).unwrap();
        let head: Value = serde_json::from_slice(&head).unwrap();
        if head["records"]["seq"] == last {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the head of the record log is still not written");
}

/// A clock that is set by hand.
fn hand_clock() -> (Arc<AtomicI64>, Clock) {
    let hand = Arc::new(AtomicI64::new(1_800_000_000));
    let read_hand = hand.clone();
    let now = move || Timestamp::from_second(read_hand.load(Ordering::SeqCst)).unwrap();
    (hand, Clock::new(now, common::id_at))
}

#[tokio::test]
async fn what_was_recorded_last_is_last_whatever_the_clock_says() {
    let dir = tempfile::tempdir().unwrap();
    let (hand, clock) = hand_clock();
    let desk = Desk::at(dir.path(), clock).await;
    let kim = desk.reviewer("김심의").await;
    let (case, stop) = desk.review(AD).await;
    let mut question = stop.interrupt.unwrap();
    // Each decision is an hour before the previous one.
    for (action, verdict) in [("reject", None), ("reject", None), ("modify", Some("조건부허용"))]
    {
        hand.fetch_sub(3600, Ordering::SeqCst);
        let payload = json!({ "action": action, "note": "시계", "verdict": verdict });
        let run = desk.engine.answer(&question, kim.id.as_str(), payload).await.unwrap();
        let stop = desk.engine.resume(&run).await.unwrap();
        question = stop.interrupt.unwrap_or(question);
    }
    let stored = desk.db.case(&case).await.unwrap().unwrap();
    assert_eq!(stored.decisions.last().unwrap().verdict, Some(Verdict::Conditional));
    let on = desk.db.decided_on(&stored.decisions.last().unwrap().id).await.unwrap().unwrap();
    assert_eq!((on.run_id, on.version), (stored.run_id, 1));
    assert_eq!(found(&desk.db).await.0, None);
}
