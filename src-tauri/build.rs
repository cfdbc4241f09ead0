//! Gives the shell its icon, capabilities and configuration.

fn main() {
    tauri_build::build();
}
