//! Tests several people on one queue: claims, due dates, experts, second signatures.
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
use crate::common::{AD, Desk};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use simui_domain::{
    Action, Assignment, CaseId, Clock, Priority, Reviewer, Role, SecondReview, SignatureAct,
    Signed, Verdict, ViolationKind, WorkSettings,
};
use simui_store::{CaseFilter, CaseOrder, CaseState, NewSignature, WORK_SETTINGS};

/// A desk whose clock is moved by hand.
struct Timed {
    desk: Desk,
    minutes: Arc<AtomicI64>,
}

impl Timed {
    async fn open(dir: &Path) -> Self {
        let minutes = Arc::<AtomicI64>::default();
        let (hand, ids) = (minutes.clone(), common::clock());
        let start: Timestamp = "2026-11-22T00:00:00Z".parse().unwrap();
        let clock = Clock::new(
            move || start + SignedDuration::from_mins(hand.load(Ordering::Relaxed)),
            move |_| ids.new_id(),
        );
        Self { desk: Desk::at(dir, clock).await, minutes }
    }

    fn later(&self, minutes: i64) {
        self.minutes.fetch_add(minutes, Ordering::Relaxed);
    }

    async fn person(&self, name: &str, role: Role) -> Reviewer {
        self.desk.db.add_reviewer(&self.desk.clock, name, role, None).await.unwrap()
    }

    async fn set(&self, settings: &WorkSettings, by: &Reviewer) {
        let value = serde_json::to_value(settings).unwrap();
        let revision =
            self.desk.db.setting(WORK_SETTINGS).await.unwrap().map_or(0, |it| it.revision);
        let clock = &self.desk.clock;
        self.desk.db.change_setting(clock, WORK_SETTINGS, &value, revision, by).await.unwrap();
    }

    async fn claim(&self, case: &CaseId, by: &Reviewer) -> Result<(), String> {
        let claimed = self.desk.db.claim_case(&self.desk.clock, case, by).await;
        claimed.map(drop).map_err(|error| error.to_string())
    }

    async fn approve(&self, case: &CaseId, by: &Reviewer) -> Result<(), String> {
        let question = self.question(case).await.interrupt_id;
        let payload = json!({ "action": "approve" });
        let answered = self.desk.engine.answer(&question, by.id.as_str(), payload).await;
        answered.map(drop).map_err(|error| error.to_string())
    }

    async fn question(&self, case: &CaseId) -> simui_store::OpenQuestion {
        self.desk.db.case(case).await.unwrap().unwrap().question.unwrap()
    }

    async fn actions(&self) -> Vec<String> {
        assert!(self.desk.db.audit_verify().await.unwrap().fault.is_none());
        let entries = self.desk.db.audit_entries(0, 1000).await.unwrap();
        entries.into_iter().map(|entry| entry.action).collect()
    }
}

#[tokio::test]
async fn a_claim_keeps_others_away_until_it_ends() {
    let dir = tempfile::tempdir().unwrap();
    let timed = Timed::open(dir.path()).await;
    let (kim, park) =
        (timed.person("김", Role::Reviewer).await, timed.person("박", Role::Reviewer).await);
    let chief = timed.person("관리", Role::Administrator).await;
    let (case, _) = timed.desk.review(AD).await;
    timed.claim(&case, &kim).await.unwrap();
    let refused = timed.claim(&case, &park).await.unwrap_err();
    assert!(refused.contains("claimed by 김 until 2026-11-22T00:30:00Z"), "{refused}");
    let refused = timed.approve(&case, &park).await.unwrap_err();
    assert!(refused.contains("claimed by 김 until 2026-11-22T00:30:00Z"), "{refused}");
    assert!(timed.desk.db.release_case(&timed.desk.clock, &case, &park).await.is_err());

    // A renewed claim lasts longer; one that is not renewed ends by itself.
    timed.later(20);
    timed.claim(&case, &kim).await.unwrap();
    timed.later(29);
    assert!(timed.approve(&case, &park).await.is_err());
    timed.later(2);
    timed.claim(&case, &park).await.unwrap();
    assert!(timed.approve(&case, &kim).await.is_err());
    // An administrator breaks the claim.
    timed.desk.db.release_case(&timed.desk.clock, &case, &chief).await.unwrap();
    timed.approve(&case, &kim).await.unwrap();
    assert!(timed.claim(&case, &kim).await.is_err(), "it waits no more");
    let claims: Vec<_> =
        timed.actions().await.into_iter().filter(|it| it.contains("claim")).collect();
    assert_eq!(claims, ["case_claimed", "case_claimed", "claim_broken"], "renewing is no event");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_at_once_one_gets_the_case() {
    let dir = tempfile::tempdir().unwrap();
    let timed = Timed::open(dir.path()).await;
    let mut people = Vec::new();
    for n in 0..8 {
        people.push(timed.person(&format!("심의 {n}"), Role::Reviewer).await);
    }
    let (case, _) = timed.desk.review(AD).await;
    // Each person has a database of their own, as a process has.
    let mut tries = Vec::new();
    for person in people {
        let db = simui_store::Database::open(dir.path()).await.unwrap();
        let (case, clock) = (case.clone(), timed.desk.clock.clone());
        tries
            .push(tokio::spawn(async move { db.claim_case(&clock, &case, &person).await.is_ok() }));
    }
    let mut got = 0;
    for attempt in tries {
        got += usize::from(attempt.await.unwrap());
    }
    assert_eq!(got, 1);
}

#[tokio::test]
async fn the_queue_is_worked_off_by_priority_and_due_date() {
    let dir = tempfile::tempdir().unwrap();
    let timed = Timed::open(dir.path()).await;
    let kim = timed.person("김", Role::Reviewer).await;
    let mut cases = Vec::new();
    for _ in 0..4 {
        cases.push(timed.desk.review(AD).await.0);
        timed.later(1);
    }
    let (db, clock) = (&timed.desk.db, &timed.desk.clock);
    let due = clock.now() + SignedDuration::from_hours(1);
    db.prioritise(clock, &cases[2], Priority::Normal, Some(due), &kim).await.unwrap();
    db.prioritise(clock, &cases[3], Priority::Urgent, None, &kim).await.unwrap();
    db.prioritise(clock, &cases[0], Priority::Low, None, &kim).await.unwrap();
    let filter = CaseFilter { order: CaseOrder::Work, ..CaseFilter::default() };
    let listed = db.cases(&filter).await.unwrap();
    let order: Vec<_> = listed.iter().map(|case| case.id.clone()).collect();
    let expected = [3, 2, 1, 0].map(|at: usize| cases[at].clone());
    assert_eq!(order, expected);
    let handling = listed[0].handling.clone().unwrap();
    let waited = handling.due_at.unwrap().duration_since(listed[0].since);
    assert_eq!((handling.priority, waited.as_hours()), (Priority::Urgent, 4));

    // A question that is asked again keeps its priority and its person.
    db.assign(clock, &cases[2], Some(&kim.id), &kim.id).await.unwrap();
    let question = timed.question(&cases[2]).await.interrupt_id;
    let payload = json!({ "action": "reject", "note": "다시" });
    let run = timed.desk.engine.answer(&question, kim.id.as_str(), payload).await.unwrap();
    timed.desk.engine.resume(&run).await.unwrap();
    let handling = timed.question(&cases[2]).await.handling;
    assert_eq!((handling.due_at, handling.assigned_to), (Some(due), Some(kim.clone())));

    // 내 것: assigned to me, or claimed by me while the claim lasts.
    timed.claim(&cases[1], &kim).await.unwrap();
    let own_cases = async |now: Timestamp| {
        let state = CaseState::Mine;
        let reviewer = Some(kim.id.clone());
        let filter = CaseFilter { state, reviewer, now: Some(now), ..CaseFilter::default() };
        let listed = db.cases(&filter).await.unwrap().len();
        let counted = db.case_counts(Some(&kim.id), now).await.unwrap().mine;
        assert_eq!(listed, counted as usize);
        listed
    };
    assert_eq!(own_cases(clock.now()).await, 2);
    assert_eq!(own_cases(clock.now() + SignedDuration::from_hours(1)).await, 1);
}

#[tokio::test]
async fn what_the_desk_is_unsure_of_goes_to_the_expert_with_the_least_work() {
    let dir = tempfile::tempdir().unwrap();
    let timed = Timed::open(dir.path()).await;
    let chief = timed.person("관리", Role::Administrator).await;
    let (kim, park) =
        (timed.person("김", Role::Reviewer).await, timed.person("박", Role::Reviewer).await);
    let unsure = format!("불확실 {AD}");
    let assigned = async |text: &str| {
        let (case, _) = timed.desk.review(text).await;
        let handling = timed.question(&case).await.handling;
        (handling.assigned_to.map(|it| it.name), handling.assignment)
    };
    let expert = async |who: &Reviewer, kinds: &[ViolationKind]| {
        let (db, clock) = (&timed.desk.db, &timed.desk.clock);
        db.set_expertise(clock, &who.id, kinds, &chief.id).await.unwrap();
    };
    assert_eq!(
        assigned(&unsure).await,
        (None, Assignment::NoExpert),
        "there is none, and it says so"
    );
    expert(&kim, &[ViolationKind::V14]).await;
    assert_eq!(assigned(&unsure).await, (None, Assignment::NoExpert), "for another kind");
    expert(&kim, &[ViolationKind::V1, ViolationKind::V14]).await;
    expert(&park, &[ViolationKind::V2]).await;
    // The two experts in turn, and only for results of low confidence.
    let mut given = Vec::new();
    for _ in 0..4 {
        let (name, how) = assigned(&unsure).await;
        assert_eq!(how, Assignment::Expert);
        given.push(name.unwrap());
    }
    given.sort();
    assert_eq!(given, ["김", "김", "박", "박"]);
    assert_eq!(assigned(AD).await, (None, Assignment::Nobody));
    // A disabled account gets nothing, and its cases are assigned to nobody.
    timed.desk.db.set_disabled(&timed.desk.clock, &kim.id, true, &chief.id).await.unwrap();
    assert_eq!(assigned(&unsure).await, (Some("박".to_owned()), Assignment::Expert));
    let counts = timed.desk.db.case_counts(Some(&kim.id), timed.desk.clock.now()).await.unwrap();
    assert_eq!(counts.mine, 0);
}

/// A desk with 네 눈 원칙 and three people, the last an administrator.
async fn with_four_eyes(dir: &Path) -> (Timed, [Reviewer; 3]) {
    let timed = Timed::open(dir).await;
    let people = [
        timed.person("김", Role::Reviewer).await,
        timed.person("박", Role::Reviewer).await,
        timed.person("관리", Role::Administrator).await,
    ];
    let settings =
        WorkSettings { second_review: SecondReview::Critical, ..WorkSettings::default() };
    timed.set(&settings, &people[2]).await;
    (timed, people)
}

fn signature(
    question: &simui_store::OpenQuestion,
    case: &CaseId,
    act: SignatureAct,
) -> NewSignature {
    let decides = act == SignatureAct::Sign;
    NewSignature {
        case: case.clone(),
        interrupt: question.interrupt_id.clone(),
        act,
        action: decides.then_some(Action::Approve),
        verdict: decides.then_some(Verdict::Denied),
        note: "의견".to_owned(),
        payload: if decides { json!({ "action": "approve" }) } else { Value::Null },
    }
}

#[tokio::test]
async fn a_critical_decision_is_answered_once_with_the_second_signature() {
    let dir = tempfile::tempdir().unwrap();
    let (timed, [kim, park, chief]) = with_four_eyes(dir.path()).await;
    let (case, _) = timed.desk.review(AD).await;
    let (db, clock, engine) = (&timed.desk.db, &timed.desk.clock, &timed.desk.engine);
    // An answer that bypasses the desk's operation is refused in its transaction.
    let refused = timed.approve(&case, &kim).await.unwrap_err();
    assert!(refused.contains("needs a second signature"), "{refused}");
    let question = timed.question(&case).await;
    let sign = signature(&question, &case, SignatureAct::Sign);
    assert_eq!(db.would_sign(&sign, &kim).await.unwrap(), Signed::Kept(SignatureAct::Sign));
    timed.claim(&case, &kim).await.unwrap();
    assert!(db.sign(clock, &sign, &park).await.is_err(), "claimed by somebody else");
    db.sign(clock, &sign, &kim).await.unwrap();
    let handling = timed.question(&case).await.handling;
    assert_eq!(handling.claim, None, "a second person must be able to take it");
    assert_eq!(handling.signed.unwrap().by, "김");
    assert!(db.sign(clock, &sign, &park).await.is_err(), "there is a first signature");

    let agree = |payload: Value, by: &Reviewer| {
        let (id, by) = (question.interrupt_id.clone(), by.id.to_string());
        async move { engine.answer(&id, &by, payload).await.map_err(|error| error.to_string()) }
    };
    let first = json!({ "action": "approve", "signed_as": "agree" });
    assert!(agree(first.clone(), &kim).await.unwrap_err().contains("second person"));
    let other = json!({ "action": "modify", "verdict": "허용", "signed_as": "agree" });
    assert!(agree(other, &park).await.unwrap_err().contains("was signed otherwise"));
    let run = agree(first.clone(), &park).await.unwrap();
    engine.resume(&run).await.unwrap();
    assert!(agree(first, &chief).await.is_err(), "one answer");
    let decided = db.case(&case).await.unwrap().unwrap();
    assert_eq!(decided.final_verdict, Some(Verdict::Denied));
    let signed: Vec<_> =
        decided.signatures.iter().map(|it| (it.act, it.reviewer.name.as_str())).collect();
    assert_eq!(signed, [(SignatureAct::Sign, "김"), (SignatureAct::Agree, "박")]);
    assert_eq!(decided.decisions.len(), 1);
    assert_eq!(timed.actions().await.iter().filter(|it| *it == "signature").count(), 2);
}

#[tokio::test]
async fn a_disputed_case_is_settled_by_a_third() {
    let dir = tempfile::tempdir().unwrap();
    let (timed, [kim, park, chief]) = with_four_eyes(dir.path()).await;
    let (db, clock) = (&timed.desk.db, &timed.desk.clock);
    let (case, _) = timed.desk.review(AD).await;
    let question = timed.question(&case).await;
    let act = |act| signature(&question, &case, act);
    db.sign(clock, &act(SignatureAct::Sign), &kim).await.unwrap();
    // After a withdrawal it is as if nobody had signed; the record stays.
    db.sign(clock, &act(SignatureAct::Withdraw), &kim).await.unwrap();
    db.sign(clock, &act(SignatureAct::Sign), &park).await.unwrap();
    db.sign(clock, &act(SignatureAct::Disagree), &kim).await.unwrap();
    for by in [&kim, &park] {
        assert!(timed.approve(&case, by).await.unwrap_err().contains("is disputed"));
    }
    timed.approve(&case, &chief).await.unwrap();
    let acts: Vec<_> = db.signatures(&case).await.unwrap().iter().map(|it| it.act).collect();
    use SignatureAct::*;
    assert_eq!(acts, [Sign, Withdraw, Sign, Disagree, Settle]);
    // An action that does not end a case needs one person; without the setting every action does.
    let (other, _) = timed.desk.review(AD).await;
    let question = timed.question(&other).await.interrupt_id;
    let reject = json!({ "action": "reject", "note": "다시" });
    let run = timed.desk.engine.answer(&question, kim.id.as_str(), reject).await.unwrap();
    timed.desk.engine.resume(&run).await.unwrap();
    assert!(timed.approve(&other, &kim).await.is_err());
    timed.set(&WorkSettings::default(), &chief).await;
    timed.approve(&other, &kim).await.unwrap();
}
