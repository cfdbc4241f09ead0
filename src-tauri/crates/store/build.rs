//! Compiles the migrations in: writes a table of numbers, names and SQL, which `src/schema.rs` includes.
#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const FOLDER: &str = "../../../migrations/sqlite";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed={FOLDER}");
    let folder = Path::new(FOLDER).canonicalize()?;
    let paths = fs::read_dir(folder)?.map(|it| it.map(|it| it.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<io::Result<_>>()?;
    paths.sort();
    let mut table = String::from("[\n");
    for path in paths {
        let wrong = || io::Error::other(format!("{}: not NUMBER_NAME.sql", path.display()));
        let name = path.file_name().and_then(|it| it.to_str()).ok_or_else(wrong)?;
        let (number, name) =
            name.strip_suffix(".sql").and_then(|it| it.split_once('_')).ok_or_else(wrong)?;
        let number: i64 = number.parse().map_err(|_| wrong())?;
        let name = name.replace('_', " ");
        writeln!(table, "({number}, {name:?}, include_str!({path:?})),")
            .map_err(io::Error::other)?;
    }
    table += "]";
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("no OUT_DIR"))?;
    fs::write(Path::new(&out).join("migrations.rs"), table)
}
