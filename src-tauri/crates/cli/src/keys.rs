//! Keys in the operating system's keyring: `simui keys …`. Their values come from standard input and go nowhere else.

use std::io::Read;
use std::path::Path;

use simui_api::Desk;
use simui_api::types::{KeyState, KeyText, KeyView, RemoveKey, SetKey};

use crate::args::KeysCommand;
use crate::error::CliError;
use crate::output::Output;

/// Longer is no key: somebody piped in a file.
const LONGEST: u64 = 4096;

pub async fn run(desk: &Desk, command: KeysCommand, out: Output) -> Result<(), CliError> {
    match command {
        KeysCommand::Set { name, signed } => {
            let value = KeyText::new(read_value()?);
            let request = SetKey { name, value, reviewer: signed.reviewer };
            out.result(&desk.set_key(request).await?, words);
        }
        KeysCommand::Remove { name, signed } => {
            let request = RemoveKey { name, reviewer: signed.reviewer };
            out.result(&desk.remove_key(request).await?, words);
        }
        KeysCommand::List => {
            let keys = desk.keys().await?;
            out.result(&keys, |keys| keys.iter().map(|key| words(key) + "\n").collect());
        }
    }
    Ok(())
}

fn read_value() -> Result<String, CliError> {
    let mut value = String::new();
    let read = std::io::stdin().lock().take(LONGEST + 1).read_to_string(&mut value);
    read.map_err(|error| CliError::file(Path::new("standard input"), error))?;
    if value.trim().is_empty() || value.len() as u64 > LONGEST {
        return Err(CliError::Check(
            "standard input: no key came, or too much; pipe the key alone into `simui keys set`"
                .to_owned(),
        ));
    }
    Ok(value)
}

fn words(key: &KeyView) -> String {
    let state = match key.state {
        KeyState::Stored => "있음",
        KeyState::Absent => "없음",
        KeyState::Unknown => "키링에 물어볼 수 없음",
    };
    format!("{}\t{state}\t{}", key.name, key.problem).trim_end().to_owned()
}
