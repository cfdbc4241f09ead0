//! The only HTTP client for outbound calls: a policy must allow each host, and every call is limited,
//! rate-limited, retried and recorded. Without a policy only loopback can be reached.

mod answer;
mod attempt;
mod client;
mod download;
mod pace;
mod policy;
mod record;
mod request;
mod retry;
mod secret;
mod stream;

pub use answer::{Answer, Expect};
pub use client::{Limits, Outbound};
pub use download::{Download, Progress};
pub use policy::Policy;
pub use record::Call;
pub use request::{Method, Request};
pub use secret::Secret;
pub use stream::Arriving;
