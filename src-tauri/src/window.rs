//! Opens the window of the desk.

use tauri::webview::NewWindowResponse;
use tauri::{App, WebviewUrl, WebviewWindowBuilder};

use crate::links;

/// Opens the window.
pub fn open(app: &App) -> tauri::Result<()> {
    WebviewWindowBuilder::new(app, "desk", WebviewUrl::default())
        .title("심의 데스크")
        .inner_size(1440.0, 900.0)
        .min_inner_size(1024.0, 700.0)
        // Files dropped on the page of the corpora are handled by the page.
        .disable_drag_drop_handler()
        // Only a click on a link requests a new window.
        .on_new_window(|url, _| {
            links::open(&url);
            NewWindowResponse::Deny
        })
        .build()?;
    Ok(())
}
