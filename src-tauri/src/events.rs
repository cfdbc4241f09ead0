//! Forwards desk events to the window.

use simui_api::Desk;
use tauri::{AppHandle, Emitter};
use tokio::sync::broadcast::error::RecvError;

use crate::notice;

/// Forwards the desk's events to the window.
pub fn forward(app: AppHandle, desk: &Desk) {
    let mut events = desk.events();
    tauri::async_runtime::spawn(async move {
        loop {
            match events.recv().await {
                // Sending fails only while the window closes.
                Ok(event) => {
                    notice::show(&app, &event);
                    drop(app.emit("desk", event));
                }
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            }
        }
    });
}
