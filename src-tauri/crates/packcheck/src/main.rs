//! `simui-packcheck PACK.zip [--key PUBLIC_KEY]`: exit 0 when everything holds, 1 with one line a failure, 2 when it was
//! called wrongly. An exported log is checked the same way: `simui-packcheck LOG.jsonl`, its `.seal.json` beside it.

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
            // Without its value nothing would be compared, and nobody would notice.
            "--key" => match arguments.next() {
                Some(given) => key = Some(given),
                None => {
                    file = None;
                    break;
                }
            },
            "--help" | "-h" => {
                say(USAGE);
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
        complain(USAGE);
        return ExitCode::from(2);
    };
    match run(&file, key.as_deref()) {
        Ok(outcome) => told(&outcome, key.is_some()),
        Err(problem) => {
            complain(&problem);
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

fn told(outcome: &Outcome, compared: bool) -> ExitCode {
    for failure in &outcome.failures {
        say(&format!("FAIL {failure}"));
    }
    if !outcome.failures.is_empty() {
        return ExitCode::FAILURE;
    }
    let it = outcome.counts;
    say(&format!(
        "OK {} files, {} log entries, {} cases, {} signed decisions and letters, {} quotes",
        it.files, it.entries, it.cases, it.signed, it.quotes
    ));
    say(&match compared {
        true => format!("signed with the key you gave: {}", outcome.public_key),
        false => format!(
            "signed with {}: compare it with the key the office gives you, or name that with --key",
            outcome.public_key
        ),
    });
    ExitCode::SUCCESS
}

fn say(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

fn complain(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "error: {line}");
}
