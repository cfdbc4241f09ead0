//! Checks that every test runs: that each file of tests is part of its program, and that each crate,
//! topic and page belongs to a job of `tests/jobs.tsv`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::tree::{self, Source, assert_caught, assert_clean, assert_holds};

const CRATES: &str = "src-tauri/crates/";
const TABLE: &str = "tests/jobs.tsv";

/// Crate whose tests are the topics of `tests/cli`.
const PROGRAM: &str = "cli";

/// Names behind `mod` in a source.
fn declared(source: &Source) -> BTreeSet<&str> {
    source
        .text
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "))
        .filter_map(|rest| rest.strip_suffix(';'))
        .collect()
}

/// Files of tests that no `main.rs` or `mod.rs` beside them declares, and would never be compiled.
fn files_outside_their_program(root: &Path) -> Vec<String> {
    let sources = tree::sources(root);
    let mut broken = Vec::new();
    for source in &sources {
        let Some((folder, file)) = source.path.rsplit_once('/') else { continue };
        let of_a_crate = folder.starts_with(CRATES) && format!("{folder}/").contains("/tests/");
        let of_programs = folder == "tests/cli" || folder == "tests/reliability";
        if !(of_a_crate && !folder.contains("/src/") || of_programs) {
            continue;
        }
        let Some(module) = file.strip_suffix(".rs").filter(|it| !["main", "mod"].contains(it))
        else {
            continue;
        };
        let at = |file: &str| sources.iter().find(|it| it.path == format!("{folder}/{file}"));
        let manifest = folder.replace("/tests", "/Cargo.toml");
        let manifest = sources.iter().find(|it| it.path == manifest);
        let own = manifest.is_some_and(|it| it.text.contains(&format!("\"tests/{file}\"")));
        let program = at("main.rs").or_else(|| at("mod.rs"));
        if !own && !program.is_some_and(|program| declared(program).contains(module)) {
            broken.push(format!("{}: not declared in its folder's main.rs or mod.rs", source.path));
        }
    }
    broken
}

/// Crates, topics and pages without a job, and those that a job names and that are not there.
fn work_without_a_job(root: &Path) -> Vec<String> {
    let sources = tree::sources(root);
    let Some(table) = sources.iter().find(|it| it.path == TABLE) else {
        return vec![format!("{TABLE}: missing")];
    };
    let rows = table.text.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
    let listed = |column: usize| -> BTreeSet<&str> {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.flat_map(|cell| cell.split(' ')).filter(|name| !name.is_empty()).collect()
    };
    let names = |folder: &str, before: &str, behind: &str| -> BTreeSet<String> {
        let paths = sources.iter().filter_map(|it| it.path.strip_prefix(folder));
        let names = paths.filter_map(|it| it.strip_prefix(before)?.strip_suffix(behind));
        names.filter(|it| !it.contains('/')).map(str::to_owned).collect()
    };
    let kinds = [
        ("crate", listed(1), names(CRATES, "", "/Cargo.toml"), PROGRAM),
        ("topic", listed(2), names("tests/cli/", "", ".rs"), "main"),
        ("page", listed(3), names("tests/browser/", "pages_", ".mjs"), "against_mock"),
    ];
    let mut broken = Vec::new();
    for (kind, listed, present, excused) in kinds {
        let missing = present.iter().filter(|it| *it != excused && !listed.contains(it.as_str()));
        broken.extend(missing.map(|it| format!("{TABLE}: no job has the {kind} {it}")));
        let unknown = listed.iter().filter(|it| !present.contains(**it));
        broken.extend(unknown.map(|it| format!("{TABLE}: there is no {kind} {it}")));
    }
    broken
}

#[test]
fn every_file_of_tests_is_compiled() {
    assert_holds(files_outside_their_program);
    let main = ("src-tauri/crates/a/tests/main.rs", "mod queue;\n");
    assert_clean(files_outside_their_program, &[main, ("src-tauri/crates/a/tests/queue.rs", "")]);
    assert_caught(
        files_outside_their_program,
        &[main, ("src-tauri/crates/a/tests/cases.rs", "")],
        "cases.rs",
    );
    assert_caught(
        files_outside_their_program,
        &[("src-tauri/crates/a/tests/queue.rs", "")],
        "queue.rs",
    );
}

#[test]
fn every_crate_topic_and_page_has_a_job() {
    assert_holds(work_without_a_job);
    let tree = [
        ("src-tauri/crates/a/Cargo.toml", ""),
        ("tests/cli/ask.rs", ""),
        ("tests/browser/pages_ask.mjs", ""),
    ];
    let with = |row: &'static str| [tree.as_slice(), &[(TABLE, row)]].concat();
    assert_clean(work_without_a_job, &with("question\ta\task\task\n"));
    assert_caught(work_without_a_job, &with("question\ta\task\t\n"), "page ask");
    assert_caught(work_without_a_job, &with("question\ta b\task\task\n"), "crate b");
    assert_caught(work_without_a_job, &tree, "missing");
}
