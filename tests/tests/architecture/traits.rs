//! Checks that no trait has only one implementation.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;

use crate::tree::{self, assert_caught, assert_clean, assert_holds};

/// Traits that are allowed fewer than two implementations, each with the reason.
const EXCEPTIONS: [(&str, &str); 0] = [];

fn traits(root: &Path) -> Vec<String> {
    let declared =
        Regex::new(r"(?m)^\s*(?:pub(?:\([^)]*\))?\s+)?trait\s+(\w+)").expect("a valid pattern");
    let implemented =
        Regex::new(r"(?s)\bimpl\b[^{;]*?\b(\w+)(?:<[^{;]*?>)?\s+for\s").expect("a valid pattern");
    let sources = tree::sources(root);
    let rust = || sources.iter().filter(|source| source.is_rust());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for found in rust().flat_map(|source| implemented.captures_iter(&source.text)) {
        *counts.entry(found.get(1).map_or("", |name| name.as_str())).or_default() += 1;
    }
    let mut broken = Vec::new();
    for source in rust() {
        for found in declared.captures_iter(&source.text) {
            let name = &found[1];
            let count = counts.get(name).copied().unwrap_or(0);
            if count < 2 && !EXCEPTIONS.iter().any(|(except, _)| *except == name) {
                let start = found.get(1).map_or(0, |name| name.start());
                broken.push(format!(
                    "{}: trait `{name}` has {count} implementations",
                    source.at(start)
                ));
            }
        }
    }
    broken
}

#[test]
fn no_trait_has_one_implementation() {
    assert_holds(traits);
    let one = "pub trait Journal: Send {}\nimpl Journal for Ram {}\n";
    assert_caught(traits, &[("src-tauri/crates/flow/src/journal.rs", one)], "`Journal` has 1");
    let two = format!("{one}impl<T: Send> crate::Journal for Box<T> {{}}\n");
    assert_clean(traits, &[("src-tauri/crates/flow/src/journal.rs", &two)]);
}
