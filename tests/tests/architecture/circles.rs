//! Checks that imports inside a crate point one way: neither the modules of its root nor the
//! folders of one folder import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use regex::Regex;

use crate::determinism::product;
use crate::tree::{self, Source, assert_caught, assert_clean, assert_holds};

/// Path of a module from the root of its crate: `["query", "question"]` for
/// `src/query/question.rs`; empty for `lib.rs`.
type Module = Vec<String>;

/// The modules of a crate with their imports.
struct Modules<'a> {
    /// The file of each module.
    files: BTreeMap<Module, &'a Source>,
    /// Where a name that a module re-exports comes from.
    handed_on: BTreeMap<(Module, String), Module>,
}

fn segments(path: &str) -> Module {
    path.split("::").map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

fn below(parent: &[String], name: &str) -> Module {
    let mut module = parent.to_vec();
    module.push(name.to_owned());
    module
}

/// Returns the product code of a file without its line comments.
fn code(source: &Source) -> String {
    let line = |it: &str| it.split("//").next().unwrap_or_default().to_owned();
    product(&source.text).lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Expands a `use` tree into paths: `a::{b, c::{self, d as e}}` becomes `a::b`, `a::c` and
/// `a::c::d`.
fn expand(prefix: &[String], tree: &str, paths: &mut Vec<Module>) {
    let mut depth = 0;
    let parts = tree.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    for part in parts.map(str::trim).filter(|it| !it.is_empty()) {
        let mut path = prefix.to_vec();
        if let Some((head, rest)) = part.split_once('{') {
            path.extend(segments(head));
            expand(&path, rest.trim_end().trim_end_matches('}'), paths);
        } else {
            path.extend(segments(part.split(" as ").next().unwrap_or(part)));
            path.truncate(if path.ends_with(&["self".to_owned()]) && path.len() > 1 {
                path.len() - 1
            } else {
                path.len()
            });
            paths.push(path);
        }
    }
}

/// Returns the paths that a file imports or names in full, and whether it re-exports them.
fn paths(source: &Source) -> Vec<(Module, bool)> {
    let used = Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").expect("valid");
    let named = Regex::new(r"\b(?:crate|super|self)(?:::\w+)+").expect("a valid pattern");
    let code = code(source);
    let mut found = Vec::new();
    for import in used.captures_iter(&code) {
        let mut all = Vec::new();
        expand(&[], &import[2], &mut all);
        found.extend(all.into_iter().map(|it| (it, import.get(1).is_some())));
    }
    let rest = used.replace_all(&code, "");
    found.extend(named.find_iter(&rest).map(|it| (segments(it.as_str()), false)));
    found
}

impl<'a> Modules<'a> {
    fn new(sources: &'a [Source], folder: &str) -> Self {
        let mut files = BTreeMap::new();
        for source in sources.iter().filter(|it| it.is_rust()) {
            let Some(path) = source.path.strip_prefix(folder) else { continue };
            let mut module: Module =
                path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if module.iter().any(|it| it == "tests" || it.ends_with("_tests")) {
                continue;
            }
            if module.last().is_some_and(|it| ["mod", "lib", "main"].contains(&it.as_str())) {
                module.pop();
            }
            files.insert(module, source);
        }
        let mut modules = Self { files, handed_on: BTreeMap::new() };
        let mut handed_on = BTreeMap::new();
        for (module, source) in &modules.files {
            for (path, _) in paths(source).into_iter().filter(|(_, public)| *public) {
                if let Some(name) = path.last().cloned() {
                    handed_on.insert((module.clone(), name), path);
                }
            }
        }
        modules.handed_on = handed_on;
        modules
    }

    /// Returns the module that holds what a path names; `None` if that is in another crate.
    fn holder(&self, from: &Module, path: &[String], hops: usize) -> Option<Module> {
        let mut at = from.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => (at, rest) = (Vec::new(), &path[1..]),
            Some("self") => rest = &path[1..],
            Some("super") => {}
            Some(first) => {
                let child = below(from, first);
                self.files.get(&child)?;
            }
            None => return None,
        }
        while rest.first().is_some_and(|it| it == "super") {
            at.pop()?;
            rest = &rest[1..];
        }
        while let Some((name, behind)) = rest.split_first() {
            let child = below(&at, name);
            if self.files.contains_key(&child) {
                (at, rest) = (child, behind);
                continue;
            }
            let elsewhere = self.handed_on.get(&(at.clone(), name.clone())).filter(|_| hops > 0);
            return match elsewhere {
                Some(path) => self.holder(&at, &[path, behind].concat(), hops - 1),
                None => Some(at),
            };
        }
        Some(at)
    }

    /// Returns which siblings below `parent` import which, with the importing file.
    fn imports(&self, parent: &Module) -> BTreeMap<String, BTreeMap<String, String>> {
        let counts = |sibling: &str| {
            let folder = below(parent, sibling);
            parent.is_empty()
                || self.files.keys().any(|it| it.len() > folder.len() && it.starts_with(&folder))
        };
        let sibling = |module: &Module| {
            let name = module.get(parent.len())?;
            (module.starts_with(parent) && counts(name)).then(|| name.clone())
        };
        let mut imports: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (module, source) in &self.files {
            let Some(from) = sibling(module) else { continue };
            for (path, _) in paths(source) {
                let to = self.holder(module, &path, 8).as_ref().and_then(&sibling);
                if let Some(to) = to.filter(|it| *it != from) {
                    imports
                        .entry(from.clone())
                        .or_default()
                        .entry(to)
                        .or_insert_with(|| source.path.clone());
                }
            }
        }
        imports
    }
}

/// Returns the shortest path of imports from a module back to itself.
fn way_back(
    start: &str,
    imports: &BTreeMap<String, BTreeMap<String, String>>,
) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.to_owned()]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut next = Vec::new();
        for way in ways {
            for to in way.last().and_then(|it| imports.get(it)).into_iter().flat_map(|it| it.keys())
            {
                let longer = below(&way, to);
                if to == start {
                    return Some(longer);
                }
                if seen.insert(to.clone()) {
                    next.push(longer);
                }
            }
        }
        ways = next;
    }
    None
}

/// Returns the circles of a crate, each once.
fn circles_of(sources: &[Source], name: &str) -> Vec<String> {
    let folder = format!("src-tauri/crates/{name}/src/");
    let modules = Modules::new(sources, &folder);
    let parents: BTreeSet<Module> =
        modules.files.keys().flat_map(|it| (0..it.len()).map(|end| it[..end].to_vec())).collect();
    let mut found = Vec::new();
    for parent in parents {
        let imports = modules.imports(&parent);
        let mut reported = BTreeSet::new();
        for start in imports.keys() {
            let Some(way) = way_back(start, &imports).filter(|_| !reported.contains(start)) else {
                continue;
            };
            reported.extend(way.iter().cloned());
            let files: Vec<&str> =
                way.windows(2).map(|it| imports[&it[0]][&it[1]].as_str()).collect();
            let within = [&[name.to_owned()], parent.as_slice()].concat().join("/");
            found.push(format!("{within}: {} ({})", way.join(" -> "), files.join(", ")));
        }
    }
    found
}

fn crates(sources: &[Source]) -> BTreeSet<String> {
    let of = |source: &Source| {
        Some(source.path.strip_prefix("src-tauri/crates/")?.split_once("/src/")?.0.to_owned())
    };
    sources.iter().filter_map(of).collect()
}

fn circles(root: &Path) -> Vec<String> {
    let sources = tree::sources(root);
    crates(&sources).into_iter().flat_map(|name| circles_of(&sources, &name)).collect()
}

#[test]
fn imports_inside_a_crate_point_one_way() {
    assert_holds(circles);
    let lib = ("src-tauri/crates/x/src/lib.rs", "mod a;\nmod b;\npub use b::Late;\n");
    let a = "src-tauri/crates/x/src/a.rs";
    let b = "src-tauri/crates/x/src/b/mod.rs";
    let late =
        ("src-tauri/crates/x/src/b/late.rs", "use super::super::a::{One, two::Two as Three};");
    assert_clean(circles, &[lib, (a, "use std::fmt;\n// use crate::b::Late;"), late]);
    assert_clean(circles, &[lib, (a, "#[cfg(test)]\nmod tests { use crate::b; }"), late]);
    let circle = "x: a -> b -> a";
    assert_caught(
        circles,
        &[lib, (a, "use crate::b::late::Late;"), (b, "mod late;"), late],
        circle,
    );
    assert_caught(circles, &[lib, (a, "fn f(it: crate::b::Late) {}"), (b, ""), late], circle);
    assert_caught(circles, &[lib, (a, "use crate::Late;"), (b, "pub struct Late;"), late], circle);
}

#[test]
fn folders_of_one_folder_import_each_other_one_way() {
    let at = |path: &str| format!("src-tauri/crates/x/src/{path}");
    let (rows, head) = (at("table/rows/mod.rs"), at("table/rows/head.rs"));
    let grid = at("table/grid/mod.rs");
    let table = at("table/mod.rs");
    let files = [
        (table.as_str(), "mod grid;\nmod rows;"),
        (rows.as_str(), "mod head;\nuse super::grid::Grid;"),
        (head.as_str(), ""),
        (grid.as_str(), "mod atoms;"),
        (&at("table/grid/atoms.rs"), "use crate::table::rows::head::Head;"),
    ];
    assert_caught(circles, &files, "x/table: grid -> rows -> grid");
    assert_clean(circles, &files[..4]);
}
