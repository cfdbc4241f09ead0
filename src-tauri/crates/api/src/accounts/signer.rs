//! Determines who signs an operation. Everything that is done in somebody's name passes through here.

use std::sync::PoisonError;

use jiff::SignedDuration;
use simui_domain::{Reviewer, Role};
use simui_store::{Account, AccountObstacle, StoreError};

use super::password;
use crate::desk::accounts::ProcessIdentity;
use crate::desk::sessions;
use crate::faults::ErrorCode;
use crate::types::PasswordText;
use crate::{ApiError, Desk};

impl Desk {
    /// Sets the password that proves the identity of signers in this process from now on.
    pub fn prove_with(&self, password: PasswordText) {
        let mut own = self.accounts.own.lock().unwrap_or_else(PoisonError::into_inner);
        *own = ProcessIdentity { password: Some(password), ..ProcessIdentity::default() };
    }

    /// Makes an account act for the rest of this process, after its identity is proven.
    pub(crate) async fn act_as(&self, name: &str) -> Result<(), ApiError> {
        let account = self.signing_account(name).await?;
        let mut own = self.accounts.own.lock().unwrap_or_else(PoisonError::into_inner);
        own.person = Some(account.reviewer.id);
        Ok(())
    }

    /// Returns the named reviewer, else the one who is signed in; `None` if neither is given, as on a desk
    /// without passwords.
    pub(crate) async fn named_or_acting(
        &self,
        reviewer: Option<&str>,
    ) -> Result<Option<Reviewer>, ApiError> {
        match reviewer {
            Some(name) => Ok(Some(self.signer(name).await?)),
            None => Ok(self.acting().await?.map(|account| account.reviewer)),
        }
    }

    /// Returns the account that acts: that of the request's session, else the one this process was started
    /// for.
    pub(crate) async fn acting(&self) -> Result<Option<Account>, ApiError> {
        if let Some(token) = sessions::current_session() {
            return self.signed_in(&token).await.map(Some);
        }
        let person = {
            let own = self.accounts.own.lock().unwrap_or_else(PoisonError::into_inner);
            own.person.clone()
        };
        match person {
            Some(id) => self.signing_account(id.as_str()).await.map(Some),
            None => Ok(None),
        }
    }

    /// Like [`Desk::acting`], for requests that a window makes by itself: does not extend a session, and
    /// returns `None` for one that has ended.
    pub(crate) async fn passive_account(&self) -> Result<Option<Account>, ApiError> {
        let Some(token) = sessions::current_session() else { return self.acting().await };
        let idle = self.session_idle().await?;
        let session = self.accounts.sessions.peek(&token, self.clock.now(), idle);
        let Some(session) = session else { return Ok(None) };
        let account = self.database.account(session.reviewer.as_str()).await?;
        let holds = account.disabled_at.is_none() && account.password == Some(session.password);
        Ok(holds.then_some(account))
    }

    /// Writes an audit entry that somebody read `subject`: only on a guarded desk, once for each session (or
    /// process) and subject.
    pub(crate) async fn audit_look(
        &self,
        actor: &str,
        action: &'static str,
        subject: &str,
    ) -> Result<(), ApiError> {
        if !self.database.is_guarded().await? {
            return Ok(());
        }
        let is_first = match sessions::current_session() {
            Some(token) => self.accounts.sessions.first_look(&token, subject),
            None => {
                let mut own = self.accounts.own.lock().unwrap_or_else(PoisonError::into_inner);
                own.looked_at.insert(subject.to_owned())
            }
        };
        if is_first {
            let details = serde_json::json!({});
            self.database.audit(self.clock.now(), actor, action, subject, details).await?;
        }
        Ok(())
    }

    /// Returns the person with this name or id after proving their identity, on a guarded desk by a password.
    pub(crate) async fn signer(&self, name: &str) -> Result<Reviewer, ApiError> {
        Ok(self.signing_account(name).await?.reviewer)
    }

    /// Returns id and name of the person who reads or changes patients' records: the named one, else the one
    /// who is signed in, else `system` on a desk without passwords.
    pub(crate) async fn patient_actor(
        &self,
        name: Option<&str>,
    ) -> Result<(String, String), ApiError> {
        let who = match name {
            Some(name) => self.signer(name).await?,
            None => match self.acting().await? {
                Some(account) => account.reviewer,
                None if self.database.is_guarded().await? => {
                    return Err(ApiError::sign_in(
                        ErrorCode::SignIn,
                        &[],
                        "patients: this desk has passwords; sign in, or give --as NAME with its password"
                        .to_owned(),
                    ));
                }
                None => return Ok(("system".to_owned(), "system".to_owned())),
            },
        };
        Ok((who.id.to_string(), who.name))
    }

    /// Like [`Desk::signer`]; an error when the person is not an administrator.
    pub(crate) async fn signing_administrator(&self, name: &str) -> Result<Reviewer, ApiError> {
        let account = self.signing_account(name).await?;
        match account.reviewer.role {
            Role::Administrator => Ok(account.reviewer),
            Role::Reviewer | Role::Pharmacist => {
                Err(StoreError::NotAdministrator(account.reviewer.name).into())
            }
        }
    }

    pub(super) async fn signing_account(&self, name: &str) -> Result<Account, ApiError> {
        let account = self.database.account(name).await?;
        if account.disabled_at.is_some() {
            let problem = AccountObstacle::Disabled;
            return Err(StoreError::Account { name: account.reviewer.name, problem }.into());
        }
        if let Some(token) = sessions::current_session() {
            let person = self.signed_in(&token).await?;
            return match person.reviewer.id == account.reviewer.id {
                true => Ok(account),
                false => Err(ApiError::sign_in(
                    ErrorCode::SignedInAsOther,
                    &[("name", &person.reviewer.name), ("signer", &account.reviewer.name)],
                    format!(
                        "{:?} is signed in and cannot sign as {:?}; sign as yourself, or sign out first",
                        person.reviewer.name, account.reviewer.name
                    ),
                )),
            };
        }
        let Some(revision) = account.password else {
            if self.database.is_guarded().await? {
                let name = account.reviewer.name;
                let problem = AccountObstacle::NoPassword;
                return Err(StoreError::Account { name, problem }.into());
            }
            return Ok(account);
        };
        self.proven(&account, revision).await?;
        Ok(account)
    }

    /// Returns the account of a session as it is now. An error when the session has ended.
    pub(super) async fn signed_in(&self, token: &str) -> Result<Account, ApiError> {
        let over = || {
            ApiError::sign_in(
                ErrorCode::SessionOver,
                &[],
                "the session is over; sign in again".to_owned(),
            )
        };
        let idle = self.session_idle().await?;
        let session = self.accounts.sessions.touch(token, self.clock.now(), idle);
        let session = session.ok_or_else(over)?;
        let account = self.database.account(session.reviewer.as_str()).await?;
        if account.disabled_at.is_some() || account.password != Some(session.password) {
            self.accounts.sessions.end(token);
            return Err(over());
        }
        Ok(account)
    }

    /// Returns how long a session lasts without use.
    async fn session_idle(&self) -> Result<SignedDuration, ApiError> {
        let minutes = self.work().await?.session_idle_minutes;
        Ok(SignedDuration::from_mins(i64::from(minutes)))
    }

    /// Checks that the password with which this process was started belongs to the account.
    async fn proven(&self, account: &Account, revision: u32) -> Result<(), ApiError> {
        let key = (account.reviewer.id.clone(), revision);
        let own = {
            let own = self.accounts.own.lock().unwrap_or_else(PoisonError::into_inner);
            if own.proven.contains(&key) {
                return Ok(());
            }
            own.password.clone()
        };
        let Some(own) = own else {
            return Err(ApiError::sign_in(
                ErrorCode::SignIn,
                &[],
                format!(
                    "{:?} has a password; sign in, or give it with --password-stdin or SIMUI_PASSWORD",
                    account.reviewer.name
                ),
            ));
        };
        self.check_password(account, &own).await?;
        let mut kept = self.accounts.own.lock().unwrap_or_else(PoisonError::into_inner);
        kept.proven.insert(key);
        Ok(())
    }

    /// Checks an account's password and returns its revision. A wrong one is counted and audited, and delays
    /// the next attempt.
    pub(super) async fn check_password(
        &self,
        account: &Account,
        given: &PasswordText,
    ) -> Result<u32, ApiError> {
        let Reviewer { id, name, .. } = &account.reviewer;
        let Some(begun) = self.database.begin_try(&self.clock, id).await? else {
            let name = name.clone();
            let problem = AccountObstacle::NothingToSignInWith;
            return Err(StoreError::Account { name, problem }.into());
        };
        if password::matches(given, begun.hash).await? {
            self.database.right_try(id).await?;
            return Ok(begun.revision);
        }
        let until = self.database.wrong_try(&self.clock, id).await?;
        let wait = until.map_or_else(String::new, |until| format!(", not before {until:.0}"));
        Err(ApiError::sign_in(
            ErrorCode::WrongPassword,
            &[("name", name)],
            format!("this is not the password of {name:?}; try again{wait}"),
        ))
    }
}
