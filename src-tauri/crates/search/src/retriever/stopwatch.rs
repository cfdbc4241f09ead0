use std::time::{Duration, Instant};

use super::Took;

/// Measures the time of each stage.
pub(super) struct Stopwatch {
    pub(super) started: Instant,
    last: Instant,
    pub(super) took: Took,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        let now = Instant::now();
        Self { started: now, last: now, took: Took::default() }
    }

    /// Returns the time since the last lap or the start.
    pub(super) fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.last, now)
    }
}
