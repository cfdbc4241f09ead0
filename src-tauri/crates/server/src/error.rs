//! Errors of starting the server.

use std::net::SocketAddr;

/// Errors of starting the server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use or may not be used.
    #[error(
        "cannot listen on {address}: {source}; choose another port with --port, or 0 for a free one"
    )]
    Listen {
        /// The requested address.
        address: SocketAddr,
        /// The operating system's reason.
        source: std::io::Error,
    },
}
