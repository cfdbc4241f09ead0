//! The context of a running body: ids, time, progress, recorded outputs.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use simui_domain::{Clock, RunId};
use tokio::sync::{broadcast, watch};

use crate::{Event, EventKind, NodeError};

/// Information and operations for a node's body beside the state. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    inner: Arc<Inner>,
}

struct Inner {
    run_id: RunId,
    subject: String,
    node: String,
    visit: u32,
    clock: Clock,
    events: broadcast::Sender<Event>,
    cancelled: watch::Receiver<bool>,
    given_up: Arc<AtomicBool>,
    recorded: Mutex<BTreeMap<String, String>>,
}

/// Values from which the engine makes a [`Context`].
pub(crate) struct ContextParts {
    pub run_id: RunId,
    pub subject: String,
    pub node: String,
    pub visit: u32,
    pub clock: Clock,
    pub events: broadcast::Sender<Event>,
    pub cancelled: watch::Receiver<bool>,
    pub recorded: BTreeMap<String, String>,
}

impl Context {
    pub(crate) fn new(given: ContextParts) -> Self {
        let ContextParts { run_id, subject, node, visit, clock, events, cancelled, recorded } =
            given;
        let recorded = Mutex::new(recorded);
        Self {
            inner: Arc::new(Inner {
                run_id,
                subject,
                node,
                visit,
                clock,
                events,
                cancelled,
                given_up: Arc::default(),
                recorded,
            }),
        }
    }

    /// Id of the run.
    pub fn run_id(&self) -> &RunId {
        &self.inner.run_id
    }

    /// Subject of the run, for example a case id.
    pub fn subject(&self) -> &str {
        &self.inner.subject
    }

    /// Number of times this node's body has run in this run, including the current one (from 1).
    pub fn visit(&self) -> u32 {
        self.inner.visit
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// Reports the progress of the node to listeners.
    pub fn progress(&self, done: u32, total: u32, message: impl Into<String>) {
        let node = self.inner.node.clone();
        self.send(EventKind::Progress { node, done, total, message: message.into() });
    }

    /// Passes a piece of text that a model just wrote to listeners.
    pub fn token(&self, text: impl Into<String>) {
        self.send(EventKind::Token { node: self.inner.node.clone(), text: text.into() });
    }

    /// Whether nobody waits for the body any more, because its run was cancelled or its time is over.
    /// Long loops without `await` should check this, since nothing else ends them.
    pub fn is_cancelled(&self) -> bool {
        *self.inner.cancelled.borrow() || self.inner.given_up.load(Ordering::Relaxed)
    }

    /// Flag that is set once nobody waits for the body.
    pub(crate) fn given_up(&self) -> Arc<AtomicBool> {
        self.inner.given_up.clone()
    }

    /// Runs `make` once and stores its output with the node's commit, even if the node fails later. A
    /// retry gets the stored output instead of calling `make` again. Meant for model calls; keep outputs
    /// small.
    pub async fn record<T, F, Fut>(&self, key: &str, make: F) -> Result<T, NodeError>
    where
        T: Serialize + DeserializeOwned,
        F: FnOnce() -> Fut,
        Fut: Future<Output = Result<T, NodeError>>,
    {
        if let Some(text) = self.recorded().get(key) {
            return Ok(serde_json::from_str(text)?);
        }
        let value = make().await?;
        let text = serde_json::to_string(&value)?;
        let mut recorded = self.inner.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        recorded.insert(key.to_owned(), text);
        Ok(value)
    }

    /// All outputs recorded so far, by key.
    pub(crate) fn recorded(&self) -> BTreeMap<String, String> {
        self.inner.recorded.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn send(&self, kind: EventKind) {
        let Inner { run_id, subject, .. } = &*self.inner;
        let event =
            Event { run_id: run_id.clone(), subject: subject.clone(), at: self.now(), kind };
        // Sending fails if nobody listens, which is no error.
        let _ = self.inner.events.send(event);
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Context({} {})", self.inner.run_id, self.inner.node)
    }
}
