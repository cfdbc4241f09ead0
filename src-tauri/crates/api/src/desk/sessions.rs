//! The sessions of this process. They are in memory only, so that none can be stolen from a disk.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use simui_domain::ReviewerId;
use uuid::Uuid;

tokio::task_local! {
    /// The session of the running operation.
    pub(crate) static SESSION: Option<String>;
}

/// Removes the caller's session from a request. Every operation accepts one beside its own fields.
pub(crate) fn take_session(request: &mut Value) -> Option<String> {
    match request.as_object_mut()?.remove("session") {
        Some(Value::String(token)) => Some(token),
        _ => None,
    }
}

/// Returns the session of the running operation, if its caller has one.
pub(crate) fn current_session() -> Option<String> {
    SESSION.try_with(Clone::clone).ok().flatten()
}

/// A person who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    /// The account.
    pub reviewer: ReviewerId,
    /// Revision of the account's password when the session began.
    pub password: u32,
}

/// A session with its state.
struct ActiveSession {
    session: Session,
    used_at: Timestamp,
    /// Subjects whose reading in this session has been audited.
    looked_at: HashSet<String>,
}

#[derive(Default)]
pub(crate) struct Sessions(Mutex<HashMap<String, ActiveSession>>);

impl Sessions {
    /// Begins a session and returns its token.
    pub fn begin(&self, reviewer: ReviewerId, password: u32, now: Timestamp) -> String {
        // Two random UUIDs: 244 bits from the system's generator.
        let token = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        let session = Session { reviewer, password };
        let active = ActiveSession { session, used_at: now, looked_at: HashSet::new() };
        self.all().insert(token.clone(), active);
        token
    }

    /// Returns the session of a token and marks it as used now; `None` for an unknown token and after `idle`
    /// without use.
    pub fn touch(&self, token: &str, now: Timestamp, idle: SignedDuration) -> Option<Session> {
        let mut all = self.all();
        all.retain(|_, active| now.duration_since(active.used_at) <= idle);
        let active = all.get_mut(token)?;
        active.used_at = now;
        Some(active.session.clone())
    }

    /// Returns the session of a token without marking it as used.
    pub fn peek(&self, token: &str, now: Timestamp, idle: SignedDuration) -> Option<Session> {
        let all = self.all();
        let active = all.get(token)?;
        (now.duration_since(active.used_at) <= idle).then(|| active.session.clone())
    }

    /// Whether the session reads `subject` for the first time.
    pub fn first_look(&self, token: &str, subject: &str) -> bool {
        self.all().get_mut(token).is_some_and(|active| active.looked_at.insert(subject.to_owned()))
    }

    /// Ends a session and returns its account.
    pub fn end(&self, token: &str) -> Option<ReviewerId> {
        self.all().remove(token).map(|active| active.session.reviewer)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, ActiveSession>> {
        // A map that a panicking thread left is still valid, because each change of it is a single step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_when_nobody_uses_it() {
        let (sessions, start) = (Sessions::default(), Timestamp::UNIX_EPOCH);
        let idle = SignedDuration::from_mins(30);
        let at = |minutes| start + SignedDuration::from_mins(minutes);
        let token = sessions.begin(ReviewerId::from("r"), 1, start);
        let lives = |minutes| sessions.touch(&token, at(minutes), idle).is_some();
        assert!(sessions.touch("another", start, idle).is_none());
        // Each use restarts the idle time.
        assert_eq!([lives(30), lives(60), lives(91), lives(91)], [true, true, false, false]);
    }

    #[test]
    fn only_a_text_beside_the_fields_is_a_session() {
        let check = |mut request: Value, token: Option<&str>, rest: Value| {
            assert_eq!(take_session(&mut request).as_deref(), token);
            assert_eq!(request, rest);
        };
        use serde_json::json;
        check(json!({"a": 1, "session": "t"}), Some("t"), json!({"a": 1}));
        check(json!({"a": 1, "session": null}), None, json!({"a": 1}));
        check(json!({"a": 1}), None, json!({"a": 1}));
        check(json!(null), None, json!(null));
    }
}
