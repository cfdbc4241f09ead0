//! Passwords: read from standard input or the environment, and passed only to the desk.

use std::io::{self, BufRead};
use std::path::Path;

use simui_api::types::PasswordText;

use crate::error::CliError;
use simui_api::ErrorCode;

/// Longest password, in bytes; more input is a file that was piped in by mistake.
const MAX_BYTES: u64 = 4096;

/// The environment variable with the password of the signing account.
const VARIABLE: &str = "SIMUI_PASSWORD";

/// Returns the password of the person who signs, if one was given.
pub fn read(from_stdin: bool) -> Result<Option<PasswordText>, CliError> {
    if from_stdin {
        return next_line().map(Some);
    }
    let variable = std::env::var(VARIABLE).ok().filter(|text| !text.is_empty());
    Ok(variable.map(PasswordText::new))
}

/// Returns the next line of standard input without its end; the rest stays unread.
pub fn next_line() -> Result<PasswordText, CliError> {
    let mut line = String::new();
    let read = io::Read::take(io::stdin().lock(), MAX_BYTES + 1).read_line(&mut line);
    read.map_err(|error| CliError::file(Path::new("standard input"), error))?;
    let text = line.trim_end_matches(['\n', '\r']);
    if text.is_empty() || line.len() as u64 > MAX_BYTES {
        return Err(CliError::refused(
            ErrorCode::InputMissing,
            &[],
            "standard input: no password came, or too much; give it as a line of its own"
                .to_owned(),
        ));
    }
    Ok(PasswordText::new(text.to_owned()))
}
