//! Runs the body of a node on a thread of its own.
//!
//! A body may compute for a long time without awaiting anything. On a worker of the executor it would
//! block every other run, request and timer of the process, including its own time limit. On a thread of
//! its own it blocks nothing, and the engine fails its run when the limit is over.
//!
//! Rust cannot end a thread from outside. A body that is abandoned (time limit, cancellation, end of the
//! driving future) is dropped at its next `await`. A body that computes can check
//! [`Context::is_cancelled`]; one that never does computes until it is done, and its outcome is ignored.
//! Loops over input that others wrote therefore need a counted bound of their own.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SendError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use futures::FutureExt;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::node::Body;
use crate::panics::panic_text;
use crate::{Context, FailureKind, NodeError, Outcome, State};

/// Stack of a body's thread in bytes. The memory is reserved, not used; bodies of debug builds nest
/// deeply.
const STACK: usize = 8 << 20;

/// The outcome of a body, or the kind and text of its failure.
pub(crate) type BodyResult<S> = Result<Outcome<S>, (FailureKind, String)>;

/// Message from the body's thread; the outer error is the text of a panic.
type ThreadMessage<S> = Result<Result<Outcome<S>, NodeError>, String>;

/// A running body. Dropping it abandons the body.
pub(crate) struct BodyThread<S: State> {
    sent: oneshot::Receiver<ThreadMessage<S>>,
    given_up: Arc<AtomicBool>,
}

impl<S: State> BodyThread<S> {
    /// Starts the body. Fails if the system has no thread left.
    pub fn start(body: Body<S>, state: Arc<S>, context: Context) -> std::io::Result<Self> {
        let (mut sender, sent) = oneshot::channel();
        let given_up = context.given_up();
        let executor = Handle::current();
        let run = move || {
            let body = AssertUnwindSafe(async { body(state, context).await }).catch_unwind();
            let ended = executor.block_on(async {
                tokio::select! {
                    ended = body => Some(ended.map_err(|panic| panic_text(&*panic))),
                    () = sender.closed() => None,
                }
            });
            if let Some(ended) = ended {
                // Sending fails if the body was abandoned at this moment; nobody needs the outcome.
                let _ = sender.send(ended);
            }
        };
        run_on_thread(Box::new(run))?;
        Ok(Self { sent, given_up })
    }

    /// Waits for the body, at most `limit`.
    pub async fn wait(mut self, limit: Duration) -> BodyResult<S> {
        match tokio::time::timeout(limit, &mut self.sent).await {
            Ok(Ok(Ok(Ok(outcome)))) => Ok(outcome),
            Ok(Ok(Ok(Err(error)))) => Err((FailureKind::Error, error.to_string())),
            Ok(Ok(Err(panic))) => Err((FailureKind::Panic, panic)),
            Ok(Err(_)) => {
                let text = "its thread ended without an outcome; report this".to_owned();
                Err((FailureKind::Panic, text))
            }
            Err(_) => {
                let text = format!("it took longer than {limit:?}; retry it or raise its limit");
                Err((FailureKind::Timeout, text))
            }
        }
    }
}

impl<S: State> Drop for BodyThread<S> {
    fn drop(&mut self) {
        self.given_up.store(true, Ordering::Relaxed);
    }
}

/// Work for a thread, after which the thread waits for the next.
type Job = Box<dyn FnOnce() + Send>;

/// Idle threads that wait for a job: starting a thread takes longer than most bodies do.
static IDLE_THREADS: Mutex<Vec<Sender<Job>>> = Mutex::new(Vec::new());

/// Largest number of idle threads; any further thread ends when its job is done.
const MAX_IDLE_THREADS: usize = 16;

fn idle_threads() -> MutexGuard<'static, Vec<Sender<Job>>> {
    IDLE_THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a job on an idle thread, or on a new one. Fails if the system has no thread left.
fn run_on_thread(job: Job) -> std::io::Result<()> {
    let free = idle_threads().pop();
    let job = match free {
        Some(thread) => match thread.send(job) {
            Ok(()) => return Ok(()),
            // The thread has ended; another is started.
            Err(SendError(job)) => job,
        },
        None => job,
    };
    let work = move || {
        let mut job = job;
        loop {
            job();
            let (sender, next) = channel();
            {
                let mut idle_threads = idle_threads();
                if idle_threads.len() >= MAX_IDLE_THREADS {
                    return;
                }
                idle_threads.push(sender);
            }
            match next.recv() {
                Ok(next) => job = next,
                Err(_) => return,
            }
        }
    };
    thread::Builder::new().name("node".to_owned()).stack_size(STACK).spawn(work).map(drop)
}
