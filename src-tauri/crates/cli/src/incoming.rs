//! Text from a shell: arguments, files, standard input and lines of a batch, all composed to one form
//! ([`simui_api::incoming_text`]).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use clap::builder::{TypedValueParser, ValueParser};
use clap::{Arg, Command};
use simui_api::incoming_text::{Finding, TextLines, composed, decode_text};

use crate::error::CliError;

/// Longest line of a batch, in bytes; a longer one is refused unread. The longest text takes 800 kB, and JSON
/// may write each letter with six.
pub const LONGEST_LINE: usize = 8 << 20;

/// Arguments that name a file; their letters stay as the disk has them.
const FILE_NAMES: [&str; 1] = ["library"];

/// Commands whose answers have offsets into their input, so that it must stay as written.
const AS_WRITTEN: [&str; 1] = ["extract"];

/// Makes a command and its subcommands compose the text of their arguments (NFC). Paths stay as they are.
pub fn compose_arguments(command: Command) -> Command {
    if AS_WRITTEN.contains(&command.get_name()) {
        return command;
    }
    command.mut_args(compose_argument).mut_subcommands(compose_arguments)
}

fn compose_argument(argument: Arg) -> Arg {
    let is_text = argument.get_value_parser().type_id() == ValueParser::string().type_id();
    if !is_text || FILE_NAMES.contains(&argument.get_id().as_str()) {
        return argument;
    }
    argument.value_parser(
        clap::builder::StringValueParser::new().map(|words| composed(&words).into_owned()),
    )
}

/// A line of a batch that is not blank.
pub struct Line {
    /// Number of the line, from 1.
    pub number: usize,
    /// The text, or the reason why it cannot be read.
    pub text: Result<String, String>,
}

/// Returns the lines of a file, or of standard input where the path is `-`.
pub fn lines(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Line, CliError>> + use<>, CliError> {
    Ok(with_numbers(open(path)?, path))
}

/// Returns the lines as they were written, without composing letters: for answers with offsets into them.
pub fn lines_as_written(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Line, CliError>> + use<>, CliError> {
    Ok(with_numbers(open(path)?.as_written(), path))
}

fn open(path: &Path) -> Result<TextLines<Box<dyn BufRead>>, CliError> {
    let reader: Box<dyn BufRead> = match path.to_str() {
        Some("-") => Box::new(BufReader::new(io::stdin())),
        _ => Box::new(BufReader::new(File::open(path).map_err(|it| CliError::file(path, it))?)),
    };
    TextLines::new(reader, LONGEST_LINE).map_err(|it| CliError::file(path, it))
}

fn with_numbers(
    lines: TextLines<Box<dyn BufRead>>,
    path: &Path,
) -> impl Iterator<Item = Result<Line, CliError>> + use<> {
    let path = path.to_owned();
    lines.map(move |line| {
        let line = line.map_err(|error| CliError::file(&path, error))?;
        Ok(Line { number: line.number, text: line.text.map_err(|finding| finding.reason) })
    })
}

/// Returns the text of a file, or of standard input where the path is `-`; at most `longest` bytes.
pub fn text(path: &Path, longest: u64, remedy: &'static str) -> Result<String, CliError> {
    let failed = |error| CliError::file(path, error);
    let reader: Box<dyn Read> = match path.to_str() {
        Some("-") => Box::new(io::stdin()),
        _ => Box::new(File::open(path).map_err(failed)?),
    };
    let place = match path.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => path.display().to_string(),
    };
    let mut bytes = Vec::new();
    reader.take(longest + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > longest {
        let reason = format!("more than {longest} bytes");
        return Err(CliError::Json { place, reason, remedy });
    }
    decode_text(&bytes).map_err(|Finding { place: line, reason }| {
        let place = [place.as_str(), line.as_str()].join(" ").trim_end().to_owned();
        CliError::Text { place, reason }
    })
}

/// Returns the text of a file of settings, rules or questions; at most 64 MiB.
pub fn file(path: &Path) -> Result<String, CliError> {
    text(path, 64 << 20, "split it")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use std::path::PathBuf;

    use clap::CommandFactory;

    use super::*;

    const APART: &str = "\u{1112}\u{1169}\u{11BC}";

    #[test]
    fn text_of_arguments_is_composed_and_paths_are_not() {
        let command = compose_arguments(crate::args::Arguments::command());
        let arguments = [
            "simui", "review", "decide", "1", "--action", "approve", "--as", APART, "--note",
            APART, "--edit", APART,
        ];
        let matches = command.try_get_matches_from(arguments).unwrap();
        let (_, review) = matches.subcommand().unwrap();
        let (_, decide) = review.subcommand().unwrap();
        assert_eq!(decide.get_one::<String>("reviewer").unwrap(), "홍");
        assert_eq!(decide.get_one::<String>("note").unwrap(), "홍");
        assert_eq!(decide.get_one::<PathBuf>("edit").unwrap(), Path::new(APART));
    }

    #[test]
    fn a_line_that_cannot_be_read_fails_alone() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"\xEF\xBB\xBF{\"id\":1}\r\n\r\n \n{\"id\":2}\n\xFF\n{}")
            .unwrap();
        let read: Vec<(usize, bool)> = lines(file.path())
            .unwrap()
            .map(|line| line.map(|line| (line.number, line.text.is_ok())).unwrap())
            .collect();
        assert_eq!(read, [(1, true), (4, true), (5, false), (6, true)]);
        assert!(lines(Path::new("없는 파일.jsonl")).is_err());
    }
}
