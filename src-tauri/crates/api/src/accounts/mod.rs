//! Accounts: who may sign, and how a person proves their identity.
//!
//! On a desk without passwords an account signs by its name alone, which suits a single person. From the
//! first password on (an administrator's) the desk is *guarded*: whoever acts must prove their identity, in
//! the window and on the server by a session ([`Desk::sign_in`]), in a process that runs one command by the
//! password it was started with ([`Desk::prove_with`]). An account without a password can then do nothing
//! until an administrator sets one. [`crate::privileges`] defines what each role may do.

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
pub(crate) use sessions::{SESSION, take_session};

/// State that the operations of this folder share.
#[derive(Default)]
pub(crate) struct Accounts {
    /// The sessions of this process.
    sessions: sessions::Sessions,
    /// The password and person with which this process was started.
    own: Mutex<ProcessIdentity>,
}

/// Identity of the person who started this process.
#[derive(Default)]
struct ProcessIdentity {
    password: Option<PasswordText>,
    /// Accounts whose password it is, each with the revision of that password, so that it is hashed only
    /// once.
    proven: HashSet<(ReviewerId, u32)>,
    /// The account that acts where an operation names none.
    person: Option<ReviewerId>,
    /// Subjects whose reading has been audited; each is audited once.
    looked_at: HashSet<String>,
}
