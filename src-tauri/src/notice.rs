use simui_api::types::DeskEvent;
use tauri::{AppHandle, Manager, UserAttentionType};

/// Says on the desktop that a case waits: the window asks for attention in the task bar, and nothing of what it is about can be
/// read there.
pub fn show(app: &AppHandle, event: &DeskEvent) {
    let (DeskEvent::CaseWaiting { .. }, Some(window)) = (event, app.get_webview_window("desk"))
    else {
        return;
    };
    if let Err(error) = window.request_user_attention(Some(UserAttentionType::Informational)) {
        tracing::warn!(%error, "the desktop shows no request for attention");
    }
}
