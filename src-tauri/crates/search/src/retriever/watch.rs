use std::time::{Duration, Instant};

use super::Took;

/// Measures stages.
pub(super) struct Watch {
    pub(super) started: Instant,
    last: Instant,
    pub(super) took: Took,
}

impl Watch {
    pub(super) fn start() -> Self {
        let now = Instant::now();
        Self { started: now, last: now, took: Took::default() }
    }

    /// Since the last one.
    pub(super) fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.last, now)
    }
}
