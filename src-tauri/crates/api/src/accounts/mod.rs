//! Accounts: who may sign, and how they prove that it is they.
//!
//! On a desk without passwords an account signs by its name alone, as where one person works. From the moment an account has
//! one (the first is an administrator's) the desk is *guarded*: whoever acts must prove who they are, in the window and on the
//! server by a session ([`Desk::sign_in`]), in a process that runs one command by the password it was started with
//! ([`Desk::prove_with`]). An account without a password can then do nothing until an administrator gives it one. What each role
//! may do stands in [`crate::privileges`].

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
    /// Who acts in this process where an operation names nobody.
    person: Option<ReviewerId>,
    /// What they have looked at, each in the audit log once.
    looked_at: HashSet<String>,
}
