//! The shell: one window, its menu, one command. All work is done in `api`.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod display;
mod events;
mod links;
mod menu;
mod notice;
mod window;

use std::process::ExitCode;
use std::sync::Arc;

use simui_api::{Desk, OpenDesk};

fn main() -> ExitCode {
    if let Some(code) = simui_api::serve_as_child() {
        return code;
    }
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    display::prepare()?;
    let runtime = tokio::runtime::Runtime::new()?;
    tauri::async_runtime::set(runtime.handle().clone());
    let desk = Arc::new(runtime.block_on(Desk::open(OpenDesk::from_environment().resident()))?);
    runtime.block_on(async {
        desk.watch();
        desk.recover_in_background();
    });
    tauri::Builder::default()
        .manage(desk.clone())
        .invoke_handler(tauri::generate_handler![commands::call])
        .setup(move |app| {
            menu::install(app)?;
            window::open(app)?;
            events::forward(app.handle().clone(), &desk);
            Ok(())
        })
        .run(tauri::generate_context!())?;
    Ok(())
}
