//! Accounts with roles and passwords, through the program. Every command is a process of its own.

use std::collections::BTreeMap;

use crate::common::{Desk, Finished};
use serde_json::{Value, json};

const CHIEF: &str = "올바른 말 전지";
const KIM: &str = "김씨의 비밀번호";

/// A desk with an administrator and two reviewers, none of whom has a password.
fn open_desk() -> Desk {
    let desk = Desk::new();
    desk.run(&["accounts", "add", "관리", "--role", "administrator"]).succeeded();
    desk.reviewer("김심의");
    desk.reviewer("박심의");
    desk
}

/// A desk on which 관리 and 김심의 have passwords.
fn guarded_desk() -> Desk {
    let desk = open_desk();
    desk.run_with(&["accounts", "password", "관리"], CHIEF.as_bytes()).succeeded();
    let lines = format!("{CHIEF}\n{KIM}\n");
    let set = ["--password-stdin", "accounts", "password", "김심의", "--as", "관리"];
    desk.run_with(&set, lines.as_bytes()).succeeded();
    desk
}

/// Returns a case that waits for a person; on a desk with passwords 관리 submits it.
fn waiting(desk: &Desk) -> String {
    let ad = json!({ "text": "줄기세포 치료로 무릎 연골을 되살립니다.", "medium": "internet" });
    let file = desk.dir().join("ad.jsonl");
    std::fs::write(&file, ad.to_string()).unwrap();
    let run = ["review", "run", file.to_str().unwrap(), "--as", "관리"];
    let output = desk.command(&run).env("SIMUI_PASSWORD", CHIEF).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["status"], "awaiting_review", "{result}");
    result["case_id"].as_str().unwrap().to_owned()
}

fn approve(desk: &Desk, case: &str, who: &str, password: Option<&str>) -> Finished {
    let mut arguments = vec!["review", "decide", case, "--action", "approve", "--as", who];
    if password.is_some() {
        arguments.insert(0, "--password-stdin");
    }
    desk.run_with(&arguments, password.unwrap_or_default().as_bytes())
}

fn account(desk: &Desk, name: &str) -> Value {
    let list = desk.run(&["accounts", "list"]).succeeded().json();
    let found = list.as_array().unwrap().iter().find(|it| it["name"] == name);
    found.cloned().expect(name)
}

/// Returns the audit log, after checking that it is intact and holds no password.
fn audited(desk: &Desk) -> Vec<Value> {
    let report = desk.run(&["audit", "verify"]).succeeded().json();
    assert_eq!(report["intact"], true, "{report}");
    let file = desk.dir().join("audit.jsonl");
    let export = ["audit", "export", file.to_str().unwrap(), "--as", "관리"];
    let exported = desk.command(&export).env("SIMUI_PASSWORD", CHIEF).output().unwrap();
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    let text = std::fs::read_to_string(file).unwrap();
    for secret in [CHIEF, KIM, "$argon2"] {
        assert!(!text.contains(secret), "the audit log holds a secret");
    }
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn count(desk: &Desk, action: &str) -> usize {
    audited(desk).iter().filter(|entry| entry["action"] == action).count()
}

#[test]
fn without_passwords_a_name_is_enough() {
    let desk = open_desk();
    let case = waiting(&desk);
    assert_eq!(account(&desk, "김심의")["has_password"], false);
    approve(&desk, &case, "김심의", None).succeeded();
}

#[test]
fn a_person_with_a_password_must_prove_it() {
    let desk = guarded_desk();
    let case = waiting(&desk);
    approve(&desk, &case, "김심의", None).failed_with("has a password");
    let wrong = approve(&desk, &case, "김심의", Some("틀린 비밀번호"));
    let wrong = wrong.failed_with("not the password of");
    assert!(!wrong.err.contains("틀린"), "{}", wrong.err);
    // The password of another account is not accepted.
    approve(&desk, &case, "김심의", Some(CHIEF)).failed_with("not the password of");
    let view = desk.run(&["review", "show", &case]).succeeded().json();
    assert_eq!(view["decisions"], json!([]), "nothing was decided");

    // The right password before a third wrong one; after that, every try must wait.
    let with_variable = |case: &str, password: &str| {
        let decide = ["review", "decide", case, "--action", "approve", "--as", "김심의"];
        desk.command(&decide).env("SIMUI_PASSWORD", password).output().unwrap()
    };
    assert_eq!(with_variable(&case, KIM).status.code(), Some(0));
    assert_eq!(with_variable(&waiting(&desk), "틀린 비밀번호").status.code(), Some(1));
    assert_eq!(count(&desk, "sign_in_failed"), 3);
    // A person without a password signs nothing: anybody could use that name.
    approve(&desk, &waiting(&desk), "박심의", None).failed_with("has no password");
    approve(&desk, &waiting(&desk), "김심의", Some(&format!("{KIM}\r\n"))).succeeded();
}

#[test]
fn wrong_tries_make_the_next_one_wait_in_every_process() {
    let desk = guarded_desk();
    let case = waiting(&desk);
    // Three wrong tries are free; after this many more the wait is longer than the test.
    let mut refusals = BTreeMap::new();
    for _ in 0..40 {
        let refused = approve(&desk, &case, "김심의", Some("틀린 비밀번호"));
        assert_eq!(refused.code, Some(1));
        let waits = refused.err.contains("too many wrong passwords");
        *refusals.entry(waits).or_insert(0) += 1;
        if refusals.get(&true).is_some_and(|n| *n >= 3) {
            break;
        }
    }
    assert!(refusals[&false] >= 3, "{refusals:?}");
    assert!(refusals.contains_key(&true), "{refusals:?}");
    let blocked = account(&desk, "김심의")["blocked_until"].clone();
    assert!(blocked.is_string(), "{blocked}");
    assert_eq!(count(&desk, "sign_in_failed"), refusals[&false]);
    // A new password set by an administrator ends the wait.
    let set = ["--password-stdin", "accounts", "password", "김심의", "--as", "관리"];
    let lines = format!("{CHIEF}\n새 비밀번호 하나\n");
    desk.run_with(&set, lines.as_bytes()).succeeded();
    approve(&desk, &case, "김심의", Some("새 비밀번호 하나")).succeeded();
}

#[test]
fn the_first_password_is_an_administrators_and_nobody_is_locked_out() {
    let desk = open_desk();
    let set = |account: &str, more: &[&str], input: &str| {
        desk.run_with(&[&["accounts", "password", account], more].concat(), input.as_bytes())
    };
    set("김심의", &[], KIM).failed_with("cannot be the first");
    set("김심의", &["--as", "관리"], KIM).failed_with("set your own administrator's password");
    set("관리", &[], "").failed_with("no password came");
    set("관리", &[], "짧다").failed_with("8 to 128");
    assert_eq!(count(&desk, "password_set"), 0);
    set("관리", &[], CHIEF).succeeded();

    // From now on a name alone is not enough.
    approve(&desk, &waiting(&desk), "박심의", None).failed_with("has no password");
    desk.run(&["reviewer", "add", "최심의"]).failed_with("this desk has passwords");
    desk.run(&["reviewer", "add", "침입", "--role", "administrator"])
        .failed_with("this desk has passwords");
    desk.run(&["outbound", "on", "--as", "관리"]).failed_with("has a password");
    let signed = |arguments: &[&str], password: &str| {
        let arguments = [&["--password-stdin"], arguments].concat();
        desk.run_with(&arguments, password.as_bytes())
    };
    signed(&["outbound", "on", "--as", "관리"], CHIEF).succeeded();
    signed(&["accounts", "add", "둘째", "--role", "administrator", "--as", "관리"], CHIEF)
        .succeeded();
    // A second administrator has no password until the first one sets it.
    desk.run(&["outbound", "off", "--as", "둘째"]).failed_with("has no password");
    set("둘째", &[], CHIEF).failed_with("an administrator sets the first");
    set("박심의", &[], CHIEF).failed_with("an administrator sets the first");
    signed(&["accounts", "disable", "관리", "--as", "관리"], CHIEF)
        .failed_with("last administrator");
    signed(&["accounts", "role", "관리", "--to", "reviewer", "--as", "관리"], CHIEF)
        .failed_with("last administrator");
    let both = format!("{CHIEF}\n둘째의 비밀번호\n");
    signed(&["accounts", "password", "둘째", "--as", "관리"], &both).succeeded();
    signed(&["accounts", "disable", "관리", "--as", "둘째"], "둘째의 비밀번호").succeeded();
    signed(&["outbound", "off", "--as", "관리"], CHIEF).failed_with("is disabled");
    signed(&["outbound", "off", "--as", "둘째"], "둘째의 비밀번호").succeeded();
}

#[test]
fn changing_ones_own_password_needs_the_old_one() {
    let desk = guarded_desk();
    let set = ["--password-stdin", "accounts", "password", "김심의"];
    let change = |lines: &str| desk.run_with(&set, lines.as_bytes());
    desk.run_with(&["accounts", "password", "김심의"], b"sneaky password\n")
        .failed_with("has a password");
    change("틀린 비밀번호\n새로 바꾼 비밀번호\n").failed_with("not the password of");
    // A reviewer cannot set the password of another person.
    let other = ["--password-stdin", "accounts", "password", "박심의", "--as", "김심의"];
    desk.run_with(&other, format!("{KIM}\n새로 바꾼 비밀번호\n").as_bytes())
        .failed_with("no administrator");
    change(&format!("{KIM}\n새로 바꾼 비밀번호\n")).succeeded();
    approve(&desk, &waiting(&desk), "김심의", Some(KIM)).failed_with("not the password of");
    approve(&desk, &waiting(&desk), "김심의", Some("새로 바꾼 비밀번호")).succeeded();
}

/// A desk with passwords refuses operations without a person or with the wrong role, and allows them to the
/// right one.
#[test]
fn commands_need_the_role_of_their_operation() {
    let desk = guarded_desk();
    let by = |arguments: &[&str], who: &str, password: &str| {
        let arguments = [arguments, &["--as", who]].concat();
        let output = desk.command(&arguments).env("SIMUI_PASSWORD", password).output().unwrap();
        Finished {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    };
    by(&["accounts", "add", "이약사", "--role", "pharmacist"], "관리", CHIEF).succeeded();
    let set = ["--password-stdin", "accounts", "password", "이약사", "--as", "관리"];
    desk.run_with(&set, format!("{CHIEF}\n약사의 비밀번호\n").as_bytes()).succeeded();
    let out = desk.dir().join("out").to_str().unwrap().to_owned();
    let file = desk.dir().join("a.txt").to_str().unwrap().to_owned();
    std::fs::write(&file, "{}").unwrap();
    for arguments in [
        &["corpus", "import", &file][..],
        &["coverage", "import", &file],
        &["lexicon", "status"],
        &["lexicon", "remove", "umls"],
        &["ask", "타이레놀 용량"],
        &["ask", "--history"],
        &["ask", "--forget", "x"],
        &["audit", "pack", "--out", &out],
        &["review", "run", &file],
        &["review", "revise", "x", &file],
        &["review", "fork", "x", "--at", "1", "--edit", &file],
        &["review", "rerun", "x"],
        &["review", "letter", "x", "--format", "html", "--out", &out],
        &["models", "add", &file],
        &["models", "remove", "x"],
        &["models", "download", "x"],
        &["corpus", "find", "의료법"],
        &["corpus", "update"],
        &["patient", "list"],
        &["consult", "--patient", "x", "아파요"],
        &["demo"],
    ] {
        desk.run(arguments).failed_with("this desk has passwords");
    }
    for arguments in
        [&["review", "queue"][..], &["doctor"], &["audit", "verify"], &["accounts", "list"]]
    {
        desk.run(arguments).succeeded();
    }
    by(&["patient", "list"], "김심의", KIM).failed_with("is a reviewer, and this needs");
    by(&["corpus", "import", &file], "김심의", KIM).failed_with("needs: administrator");
    by(&["review", "run", &file], "이약사", "약사의 비밀번호").failed_with("is a pharmacist");
    by(&["patient", "add", "가나다"], "이약사", "약사의 비밀번호").succeeded();
    by(&["patient", "list"], "이약사", "약사의 비밀번호").succeeded();
    // An operation that names no person is recorded in the name of the account that acts.
    let pharmacist = account(&desk, "이약사")["id"].clone();
    let entries = audited(&desk);
    let added = entries.iter().find(|entry| entry["action"] == "patient_added").unwrap();
    assert_eq!(added["actor"], pharmacist);
}

#[test]
fn a_pharmacist_decides_no_cases() {
    let desk = open_desk();
    desk.run(&["accounts", "add", "이약사", "--role", "pharmacist"]).succeeded();
    let case = waiting(&desk);
    approve(&desk, &case, "이약사", None).failed_with("pharmacist");
    let expert = ["accounts", "expert", "이약사", "--kinds", "V1", "--as", "관리"];
    desk.run(&expert).failed_with("pharmacist");
    desk.run(&["accounts", "role", "이약사", "--to", "reviewer", "--as", "관리"]).succeeded();
    approve(&desk, &case, "이약사", None).succeeded();
}

#[test]
fn a_disabled_account_cannot_sign_and_its_signatures_stay() {
    let desk = open_desk();
    let case = waiting(&desk);
    approve(&desk, &case, "김심의", None).succeeded();
    desk.run(&["accounts", "disable", "김심의", "--as", "박심의"])
        .failed_with("is no administrator");
    desk.run(&["accounts", "disable", "김심의", "--as", "관리"]).succeeded();
    approve(&desk, &waiting(&desk), "김심의", None).failed_with("is disabled");
    let listed = desk.run(&["reviewer", "list"]).succeeded().json();
    assert!(listed.as_array().unwrap().iter().all(|it| it["name"] != "김심의"), "{listed}");
    assert!(account(&desk, "김심의")["disabled_at"].is_string());
    let view = desk.run(&["review", "show", &case]).succeeded().json();
    assert_eq!(view["decisions"][0]["reviewer"]["name"], "김심의");
    desk.run(&["accounts", "enable", "김심의", "--as", "관리"]).succeeded();
    approve(&desk, &waiting(&desk), "김심의", None).succeeded();
}

#[test]
fn every_change_of_an_account_is_audited() {
    let desk = open_desk();
    for arguments in [
        &["accounts", "expert", "김심의", "--kinds", "V3,V1", "--as", "관리"][..],
        &["accounts", "role", "박심의", "--to", "pharmacist", "--as", "관리"],
        &["accounts", "disable", "박심의", "--as", "관리"],
        &["accounts", "enable", "박심의", "--as", "관리"],
    ] {
        desk.run(arguments).succeeded();
    }
    assert_eq!(account(&desk, "김심의")["expert"], json!(["V1", "V3"]));
    desk.run(&["accounts", "expert", "김심의", "--as", "관리"]).succeeded();
    assert_eq!(account(&desk, "김심의")["expert"], json!([]));
    let entries = audited(&desk);
    let chief = account(&desk, "관리")["id"].clone();
    let actions: Vec<_> = entries
        .iter()
        .filter(|entry| entry["actor"] == chief)
        .filter_map(|entry| entry["action"].as_str())
        .collect();
    let expected = [
        "account_expertise",
        "account_role",
        "account_disabled",
        "account_enabled",
        "account_expertise",
    ];
    assert_eq!(actions, expected);
}
