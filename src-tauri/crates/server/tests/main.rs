//! Who may reach the loopback server, and its limits.

mod access;
mod common;
mod desk;
mod limits;
