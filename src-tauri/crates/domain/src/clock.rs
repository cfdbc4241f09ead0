//! The source of time and ids that callers pass in.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use uuid::Uuid;

/// Source of time and of new ids. No library reads them from the machine: `api` passes the system's,
/// tests pass fixed ones.
#[derive(Clone)]
pub struct Clock {
    now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    new_id: Arc<dyn Fn(Timestamp) -> Uuid + Send + Sync>,
}

impl Clock {
    /// A clock from a source of time and a source of ids for a time (UUIDv7 in production).
    pub fn new(
        now: impl Fn() -> Timestamp + Send + Sync + 'static,
        new_id: impl Fn(Timestamp) -> Uuid + Send + Sync + 'static,
    ) -> Self {
        Self { now: Arc::new(now), new_id: Arc::new(new_id) }
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        (self.now)()
    }

    /// A new id that sorts after all earlier ones.
    pub fn new_id<T: From<Uuid>>(&self) -> T {
        T::from((self.new_id)(self.now()))
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}
