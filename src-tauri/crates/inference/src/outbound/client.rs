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
use crate::InferenceError;

/// Bounds of every call.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Until a connection stands.
    pub connect: Duration,
    /// Until the last byte of an answer; a download has no such bound, only `idle`.
    pub whole: Duration,
    /// Between two pieces of an answer.
    pub idle: Duration,
    /// Attempts, the first included.
    pub attempts: u32,
    /// Before the first retry; doubled before each further one.
    pub backoff: Duration,
    /// Longest wait before a retry; a service that asks for more is not tried again.
    pub longest_wait: Duration,
    /// Least time between two calls to one host.
    pub interval: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            whole: Duration::from_secs(120),
            idle: Duration::from_secs(30),
            attempts: 4,
            backoff: Duration::from_millis(500),
            longest_wait: Duration::from_secs(60),
            interval: Duration::from_millis(200),
        }
    }
}

/// The client that everything outbound goes through.
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
    /// A client under a policy. `jitter` gives a random number from 0 to 1 for each wait; `record` is told of every call.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when the policy's proxy is no address or the system's certificates cannot be read.
    pub fn new(
        policy: Policy,
        limits: Limits,
        jitter: impl Fn() -> f64 + Send + Sync + 'static,
        record: impl Fn(&Call) + Send + Sync + 'static,
    ) -> Result<Self, InferenceError> {
        install_tls();
        let refused =
            |problem: String| InferenceError::Refused { host: "outbound".into(), problem };
        let mut builder = Client::builder()
            .user_agent(concat!("simui/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(limits.connect)
            .read_timeout(limits.idle)
            // Redirects are followed by hand, where the policy is asked.
            .redirect(redirect::Policy::none())
            .referer(false)
            // The environment's proxies are not an administrator's decision.
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

    /// Whether the policy allows an address, without calling it.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when it does not.
    pub fn check(&self, request: &Request) -> Result<(), InferenceError> {
        self.inner.policy.check(&request.url)
    }

    /// The whole answer, retried where that makes sense. Drop the future to cancel.
    ///
    /// # Errors
    /// [`InferenceError::Refused`], [`InferenceError::Unreachable`], [`InferenceError::Status`],
    /// [`InferenceError::Answer`].
    pub async fn fetch(&self, request: &Request) -> Result<Answer, InferenceError> {
        let limit = self.inner.limits.whole;
        let mut attempt = 1;
        loop {
            let failure = match tokio::time::timeout(limit, self.whole(request, attempt)).await {
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

    /// Waits as a failure asks; the number of the next attempt, or the error when there is none.
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

/// TLS by rustls with ring, for the process; one that is there already stays.
fn install_tls() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}
