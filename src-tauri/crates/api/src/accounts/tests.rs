#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use simui_domain::{Clock, Role};
use tempfile::TempDir;
use uuid::Uuid;

use crate::types::NewReviewer;
use crate::{ApiError, Desk, OpenDesk};

const PASSWORD: &str = "올바른 말 전지";

/// A desk with a manual clock, an administrator and two reviewers. The administrator and 김 have a password.
struct Signing {
    desk: Desk,
    minutes: Arc<AtomicI64>,
    _folder: TempDir,
}

impl Signing {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let minutes = Arc::<AtomicI64>::default();
        let hand = minutes.clone();
        let clock = Clock::new(
            move || {
                Timestamp::UNIX_EPOCH
                    + SignedDuration::from_mins(30_000_000 + hand.load(Ordering::Relaxed))
            },
            |_| Uuid::now_v7(),
        );
        let data_dir = Some(folder.path().to_owned());
        let opening = OpenDesk { data_dir, clock, ..OpenDesk::from_environment() };
        let desk = Desk::open(opening).await.unwrap();
        for (name, role) in
            [("관리", Role::Administrator), ("김", Role::Reviewer), ("박", Role::Reviewer)]
        {
            desk.add_reviewer(NewReviewer { name: name.into(), role }).await.unwrap();
        }
        let signing = Self { desk, minutes, _folder: folder };
        signing.ok("set_password", json!({ "account": "관리", "password": PASSWORD })).await;
        let session = signing.session("관리").await;
        let set = json!({ "account": "김", "password": PASSWORD, "reviewer": "관리", "session": session });
        signing.ok("set_password", set).await;
        signing.ok("sign_out", json!({ "session": session })).await;
        signing
    }

    async fn ok(&self, operation: &str, request: Value) -> Value {
        self.desk.call(operation, request).await.unwrap()
    }

    async fn refused(&self, operation: &str, request: Value) -> ApiError {
        self.desk.call(operation, request).await.unwrap_err()
    }

    async fn session(&self, name: &str) -> Value {
        let request = json!({ "reviewer": name, "password": PASSWORD });
        self.ok("sign_in", request).await["session"].clone()
    }

    fn later(&self, minutes: i64) {
        self.minutes.fetch_add(minutes, Ordering::Relaxed);
    }
}

/// A request that has to be signed: 관리 makes 박 an expert.
fn signed_by(name: &str, session: &Value) -> Value {
    json!({ "account": "박", "kinds": ["V1"], "reviewer": name, "session": session })
}

#[tokio::test]
async fn a_session_signs_for_its_person_and_nobody_else() {
    let signing = Signing::new().await;
    let refused = signing.refused("set_expertise", signed_by("관리", &Value::Null)).await;
    assert!(matches!(refused, ApiError::SignIn(..)));
    let (chief, kim) = (signing.session("관리").await, signing.session("김").await);
    signing.ok("set_expertise", signed_by("관리", &chief)).await;
    let refused = signing.refused("set_expertise", signed_by("관리", &kim)).await.to_string();
    assert!(refused.contains("needs: administrator"), "{refused}");
    for (name, session) in [("김", &chief), ("박", &chief), ("관리", &json!("x"))] {
        let refused = signing.refused("set_expertise", signed_by(name, session)).await;
        assert!(matches!(refused, ApiError::SignIn(..)), "{name}: {refused}");
    }
    // Operations that name no signer need the session of an administrator as well.
    let add = |session: &Value| json!({ "name": "최", "role": "reviewer", "session": session });
    for session in [&Value::Null, &kim] {
        signing.refused("add_reviewer", add(session)).await;
    }
    signing.ok("add_reviewer", add(&chief)).await;
    signing.ok("sign_out", json!({ "session": chief })).await;
    signing.refused("set_expertise", signed_by("관리", &chief)).await;
}

#[tokio::test]
async fn a_session_ends_when_idle_and_with_its_password() {
    let signing = Signing::new().await;
    let chief = signing.session("관리").await;
    for minutes in [29, 29] {
        signing.later(minutes);
        signing.ok("set_expertise", signed_by("관리", &chief)).await;
    }
    signing.later(31);
    signing.refused("set_expertise", signed_by("관리", &chief)).await;

    let (chief, kim) = (signing.session("관리").await, signing.session("김").await);
    let change = |current: Value| json!({ "account": "김", "password": "아주 다른 비밀번호", "current": current, "session": kim });
    // A person who finds the window open cannot take the account over.
    signing.refused("set_password", change(Value::Null)).await;
    signing.refused("set_password", change(json!("틀린 비밀번호"))).await;
    signing.ok("set_password", change(json!(PASSWORD))).await;
    let refused = signing.refused("set_password", change(json!("아주 다른 비밀번호"))).await;
    assert!(matches!(refused, ApiError::SignIn(..)), "the session was of the old password");

    let kim = json!({ "reviewer": "김", "password": "아주 다른 비밀번호" });
    signing.ok("sign_in", kim.clone()).await;
    let disable = json!({ "account": "김", "reviewer": "관리", "session": chief });
    signing.ok("disable_account", disable).await;
    signing.refused("sign_in", kim).await;
}

#[tokio::test]
async fn tries_are_slowed_down_by_the_clock_that_is_passed_in() {
    let signing = Signing::new().await;
    let attempt = |password: &str| json!({ "reviewer": "김", "password": password });
    for _ in 0..3 {
        let refused = signing.refused("sign_in", attempt("틀린 비밀번호")).await;
        assert!(matches!(refused, ApiError::SignIn(..)));
    }
    let refused = signing.refused("sign_in", attempt(PASSWORD)).await.to_string();
    assert!(refused.contains("too many wrong passwords"), "the right one waits too: {refused}");
    signing.later(1);
    signing.ok("sign_in", attempt(PASSWORD)).await;
    // The count starts again.
    for _ in 0..2 {
        signing.refused("sign_in", attempt("틀린 비밀번호")).await;
    }
    signing.ok("sign_in", attempt(PASSWORD)).await;
}

#[tokio::test]
async fn a_request_with_a_password_is_never_quoted() {
    let signing = Signing::new().await;
    for (operation, request) in [
        ("sign_in", json!({ "reviewer": 1, "password": "비밀입니다" })),
        ("sign_in", json!({ "reviewer": "김", "password": ["비밀입니다"] })),
        ("set_password", json!({ "account": "김", "password": { "비밀입니다": 1 } })),
    ] {
        let refused = signing.refused(operation, request).await.to_string();
        assert!(!refused.contains("비밀입니다"), "{refused}");
    }
}

/// No operation may look its signer up in the store, because that proves no identity.
#[test]
fn whoever_signs_comes_through_signer() {
    fn look(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                look(&path, found);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let looks_up = |line: &str| {
                [".database.administrator(", ".database.reviewer("]
                    .iter()
                    .any(|it| line.contains(it))
            };
            let lines = text.lines().filter(|line| looks_up(line));
            found.extend(lines.map(|line| format!("{}: {}", path.display(), line.trim())));
        }
    }
    let mut found = Vec::new();
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    // These places list a reviewer's cases or name the person who asked, without a signature. Tests may look
    // people up, and this test contains the patterns.
    found.retain(|line| {
        !["reviews/queue.rs", "counsel/history.rs", "tests.rs", "/tests/"]
            .iter()
            .any(|it| line.contains(it))
    });
    assert_eq!(found, [""; 0], "use Desk::signer or Desk::signing_administrator");
}
