//! Labelled advertisements: the kinds that a careful reviewer must find and may find, and the acceptable
//! verdicts.
//!
//! A `.jsonl` file has one object `{"id","ad","must","may","verdict"}` a line. A `.txt` file has `must (may)
//! [verdicts] | text` a line, where `-` means no kind, `⏎` a new line of the text, a missing `[verdicts]`
//! that any verdict is acceptable, and `#` begins a comment.

#![allow(dead_code, reason = "each reader uses its part of a label")]

use std::error::Error;
use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;
use simui_domain::{Ad, Verdict, ViolationKind};

#[derive(Deserialize)]
pub struct Labelled {
    /// The id in the file, or the number of the line.
    pub id: String,
    pub ad: Ad,
    pub must: Vec<ViolationKind>,
    pub may: Vec<ViolationKind>,
    /// The acceptable verdicts; empty when any is.
    #[serde(default)]
    pub verdict: Vec<Verdict>,
}

/// Reads a file of either form; an error names the file and the line.
pub fn read(path: &Path) -> Result<Vec<Labelled>, Box<dyn Error>> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let plain = path.extension().is_some_and(|it| it == "txt");
    let lines = text.lines().enumerate();
    let ads = lines.filter(|(_, line)| !(line.trim().is_empty() || plain && line.starts_with('#')));
    ads.map(|(index, line)| {
        let place = |error| format!("{}:{}: {error}", path.display(), index + 1).into();
        let read = if plain {
            from_plain(index + 1, line)
        } else {
            serde_json::from_str(line).map_err(Into::into)
        };
        read.map_err(|error: Box<dyn Error>| -> Box<dyn Error> { place(error) })
    })
    .collect()
}

fn from_plain(number: usize, line: &str) -> Result<Labelled, Box<dyn Error>> {
    let (labels, text) = line.split_once(" | ").ok_or("no ` | ` before the text")?;
    let (labels, verdicts) = labels.split_once('[').unwrap_or((labels, ""));
    let (must, may) = labels.split_once('(').unwrap_or((labels, ""));
    Ok(Labelled {
        id: format!("line {number}"),
        ad: Ad { text: text.replace('⏎', "\n"), ..Ad::default() },
        must: list(must)?,
        may: list(may.trim().trim_end_matches(')'))?,
        verdict: list(verdicts.trim().trim_end_matches(']'))?,
    })
}

fn list<T: FromStr<Err: Error + 'static>>(names: &str) -> Result<Vec<T>, Box<dyn Error>> {
    let names = names.split(',').map(str::trim).filter(|it| !it.is_empty() && *it != "-");
    Ok(names.map(str::parse).collect::<Result<_, _>>()?)
}
