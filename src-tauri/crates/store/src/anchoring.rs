//! Writes the record log's head in the background, so that reviews do not wait for the disk.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::anchor::{Anchor, Head};
use crate::identity::Identity;

/// Least time between two writes of the head. After a kill the written head is behind by at most this
/// much, and the next process catches up.
const PAUSE: Duration = Duration::from_millis(250);

/// A thread that writes the newest head it was given. Dropping it writes the last one.
#[derive(Debug)]
pub(crate) struct Anchoring {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    head: Option<Head>,
    closing: bool,
}

impl Anchoring {
    /// Starts the thread for an open data directory.
    pub fn start(anchor: Arc<Anchor>, identity: Arc<Identity>) -> Self {
        let shared = Arc::<Shared>::default();
        let thread = std::thread::spawn({
            let shared = shared.clone();
            move || shared.write_heads(&anchor, &identity)
        });
        Self { shared, thread: Some(thread) }
    }

    /// Hands over a head of the record log to be written within [`PAUSE`].
    pub fn soon(&self, head: Head) {
        self.shared.lock().head = Some(head);
        self.shared.changed.notify_all();
    }
}

impl Drop for Anchoring {
    fn drop(&mut self) {
        self.shared.lock().closing = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, the last head is not written; the next process catches up.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_heads(&self, anchor: &Anchor, identity: &Identity) {
        let mut waiting = self.lock();
        loop {
            if let Some(head) = waiting.head.take() {
                drop(waiting);
                if let Err(error) = anchor.advance(None, Some(&head), identity) {
                    tracing::error!(%error, "the head of the record log could not be written");
                }
                waiting = self.lock();
                if !waiting.closing {
                    let paused = self.changed.wait_timeout_while(waiting, PAUSE, |it| !it.closing);
                    waiting = paused.unwrap_or_else(PoisonError::into_inner).0;
                }
            } else if waiting.closing {
                return;
            } else {
                waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}
