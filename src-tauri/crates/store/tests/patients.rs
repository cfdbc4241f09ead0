//! Tests patients at rest: sealed, bound to their place, changed by one process at a time, forgotten for
//! good.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use simui_domain::{Clock, ConversationId, PatientId};
use simui_store::{Database, KeyPlace, KeyVault, NewTurn, PatientChange, StoreError};

fn clock() -> Clock {
    Clock::new(jiff::Timestamp::now, |_| uuid::Uuid::new_v4())
}

const WORD: &str = "페니실린쇼크유일낱말";

/// Whether any file of a data directory contains these bytes.
fn found(dir: &Path, bytes: &[u8]) -> bool {
    std::fs::read_dir(dir).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return found(&path, bytes);
        }
        std::fs::read(&path).unwrap().windows(bytes.len()).any(|it| it == bytes)
    })
}

async fn change(db: &Database, id: &PatientId, turn: u32, items: u32, word: &str) {
    let revision = db.patient(id).await.unwrap().revision;
    let put = (1..=items).map(|it| (it, json!({ "name": word, "n": it }))).collect();
    let change = PatientChange {
        revision,
        head: json!({ "conflicts": [word] }),
        put,
        history: vec![json!({ "before": word })],
        turn: Some(NewTurn {
            turn,
            conversation: ConversationId::from("c1"),
            body: json!({ "text": word }),
        }),
        // Both kinds of commit must behave alike.
        nothing_new: turn.is_multiple_of(2),
        ..PatientChange::default()
    };
    db.change_patient(&clock(), id, &change, "system").await.unwrap();
}

async fn sealed_bytes(db: &Database, id: &PatientId) -> Vec<Vec<u8>> {
    let url = format!("sqlite://{}?mode=ro", db.dir().join("simui.db").display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    let mut all = Vec::new();
    for sql in [
        "SELECT sealed FROM patient_keys WHERE patient_id = ?",
        "SELECT body FROM patient_items WHERE patient_id = ?",
        "SELECT body FROM patient_turns WHERE patient_id = ?",
        "SELECT name FROM patients WHERE id = ?",
    ] {
        let rows: Vec<Vec<u8>> =
            sqlx::query_scalar(sql).bind(id.as_str()).fetch_all(&pool).await.unwrap();
        all.extend(rows);
    }
    pool.close().await;
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_remembered_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let db = Database::open(dir.path()).await.unwrap();
    let id = db.add_patient(&clock(), "김가을", &json!({}), "system").await.unwrap();
    change(&db, &id, 1, 3, WORD).await;
    change(&db, &id, 2, 2, "둘째").await;
    let record = db.patient(&id).await.unwrap();
    assert_eq!((record.entry.name.as_str(), record.entry.turns, record.revision), ("김가을", 2, 3));
    assert_eq!(record.items.len(), 3);
    assert_eq!(record.items[0].1["name"], "둘째");
    assert_eq!(record.items[2].1["name"], WORD);
    assert_eq!(record.conversation.unwrap().0.as_str(), "c1");
    assert_eq!(db.patient_history(&id).await.unwrap().len(), 2);
    let turns = db.patient_turns(&id).await.unwrap();
    assert_eq!((turns.len(), turns[0].body["text"].as_str()), (2, Some(WORD)));
    assert_eq!(db.patients().await.unwrap()[0].id, id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_added_as_a_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let db = Database::open(dir.path()).await.unwrap();
    let first = PatientChange {
        head: json!({ "conflicts": [] }),
        put: vec![(1, json!({ "name": WORD }))],
        history: vec![json!({ "before": null })],
        audit: Some(("patient_imported", json!({ "items": 1 }))),
        ..PatientChange::default()
    };
    // Given up at many moments, it leaves no patient without the record.
    let clock = clock();
    for wait in 0..80 {
        let add = db.add_patient_with(&clock, "김가을", &first, "system");
        let _ = tokio::time::timeout(std::time::Duration::from_micros(wait * 100), add).await;
        for entry in db.patients().await.unwrap() {
            assert_eq!(db.patient(&entry.id).await.unwrap().items.len(), 1, "after {wait}");
        }
    }

    let id = db.add_patient_with(&clock, "김가을", &first, "system").await.unwrap();
    let record = db.patient(&id).await.unwrap();
    assert_eq!((record.items.len(), record.entry.turns), (1, 0));
    assert_eq!(db.patient_history(&id).await.unwrap().len(), 1);
    let actions: Vec<String> =
        db.audit_of(id.as_str()).await.unwrap().into_iter().map(|it| it.action).collect();
    assert_eq!(actions, ["patient_added", "patient_imported"]);
    change(&db, &id, 1, 2, WORD).await;
    assert_eq!(db.patient(&id).await.unwrap().items.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_lies_open_and_what_is_forgotten_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let db = Database::open(dir.path()).await.unwrap();
    // Enough patients that pages are split and merged around the one that is forgotten.
    let mut ids = Vec::new();
    for at in 0..40 {
        let id = db.add_patient(&clock(), WORD, &json!({ "w": WORD }), "system").await.unwrap();
        change(&db, &id, 1, 1 + at % 7, WORD).await;
        ids.push(id);
    }
    change(&db, &ids[11], 2, 30, WORD).await;
    assert!(!found(dir.path(), WORD.as_bytes()), "health data lies open");
    let sealed = sealed_bytes(&db, &ids[11]).await;
    assert_eq!(sealed.len(), 1 + 30 + 2 + 1);
    assert!(sealed.iter().all(|it| found(dir.path(), it)), "the test looks at the wrong place");
    let forgotten = db.forget_patient(&clock(), &ids[11], &[], "system").await.unwrap();
    assert_eq!((forgotten.items, forgotten.turns, forgotten.log_emptied), (30, 2, true));
    for bytes in &sealed {
        assert!(!found(dir.path(), bytes), "sealed bytes of {} are left", ids[11]);
        // The bytes of the key, without the nonce before them.
        assert!(!found(dir.path(), &bytes[24..]));
    }
    let again = db.forget_patient(&clock(), &ids[11], &[], "system").await;
    assert!(matches!(again, Err(StoreError::UnknownPatient(_))));
    assert!(db.patient(&ids[11]).await.is_err());
    assert_eq!(db.patients().await.unwrap().len(), 39);
    assert_eq!(db.patient(&ids[12]).await.unwrap().items[0].1["name"], WORD);
    // The audit log records the deletion, and it verifies.
    let entries = db.audit_of(ids[11].as_str()).await.unwrap();
    let actions: Vec<&str> = entries.iter().map(|it| it.action.as_str()).collect();
    assert_eq!(actions, ["patient_added", "patient_forgotten"]);
    assert!(!format!("{entries:?}").contains(WORD));
    assert!(db.audit_verify().await.unwrap().fault.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_of_another_patient_does_not_open() {
    let dir = tempfile::tempdir().unwrap();
    let db = Database::open(dir.path()).await.unwrap();
    let one = db.add_patient(&clock(), "하나", &json!({}), "system").await.unwrap();
    let other = db.add_patient(&clock(), "둘", &json!({}), "system").await.unwrap();
    change(&db, &one, 1, 2, WORD).await;
    change(&db, &other, 1, 2, "다른말").await;
    let url = format!("sqlite://{}", db.dir().join("simui.db").display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    let check = async |sql: &'static str, back: &'static str| {
        assert!(db.patient(&other).await.is_ok(), "before {sql}");
        sqlx::query(sql).bind(other.as_str()).bind(one.as_str()).execute(&pool).await.unwrap();
        let error = db.patient(&other).await.unwrap_err();
        assert!(matches!(error, StoreError::Sealed { .. }), "{sql}: {error}");
        assert!(!error.to_string().contains(WORD));
        sqlx::query(back).bind(other.as_str()).bind(one.as_str()).execute(&pool).await.unwrap();
    };
    check(
        "UPDATE patient_items SET body = (SELECT body FROM patient_items WHERE patient_id = ?2 AND item = 1) \
         WHERE patient_id = ?1 AND item = 1",
        "DELETE FROM patient_items WHERE patient_id = ?1 AND item = 1",
    )
    .await;
    // A row of the same patient does not open under another number either.
    check(
        "UPDATE patient_items SET item = 9 WHERE patient_id = ?1 AND item = 2",
        "UPDATE patient_items SET item = 2 WHERE patient_id = ?1 AND item = 9",
    )
    .await;
    check(
        "UPDATE patient_keys SET sealed = (SELECT sealed FROM patient_keys WHERE patient_id = ?2) WHERE patient_id = ?1",
        "SELECT 1",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_do_not_overwrite_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) =
        (Database::open(dir.path()).await.unwrap(), Database::open(dir.path()).await.unwrap());
    let id = one.add_patient(&clock(), "하나", &json!({}), "system").await.unwrap();
    let seen = other.patient(&id).await.unwrap().revision;
    change(&one, &id, 1, 1, WORD).await;
    let late = PatientChange { revision: seen, head: Value::Null, ..PatientChange::default() };
    let refused = other.change_patient(&clock(), &id, &late, "system").await;
    assert!(matches!(refused, Err(StoreError::PatientChanged(_))), "{refused:?}");
    change(&other, &id, 2, 1, "둘째").await;
    assert_eq!(one.patient(&id).await.unwrap().entry.turns, 2);
    // Both may forget the patient; the second is told that there is none.
    other.forget_patient(&clock(), &id, &[], "system").await.unwrap();
    assert!(matches!(one.patient(&id).await, Err(StoreError::UnknownPatient(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_keyring_the_directory_says_nothing() {
    type Kept = Arc<Mutex<HashMap<String, Vec<u8>>>>;
    let kept = Kept::default();
    let (get, set, remove) = (kept.clone(), kept.clone(), kept.clone());
    let vault = KeyVault {
        get: Arc::new(move |name| Ok(get.lock().unwrap().get(name).cloned())),
        set: Arc::new(move |name, bytes| {
            set.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
            Ok(())
        }),
        remove: Arc::new(move |name| {
            remove.lock().unwrap().remove(name);
            Ok(())
        }),
    };
    let dir = tempfile::tempdir().unwrap();
    let open = async |vault| Database::open_with(dir.path(), vault, KeyPlace::Keyring).await;
    let db = open(Some(vault.clone())).await.unwrap();
    let id = db.add_patient(&clock(), WORD, &json!({}), "system").await.unwrap();
    change(&db, &id, 1, 1, WORD).await;
    drop(db);
    let stolen = open(None).await.unwrap();
    assert!(matches!(stolen.patient(&id).await, Err(StoreError::AuditKey { .. })));
    assert!(matches!(stolen.patients().await, Err(StoreError::AuditKey { .. })));
    drop(stolen);
    let db = open(Some(vault)).await.unwrap();
    assert_eq!(db.patient(&id).await.unwrap().entry.name, WORD);
}
