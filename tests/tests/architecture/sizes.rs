//! Checks that no source file has more than 600 lines.

use std::path::Path;

use crate::tree::{self, assert_caught, assert_clean, assert_holds};

const MAX_LINES: usize = 600;

fn size(root: &Path) -> Vec<String> {
    tree::sources(root)
        .iter()
        .filter(|source| source.is_rust() || source.is_interface() || source.path.ends_with(".sh"))
        .filter(|source| source.lines() > MAX_LINES)
        .map(|source| {
            format!("{} has {} lines, more than {MAX_LINES}: split it", source.path, source.lines())
        })
        .collect()
}

#[test]
fn no_file_is_over_600_lines() {
    assert_holds(size);
    for path in ["src-tauri/crates/flow/src/engine.rs", "ui/src/App.svelte", "ui/src/a.ts"] {
        assert_caught(size, &[(path, &"\n".repeat(MAX_LINES + 1))], path);
        assert_clean(size, &[(path, &"\n".repeat(MAX_LINES))]);
    }
}
