//! Limits on requests and connections.

use std::time::Duration;

use simui_api::types::LARGEST_RECORD;

/// Limits on what clients may use. [`Limits::default`] is for a browser on the same machine.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Largest number of concurrent connections; a further one waits until one ends.
    pub connections: usize,
    /// Longest time for the head of a request, from the opening of the connection or the end of its last
    /// answer.
    pub head_time: Duration,
    /// Largest head of a request in bytes.
    pub head_size: usize,
    /// Longest pause within a body.
    pub body_pause: Duration,
    /// Largest body of an operation in bytes. It is held in memory, several times while it is parsed.
    pub body_size: usize,
    /// Largest body of `import_patient` in bytes: the largest bundle, in which each quotation mark and end of
    /// line takes two bytes, since it is text within JSON.
    pub record_size: usize,
    /// Largest upload in bytes. It is written to the data directory while it arrives.
    pub upload_size: usize,
    /// Longest time for requests in progress once the server is told to stop.
    pub shutdown_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 128,
            head_time: Duration::from_secs(30),
            head_size: 64 << 10,
            body_pause: Duration::from_secs(30),
            body_size: 32 << 20,
            record_size: (2 * LARGEST_RECORD) + (1 << 20),
            upload_size: 256 << 20,
            shutdown_time: Duration::from_secs(10),
        }
    }
}
