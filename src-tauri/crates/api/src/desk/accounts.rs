//! Who is signed in at an open desk, and whose process it is.

use std::collections::HashSet;
use std::sync::Mutex;

use simui_domain::ReviewerId;

use super::sessions::Sessions;
use crate::types::PasswordText;

/// State that the operations on accounts share.
#[derive(Default)]
pub(crate) struct Accounts {
    /// The sessions of this process.
    pub(crate) sessions: Sessions,
    /// The password and person with which this process was started.
    pub(crate) own: Mutex<ProcessIdentity>,
}

/// Identity of the person who started this process.
#[derive(Default)]
pub(crate) struct ProcessIdentity {
    pub(crate) password: Option<PasswordText>,
    /// Accounts whose password it is, each with the revision of that password, so that it is hashed only
    /// once.
    pub(crate) proven: HashSet<(ReviewerId, u32)>,
    /// The account that acts where an operation names none.
    pub(crate) person: Option<ReviewerId>,
    /// Subjects whose reading has been audited; each is audited once.
    pub(crate) looked_at: HashSet<String>,
}
