//! The menu of the window.

use tauri::App;
use tauri::menu::{MenuBuilder, SubmenuBuilder};

/// Installs the menu with the usual items of a desktop program, in Korean. The work itself is done in the
/// window.
pub fn install(app: &App) -> tauri::Result<()> {
    let file = SubmenuBuilder::new(app, "파일").close_window().quit().build()?;
    let edit = SubmenuBuilder::new(app, "편집")
        .undo()
        .redo()
        .separator()
        .cut()
        .copy()
        .paste()
        .select_all()
        .build()?;
    let menu = MenuBuilder::new(app).items(&[&file, &edit]).build()?;
    app.set_menu(menu)?;
    Ok(())
}
