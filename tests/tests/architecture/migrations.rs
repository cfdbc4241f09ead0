//! Checks that a landed migration is never edited: existing databases were made by the old text.
//!
//! `tests/fixtures/migrations.sha256` holds their hashes, in the format of `sha256sum`. Add a new
//! migration with `(cd migrations && sha256sum sqlite/NNNN_name.sql) >>
//! tests/fixtures/migrations.sha256`. To change the schema, write the next migration.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;
use sha2::{Digest, Sha256};

use crate::tree::{self, assert_caught, assert_clean, assert_holds};

fn sealed(root: &Path) -> Vec<String> {
    let sources = tree::sources(root);
    let seals = sources.iter().find(|source| source.path == "tests/fixtures/migrations.sha256");
    let mut seals: BTreeMap<&str, &str> = seals
        .iter()
        .flat_map(|source| source.text.lines())
        .filter_map(|line| line.split_once("  ").map(|(seal, path)| (path, seal)))
        .collect();
    let mut broken = Vec::new();
    for source in &sources {
        let Some(path) = source.path.strip_prefix("migrations/") else { continue };
        let seal: String =
            Sha256::digest(&source.text).iter().map(|byte| format!("{byte:02x}")).collect();
        match seals.remove(path) {
            None => broken.push(format!("migrations/{path} is not sealed: see migrations.rs")),
            Some(old) if old != seal => {
                broken.push(format!(
                    "migrations/{path} was edited after it landed: write the next one"
                ));
            }
            Some(_) => {}
        }
    }
    broken.extend(seals.keys().map(|path| format!("migrations/{path} landed and is gone")));
    broken
}

/// Finds migrations whose names do not sort by their numbers, and numbers that are used twice.
fn numbered(root: &Path) -> Vec<String> {
    let pattern =
        Regex::new(r"^migrations/(\w+)/(\d{4})_[a-z0-9_]+\.sql$").expect("a valid pattern");
    let mut taken = BTreeMap::new();
    let mut broken = Vec::new();
    for source in tree::sources(root).iter().filter(|source| source.path.starts_with("migrations/"))
    {
        let Some(name) = pattern.captures(&source.path) else {
            broken.push(format!("{} is not named NNNN_what_it_does.sql", source.path));
            continue;
        };
        if let Some(other) =
            taken.insert((name[1].to_owned(), name[2].to_owned()), source.path.clone())
        {
            broken.push(format!("{} has the number of {other}", source.path));
        }
    }
    broken
}

#[test]
fn no_landed_migration_is_edited() {
    assert_holds(sealed);
    let (migration, seals) = ("migrations/sqlite/0001_a.sql", "tests/fixtures/migrations.sha256");
    let seal =
        "01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b  sqlite/0001_a.sql\n";
    assert_clean(sealed, &[(migration, "\n"), (seals, seal)]);
    assert_caught(sealed, &[(migration, "\n\n"), (seals, seal)], "edited");
    assert_caught(sealed, &[(migration, "\n"), (seals, "")], "not sealed");
    assert_caught(sealed, &[(seals, seal)], "gone");
}

#[test]
fn migrations_are_numbered() {
    assert_holds(numbered);
    assert_caught(numbered, &[("migrations/sqlite/corpus.sql", "")], "is not named");
    let twice = [("migrations/sqlite/0001_a.sql", ""), ("migrations/sqlite/0001_b.sql", "")];
    assert_caught(numbered, &twice, "has the number of");
}
