//! The lines of a batch: `--batch FILE`, or `-` for standard input.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::error::CliError;

/// The lines that say something, each with its number from one. The mark that some editors put in front of a file is no part of it.
pub fn lines(
    path: &Path,
) -> Result<impl Iterator<Item = Result<(usize, String), CliError>>, CliError> {
    let reader: Box<dyn BufRead> = match path.to_str() {
        Some("-") => Box::new(BufReader::new(std::io::stdin())),
        _ => Box::new(BufReader::new(File::open(path).map_err(|it| CliError::file(path, it))?)),
    };
    let path = path.to_owned();
    let read = move |(number, line): (usize, std::io::Result<Vec<u8>>)| {
        let line = line.map_err(|error| CliError::file(&path, error))?;
        match String::from_utf8(line) {
            Ok(line) => Ok((number, line.trim_start_matches('\u{FEFF}').trim().to_owned())),
            Err(_) => Err(CliError::Json {
                place: format!("{}:{number}", path.display()),
                reason: "the line is not UTF-8".to_owned(),
                remedy: "save the file as UTF-8 and try again",
            }),
        }
    };
    let says =
        |it: &Result<(usize, String), CliError>| !matches!(it, Ok((_, line)) if line.is_empty());
    Ok((1..).zip(reader.split(b'\n')).map(read).filter(says))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn marks_blank_lines_and_other_encodings() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"\xEF\xBB\xBF{\"id\":1}\r\n\r\n \n{\"id\":2}\n\xB0\xA1\n")
            .unwrap();
        let read: Vec<String> = lines(file.path())
            .unwrap()
            .map(|it| {
                it.map_or_else(
                    |error| error.to_string(),
                    |(number, line)| format!("{number} {line}"),
                )
            })
            .collect();
        let place = file.path().display();
        assert_eq!(
            read,
            [
                "1 {\"id\":1}".to_owned(),
                "4 {\"id\":2}".to_owned(),
                format!("{place}:5: the line is not UTF-8; save the file as UTF-8 and try again"),
            ]
        );
        assert!(lines(Path::new("없는 파일.jsonl")).is_err());
    }
}
