//! The audit log through the command line: every kind of damage is named, what cannot be detected is stated,
//! and the key can be moved.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use crate::common::Desk;
use crate::common::plain_sql::{put_back, raw, tamper, wait};
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sqlx::Row;

/// Creates a desk with seven entries: an administrator, a reviewer, three decisions, two more reviewers.
fn made() -> Desk {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    let ads: Vec<Value> = (0..3)
        .map(|at| json!({ "text": format!("국내 최초 100% 완치 보장 줄기세포 치료 {at}"), "published_on": "2026-11-01" }))
        .collect();
    for case in desk.review(&ads) {
        decide(&desk, case["case_id"].as_str().unwrap());
    }
    desk.reviewer("이심의");
    desk.reviewer("박심의");
    assert_eq!(verify(&desk).0["entries"], 7);
    desk
}

fn decide(desk: &Desk, case: &str) {
    let note = ["--note", "고침"];
    let decide = ["review", "decide", case, "--action", "request_revision", "--as", "김심의"];
    desk.run(&[decide.as_slice(), &note].concat()).succeeded();
}

/// Returns a copy of that desk.
fn desk() -> Desk {
    static MADE: LazyLock<Desk> = LazyLock::new(made);
    MADE.copy()
}

/// Returns the report of `audit verify`, whether it exits 0, and its error lines.
fn verify(desk: &Desk) -> (Value, bool, String) {
    let finished = desk.run(&["audit", "verify"]);
    (finished.json(), finished.code == Some(0), finished.err)
}

fn mac(key: &[u8], fields: &[&[u8]]) -> String {
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(key).unwrap();
    for field in fields {
        mac.update(&(field.len() as u64).to_be_bytes());
        mac.update(field);
    }
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Rewrites both logs under a key, with another person in the second entry of the audit log; returns its last
/// MAC.
fn rewrite(dir: &Path, key: &[u8]) -> String {
    tamper(dir, "UPDATE audit_log SET actor = 'somebody' WHERE seq = 2");
    wait(async {
        let (mut connection, triggers) = raw(dir).await;
        let all = async |connection: &mut sqlx::SqliteConnection, sql: &'static str| {
            sqlx::query(sql).fetch_all(connection).await.unwrap()
        };
        let rows = all(&mut connection, "SELECT * FROM audit_log ORDER BY seq").await;
        let records = all(&mut connection, "SELECT * FROM record_log ORDER BY seq").await;
        let mut records = records.iter().peekable();
        let (mut code, mut record_mac) = (String::new(), "0".repeat(64));
        let mut previous = "0".repeat(64);
        for number in 0..=rows.len() as i64 {
            if let Some(row) = usize::try_from(number - 1).ok().and_then(|at| rows.get(at)) {
                let seq: i64 = row.get("seq");
                let text = |name: &str| row.get::<String, _>(name);
                let texts = ["at", "actor", "action", "subject", "details"].map(text);
                let number = seq.to_be_bytes();
                let mut fields = vec![number.as_slice()];
                fields.extend(texts.iter().map(String::as_bytes));
                fields.extend([previous.as_bytes(), record_mac.as_bytes()]);
                code = mac(key, &fields);
                sqlx::query(
                    "UPDATE audit_log SET previous = ?, records = ?, mac = ? WHERE seq = ?",
                )
                .bind(&previous)
                .bind(&record_mac)
                .bind(&code)
                .bind(seq)
                .execute(&mut connection)
                .await
                .unwrap();
                previous.clone_from(&code);
            }
            while let Some(row) = records.next_if(|row| row.get::<i64, _>("audit") == number) {
                let (seq, changes): (i64, String) = (row.get("seq"), row.get("changes"));
                let before = std::mem::take(&mut record_mac);
                let (at, behind) = (seq.to_be_bytes(), number.to_be_bytes());
                let fields: [&[u8]; 6] = [
                    b"simui record entry 1",
                    &at,
                    &behind,
                    code.as_bytes(),
                    changes.as_bytes(),
                    before.as_bytes(),
                ];
                record_mac = mac(key, &fields);
                sqlx::query("UPDATE record_log SET previous = ?, mac = ? WHERE seq = ?")
                    .bind(&before)
                    .bind(&record_mac)
                    .bind(seq)
                    .execute(&mut connection)
                    .await
                    .unwrap();
            }
        }
        put_back(connection, triggers).await;
        previous
    })
}

/// A kind of damage: the change to the database, the first bad entry, and the expected name.
const DAMAGES: [(&str, u64, &str); 12] = [
    ("UPDATE audit_log SET actor = 'somebody' WHERE seq = 4", 4, "edited"),
    (
        "UPDATE audit_log SET details = replace(details, 'request_revision', 'approve') WHERE seq = 3",
        3,
        "edited",
    ),
    ("UPDATE audit_log SET mac = previous WHERE seq = 7", 7, "edited"),
    ("DELETE FROM audit_log WHERE seq = 5", 5, "deleted"),
    // An entry is deleted and the gap closed.
    (
        "DELETE FROM audit_log WHERE seq = 5; UPDATE audit_log SET seq = seq - 1 WHERE seq > 5",
        5,
        "deleted",
    ),
    // An entry is inserted in the middle.
    (
        "UPDATE audit_log SET seq = -seq - 1 WHERE seq > 2; UPDATE audit_log SET seq = -seq WHERE seq < 0; \
         INSERT INTO audit_log SELECT 3, at, 'somebody', action, subject, details, mac, previous, records FROM audit_log WHERE seq = 2",
        3,
        "inserted",
    ),
    // An entry is added at the end.
    (
        "INSERT INTO audit_log SELECT 8, at, actor, action, subject, details, mac, previous, records FROM audit_log WHERE seq = 7",
        8,
        "inserted",
    ),
    (
        "UPDATE audit_log SET seq = -seq WHERE seq IN (3, 5); UPDATE audit_log SET seq = 5 WHERE seq = -3; \
         UPDATE audit_log SET seq = 3 WHERE seq = -5",
        3,
        "reordered",
    ),
    ("DELETE FROM audit_log WHERE seq >= 6", 6, "truncated"),
    ("DELETE FROM audit_log", 1, "truncated"),
    ("UPDATE decisions SET note = 'anders' WHERE rowid = 2", 4, "decision_changed"),
    // The letter to the advertiser is part of the signed decision.
    ("DELETE FROM notices WHERE rowid = 3", 5, "decision_changed"),
];

#[test]
fn every_kind_of_damage_is_named_with_its_first_entry() {
    for (sql, first_bad, kind) in DAMAGES {
        let desk = desk();
        tamper(desk.dir(), sql);
        let (report, succeeded, stderr) = verify(&desk);
        let found = (&report["first_bad"], &report["kind"], &report["intact"]);
        assert_eq!(found, (&json!(first_bad), &json!(kind), &json!(false)), "{sql}: {report}");
        assert!(!succeeded, "{sql}");
        let entry = format!("error: audit log, entry {first_bad}");
        assert!(stderr.contains(&entry) && stderr.contains("restore"), "{sql}: {stderr}");
        let there =
            !matches!(kind, "truncated") && !sql.starts_with("DELETE FROM audit_log WHERE seq = 5");
        if there || sql.contains("seq - 1") {
            assert!(report["at"].as_str().unwrap().starts_with("20"), "{sql}: {report}");
        }
    }
}

#[test]
fn a_rewritten_log_is_detected_where_possible() {
    // Without the key no entry verifies.
    let without = desk();
    rewrite(without.dir(), &[7; 32]);
    let (report, ..) = verify(&without);
    assert_eq!((&report["first_bad"], &report["kind"]), (&json!(1), &json!("rewritten")));

    // With the key, the head outside the database belongs to another log. The first false entry cannot be
    // determined.
    let desk = desk();
    let head = verify(&desk).0["head"].as_str().unwrap().to_owned();
    let key = std::fs::read(desk.dir().join("keys/audit.key")).unwrap();
    let last = rewrite(desk.dir(), &key);
    let (report, _, stderr) = verify(&desk);
    assert_eq!((&report["first_bad"], &report["kind"]), (&json!(7), &json!("rewritten")));
    assert!(stderr.contains("cannot be told"), "{stderr}");

    // With the key and the head, nothing on this machine shows the change; only a head noted elsewhere does.
    let forged = json!({ "seq": 7, "mac": last }).to_string();
    std::fs::write(desk.dir().join("audit.head"), forged).unwrap();
    let (report, succeeded, _) = verify(&desk);
    assert!(succeeded, "{report}");
    assert!(report["key_warning"].as_str().unwrap().contains("can write a log that checks out"));
    desk.run(&["audit", "verify", "--head", &head]).failed_with("written down elsewhere");
    desk.run(&["audit", "verify", "--head", report["head"].as_str().unwrap()]).succeeded();
    desk.run(&["audit", "verify", "--head", "nonsense"]).failed_with("NUMBER:MAC");
}

#[test]
fn lost_keys_and_heads_are_reported_and_not_replaced() {
    for file in ["audit.head", "keys/audit.key"] {
        let desk = desk();
        std::fs::remove_file(desk.dir().join(file)).unwrap();
        let (report, succeeded, stderr) = verify(&desk);
        assert_eq!((report["kind"].as_str(), succeeded), (Some("anchor_lost"), false), "{file}");
        assert!(stderr.contains("do not make new ones"), "{file}: {stderr}");
        assert!(!desk.dir().join(file).exists());
    }
}

/// A process may end after an entry and before anchoring it: the next process anchors it.
#[test]
fn an_unanchored_entry_is_anchored_by_the_next_process() {
    let desk = desk();
    let path = desk.dir().join("audit.head");
    let lines = export(&desk).0;
    let (seq, mac) = (&lines[3]["seq"], &lines[3]["mac"]);
    std::fs::write(&path, json!({ "seq": seq, "mac": mac }).to_string()).unwrap();
    let (report, succeeded, _) = verify(&desk);
    assert!(succeeded);
    assert_eq!(report["anchored"], 7);
    let head: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!((&head["seq"], &head["mac"]), (&lines[6]["seq"], &lines[6]["mac"]));
}

/// After every decision the head outside the database names it.
#[test]
fn every_decision_is_anchored_when_the_command_returns() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    for turn in 2..5_u64 {
        let case =
            desk.review(&[json!({ "text": "국내 최초 100% 완치 보장 줄기세포 치료" })]).remove(0);
        let id = case["case_id"].as_str().unwrap();
        decide(&desk, id);
        let head: Value =
            serde_json::from_slice(&std::fs::read(desk.dir().join("audit.head")).unwrap()).unwrap();
        assert_eq!(head["seq"], turn);
        let last = export(&desk).0.pop().unwrap();
        assert_eq!((&last["mac"], &last["action"]), (&head["mac"], &json!("decision")));
    }
}

fn export(desk: &Desk) -> (Vec<Value>, Vec<u8>, Vec<u8>) {
    let file = desk.dir().join("log.jsonl");
    desk.run(&["audit", "export", file.to_str().unwrap()]).succeeded();
    let log = std::fs::read(&file).unwrap();
    let seal = std::fs::read(desk.dir().join("log.jsonl.seal.json")).unwrap();
    let text = String::from_utf8(log.clone()).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), log, seal)
}

#[test]
fn an_export_is_whole_and_sealed() {
    let desk = desk();
    let (lines, log, seal) = export(&desk);
    let numbers: Vec<_> = lines.iter().map(|line| line["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7]);
    let key = verify(&desk).0["public_key"].as_str().unwrap().to_owned();
    let outcome = simui_packcheck::check_export(&log, &seal, Some(&key));
    assert_eq!((outcome.failures.as_slice(), outcome.counts.entries), ([].as_slice(), 7));
    for at in (0..log.len()).step_by(97) {
        let mut other = log.clone();
        other[at] ^= 1;
        assert!(
            !simui_packcheck::check_export(&other, &seal, Some(&key)).failures.is_empty(),
            "{at}"
        );
    }
    let cut = log[..log.len() - lines[6].to_string().len()].to_vec();
    assert!(!simui_packcheck::check_export(&cut, &seal, None).failures.is_empty());
}

/// Uses a keyring of its own, on machines with the programs for one.
#[test]
#[cfg(target_os = "linux")]
fn a_new_desk_takes_the_keyring_and_the_key_moves_both_ways() {
    let there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !there("dbus-run-session") || !there("gnome-keyring-daemon") {
        eprintln!("skipped: dbus-run-session or gnome-keyring-daemon is absent");
        return;
    }
    let desk = Desk::empty();
    let home = tempfile::tempdir().unwrap();
    let script = "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && sleep 1 && \
        \"$SIMUI\" reviewer add 관리 --role administrator && \
        for to in none file keyring; do \
            if [ $to != none ]; then \"$SIMUI\" audit move-key --to $to --as 관리 >&2 || exit 1; fi; \
            \"$SIMUI\" --json audit verify && ls \"$SIMUI_DATA_DIR/keys\"; \
        done";
    let session = Command::new("dbus-run-session")
        .args(["--", "sh", "-c", script])
        .env("SIMUI", env!("CARGO_BIN_EXE_simui"))
        .env("SIMUI_DATA_DIR", desk.dir())
        .env_remove("SIMUI_AUDIT_KEY")
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_RUNTIME_DIR", home.path())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&session.stdout).into_owned();
    let errors = String::from_utf8_lossy(&session.stderr).into_owned();
    let lines: Vec<&str> = printed.lines().skip(1).collect();
    assert_eq!(lines.len(), 6, "{printed}{errors}");
    let mut key = None;
    for (report, place, file) in
        [(0, "keyring", "audit.keyring"), (2, "file", "audit.key"), (4, "keyring", "audit.keyring")]
    {
        assert_eq!(lines[report + 1], file, "{printed}");
        let report: Value = serde_json::from_str(lines[report]).unwrap();
        assert_eq!((&report["intact"], &report["key"]["place"]), (&json!(true), &json!(place)));
        assert_eq!(*key.get_or_insert(report["public_key"].clone()), report["public_key"]);
    }
    // Outside the session the keyring cannot be reached: the log waits for it, and no new key is made.
    let (report, succeeded, stderr) = verify(&desk);
    assert_eq!((report["kind"].as_str(), succeeded), (Some("anchor_lost"), false), "{stderr}");
    assert!(report["key_warning"].as_str().unwrap().contains("unlock it"));
}

/// Holds with and without a keyring on this machine: nothing is lost and the key is not shown.
#[test]
fn the_key_is_moved_by_an_administrator_only_and_never_shown() {
    let desk = desk();
    let key = std::fs::read(desk.dir().join("keys/audit.key")).unwrap();
    let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    desk.run(&["audit", "move-key", "--as", "김심의"]).failed_with("no administrator");
    let moved = desk
        .command(&["audit", "move-key", "--as", "관리"])
        // No keyring can be found here.
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&moved.stdout).into_owned()
        + &String::from_utf8_lossy(&moved.stderr);
    assert!(!printed.contains(&hex), "{printed}");
    if cfg!(target_os = "linux") {
        assert_eq!(moved.status.code(), Some(1), "{printed}");
        assert!(printed.contains("the keyring cannot take it"), "{printed}");
        assert_eq!(std::fs::read(desk.dir().join("keys/audit.key")).unwrap(), key);
        let (report, succeeded, _) = verify(&desk);
        assert!(succeeded);
        assert_eq!(
            (&report["key"]["place"], &report["key"]["known"]),
            (&json!("file"), &json!(true))
        );
        // Without a keyring the desk works as before.
        desk.reviewer("최심의");
        assert_eq!(verify(&desk).0["anchored"], 8);
    }
    let doctor = desk.run(&["doctor"]).succeeded().json();
    let audit =
        doctor["checks"].as_array().unwrap().iter().find(|it| it["name"] == "audit").unwrap();
    assert!(audit["detail"].as_str().unwrap().contains("keys/audit.key"), "{audit}");
    assert!(audit["remedy"].as_str().unwrap().contains("simui audit move-key"), "{audit}");
}
