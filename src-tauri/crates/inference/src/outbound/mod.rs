//! The one way out of the machine: HTTP that a policy has to allow, with retries, a rate limit, bounds and a record of
//! every call. Without a policy only loopback is reached.

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
