//! `make bench`: reviews each advertisement completely, with the shared statutes imported.
//!
//! Prints medians and 95th percentiles over the advertisements of `tests/corpora`, the bytes that a case
//! takes in the database, the speed of the import, and the resident memory after 100 and after 1,000 reviews.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints, and stops at the first surprise"
)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use simui_api::types::{Engine, ImportRequest, SubmitRequest};
use simui_api::{Desk, OpenDesk};
use simui_domain::Ad;

const REVIEWS: usize = 1_000;

#[tokio::main]
async fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let shared = std::env::var_os("SIMUI_SHARED").map_or(root.join("../shared"), PathBuf::from);
    let data = tempfile::tempdir().unwrap();
    let opening = OpenDesk {
        data_dir: Some(data.path().to_owned()),
        audit_key: simui_api::KeyPlace::File,
        ..OpenDesk::from_environment()
    };
    let desk = Desk::open(opening).await.unwrap();
    let statutes = shared.join("corpora/statutes/kr");
    if statutes.exists() {
        let paths = vec![statutes.display().to_string()];
        let begun = Instant::now();
        let report =
            desk.import_paths(ImportRequest { paths, ..ImportRequest::default() }).await.unwrap();
        println!(
            "import: {} documents, {} articles, {} chunks in {:.1} s (index included)",
            report.documents,
            report.articles,
            report.chunks,
            begun.elapsed().as_secs_f64()
        );
    } else {
        eprintln!("skipped the import: {} is absent", statutes.display());
    }
    let ads = advertisements(&root.join("tests/corpora/ads/fitted_wording.jsonl"));
    let mut times = Vec::with_capacity(REVIEWS);
    let size_before = database_size(data.path());
    for number in 0..REVIEWS {
        let ad = ads[number % ads.len()].clone();
        let begun = Instant::now();
        desk.review(SubmitRequest { ad, engine: Engine::Rules }).await.unwrap();
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        if number + 1 == 100 || number + 1 == REVIEWS {
            println!("memory after {} reviews: {} MB resident", number + 1, resident_mb());
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "review: median {:.2} ms, p95 {:.2} ms, worst {:.2} ms over {REVIEWS}",
        times[REVIEWS / 2],
        times[REVIEWS * 95 / 100],
        times[REVIEWS - 1]
    );
    let bytes = database_size(data.path()).saturating_sub(size_before);
    println!("stored: {:.1} KB a case", bytes as f64 / REVIEWS as f64 / 1024.0);
}

fn advertisements(path: &Path) -> Vec<Ad> {
    let text = std::fs::read_to_string(path).unwrap();
    let ads = text.lines().map(|line| {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        serde_json::from_value(case["ad"].clone()).unwrap()
    });
    ads.collect()
}

/// Size of the database and its write-ahead log in bytes.
fn database_size(dir: &Path) -> u64 {
    ["simui.db", "simui.db-wal"]
        .iter()
        .filter_map(|name| std::fs::metadata(dir.join(name)).ok())
        .map(|file| file.len())
        .sum()
}

/// Resident memory in MB on Linux; 0 elsewhere.
fn resident_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    let kilobytes = line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok());
    kilobytes.unwrap_or_default() / 1024
}
