//! Checks that no name of a file or of an item in it contains `Manager`, `Helper`, `Util` or `Processor`.

use std::path::Path;

use regex::Regex;

use crate::tree::{self, assert_caught, assert_clean, assert_holds};

fn names(root: &Path) -> Vec<String> {
    let item = Regex::new(
        r"\b(?:struct|enum|trait|type|union|class|interface|mod|fn|function|const)\s+(\w+)",
    )
    .expect("a valid pattern");
    let mut broken = Vec::new();
    for source in
        tree::sources(root).iter().filter(|source| source.is_rust() || source.is_interface())
    {
        let stem = source.path.rsplit('/').next().and_then(|name| name.split('.').next());
        if stem.is_some_and(is_forbidden) {
            broken.push(format!("{}: name the file after what it holds", source.path));
        }
        for found in item.captures_iter(&source.text) {
            if is_forbidden(&found[1]) {
                let start = found.get(1).map_or(0, |name| name.start());
                broken.push(format!(
                    "{}: name `{}` after what it does",
                    source.at(start),
                    &found[1]
                ));
            }
        }
    }
    broken
}

/// Whether one of the words of an identifier (`snake_case`, `kebab-case` or `CamelCase`) is on the list.
fn is_forbidden(name: &str) -> bool {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            words.push(' ');
        }
        words.push(if c == '_' || c == '-' { ' ' } else { c.to_ascii_lowercase() });
    }
    words.split(' ').any(|word| {
        ["manager", "helper", "util", "processor"].contains(&word.strip_suffix('s').unwrap_or(word))
    })
}

#[test]
fn names_say_what_a_thing_is() {
    assert_holds(names);
    let bad = ["struct CaseManager;", "trait UtilSet {}", "mod helpers;", "fn text_processor() {}"];
    for text in bad {
        assert_caught(names, &[("src-tauri/crates/flow/src/lib.rs", text)], "lib.rs:1");
    }
    assert_caught(names, &[("ui/src/lib/date-utils.ts", "")], "name the file");
    assert_caught(names, &[("ui/src/lib/date.ts", "export class DateHelper {}")], "DateHelper");
    assert_clean(
        names,
        &[("src-tauri/crates/flow/src/lib.rs", "struct Utilisation; fn process() {}")],
    );
}
