//! The window's only command. It delegates to `simui_api::Desk::call`.

use std::sync::Arc;

use serde_json::Value;
use simui_api::{Desk, ErrorBody};
use tauri::State;

/// Calls an operation by name; the error is its code, its parameters and a message for
/// engineers.
#[tauri::command]
pub async fn call(
    desk: State<'_, Arc<Desk>>,
    operation: String,
    request: Value,
) -> Result<Value, ErrorBody> {
    let desk = desk.inner().clone();
    let answer = desk.call(&operation, request).await;
    answer.map_err(|error| error.body())
}
