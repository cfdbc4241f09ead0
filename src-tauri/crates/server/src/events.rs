//! The stream of desk events.

use std::convert::Infallible;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::Stream;
use futures::stream;
use tokio::sync::broadcast::error::RecvError;

use crate::Shared;

/// `GET /api/events`: the desk's events as server-sent events, one JSON object each.
pub(crate) async fn stream(
    State(shared): State<Shared>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = stream::unfold(shared.desk.events(), |mut receiver| async move {
        loop {
            match receiver.recv().await {
                Ok(event) => {
                    let Ok(event) = Event::default().json_data(&event) else { continue };
                    return Some((Ok(event), receiver));
                }
                // A slow page misses progress but no state, because it requests the state that it shows.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return None,
            }
        }
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}
