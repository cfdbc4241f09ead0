//! `make types`: writes the TypeScript types and the words about errors that the interface uses.

use std::path::Path;

fn main() -> Result<(), ts_rs::ExportError> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src/lib");
    simui_api::typescript::write_types(&ui.join("backend/types"))?;
    simui_api::typescript::write_error_words(&ui.join("words"))
}
