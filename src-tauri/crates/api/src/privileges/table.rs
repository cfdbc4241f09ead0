//! The table of operations: its rows, and how they are read from `privileges.toml`.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;
use simui_domain::Role;

use crate::ApiError;
use crate::faults::ErrorCode;

/// The part of the dispatcher ([`crate::Desk::call`]) that runs an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Area {
    /// Accounts and sessions.
    People,
    /// Advertisements and decisions.
    Cases,
    /// Pharmacists' questions, and extraction from texts.
    Counsel,
    /// Patients' records.
    Patients,
    /// Documents, law and search.
    Law,
    /// Outbound calls, keys and models.
    Outside,
    /// Rules, coverage, papers and the desk itself.
    Desk,
    /// Operations that only the command line has; the dispatcher does not run them.
    Shell,
}

/// Who may use an operation on a desk with passwords.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Who {
    /// Anybody, without signing in.
    Nobody,
    /// Accounts with one of these roles; never empty.
    Roles(Vec<Role>),
}

impl TryFrom<String> for Who {
    type Error = String;

    fn try_from(words: String) -> Result<Self, String> {
        if words == "nobody" {
            return Ok(Who::Nobody);
        }
        let role = |word: &str| match word {
            "reviewer" => Ok(Role::Reviewer),
            "pharmacist" => Ok(Role::Pharmacist),
            "administrator" => Ok(Role::Administrator),
            _ => Err(format!(
                "{word:?} is no role; use `nobody`, or some of reviewer, pharmacist, administrator"
            )),
        };
        let roles: Vec<Role> = words.split_whitespace().map(role).collect::<Result<_, _>>()?;
        match roles.is_empty() {
            true => Err("no role; use `nobody` for what needs none".to_owned()),
            false => Ok(Who::Roles(roles)),
        }
    }
}

/// One row: an operation and who may use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Privilege {
    /// The name of the operation in [`crate::Desk::call`].
    pub operation: String,
    /// The part of the dispatcher that runs it.
    pub area: Area,
    /// Who may use it.
    pub who: Who,
    /// Whether it is permitted only on one's own objects, except to administrators.
    pub own: bool,
    /// The commands of `simui` that run it, such as `review run`.
    pub commands: Vec<String>,
}

impl Privilege {
    /// Whether the role permits the operation on a desk with passwords. `None` stands for somebody who is not
    /// signed in.
    pub fn allows(&self, role: Option<Role>) -> bool {
        match (&self.who, role) {
            (Who::Nobody, _) => true,
            (Who::Roles(roles), Some(role)) => roles.contains(&role),
            (Who::Roles(_), None) => false,
        }
    }
}

/// A row as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    who: Who,
    #[serde(default)]
    own: bool,
    #[serde(default)]
    commands: Vec<String>,
    why: String,
}

/// The table of all operations.
#[derive(Debug)]
pub(crate) struct Privileges {
    rows: Vec<Privilege>,
    by_operation: HashMap<String, usize>,
    by_command: HashMap<String, usize>,
}

impl Privileges {
    /// Parses the table.
    ///
    /// # Errors
    /// [`ApiError::Invalid`]: with the line for a text of another form; with the name for an operation or
    /// command in two rows, or a row without a reason.
    pub fn parse(path: &str, text: &str) -> Result<Self, ApiError> {
        let areas: BTreeMap<Area, BTreeMap<String, Row>> =
            toml::from_str(text).map_err(|error| {
                let at = error.span().map_or(0, |span| span.start);
                let line = 1 + text.get(..at).unwrap_or(text).matches('\n').count();
                ApiError::invalid(
                    ErrorCode::DataDamaged,
                    &[("path", &path), ("line", &line)],
                    format!("{path}:{line}: {}", error.message().trim()),
                )
            })?;
        let mut table =
            Self { rows: Vec::new(), by_operation: HashMap::new(), by_command: HashMap::new() };
        for (area, rows) in areas {
            for (operation, Row { who, own, commands, why }) in rows {
                let refuse = |name: &str, problem: &str| {
                    Err(ApiError::invalid(
                        ErrorCode::Internal,
                        &[],
                        format!("{path}: {name}: {problem}"),
                    ))
                };
                if why.trim().is_empty() {
                    return refuse(&operation, "it has no reason; fill in `why`");
                }
                let index = table.rows.len();
                if table.by_operation.insert(operation.clone(), index).is_some() {
                    return refuse(&operation, "it stands in two sections; leave one row");
                }
                for command in &commands {
                    if table.by_command.insert(command.clone(), index).is_some() {
                        return refuse(command, "the command stands in two rows; leave one");
                    }
                }
                table.rows.push(Privilege { operation, area, who, own, commands });
            }
        }
        Ok(table)
    }

    /// Returns the program's own table.
    pub fn shipped() -> &'static Self {
        #[expect(clippy::expect_used, reason = "the file is built in, and a test reads it")]
        static SHIPPED: LazyLock<Privileges> = LazyLock::new(|| {
            Privileges::parse("privileges.toml", include_str!("privileges.toml"))
                .expect("privileges.toml is in its form")
        });
        &SHIPPED
    }

    /// Returns all rows.
    pub fn rows(&self) -> &[Privilege] {
        &self.rows
    }

    /// Returns the row of an operation.
    pub fn of_operation(&self, operation: &str) -> Option<&Privilege> {
        self.by_operation.get(operation).and_then(|&index| self.rows.get(index))
    }

    /// Returns the row of a command of `simui`.
    pub fn of_command(&self, command: &str) -> Option<&Privilege> {
        self.by_command.get(command).and_then(|&index| self.rows.get(index))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test stops at a surprise")]
    use super::*;

    #[test]
    fn a_table_that_is_not_in_its_form_is_refused_with_its_place() {
        let check = |text: &str, expected: &str| {
            let error = Privileges::parse("t.toml", text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        };
        let row = |who: &str, why: &str| format!("{{ who = {who:?}, why = {why:?} }}");
        check(&format!("[cases]\na = {}", row("chief", "w")), "t.toml:2: \"chief\" is no role");
        check(&format!("[cases]\na = {}", row("", "w")), "t.toml:2: no role");
        check(&format!("[cases]\na = {}", row("nobody", " ")), "a: it has no reason");
        check("[cases]\na = { who = \"nobody\" }", "t.toml:2: missing field `why`");
        check(&format!("[elsewhere]\na = {}", row("nobody", "w")), "t.toml:1: ");
        let twice = format!("[cases]\na = {0}\n[law]\na = {0}", row("nobody", "w"));
        check(&twice, "a: it stands in two sections");
        let command = "{ who = \"nobody\", why = \"w\", commands = [\"c d\"] }";
        check(&format!("[law]\na = {command}\nb = {command}"), "c d: the command stands in two");
    }

    #[test]
    fn the_programs_table_is_in_its_form() {
        let text = include_str!("privileges.toml");
        let table = Privileges::parse("privileges.toml", text).unwrap();
        assert_eq!(table.rows().len(), Privileges::shipped().rows().len());
        assert_eq!(table.of_command("review run").unwrap().operation, "submit");
        assert!(table.of_operation("set_password").unwrap().own);
    }
}
