#![allow(clippy::panic, clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use simui_domain::{Clock, Role};
use tempfile::TempDir;
use uuid::Uuid;

use super::Area;
use super::table::Privileges;
use crate::types::{NewAccount, PasswordText, SetPassword};
use crate::{ApiError, Desk, OpenDesk};

const PASSWORD: &str = "올바른 말 전지";

/// All callers of a desk: nobody, somebody whose session has ended, and one of each role.
const PEOPLE: [(&str, Option<Role>); 5] = [
    ("", None),
    ("session is over", None),
    ("심의", Some(Role::Reviewer)),
    ("약사", Some(Role::Pharmacist)),
    ("관리", Some(Role::Administrator)),
];

async fn empty_desk() -> (TempDir, Desk) {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::new(|| "2026-11-25T09:00:00Z".parse().unwrap(), |_| Uuid::now_v7());
    let data_dir = Some(folder.path().to_owned());
    let opening = OpenDesk { data_dir, clock, ..OpenDesk::from_environment() };
    (folder, Desk::open(opening).await.unwrap())
}

async fn ok(desk: &Desk, operation: &str, request: Value) -> Value {
    desk.call(operation, request).await.unwrap()
}

async fn session(desk: &Desk, name: &str) -> Value {
    match name {
        "" => Value::Null,
        "session is over" => json!("0123"),
        name => {
            let request = json!({ "reviewer": name, "password": PASSWORD });
            ok(desk, "sign_in", request).await["session"].clone()
        }
    }
}

/// A desk with one account of each role, all with passwords, and one account without.
async fn guarded_desk() -> (TempDir, Desk) {
    let (folder, desk) = empty_desk().await;
    for (name, role) in [
        ("관리", Role::Administrator),
        ("심의", Role::Reviewer),
        ("약사", Role::Pharmacist),
        ("없음", Role::Administrator),
    ] {
        ok(&desk, "add_account", json!({ "name": name, "role": role })).await;
    }
    ok(&desk, "set_password", json!({ "account": "관리", "password": PASSWORD })).await;
    let chief = session(&desk, "관리").await;
    for name in ["심의", "약사"] {
        let set =
            json!({ "account": name, "password": PASSWORD, "reviewer": "관리", "session": chief });
        ok(&desk, "set_password", set).await;
    }
    (folder, desk)
}

fn is_refused(error: &ApiError) -> bool {
    matches!(error, ApiError::SignIn(..) | ApiError::NotPermitted { .. })
}

/// The operations of the dispatcher: the arms of its matches.
fn dispatched() -> BTreeSet<String> {
    let sources = [include_str!("../call/mod.rs"), include_str!("../call/patients.rs")];
    let arm = |line: &str| {
        let (name, rest) = line.trim().strip_prefix('"')?.split_once('"')?;
        rest.trim_start().starts_with("=>").then(|| name.to_owned())
    };
    sources.iter().flat_map(|source| source.lines().filter_map(arm)).collect()
}

#[test]
fn the_table_and_the_dispatcher_know_the_same_operations() {
    let rows = Privileges::shipped().rows().iter();
    let rows: BTreeSet<String> =
        rows.filter(|row| row.area != Area::Shell).map(|row| row.operation.clone()).collect();
    let dispatched = dispatched();
    assert!(dispatched.len() > 120, "the arms are read: {}", dispatched.len());
    let missing: Vec<_> = dispatched.difference(&rows).collect();
    assert!(missing.is_empty(), "the dispatcher knows them, privileges.toml does not: {missing:?}");
    let gone: Vec<_> = rows.difference(&dispatched).collect();
    assert!(gone.is_empty(), "privileges.toml knows them, the dispatcher does not: {gone:?}");
}

#[tokio::test]
async fn each_operation_is_refused_to_each_role_that_the_table_does_not_name() {
    let (_folder, desk) = guarded_desk().await;
    for (name, role) in PEOPLE {
        let session = session(&desk, name).await;
        let status = ok(&desk, "desk_status", json!({ "session": session })).await;
        assert_eq!(status["guarded"], true);
        let operations = status["operations"].as_array().unwrap();
        for row in Privileges::shipped().rows().iter().filter(|row| row.area != Area::Shell) {
            let allowed = row.allows(role);
            assert_eq!(
                operations.contains(&json!(row.operation)),
                allowed,
                "{name}: {}",
                row.operation
            );
            if allowed {
                // A permitted operation is not run here, because it may take minutes. A test below runs one
                // of each kind.
                continue;
            }
            let request = json!({ "session": session });
            let error = desk.call(&row.operation, request).await.unwrap_err();
            assert!(is_refused(&error), "{name}: {}: {error}", row.operation);
            let asks = matches!(error, ApiError::SignIn(..));
            assert_eq!(asks, role.is_none(), "{name}: {}: {error}", row.operation);
        }
    }
}

/// Operations that need a signed-in account, whatever the table says.
#[tokio::test]
async fn what_changes_or_tells_of_persons_needs_somebody() {
    let (_folder, desk) = guarded_desk().await;
    for operation in [
        "paper",
        "coverage_import",
        "coverage_page_picture",
        "coverage_save",
        "coverage_saved",
        "coverage_forget",
        "import_paths",
        "import_uploads",
        "forget_question",
        "lexicon_import",
        "lexicon_status",
        "lexicon_remove",
        "audit_pack",
        "revise",
        "fork",
        "rereview",
        "submit",
        "add_model",
        "remove_model",
        "download_model",
        "sign_digest",
        "find_laws",
        "update_laws",
        "update_drugs",
        "decide",
        "patients",
        "patient",
        "patient_history",
        "patient_turns",
        "forget_patient",
        "remember",
        "consult",
        "check_list",
        "ask",
        "asked",
        "add_account",
        "set_password",
        "set_role",
        "report",
        "case_file",
    ] {
        let error = desk.call(operation, json!({})).await.unwrap_err();
        assert!(matches!(error, ApiError::SignIn(..)), "{operation}: {error}");
    }
}

#[tokio::test]
async fn the_right_role_comes_through() {
    let (_folder, desk) = guarded_desk().await;
    let check = async |name: &str, operation: &str, request: Value, expected: Result<(), &str>| {
        let mut request = request;
        request["session"] = session(&desk, name).await;
        let found = desk.call(operation, request).await;
        match expected {
            Ok(()) => drop(found.unwrap()),
            Err(words) => {
                let error = found.unwrap_err().to_string();
                assert!(error.contains(words), "{name}: {operation}: {error}");
            }
        }
    };
    check("약사", "patients", json!({}), Ok(())).await;
    check("심의", "patients", json!({}), Err("\"심의\" is a reviewer, and this needs")).await;
    let ad = json!({ "ad": { "text": "무릎 통증 진료" } });
    check("약사", "submit", ad.clone(), Err("is a pharmacist")).await;
    check("관리", "rule_packs", json!({}), Ok(())).await;
    check("심의", "import_paths", json!({ "paths": [] }), Err("needs: administrator")).await;
    check("심의", "nonsense", json!({}), Err("does not exist")).await;
    check("", "queue", json!({ "state": "open" }), Ok(())).await;
}

#[tokio::test]
async fn without_passwords_one_person_does_everything() {
    let (_folder, desk) = empty_desk().await;
    let status = ok(&desk, "desk_status", json!({})).await;
    assert_eq!(status["guarded"], false);
    let all = Privileges::shipped().rows().iter().filter(|row| row.area != Area::Shell).count();
    assert_eq!(status["operations"].as_array().unwrap().len(), all);
    ok(&desk, "add_patient", json!({ "name": "가나다" })).await;
    ok(&desk, "patients", json!({})).await;
}

#[tokio::test]
async fn an_account_without_a_password_does_nothing_on_a_guarded_desk_and_is_nobodys_to_take() {
    let (_folder, desk) = guarded_desk().await;
    let take = json!({ "account": "없음", "password": "가로챈 비밀번호", "reviewer": "없음" });
    let by_themselves = json!({ "account": "없음", "password": "가로챈 비밀번호" });
    for request in [take, by_themselves] {
        let error = desk.call("set_password", request).await.unwrap_err();
        assert!(matches!(error, ApiError::SignIn(..)), "{error}");
    }
    // The methods that the command line calls refuse it as well.
    let request = SetPassword {
        account: "없음".into(),
        password: PasswordText::new("가로챈 비밀번호".into()),
        current: None,
        reviewer: None,
    };
    let error = desk.set_password(request).await.unwrap_err().to_string();
    assert!(error.contains("has no password"), "{error}");
    // A reviewer who is signed in cannot set it either.
    let reviewer = session(&desk, "심의").await;
    for by in ["심의", "없음"] {
        let set = json!({ "account": "없음", "password": "가로챈 비밀번호", "reviewer": by, "session": reviewer });
        desk.call("set_password", set).await.unwrap_err();
    }
    let chief = session(&desk, "관리").await;
    let sign =
        json!({ "account": "심의", "kinds": ["V1"], "reviewer": "없음", "session": Value::Null });
    desk.call("set_expertise", sign).await.unwrap_err();
    let set =
        json!({ "account": "없음", "password": PASSWORD, "reviewer": "관리", "session": chief });
    ok(&desk, "set_password", set).await;
    let own = session(&desk, "없음").await;
    ok(&desk, "add_account", json!({ "name": "새로", "role": "reviewer", "session": own })).await;
}

#[tokio::test]
async fn somebody_becomes_the_first_administrator_of_an_empty_desk() {
    let (_folder, desk) = empty_desk().await;
    ok(&desk, "add_account", json!({ "name": "첫째", "role": "administrator" })).await;
    ok(&desk, "set_password", json!({ "account": "첫째", "password": PASSWORD })).await;
    let error = desk.call("add_account", json!({ "name": "둘째", "role": "administrator" })).await;
    assert!(matches!(error, Err(ApiError::SignIn(..))), "only the first one needs nobody");
    let first = session(&desk, "첫째").await;
    ok(&desk, "add_account", json!({ "name": "둘째", "role": "administrator", "session": first }))
        .await;
}

#[tokio::test]
async fn a_command_is_permitted_as_its_operation_is() {
    let (_folder, desk) = guarded_desk().await;
    let refused = async |command: &str, person: Option<&str>| {
        desk.permit_command(command, person).await.unwrap_err().to_string()
    };
    desk.permit_command("audit verify", None).await.unwrap();
    assert!(refused("patient list", None).await.contains("this desk has passwords"));
    assert!(refused("patient list", Some("약사")).await.contains("has a password"));
    assert!(refused("review run", Some("없음")).await.contains("has no password"));
    assert!(refused("review walk", None).await.contains("does not exist"));
    desk.prove_with(PasswordText::new("틀린 비밀번호".into()));
    assert!(refused("patient list", Some("약사")).await.contains("not the password"));
    desk.prove_with(PasswordText::new(PASSWORD.into()));
    assert!(refused("patient list", Some("심의")).await.contains("is a reviewer"));
    desk.permit_command("patient list", Some("약사")).await.unwrap();
    // The permitted account acts where an operation names nobody.
    desk.patients(Default::default()).await.unwrap();
    let added = NewAccount { name: "몰래".into(), role: Role::Administrator, reviewer: None };
    assert!(desk.add_account(added).await.unwrap_err().to_string().contains("no administrator"));
}

#[tokio::test]
async fn reading_a_patient_is_in_the_audit_log_once_a_session() {
    let (_folder, desk) = guarded_desk().await;
    let first = session(&desk, "약사").await;
    let added = ok(&desk, "add_patient", json!({ "name": "가나다", "session": first })).await;
    let read = async |session: &Value| {
        let request = json!({ "patient_id": added["id"], "session": session });
        for operation in ["patient", "patient_turns", "patient", "patient_history"] {
            ok(&desk, operation, request.clone()).await;
        }
    };
    read(&first).await;
    read(&first).await;
    read(&session(&desk, "관리").await).await;
    let log = desk.audit_export().await.unwrap();
    let reads = log.lines().filter(|line| line.contains("\"patient_read\"")).count();
    assert_eq!(reads, 2, "one of each session");
    assert!(!log.contains("가나다"), "the log names no patient");
}

/// Every operation that is permitted only on one's own objects, tried by another account and by an
/// administrator.
#[tokio::test]
async fn what_is_somebody_elses_is_an_administrators() {
    let (_folder, desk) = guarded_desk().await;
    let (pharmacist, reviewer) = (session(&desk, "약사").await, session(&desk, "심의").await);
    let chief = session(&desk, "관리").await;
    for row in Privileges::shipped().rows().iter().filter(|row| row.own) {
        match row.operation.as_str() {
            "forget_question" => {
                // The new password has ended the earlier session.
                let pharmacist = session(&desk, "약사").await;
                let asked =
                    json!({ "question": "타이레놀 하루 최대 용량은?", "session": pharmacist });
                let first = ok(&desk, "ask", asked.clone()).await["asked_id"].clone();
                let second = ok(&desk, "ask", asked).await["asked_id"].clone();
                let forget = |id: &Value, session: &Value| json!({ "id": id, "session": session });
                let error = desk.call("forget_question", forget(&first, &reviewer)).await;
                assert!(is_refused(&error.unwrap_err()));
                ok(&desk, "forget_question", forget(&first, &pharmacist)).await;
                ok(&desk, "forget_question", forget(&second, &chief)).await;
            }
            "set_password" => {
                let set = |by: &str, session: &Value| json!({ "account": "약사", "password": PASSWORD, "reviewer": by, "session": session });
                let error = desk.call("set_password", set("심의", &reviewer)).await.unwrap_err();
                assert!(error.to_string().contains("no administrator"), "{error}");
                let own = set("약사", &pharmacist);
                desk.call("set_password", own).await.unwrap_err();
                let mut own = set("약사", &pharmacist);
                own["current"] = json!(PASSWORD);
                ok(&desk, "set_password", own).await;
                ok(&desk, "set_password", set("관리", &chief)).await;
            }
            // The store checks the owner of a claim: tests/cli/queue.rs.
            "release" => {}
            other => panic!("{other} is allowed on one's own: say here what that means"),
        }
    }
}
