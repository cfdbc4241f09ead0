//! Checks the libraries that only one crate may depend on.

use std::path::Path;

use regex::Regex;

use crate::manifests::packages;
use crate::tree::{self, assert_caught, assert_clean, assert_holds};

/// Crate, what it owns, and the packages; a trailing `*` means every package with that beginning.
const OWNERS: [(&str, &str, &[&str]); 7] = [
    ("shell", "the window", &["tauri*", "wry", "tao"]),
    (
        "server",
        "an HTTP server",
        &["axum*", "actix-web", "hyper", "poem", "rocket", "tiny_http", "tower-http", "warp"],
    ),
    ("store", "the database", &["diesel", "libsqlite3-sys", "rusqlite", "sqlx*"]),
    ("search", "the indexes", &["tantivy*", "usearch"]),
    ("inference", "ONNX", &["ort*"]),
    ("inference", "llama.cpp", &["llama-cpp*"]),
    ("inference", "outbound HTTP", &["attohttpc", "curl", "isahc", "reqwest*", "surf", "ureq"]),
];

fn matches(pattern: &str, package: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => {
            package == start
                || package.strip_prefix(start).is_some_and(|rest| rest.starts_with('-'))
        }
        None => package == pattern,
    }
}

/// Finds product dependencies outside their owner. Dependencies of tests are free, because they do not
/// ship.
fn dependencies(root: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    for package in packages(root) {
        for dependency in package.dependencies.iter().filter(|it| !it.dev) {
            for (owner, what, patterns) in OWNERS {
                let theirs = patterns.iter().any(|pattern| matches(pattern, &dependency.package));
                if theirs && package.folder != owner {
                    broken.push(format!(
                        "{}: `{}` is {what} and belongs to `{owner}` alone",
                        package.manifest, dependency.package
                    ));
                }
            }
        }
    }
    broken
}

/// Finds crates that re-export their library, which would bypass the rule on dependencies.
fn reexports(root: &Path) -> Vec<String> {
    let pattern = Regex::new(
        r"(?m)^\s*pub use (tauri|axum|hyper|sqlx|tantivy|usearch|ort|llama_cpp_2|reqwest)\b",
    )
    .expect("a valid pattern");
    let mut broken = Vec::new();
    for source in tree::sources(root).iter().filter(|source| source.is_rust()) {
        for found in pattern.captures_iter(&source.text) {
            let start = found.get(1).map_or(0, |library| library.start());
            broken.push(format!("{}: `{}` must not be re-exported", source.at(start), &found[1]));
        }
    }
    broken
}

#[test]
fn each_heavy_library_belongs_to_one_crate() {
    assert_holds(dependencies);
    for (folder, line) in [
        ("src-tauri/crates/api", "tauri = \"2\""),
        ("src-tauri/crates/api", "tauri-plugin-dialog = \"2\""),
        ("src-tauri/crates/cli", "axum.workspace = true"),
        ("src-tauri/crates/review", "db = { package = \"sqlx\", version = \"0.9\" }"),
        ("src-tauri/crates/review", "tantivy = \"0.27\""),
        ("src-tauri/crates/search", "ort = \"2\""),
        ("src-tauri/crates/corpus", "reqwest = \"0.13\""),
        ("src-tauri/crates/api", "llama-cpp-2 = \"0.1\""),
    ] {
        let manifest = format!("{folder}/Cargo.toml");
        let table = format!("[dependencies]\n{line}");
        assert_caught(dependencies, &[(&manifest, &table)], "alone");
    }
    let renamed = [
        ("Cargo.toml", "[workspace.dependencies]\nweb = { package = \"axum\", version = \"0.8\" }"),
        ("src-tauri/crates/cli/Cargo.toml", "[dependencies]\nweb.workspace = true"),
    ];
    assert_caught(dependencies, &renamed, "`axum`");
    let own =
        [("src-tauri/crates/store/Cargo.toml", "[dependencies]\nsqlx = \"0.9\"\nsortable = \"1\"")];
    assert_clean(dependencies, &own);
}

#[test]
fn no_crate_hands_its_library_on() {
    assert_holds(reexports);
    let file = "src-tauri/crates/store/src/lib.rs";
    assert_caught(reexports, &[(file, "//! Store.\npub use sqlx::SqlitePool;")], "lib.rs:2");
}
