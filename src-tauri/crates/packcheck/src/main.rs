//! `simui-packcheck PACK.zip [--key PUBLIC_KEY]`: exit 0 if everything is valid, 1 with one line for each
//! failure, 2 for wrong usage. `simui-packcheck LOG.jsonl` checks an exported log with its `.seal.json`
//! beside it.

use std::io::Write;
use std::process::ExitCode;

use simui_packcheck::{Outcome, check, check_export};

const USAGE: &str = "usage: simui-packcheck PACK.zip|LOG.jsonl [--key PUBLIC_KEY]";

fn main() -> ExitCode {
    let mut file = None;
    let mut key = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // A `--key` without a value would compare nothing without anybody noticing.
            "--key" => match arguments.next() {
                Some(given) => key = Some(given),
                None => {
                    file = None;
                    break;
                }
            },
            "--help" | "-h" => {
                print_line(USAGE);
                return ExitCode::SUCCESS;
            }
            _ if file.is_none() && !argument.starts_with('-') => file = Some(argument),
            _ => {
                file = None;
                break;
            }
        }
    }
    let Some(file) = file else {
        print_error(USAGE);
        return ExitCode::from(2);
    };
    match run(&file, key.as_deref()) {
        Ok(outcome) => report(&outcome, key.is_some()),
        Err(problem) => {
            print_error(&problem);
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str, key: Option<&str>) -> Result<Outcome, String> {
    let read = |file: &str| {
        std::fs::read(file).map_err(|error| format!("{file}: {error}; check the path"))
    };
    let bytes = read(file)?;
    if bytes.starts_with(b"PK") {
        return Ok(check(&bytes, key));
    }
    Ok(check_export(&bytes, &read(&format!("{file}.seal.json"))?, key))
}

fn report(outcome: &Outcome, compared: bool) -> ExitCode {
    for failure in &outcome.failures {
        print_line(&format!("FAIL {failure}"));
    }
    if !outcome.failures.is_empty() {
        return ExitCode::FAILURE;
    }
    let counts = outcome.counts;
    print_line(&format!(
        "OK {} files, {} log entries, {} cases, {} signed decisions and letters, {} quotes",
        counts.files, counts.entries, counts.cases, counts.signed, counts.quotes
    ));
    print_line(&match compared {
        true => format!("signed with the key you gave: {}", outcome.public_key),
        false => format!(
            "signed with {}: compare it with the key the office gives you, or name that with --key",
            outcome.public_key
        ),
    });
    ExitCode::SUCCESS
}

fn print_line(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

fn print_error(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "error: {line}");
}
