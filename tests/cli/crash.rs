//! `kill -9` at random moments: no acknowledged decision lost, no node body repeated, no queue
//! entry missing or doubled.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use crate::common::Desk;
use serde_json::{Value, json};

const KILLS: u64 = 200;

/// A pseudorandom generator, so that a failing run can be repeated from its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Returns a moment during or shortly after the life of a process that usually takes `usual`.
    fn moment(&mut self, usual: Duration) -> Duration {
        let limit = u64::try_from(usual.as_micros() * 3 / 2).unwrap_or(u64::MAX).max(1);
        Duration::from_micros(self.below(limit))
    }
}

#[test]
fn nothing_acknowledged_is_lost() {
    let desk = Desk::new();
    desk.reviewer("김심의");
    let mut random = Random(20_261_121);
    // The duration of a command depends on the machine: kills are spread over it.
    let begun = Instant::now();
    desk.review(&[json!({ "id": "first", "text": "줄기세포 치료" })]);
    let mut usual = begun.elapsed();
    let mut sent = 0u64;
    // Everything that the program has acknowledged.
    let mut acknowledged: BTreeMap<String, String> = BTreeMap::new();
    let mut decided: BTreeSet<String> = BTreeSet::new();
    for round in 0..KILLS / 2 {
        intake(&desk, usual, &mut random, &mut sent, &mut acknowledged);
        decide(&desk, usual, &mut random, &acknowledged, &mut decided);
        // A machine that became busier needs longer: some commands have to end before they are killed.
        if round % 10 == 9 && (acknowledged.len() as u64) < round / 3 {
            usual *= 2;
        }
    }
    assert!(
        acknowledged.len() > 20 && decided.len() > 10,
        "{} {}",
        acknowledged.len(),
        decided.len()
    );

    // Showing the queue continues no review; this command does.
    let resumed = desk.run(&["review", "resume"]).succeeded().json();
    for run in resumed["runs"].as_array().unwrap() {
        assert_eq!(run["problem"], "", "{run}");
    }
    let open = queue(&desk, "open");
    let done = queue(&desk, "done");
    let seen: BTreeSet<_> = open.iter().chain(&done).cloned().collect();
    assert_eq!(seen.len(), open.len() + done.len(), "no entry twice");
    for (external, case) in &acknowledged {
        assert!(seen.contains(case), "{external} was acknowledged as {case} and is gone");
    }
    for case in &decided {
        assert!(done.contains(case), "{case} was decided and is not done");
    }
    for case in &seen {
        check_bodies(&desk, case);
    }
    let audit = desk.run(&["audit", "verify"]).succeeded().json();
    assert_eq!(audit["intact"], true, "{audit}");
}

/// Submits a few advertisements and kills the program at a random moment; every printed result is
/// acknowledged.
fn intake(
    desk: &Desk,
    usual: Duration,
    random: &mut Random,
    sent: &mut u64,
    acknowledged: &mut BTreeMap<String, String>,
) {
    let mut child = desk.spawn(&["review", "run", "-", "--jobs", "2"]);
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..4 {
        *sent += 1;
        let ad = json!({ "id": format!("ad-{sent}"), "text": format!("줄기세포 치료 {sent}번 광고, 부작용 걱정 없이!") });
        let _ = writeln!(stdin, "{ad}");
    }
    drop(stdin);
    let out = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || out.lines().map_while(Result::ok).collect::<Vec<_>>());
    std::thread::sleep(random.moment(usual));
    let _ = child.kill();
    let _ = child.wait();
    for line in reader.join().unwrap() {
        // The kill may have cut the last line off; such a line is not acknowledged.
        let Ok(result) = serde_json::from_str::<Value>(&line) else { continue };
        let text = |key: &str| result[key].as_str().unwrap().to_owned();
        acknowledged.insert(text("id"), text("case_id"));
    }
}

/// Decides one waiting case and kills the program at a random moment.
fn decide(
    desk: &Desk,
    usual: Duration,
    random: &mut Random,
    acknowledged: &BTreeMap<String, String>,
    decided: &mut BTreeSet<String>,
) {
    let Some(case) = acknowledged.values().find(|case| !decided.contains(*case)) else { return };
    let mut child =
        desk.spawn(&["review", "decide", case, "--action", "approve", "--as", "김심의"]);
    let out = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || out.lines().map_while(Result::ok).collect::<Vec<_>>());
    std::thread::sleep(random.moment(usual));
    let _ = child.kill();
    let output = child.wait_with_output().unwrap();
    let lines = reader.join().unwrap();
    let acknowledged_now = lines.iter().any(|line| serde_json::from_str::<Value>(line).is_ok());
    // The case was decided by an earlier, killed command: the refusal says so, and the decision stays.
    let refused = String::from_utf8_lossy(&output.stderr).contains("already");
    if acknowledged_now || refused {
        decided.insert(case.clone());
    }
}

fn queue(desk: &Desk, state: &str) -> Vec<String> {
    let page = desk.run(&["review", "queue", "--state", state]).succeeded().json();
    let cases = page["cases"].as_array().unwrap().iter();
    cases.map(|case| case["case_id"].as_str().unwrap().to_owned()).collect()
}

fn check_bodies(desk: &Desk, case: &str) {
    let history = desk.run(&["review", "history", case]).succeeded().json();
    let mut bodies: BTreeMap<&str, usize> = BTreeMap::new();
    for checkpoint in history["checkpoints"].as_array().unwrap() {
        if checkpoint["answer"] != true {
            *bodies.entry(checkpoint["node"].as_str().unwrap()).or_default() += 1;
        }
    }
    for (node, count) in &bodies {
        assert_eq!(*count, 1, "{case}: {node} completed {count} times");
    }
}
