use std::time::Duration;

use super::request::Method;

/// One call that left the machine, or tried to: for the audit log. It carries no key, no value of a query and nothing of
/// what was answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// GET or POST.
    pub method: Method,
    /// Host, with its port where it is not the usual one.
    pub host: String,
    /// Path, with the names of query parameters.
    pub path: String,
    /// Counted from 1; more than 1 is a retry or a redirect.
    pub attempt: u32,
    /// The answer's status; none when there was no answer.
    pub status: Option<u16>,
    /// Bytes of body sent.
    pub sent: u64,
    /// SHA-256 of the body that was sent, hexadecimal; none without one.
    pub sha256: Option<String>,
    /// Bytes of body received.
    pub received: u64,
    /// From the beginning of the call to its last byte.
    pub duration: Duration,
    /// What went wrong, in our words; none when nothing did.
    pub problem: Option<&'static str>,
}
