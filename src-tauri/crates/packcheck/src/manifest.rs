//! Checks the manifest, the signed list of the pack's files.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::Outcome;
use crate::archive::Files;
use crate::hash::{sha256, signature_fault};

/// The supported format.
const FORMAT: &str = "simui-audit-pack/1";
/// Files that no manifest lists, because it cannot contain its own hash.
const UNLISTED: [&str; 2] = ["manifest.json", "manifest.sig"];

/// Compares every file with the manifest, and the manifest with its signature. Returns `None` if the
/// check cannot continue.
pub fn check(files: &Files, key: Option<&str>, outcome: &mut Outcome) -> Option<Value> {
    let manifest = match files.json("manifest.json") {
        Ok(manifest) => manifest,
        Err(problem) => {
            outcome.fail(problem);
            return None;
        }
    };
    if manifest["format"] != FORMAT {
        outcome.fail(format!("manifest.json: the format is {}, not {FORMAT}", manifest["format"]));
        return None;
    }
    signature(files, &manifest, key, outcome);
    contents(files, &manifest, outcome);
    if manifest["log"]["intact"] != true {
        let reason = manifest["log"]["reason"].as_str().unwrap_or("no reason given");
        outcome
            .fail(format!("log: the desk itself found its log damaged when it packed: {reason}"));
    }
    Some(manifest)
}

fn signature(files: &Files, manifest: &Value, key: Option<&str>, outcome: &mut Outcome) {
    let own = manifest["public_key"].as_str().unwrap_or_default();
    own.clone_into(&mut outcome.public_key);
    if let Some(key) = key.map(str::trim).filter(|key| !key.eq_ignore_ascii_case(own)) {
        outcome.fail(format!("manifest.json: signed with {own}, and not with {key}"));
    }
    match (files.text("manifest.sig"), files.bytes("manifest.json")) {
        (Ok(signature), Some(message)) => {
            if let Some(fault) = signature_fault(message, own, signature) {
                outcome.fail(format!("manifest.json: {fault}"));
            }
        }
        (Err(problem), _) => outcome.fail(problem),
        (_, None) => outcome.fail("manifest.json is missing".to_owned()),
    }
}

fn contents(files: &Files, manifest: &Value, outcome: &mut Outcome) {
    let mut listed = BTreeMap::new();
    for file in manifest["files"].as_array().map(Vec::as_slice).unwrap_or_default() {
        let path = file["path"].as_str().unwrap_or_default();
        if listed.insert(path, ()).is_some() {
            outcome.fail(format!("manifest.json lists {path:?} twice"));
        }
        match files.bytes(path) {
            None => outcome.fail(format!("{path} is missing")),
            Some(bytes) => {
                if file["bytes"].as_u64() != Some(bytes.len() as u64) {
                    outcome.fail(format!(
                        "{path} has {} bytes, and not {}",
                        bytes.len(),
                        file["bytes"]
                    ));
                }
                if file["sha256"].as_str() != Some(&sha256(bytes)) {
                    outcome.fail(format!("{path} is not the file that was packed (SHA-256)"));
                }
            }
        }
    }
    for path in files.paths().filter(|path| !UNLISTED.contains(path)) {
        if !listed.contains_key(path) {
            outcome.fail(format!("{path} was added: manifest.json does not list it"));
        }
    }
}
