//! Computes rerankers and encoders on the CPU and on an accelerator and compares results and times
//! (`tests/device/gpu.sh`).
//!
//! `providers PROVIDER EXPECTED FOLDER… [--then COMMAND]`: `EXPECTED` is the provider that must compute in
//! the end, and each `FOLDER` holds a model with its `model.toml`. With `--then` the command is started
//! between two batches, and the second, larger one is computed after its first line of output: a command
//! that takes the accelerator's memory shows that the CPU takes over. One JSON line for each model on
//! standard output; the exit status is 1 when the provider, or a result, is not the expected one.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use simui_inference::onnx::{
    Choice, Computation, CrossEncoder, Encoder, LibrarySearch, Limits, Provider, Runtime, Side,
    Trial,
};
use simui_inference::registry::{InstalledModel, ModelDirectory, Role};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Passages of a batch: a search reranks 15 (seed 000, section 5).
const PASSAGES: usize = 15;
/// Words of a short and of a long passage; the long one fills 512 tokens.
const SHORT: usize = 40;
const LONG: usize = 600;
/// Timed batches, after one that warms up; fewer where they take longer than `TIMED`.
const ROUNDS: usize = 7;
const TIMED: Duration = Duration::from_secs(5);
/// Largest difference between the results of two providers, as a share of the results' range. CUDA
/// multiplies f32 with the 10-bit mantissa of TF32, which f16 has too.
const TOLERANCE: f32 = 0.05;
const WORDS: [&str; 8] = ["의료", "광고", "심의", "환자", "복용", "부작용", "효과", "금지"];

struct Arguments {
    provider: Provider,
    expected: Provider,
    folders: Vec<PathBuf>,
    then: Option<String>,
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments> {
    let usage = "providers PROVIDER EXPECTED FOLDER… [--then COMMAND]";
    let mut given: Vec<String> = std::env::args().skip(1).collect();
    let then = match given.iter().position(|word| word == "--then") {
        Some(at) => given.drain(at..).nth(1),
        None => None,
    };
    let provider = |name: Option<&String>| name.and_then(|name| Provider::named(name)).ok_or(usage);
    let (provider, expected) = (provider(given.first())?, provider(given.get(1))?);
    let folders: Vec<PathBuf> = given.into_iter().skip(2).map(PathBuf::from).collect();
    if folders.is_empty() {
        return Err(usage.into());
    }
    Ok(Arguments { provider, expected, folders, then })
}

fn run(arguments: &Arguments) -> Result<bool> {
    let runtime = Runtime::load(&LibrarySearch::usual(None, Path::new("none")))?;
    let installed = tempfile::TempDir::new()?;
    let models = ModelDirectory::new(installed.path());
    let mut right = true;
    for folder in &arguments.folders {
        models.add_described(folder)?;
        let name = folder.file_name().and_then(|name| name.to_str()).ok_or("a folder's name")?;
        right &= compare(&runtime, &models.verify(name)?, arguments)?;
    }
    Ok(right)
}

/// Computes one model on the CPU and on the provider, and prints what was found.
fn compare(runtime: &Runtime, model: &InstalledModel, arguments: &Arguments) -> Result<bool> {
    let open = |provider| {
        let computation = Computation { choice: Choice::Prefer(provider), threads: 0 };
        let start = Instant::now();
        Opened::open(runtime, model, computation).map(|opened| (opened, start.elapsed()))
    };
    let short = passages(SHORT);
    let (reference, _) = open(Provider::Cpu)?;
    let expected = reference.compute(&short)?;
    let (opened, opening) = open(arguments.provider)?;
    let start = Instant::now();
    let mut computed = opened.compute(&short)?;
    let first = start.elapsed();

    let long = passages(LONG);
    let mut wanted = expected;
    let mut times = None;
    if let Some(command) = &arguments.then {
        let _running = Running::start(command)?;
        computed = opened.compute(&long)?;
        wanted = reference.compute(&long)?;
    } else {
        let time = |model: &Opened| -> Result<[f64; 2]> {
            Ok([median(model, &short)?, median(model, &long)?])
        };
        times = Some((time(&reference)?, time(&opened)?));
    }

    let difference = difference(&wanted, &computed);
    let trials = opened.providers();
    let computes = trials.last().map(|trial| trial.provider);
    let right = computes == Some(arguments.expected) && difference <= TOLERANCE;
    let mut line = serde_json::json!({
        "model": model.entry().id.as_str(),
        "computes": computes.map(Provider::name),
        "trials": trials.iter().map(|trial| format!("{}: {}", trial.provider, trial.reason)).collect::<Vec<_>>(),
        "open_ms": milliseconds(opening),
        "first_ms": milliseconds(first),
        "difference": difference,
        "right": right,
    });
    if let (Some((cpu, accelerated)), Some(fields)) = (times, line.as_object_mut()) {
        fields.insert("cpu_ms_short_long".into(), cpu.to_vec().into());
        fields.insert("ms_short_long".into(), accelerated.to_vec().into());
    }
    println!("{line}");
    Ok(right)
}

enum Opened {
    Reranker(CrossEncoder),
    Encoder(Encoder),
}

impl Opened {
    fn open(runtime: &Runtime, model: &InstalledModel, computation: Computation) -> Result<Self> {
        Ok(match model.entry().role {
            Role::Reranker => Self::Reranker(CrossEncoder::open(runtime, model, computation)?),
            Role::Encoder(_) => Self::Encoder(Encoder::open(runtime, model, computation)?),
            Role::Chat => return Err("a chat model has no ONNX graph".into()),
        })
    }

    /// Returns the scores, or the vectors one after the other.
    fn compute(&self, passages: &[String]) -> Result<Vec<f32>> {
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        Ok(match self {
            Self::Reranker(model) => {
                let scores = model.score("의료 광고 심의", &passages, &Limits::default())?.scores;
                scores.into_iter().collect::<Option<_>>().ok_or("scores are missing")?
            }
            Self::Encoder(model) => model.encode(&passages, Side::Passage)?.concat(),
        })
    }

    fn providers(&self) -> Vec<Trial> {
        match self {
            Self::Reranker(model) => model.providers(),
            Self::Encoder(model) => model.providers(),
        }
    }
}

/// A command that has written its first line; it is killed when this is dropped.
struct Running(Child);

impl Running {
    fn start(command: &str) -> Result<Self> {
        let mut child = Command::new("sh").args(["-c", command]).stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take();
        let running = Self(child);
        let mut line = String::new();
        BufReader::new(output.ok_or("no output")?).read_line(&mut line)?;
        if line.is_empty() {
            return Err(format!("{command:?} ended without a line").into());
        }
        eprintln!("{}", line.trim_end());
        Ok(running)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns texts of up to `words` words in changing order, so that scores differ.
fn passages(words: usize) -> Vec<String> {
    let word = |passage: usize, at: usize| WORDS[(at * (passage + 1) + at / 3) % WORDS.len()];
    let text = |passage: usize| {
        let length = words - passage * words / (2 * PASSAGES);
        (0..length).map(|at| word(passage, at)).collect::<Vec<_>>().join(" ")
    };
    (0..PASSAGES).map(text).collect()
}

/// Returns the largest difference as a share of the range of `expected`.
fn difference(expected: &[f32], computed: &[f32]) -> f32 {
    let largest = expected.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let smallest = expected.iter().copied().fold(f32::INFINITY, f32::min);
    let range = (largest - smallest).max(1e-3);
    let gaps = expected.iter().zip(computed).map(|(one, other)| (one - other).abs());
    gaps.fold(if expected.len() == computed.len() { 0.0 } else { f32::INFINITY }, f32::max) / range
}

/// Returns the median time of a batch in milliseconds.
fn median(model: &Opened, passages: &[String]) -> Result<f64> {
    model.compute(passages)?;
    let (begin, mut times) = (Instant::now(), Vec::new());
    while times.is_empty() || (times.len() < ROUNDS && begin.elapsed() < TIMED) {
        let start = Instant::now();
        model.compute(passages)?;
        times.push(milliseconds(start.elapsed()));
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 100_000.0).round() / 100.0
}
