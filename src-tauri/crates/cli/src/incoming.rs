//! What comes in from a shell: arguments, files, standard input and lines of a batch, all as text in one form
//! ([`simui_api::incoming_text`]).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use clap::builder::{TypedValueParser, ValueParser};
use clap::{Arg, Command};
use simui_api::incoming_text::{Finding, TextLines, composed, decode_text};

use crate::error::CliError;

/// A longer line of a batch is refused unread: the longest text takes 800 kB, and JSON may write each letter with six.
pub const LONGEST_LINE: usize = 8 << 20;

/// Arguments whose letters are a name of a file, and stay as the disk has them.
const FILE_NAMES: [&str; 1] = ["library"];

/// Commands whose answers have offsets into what they are given.
const AS_WRITTEN: [&str; 1] = ["extract"];

/// A command whose words are put together (NFC) wherever it takes any, in its subcommands too. Paths stay as they are.
pub fn in_one_form(command: Command) -> Command {
    if AS_WRITTEN.contains(&command.get_name()) {
        return command;
    }
    command.mut_args(put_together).mut_subcommands(in_one_form)
}

fn put_together(argument: Arg) -> Arg {
    let is_words = argument.get_value_parser().type_id() == ValueParser::string().type_id();
    if !is_words || FILE_NAMES.contains(&argument.get_id().as_str()) {
        return argument;
    }
    argument.value_parser(
        clap::builder::StringValueParser::new().map(|words| composed(&words).into_owned()),
    )
}

/// A line of a batch that says something.
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    /// Its words, or why they cannot be read.
    pub text: Result<String, String>,
}

/// The lines of a file, or of standard input where the path is `-`.
pub fn lines(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Line, CliError>> + use<>, CliError> {
    Ok(numbered(opened(path)?, path))
}

/// The same lines with every letter as it was written: where the answer has offsets into them.
pub fn lines_as_written(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Line, CliError>> + use<>, CliError> {
    Ok(numbered(opened(path)?.as_written(), path))
}

fn opened(path: &Path) -> Result<TextLines<Box<dyn BufRead>>, CliError> {
    let reader: Box<dyn BufRead> = match path.to_str() {
        Some("-") => Box::new(BufReader::new(io::stdin())),
        _ => Box::new(BufReader::new(File::open(path).map_err(|it| CliError::file(path, it))?)),
    };
    TextLines::new(reader, LONGEST_LINE).map_err(|it| CliError::file(path, it))
}

fn numbered(
    lines: TextLines<Box<dyn BufRead>>,
    path: &Path,
) -> impl Iterator<Item = Result<Line, CliError>> + use<> {
    let path = path.to_owned();
    lines.map(move |line| {
        let line = line.map_err(|error| CliError::file(&path, error))?;
        Ok(Line { number: line.number, text: line.text.map_err(|finding| finding.reason) })
    })
}

/// The text of a file, or of standard input where the path is `-`; at most `longest` bytes.
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

/// The same for a file of settings, rules or questions, which has at most 64 MiB.
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
    fn words_of_arguments_are_put_together_and_paths_are_not() {
        let command = in_one_form(crate::args::Arguments::command());
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
