//! Checks that the shell stays small: its commands have at most ten lines, and it is under 3 % of the
//! Rust code.

use std::path::Path;

use crate::tree::{self, Source, assert_caught, assert_clean, assert_holds};

const COMMAND_LINES: usize = 10;
/// Largest share of the Rust lines in per cent, applied from [`MIN_TOTAL_LINES`] lines on.
const MAX_SHARE: usize = 3;
const MIN_TOTAL_LINES: usize = 3000;

fn is_shell(source: &Source) -> bool {
    source.path.starts_with("src-tauri/src/")
}

fn commands(root: &Path) -> Vec<String> {
    tree::sources(root)
        .iter()
        .filter(|source| source.is_rust() && is_shell(source))
        .flat_map(|source| {
            bodies(&source.text).into_iter().filter(|(_, lines)| *lines > COMMAND_LINES).map(
                |(line, lines)| {
                    format!(
                        "{}:{line}: a command of {lines} lines, more than {COMMAND_LINES}",
                        source.path
                    )
                },
            )
        })
        .collect()
}

/// The line of each `#[tauri::command]` function and the number of lines of its body. Relies on rustfmt's
/// layout: a body is everything between the line that ends in `{` and the `}` at the indentation of `fn`.
fn bodies(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let attribute = line.trim_start();
        if !attribute.starts_with("#[tauri::command") && !attribute.starts_with("#[command") {
            continue;
        }
        let indent = &line[..line.len() - attribute.len()];
        let Some(open) = (index + 1..lines.len()).find(|at| lines[*at].ends_with(['{', '}']))
        else {
            continue;
        };
        let close = format!("{indent}}}");
        let length = match lines[open].ends_with('}') {
            true => 1,
            false => lines[open + 1..].iter().take_while(|line| **line != close).count(),
        };
        found.push((index + 1, length));
    }
    found
}

fn share(root: &Path) -> Vec<String> {
    let sources = tree::sources(root);
    let rust: usize = sources.iter().filter(|it| it.is_rust()).map(Source::lines).sum();
    let shell: usize =
        sources.iter().filter(|it| it.is_rust() && is_shell(it)).map(Source::lines).sum();
    let too_much = rust > MIN_TOTAL_LINES && shell * 100 > rust * MAX_SHARE;
    too_much
        .then(|| format!("the shell has {shell} of {rust} lines, more than {MAX_SHARE} %"))
        .into_iter()
        .collect()
}

#[test]
fn a_command_is_at_most_ten_lines() {
    assert_holds(commands);
    let command = |lines: usize| {
        let body = "    api.call();\n".repeat(lines);
        format!(
            "#[tauri::command]\nasync fn run(\n    api: State<'_, Api>,\n) -> Result<(), String> {{\n{body}}}\n"
        )
    };
    let file = "src-tauri/src/commands.rs";
    assert_clean(commands, &[(file, &command(10))]);
    assert_caught(commands, &[(file, &command(11))], "commands.rs:1");
    let several = format!("{}#[tauri::command]\nfn one() {{}}\n{}", command(2), command(12));
    assert_caught(commands, &[(file, &several)], "12 lines");
}

#[test]
fn the_shell_stays_under_three_per_cent() {
    assert_holds(share);
    let rest = ("src-tauri/crates/flow/src/lib.rs", "\n".repeat(3200));
    let shell = |lines| ("src-tauri/src/main.rs", "\n".repeat(lines));
    for (lines, fine) in [(98, true), (99, false)] {
        let (path, text) = shell(lines);
        let files = [(rest.0, rest.1.as_str()), (path, text.as_str())];
        match fine {
            true => assert_clean(share, &files),
            false => assert_caught(share, &files, "99 of 3299"),
        }
    }
}
