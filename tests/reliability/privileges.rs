//! Calls every operation through the server, without a session and as each role, and expects
//! refusals exactly where `privileges.toml` has them. Operations that are allowed only on one's own
//! items are tried on one's own, on another person's, and by an administrator.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::{Desk, Finished};
use crate::server::{Answer, Server};

const TABLE: &str = include_str!("../../src-tauri/crates/api/src/privileges/privileges.toml");
const WINDOW: &str = include_str!("../../ui/src/lib/backend/backend.ts");
const PASSWORD: &str = "올바른 말 전지";

/// The people of the desk: name, and role as in the table. The empty name has no session.
const PEOPLE: [(&str, &str); 4] =
    [("", ""), ("심의", "reviewer"), ("약사", "pharmacist"), ("관리", "administrator")];

/// A row of the table of privileges.
#[derive(Deserialize)]
struct Privilege {
    who: String,
    #[serde(default)]
    own: bool,
}

impl Privilege {
    fn allows(&self, role: &str) -> bool {
        self.who == "nobody" || self.who.split(' ').any(|it| it == role)
    }
}

/// Returns a desk with an account of each role, all with the same password.
fn guarded() -> Desk {
    let desk = Desk::new();
    for (name, role) in &PEOPLE[1..] {
        desk.run(&["accounts", "add", name, "--role", role]).succeeded();
    }
    desk.run_with(&["accounts", "password", "관리"], PASSWORD.as_bytes()).succeeded();
    for name in ["심의", "약사"] {
        let set = ["--password-stdin", "accounts", "password", name, "--as", "관리"];
        desk.run_with(&set, format!("{PASSWORD}\n{PASSWORD}\n").as_bytes()).succeeded();
    }
    desk
}

/// Returns the request in the session of `name`; an empty name has no session.
fn as_(server: &Server, name: &str, mut request: Value) -> Value {
    if !name.is_empty() {
        let signed = server.done("sign_in", &json!({ "reviewer": name, "password": PASSWORD }));
        request["session"] = signed["session"].clone();
    }
    request
}

/// Classifies a refusal: `sign_in` without a session, `role` for another role, `other` for another
/// person's item.
fn refusal(answer: &Answer) -> Option<&'static str> {
    let message = answer.refusal();
    match answer.body["code"].as_str() {
        Some("sign_in") => Some("sign_in"),
        _ if message.contains("where it is not one's own") => Some("other"),
        _ if message.contains("and this needs: ") => Some("role"),
        _ => None,
    }
}

/// Returns the operations of the table, without those that only the command line has.
fn operations() -> BTreeMap<String, Privilege> {
    let mut areas: BTreeMap<String, BTreeMap<String, Privilege>> = toml::from_str(TABLE).unwrap();
    areas.remove("shell").unwrap();
    areas.into_values().flatten().collect()
}

#[test]
fn privileges() {
    let mut refusals = 0;
    let (desk, operations) = (guarded(), operations());
    let server = Server::start(&desk);
    for (name, role) in PEOPLE {
        let session = as_(&server, name, json!({}));
        let status = server.done("desk_status", &session);
        let listed: BTreeSet<&str> = status["operations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap())
            .collect();
        let allowed = operations.iter().filter(|(_, row)| row.allows(role));
        assert_eq!(listed, allowed.map(|(name, _)| name.as_str()).collect(), "{name}");
        for (operation, row) in &operations {
            // The operation ends its session, so it gets its own.
            let own = operation == "sign_out";
            let request = if own { as_(&server, name, json!({})) } else { session.clone() };
            // The request is empty: an allowed operation then fails on its fields, or needs none.
            let answer = server.call(operation, &request);
            let expected = match (row.allows(role), name) {
                (true, _) => None,
                (false, "") => Some("sign_in"),
                (false, _) => Some("role"),
            };
            assert_eq!(refusal(&answer), expected, "{operation} as {name:?}: {answer:?}");
            refusals += usize::from(expected.is_some());
        }
        let unknown = server.call("nonsense", &session);
        assert!(unknown.refusal().contains("does not exist"), "{unknown:?}");
    }
    let calls = operations.len() * PEOPLE.len();
    eprintln!("reliability privileges: {calls} calls, {refusals} refused");
}

#[test]
fn every_operation_of_the_window_stands_in_the_table() {
    let (_, list) = WINDOW.split_once("export type Operations = {").unwrap();
    let (list, _) = list.split_once("\n};").unwrap();
    let names = list.lines().filter_map(|line| line.trim().split_once(": [")).map(|it| it.0);
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 100, "the list is read: {names:?}");
    let operations = operations();
    let missing: Vec<_> = names.iter().filter(|name| !operations.contains_key(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_is_ones_own() {
    let desk = guarded();
    let server = Server::start(&desk);
    let ask = |name: &str, operation: &str, request: Value| {
        server.call(operation, &as_(&server, name, request))
    };
    let case = || {
        let ad = json!({ "ad": { "text": "국내 유일 줄기세포 치료, 부작용 걱정 없이!" } });
        let submitted = ask("심의", "submit", ad);
        submitted.body["summary"]["case_id"]
            .as_str()
            .unwrap_or_else(|| panic!("{submitted:?}"))
            .to_owned()
    };
    for (operation, _) in operations().iter().filter(|(_, row)| row.own) {
        // For each operation: an item of one's own, the other people who try, and their refusals.
        match operation.as_str() {
            "forget_question" => {
                let asked = || {
                    let question = json!({ "question": "타이레놀 하루 최대 용량은?" });
                    json!({ "id": ask("약사", "ask", question).body["asked_id"] })
                };
                let (first, second) = (asked(), asked());
                let other = ask("심의", operation, first.clone());
                assert_eq!(refusal(&other), Some("other"), "{other:?}");
                assert!(ask("약사", operation, first).is_done());
                assert!(ask("관리", operation, second).is_done());
            }
            "release" => {
                let (first, second) = (case(), case());
                for case in [&first, &second] {
                    let claim = json!({ "case_id": case, "reviewer": "심의" });
                    assert!(ask("심의", "claim", claim).is_done());
                }
                let release = |case: &str, by: &str| json!({ "case_id": case, "reviewer": by });
                let other = ask("약사", operation, release(&first, "약사"));
                assert_eq!(refusal(&other), Some("role"), "{other:?}");
                let in_their_name = ask("관리", operation, release(&first, "심의"));
                assert!(!in_their_name.is_done(), "{in_their_name:?}");
                assert!(ask("심의", operation, release(&first, "심의")).is_done());
                assert!(ask("관리", operation, release(&second, "관리")).is_done());
            }
            "set_password" => {
                let set =
                    |by: &str| json!({ "account": "약사", "password": PASSWORD, "reviewer": by });
                assert!(!ask("심의", operation, set("심의")).is_done());
                assert!(!ask("심의", operation, set("약사")).is_done());
                let mut own = set("약사");
                own["current"] = json!(PASSWORD);
                assert!(ask("약사", operation, own).is_done());
                assert!(ask("관리", operation, set("관리")).is_done());
            }
            other => panic!("{other} is allowed on one's own: say here what that means"),
        }
    }
}

/// Commands that have no operation are guarded too.
#[test]
fn commands_without_an_operation() {
    let desk = guarded();
    let out = desk.dir().join("out").to_str().unwrap().to_owned();
    let folder = desk.dir().to_str().unwrap();
    let areas: BTreeMap<String, BTreeMap<String, Privilege>> = toml::from_str(TABLE).unwrap();
    for (operation, row) in areas["shell"].iter().filter(|(_, row)| row.who != "nobody") {
        let arguments = match operation.as_str() {
            "demo" => vec!["demo"],
            "import_bench" => vec!["bench", "import-beir", folder],
            "audit_export" => vec!["audit", "export", &out],
            "calibrate" => vec!["models", "calibrate", "offline", "--set", folder],
            other => panic!("{other} needs somebody: say here how it is called"),
        };
        for (name, role) in PEOPLE {
            let mut arguments = arguments.clone();
            if !name.is_empty() {
                arguments.extend(["--as", name]);
            }
            let output = desk.command(&arguments).env("SIMUI_PASSWORD", PASSWORD).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr).into_owned();
            let refused =
                err.contains("this desk has passwords") || err.contains("and this needs: ");
            assert_eq!(refused, !row.allows(role), "{operation} as {name:?}: {err}");
            let finished = Finished { code: output.status.code(), out: String::new(), err };
            assert!(!refused || finished.code == Some(1), "{}", finished.err);
        }
    }
}
