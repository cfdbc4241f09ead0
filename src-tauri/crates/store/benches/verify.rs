//! Measures `audit verify` on a desk with many cases, complete and incremental, and what binding rows to
//! the record log costs a review. The number of cases is `SIMUI_CASES`, 10,000 by default:
//! `SIMUI_CASES=1000 cargo bench -p simui-store --bench verify`.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement stops at the first surprise, and prints"
)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{AD, Desk};
use serde_json::json;

#[tokio::main]
async fn main() {
    let cases = std::env::var("SIMUI_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(10_000);
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::open(dir.path()).await;
    let kim = desk.reviewer("김심의").await;
    let mut reviews = Duration::ZERO;
    let mut last = None;
    for number in 0..cases {
        let began = Instant::now();
        let (case, stop) = desk.review(AD).await;
        reviews += began.elapsed();
        if number % 2 == 0 {
            let payload = json!({ "action": "approve", "note": "그대로" });
            let question = stop.interrupt.unwrap();
            let run = desk.engine.answer(&question, kim.id.as_str(), payload).await.unwrap();
            desk.engine.resume(&run).await.unwrap();
        }
        last = Some(case);
    }
    println!("a review: {:.2} ms", reviews.as_secs_f64() * 1000.0 / f64::from(cases));
    let now = desk.clock.now();
    let timed = async |what: &str| {
        let began = Instant::now();
        let report = match what {
            "whole" => desk.db.audit_verify_at(now).await.unwrap(),
            _ => desk.db.audit_verify_new(now).await.unwrap(),
        };
        let (ms, fault) = (began.elapsed().as_millis(), report.fault);
        println!("{what}: {ms} ms, {} records, {fault:?}", report.bound);
    };
    timed("whole").await;
    timed("since").await;
    desk.review(AD).await;
    timed("since").await;
    for _ in 0..2 {
        let began = Instant::now();
        desk.db.require_reconciled(last.as_ref().unwrap()).await.unwrap();
        println!("one case: {} ms", began.elapsed().as_millis());
    }
}
