//! Changes accounts: administrators change any, and everybody their own password.

use simui_domain::{Reviewer, Role};
use simui_store::{Account, AccountObstacle, StoreError};

use super::password;
use crate::desk::sessions;
use crate::faults::ErrorCode;
use crate::types::{
    AccountView, ChangeAccount, ExpertKinds, NewAccount, NewReviewer, SetPassword, SetRole,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists all accounts, disabled ones included.
    pub async fn accounts(&self) -> Result<Vec<AccountView>, ApiError> {
        Ok(self.database.accounts().await?.into_iter().map(view).collect())
    }

    /// Adds an account. On a guarded desk, an administrator has to sign.
    pub async fn add_account(&self, new: NewAccount) -> Result<AccountView, ApiError> {
        let by = match (&new.reviewer, self.acting().await?) {
            (Some(name), _) => Some(self.signing_administrator(name).await?.id),
            (None, Some(account)) => {
                Some(self.signing_administrator(account.reviewer.id.as_str()).await?.id)
            }
            (None, None) => {
                self.check_unguarded().await?;
                None
            }
        };
        let added =
            self.database.add_reviewer(&self.clock, &new.name, new.role, by.as_ref()).await?;
        Ok(view(self.database.account(added.id.as_str()).await?))
    }

    /// Registers a person who may sign decisions; on a guarded desk, signed by the administrator who is
    /// signed in.
    pub async fn add_reviewer(&self, new: NewReviewer) -> Result<Reviewer, ApiError> {
        let NewReviewer { name, role } = new;
        let added = self.add_account(NewAccount { name, role, reviewer: None }).await?;
        Ok(added.reviewer)
    }

    /// Sets a password: one's own, or another account's as an administrator. The first password of a desk
    /// must be an administrator's, so that a forgotten one can be replaced. After it, only an administrator
    /// sets the first password of any other account, so that nobody takes over an account without one.
    pub async fn set_password(&self, request: SetPassword) -> Result<AccountView, ApiError> {
        let account = self.database.account(&request.account).await?;
        let name = account.reviewer.name.clone();
        let refuse = |problem| Err(StoreError::Account { name, problem }.into());
        let guarded = self.database.is_guarded().await?;
        let is_administrator = account.reviewer.role == Role::Administrator;
        let by = match &request.reviewer {
            Some(by) => self.signing_account(by).await?,
            None => self.signing_account(account.reviewer.id.as_str()).await?,
        };
        if by.reviewer.id == account.reviewer.id {
            match account.password {
                // A session that somebody left unattended must not allow another person to change the
                // password.
                Some(_) if sessions::current_session().is_some() => match &request.current {
                    Some(current) => drop(self.check_password(&account, current).await?),
                    None => return refuse(AccountObstacle::PresentPasswordNeeded),
                },
                // On a guarded desk, whoever signs has a password already.
                None if !is_administrator => {
                    return refuse(AccountObstacle::NotFirst);
                }
                _ => {}
            }
        } else {
            self.signing_administrator(by.reviewer.id.as_str()).await?;
            if !guarded {
                return refuse(AccountObstacle::SomebodyElses);
            }
        }
        let hash = password::hash(&request.password).await?;
        self.database
            .set_password(&self.clock, &account.reviewer.id, &hash, &by.reviewer.id)
            .await?;
        Ok(view(self.database.account(account.reviewer.id.as_str()).await?))
    }

    /// Disables an account, so that it cannot sign, or enables it again.
    pub async fn disable_account(
        &self,
        change: ChangeAccount,
        disabled: bool,
    ) -> Result<AccountView, ApiError> {
        let (account, by) = self.account_and_signer(&change).await?;
        self.database.set_disabled(&self.clock, &account.reviewer.id, disabled, &by.id).await?;
        Ok(view(self.database.account(account.reviewer.id.as_str()).await?))
    }

    /// Gives an account another role.
    pub async fn set_role(&self, request: SetRole) -> Result<AccountView, ApiError> {
        let (account, by) = self.account_and_signer(&request.of).await?;
        self.database.set_role(&self.clock, &account.reviewer.id, request.role, &by.id).await?;
        Ok(view(self.database.account(account.reviewer.id.as_str()).await?))
    }

    /// Sets the kinds of violation that an account is an expert for; an empty list removes all.
    pub async fn set_expertise(&self, request: ExpertKinds) -> Result<AccountView, ApiError> {
        let (account, by) = self.account_and_signer(&request.of).await?;
        let Reviewer { id, name, role } = &account.reviewer;
        if !role.may_decide() {
            return Err(StoreError::MayNotDecide { name: name.clone() }.into());
        }
        self.database.set_expertise(&self.clock, id, &request.kinds, &by.id).await?;
        Ok(view(self.database.account(id.as_str()).await?))
    }

    async fn account_and_signer(
        &self,
        change: &ChangeAccount,
    ) -> Result<(Account, Reviewer), ApiError> {
        let by = self.signing_administrator(&change.reviewer).await?;
        Ok((self.database.account(&change.account).await?, by))
    }

    async fn check_unguarded(&self) -> Result<(), ApiError> {
        match self.database.is_guarded().await? {
            false => Ok(()),
            true => Err(ApiError::sign_in(
                ErrorCode::SignIn,
                &[],
                "accounts: this desk has passwords, so an administrator must sign; give --as ADMINISTRATOR with its password"
                .to_owned(),
            )),
        }
    }
}

fn view(account: Account) -> AccountView {
    AccountView {
        reviewer: account.reviewer,
        has_password: account.password.is_some(),
        disabled_at: account.disabled_at,
        blocked_until: account.blocked_until,
        expert: account.expert,
        open_cases: account.open_cases,
    }
}
