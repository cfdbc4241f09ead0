//! Checks the log: every entry must follow the one before it.
//!
//! The macs are keyed and cannot be verified here; the signature of the manifest vouches for them.

use serde_json::Value;

use crate::Outcome;
use crate::archive::Files;
use crate::hash::is_hash;

/// Checks the log and returns its entries.
pub fn check(files: &Files, manifest: &Value, outcome: &mut Outcome) -> Vec<Value> {
    let text = match files.text("log/entries.jsonl") {
        Ok(text) => text,
        Err(problem) => {
            outcome.fail(problem);
            return Vec::new();
        }
    };
    let entries = continuous(text, "log/entries.jsonl", outcome);
    outcome.counts.entries = entries.len();
    if manifest["log"]["entries"].as_u64() != Some(entries.len() as u64) {
        let listed = &manifest["log"]["entries"];
        outcome
            .fail(format!("log: {} entries, and not {listed} as the manifest says", entries.len()));
    }
    if manifest["log"]["head"].as_str() != Some(&head(&entries)) {
        outcome.fail(format!(
            "log: it ends with {}, and not with {}",
            head(&entries),
            manifest["log"]["head"]
        ));
    }
    entries
}

/// The last entry as `number:mac`.
pub fn head(entries: &[Value]) -> String {
    let last = entries.last();
    let seq = last.and_then(|it| it["seq"].as_u64()).unwrap_or(0);
    format!("{seq}:{}", last.and_then(|it| it["mac"].as_str()).unwrap_or("-"))
}

/// Parses the entries and checks that they are numbered 1, 2, 3, … and that each has the mac of the one
/// before it.
pub fn continuous(text: &str, file: &str, outcome: &mut Outcome) -> Vec<Value> {
    let mut entries = Vec::new();
    let mut before = "0".repeat(64);
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let Ok(entry) = serde_json::from_str::<Value>(line) else {
            outcome.fail(format!("{file}, line {number}: no JSON"));
            continue;
        };
        if entry["seq"].as_u64() != Some(number as u64) {
            outcome.fail(format!("{file}, line {number}: entry {} stands here", entry["seq"]));
        }
        if entry["previous"].as_str() != Some(&before) {
            outcome.fail(format!("{file}, entry {number}: it does not follow the entry before it"));
        }
        let mac = entry["mac"].as_str().unwrap_or_default();
        if !is_hash(mac) {
            outcome.fail(format!("{file}, entry {number}: its mac is none"));
        }
        mac.clone_into(&mut before);
        entries.push(entry);
    }
    entries
}
