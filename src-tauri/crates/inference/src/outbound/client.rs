use std::sync::{Arc, Once};
use std::time::Duration;

use reqwest::redirect;
use reqwest::{Client, NoProxy, Proxy};

use super::answer::Answer;
use super::attempt::Failure;
use super::pace::Pace;
use super::policy::Policy;
use super::record::Call;
use super::request::Request;
use super::retry::backoff;
use crate::{InferenceError, Refusal};

/// Limits of every call.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Time to connect.
    pub connect: Duration,
    /// Time until the last byte of an answer; does not apply to downloads.
    pub total: Duration,
    /// Time between two pieces of an answer.
    pub idle: Duration,
    /// Most attempts, including the first.
    pub attempts: u32,
    /// Waiting time before the first retry; doubles for each further one.
    pub backoff: Duration,
    /// Longest waiting time before a retry; if a service asks for more, there is no retry.
    pub longest_wait: Duration,
    /// Least time between two calls to one host.
    pub interval: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            total: Duration::from_secs(120),
            idle: Duration::from_secs(30),
            attempts: 4,
            backoff: Duration::from_millis(500),
            longest_wait: Duration::from_secs(60),
            interval: Duration::from_millis(200),
        }
    }
}

/// The client for all outbound calls.
#[derive(Clone)]
pub struct Outbound {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) policy: Policy,
    pub(super) limits: Limits,
    pub(super) http: Client,
    pub(super) pace: Pace,
    jitter: Box<dyn Fn() -> f64 + Send + Sync>,
    pub(super) record: Box<dyn Fn(&Call) + Send + Sync>,
}

impl Outbound {
    /// Makes a client with a policy. `jitter` returns a random number from 0 to 1 for each wait; `record` is
    /// called after every call.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when the proxy's address is invalid or the system's certificates cannot be
    /// read.
    pub fn new(
        policy: Policy,
        limits: Limits,
        jitter: impl Fn() -> f64 + Send + Sync + 'static,
        record: impl Fn(&Call) + Send + Sync + 'static,
    ) -> Result<Self, InferenceError> {
        install_tls();
        let refused = |problem: String| InferenceError::Refused {
            host: "outbound".into(),
            cause: Refusal::Connection,
            problem,
        };
        let mut builder = Client::builder()
            .user_agent(concat!("simui/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(limits.connect)
            .read_timeout(limits.idle)
            // Redirects are followed by our code, which checks the policy.
            .redirect(redirect::Policy::none())
            .referer(false)
            // Proxies of the environment are ignored; only an administrator sets one.
            .no_proxy();
        if let Some(address) = &policy.proxy {
            let proxy = Proxy::all(address).map_err(|error| {
                refused(format!(
                    "the proxy's address cannot be read ({error}); correct it in the settings"
                ))
            })?;
            builder =
                builder.proxy(proxy.no_proxy(NoProxy::from_string("localhost,127.0.0.0/8,::1")));
        }
        let http = builder.build().map_err(|error| {
            refused(format!("no client can be made ({error}); check the system's certificates"))
        })?;
        let pace = Pace::new(limits.interval);
        let (jitter, record) = (Box::new(jitter), Box::new(record));
        Ok(Self { inner: Arc::new(Inner { policy, limits, http, pace, jitter, record }) })
    }

    /// Checks that the policy allows a request, without sending it.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when it is not allowed.
    pub fn check(&self, request: &Request) -> Result<(), InferenceError> {
        self.inner.policy.check(&request.url)
    }

    /// Fetches a complete answer, with retries after temporary failures. Drop the future to cancel.
    ///
    /// # Errors
    /// [`InferenceError::Refused`], [`InferenceError::Unreachable`], [`InferenceError::Status`],
    /// [`InferenceError::Answer`].
    pub async fn fetch(&self, request: &Request) -> Result<Answer, InferenceError> {
        let limit = self.inner.limits.total;
        let mut attempt = 1;
        loop {
            let failure = match tokio::time::timeout(limit, self.fetch_once(request, attempt)).await
            {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(failure)) => failure,
                Err(_) => {
                    Failure::temporary(request.unreachable(format!("no whole answer in {limit:?}")))
                        .unless_sent(request)
                }
            };
            attempt = self.wait(request, attempt, failure).await?;
        }
    }

    /// Waits before a retry and returns the number of the next attempt, or the error if there is no further
    /// one.
    pub(super) async fn wait(
        &self,
        request: &Request,
        attempt: u32,
        failure: Failure,
    ) -> Result<u32, InferenceError> {
        let limits = &self.inner.limits;
        let next = attempt + 1;
        if !failure.temporary || next > limits.attempts {
            return Err(failure.error);
        }
        let wait = match failure.after {
            Some(asked) if asked > limits.longest_wait => return Err(failure.error),
            Some(asked) => asked,
            None => backoff(limits.backoff, limits.longest_wait, next, (self.inner.jitter)()),
        };
        tracing::info!(request = ?request, attempt = next, wait_ms = wait.as_millis(), "trying again");
        tokio::time::sleep(wait).await;
        Ok(next)
    }
}

/// Installs rustls with ring as the TLS provider of the process, unless one is installed.
fn install_tls() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}
