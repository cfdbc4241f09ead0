//! Tests a case from intake to its final verdict, with each of the four decisions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use crate::common::{AD, Desk, uuid_of};
use serde_json::json;
use simui_domain::{
    Action, Ad, CaseId, CaseStatus, Decision, InterruptReason, Role, Severity, Verdict,
};
use simui_flow::{FlowError, RunStatus};
use simui_store::{Case, CaseFilter, CaseOrder, CaseState, StoreError};

async fn case(desk: &Desk, id: &CaseId) -> Case {
    desk.db.case(id).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_case_waits_in_the_queue_with_everything_found() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let (id, stop) = desk.review(AD).await;
    assert_eq!(uuid_of(id.as_str()).get_version_num(), 7);
    assert_eq!(stop.status, RunStatus::Waiting);
    let case = case(&desk, &id).await;
    assert_eq!(case.status, CaseStatus::AwaitingReview);
    let question = case.question.clone().unwrap();
    assert_eq!(Some(question.interrupt_id), stop.interrupt);
    assert_eq!(question.reasons, [InterruptReason::Critical, InterruptReason::LowConfidence]);
    let result = case.result.clone().unwrap();
    assert_eq!(
        (result.verdict, result.claims.len(), result.violations.len()),
        (Verdict::Denied, 5, 5)
    );
    assert_eq!(result.citations.len(), 5);
    assert_eq!(result.citations[0].effective_from.unwrap().to_string(), "2026-04-07");
    assert_eq!(result.timings_ms.len(), 8, "every node has its time");
    assert_eq!((case.final_verdict, case.human_reviewed), (None, false));
    assert_eq!(case.ad().unwrap().text, AD);
    for (claim, stored) in stop.state.claims.iter().zip(&result.claims) {
        assert_eq!(claim, stored);
    }
    let events = desk.db.run_events(&case.run_id).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.subject == id.as_str()).count(), events.len());
    assert_eq!(events.len(), 1 + 2 * 8 + 1);
    assert!(desk.db.case(&CaseId::from("nobody")).await.unwrap().is_none());
}

#[tokio::test]
async fn a_case_that_needs_nobody_is_completed() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let (id, stop) =
        desk.review("통과 라식 수술은 각막을 절삭하여 시력을 교정하는 수술입니다.").await;
    assert_eq!(stop.status, RunStatus::Finished);
    let case = case(&desk, &id).await;
    assert_eq!((case.status, case.final_verdict), (CaseStatus::Completed, Some(Verdict::Denied)));
    assert!(case.finalized_at.is_some() && !case.human_reviewed && case.question.is_none());
}

/// Decides a new case and returns it with its only decision.
async fn decided(desk: &Desk, by: &str, payload: serde_json::Value) -> (Case, Decision) {
    let (id, stop) = desk.review(AD).await;
    let run = desk.engine.answer(&stop.interrupt.unwrap(), by, payload).await.unwrap();
    let between = case(desk, &id).await;
    assert_eq!(between.status, CaseStatus::Running, "between the answer and what follows from it");
    assert!(between.question.is_none());
    desk.engine.resume(&run).await.unwrap();
    let case = case(desk, &id).await;
    let decision = case.decisions[0].clone();
    assert_eq!(case.decisions.len(), 1);
    (case, decision)
}

#[tokio::test]
async fn each_action_does_what_it_says() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let kim = desk.reviewer("김심의").await;

    let (case, decision) = decided(&desk, kim.id.as_str(), json!({ "action": "approve" })).await;
    assert_eq!((case.status, case.final_verdict), (CaseStatus::Completed, Some(Verdict::Denied)));
    assert!(case.human_reviewed && case.finalized_at.is_some());
    assert_eq!((decision.action, decision.verdict), (Action::Approve, Some(Verdict::Denied)));
    assert_eq!(decision.reviewer, kim);

    let payload = json!({ "action": "modify", "verdict": "조건부허용", "note": "수치만 고치면 된다", "diff": "-a\n+b" });
    let (case, decision) = decided(&desk, kim.id.as_str(), payload).await;
    assert_eq!(
        (case.status, case.final_verdict),
        (CaseStatus::Completed, Some(Verdict::Conditional))
    );
    assert_eq!((&decision.note[..], &decision.diff[..]), ("수치만 고치면 된다", "-a\n+b"));

    let (case, decision) =
        decided(&desk, kim.id.as_str(), json!({ "action": "reject", "note": "다시" })).await;
    assert_eq!((case.status, decision.action), (CaseStatus::AwaitingReview, Action::Reject));
    assert_eq!(case.result.as_ref().unwrap().iterations, 2, "judged again");
    assert_eq!((case.final_verdict, case.human_reviewed), (None, true));
    assert!(case.question.is_some(), "a new question is open");
    let again = case.question.unwrap().interrupt_id;
    let run =
        desk.engine.answer(&again, kim.id.as_str(), json!({ "action": "approve" })).await.unwrap();
    desk.engine.resume(&run).await.unwrap();
    assert_eq!(desk.db.decisions(&case.id).await.unwrap().len(), 2);

    let notice = "귀 의료광고에서 ‘국내 유일’을 삭제하여 다시 제출하여 주십시오.";
    let payload = json!({ "action": "request_revision", "notice": notice });
    let (case, decision) = decided(&desk, kim.id.as_str(), payload).await;
    assert_eq!((case.status, case.final_verdict), (CaseStatus::AwaitingRevision, None));
    assert_eq!((&case.notices[0].text[..], &case.notices[0].decision_id), (notice, &decision.id));
    assert!(case.finalized_at.is_none());

    let report = desk.db.audit_verify().await.unwrap();
    assert_eq!((report.entries, report.anchored, report.fault), (6, Some(6), None));
}

#[tokio::test]
async fn a_new_version_is_reviewed_as_a_child_of_the_old_run() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let kim = desk.reviewer("김심의").await;
    let payload = json!({ "action": "request_revision", "notice": "고쳐 주십시오." });
    let (old, _) = decided(&desk, kim.id.as_str(), payload).await;
    let ad = Ad { text: "통과 상담을 받으세요.".into(), ..Ad::default() };
    let run = desk.run_of(&old.id, &ad);

    assert_eq!(desk.db.add_ad_version(&old.id, &ad, &run).await.unwrap(), 2);
    let twice = desk.db.add_ad_version(&old.id, &ad, &desk.run_of(&old.id, &ad)).await.unwrap_err();
    assert!(twice.to_string().contains("is running"), "{twice}");
    let unknown = desk.db.add_ad_version(&CaseId::from("x"), &ad, &run).await.unwrap_err();
    assert!(matches!(unknown, StoreError::UnknownCase(_)));

    desk.engine.resume(&run.id).await.unwrap();
    let new = case(&desk, &old.id).await;
    assert_eq!((new.status, new.versions.len()), (CaseStatus::Completed, 2));
    assert_eq!((&new.run_id, new.human_reviewed), (&run.id, false));
    assert_eq!(new.ad().unwrap().text, ad.text);
    let earlier = desk.db.result(&old.run_id).await.unwrap().unwrap();
    assert_eq!(earlier.claims.len(), 5, "the old result stays, to be compared");
    let runs = desk.db.runs_about(old.id.as_str()).await.unwrap();
    assert_eq!(runs[1].parent.as_ref().unwrap().run_id, old.run_id);
}

#[tokio::test]
async fn what_cannot_be_signed_is_refused_and_stays_open() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let kim = desk.reviewer("김심의").await;
    let (id, stop) = desk.review(AD).await;
    let question = stop.interrupt.unwrap();
    for (by, payload, message) in [
        (
            "nobody",
            json!({ "action": "approve" }),
            "answer refused: no reviewer is called \"nobody\"; list the reviewers, or add one",
        ),
        (
            kim.name.as_str(),
            json!({ "action": "approve" }),
            "answer refused: no reviewer is called \"김심의\"; list the reviewers, or add one",
        ),
        (
            kim.id.as_str(),
            json!({ "action": "burn" }),
            "answer refused: unknown variant `burn`, expected one of `approve`, `reject`, `modify`, `request_revision`",
        ),
        (
            kim.id.as_str(),
            json!({ "action": "request_revision", "notice": "  " }),
            "answer refused: request_revision needs the notice to the advertiser",
        ),
    ] {
        let refused = desk.engine.answer(&question, by, payload).await.unwrap_err();
        assert_eq!(refused.to_string(), message);
    }
    let still = case(&desk, &id).await;
    assert_eq!((still.status, still.decisions.len()), (CaseStatus::AwaitingReview, 0));
    assert_eq!(still.question.unwrap().interrupt_id, question);

    desk.engine.answer(&question, kim.id.as_str(), json!({ "action": "approve" })).await.unwrap();
    let twice = desk.engine.answer(&question, kim.id.as_str(), json!({ "action": "reject" })).await;
    assert!(matches!(twice, Err(FlowError::AlreadyAnswered { by, .. }) if by == kim.id.as_str()));
    assert_eq!(desk.db.decisions(&id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_fork_changes_nothing_of_its_case_and_cannot_be_signed() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let kim = desk.reviewer("김심의").await;
    let (id, stop) = desk.review(AD).await;
    let before = case(&desk, &id).await;
    let mut edited = desk.engine.state_at(&stop.run_id, 5).await.unwrap();
    edited.violations.truncate(1);
    let fork = desk.engine.fork(&stop.run_id, 5, &edited).await.unwrap();
    let forked = desk.engine.resume(&fork).await.unwrap();
    assert_eq!(forked.status, RunStatus::Waiting);
    assert_eq!(case(&desk, &id).await, before);
    let refused = desk
        .engine
        .answer(&forked.interrupt.unwrap(), kim.id.as_str(), json!({ "action": "approve" }))
        .await;
    assert!(matches!(refused, Err(FlowError::Refused(_))));
    let paths = desk.engine.compare(&stop.run_id, &fork).await.unwrap();
    assert!(paths.iter().all(|difference| difference.path.starts_with("/violations/")));
}

#[tokio::test]
async fn a_cancelled_case_leaves_the_queue() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let (id, stop) = desk.review(AD).await;
    desk.engine.cancel(&stop.run_id).await.unwrap();
    let case = case(&desk, &id).await;
    assert_eq!((case.status, case.question), (CaseStatus::Failed, None));
    assert_eq!(desk.db.case_counts(None, desk.clock.now()).await.unwrap().open, 0);
}

#[tokio::test]
async fn the_queue_can_be_filtered_sorted_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let (kim, lee) = (desk.reviewer("김심의").await, desk.reviewer("이심의").await);
    let (first, _) = desk.review("첫째 광고. 100% 완치!").await;
    let (sample, _) = desk.review("표본 광고").await;
    let (last, _) = desk.review("통과 광고").await;
    let (running, _) = desk.intake("진행 중").await;
    desk.db.assign(&desk.clock, &first, Some(&kim.id), &kim.id).await.unwrap();

    let ids = async |filter: CaseFilter| -> Vec<CaseId> {
        desk.db.cases(&filter).await.unwrap().into_iter().map(|case| case.id).collect()
    };
    let state = |state, reviewer: Option<&simui_domain::ReviewerId>| CaseFilter {
        state,
        reviewer: reviewer.cloned(),
        ..CaseFilter::default()
    };
    let (one, two, three, four) = (first.clone(), sample.clone(), last.clone(), running.clone());
    for (filter, expected) in [
        (state(CaseState::Open, None), vec![&one, &two]),
        (state(CaseState::Mine, Some(&kim.id)), vec![&one]),
        (state(CaseState::Mine, Some(&lee.id)), vec![]),
        (state(CaseState::Mine, None), vec![]),
        (state(CaseState::Sampled, None), vec![&two]),
        (state(CaseState::Done, None), vec![&three]),
        (state(CaseState::Ongoing, None), vec![&four]),
        (state(CaseState::All, None), vec![&one, &two, &three, &four]),
        (CaseFilter { order: CaseOrder::Newest, ..state(CaseState::Open, None) }, vec![&two, &one]),
        (
            CaseFilter { severity: Some(Severity::Critical), ..state(CaseState::Open, None) },
            vec![&one, &two],
        ),
        (CaseFilter { verdict: Some(Verdict::Allowed), ..state(CaseState::All, None) }, vec![]),
        (CaseFilter { text: Some("100%".into()), ..state(CaseState::All, None) }, vec![&one]),
        (CaseFilter { text: Some("_".into()), ..state(CaseState::All, None) }, vec![]),
        (CaseFilter { limit: Some(1), offset: 1, ..state(CaseState::Open, None) }, vec![&two]),
    ] {
        let wanted: Vec<CaseId> = expected.into_iter().cloned().collect();
        assert_eq!(ids(filter.clone()).await, wanted, "{filter:?}");
    }

    let line = desk.db.cases(&CaseFilter::default()).await.unwrap().remove(0);
    assert_eq!((line.severities, line.verdict), ([1, 0, 0, 0], Some(Verdict::Denied)));
    assert_eq!(line.handling.clone().unwrap().assigned_to, Some(kim.clone()));
    let counts = desk.db.case_counts(Some(&kim.id), desk.clock.now()).await.unwrap();
    assert_eq!((counts.open, counts.mine, counts.sampled), (2, 1, 1));
    assert_eq!((counts.done, counts.ongoing), (1, 1));

    let closed = desk.db.assign(&desk.clock, &last, None, &kim.id).await.unwrap_err();
    assert!(closed.to_string().contains("is not waiting for a decision"), "{closed}");
}

#[tokio::test]
async fn reviewers_have_proper_and_unique_names() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    assert!(desk.db.reviewers().await.unwrap().is_empty());
    let long = "가".repeat(61);
    let add =
        async |name: &str| desk.db.add_reviewer(&desk.clock, name, Role::Administrator, None).await;
    let kim = add("  김 심의 ").await.unwrap();
    assert_eq!(kim.name, "김 심의");
    for (name, problem) in [
        ("", "must have 1 to 60 characters"),
        (" \t", "must have 1 to 60 characters"),
        (long.as_str(), "must have 1 to 60 characters"),
        ("김\u{0}", "contains control characters; type it again"),
        ("김 심의", "is taken; choose another"),
    ] {
        let refused = add(name).await.unwrap_err();
        assert!(refused.to_string().ends_with(problem), "{name:?}: {refused}");
    }
    assert!(add(&"가".repeat(60)).await.is_ok());
    assert_eq!(desk.db.reviewer("김 심의").await.unwrap(), kim);
    assert_eq!(desk.db.reviewer(kim.id.as_str()).await.unwrap(), kim);
    assert!(matches!(desk.db.reviewer("박").await, Err(StoreError::UnknownReviewer(_))));
}
