//! The window's only command. It delegates to `simui_api::Desk::call`.

use std::sync::Arc;

use serde_json::{Value, json};
use simui_api::Desk;
use tauri::State;

/// Calls an operation by name; the error is `{"message": …, "code": …}`.
#[tauri::command]
pub async fn call(
    desk: State<'_, Arc<Desk>>,
    operation: String,
    request: Value,
) -> Result<Value, Value> {
    let desk = desk.inner().clone();
    let answer = desk.call(&operation, request).await;
    answer.map_err(|error| json!({ "message": error.to_string(), "code": error.code() }))
}
