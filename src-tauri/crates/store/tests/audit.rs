//! Tests that the audit log detects edits, deletions, reordering, truncation and rewriting, and names the
//! first bad entry.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::common::plain_sql::{raw, tamper, triggers_dropped};
use crate::common::{AD, Desk};
use serde_json::{Value, json};
use simui_store::{AuditFaultKind, Database, KeyPlace, KeyVault};
use sqlx::{Connection, Row};
use tempfile::TempDir;

/// A desk with five entries: three reviewers, two decisions.
async fn desk() -> (TempDir, Database) {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let kim = desk.reviewer("김심의").await;
    for _ in 0..2 {
        let (_, stop) = desk.review(AD).await;
        let payload = json!({ "action": "approve", "note": "그대로" });
        desk.engine.answer(&stop.interrupt.unwrap(), kim.id.as_str(), payload).await.unwrap();
    }
    desk.reviewer("이심의").await;
    desk.reviewer("박심의").await;
    (dir, desk.db)
}

async fn check(sql: &'static str, fault: Option<(u64, AuditFaultKind)>) {
    let (dir, db) = desk().await;
    tamper(dir.path(), sql).await;
    let report = db.audit_verify().await.unwrap();
    assert_eq!(report.fault.map(|fault| (fault.seq, fault.kind)), fault, "{sql}");
}

#[tokio::test]
async fn every_sort_of_tampering_is_found_at_its_first_entry() {
    use AuditFaultKind::*;
    check("SELECT 1", None).await;
    check("UPDATE audit_log SET actor = 'somebody' WHERE seq = 2", Some((2, Edited))).await;
    check(
        "UPDATE audit_log SET at = '2020-01-01T00:00:00.000000000Z' WHERE seq = 1",
        Some((1, Edited)),
    )
    .await;
    check("UPDATE audit_log SET mac = previous WHERE seq = 4", Some((4, Edited))).await;
    check(
        "UPDATE audit_log SET details = replace(details, 'approve', 'reject') WHERE seq = 3",
        Some((3, Edited)),
    )
    .await;
    check("DELETE FROM audit_log WHERE seq = 3", Some((3, Deleted))).await;
    check("DELETE FROM audit_log WHERE seq = 1", Some((1, Deleted))).await;
    check("DELETE FROM audit_log WHERE seq >= 4", Some((4, Truncated))).await;
    check("DELETE FROM audit_log", Some((1, Truncated))).await;
    // Two entries change places.
    check(
        "UPDATE audit_log SET seq = -seq WHERE seq IN (2, 3); \
         UPDATE audit_log SET seq = 3 WHERE seq = -2; UPDATE audit_log SET seq = 2 WHERE seq = -3",
        Some((2, Reordered)),
    )
    .await;
    // One entry is deleted and the rest moves up.
    check(
        "DELETE FROM audit_log WHERE seq = 2; UPDATE audit_log SET seq = seq - 1 WHERE seq > 2",
        Some((2, Deleted)),
    )
    .await;
    // A copy is inserted and the rest moves down.
    check(
        "UPDATE audit_log SET seq = -seq - 1 WHERE seq > 2; UPDATE audit_log SET seq = -seq WHERE seq < 0; \
         INSERT INTO audit_log SELECT 3, at, actor, action, subject, details, previous, mac, records FROM audit_log WHERE seq = 2",
        Some((3, Inserted)),
    )
    .await;
    // A copy is appended at the end.
    check(
        "INSERT INTO audit_log SELECT 6, at, actor, action, subject, details, mac, previous, records FROM audit_log WHERE seq = 5",
        Some((6, Inserted)),
    )
    .await;
    // Two rows change places together with their own links.
    check(
        "UPDATE audit_log SET seq = -seq WHERE seq IN (3, 4); UPDATE audit_log SET seq = 3 WHERE seq = -4; \
         UPDATE audit_log SET seq = 4 WHERE seq = -3; \
         UPDATE audit_log SET previous = (SELECT mac FROM audit_log b WHERE b.seq = 2) WHERE seq = 3",
        Some((3, Reordered)),
    )
    .await;
    check("UPDATE decisions SET note = 'anders' WHERE rowid = 2", Some((3, DecisionChanged))).await;
    check("UPDATE decisions SET reviewer = '누구' WHERE rowid = 1", Some((2, DecisionChanged)))
        .await;
    check("UPDATE interrupts SET answer = '{}'", Some((2, DecisionChanged))).await;
    check("DELETE FROM decisions WHERE rowid = 1", Some((2, DecisionChanged))).await;
}

#[tokio::test]
async fn the_database_itself_refuses_changes() {
    let (dir, _db) = desk().await;
    let mut connection = raw(dir.path()).await;
    for sql in [
        "UPDATE audit_log SET actor = 'x'",
        "DELETE FROM audit_log",
        "UPDATE decisions SET note = 'x'",
        "DELETE FROM decisions",
    ] {
        assert!(sqlx::raw_sql(sql).execute(&mut connection).await.is_err(), "{sql}");
    }
}

fn mac(key: &[u8], fields: &[&[u8]]) -> String {
    use hmac::{Hmac, Mac};
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(key).unwrap();
    for field in fields {
        mac.update(&(field.len() as u64).to_be_bytes());
        mac.update(field);
    }
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Rewrites both logs from the first entry on, with this key.
async fn rewrite(dir: &Path, key: &[u8], drop_last: u64) {
    tamper(dir, "UPDATE audit_log SET actor = 'somebody' WHERE seq = 2").await;
    let mut connection = raw(dir).await;
    let kept = triggers_dropped(&mut connection).await;
    let rows = sqlx::query("SELECT * FROM audit_log ORDER BY seq")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let records = sqlx::query("SELECT * FROM record_log ORDER BY seq")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let mut records = records.iter().peekable();
    let (mut audit_mac, mut record_mac) = (String::new(), "0".repeat(64));
    let mut previous = "0".repeat(64);
    for number in 0..=rows.len() as i64 {
        if number > 0 {
            let row = &rows[number as usize - 1];
            let seq: i64 = row.get("seq");
            let mut fields = vec![seq.to_be_bytes().to_vec()];
            for column in ["at", "actor", "action", "subject", "details"] {
                fields.push(row.get::<String, _>(column).into_bytes());
            }
            fields.push(previous.clone().into_bytes());
            fields.push(record_mac.clone().into_bytes());
            let lent: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
            audit_mac = mac(key, &lent);
            sqlx::query("UPDATE audit_log SET previous = ?, records = ?, mac = ? WHERE seq = ?")
                .bind(&previous)
                .bind(&record_mac)
                .bind(&audit_mac)
                .bind(seq)
                .execute(&mut connection)
                .await
                .unwrap();
            previous.clone_from(&audit_mac);
        }
        while let Some(row) = records.next_if(|row| row.get::<i64, _>("audit") == number) {
            let (seq, changes): (i64, String) = (row.get("seq"), row.get("changes"));
            let before = std::mem::take(&mut record_mac);
            record_mac = mac(
                key,
                &[
                    b"simui record entry 1",
                    &seq.to_be_bytes(),
                    &number.to_be_bytes(),
                    audit_mac.as_bytes(),
                    changes.as_bytes(),
                    before.as_bytes(),
                ],
            );
            sqlx::query("UPDATE record_log SET previous = ?, mac = ? WHERE seq = ?")
                .bind(&before)
                .bind(&record_mac)
                .bind(seq)
                .execute(&mut connection)
                .await
                .unwrap();
        }
    }
    sqlx::query("DELETE FROM audit_log WHERE seq > ?")
        .bind(rows.len() as i64 - drop_last as i64)
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(kept)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_full_rewrite_is_found_with_and_without_the_key() {
    let (dir, db) = desk().await;
    rewrite(dir.path(), &[7; 32], 0).await;
    let fault = db.audit_verify().await.unwrap().fault.unwrap();
    assert_eq!((fault.seq, fault.kind), (1, AuditFaultKind::Rewritten));

    let (dir, db) = desk().await;
    let key = std::fs::read(dir.path().join("keys/audit.key")).unwrap();
    rewrite(dir.path(), &key, 0).await;
    let fault = db.audit_verify().await.unwrap().fault.unwrap();
    assert_eq!((fault.seq, fault.kind), (5, AuditFaultKind::Rewritten));

    let (dir, db) = desk().await;
    let key = std::fs::read(dir.path().join("keys/audit.key")).unwrap();
    rewrite(dir.path(), &key, 2).await;
    let fault = db.audit_verify().await.unwrap().fault.unwrap();
    assert_eq!((fault.seq, fault.kind), (4, AuditFaultKind::Truncated));
}

#[tokio::test]
async fn new_entries_do_not_cover_up_what_was_cut_off() {
    let (dir, db) = desk().await;
    tamper(dir.path(), "DELETE FROM audit_log WHERE seq >= 4").await;
    let desk = Desk::open(dir.path()).await;
    for name in ["one", "two", "three"] {
        desk.reviewer(name).await;
    }
    let report = db.audit_verify().await.unwrap();
    let fault = report.fault.unwrap();
    assert_eq!((fault.seq, fault.kind), (5, AuditFaultKind::Rewritten));
    assert_eq!(report.anchored, Some(5), "the old head is the evidence and stays");
}

#[tokio::test]
async fn an_anchor_older_than_the_log_is_what_a_crash_leaves_and_is_in_order() {
    let (dir, db) = desk().await;
    let entries = db.audit_entries(0, 10).await.unwrap();
    for (seq, mac) in
        [(0, "0".repeat(64)), (1, entries[0].mac.clone()), (4, entries[3].mac.clone())]
    {
        let head = json!({ "seq": seq, "mac": mac }).to_string();
        std::fs::write(dir.path().join("audit.head"), head).unwrap();
        let report = db.audit_verify().await.unwrap();
        assert_eq!((report.anchored, report.fault), (Some(seq), None));
    }
    // The next process that opens the desk updates the anchor, and so does the next entry.
    let desk = Desk::open(dir.path()).await;
    assert_eq!(db.audit_verify().await.unwrap().anchored, Some(5));
    desk.reviewer("최심의").await;
    assert_eq!(db.audit_verify().await.unwrap().anchored, Some(6));
}

#[tokio::test]
async fn a_lost_key_or_head_is_reported_and_not_replaced() {
    let (dir, db) = desk().await;
    std::fs::remove_file(dir.path().join("audit.head")).unwrap();
    drop(Database::open(dir.path()).await.unwrap());
    let fault = db.audit_verify().await.unwrap().fault.unwrap();
    assert_eq!(fault.kind, AuditFaultKind::AnchorLost);

    let (dir, db) = desk().await;
    drop(db);
    std::fs::remove_file(dir.path().join("keys/audit.key")).unwrap();
    let desk = Desk::open(dir.path()).await;
    let fault = desk.db.audit_verify().await.unwrap().fault.unwrap();
    assert_eq!((fault.seq, fault.kind), (1, AuditFaultKind::AnchorLost));
    let refused = desk
        .db
        .add_reviewer(&desk.clock, "최심의", simui_domain::Role::Reviewer, None)
        .await
        .unwrap_err();
    assert!(refused.to_string().contains("restore keys/audit.key from a backup"), "{refused}");
    assert_eq!(desk.db.reviewers().await.unwrap().len(), 3, "nothing half-written");
}

#[tokio::test]
async fn the_log_names_ids_and_reviewers_only() {
    let (_dir, db) = desk().await;
    let mut out = Vec::new();
    assert_eq!(db.audit_export(&mut out).await.unwrap(), 5);
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[1]["action"], "decision");
    for secret in ["말기암", "후기", "그대로"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_key_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let (dir, _db) = desk().await;
    let mode =
        |path: &str| std::fs::metadata(dir.path().join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("keys"), mode("keys/audit.key")), (0o700, 0o600));
}

/// A keyring in memory; with `broken` it refuses every call.
fn vault(kept: &Arc<Mutex<HashMap<String, Vec<u8>>>>, broken: &Arc<AtomicBool>) -> KeyVault {
    let (get, set, remove) = (kept.clone(), kept.clone(), kept.clone());
    let refuse = |broken: &Arc<AtomicBool>| {
        let broken = broken.clone();
        move || match broken.load(Ordering::SeqCst) {
            true => Err("locked".to_owned()),
            false => Ok(()),
        }
    };
    let (may_get, may_set, may_remove) = (refuse(broken), refuse(broken), refuse(broken));
    KeyVault {
        get: Arc::new(move |name| may_get().map(|()| get.lock().unwrap().get(name).cloned())),
        set: Arc::new(move |name, bytes| {
            may_set()?;
            set.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
            Ok(())
        }),
        remove: Arc::new(move |name| {
            may_remove()?;
            remove.lock().unwrap().remove(name);
            Ok(())
        }),
    }
}

#[tokio::test]
async fn the_key_moves_to_the_keyring_and_back_and_every_entry_stays_checkable() {
    let (kept, broken) = (Arc::default(), Arc::default());
    let (dir, db) = desk().await;
    let desk = Desk::open(dir.path()).await;
    let admin = desk.db.add_reviewer(&desk.clock, "관리", simui_domain::Role::Administrator, None);
    let admin = admin.await.unwrap();
    drop(db);
    let file = dir.path().join("keys/audit.key");
    let key = std::fs::read(&file).unwrap();
    let open = || Database::open_with(dir.path(), Some(vault(&kept, &broken)), KeyPlace::Keyring);

    // A keyring that refuses leaves everything as it was.
    broken.store(true, Ordering::SeqCst);
    let db = open().await.unwrap();
    assert_eq!(db.audit_key().place, KeyPlace::File);
    let refused = db.move_audit_key(&desk.clock, KeyPlace::Keyring, &admin).await.unwrap_err();
    assert!(refused.to_string().contains("locked"), "{refused}");
    assert_eq!(std::fs::read(&file).unwrap(), key);
    broken.store(false, Ordering::SeqCst);

    // A process that was open before continues to write afterwards.
    let before = open().await.unwrap();
    assert!(db.move_audit_key(&desk.clock, KeyPlace::Keyring, &admin).await.unwrap());
    assert!(!db.move_audit_key(&desk.clock, KeyPlace::Keyring, &admin).await.unwrap());
    assert!(!file.exists());
    assert_eq!(kept.lock().unwrap().values().collect::<Vec<_>>(), [&key]);
    let written = before.add_reviewer(&desk.clock, "늦은", simui_domain::Role::Reviewer, None);
    written.await.unwrap();
    let report = open().await.unwrap().audit_verify().await.unwrap();
    assert_eq!((report.anchored, report.fault), (Some(8), None));
    let entries = db.audit_entries(6, 9).await.unwrap();
    assert_eq!(
        (entries[0].action.as_str(), &entries[0].details),
        ("audit_key_moved", &json!({ "to": "keyring" }))
    );

    // With the key in the keyring, a head without a seal or with an older entry is refused.
    let head = std::fs::read_to_string(dir.path().join("audit.head")).unwrap();
    let (first, last) = (&db.audit_entries(0, 1).await.unwrap()[0], &entries[1]);
    let forged = head.replace("\"seq\":8", "\"seq\":1").replace(&last.mac, &first.mac);
    assert_ne!(forged, head);
    for forged in [forged, json!({ "seq": 1, "mac": first.mac }).to_string()] {
        std::fs::write(dir.path().join("audit.head"), forged).unwrap();
        let fault = db.audit_verify().await.unwrap().fault.unwrap();
        assert_eq!(fault.kind, AuditFaultKind::AnchorLost);
        assert!(fault.message.contains("it was edited"), "{}", fault.message);
    }
    std::fs::write(dir.path().join("audit.head"), head).unwrap();

    // Without the keyring nothing that must be audited is written, and nothing is created again.
    broken.store(true, Ordering::SeqCst);
    let locked = open().await.unwrap();
    let state = locked.audit_key();
    assert_eq!((state.place, state.known), (KeyPlace::Keyring, false));
    assert!(state.problem.contains("locked"), "{state:?}");
    let fault = locked.audit_verify().await.unwrap().fault.unwrap();
    assert_eq!(fault.kind, AuditFaultKind::AnchorLost);
    let refused =
        locked.add_reviewer(&desk.clock, "없는", simui_domain::Role::Reviewer, None).await;
    assert!(refused.unwrap_err().to_string().contains("unlock the keyring"));
    broken.store(false, Ordering::SeqCst);

    // An interrupted move has left the key file as well. The next opening removes it.
    std::fs::write(&file, &key).unwrap();
    let db = open().await.unwrap();
    assert!(!file.exists());
    assert!(db.move_audit_key(&desk.clock, KeyPlace::File, &admin).await.unwrap());
    assert_eq!(std::fs::read(&file).unwrap(), key);
    assert!(kept.lock().unwrap().is_empty());
    let report = Database::open(dir.path()).await.unwrap().audit_verify().await.unwrap();
    assert_eq!((report.entries, report.fault), (9, None));
}

#[tokio::test]
async fn a_new_desk_takes_the_keyring_where_there_is_one() {
    let (kept, broken) = (Arc::default(), Arc::<AtomicBool>::default());
    for (refuses, wanted, place) in [
        (false, KeyPlace::Keyring, KeyPlace::Keyring),
        (true, KeyPlace::Keyring, KeyPlace::File),
        (false, KeyPlace::File, KeyPlace::File),
    ] {
        broken.store(refuses, Ordering::SeqCst);
        let dir = tempfile::tempdir().unwrap();
        let open = || Database::open_with(dir.path(), Some(vault(&kept, &broken)), wanted);
        let public = open().await.unwrap().audit_public_key().unwrap();
        let db = open().await.unwrap();
        assert_eq!((db.audit_key().place, db.audit_public_key().unwrap()), (place, public));
        assert_eq!(dir.path().join("keys/audit.key").exists(), place == KeyPlace::File);
        assert_eq!(db.audit_verify().await.unwrap().fault, None);
    }
}

#[tokio::test]
async fn a_head_that_was_written_down_elsewhere_finds_what_the_own_one_cannot() {
    let (dir, db) = desk().await;
    let last = db.audit_entries(4, 1).await.unwrap().remove(0);
    let key = std::fs::read(dir.path().join("keys/audit.key")).unwrap();
    rewrite(dir.path(), &key, 0).await;
    let forged = db.audit_entries(4, 1).await.unwrap().remove(0);
    let head = json!({ "seq": 5, "mac": forged.mac }).to_string();
    std::fs::write(dir.path().join("audit.head"), head).unwrap();
    // With both key and head, an intruder can forge everything on this machine.
    assert_eq!(db.audit_verify().await.unwrap().fault, None);
    let fault = db.audit_holds(5, &last.mac).await.unwrap().unwrap();
    assert_eq!((fault.seq, fault.kind), (5, AuditFaultKind::Rewritten));
    assert_eq!(db.audit_holds(5, &forged.mac).await.unwrap(), None);
    assert_eq!(
        db.audit_holds(6, &last.mac).await.unwrap().unwrap().kind,
        AuditFaultKind::Truncated
    );
}
