use std::io::{self, Write};

use serde::Serialize;

/// Writes results: JSON lines, or words for people.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    json: bool,
}

impl Output {
    /// JSON or words.
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    /// One result: its JSON on one line, or what `words` makes of it.
    pub fn result<T: Serialize>(self, result: &T, words: impl FnOnce(&T) -> String) {
        if self.json {
            self.line(result);
        } else {
            print(words(result).trim_end());
        }
    }

    /// One JSON line, whatever was asked for.
    pub fn line<T: Serialize>(self, result: &T) {
        match serde_json::to_string(result) {
            Ok(text) => print(&text),
            Err(error) => complain(&format!("result: {error}; report this")),
        }
    }
}

/// One line on standard error that is no error: what the result lacks.
pub fn remark(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", message.replace('\n', " "));
}

/// A reader that has gone away (`| head`) is no error of ours.
fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{text}");
    let _ = stdout.flush();
}

/// One `error: …` line on standard error.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr().lock(), "error: {}", message.replace('\n', " "));
}
