//! Accounts: who may sign, and how they prove that it is they.
//!
//! An account without a password signs by its name alone, as on a desk that one person uses. One with a password must prove
//! it: in the window and on the server by a session ([`Desk::sign_in`]), in a process that runs one command by the password
//! it was started with ([`Desk::prove_with`]). From the moment an administrator has a password the desk is *guarded*: only
//! administrators with a password act as such.

mod manage;
mod password;
mod sessions;
mod sign_in;
mod signer;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Mutex;

use simui_domain::ReviewerId;

use crate::types::PasswordText;
pub(crate) use sessions::{SESSION, taken_from};

/// What the operations of this folder share.
#[derive(Default)]
pub(crate) struct Accounts {
    /// Who is signed in.
    sessions: sessions::Sessions,
    /// What this process was started with.
    own: Mutex<Own>,
}

/// The password of the one who started this process.
#[derive(Default)]
struct Own {
    password: Option<PasswordText>,
    /// Whose it was found to be, and which of theirs: it is not looked at again.
    proven: HashSet<(ReviewerId, u32)>,
}
