//! A campaign of rounds, in each of which something, such as a kill, happens at a random moment. A
//! seed determines the moments.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};

use crate::common::Desk;
use crate::common::plain_sql::wait;

/// Number of rounds of each campaign, unless `SIMUI_TORTURE_ROUNDS` is set.
const ROUNDS: u64 = 20;

/// A run of rounds over one desk.
pub struct Campaign {
    name: &'static str,
    seed: u64,
    rounds: u64,
    random: u64,
    /// Lifetime of the process to kill if it is left alone.
    usual: Duration,
    /// Outcomes of the rounds, with their counts.
    outcomes: Vec<(&'static str, u64)>,
    begun: Instant,
}

/// The output of a process that was killed or ended.
pub struct Killed {
    /// Complete JSON lines of standard output, which are what it acknowledged.
    pub lines: Vec<Value>,
    /// Standard error.
    pub err: String,
    /// Whether it ended with success before the kill.
    pub succeeded: bool,
}

impl Campaign {
    /// Creates a campaign with the seed `SIMUI_TORTURE_SEED`, otherwise the present time.
    pub fn new(name: &'static str) -> Self {
        let number = |key: &str| std::env::var(key).ok()?.parse::<u64>().ok();
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
        let seed = number("SIMUI_TORTURE_SEED").unwrap_or_else(|| now() as u64 % 1_000_000_000);
        let rounds = number("SIMUI_TORTURE_ROUNDS").unwrap_or(ROUNDS);
        let (usual, begun) = (Duration::ZERO, Instant::now());
        // With one seed, every campaign has other moments.
        let random =
            name.bytes().fold(seed, |random, byte| random * 31 % (1 << 40) + u64::from(byte));
        Self { name, seed, rounds, random, usual, outcomes: Vec::new(), begun }
    }

    /// Returns the numbers of the rounds, from 1.
    pub fn rounds(&self) -> std::ops::RangeInclusive<u64> {
        1..=self.rounds
    }

    /// Returns a pseudo-random number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        // Knuth's linear congruential generator; the upper half of its bits.
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % limit.max(1)
    }

    /// Counts an outcome for the final line.
    pub fn count(&mut self, outcome: &'static str, times: u64) {
        match self.outcomes.iter_mut().find(|(it, _)| *it == outcome) {
            Some((_, counted)) => *counted += times,
            None => self.outcomes.push((outcome, times)),
        }
    }

    /// Runs a command to its end and stores its duration, as the usual lifetime of the processes
    /// that are killed later.
    pub fn calm(&mut self, run: impl FnOnce()) {
        let begun = Instant::now();
        run();
        self.usual = begun.elapsed();
    }

    /// Returns a random moment during or shortly after the lifetime of `of` processes in sequence.
    pub fn moment(&mut self, of: u32) -> Duration {
        let usual = u64::try_from((self.usual * of).as_micros()).unwrap();
        Duration::from_micros(self.below(usual * 5 / 4))
    }

    /// Runs a command with `input` and kills it at a moment during or shortly after its lifetime.
    pub fn kill(&mut self, desk: &Desk, arguments: &[&str], input: &str) -> Killed {
        self.kill_child(spawn(desk, arguments), input)
    }

    /// Kills a process that was just started with piped streams, as [`Self::kill`] does.
    pub fn kill_child(&mut self, mut child: Child, input: &str) -> Killed {
        let moment = self.moment(1);
        let mut stdin = child.stdin.take().unwrap();
        // The process may be dead before it has read everything.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let (out, err) = (text(child.stdout.take().unwrap()), text(child.stderr.take().unwrap()));
        std::thread::sleep(moment);
        let _ = child.kill();
        let succeeded = child.wait().unwrap().success();
        let (out, err) = (out.join().unwrap(), err.join().unwrap());
        // A line that the kill cut off was not acknowledged.
        let lines: Vec<Value> =
            out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        self.count("killed", u64::from(!succeeded));
        self.count("acknowledged", u64::from(succeeded || !lines.is_empty()));
        Killed { lines, err, succeeded }
    }
}

impl Drop for Campaign {
    fn drop(&mut self) {
        let Self { name, seed, rounds, outcomes, begun, .. } = self;
        let seconds = begun.elapsed().as_secs();
        if std::thread::panicking() {
            eprintln!(
                "reliability {name}: FAILED; repeat it with SIMUI_TORTURE_SEED={seed} SIMUI_TORTURE_ROUNDS={rounds}"
            );
        } else {
            let counts = outcomes.iter().map(|(outcome, times)| format!("{times} {outcome}"));
            let counts = counts.collect::<Vec<_>>().join(", ");
            eprintln!("reliability {name}: {rounds} rounds, {counts}; {seconds} s, seed {seed}");
        }
    }
}

fn spawn(desk: &Desk, arguments: &[&str]) -> Child {
    let mut command = desk.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Reads a stream to its end in a thread, so that a full pipe blocks nobody.
fn text(mut stream: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Checks that the audit log is intact.
pub fn intact(desk: &Desk) {
    let audit = desk.run(&["audit", "verify"]).succeeded().json();
    assert_eq!(audit["intact"], true, "{audit}");
}

/// Queries the database of a desk while the program may run.
pub fn look<T>(desk: &Desk, look: impl AsyncFnOnce(&mut SqliteConnection) -> T) -> T {
    wait(look_at(desk.dir(), look))
}

/// Queries the database of any data directory, for asynchronous tests.
pub async fn look_at<T>(dir: &Path, look: impl AsyncFnOnce(&mut SqliteConnection) -> T) -> T {
    let options = SqliteConnectOptions::new().filename(dir.join("simui.db"));
    let options = options.busy_timeout(Duration::from_secs(30));
    let mut connection = options.connect().await.unwrap();
    look(&mut connection).await
}
