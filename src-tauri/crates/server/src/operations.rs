//! Operations of the desk as HTTP requests.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use simui_api::ErrorCode;

use crate::Shared;
use crate::access::{refuse, refuse_with};

/// `POST /api/<operation>`: passes the request to `api` and returns its answer.
pub(crate) async fn call(
    State(shared): State<Shared>,
    Path(operation): Path<String>,
    request: Result<Json<Value>, JsonRejection>,
) -> Response {
    call_named(shared, operation, request).await
}

/// `POST /api/import_patient`: the operation of that name, whose body may be larger than that of others.
pub(crate) async fn import_patient(
    State(shared): State<Shared>,
    request: Result<Json<Value>, JsonRejection>,
) -> Response {
    call_named(shared, "import_patient".to_owned(), request).await
}

async fn call_named(
    shared: Shared,
    operation: String,
    request: Result<Json<Value>, JsonRejection>,
) -> Response {
    match request {
        Ok(Json(request)) => carry_out(shared, operation, request, ()).await,
        Err(rejection) => {
            refuse(rejection.status(), ErrorCode::RequestMalformed, &rejection.body_text())
        }
    }
}

/// Runs an operation. `held`, which the operation needs, is dropped when it is done.
///
/// The call runs as a task of its own, so that a browser that disconnects does not interrupt a decision.
pub(crate) async fn carry_out(
    shared: Shared,
    operation: String,
    request: Value,
    held: impl Send + 'static,
) -> Response {
    let desk = shared.desk.clone();
    let task = tokio::spawn(async move {
        let answer = desk.call(&operation, request).await;
        drop(held);
        answer
    });
    match task.await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(error)) => refuse_with(StatusCode::UNPROCESSABLE_ENTITY, error.body()),
        Err(_) => refuse(
            StatusCode::INTERNAL_SERVER_ERROR,
            ErrorCode::ServerStopped,
            "the operation stopped unexpectedly; what was stored before stays, try again",
        ),
    }
}
