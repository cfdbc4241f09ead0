//! Applies the table of operations to the caller.

use simui_domain::{ReviewerId, Role};

use super::table::{Privilege, Privileges, Who};
use crate::error::role_name;
use crate::faults::ErrorCode;
use crate::{ApiError, Desk};

impl Desk {
    /// Permits an operation to the account of the running call's session, or to the one for which this
    /// process was started.
    ///
    /// # Errors
    /// [`ApiError::SignIn`] when nobody is signed in, [`ApiError::NotPermitted`] when the role does not
    /// permit it.
    pub(crate) async fn permit(&self, privilege: &Privilege) -> Result<(), ApiError> {
        let Who::Roles(roles) = &privilege.who else { return Ok(()) };
        if !self.database.is_guarded().await? {
            return Ok(());
        }
        let Some(account) = self.acting().await? else {
            return Err(ApiError::sign_in(
                ErrorCode::SignIn,
                &[],
                format!(
                    "{}: this desk has passwords; sign in, or give --as NAME with its password",
                    privilege.operation
                ),
            ));
        };
        match privilege.allows(Some(account.reviewer.role)) {
            true => Ok(()),
            false => Err(ApiError::NotPermitted {
                operation: privilege.operation.clone(),
                name: account.reviewer.name,
                role: account.reviewer.role,
                needed: roles.iter().map(role_name).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// Permits a command of `simui`, such as `review run`, to the account named with `--as`. That person must
    /// prove their identity ([`Desk::prove_with`]) and acts for the rest of this process.
    ///
    /// # Errors
    /// Those of an operation that is not permitted, and [`ApiError::Missing`] for a command that the table
    /// does not contain.
    pub async fn permit_command(
        &self,
        command: &str,
        person: Option<&str>,
    ) -> Result<(), ApiError> {
        let privilege = Privileges::shipped().of_command(command).ok_or_else(|| {
            let remedy = "report this: the command is missing in privileges.toml";
            ApiError::Missing { what: "command", id: command.to_owned(), remedy }
        })?;
        if privilege.who == Who::Nobody {
            return Ok(());
        }
        if let Some(name) = person
            && self.database.is_guarded().await?
        {
            self.act_as(name).await?;
        }
        self.permit(privilege).await
    }

    /// Lists all commands of `simui` in the table.
    pub fn known_commands() -> Vec<&'static str> {
        let rows = Privileges::shipped().rows().iter();
        rows.flat_map(|row| row.commands.iter().map(String::as_str)).collect()
    }

    /// Lists the operations that the caller may use.
    pub(crate) async fn permitted_operations(&self) -> Result<Vec<String>, ApiError> {
        let guarded = self.database.is_guarded().await?;
        let role = match guarded {
            true => self.passive_account().await?.map(|account| account.reviewer.role),
            false => None,
        };
        let rows = Privileges::shipped().rows().iter();
        let permitted = rows.filter(|row| row.area != super::Area::Shell);
        let permitted = permitted.filter(|row| !guarded || row.allows(role));
        Ok(permitted.map(|row| row.operation.clone()).collect())
    }

    /// An error when the table permits an operation only on one's own objects, the object belongs to somebody
    /// else, and the caller is no administrator. `owner` is `None` for an object without an owner.
    pub(crate) async fn permit_own(
        &self,
        operation: &str,
        owner: Option<&ReviewerId>,
    ) -> Result<(), ApiError> {
        let of_own = Privileges::shipped().of_operation(operation).is_some_and(|row| row.own);
        if !of_own || !self.database.is_guarded().await? {
            return Ok(());
        }
        let Some(account) = self.acting().await? else {
            return Err(ApiError::sign_in(
                ErrorCode::SignIn,
                &[],
                format!("{operation}: this desk has passwords; sign in"),
            ));
        };
        let reviewer = account.reviewer;
        match reviewer.role == Role::Administrator || owner == Some(&reviewer.id) {
            true => Ok(()),
            false => Err(ApiError::NotPermitted {
                operation: operation.to_owned(),
                name: reviewer.name,
                role: reviewer.role,
                needed: "administrator, where it is not one's own".to_owned(),
            }),
        }
    }
}
