//! Campaign: another program changes the database in every column of every table, deletes a row, or
//! adds one. `audit verify` must name the table, and if the row belongs to a case, its letter and
//! its pack must be refused.
//!
//! Tables and columns are read from the database; exceptions are read from the list that `audit
//! verify` prints. A fault is about one record, which may be rows of several tables, and names all
//! of them. One copy of the desk therefore takes changes of many records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use crate::campaign::look;
use crate::common::plain_sql::tamper;
use crate::common::{Desk, Finished};
use crate::everything;
use crate::tables::{Change, DELETED, Table, texts};

/// Tables, and columns as `table.column`, that are not compared with the record log, each with the
/// reason.
type Unbound = BTreeMap<String, String>;

/// Returns the list that `audit verify` prints.
fn unbound(desk: &Desk) -> Unbound {
    let report = desk.run(&["audit", "verify"]).succeeded().json();
    let lines = report["unbound"].as_array().unwrap().iter().map(|it| it.as_str().unwrap());
    let split = lines.map(|line| line.split_once(": ").unwrap_or_else(|| panic!("{line}")));
    split.map(|(place, why)| (place.to_owned(), why.to_owned())).collect()
}

/// Whether a change may go unnoticed. If the reason states another check or comparison, the change
/// must be found.
fn is_free(unbound: &Unbound, place: &str) -> bool {
    unbound.get(place).is_some_and(|why| !why.contains("checked") && !why.contains("compared"))
}

/// Returns the faults that `audit verify` reports after a change; empty if it finds none.
fn faults(desk: &Desk, sql: &str) -> Vec<String> {
    let desk = desk.copy();
    tamper(desk.dir(), sql);
    let Finished { code, out, err } = desk.run(&["audit", "verify"]);
    assert!(matches!(code, Some(0 | 1)) && !err.contains("panicked at"), "{sql}: {err}");
    if code == Some(0) {
        return Vec::new();
    }
    let report: Value = serde_json::from_str(&out).unwrap_or_default();
    match report["faults"].as_array() {
        Some(faults) => faults.iter().map(|it| it.as_str().unwrap().to_owned()).collect(),
        // The directory cannot even be opened.
        None => err.lines().map(str::to_owned).collect(),
    }
}

/// Returns the tables of the record in a fault: `… result r1 (results, claims, violations,
/// citations) is gone; …`.
fn record_of(fault: &str) -> Option<&str> {
    fault.split_once(" (")?.1.split_once(')').map(|(tables, _)| tables)
}

fn is_of(record: &str, table: &str) -> bool {
    record.split(", ").any(|it| it == table)
}

/// Groups changes for copies of the desk, at most one change of each record in a group. Changes
/// without a record, or of the other desk, are alone.
fn batches<'a>(
    desk: &Desk,
    changes: &'a [Change<'a>],
    unbound: &Unbound,
) -> Vec<Vec<&'a Change<'a>>> {
    let (here, there): (Vec<_>, Vec<_>) = changes
        .iter()
        .partition(|it| std::ptr::eq(it.desk, desk) && !unbound.contains_key(&it.table));
    let deletions = here.iter().filter(|change| change.label == DELETED);
    let found = faults(desk, &deletions.map(|it| format!("{};", it.sql)).collect::<String>());
    let records: BTreeSet<&str> = found.iter().filter_map(|fault| record_of(fault)).collect();
    let mut batches: Vec<Vec<&Change<'_>>> = Vec::new();
    let alone = there.into_iter().map(|it| vec![it]);
    // Number of batches that have a change of the record.
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    for change in here {
        let record = records.iter().find(|record| is_of(record, &change.table));
        let record = record.unwrap_or_else(|| panic!("{}: not found: {found:?}", change.table));
        let at = taken.entry(record).or_default();
        if *at == batches.len() {
            batches.push(Vec::new());
        }
        batches[*at].push(change);
        *at += 1;
    }
    batches.extend(alone);
    batches
}

/// Returns the changes of a batch that are not found, neither together nor alone.
fn unseen(batch: &[&Change<'_>]) -> Vec<String> {
    let sql: String = batch.iter().map(|change| format!("{};", change.sql)).collect();
    let found = faults(batch[0].desk, &sql);
    let named = |change: &Change<'_>, found: &[String]| {
        found.iter().any(|fault| record_of(fault).is_some_and(|it| is_of(it, &change.table)))
    };
    let missing = batch.iter().filter(|change| match batch.len() {
        1 => found.is_empty(),
        _ => !named(change, &found) && !named(change, &faults(change.desk, &change.sql)),
    });
    missing.map(|change| format!("{}, {}: not found", change.table, change.label)).collect()
}

/// Writes a case's letter or pack after a change; returns a message if the desk gave it out.
fn leaked((at, change): &(usize, &Change<'_>)) -> Vec<String> {
    let Some(case) = &change.case else { return Vec::new() };
    let desk = change.desk.copy();
    tamper(desk.dir(), &change.sql);
    // One check refuses both papers, so each change is tried with one of them.
    let paper = PAPERS[at % 2];
    let left = leaves(&desk, case, paper);
    left.then(|| format!("{}, {}: the {paper} of the case", change.table, change.label))
        .into_iter()
        .collect()
}

/// Tables about the file that a case came from, which neither paper contains.
const BESIDE: [&str; 2] = ["intake_files", "intake_ads"];

const PAPERS: [&str; 2] = ["letter", "pack"];

/// Whether the desk writes a paper of a case.
fn leaves(desk: &Desk, case: &str, paper: &str) -> bool {
    let out = desk.dir().join("out");
    let out = out.to_str().unwrap();
    let arguments = match paper {
        "letter" => vec!["review", "letter", case, "--format", "html", "--out", out],
        _ => vec!["audit", "pack", case, "--out", out],
    };
    let Finished { code, err, .. } = desk.run(&arguments);
    assert!(matches!(code, Some(0 | 1)) && !err.contains("panicked at"), "{err}");
    code == Some(0)
}

/// Runs a check on each item, two at a time, and returns all messages.
fn each<T: Sync>(all: &[T], check: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let (next, messages) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(it) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let more = check(it);
                    messages.lock().unwrap().extend(more);
                }
            });
        }
    });
    messages.into_inner().unwrap()
}

/// Returns every change of every table, except those that may go unnoticed.
fn all_changes<'a>(
    desk: &'a Desk,
    guarded: &'a Desk,
    cases: &[String],
    unbound: &Unbound,
) -> Vec<Change<'a>> {
    let tables = |desk: &Desk| {
        look(desk, async |connection| {
            let names = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
            let mut tables = Vec::new();
            for name in texts(connection, names.to_owned()).await {
                tables.push(Table::read(connection, name, cases).await);
            }
            tables
        })
    };
    let mut changes = Vec::new();
    for (table, with_passwords) in tables(desk).into_iter().zip(tables(guarded)) {
        let name = &table.name;
        if is_free(unbound, name) {
            continue;
        }
        let found = [(&table, desk), (&with_passwords, guarded)]
            .into_iter()
            .find_map(|(table, desk)| Some((table, desk, table.row.as_ref()?)));
        let (table, desk, row) =
            found.unwrap_or_else(|| panic!("{name} is empty: let everything.rs write a row"));
        let bound = |it: &Change<'_>| !is_free(unbound, &format!("{name}.{}", it.label));
        changes.extend(table.changes(desk, row).into_iter().filter(bound));
    }
    changes
}

#[test]
fn tampering() {
    let desk = everything::desk();
    let guarded = everything::guarded(&desk);
    let cases = look(&desk, async |connection| {
        texts(connection, "SELECT id FROM cases ORDER BY rowid".to_owned()).await
    });
    for (case, paper) in cases.iter().flat_map(|case| PAPERS.map(|paper| (case, paper))) {
        assert!(leaves(&desk.copy(), case, paper), "untouched, its {paper} leaves the desk");
    }
    let unbound = unbound(&desk);
    let changes = all_changes(&desk, &guarded, &cases, &unbound);
    let of_cases = changes.iter().filter(|change| {
        let column = format!("{}.{}", change.table, change.label);
        change.case.is_some()
            && !unbound.contains_key(&column)
            && !BESIDE.contains(&change.table.as_str())
    });
    let of_cases: Vec<(usize, &Change<'_>)> = of_cases.enumerate().collect();
    eprintln!("reliability tampering: {} changes, {} of a case", changes.len(), of_cases.len());
    let mut wrong = each(&batches(&desk, &changes, &unbound), |batch| unseen(batch));
    wrong.extend(each(&of_cases, leaked));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
