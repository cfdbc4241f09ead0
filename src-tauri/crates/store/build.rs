//! Migrations are compiled in: a new file among them must rebuild this crate.
#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

fn main() {
    println!("cargo:rerun-if-changed=../../../migrations/sqlite");
}
