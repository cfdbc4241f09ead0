//! Reads Cargo manifests: the dependencies of each package, under the real names of the packages.

use std::path::Path;

use toml::{Table, Value};

use crate::tree::{self, Source, assert_caught, assert_holds};

/// A package of the workspace.
pub struct Package {
    /// Name of the folder of a crate (`domain`, …), `shell` for `src-tauri`, `tests` for the tests.
    pub folder: String,
    pub manifest: String,
    pub dependencies: Vec<Dependency>,
    table: Table,
}

pub struct Dependency {
    /// The package's real name, whatever the manifest calls it.
    pub package: String,
    /// Whether only tests and benchmarks use it.
    pub dev: bool,
}

/// Every package below the workspace root.
pub fn packages(root: &Path) -> Vec<Package> {
    let sources = tree::sources(root);
    let renames = sources.iter().find(|source| source.path == "Cargo.toml").map(renames);
    let manifest = |source: &&Source| source.path.ends_with("/Cargo.toml");
    sources
        .iter()
        .filter(manifest)
        .map(|source| package(source, renames.as_ref().unwrap_or(&Table::new())))
        .collect()
}

fn parse(source: &Source) -> Table {
    source.text.parse().unwrap_or_else(|error| panic!("{}: {error}", source.path))
}

/// The table `[workspace.dependencies]`, in which a dependency may rename its package.
fn renames(root: &Source) -> Table {
    let dependencies = parse(root).get("workspace").and_then(|it| it.get("dependencies")).cloned();
    dependencies.and_then(|table| table.as_table().cloned()).unwrap_or_default()
}

fn package(source: &Source, renames: &Table) -> Package {
    let folder = match source.path.trim_end_matches("/Cargo.toml") {
        "src-tauri" => "shell",
        other => other.trim_start_matches("src-tauri/crates/"),
    };
    let table = parse(source);
    let mut dependencies = Vec::new();
    collect(&table, renames, &mut dependencies);
    for target in table.get("target").and_then(Value::as_table).iter().flat_map(|it| it.values()) {
        collect(target.as_table().unwrap_or(&Table::new()), renames, &mut dependencies);
    }
    Package { folder: folder.into(), manifest: source.path.clone(), dependencies, table }
}

fn collect(table: &Table, renames: &Table, found: &mut Vec<Dependency>) {
    for section in ["dependencies", "build-dependencies", "dev-dependencies"] {
        for (name, value) in
            table.get(section).and_then(Value::as_table).iter().flat_map(|it| it.iter())
        {
            let inherited = value.get("workspace").and_then(Value::as_bool) == Some(true);
            let value = if inherited { renames.get(name).unwrap_or(value) } else { value };
            let package = value.get("package").and_then(Value::as_str).unwrap_or(name);
            found.push(Dependency { package: package.into(), dev: section == "dev-dependencies" });
        }
    }
}

/// Finds packages that do not take the workspace's lints or are not named after their folder.
fn lints_and_names(root: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    for package in packages(root) {
        let shared = package.table.get("lints").and_then(|it| it.get("workspace"));
        if shared.and_then(Value::as_bool) != Some(true) {
            broken.push(format!("{}: add `[lints] workspace = true`", package.manifest));
        }
        let expected = match package.folder.as_str() {
            "shell" => "simui-desk".into(),
            folder => format!("simui-{folder}"),
        };
        let name = package.table.get("package").and_then(|it| it.get("name"));
        if name.and_then(Value::as_str) != Some(&expected) {
            broken.push(format!("{}: the package is to be named {expected}", package.manifest));
        }
    }
    broken
}

#[test]
fn every_package_takes_the_lints_and_its_folders_name() {
    assert_holds(lints_and_names);
    let manifest = "src-tauri/crates/flow/Cargo.toml";
    assert_caught(lints_and_names, &[(manifest, "[package]\nname = \"simui-flow\"")], "lints");
    let named = "[package]\nname = \"engine\"\n[lints]\nworkspace = true";
    assert_caught(lints_and_names, &[(manifest, named)], "simui-flow");
}
