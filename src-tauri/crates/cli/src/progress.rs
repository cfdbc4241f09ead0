//! Long work at a terminal: progress bars, events of the desk, and Ctrl-C.

use std::future::Future;
use std::pin::pin;

use indicatif::{ProgressBar, ProgressStyle};
use simui_api::Desk;
use simui_api::types::DeskEvent;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;

/// Creates a progress bar on standard error, in the form of indicatif's templates.
pub fn bar(template: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Moves a bar to `done` of `all`.
pub fn advance(bar: &ProgressBar, done: usize, all: usize) {
    bar.set_length(all as u64);
    bar.set_position(done as u64);
}

/// Passes every event of the desk to `show` until the task is aborted.
pub fn watching(desk: &Desk, show: impl Fn(DeskEvent) + Send + 'static) -> JoinHandle<()> {
    let mut events = desk.events();
    tokio::spawn(async move {
        loop {
            match events.recv().await {
                Ok(event) => show(event),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => break,
            }
        }
    })
}

/// Waits for work. Ctrl-C calls `cancel`, and the work is then awaited to its end, so that its result is
/// recorded.
pub async fn cancelled_by_ctrl_c<T>(work: impl Future<Output = T>, cancel: impl Fn()) -> T {
    let mut work = pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            Ok(()) = tokio::signal::ctrl_c() => cancel(),
        }
    }
}
