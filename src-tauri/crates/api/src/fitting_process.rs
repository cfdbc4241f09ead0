//! Fits the embedding in a child process, so that the memory that learning takes goes back to the system.
//!
//! ```text
//! fit --passages, one line each--> child (`simui fit-embedding`) --progress, one line each--> fit
//!                                        \--embedding--> a file beside the index
//! ```
//!
//! The child is this program ([`crate::serve_as_child`]). It gets passages and no database. It is killed when
//! the fit is cancelled, and ends when its input does: its parent keeps that open until the fit is done, so
//! that a killed parent leaves no child behind.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use simui_search::SearchError;
use simui_search::analysis::{Analyser, Dictionary};
use simui_search::dense::Embedding;
use simui_search::dense::train::{Next, Progress};
use simui_search::retriever::{Learning, Lessons};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;

use crate::reader_process::ReaderProgram;

/// The first argument that makes a program fit an embedding.
pub(crate) const FIT_EMBEDDING: &str = "fit-embedding";

/// The line after the last passage.
const END: &str = "\n";

/// The first line for the child.
#[derive(Debug, Serialize, Deserialize)]
struct Task {
    /// The embedding to fit.
    base: PathBuf,
    /// The file to write.
    out: PathBuf,
    /// The dictionary of the analyser; searched for when absent.
    dictionary: Option<PathBuf>,
    /// Fingerprint of the analyser, which the child must have too.
    analysis: String,
    /// Seconds after which what has been learned is kept.
    seconds: u64,
}

/// A line of the child.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Report {
    /// Batches done, and of all.
    Progress { done: usize, of: usize, loss: f32 },
    /// The file is written.
    Fitted,
    /// The child cannot do it.
    Failed(String),
}

/// What a child needs beside the passages.
pub(crate) struct Workshop<'a> {
    /// The program that is the child.
    pub(crate) program: &'a ReaderProgram,
    /// The dictionary that the desk was opened with; searched for when absent.
    pub(crate) dictionary: Option<&'a Path>,
    /// The folder in which the child writes.
    pub(crate) dir: &'a Path,
    /// The analyser of the desk.
    pub(crate) analyser: &'a Analyser,
    /// How long the child may learn.
    pub(crate) time: Duration,
}

/// Fits an embedding in a child process. `None` when `progress` cancels it.
pub(crate) async fn learn_in_child(
    workshop: Workshop<'_>,
    mut lessons: Lessons<'_>,
    mut progress: impl FnMut(Progress) -> Next,
) -> Result<Option<Embedding>, SearchError> {
    let base = lessons.base().to_owned();
    let out = workshop.dir.join("embedding.learned");
    let failed = |reason: String| SearchError::Model { path: base.display().to_string(), reason };
    let broken = |error: io::Error| failed(format!("the fitting process: {error}"));
    let arguments: [OsString; 1] = [FIT_EMBEDDING.into()];
    let mut child = Command::new(&workshop.program.path)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .kill_on_drop(true)
        .spawn()
        .map_err(broken)?;
    let pipe = || broken(io::Error::other("it has no pipe"));
    let mut input = child.stdin.take().ok_or_else(pipe)?;
    let output = child.stdout.take().ok_or_else(pipe)?;
    let task = Task {
        base: base.clone(),
        out: out.clone(),
        dictionary: workshop.dictionary.map(Path::to_owned),
        analysis: workshop.analyser.fingerprint().to_owned(),
        seconds: workshop.time.as_secs(),
    };
    input.write_all(&line(&task)).await.map_err(broken)?;
    'lessons: while let Some(passages) = lessons.next().await? {
        for passage in passages {
            // A child that failed has closed its input, and says why below.
            if input.write_all(&line(&passage)).await.is_err() {
                break 'lessons;
            }
        }
    }
    // A child that failed says why below.
    let _ = input.write_all(END.as_bytes()).await;
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next_line().await.map_err(broken)? {
        match serde_json::from_str(&line) {
            Ok(Report::Progress { done, of, loss }) => {
                if progress(Progress { done, of, loss }) == Next::Cancel {
                    return Ok(None);
                }
            }
            Ok(Report::Fitted) => {
                let embedding = Embedding::open(&out);
                // The embedding is in memory; what the child wrote is of no more use.
                let _ = std::fs::remove_file(&out);
                return embedding.map(Some);
            }
            Ok(Report::Failed(why)) => return Err(failed(why)),
            Err(error) => {
                return Err(failed(format!("the fitting process said {line:?}: {error}")));
            }
        }
    }
    Err(failed("the fitting process ended before it was done; try again".to_owned()))
}

/// Returns a value as one line of JSON.
fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

/// Fits an embedding to the passages of standard input, from within `main`. Returns the exit code.
pub(crate) fn fit_for_parent() -> ExitCode {
    let report = match learn(io::BufReader::new(io::stdin())) {
        Ok(()) => Report::Fitted,
        Err(why) => Report::Failed(why),
    };
    match io::stdout().write_all(&line(&report)) {
        Ok(()) if matches!(report, Report::Fitted) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Passages that are analysed at a time.
const PAGE: usize = 2_048;

fn learn(input: impl BufRead + Send + 'static) -> Result<(), String> {
    let message = |error: &dyn std::error::Error| error.to_string();
    let mut lines = input.lines();
    let first = lines.next().ok_or("there is no task")?.map_err(|error| message(&error))?;
    let task: Task = serde_json::from_str(&first).map_err(|error| message(&error))?;
    let analyser = Dictionary::locate(task.dictionary.as_deref())
        .and_then(|dictionary| Analyser::open(&dictionary))
        .unwrap_or_else(|_| Analyser::without_dictionary());
    if analyser.fingerprint() != task.analysis {
        return Err("the fitting process found another dictionary than the desk; set SIMUI_DICTIONARY to the desk's".to_owned());
    }
    let mut learning = Learning::default();
    let mut page: Vec<(String, String)> = Vec::with_capacity(PAGE);
    loop {
        let line = lines.next().ok_or("the passages ended too soon")?;
        let line = line.map_err(|error| message(&error))?;
        if line.is_empty() {
            break;
        }
        page.push(serde_json::from_str(&line).map_err(|error| message(&error))?);
        if page.len() == PAGE {
            learning.add(&analyser, &page);
            page.clear();
        }
    }
    end_with(lines);
    learning.add(&analyser, &page);
    let started = Instant::now();
    let mut output = io::stdout();
    let mut progress = |Progress { done, of, loss }: Progress| {
        if output.write_all(&line(&Report::Progress { done, of, loss })).is_err() {
            // Nobody waits for the result.
            Next::Cancel
        } else if started.elapsed().as_secs() >= task.seconds {
            Next::Finish
        } else {
            Next::Continue
        }
    };
    let fitted = learning.finish(&task.base, &mut progress).map_err(|error| message(&error))?;
    let fitted = fitted.ok_or("the fit was cancelled")?;
    fitted.save(&task.out).map_err(|error| message(&error))
}

/// Ends this process when its input does: then nobody waits for the result.
fn end_with(mut input: impl Iterator<Item = io::Result<String>> + Send + 'static) {
    std::thread::spawn(move || {
        while let Some(Ok(_)) = input.next() {}
        std::process::exit(1);
    });
}
