//! Passwords come from standard input or the environment, and go to the desk alone.

use std::io::{self, BufRead};
use std::path::Path;

use simui_api::types::PasswordText;

use crate::error::CliError;

/// Longer is no password: somebody piped in a file.
const LONGEST: u64 = 4096;

/// The variable that may hold the signing account's password.
const VARIABLE: &str = "SIMUI_PASSWORD";

/// The password that proves who signs, if one was given.
pub fn given(from_stdin: bool) -> Result<Option<PasswordText>, CliError> {
    if from_stdin {
        return next_line().map(Some);
    }
    let given = std::env::var(VARIABLE).ok().filter(|text| !text.is_empty());
    Ok(given.map(PasswordText::new))
}

/// The next line of standard input, without its end; what follows is left there.
pub fn next_line() -> Result<PasswordText, CliError> {
    let mut line = String::new();
    let read = io::Read::take(io::stdin().lock(), LONGEST + 1).read_line(&mut line);
    read.map_err(|error| CliError::file(Path::new("standard input"), error))?;
    let text = line.trim_end_matches(['\n', '\r']);
    if text.is_empty() || line.len() as u64 > LONGEST {
        return Err(CliError::Check(
            "standard input: no password came, or too much; give it as a line of its own"
                .to_owned(),
        ));
    }
    Ok(PasswordText::new(text.to_owned()))
}
