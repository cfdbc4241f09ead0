//! The running intake of advertisements, and the state of the watched folder.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use tokio::sync::Mutex as AsyncMutex;

use crate::faults::ErrorBody;

/// State that the intakes of a desk share.
#[derive(Default)]
pub(crate) struct Intake {
    /// Held by the intake that is running.
    pub(crate) turn: AsyncMutex<()>,
    pub(crate) cancelled: AtomicBool,
    /// Whether this process stays and watches the folder.
    pub(crate) watching: AtomicBool,
    /// Why the watched folder cannot be read; `None` when it can.
    pub(crate) watch_fault: Mutex<Option<ErrorBody>>,
    /// When the last desktop notification about a waiting case was sent.
    pub(crate) notified_at: Mutex<Option<jiff::Timestamp>>,
}
