//! Placeholder while the index is being written.
fn main() {}
