//! Checks that the interface reaches the backend through one module and never turns text into markup.

use std::path::Path;

use regex::Regex;

use crate::tree::{self, assert_caught, assert_clean, assert_holds};

/// The only module that talks to the window's backend or to the loopback server.
const BACKEND: &str = "ui/src/lib/backend/";

fn backend(root: &Path) -> Vec<String> {
    search(
        root,
        r"@tauri-apps/|__TAURI|\bfetch\s*\(|\bXMLHttpRequest\b|\bnew\s+(EventSource|WebSocket)\b|\bsendBeacon\b",
        |path| path.starts_with("ui/src/") && !path.starts_with(BACKEND),
        "only ui/src/lib/backend may reach the backend",
    )
}

/// Finds text that becomes markup or code: advertisements, documents and models' answers are hostile.
fn markup(root: &Path) -> Vec<String> {
    search(
        root,
        r"\{@html\b|\b(inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b|\beval\s*\(|\bnew\s+Function\b",
        |path| path.starts_with("ui/src/"),
        "text is never made into markup or code",
    )
}

fn search(root: &Path, pattern: &str, applies: fn(&str) -> bool, why: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).expect("a valid pattern");
    let mut broken = Vec::new();
    for source in tree::sources(root) {
        if source.is_interface() && applies(&source.path) {
            for found in pattern.find_iter(&source.text) {
                broken.push(format!("{}: `{}`: {why}", source.at(found.start()), found.as_str()));
            }
        }
    }
    broken
}

#[test]
fn the_backend_is_reached_through_one_module() {
    assert_holds(backend);
    for text in [
        "import { invoke } from '@tauri-apps/api/core';",
        "await fetch('/queue')",
        "new EventSource(url)",
        "window.__TAURI_INTERNALS__",
    ] {
        assert_caught(backend, &[("ui/src/lib/Queue.svelte", text)], "Queue.svelte:1");
        assert_clean(backend, &[("ui/src/lib/backend/any.ts", text)]);
    }
    assert_clean(backend, &[("ui/src/lib/queue.ts", "prefetch(1); refetch(2)")]);
}

#[test]
fn text_is_never_made_into_markup() {
    assert_holds(markup);
    for text in
        ["<p>{@html ad.text}</p>", "node.innerHTML = text", "eval(text)", "new Function(text)"]
    {
        assert_caught(markup, &[("ui/src/lib/Ad.svelte", text)], "Ad.svelte:1");
    }
}
