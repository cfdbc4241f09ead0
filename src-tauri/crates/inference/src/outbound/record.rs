use std::time::Duration;

use super::request::Method;

/// Record of an outbound call or attempt, for the audit log. It contains no key, no value of a query and
/// nothing of the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The HTTP method.
    pub method: Method,
    /// Host, with its port unless it is the default.
    pub host: String,
    /// Path with the names of query parameters.
    pub path: String,
    /// Number of the attempt, from 1; higher for retries.
    pub attempt: u32,
    /// HTTP status; `None` without an answer.
    pub status: Option<u16>,
    /// Size of the request's body in bytes.
    pub sent: u64,
    /// SHA-256 of the request's body in hexadecimal; `None` without a body.
    pub sha256: Option<String>,
    /// Received bytes of the answer's body.
    pub received: u64,
    /// Time from the start of the call to its last byte.
    pub duration: Duration,
    /// Description of the error; `None` for a success.
    pub problem: Option<&'static str>,
}
