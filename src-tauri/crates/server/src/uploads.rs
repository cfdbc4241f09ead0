//! Uploads, written to the data directory while they arrive.

use std::io;

use axum::RequestExt;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use futures::TryStreamExt;
use simui_api::ErrorCode;
use tokio_util::io::{StreamReader, SyncIoBridge};

use crate::Shared;
use crate::access::{refuse, refuse_with};
use crate::operations::carry_out;

/// `POST /api/import_uploads`: the operation of that name, whose files are written to the data directory
/// while the body arrives.
pub(crate) async fn import(State(shared): State<Shared>, request: Request) -> Response {
    let body = request.into_limited_body().into_data_stream().map_err(io::Error::other);
    let desk = shared.desk.clone();
    let received = tokio::task::spawn_blocking(move || {
        // Reads from within the runtime, on a thread that may block.
        desk.receive_upload(SyncIoBridge::new(Box::pin(StreamReader::new(body))))
    });
    let mut received = match received.await {
        Ok(Ok(received)) => received,
        Ok(Err(error)) => return refuse_with(StatusCode::UNPROCESSABLE_ENTITY, error.body()),
        Err(_) => {
            return refuse(
                StatusCode::INTERNAL_SERVER_ERROR,
                ErrorCode::UploadInterrupted,
                "the upload stopped, try again",
            );
        }
    };
    let request = received.request.take();
    // The files stay until the operation is done, even if the page has disconnected by then.
    carry_out(shared, "import_uploads".to_owned(), request, received).await
}
