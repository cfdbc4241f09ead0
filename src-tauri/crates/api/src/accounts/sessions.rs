//! Who is signed in to this process: in memory only, so that nothing is left to steal from a disk.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use simui_domain::ReviewerId;
use uuid::Uuid;

tokio::task_local! {
    /// The session of the operation that is running.
    pub(crate) static SESSION: Option<String>;
}

/// Takes the caller's session out of a request: every operation may carry one, beside its own fields.
pub(crate) fn taken_from(request: &mut Value) -> Option<String> {
    match request.as_object_mut()?.remove("session") {
        Some(Value::String(token)) => Some(token),
        _ => None,
    }
}

/// The session of the operation that is running, if its caller has one.
pub(super) fn present() -> Option<String> {
    SESSION.try_with(Clone::clone).ok().flatten()
}

/// One person, signed in.
#[derive(Debug, Clone)]
pub(super) struct Session {
    /// Who.
    pub reviewer: ReviewerId,
    /// With which of their passwords.
    pub password: u32,
}

/// A session while it lasts.
struct Held {
    session: Session,
    used_at: Timestamp,
    /// What was looked at in it.
    looked_at: HashSet<String>,
}

#[derive(Default)]
pub(super) struct Sessions(Mutex<HashMap<String, Held>>);

impl Sessions {
    /// Begins a session and returns its token.
    pub fn begin(&self, reviewer: ReviewerId, password: u32, now: Timestamp) -> String {
        // Two random UUIDs: 244 bits from the system's generator.
        let token = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        let session = Session { reviewer, password };
        let held = Held { session, used_at: now, looked_at: HashSet::new() };
        self.all().insert(token.clone(), held);
        token
    }

    /// The session of a token, used now; `None` when there is none or it was left alone for too long.
    pub fn used(&self, token: &str, now: Timestamp, idle: SignedDuration) -> Option<Session> {
        let mut all = self.all();
        all.retain(|_, held| now.duration_since(held.used_at) <= idle);
        let held = all.get_mut(token)?;
        held.used_at = now;
        Some(held.session.clone())
    }

    /// The session of a token, without using it.
    pub fn running(&self, token: &str, now: Timestamp, idle: SignedDuration) -> Option<Session> {
        let all = self.all();
        let held = all.get(token)?;
        (now.duration_since(held.used_at) <= idle).then(|| held.session.clone())
    }

    /// Whether this is the first look at `subject` in the session.
    pub fn first_look(&self, token: &str, subject: &str) -> bool {
        self.all().get_mut(token).is_some_and(|held| held.looked_at.insert(subject.to_owned()))
    }

    /// Ends a session; whose it was.
    pub fn end(&self, token: &str) -> Option<ReviewerId> {
        self.all().remove(token).map(|held| held.session.reviewer)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Held>> {
        // A map that a panic left behind is as good as before: every change of it is one step.
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
        let lives = |minutes| sessions.used(&token, at(minutes), idle).is_some();
        assert!(sessions.used("another", start, idle).is_none());
        // Each use counts from anew.
        assert_eq!([lives(30), lives(60), lives(91), lives(91)], [true, true, false, false]);
    }

    #[test]
    fn only_a_text_beside_the_fields_is_a_session() {
        let check = |mut request: Value, token: Option<&str>, rest: Value| {
            assert_eq!(taken_from(&mut request).as_deref(), token);
            assert_eq!(request, rest);
        };
        use serde_json::json;
        check(json!({"a": 1, "session": "t"}), Some("t"), json!({"a": 1}));
        check(json!({"a": 1, "session": null}), None, json!({"a": 1}));
        check(json!({"a": 1}), None, json!({"a": 1}));
        check(json!(null), None, json!(null));
    }
}
