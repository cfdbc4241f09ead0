//! Sign-in to a process that stays: the window and the server.

use serde_json::json;
use simui_store::{AccountObstacle, StoreError};

use crate::desk::sessions;
use crate::types::{SessionView, SignIn};
use crate::{ApiError, Desk};

impl Desk {
    /// Checks the password and begins a session. Its token is sent as `session` with every request that is
    /// signed.
    pub async fn sign_in(&self, request: SignIn) -> Result<SessionView, ApiError> {
        let account = self.database.account(&request.reviewer).await?;
        if account.disabled_at.is_some() {
            let problem = AccountObstacle::Disabled;
            return Err(StoreError::Account { name: account.reviewer.name, problem }.into());
        }
        let revision = self.check_password(&account, &request.password).await?;
        let reviewer = account.reviewer;
        let now = self.clock.now();
        let id = reviewer.id.as_str();
        self.database.audit(now, id, "signed_in", id, json!({})).await?;
        let session = self.accounts.sessions.begin(reviewer.id.clone(), revision, now);
        let idle_minutes = self.work().await?.session_idle_minutes;
        Ok(SessionView { session, reviewer, idle_minutes })
    }

    /// Ends the session of the request.
    pub async fn sign_out(&self) -> Result<(), ApiError> {
        let ended =
            sessions::current_session().and_then(|token| self.accounts.sessions.end(&token));
        if let Some(id) = ended {
            let (now, id) = (self.clock.now(), id.as_str());
            self.database.audit(now, id, "signed_out", id, json!({})).await?;
        }
        Ok(())
    }
}
