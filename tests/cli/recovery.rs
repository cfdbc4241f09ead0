//! Reviews that a killed process left unfinished: which command continues them, when they are given up, and
//! how a failed one is run again.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::common::Desk;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tokio::runtime::Runtime;

/// A desk with access to its database beside the program.
struct Watched {
    desk: Desk,
    runtime: Runtime,
}

impl Watched {
    fn new() -> Self {
        let desk = Desk::new();
        desk.reviewer("김심의");
        Self { desk, runtime: Runtime::new().unwrap() }
    }

    fn connect(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(self.desk.dir().join("simui.db"));
        let options = options.busy_timeout(Duration::from_secs(30));
        self.runtime.block_on(options.connect()).unwrap()
    }

    fn count(&self, sql: &'static str) -> i64 {
        let mut connection = self.connect();
        self.runtime.block_on(sqlx::query_scalar(sql).fetch_one(&mut connection)).unwrap()
    }

    fn running(&self) -> i64 {
        self.count("SELECT COUNT(*) FROM runs WHERE status = 'running'")
    }

    /// Kills a review during its run and returns its case.
    fn leave_one_behind(&self) -> String {
        for _ in 0..100 {
            let mut child = self.desk.spawn(&["review", "run", "-"]);
            let mut stdin = child.stdin.take().unwrap();
            let ad = json!({ "text": "줄기세포 치료, 부작용 걱정 없이!" });
            writeln!(stdin, "{ad}").unwrap();
            drop(stdin);
            while self.running() == 0 && child.try_wait().unwrap().is_none() {}
            let _ = child.kill();
            child.wait().unwrap();
            if self.running() == 1 {
                let sql = "SELECT id FROM cases WHERE status = 'running'";
                let mut connection = self.connect();
                let case = sqlx::query_scalar(sql).fetch_one(&mut connection);
                return self.runtime.block_on(case).unwrap();
            }
        }
        panic!("a hundred reviews ended before they could be killed");
    }

    /// Simulates that this many processes ended while they ran the unfinished reviews.
    fn take_over(&self, times: i64) {
        let mut connection = self.connect();
        let update = sqlx::query("UPDATE runs SET takeovers = ? WHERE status = 'running'");
        self.runtime.block_on(update.bind(times).execute(&mut connection)).unwrap();
    }
}

#[test]
fn a_command_that_reviews_nothing_leaves_unfinished_runs_alone() {
    let watched = Watched::new();
    let case = watched.leave_one_behind();
    let desk = &watched.desk;
    let queue = desk.run(&["review", "queue"]).succeeded();
    assert!(queue.err.contains("끝나지 않은 심의 1건"), "{}", queue.err);
    assert!(queue.err.contains("simui review resume"), "{}", queue.err);
    assert_eq!(desk.run(&["audit", "verify"]).succeeded().json()["intact"], true);
    assert_eq!(
        desk.run(&["review", "show", &case]).succeeded().json()["summary"]["status"],
        "running"
    );
    let doctor = desk.run(&["doctor"]).json();
    let reviews = doctor["checks"].as_array().unwrap().iter().find(|it| it["name"] == "reviews");
    assert_eq!(reviews.unwrap()["detail"], "1 left unfinished, 0 failed");
    assert_eq!(watched.running(), 1, "nobody went on with it");
    assert_eq!(watched.count("SELECT MAX(takeovers) FROM runs"), 0, "or tried to");

    let resumed = desk.run(&["review", "resume"]).succeeded().json();
    assert_eq!(resumed["runs"][0]["case_id"], json!(case), "{resumed}");
    assert_eq!(resumed["runs"][0]["problem"], "", "{resumed}");
    assert_eq!(watched.running(), 0);
    assert!(desk.run(&["review", "show", &case]).succeeded().json()["result"].is_object());
    assert_eq!(desk.run(&["review", "resume"]).succeeded().json()["runs"], json!([]));
}

#[test]
fn a_review_continues_what_another_left_unfinished() {
    let watched = Watched::new();
    let case = watched.leave_one_behind();
    let mut child = watched.desk.spawn(&["review", "run", "-"]);
    writeln!(child.stdin.take().unwrap(), "{}", json!({ "text": "평일 진료" })).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 1, "its own result");
    assert!(String::from_utf8_lossy(&output.stderr).contains(&case), "and a remark on the other");
    assert_eq!(watched.running(), 0);
}

#[test]
fn a_run_that_ended_process_after_process_is_given_up_and_can_be_run_again() {
    let watched = Watched::new();
    let case = watched.leave_one_behind();
    let desk = &watched.desk;
    watched.take_over(3);
    let resumed = desk.run(&["review", "resume"]).succeeded().json();
    assert_eq!(resumed["runs"][0]["status"], "failed", "{resumed}");
    let problem = resumed["runs"][0]["problem"].as_str().unwrap();
    assert!(problem.contains("the program ended 4 times while it ran"), "{problem}");

    let case_view = desk.run(&["review", "show", &case]).succeeded().json();
    assert_eq!(case_view["summary"]["status"], "failed");
    assert!(case_view["failure"].as_str().unwrap().contains("ended 4 times"), "{case_view}");
    let queue = desk.run(&["review", "queue"]).succeeded();
    assert!(queue.err.contains("실패한 심의 1건"), "{}", queue.err);
    assert_eq!(desk.run(&["review", "resume"]).succeeded().json()["runs"], json!([]));

    let view = desk.run(&["review", "retry", &case]).succeeded().json();
    assert!(view["result"].is_object() && view["failure"].is_null(), "{view}");
    desk.run(&["review", "retry", &case]).failed_with("did not fail");
    assert_eq!(desk.run(&["audit", "verify"]).succeeded().json()["intact"], true);
}

#[test]
fn a_server_continues_unfinished_reviews_in_the_background() {
    let watched = Watched::new();
    watched.leave_one_behind();
    let mut server = watched.desk.spawn(&["serve", "--port", "0"]);
    let begun = Instant::now();
    while watched.running() > 0 && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let left = watched.running();
    let _ = server.kill();
    server.wait().unwrap();
    assert_eq!(left, 0, "the server did not go on with it in two minutes");
}

#[test]
fn a_decision_continues_the_run_of_its_own_case() {
    let watched = Watched::new();
    let case = watched.leave_one_behind();
    let decided =
        watched.desk.run(&["review", "decide", &case, "--action", "approve", "--as", "김심의"]);
    assert_eq!(watched.running(), 0, "{}", decided.err);
    assert_eq!(decided.succeeded().json()["summary"]["status"], "completed");
}
