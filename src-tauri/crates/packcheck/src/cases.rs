//! Checks the cases: their texts, and each decision and issued letter against the log.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::Outcome;
use crate::archive::Files;
use crate::hash::{digest_of, sha256};
use crate::quotes;

/// Checks every case of the pack.
pub fn check(files: &Files, manifest: &Value, entries: &[Value], outcome: &mut Outcome) {
    let mut found = BTreeSet::new();
    let paths: Vec<&str> = files.paths().filter(|path| path.ends_with("/case.json")).collect();
    for path in paths {
        let case = match files.json(path) {
            Ok(case) => case,
            Err(problem) => {
                outcome.fail(problem);
                continue;
            }
        };
        let id = case["id"].as_str().unwrap_or_default().to_owned();
        versions(files, path, &case, outcome);
        signed(path, &case, &id, entries, outcome);
        if let Some(fault) = verdict_fault(&case, &id, entries) {
            outcome.fail(format!("{path}: {fault}"));
        }
        quotes::check(files, path, &case, outcome);
        if !found.insert(id.clone()) {
            outcome.fail(format!("{path}: case {id} is in the pack twice"));
        }
    }
    outcome.counts.cases = found.len();
    let listed = list(&manifest["cases"]).iter().filter_map(Value::as_str);
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    for id in listed.symmetric_difference(&found) {
        outcome.fail(format!("case {id} is in the manifest or among the files, and not in both"));
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn versions(files: &Files, path: &str, case: &Value, outcome: &mut Outcome) {
    for version in list(&case["versions"]) {
        let text = version["text"].as_str().unwrap_or_default();
        match files.bytes(text) {
            Some(bytes) if version["sha256"].as_str() == Some(&sha256(bytes)) => {}
            Some(_) => {
                outcome.fail(format!("{path}: {text} is not the wording of the case (SHA-256)"))
            }
            None => outcome.fail(format!("{path}: the wording {text:?} is missing")),
        }
    }
    if list(&case["versions"]).is_empty() {
        outcome.fail(format!("{path}: it has no wording"));
    }
}

/// How records of a case are tied to the log: the list of the records, the field with the signed values,
/// the action of their entries, and the field of an entry that names the record.
struct Tie {
    list: &'static str,
    signed: &'static str,
    action: &'static str,
    names: &'static str,
    /// Fields of the record that are signed under the same name.
    same: &'static [&'static str],
}

const TIES: [Tie; 2] = [
    Tie {
        list: "decisions",
        signed: "signed",
        action: "decision",
        names: "decision",
        same: &["id", "action", "reviewer"],
    },
    Tie {
        list: "papers",
        signed: "issued",
        action: "paper_issued",
        names: "paper",
        same: &["id", "kind"],
    },
];

/// Checks that each record has exactly one entry in the log, with the same values, and that each entry
/// about the case has its record.
fn signed(path: &str, case: &Value, id: &str, entries: &[Value], outcome: &mut Outcome) {
    for tie in TIES {
        let about = |entry: &&Value| entry["action"] == tie.action && entry["subject"] == *id;
        let entries: Vec<&Value> = entries.iter().filter(about).collect();
        let mut records = BTreeSet::new();
        for record in list(&case[tie.list]) {
            let name = record["id"].as_str().unwrap_or_default();
            if !records.insert(name.to_owned()) {
                outcome.fail(format!("{path}: {} {name} is there twice", tie.names));
            }
            let own: Vec<&&Value> =
                entries.iter().filter(|it| it["details"][tie.names] == *name).collect();
            match own.as_slice() {
                [entry] => {
                    if let Some(fault) = record_fault(&tie, record, id, entry) {
                        outcome.fail(format!("{path}: {} {name} {fault}", tie.names));
                    }
                    outcome.counts.signed += 1;
                }
                none_or_many => outcome.fail(format!(
                    "{path}: {} {name} has {} entries in the log, and not one",
                    tie.names,
                    none_or_many.len()
                )),
            }
        }
        for entry in entries {
            let name = entry["details"][tie.names].as_str().unwrap_or_default();
            if !records.contains(name) {
                let seq = &entry["seq"];
                outcome.fail(format!("{path}: {} {name} of log entry {seq} is missing", tie.names));
            }
        }
    }
}

/// Checks the final verdict. If a person gave it, it must be the verdict that was signed last, in the
/// order of the log, for the run of the result. If nobody gave it, nobody may have signed for that run.
fn verdict_fault(case: &Value, id: &str, entries: &[Value]) -> Option<String> {
    if case["status"] != "completed" {
        return None;
    }
    let run = case["view"]["run_id"].as_str().unwrap_or_default();
    let signed = |decision: &Value, name: &str| {
        let field = list(&decision["signed"]).iter().find(|field| field[0] == name);
        field.and_then(|field| field[1].as_str()).unwrap_or_default().to_owned()
    };
    let entry = |decision: &Value| {
        let own = entries.iter().find(|entry| {
            entry["action"] == "decision"
                && entry["subject"] == *id
                && entry["details"]["decision"] == decision["id"]
        });
        own.and_then(|entry| entry["seq"].as_u64()).unwrap_or_default()
    };
    let final_ones = list(&case["decisions"]).iter().filter(|decision| {
        signed(decision, "run_id") == run
            && matches!(signed(decision, "action").as_str(), "approve" | "modify")
    });
    let last = final_ones.max_by_key(|decision| entry(decision));
    let stated = case["verdict"].as_str().unwrap_or_default();
    match (last, case["human_reviewed"] == true) {
        (None, true) => Some("it says that a person decided, and nobody signed for it".to_owned()),
        (Some(_), false) => Some("somebody signed for it, and it says that nobody did".to_owned()),
        (Some(decision), true) => {
            let verdict = signed(decision, "verdict");
            (!verdict.is_empty() && verdict != stated)
                .then(|| format!("its verdict is {stated}, and {verdict} was signed"))
        }
        (None, false) => None,
    }
}

fn record_fault(tie: &Tie, record: &Value, case: &str, entry: &Value) -> Option<String> {
    let fields = list(&record[tie.signed]);
    let pair = |field: &Value| Some((field[0].as_str()?.to_owned(), field[1].as_str()?.to_owned()));
    let Some(fields) = fields.iter().map(pair).collect::<Option<Vec<_>>>() else {
        return Some("does not say what was signed".to_owned());
    };
    let values = fields.iter().map(|(_, value)| value.as_str());
    if entry["details"]["sha256"].as_str() != Some(&digest_of(values)) {
        return Some(format!("is not what log entry {} vouches for", entry["seq"]));
    }
    let signed =
        |name: &str| fields.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str());
    if signed("case_id") != Some(case) {
        return Some("was signed for another case".to_owned());
    }
    let differs = |name: &&&str| record[**name].as_str() != signed(name);
    tie.same.iter().find(differs).map(|name| format!("shows another {name} than was signed"))
}
