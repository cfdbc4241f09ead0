use std::time::Duration;

use reqwest::header::HeaderMap;

use super::attempt::{Failure, Started, broken, content_type};
use super::client::Outbound;
use super::request::Request;
use crate::InferenceError;

/// Events of a streamed answer in this order; a retry starts again with `Begin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arriving<'a> {
    /// The header has arrived; earlier events belong to a failed attempt.
    Begin {
        /// The header `Content-Type`; may be empty.
        content_type: &'a str,
    },
    /// The next bytes of the body, split anywhere.
    Bytes(&'a [u8]),
    /// The body has ended. The receiver returns an error if it is incomplete.
    End,
}

/// Receiver of an answer: returns whether it wants more, or what is wrong with the answer.
type Receiver<'a> = dyn FnMut(Arriving<'_>) -> Result<bool, String> + Send + 'a;

impl Outbound {
    /// Passes an answer to `receive` as it arrives, within the limits of [`Outbound::fetch`] and the request.
    /// Drop the future to cancel.
    ///
    /// # Errors
    /// The errors of [`Outbound::fetch`].
    pub async fn stream(
        &self,
        request: &Request,
        receive: &mut Receiver<'_>,
    ) -> Result<(), InferenceError> {
        let limit = self.inner.limits.total;
        let mut attempt = 1;
        loop {
            let streamed = tokio::time::timeout(limit, self.streamed(request, attempt, receive));
            let failure = match streamed.await {
                Ok(Ok(())) => return Ok(()),
                Ok(Err(failure)) => failure,
                Err(_) => late(request, limit),
            };
            attempt = self.wait(request, attempt, failure).await?;
        }
    }

    async fn streamed(
        &self,
        request: &Request,
        attempt: u32,
        receive: &mut Receiver<'_>,
    ) -> Result<(), Failure> {
        let Started { mut response, mut filing } =
            self.start(request, attempt, &HeaderMap::new()).await?;
        let content_type = content_type(&response);
        let wrong = |problem: String| Failure::from(request.answer(problem));
        let mut outcome = receive(Arriving::Begin { content_type: &content_type }).map_err(wrong);
        let mut received = 0_u64;
        while matches!(outcome, Ok(true)) {
            match response.chunk().await {
                Ok(Some(piece)) => {
                    received += piece.len() as u64;
                    filing.call.received = received;
                    outcome = match received > request.most_bytes {
                        true => Err(wrong(format!(
                            "its answer is longer than {} bytes; the rest was not read",
                            request.most_bytes
                        ))),
                        false => receive(Arriving::Bytes(&piece)).map_err(wrong),
                    };
                }
                Ok(None) => {
                    outcome = receive(Arriving::End).map(|_| false).map_err(|problem| {
                        Failure::temporary(request.unreachable(problem)).unless_sent(request)
                    });
                }
                Err(error) => {
                    outcome = Err(Failure::temporary(broken(request, error)).unless_sent(request));
                }
            }
        }
        outcome.map(|_| ()).map_err(|failure| filing.failed(failure))
    }
}

fn late(request: &Request, limit: Duration) -> Failure {
    let problem = format!("no whole answer in {limit:?}");
    Failure::temporary(request.unreachable(problem)).unless_sent(request)
}
