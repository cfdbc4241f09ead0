//! Rebuilds the crate when a migration is added: migrations are compiled in.
#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

fn main() {
    println!("cargo:rerun-if-changed=../../../migrations/sqlite");
}
