//! Accounts and sessions.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::{Reviewer, Role, ViolationKind};
use ts_rs::TS;

/// A password on its way to be hashed or compared; it is not shown by `{:?}` and cannot be written out again.
#[derive(Clone, Deserialize, TS)]
#[serde(transparent)]
pub struct PasswordText(pub(crate) String);

impl PasswordText {
    /// A password as it was typed or piped in.
    pub fn new(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Debug for PasswordText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("****")
    }
}

/// One account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AccountView {
    /// Who signs with it.
    #[serde(flatten)]
    pub reviewer: Reviewer,
    /// They must prove that it is they.
    pub has_password: bool,
    /// Since when they may sign no more.
    #[ts(type = "string | null")]
    pub disabled_at: Option<Timestamp>,
    /// Until when no password is looked at: too many were wrong.
    #[ts(type = "string | null")]
    pub blocked_until: Option<Timestamp>,
    /// What they are an expert for.
    pub expert: Vec<ViolationKind>,
    /// Open cases given to them.
    pub open_cases: u32,
}

/// A new account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NewAccount {
    /// The name that signs; unique.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// The administrator who adds it: name or id. Needed once an administrator has a password.
    pub reviewer: Option<String>,
}

/// Sets a password.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct SetPassword {
    /// Whose: name or id.
    pub account: String,
    /// The new one.
    pub password: PasswordText,
    /// The present one, when one's own is changed in a session.
    #[serde(default)]
    pub current: Option<PasswordText>,
    /// Who sets it: name or id; the account itself when absent.
    pub reviewer: Option<String>,
}

/// What an administrator does to an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChangeAccount {
    /// Whose: name or id.
    pub account: String,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}

/// Gives an account another role.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SetRole {
    /// Whose, and who signs.
    #[serde(flatten)]
    pub of: ChangeAccount,
    /// The role.
    pub role: Role,
}

/// Says what an account is an expert for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExpertKinds {
    /// Whose, and who signs.
    #[serde(flatten)]
    pub of: ChangeAccount,
    /// All of it; nothing when empty.
    pub kinds: Vec<ViolationKind>,
}

/// Begins a session.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct SignIn {
    /// Who: name or id.
    pub reviewer: String,
    /// Their password.
    pub password: PasswordText,
}

/// A session that began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SessionView {
    /// Its token: goes as `session` with every request that they sign.
    pub session: String,
    /// Who is signed in.
    pub reviewer: Reviewer,
    /// It ends when nothing was signed for so long.
    pub idle_minutes: u32,
}
