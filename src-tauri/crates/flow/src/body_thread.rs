//! Runs the body of a node on a thread of its own.
//!
//! A body may compute for a long time without awaiting anything. On a worker of the executor it would then hold up
//! every other run, request and timer of the process, its own time limit among them. On a thread of its own it holds
//! up nothing, and the engine fails its run when the limit is over.
//!
//! Rust cannot end a thread from outside. A body that is given up (time limit, cancellation, end of the driving future)
//! is dropped at its next `await`; one that computes sees [`Context::is_cancelled`], and one that never asks computes on
//! until it is done, its outcome unread. Loops over input that others wrote therefore need a counted bound of their own.

use std::any::Any;
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
use crate::{Context, FailureKind, NodeError, Outcome, State};

/// Bytes of stack of such a thread. Reserved, not used up: bodies of debug builds nest deeply.
const STACK: usize = 8 << 20;

/// What came of a body: its outcome, or how and why there is none.
pub(crate) type Ended<S> = Result<Outcome<S>, (FailureKind, String)>;

/// What the thread sends back; the outer error is the text of a panic.
type Sent<S> = Result<Result<Outcome<S>, NodeError>, String>;

/// A body that runs. Dropping it gives the body up.
pub(crate) struct BodyThread<S: State> {
    sent: oneshot::Receiver<Sent<S>>,
    given_up: Arc<AtomicBool>,
}

impl<S: State> BodyThread<S> {
    /// Starts the body. Errors: the system has no thread left.
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
                // Given up in this very moment: nobody wants it.
                let _ = sender.send(ended);
            }
        };
        run_on_thread(Box::new(run))?;
        Ok(Self { sent, given_up })
    }

    /// Waits for the body, at most `limit`.
    pub async fn wait(mut self, limit: Duration) -> Ended<S> {
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

/// What a thread does before it waits for the next.
type Job = Box<dyn FnOnce() + Send>;

/// Threads that wait for a job: starting one takes longer than most bodies do.
static WAITING: Mutex<Vec<Sender<Job>>> = Mutex::new(Vec::new());

/// So many wait; more end when their job is done.
const KEPT: usize = 16;

fn waiting() -> MutexGuard<'static, Vec<Sender<Job>>> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does a job on a thread that has nothing else to do. Errors: the system has no thread left.
fn run_on_thread(job: Job) -> std::io::Result<()> {
    let free = waiting().pop();
    let job = match free {
        Some(thread) => match thread.send(job) {
            Ok(()) => return Ok(()),
            // It ended; another is started.
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
                let mut waiting = waiting();
                if waiting.len() >= KEPT {
                    return;
                }
                waiting.push(sender);
            }
            match next.recv() {
                Ok(next) => job = next,
                Err(_) => return,
            }
        }
    };
    thread::Builder::new().name("node".to_owned()).stack_size(STACK).spawn(work).map(drop)
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("without words"))
}
