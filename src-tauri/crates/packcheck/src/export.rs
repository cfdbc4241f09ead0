//! Checks an exported log against its seal.

use serde_json::Value;

use crate::Outcome;
use crate::chain::{continuous, head};
use crate::hash::{sha256, signature_fault};

/// The supported format.
const FORMAT: &str = "simui-audit-export/1";

/// Checks the chain of the log, and the seal against it.
pub fn check(log: &[u8], seal: &[u8], key: Option<&str>, outcome: &mut Outcome) {
    let (Ok(log_text), Ok(seal)) =
        (std::str::from_utf8(log), serde_json::from_slice::<Value>(seal))
    else {
        outcome.fail("the log is no text, or its seal no JSON".to_owned());
        return;
    };
    let entries = continuous(log_text, "log", outcome);
    outcome.counts.entries = entries.len();
    let text = |name: &str| seal[name].as_str().unwrap_or_default();
    if text("format") != FORMAT {
        outcome.fail(format!("seal: the format is {}, not {FORMAT}", seal["format"]));
    }
    if seal["entries"].as_u64() != Some(entries.len() as u64) || text("head") != head(&entries) {
        outcome.fail(format!(
            "seal: the log ends with {}, and not with {}",
            head(&entries),
            seal["head"]
        ));
    }
    if text("sha256") != sha256(log) {
        outcome.fail("seal: the log is not the file that was exported (SHA-256)".to_owned());
    }
    let own = text("public_key");
    own.clone_into(&mut outcome.public_key);
    if let Some(key) = key.map(str::trim).filter(|key| !key.eq_ignore_ascii_case(own)) {
        outcome.fail(format!("seal: signed with {own}, and not with {key}"));
    }
    let signed =
        format!("{}\n{}\n{}\n{}\n", text("format"), seal["entries"], text("head"), text("sha256"));
    if let Some(fault) = signature_fault(signed.as_bytes(), own, text("signature")) {
        outcome.fail(format!("seal: {fault}"));
    }
}
