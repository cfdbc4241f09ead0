use std::io::{self, Write};

use serde::Serialize;

/// Writes results to standard output, as JSON lines or as text for people.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    json: bool,
}

impl Output {
    /// Creates an output that writes JSON or text.
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    /// Writes one result: its JSON on one line, or the text that `words` returns.
    pub fn result<T: Serialize>(self, result: &T, words: impl FnOnce(&T) -> String) {
        if self.json {
            self.line(result);
        } else {
            print(words(result).trim_end());
        }
    }

    /// Writes one JSON line, even if text was asked for.
    pub fn line<T: Serialize>(self, result: &T) {
        match serde_json::to_string(result) {
            Ok(text) => print(&text),
            Err(error) => complain(&format!("result: {error}; report this")),
        }
    }
}

/// Writes one line to standard error that is no error.
pub fn remark(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", message.replace('\n', " "));
}

/// Writes text to standard output. A closed reader (`| head`) is no error.
fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{text}");
    let _ = stdout.flush();
}

/// Writes one `error: …` line to standard error.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr().lock(), "error: {}", message.replace('\n', " "));
}
