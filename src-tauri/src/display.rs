//! Prepares the display before the window opens.

/// Restarts the program on Linux with WebKit's DMA-BUF renderer off, because with it the window stays
/// blank on some machines. Setting a variable inside a running process is not safe in Rust.
#[cfg(target_os = "linux")]
pub fn prepare() -> std::io::Result<()> {
    use std::os::unix::process::CommandExt;

    const SETTING: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    if std::env::var_os(SETTING).is_some() {
        return Ok(());
    }
    let program = std::env::current_exe()?;
    // `exec` returns only if it failed.
    Err(std::process::Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(SETTING, "1")
        .exec())
}

/// Does nothing on other systems.
#[cfg(not(target_os = "linux"))]
pub fn prepare() -> std::io::Result<()> {
    Ok(())
}
