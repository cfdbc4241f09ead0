use std::time::Duration;

/// What one client may take of the server. [`Limits::default`] is for a browser on the same machine.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections at a time; a further one waits until one ends.
    pub connections: usize,
    /// How long the head of a request may take, from the moment a connection is open or its last answer is sent.
    pub head_time: Duration,
    /// The largest head of a request, in bytes.
    pub head_size: usize,
    /// How long a body may pause.
    pub body_pause: Duration,
    /// The largest body of an operation, in bytes. It is held in memory, several times over while it is understood.
    pub body_size: usize,
    /// The largest upload, in bytes. It goes to the data directory as it arrives.
    pub upload_size: usize,
    /// How long requests that are being answered may take once the server is to stop.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 128,
            head_time: Duration::from_secs(30),
            head_size: 64 << 10,
            body_pause: Duration::from_secs(30),
            body_size: 32 << 20,
            upload_size: 256 << 20,
            farewell: Duration::from_secs(10),
        }
    }
}
