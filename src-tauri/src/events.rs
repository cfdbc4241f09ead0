use simui_api::Desk;
use tauri::{AppHandle, Emitter};
use tokio::sync::broadcast::error::RecvError;

use crate::notice;

/// Passes the desk's events on to the window.
pub fn forward(app: AppHandle, desk: &Desk) {
    let mut events = desk.events();
    tauri::async_runtime::spawn(async move {
        loop {
            match events.recv().await {
                // A window that is closing misses nothing it could still show.
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
