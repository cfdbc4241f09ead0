//! Shared code of the examples: reads the corpora beside the checkout.
#![allow(dead_code, reason = "each example uses a part")]

pub mod bm25;
pub mod corpus;
pub mod decisions;
pub mod measure;
pub mod pipeline;
pub mod sets;
pub mod statutes;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use simui_search::analysis::{Analyser, Dictionary};

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// `SIMUI_SHARED`, or `../shared` beside the checkout.
pub fn shared() -> PathBuf {
    std::env::var_os("SIMUI_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared"),
        PathBuf::from,
    )
}

/// A file of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)
}

pub fn analyser() -> Outcome<Analyser> {
    Ok(Analyser::open(&Dictionary::locate(None)?)?)
}

/// Returns whether a question or a court decision belongs to the held-out half that results are reported on.
/// Nothing is learned from that half: neither the base embedding, nor the reranker, nor any setting. A
/// question made from a decision is assigned by the decision (`q219661` and `219661-2` by 219661).
pub fn held_out(id: &str) -> bool {
    let key = id.trim_start_matches('q').split('-').next().unwrap_or_default();
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    key.bytes().fold(0xcbf2_9ce4_8422_2325, fnv) >> 33 & 1 == 1
}

pub fn lines(file: &Path) -> Outcome<Vec<Value>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}
