//! Times an import into a fresh database:
//! `cargo run --release -p simui-corpus --example import_bench -- PATH…`.
//! A folder that contains a `corpus.jsonl` is imported as a retrieval benchmark.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for engineers")]

use std::path::PathBuf;

use jiff::Timestamp;
use simui_corpus::{ImportOptions, import, import_beir};
use simui_domain::Clock;
use simui_store::Database;
use uuid::Uuid;

#[tokio::main]
async fn main() {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let dir = tempfile::tempdir().unwrap();
    let database = Database::open(dir.path()).await.unwrap();
    let clock = Clock::new(Timestamp::now, |_| Uuid::now_v7());
    let options = ImportOptions { jobs: 2, ..ImportOptions::default() };
    for round in ["first import", "unchanged import"] {
        let report = match paths.first().filter(|path| path.join("corpus.jsonl").is_file()) {
            Some(folder) => import_beir(folder, &database, &clock).await.unwrap(),
            None => import(&paths, &options, &database, &clock, &|_| {}).await.unwrap(),
        };
        println!(
            "{round}: {} ms; {} documents, {} articles, {} chunks, {} unchanged, {} quarantined",
            report.took_ms,
            report.documents,
            report.articles,
            report.chunks,
            report.unchanged,
            report.quarantined.len()
        );
    }
    let size = std::fs::metadata(dir.path().join("simui.db")).unwrap().len();
    println!("database: {} MiB; peak memory: {}", size / 1024 / 1024, peak_memory());
}

/// Peak memory (`VmHWM`) on Linux. Unknown on other systems.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |size| size.trim().to_owned())
}
