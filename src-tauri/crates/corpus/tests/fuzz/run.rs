//! Reads damaged files until the time has passed.
//!
//! A file that caused a new response from a reader is kept and mutated further, so the search goes deeper
//! than the seeds.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::File;
use std::io::{Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Once, mpsc};
use std::time::{Duration, Instant};

use simui_corpus::{KindHint, Readings, read_mapped};
use simui_domain::DocumentKind;

use super::check::check;
use super::common::clock;
use super::input::{Input, Packed};
use super::mutate::{self, Material};
use super::random::Random;
use super::stored::Store;
use super::words;

/// Maximum time for a file of these sizes, in a build without optimisation.
const SLOWEST: Duration = Duration::from_secs(3);
/// A reader that has not returned after this time is considered to be hanging.
const STUCK: Duration = Duration::from_secs(60);
/// Interval at which a reader reports that it is still running.
const BEAT: Duration = Duration::from_millis(200);
/// Maximum memory of a reader in bytes: per byte of the file, and a fixed amount.
const MOST_HELD: u64 = 1_500;
const MOST_HELD_ALWAYS: u64 = 24 << 20;
/// Maximum number of files kept in addition to the seeds.
const MOST_KEPT: usize = 400;
/// The run ends after this many different faults.
const MOST_FAULTS: usize = 5;
/// The stack size of a reader thread of the import.
const STACK: usize = 2 << 20;

const HINTS: [KindHint; 7] = [
    None,
    Some(DocumentKind::Statute),
    Some(DocumentKind::Guideline),
    Some(DocumentKind::Precedent),
    Some(DocumentKind::Drug),
    Some(DocumentKind::Policy),
    Some(DocumentKind::TechRegistry),
];

/// A fuzzing target.
pub struct Target {
    pub name: &'static str,
    /// The kind given for the seeds.
    pub hint: KindHint,
    pub seeds: Vec<Input>,
    pub pack: fn(&Input) -> Packed,
}

thread_local! {
    /// The message of a panic in a reader. `None` while no reader is running.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Fuzzes for `SIMUI_FUZZ_SECONDS` (default 2), starting with `SIMUI_FUZZ_SEED` (default 1).
pub fn fuzz(target: Target) {
    remember_panics();
    let number = |name: &str, or: u64| std::env::var(name).map_or(or, |it| it.parse().unwrap());
    let (seconds, seed) = (number("SIMUI_FUZZ_SECONDS", 2), number("SIMUI_FUZZ_SEED", 1));
    let name = target.name;
    let (beat, beats) = mpsc::channel();
    let work =
        move || Run::new(target, seed).until(Instant::now() + Duration::from_secs(seconds), &beat);
    let thread = std::thread::Builder::new().name(format!("fuzz {name}")).stack_size(STACK);
    let thread = thread.spawn(work).unwrap();
    loop {
        match beats.recv_timeout(STUCK) {
            Ok(()) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                panic!("{name} (seed {seed}) is stuck in {}", folder(name).display())
            }
        }
    }
    let (summary, faults) = thread.join().unwrap();
    eprintln!("{summary}");
    assert!(faults.is_empty(), "{name}: {} faults\n{}", faults.len(), faults.join("\n"));
}

/// CPU time of this thread, because wall time also counts waiting on a busy machine. On systems other than
/// Linux, wall time.
fn busy() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|it| it.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Records the message of a panic for the thread that reads. In other threads it is printed as usual.
fn remember_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let printed = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let reading = PANIC.with_borrow_mut(|it| it.as_mut().map(|it| *it = info.to_string()));
            if reading.is_none() {
                printed(info);
            }
        }));
    });
}

/// The folder for the file that is being read and for failed files.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz").join(name)
}

struct Run {
    target: Target,
    seed: u64,
    /// The file that is being read, saved in case the whole process crashes.
    current: File,
    words: Vec<Vec<u8>>,
    /// The seeds, followed by the files kept.
    inputs: Vec<Input>,
    /// Summaries of the responses of readers so far.
    seen: HashSet<u64>,
    faults: Vec<String>,
    slowest: Duration,
    held: u64,
    stored: Store,
}

impl Run {
    fn new(target: Target, seed: u64) -> Self {
        let folder = folder(target.name);
        std::fs::create_dir_all(&folder).unwrap();
        let current = File::create(folder.join("current")).unwrap();
        let words = words::of(&target.seeds);
        let inputs = target.seeds.clone();
        let (seen, faults) = (HashSet::new(), Vec::new());
        let (slowest, held) = (Duration::ZERO, 0);
        Self {
            target,
            seed,
            current,
            words,
            inputs,
            seen,
            faults,
            slowest,
            held,
            stored: Store::new(),
        }
    }

    /// The number of cases run and the faults found.
    fn until(mut self, end: Instant, beat: &mpsc::Sender<()>) -> (String, Vec<String>) {
        let started = Instant::now();
        let mut cases = 0;
        let mut last_beat = started;
        while Instant::now() < end && self.faults.len() < MOST_FAULTS {
            self.case(cases);
            cases += 1;
            if last_beat.elapsed() > BEAT {
                beat.send(()).unwrap();
                last_beat = Instant::now();
            }
        }
        let summary = format!(
            "fuzz {:17} seed {} {cases:7} files in {:3} s, {:4} kept, slowest {:4} ms, most held {:4} KiB",
            self.target.name,
            self.seed,
            started.elapsed().as_secs(),
            self.inputs.len() - self.target.seeds.len(),
            self.slowest.as_millis(),
            self.held >> 10
        );
        (summary, self.faults)
    }

    fn case(&mut self, case: u64) {
        let mut random = Random::new(self.seed, case);
        let seeds = self.target.seeds.len();
        let (input, intact) = match usize::try_from(case) {
            // First the unmodified seeds.
            Ok(case) if case < seeds => (self.inputs[case].clone(), true),
            _ => {
                let from = if random.once_in(3) { &self.inputs[..seeds] } else { &self.inputs };
                let material = Material { inputs: &self.inputs, words: &self.words };
                (mutate::mutate(random.pick(from), &material, &mut random), false)
            }
        };
        let mut packed = (self.target.pack)(&input);
        let is_container = packed.file.path != input.0.first().map_or("", |part| &part.name);
        if !intact && is_container && random.once_in(12) {
            let material = Material { inputs: &[], words: &[] };
            for _ in 0..=random.below(6) {
                mutate::bytes(&mut packed.file.bytes, &material, &mut random);
            }
        }
        let hint =
            if intact || random.once_in(2) { self.target.hint } else { *random.pick(&HINTS) };
        self.current.rewind().unwrap();
        self.current.write_all(&packed.file.bytes).unwrap();
        self.current.set_len(packed.file.bytes.len() as u64).unwrap();
        let fault = match self.read(&packed, hint, input.size()) {
            Ok(readings) if intact && readings.readings.is_empty() => {
                Some(format!("a seed is not read: {:?}", readings.findings))
            }
            Ok(readings) if self.seen.insert(words::signature(&readings)) => {
                self.keep(input, &mut random);
                self.again(&packed, hint, &readings).or_else(|| self.stored.save(&readings))
            }
            Ok(_) => None,
            Err(fault) => Some(fault),
        };
        if let Some(fault) = fault {
            self.tell(fault, case, hint, &packed);
        }
    }

    /// Reads an input once and checks the result.
    fn read(&mut self, packed: &Packed, hint: KindHint, size: usize) -> Result<Readings, String> {
        let clock = clock();
        let started = busy();
        let mut readings = None;
        let read = || read_mapped(&packed.file, packed.mapping.as_ref(), hint, &clock);
        PANIC.set(Some(String::new()));
        let info = allocation_counter::measure(|| {
            readings = catch_unwind(AssertUnwindSafe(read)).ok();
        });
        let panic = PANIC.take().unwrap_or_default();
        let took = busy().saturating_sub(started);
        self.slowest = self.slowest.max(took);
        self.held = self.held.max(info.bytes_max);
        let Some(readings) = readings else { return Err(panic) };
        if took > SLOWEST {
            return Err(format!("took {took:?} for {size} bytes"));
        }
        let size = size.max(packed.file.bytes.len());
        if info.bytes_max > MOST_HELD * size as u64 + MOST_HELD_ALWAYS {
            return Err(format!("held {} KiB for {size} bytes", info.bytes_max >> 10));
        }
        check(&readings, size)?;
        Ok(readings)
    }

    /// Checks that reading the same file twice gives the same result.
    fn again(&self, packed: &Packed, hint: KindHint, first: &Readings) -> Option<String> {
        PANIC.set(Some(String::new()));
        let second = read_mapped(&packed.file, packed.mapping.as_ref(), hint, &clock());
        PANIC.take();
        let (first, second) = (words::contents(first), words::contents(&second));
        (first != second).then(|| format!("{first:.500?} the first time, then {second:.500?}"))
    }

    fn keep(&mut self, input: Input, random: &mut Random) {
        let seeds = self.target.seeds.len();
        if self.inputs.len() < seeds + MOST_KEPT {
            self.inputs.push(input);
        } else {
            self.inputs[seeds + random.below(MOST_KEPT)] = input;
        }
    }

    fn tell(&mut self, fault: String, case: u64, hint: KindHint, packed: &Packed) {
        let known =
            |it: &str| it.chars().filter(|c| !c.is_ascii_digit()).take(24).collect::<String>();
        if self.faults.iter().any(|it| known(it) == known(&fault)) {
            return;
        }
        let kept = folder(self.target.name).join(format!(
            "seed{}-case{case}-{}",
            self.seed,
            packed.file.path.replace(['/', '\\'], "_")
        ));
        std::fs::write(&kept, &packed.file.bytes).unwrap();
        if let Some(mapping) = &packed.mapping {
            std::fs::write(kept.with_extension("mapping.toml"), &mapping.bytes).unwrap();
        }
        self.faults.push(format!(
            "{fault}\n    seed {}, case {case}, hint {hint:?}, file {}",
            self.seed,
            kept.display()
        ));
    }
}
