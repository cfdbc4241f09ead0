//! Tests several processes on one data directory, and processes that are killed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests fail by panicking"
)]

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::common;
use crate::common::{AD, Desk, Node, Review};
use serde_json::json;
use simui_domain::{CaseId, CaseStatus, InterruptId, RunId};
use simui_flow::{FlowError, RunStatus};
use simui_store::{CaseFilter, CaseState};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_share_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = tokio::join!(Desk::open(dir.path()), Desk::open(dir.path()));
    let kim = one.reviewer("김심의").await;
    let work = |desk: Arc<Desk>| {
        tokio::spawn(async move {
            let mut questions = Vec::new();
            for _ in 0..25 {
                let (_, stop) = desk.review(AD).await;
                questions.push(stop.interrupt.unwrap());
            }
            questions
        })
    };
    let (one, two) = (Arc::new(one), Arc::new(two));
    let (first, second) = (work(one.clone()), work(two.clone()));
    let mut questions = first.await.unwrap();
    questions.extend(second.await.unwrap());

    // Both answer every question at once.
    let answer = |desk: Arc<Desk>, questions: Vec<InterruptId>, by: String| {
        tokio::spawn(async move {
            let mut won = 0;
            for question in questions {
                match desk.engine.answer(&question, &by, json!({ "action": "approve" })).await {
                    Ok(run) => {
                        won += 1;
                        desk.engine.resume(&run).await.unwrap();
                    }
                    Err(FlowError::AlreadyAnswered { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            won
        })
    };
    let by = kim.id.as_str().to_owned();
    let first = answer(one.clone(), questions.clone(), by.clone());
    let second = answer(two.clone(), questions.clone(), by);
    assert_eq!(first.await.unwrap() + second.await.unwrap(), questions.len());

    let counts = one.db.case_counts(None, "2026-11-22T00:00:00Z".parse().unwrap()).await.unwrap();
    assert_eq!((counts.done, counts.open, counts.ongoing), (50, 0, 0));
    let report = two.db.audit_verify().await.unwrap();
    assert_eq!((report.entries, report.anchored, report.fault), (51, Some(51), None));
}

#[tokio::test]
async fn a_run_belongs_to_the_living_and_passes_on_from_the_dead() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (Desk::open(dir.path()).await, Desk::open(dir.path()).await);
    let (_, run) = one.intake(AD).await;
    assert!(two.engine.unfinished().await.unwrap().is_empty());
    assert!(matches!(two.engine.resume(&run).await, Err(FlowError::OwnedElsewhere(_))));
    assert_eq!(one.engine.unfinished().await.unwrap(), std::slice::from_ref(&run));
    drop(one);
    let three = Desk::open(dir.path()).await;
    assert_eq!(two.engine.unfinished().await.unwrap(), std::slice::from_ref(&run));
    assert_eq!(three.engine.unfinished().await.unwrap(), std::slice::from_ref(&run));
    // Both try to resume; one gets the run.
    let (a, b) = tokio::join!(two.engine.resume(&run), three.engine.resume(&run));
    let outcomes = [a, b].map(|outcome| match outcome {
        Ok(stop) => stop.status == RunStatus::Waiting,
        Err(FlowError::OwnedElsewhere(_)) => false,
        Err(error) => panic!("{error}"),
    });
    // The second may also have come after the first had finished, and then reports the same stop.
    assert!(outcomes.contains(&true));
    assert_eq!(two.engine.checkpoints(&run).await.unwrap().len(), 8);
}

const KILLS: usize = 25;

/// Work of a child process until it is killed: it takes in cases, finishes runs that were left behind,
/// and decides waiting cases. It writes everything that was acknowledged to a file.
async fn live(dir: &Path) {
    let notes = dir.join("acknowledged");
    let desk = Desk::with(dir, counting(dir.to_owned())).await;
    let kim = match desk.db.reviewer("김심의").await {
        Ok(kim) => kim,
        Err(_) => desk.reviewer("김심의").await,
    };
    loop {
        for run in desk.engine.unfinished().await.unwrap() {
            desk.engine.resume(&run).await.unwrap();
        }
        let (case, run) = desk.intake(AD).await;
        note(&notes, &format!("case {case}"));
        let stop = desk.engine.resume(&run).await.unwrap();
        let question = stop.interrupt.unwrap();
        desk.engine
            .answer(&question, kim.id.as_str(), json!({ "action": "approve" }))
            .await
            .unwrap();
        note(&notes, &format!("decision {question}"));
        desk.engine.resume(&run).await.unwrap();
    }
}

/// The graph with a last node that notes each run of its body, and fails if it runs although it was
/// committed.
fn counting(dir: PathBuf) -> simui_flow::Graph<Review> {
    use simui_flow::{Context, Edge, Outcome};
    let finish = move |_: Arc<Review>, context: Context| {
        let dir = dir.clone();
        async move {
            let options = SqliteConnectOptions::new().filename(dir.join("simui.db"));
            let mut connection = options.connect().await?;
            let committed: i64 = sqlx::query_scalar(
                "SELECT COUNT(*) FROM steps WHERE run_id = ? AND node = 'Finish' AND visit = ?",
            )
            .bind(context.run_id().as_str())
            .bind(context.visit())
            .fetch_one(&mut connection)
            .await?;
            let word = if committed == 0 { "ran" } else { "repeated" };
            note(&dir.join("bodies"), &format!("{word} {}", context.run_id()));
            Ok(Outcome::Done(common::Delta::Finished))
        }
    };
    common::builder_until_finish().node(Node::Finish, finish, Edge::End).build().unwrap()
}

/// Appends one short line in a single write, so that it is complete or missing.
fn note(path: &Path, line: &str) {
    let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
    file.write_all(format!("{line}\n").as_bytes()).unwrap();
}

fn notes(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Body of the child process; in an ordinary test run it does nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child() {
    if let Ok(dir) = std::env::var("SIMUI_TEST_CHILD") {
        live(Path::new(&dir)).await;
    }
}

#[test]
fn killing_at_any_moment_loses_and_repeats_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let mut wait = 120u64;
    for _ in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "processes::child", "--nocapture"])
            .env("SIMUI_TEST_CHILD", dir.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Spread over 60 to 400 ms without randomness.
        wait = (wait * 7919 + 104_729) % 341;
        std::thread::sleep(Duration::from_millis(60 + wait));
        assert!(child.try_wait().unwrap().is_none(), "the child died by itself");
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(check_after_kills(dir.path()));
}

async fn check_after_kills(dir: &Path) {
    let desk = Desk::with(dir, counting(dir.to_owned())).await;
    let left: Vec<RunId> = desk.engine.unfinished().await.unwrap();
    for run in &left {
        desk.engine.resume(run).await.unwrap();
    }
    assert!(desk.engine.unfinished().await.unwrap().is_empty());

    let acknowledged = notes(&dir.join("acknowledged"));
    for line in &acknowledged {
        match line.split_once(' ').unwrap() {
            ("case", id) => {
                let case = desk.db.case(&CaseId::from(id)).await.unwrap();
                assert!(case.is_some(), "acknowledged case {id} is lost");
            }
            ("decision", id) => {
                let asked = desk.db.interrupt(&InterruptId::from(id)).await.unwrap().unwrap();
                assert!(asked.answer.is_some(), "acknowledged decision on {id} is lost");
            }
            _ => panic!("{line}"),
        }
    }
    let all = CaseFilter { state: CaseState::All, limit: Some(100_000), ..CaseFilter::default() };
    let cases = desk.db.cases(&all).await.unwrap();
    let mut decided = 0;
    for line in &cases {
        let case = desk.db.case(&line.id).await.unwrap().unwrap();
        match case.status {
            // Exactly the waiting cases are in the queue; the index allows no second entry.
            CaseStatus::AwaitingReview => assert!(case.question.is_some()),
            CaseStatus::Completed => assert!(case.question.is_none() && case.decisions.len() == 1),
            other => panic!("{} is {other:?}", case.id),
        }
        decided += case.decisions.len() as u64;
        let steps = desk.engine.checkpoints(&case.run_id).await.unwrap();
        assert_eq!(steps.len(), if case.status == CaseStatus::Completed { 10 } else { 8 });
        assert!(desk.engine.replay(&case.run_id).await.unwrap().mismatches.is_empty());
    }
    let bodies = notes(&dir.join("bodies"));
    let mut runs: BTreeMap<&str, usize> = BTreeMap::new();
    for body in &bodies {
        let run = body.strip_prefix("ran ").expect("a committed body ran again");
        *runs.entry(run).or_default() += 1;
    }
    // Only bodies whose process was killed before their commit ran more than once.
    let lost = bodies.len() - runs.len();
    assert!(lost <= KILLS);
    let report = desk.db.audit_verify().await.unwrap();
    assert_eq!((report.fault, report.entries), (None, decided + 1));
    eprintln!(
        "{KILLS} kills: {} cases, {decided} decisions, {} taken over at the end, {lost} bodies lost with their commit",
        cases.len(),
        left.len(),
    );
    assert!(cases.len() > KILLS / 2, "the children hardly came to work");
}

#[tokio::test]
async fn a_committed_body_never_runs_again() {
    let dir = tempfile::tempdir().unwrap();
    let graph = || counting(dir.path().to_owned());
    let desk = Desk::with(dir.path(), graph()).await;
    let (_, stop) = desk.review("통과").await;
    assert_eq!(stop.status, RunStatus::Finished);
    for _ in 0..3 {
        let desk = Desk::with(dir.path(), graph()).await;
        assert_eq!(desk.engine.resume(&stop.run_id).await.unwrap().status, RunStatus::Finished);
    }
    assert_eq!(notes(&dir.path().join("bodies")).len(), 1);
}

#[tokio::test]
async fn a_directory_of_a_newer_version_is_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    drop(Desk::open(dir.path()).await);
    let mut connection =
        SqliteConnectOptions::new().filename(dir.path().join("simui.db")).connect().await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'from the future', TRUE, x'00', 0)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let refused = simui_store::Database::open(dir.path()).await.unwrap_err();
    assert!(refused.to_string().contains("use the version of Simui that last opened"), "{refused}");
}
