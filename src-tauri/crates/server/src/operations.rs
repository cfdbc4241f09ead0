use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::Shared;
use crate::access::{refuse, refuse_with};

/// `POST /api/<operation>`: hands the request to `api` and its answer back.
///
/// The call runs as a task of its own: a browser that goes away does not cut a decision in half.
pub(crate) async fn call(
    State(shared): State<Shared>,
    Path(operation): Path<String>,
    Json(request): Json<Value>,
) -> Response {
    let desk = shared.desk.clone();
    let task = tokio::spawn(async move { desk.call(&operation, request).await });
    match task.await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(error)) => {
            refuse_with(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string(), error.code())
        }
        Err(_) => refuse(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the operation stopped unexpectedly; what was stored before stays, try again",
        ),
    }
}
