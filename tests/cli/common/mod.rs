//! A desk used through the `simui` program, one process for each command.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses its part of this, and stops at the first surprise"
)]

pub mod http;
mod installed;
pub mod plain_sql;
pub mod scripted_model;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The output of a finished command.
pub struct Finished {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Finished {
    /// Returns the JSON lines of standard output.
    pub fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// Returns the single JSON object of standard output.
    pub fn json(&self) -> Value {
        let lines = self.lines();
        assert_eq!(lines.len(), 1, "one object a command: {} {}", self.out, self.err);
        lines.into_iter().next().expect("just counted")
    }

    pub fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        self
    }

    /// Checks for exit 1 and an `error: …` line that contains `what`.
    pub fn failed_with(self, what: &str) -> Self {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.err);
        let is_named =
            self.err.lines().any(|line| line.starts_with("error: ") && line.contains(what));
        assert!(is_named, "no `error:` line names {what:?}: {}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }
}

/// A data directory that is deleted at the end.
pub struct Desk {
    dir: PathBuf,
    /// Removed with everything in it when the desk is dropped.
    _home: TempDir,
}

impl Desk {
    /// A desk that has the digests of the starter corpus and of the drugs, indexed, and nothing else.
    pub fn new() -> Self {
        let desk = Self::empty();
        installed::write_into(&desk.dir);
        desk
    }

    /// A desk on its first use: nothing is in its directory.
    pub fn empty() -> Self {
        let home = tempfile::tempdir().expect("a temporary directory");
        Self { dir: home.path().to_owned(), _home: home }
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Another desk with the same content. Its directory lies alone in a folder of its own, so that
    /// it can be moved.
    pub fn copy(&self) -> Self {
        let home = tempfile::tempdir().expect("a temporary directory");
        let dir = home.path().join("desk");
        copy_tree(&self.dir, &dir);
        // They say which processes use the directory they lie in.
        let _ = std::fs::remove_dir_all(dir.join("locks"));
        Self { dir, _home: home }
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_simui"));
        command.arg("--data-dir").arg(&self.dir).arg("--json").args(arguments);
        // The keyring of the user who runs the tests is not touched, and errors are English in any locale.
        command.env("SIMUI_AUDIT_KEY", "file").env("LC_ALL", "C");
        command
    }

    pub fn spawn(&self, arguments: &[&str]) -> Child {
        self.command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("simui starts")
    }

    pub fn run(&self, arguments: &[&str]) -> Finished {
        self.run_with(arguments, b"")
    }

    pub fn run_with(&self, arguments: &[&str], input: &[u8]) -> Finished {
        let mut child = self.spawn(arguments);
        let mut stdin = child.stdin.take().expect("piped");
        let input = input.to_vec();
        // Input is written from a thread: a program that answers while it reads would block both sides.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().expect("simui ends");
        writer.join().expect("the writer ends");
        Finished {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Reviews these advertisements and returns their results.
    pub fn review(&self, ads: &[Value]) -> Vec<Value> {
        let input: String = ads.iter().map(|ad| format!("{ad}\n")).collect();
        self.run_with(&["review", "run", "-"], input.as_bytes()).succeeded().lines()
    }

    /// Registers a reviewer.
    pub fn reviewer(&self, name: &str) {
        self.run(&["reviewer", "add", name]).succeeded();
    }
}

/// Copies a folder with everything in it.
pub fn copy_tree(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a new folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        match entry.file_type().expect("a type").is_dir() {
            true => copy_tree(&entry.path(), &target),
            false => match std::fs::copy(entry.path(), target) {
                // SQLite removes its log on a thread of its own after the last connection has closed.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                copied => drop(copied.expect("a copy")),
            },
        }
    }
}

/// Returns a path in the shared corpora; `None`, with a message, where they are absent.
pub fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("SIMUI_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared"),
        PathBuf::from,
    );
    let path = root.join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is absent", path.display());
    None
}
