//! Who may use which operation. One table (`privileges.toml`) lists every operation with the roles it needs.
//! It is consulted once at each of the two entrances: [`Desk::call`] for the window and the server,
//! [`Desk::permit_command`] for the command line.
//!
//! The table applies on a *guarded* desk, where an account has a password. Without passwords nobody can prove
//! their identity, and the desk belongs to one person: everything is permitted. A password protects what goes
//! through the program. Whoever can read the data directory has the database as well; the README of
//! `simui-store` describes what protects it there.

mod enforce;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use table::{Area, Privileges};
