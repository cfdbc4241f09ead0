//! Who may use which operation. One table (`privileges.toml`) names every operation with the roles it needs, and it is asked
//! once at each of the two doors: [`Desk::call`] for the window and the server, [`Desk::permit_command`] for the command line.
//!
//! The table holds on a *guarded* desk, one where an account has a password. Without passwords nobody can prove who they are, and
//! the desk is one person's: everything is allowed. A password guards what goes through the program. Whoever may read the data
//! directory has the database, too; the README of `simui-store` says what protects it there.

mod enforce;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use enforce::role_name;
pub(crate) use table::{Area, Privileges};
