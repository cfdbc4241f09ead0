//! `simui`.
fn main() {}
