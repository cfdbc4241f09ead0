//! Opens links of the web in the system's browser.

use std::process::{Command, Stdio};

use tauri::Url;

#[cfg(target_os = "linux")]
const OPENER: &[&str] = &["xdg-open"];
#[cfg(target_os = "macos")]
const OPENER: &[&str] = &["open"];
#[cfg(target_os = "windows")]
const OPENER: &[&str] = &["rundll32", "url.dll,FileProtocolHandler"];

/// Opens a page in the system's browser. No page of the web is shown in the desk's window.
pub fn open(url: &Url) {
    if url.scheme() != "https" {
        return;
    }
    let [program, arguments @ ..] = OPENER else { return };
    let mut command = Command::new(program);
    let command = command.args(arguments).arg(url.as_str());
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match quiet.spawn() {
        // The process must be waited for, or it would stay in the process table until the desk ends.
        Ok(mut opened) => drop(std::thread::spawn(move || opened.wait())),
        Err(error) => {
            tracing::warn!(%error, "no browser could be started; copy the address instead")
        }
    }
}
