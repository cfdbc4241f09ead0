use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Rate limit: keeps a least interval between calls to one host. Not used for loopback.
pub(super) struct Pace {
    interval: Duration,
    next: Mutex<HashMap<String, Instant>>,
}

impl Pace {
    pub(super) fn new(interval: Duration) -> Self {
        Self { interval, next: Mutex::new(HashMap::new()) }
    }

    /// Waits until a call to `host` may start, in the order of the callers.
    pub(super) async fn turn(&self, host: &str) {
        let now = Instant::now();
        let start = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let slot = next.entry(host.to_owned()).or_insert(now);
            let start = (*slot).max(now);
            *slot = start + self.interval;
            start
        };
        sleep_until(start).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn calls_to_one_host_are_kept_apart() {
        let pace = Pace::new(Duration::from_millis(40));
        let begun = Instant::now();
        tokio::join!(pace.turn("a.kr"), pace.turn("a.kr"), pace.turn("a.kr"));
        assert!(begun.elapsed() >= Duration::from_millis(80));
        let begun = Instant::now();
        pace.turn("b.kr").await;
        assert!(begun.elapsed() < Duration::from_millis(40), "another host does not wait");
    }
}
