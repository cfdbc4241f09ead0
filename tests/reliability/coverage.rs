//! Campaign `coverage import`: the old import is replaced completely or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::campaign::{Campaign, intact};
use crate::common::{Desk, copy_tree};

/// Returns the folder of the fixture, and a copy with one more name for a coverage.
fn folders(desk: &Desk) -> [PathBuf; 2] {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/coverage");
    let other = desk.dir().join("other-coverage");
    copy_tree(&fixture, &other);
    let aliases = other.join("coverage_alias.csv");
    let text = fs::read_to_string(&aliases).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // The first row, repeated under another name.
    let mut cells: Vec<String> = lines[1].split(',').map(str::to_owned).collect();
    let head: Vec<&str> = lines[0].trim_start_matches('\u{feff}').split(',').collect();
    let name = head.iter().position(|it| it.contains("raw") || it.contains("alias")).unwrap();
    cells[name] = "시험용담보명".to_owned();
    fs::write(&aliases, format!("{}\n{}\n", text.trim_end(), cells.join(","))).unwrap();
    [fixture, other]
}

/// Returns what is imported, without source and time of the import.
fn status(desk: &Desk) -> Value {
    let mut status = desk.run(&["coverage", "status"]).succeeded().json();
    for key in ["path", "imported_at", "folder"] {
        status.as_object_mut().unwrap().remove(key);
    }
    status
}

#[test]
fn coverage_imports() {
    let mut campaign = Campaign::new("coverage imports");
    let desk = Desk::new();
    let folders = folders(&desk);
    let import = |at: usize| ["coverage", "import", folders[at].to_str().unwrap()];
    campaign.calm(|| drop(desk.run(&import(1)).succeeded()));
    let second = status(&desk);
    desk.run(&import(0)).succeeded();
    let known = [status(&desk), second];
    assert_ne!(known[0], known[1], "the two folders differ");
    let mut present = 0;
    for round in campaign.rounds() {
        let next = 1 - present;
        let killed = campaign.kill(&desk, &import(next), "");
        let now = status(&desk);
        let at = known.iter().position(|it| *it == now);
        let at = at.unwrap_or_else(|| panic!("round {round}: part of an import: {now}"));
        assert!(!killed.succeeded || at == next, "round {round}: it was acknowledged and is gone");
        present = at;
        intact(&desk);
    }
}
