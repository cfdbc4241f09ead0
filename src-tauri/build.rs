//! Passes icon, capabilities and configuration to the shell.

fn main() {
    tauri_build::build();
}
