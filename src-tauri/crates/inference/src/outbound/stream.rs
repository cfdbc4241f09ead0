use std::time::Duration;

use reqwest::header::HeaderMap;

use super::attempt::{Failure, Started, broken, content_type};
use super::client::Outbound;
use super::request::Request;
use crate::InferenceError;

/// What a streamed answer brings, in this order; a retry begins again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arriving<'a> {
    /// The head is there; what came before belongs to an attempt that failed.
    Begin {
        /// The header `Content-Type`; may be empty.
        content_type: &'a str,
    },
    /// The next bytes of the body, cut anywhere.
    Bytes(&'a [u8]),
    /// The body is over. An error here says that something is missing at its end.
    End,
}

/// Tells where an answer goes; says whether it wants more, or what is wrong with what came.
type Heard<'a> = dyn FnMut(Arriving<'_>) -> Result<bool, String> + Send + 'a;

impl Outbound {
    /// An answer as it arrives, within the bounds of [`Outbound::fetch`] and the request. Drop the future to cancel.
    ///
    /// # Errors
    /// Those of [`Outbound::fetch`].
    pub async fn stream(
        &self,
        request: &Request,
        heard: &mut Heard<'_>,
    ) -> Result<(), InferenceError> {
        let limit = self.inner.limits.whole;
        let mut attempt = 1;
        loop {
            let streamed = tokio::time::timeout(limit, self.streamed(request, attempt, heard));
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
        heard: &mut Heard<'_>,
    ) -> Result<(), Failure> {
        let Started { mut response, mut filing } =
            self.start(request, attempt, &HeaderMap::new()).await?;
        let content_type = content_type(&response);
        let wrong = |problem: String| Failure::from(request.answer(problem));
        let mut told = heard(Arriving::Begin { content_type: &content_type }).map_err(wrong);
        let mut received = 0_u64;
        while matches!(told, Ok(true)) {
            match response.chunk().await {
                Ok(Some(piece)) => {
                    received += piece.len() as u64;
                    filing.call.received = received;
                    told = match received > request.most_bytes {
                        true => Err(wrong(format!(
                            "its answer is longer than {} bytes; the rest was not read",
                            request.most_bytes
                        ))),
                        false => heard(Arriving::Bytes(&piece)).map_err(wrong),
                    };
                }
                Ok(None) => {
                    told = heard(Arriving::End).map(|_| false).map_err(|problem| {
                        Failure::temporary(request.unreachable(problem)).unless_sent(request)
                    });
                }
                Err(error) => {
                    told = Err(Failure::temporary(broken(request, error)).unless_sent(request));
                }
            }
        }
        told.map(|_| ()).map_err(|failure| filing.failed(failure))
    }
}

fn late(request: &Request, limit: Duration) -> Failure {
    let problem = format!("no whole answer in {limit:?}");
    Failure::temporary(request.unreachable(problem)).unless_sent(request)
}
