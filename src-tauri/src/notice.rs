//! Asks for attention when a case starts to wait.

use simui_api::types::DeskEvent;
use tauri::{AppHandle, Manager, UserAttentionType};

/// Makes the window ask for attention in the task bar when a case starts to wait. Nothing about the case
/// is readable there.
pub fn show(app: &AppHandle, event: &DeskEvent) {
    let (DeskEvent::CaseWaiting { .. }, Some(window)) = (event, app.get_webview_window("desk"))
    else {
        return;
    };
    if let Err(error) = window.request_user_attention(Some(UserAttentionType::Informational)) {
        tracing::warn!(%error, "the desktop shows no request for attention");
    }
}
