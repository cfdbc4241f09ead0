//! Checks the layers: a crate imports only crates to its right:
//! `shell|cli -> server -> api -> messages -> evaluate -> review|consult|coverage -> patient|pharmacy ->
//! clinical -> search -> inference|corpus -> store -> arithmetic|flow|korean -> domain`.

use std::path::Path;

use crate::manifests::{Dependency, Package, packages};
use crate::tree::{assert_caught, assert_clean, assert_holds};

/// The layers from right to left. Crates of one layer do not import each other. `cli` is left of `server`
/// because `simui serve` starts it. `packcheck` checks what the others made and imports none of them;
/// `tests` is the evaluation corpus, which tests of other crates read.
const LAYERS: [&[&str]; 13] = [
    &["domain", "packcheck", "tests"],
    &["arithmetic", "flow", "korean"],
    &["store"],
    &["corpus", "inference"],
    &["search"],
    &["clinical"],
    &["patient", "pharmacy"],
    &["review", "consult", "coverage"],
    &["evaluate"],
    &["messages"],
    &["api"],
    &["server"],
    &["cli", "shell"],
];

fn layer(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&folder))
}

fn order(root: &Path) -> Vec<String> {
    packages(root).iter().filter(|package| package.folder != "tests").flat_map(misplaced).collect()
}

fn misplaced(package: &Package) -> Vec<String> {
    let Package { folder, manifest, .. } = package;
    let Some(own) = layer(folder) else {
        return vec![format!("{manifest}: `{folder}` has no place in LAYERS (layers.rs)")];
    };
    let ours = |it: &Dependency| it.package.strip_prefix("simui-").map(str::to_owned);
    let allowed = |other: &str| match folder.as_str() {
        // The shell passes a request to `api` and returns the answer; it needs nothing below.
        "shell" => other == "api",
        _ => layer(other).is_some_and(|other| other < own),
    };
    let dependencies = package.dependencies.iter().filter_map(ours);
    dependencies
        .filter(|other| !allowed(other))
        .map(|other| format!("{manifest}: `{folder}` may not import `{other}`"))
        .collect()
}

#[test]
fn a_crate_imports_only_what_stands_to_its_right() {
    assert_holds(order);
    let flow = "src-tauri/crates/flow/Cargo.toml";
    assert_clean(order, &[(flow, "[dependencies]\nsimui-domain.workspace = true")]);
    assert_caught(order, &[(flow, "[dependencies]\nsimui-store.workspace = true")], "`store`");
    assert_caught(order, &[(flow, "[dev-dependencies]\nsimui-api = { path = \"x\" }")], "`api`");
    let renamed = "[target.'cfg(unix)'.dependencies]\nstorage = { package = \"simui-store\" }";
    assert_caught(order, &[(flow, renamed)], "`store`");
}

#[test]
fn crates_of_one_layer_do_not_import_each_other() {
    let review = "src-tauri/crates/review/Cargo.toml";
    assert_caught(order, &[(review, "[dependencies]\nsimui-consult = \"1\"")], "`consult`");
}

#[test]
fn the_shell_calls_only_the_api() {
    let shell = "src-tauri/Cargo.toml";
    assert_clean(order, &[(shell, "[dependencies]\nsimui-api = \"1\"\ntauri = \"2\"")]);
    assert_caught(order, &[(shell, "[dependencies]\nsimui-review = \"1\"")], "`review`");
}

#[test]
fn a_crate_without_a_place_is_refused() {
    assert_caught(order, &[("src-tauri/crates/extra/Cargo.toml", "")], "LAYERS");
}
