//! A fixed clock, and the shared corpora if they are available.
#![allow(dead_code, reason = "every test file uses its own part of it")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "test set-up")]

pub mod lawgokr;
pub mod table_reading;
pub mod workbook;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use simui_corpus::{Finding, KindHint, Reading, SourceFile, read};
use simui_domain::Clock;
use uuid::Uuid;

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// A clock with a fixed day and consecutive ids.
pub fn clock() -> Clock {
    Clock::new(
        || Timestamp::from_second(1_790_000_000).unwrap(),
        |_| Uuid::from_u128(u128::from(NEXT_ID.fetch_add(1, Ordering::Relaxed))),
    )
}

/// `../shared/corpora` next to the repository, or below `SIMUI_SHARED`. If it is absent, prints a message and
/// returns `None`.
pub fn corpora() -> Option<PathBuf> {
    let shared = std::env::var_os("SIMUI_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared"),
        PathBuf::from,
    );
    let corpora = shared.join("corpora");
    if corpora.is_dir() {
        return Some(corpora);
    }
    eprintln!("skipped: {} is not there (set SIMUI_SHARED)", corpora.display());
    None
}

/// Reads a Markdown text in the same way as the import.
pub fn read_text(text: &str, hint: KindHint) -> Result<Reading, Finding> {
    let source = SourceFile { path: "test.md".into(), bytes: text.as_bytes().to_vec() };
    read(&source, hint, &clock()).into_only()
}

/// A law with valid front matter and the given body.
pub fn law(body: &str) -> String {
    format!(
        "---\n제목: 시험법\n법령ID: '000001'\n법령구분: 법률\n공포일자: 2020-01-01\n공포번호: '00123'\n시행일자: 2020-07-01\n상태: 시행\n---\n{body}"
    )
}
