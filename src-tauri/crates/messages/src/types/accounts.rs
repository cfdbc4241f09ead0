//! Requests and responses of accounts, passwords and sessions.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::{Reviewer, Role, ViolationKind};
use ts_rs::TS;

/// A password in a request. `{:?}` prints asterisks, and it cannot be serialised.
#[derive(Clone, Deserialize, TS)]
#[serde(transparent)]
pub struct PasswordText(String);

impl PasswordText {
    /// Wraps a password as it was typed or piped in.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the text itself, for what stores or compares it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for PasswordText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("****")
    }
}

/// One account as the interface lists it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AccountView {
    /// The person who signs with the account.
    #[serde(flatten)]
    pub reviewer: Reviewer,
    /// Whether a password is set and has to be given.
    pub has_password: bool,
    /// When the account was disabled; absent for an account that may sign.
    #[ts(type = "string | null")]
    pub disabled_at: Option<Timestamp>,
    /// Until when passwords are refused unread, because too many were wrong.
    #[ts(type = "string | null")]
    pub blocked_until: Option<Timestamp>,
    /// Kinds of violation that the person is an expert for.
    pub expert: Vec<ViolationKind>,
    /// Number of open cases assigned to the account.
    pub open_cases: u32,
}

/// Adds an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NewAccount {
    /// The name that signs; unique.
    pub name: String,
    /// The role, which decides which operations are permitted.
    pub role: Role,
    /// Name or id of the administrator who adds it. Required once an administrator has a password.
    pub reviewer: Option<String>,
}

/// Sets or replaces the password of an account.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct SetPassword {
    /// Name or id of the account.
    pub account: String,
    /// The new password.
    pub password: PasswordText,
    /// The present password, for a person who changes their own in a session.
    #[serde(default)]
    pub current: Option<PasswordText>,
    /// Name or id of the person who sets it; the account itself when absent.
    pub reviewer: Option<String>,
}

/// Names an account and the administrator who changes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChangeAccount {
    /// Name or id of the account.
    pub account: String,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}

/// Gives an account another role.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SetRole {
    /// The account, and the administrator who signs.
    #[serde(flatten)]
    pub of: ChangeAccount,
    /// The new role.
    pub role: Role,
}

/// Sets the kinds of violation that an account is an expert for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExpertKinds {
    /// The account, and the administrator who signs.
    #[serde(flatten)]
    pub of: ChangeAccount,
    /// The complete list, which replaces the old one; empty for none.
    pub kinds: Vec<ViolationKind>,
}

/// Begins a session.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct SignIn {
    /// Name or id of the account.
    pub reviewer: String,
    /// The password of the account.
    pub password: PasswordText,
}

/// A session that began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SessionView {
    /// The token, sent as `session` with every request that is signed.
    pub session: String,
    /// The person who is signed in.
    pub reviewer: Reviewer,
    /// Minutes without a signed request after which the session ends.
    pub idle_minutes: u32,
}
