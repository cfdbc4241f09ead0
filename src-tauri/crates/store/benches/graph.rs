//! Measures the journal on the review-shaped graph (seven nodes, one of them a fan-out of three) from
//! intake to its question: time and bytes of disk a case. Prints both. Targets: 5 ms and 80 KB a case.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark prints, and fails by panicking"
)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{AD, Desk};
use criterion::{Criterion, criterion_group, criterion_main};

const CASES: usize = 1000;

fn graph(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let desk = runtime.block_on(Desk::open(dir.path()));

    let empty = runtime.block_on(stored(&desk, dir.path()));
    let mut times: Vec<Duration> = (0..CASES)
        .map(|_| {
            let begun = Instant::now();
            runtime.block_on(desk.review(AD));
            begun.elapsed()
        })
        .collect();
    times.sort();
    let bytes = (runtime.block_on(stored(&desk, dir.path())) - empty) / CASES as u64;
    let ms = |at: usize| times[at * CASES / 100].as_secs_f64() * 1e3;
    println!(
        "graph to its question, SQLite: p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms; {bytes} bytes a case",
        ms(50),
        ms(95),
        ms(99),
    );

    criterion.bench_function("graph to its question, SQLite", |bencher| {
        bencher.iter(|| runtime.block_on(desk.review(AD)));
    });
}

/// Size of the database in bytes once the write-ahead log has been moved into the main file.
async fn stored(desk: &Desk, dir: &Path) -> u64 {
    desk.db.checkpoint().await.unwrap();
    std::fs::metadata(dir.join("simui.db")).unwrap().len()
}

criterion_group!(benches, graph);
criterion_main!(benches);
