use std::net::SocketAddr;

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken or forbidden.
    #[error(
        "cannot listen on {address}: {source}; choose another port with --port, or 0 for a free one"
    )]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// The system's reason.
        source: std::io::Error,
    },
}
