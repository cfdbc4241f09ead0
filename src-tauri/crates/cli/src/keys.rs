//! Keys in the operating system's keyring, or in a file that a passphrase opens: `simui keys …`. Their values
//! are read from standard input and never printed.

use std::io::Read;
use std::path::Path;

use simui_api::Desk;
use simui_api::types::{
    CreateKeyFile, DeleteKeyFile, KeyFileView, KeyState, KeyText, KeyView, RemoveKey, SetKey,
};

use crate::args::keys::{KeyFileCommand, KeysCommand};
use crate::error::CliError;
use crate::output::Output;
use crate::password::next_line;
use simui_api::ErrorCode;

/// Longest key, in bytes; more input is a file that was piped in by mistake.
const MAX_BYTES: u64 = 4096;

pub async fn run(desk: &Desk, command: KeysCommand, out: Output) -> Result<(), CliError> {
    match command {
        KeysCommand::Set { name, signed } => {
            let value = KeyText::new(read_value()?);
            let request = SetKey { name, value, reviewer: signed.reviewer };
            out.result(&desk.set_key(request).await?, describe_key);
        }
        KeysCommand::Remove { name, signed } => {
            let request = RemoveKey { name, reviewer: signed.reviewer };
            out.result(&desk.remove_key(request).await?, describe_key);
        }
        KeysCommand::List => {
            let keys = desk.keys().await?;
            out.result(&keys, |keys| keys.iter().map(|key| describe_key(key) + "\n").collect());
        }
        KeysCommand::File(command) => {
            let view = match command {
                KeyFileCommand::Show => desk.key_file().await?,
                KeyFileCommand::Create(signed) => {
                    let passphrase = next_line()?;
                    let reviewer = signed.reviewer;
                    desk.create_key_file(CreateKeyFile { passphrase, reviewer }).await?
                }
                KeyFileCommand::Delete(signed) => {
                    let reviewer = signed.reviewer;
                    desk.delete_key_file(DeleteKeyFile { reviewer }).await?
                }
            };
            out.result(&view, describe_file);
        }
    }
    Ok(())
}

fn read_value() -> Result<String, CliError> {
    let mut value = String::new();
    let read = std::io::stdin().lock().take(MAX_BYTES + 1).read_to_string(&mut value);
    read.map_err(|error| CliError::file(Path::new("standard input"), error))?;
    if value.trim().is_empty() || value.len() as u64 > MAX_BYTES {
        return Err(CliError::refused(
            ErrorCode::InputMissing,
            &[],
            "standard input: no key came, or too much; pipe the key alone into `simui keys set`"
                .to_owned(),
        ));
    }
    Ok(value)
}

fn describe_file(view: &KeyFileView) -> String {
    let state = match (view.exists, view.open) {
        (false, _) => "없음: 키는 키링에 둡니다",
        (true, true) => "있음, 열림",
        (true, false) => "있음, 잠김",
    };
    format!("키 파일\t{state}\t{}\n", view.path)
        + &(if view.keyring.is_empty() {
            String::new()
        } else {
            format!("키링\t{}\n", view.keyring)
        })
}

fn describe_key(key: &KeyView) -> String {
    let state = match key.state {
        KeyState::Stored => "있음",
        KeyState::Absent => "없음",
        KeyState::Unknown => "키링에 물어볼 수 없음",
    };
    format!("{}\t{state}\t{}", key.name, key.problem).trim_end().to_owned()
}
