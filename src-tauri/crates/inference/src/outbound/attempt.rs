//! Makes one attempt of a call: sends it, follows redirects, and records the outcome.

use std::time::{Duration, Instant};

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use reqwest::{Response, Url};

use super::answer::{Answer, excerpt};
use super::client::Outbound;
use super::policy::{is_loopback, place};
use super::record::Call;
use super::request::{Method, Request};
use super::retry::{is_temporary, retry_after};
use crate::InferenceError;
use crate::digest::Digest;

/// Error of an attempt, and whether a retry may succeed.
#[derive(Debug)]
pub(super) struct Failure {
    pub error: InferenceError,
    pub temporary: bool,
    /// Waiting time that the service asked for.
    pub after: Option<Duration>,
}

impl Failure {
    pub(super) fn temporary(error: InferenceError) -> Self {
        Self { error, temporary: true, after: None }
    }

    /// Forbids a retry of a request that the server may have acted on, unless it is repeatable.
    pub(super) fn unless_sent(self, request: &Request) -> Self {
        Self { temporary: self.temporary && request.repeatable, ..self }
    }
}

impl From<InferenceError> for Failure {
    fn from(error: InferenceError) -> Self {
        Self { error, temporary: false, after: None }
    }
}

/// Most redirects of one request.
const MOST_REDIRECTS: u32 = 5;

/// An answer whose header has arrived, with the record of its call.
pub(super) struct Started<'a> {
    pub response: Response,
    pub filing: Filing<'a>,
}

/// Records a call when it is dropped, also when its future is cancelled.
pub(super) struct Filing<'a> {
    outbound: &'a Outbound,
    begun: Instant,
    pub call: Call,
}

impl Drop for Filing<'_> {
    fn drop(&mut self) {
        self.call.duration = self.begun.elapsed();
        (self.outbound.inner.record)(&self.call);
    }
}

impl Filing<'_> {
    /// Notes an error in the record.
    pub(super) fn failed(&mut self, failure: impl Into<Failure>) -> Failure {
        let failure = failure.into();
        self.call.problem = Some(match &failure.error {
            InferenceError::Unreachable { .. } => "no whole answer",
            InferenceError::Status { .. } => "refused by the service",
            InferenceError::Answer { .. } => "not what was asked for",
            _ => "could not be kept",
        });
        failure
    }
}

impl Outbound {
    /// Makes one attempt to receive a complete answer.
    pub(super) async fn fetch_once(
        &self,
        request: &Request,
        attempt: u32,
    ) -> Result<Answer, Failure> {
        let Started { mut response, mut filing } =
            self.start(request, attempt, &HeaderMap::new()).await?;
        let content_type = content_type(&response);
        let mut body = Vec::new();
        let too_long = |length: u64| length > request.most_bytes;
        if response.content_length().is_some_and(too_long) {
            return Err(filing.failed(too_much(request)));
        }
        loop {
            match response.chunk().await {
                Ok(Some(piece)) => {
                    filing.call.received += piece.len() as u64;
                    body.extend_from_slice(&piece);
                    if too_long(body.len() as u64) {
                        return Err(filing.failed(too_much(request)));
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    let failure = Failure::temporary(broken(request, error)).unless_sent(request);
                    return Err(filing.failed(failure));
                }
            }
        }
        if let Err(error) = request.expect.check(request, &content_type, &body) {
            return Err(filing.failed(error));
        }
        Ok(Answer { status: response.status().as_u16(), content_type, body })
    }

    /// Sends a request and follows redirects until the header of a successful answer arrives.
    pub(super) async fn start(
        &self,
        request: &Request,
        attempt: u32,
        headers: &HeaderMap,
    ) -> Result<Started<'_>, Failure> {
        let mut url = request.address();
        for _ in 0..=MOST_REDIRECTS {
            self.inner.policy.check(&url)?;
            let started = self.send(request, attempt, &url, headers).await?;
            if !started.response.status().is_redirection() {
                return Ok(started);
            }
            let Started { response, mut filing } = started;
            url = match target(request, &url, &response) {
                Ok(next) => next,
                Err(error) => return Err(filing.failed(error)),
            };
        }
        Err(request.answer("it redirects without end; check the address").into())
    }

    async fn send(
        &self,
        request: &Request,
        attempt: u32,
        url: &Url,
        headers: &HeaderMap,
    ) -> Result<Started<'_>, Failure> {
        if !is_loopback(url) {
            self.inner.pace.turn(&place(url)).await;
        }
        let mut filing = self.filing(request, attempt);
        let mut builder = match request.method {
            Method::Get => self.inner.http.get(url.clone()),
            Method::Post => self
                .inner
                .http
                .post(url.clone())
                .header(CONTENT_TYPE, "application/json")
                .body(request.body.clone()),
        };
        builder = builder.header(ACCEPT, "*/*").headers(headers.clone());
        if let Some(key) = &request.bearer {
            let mut value =
                HeaderValue::from_str(&format!("Bearer {}", key.reveal())).map_err(|_| {
                    filing.failed(
                        request.answer("its key has characters that no key has; store it again"),
                    )
                })?;
            value.set_sensitive(true);
            builder = builder.header(AUTHORIZATION, value);
        }
        let response = match builder.send().await {
            Ok(response) => response,
            Err(error) => {
                let sent = !error.is_connect();
                let failure = Failure::temporary(broken(request, error));
                return Err(filing.failed(if sent {
                    failure.unless_sent(request)
                } else {
                    failure
                }));
            }
        };
        let status = response.status();
        filing.call.status = Some(status.as_u16());
        if status.is_success() || status.is_redirection() {
            return Ok(Started { response, filing });
        }
        let failure = refusal(request, response, &mut filing).await;
        Err(filing.failed(failure))
    }

    fn filing(&self, request: &Request, attempt: u32) -> Filing<'_> {
        let call = Call {
            method: request.method,
            host: request.host(),
            path: request.path(),
            attempt,
            status: None,
            sent: request.body.len() as u64,
            sha256: (!request.body.is_empty()).then(|| Digest::of(&request.body).to_string()),
            received: 0,
            duration: Duration::ZERO,
            problem: None,
        };
        Filing { outbound: self, begun: Instant::now(), call }
    }
}

pub(super) fn content_type(response: &Response) -> String {
    let value = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

/// Returns the target of a redirect: only to the same host, never from HTTPS to HTTP, never with a body.
fn target(request: &Request, from: &Url, response: &Response) -> Result<Url, InferenceError> {
    let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
    let Some(to) = location.and_then(|location| from.join(location).ok()) else {
        return Err(request.answer("it redirects to nowhere; check the address"));
    };
    if to.host_str() != from.host_str() || request.method == Method::Post {
        let problem = format!(
            "it redirects to {}, which is not followed; use that address if you trust it",
            place(&to)
        );
        return Err(request.answer(problem));
    }
    let port = |url: &Url| url.port_or_known_default();
    let upgraded = from.scheme() == "http" && to.scheme() == "https";
    if upgraded || (to.scheme() == from.scheme() && port(&to) == port(from)) {
        return Ok(to);
    }
    Err(request.answer("it redirects to another port or to plain HTTP, which is not followed"))
}

/// Makes the failure of an error status, with the beginning of the body.
async fn refusal(request: &Request, mut response: Response, filing: &mut Filing<'_>) -> Failure {
    let status = response.status().as_u16();
    let after = retry_after(response.headers());
    let mut body = Vec::new();
    while body.len() < 4096 {
        let Ok(Some(piece)) = response.chunk().await else { break };
        filing.call.received += piece.len() as u64;
        body.extend_from_slice(&piece);
    }
    let reply = request.mask(&excerpt(&body));
    let advice = match status {
        401 | 403 => "check the key",
        404 | 410 => "check the address",
        429 => "wait and try again",
        500.. => "the service has a fault; try again later",
        _ => "check the address and the request",
    };
    let error = InferenceError::Status {
        host: request.host(),
        path: request.path(),
        status,
        excerpt: if reply.is_empty() { reply } else { format!(": {reply:?}") },
        advice,
    };
    let temporary = is_temporary(status, request.repeatable);
    Failure { error, temporary, after }
}

fn too_much(request: &Request) -> InferenceError {
    request
        .answer(format!("its answer is longer than {} bytes; nothing was kept", request.most_bytes))
}

/// Converts a transport error without the address, which may contain a key.
pub(super) fn broken(request: &Request, error: reqwest::Error) -> InferenceError {
    let timeout = error.is_timeout();
    let connect = error.is_connect();
    let mut reason = error.without_url().to_string();
    let kind = match (connect, timeout) {
        (true, _) => "no connection",
        (false, true) => "no answer in time",
        (false, false) => "the answer broke off",
    };
    reason.truncate(reason.floor_char_boundary(160));
    request.unreachable(format!("{kind} ({reason})"))
}
