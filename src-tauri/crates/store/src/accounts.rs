//! Accounts: who may sign, in which role, and for which kinds of violation they are an expert.

use jiff::Timestamp;
use serde_json::{Value, json};
use simui_domain::{Clock, Reviewer, ReviewerId, Role, ViolationKind};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use crate::audit::Entry;
use crate::columns::{from_word, stamp, time, word};
use crate::obstacle::AccountObstacle;
use crate::reviewers::reviewer_from;
use crate::write::Write;
use crate::{Database, StoreError};

/// An account with its state and workload.
#[derive(Debug, Clone, PartialEq)]
pub struct Account {
    /// Id, name and role of the person.
    pub reviewer: Reviewer,
    /// When the account was disabled; a disabled account may not sign.
    pub disabled_at: Option<Timestamp>,
    /// Revision of the password that the person must prove; `None` while the account has no password.
    pub password: Option<u32>,
    /// No password is checked before this moment, because too many wrong ones were entered.
    pub blocked_until: Option<Timestamp>,
    /// Kinds of violation that the person is an expert for.
    pub expert: Vec<ViolationKind>,
    /// Number of open cases assigned to the person.
    pub open_cases: u32,
}

const ACCOUNTS: &str = "SELECT r.id, r.name, r.role, r.disabled_at, p.revision, p.blocked_until, \
     (SELECT COUNT(*) FROM queue q WHERE q.assigned_to = r.id AND q.state = 'open') AS open_cases \
     FROM reviewers r LEFT JOIN passwords p ON p.reviewer_id = r.id \
     WHERE ?1 IS NULL OR r.id = ?1 ORDER BY r.name";

/// Active administrators that have a password.
const GUARDS: &str = "SELECT r.id FROM reviewers r JOIN passwords p ON p.reviewer_id = r.id \
     WHERE r.role = 'administrator' AND r.disabled_at IS NULL";

impl Database {
    /// All accounts, disabled ones included, ordered by name.
    pub async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.accounts_of(None).await
    }

    /// The account with this id or name.
    pub async fn account(&self, id_or_name: &str) -> Result<Account, StoreError> {
        let id = self.reviewer(id_or_name).await?.id;
        let found = self.accounts_of(Some(&id)).await?.pop();
        found.ok_or_else(|| StoreError::UnknownReviewer(id.to_string()))
    }

    async fn accounts_of(&self, one: Option<&ReviewerId>) -> Result<Vec<Account>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let rows =
            sqlx::query(ACCOUNTS).bind(one.map(ReviewerId::as_str)).fetch_all(&mut *reader).await?;
        let mut accounts = Vec::new();
        for row in &rows {
            accounts.push(account_from(row, &mut reader).await?);
        }
        Ok(accounts)
    }

    /// Whether any account, even a disabled one, has a password. If so, whoever acts must prove their
    /// own.
    pub async fn is_guarded(&self) -> Result<bool, StoreError> {
        let any = sqlx::query("SELECT 1 FROM passwords LIMIT 1");
        Ok(any.fetch_optional(&self.readers).await?.is_some())
    }

    /// Disables an account, or enables it again. Its signatures stay valid; its open cases are assigned
    /// to nobody and its claims are released.
    pub async fn set_disabled(
        &self,
        clock: &Clock,
        of: &ReviewerId,
        disabled: bool,
        by: &ReviewerId,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        sqlx::query("UPDATE reviewers SET disabled_at = ? WHERE id = ?")
            .bind(disabled.then(|| stamp(now)))
            .bind(of.as_str())
            .execute(&mut *write)
            .await?;
        if disabled {
            require_guard(&mut write, of).await?;
            sqlx::query("UPDATE queue SET assigned_to = NULL, assignment = '' WHERE assigned_to = ? AND state = 'open'")
                .bind(of.as_str())
                .execute(&mut *write)
                .await?;
            sqlx::query("UPDATE queue SET claimed_by = NULL, claimed_until = NULL WHERE claimed_by = ? AND state = 'open'")
                .bind(of.as_str())
                .execute(&mut *write)
                .await?;
        }
        let action = if disabled { "account_disabled" } else { "account_enabled" };
        audited(&mut write, now, by, action, of, json!({})).await?;
        write.commit().await
    }

    /// Changes the role of an account.
    pub async fn set_role(
        &self,
        clock: &Clock,
        of: &ReviewerId,
        role: Role,
        by: &ReviewerId,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        sqlx::query("UPDATE reviewers SET role = ? WHERE id = ?")
            .bind(word(&role)?)
            .bind(of.as_str())
            .execute(&mut *write)
            .await?;
        require_guard(&mut write, of).await?;
        audited(&mut write, now, by, "account_role", of, json!({ "role": role })).await?;
        write.commit().await
    }

    /// Sets the kinds of violation that an account is an expert for, in place of the earlier ones.
    pub async fn set_expertise(
        &self,
        clock: &Clock,
        of: &ReviewerId,
        kinds: &[ViolationKind],
        by: &ReviewerId,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        sqlx::query("DELETE FROM expertise WHERE reviewer_id = ?")
            .bind(of.as_str())
            .execute(&mut *write)
            .await?;
        for kind in kinds {
            sqlx::query(
                "INSERT INTO expertise (reviewer_id, kind) VALUES (?, ?) ON CONFLICT DO NOTHING",
            )
            .bind(of.as_str())
            .bind(word(kind)?)
            .execute(&mut *write)
            .await?;
        }
        audited(&mut write, now, by, "account_expertise", of, json!({ "kinds": kinds })).await?;
        write.commit().await
    }
}

/// Refuses a change that would leave a desk with passwords without an active administrator who has one.
async fn require_guard(write: &mut Write<'_>, changed: &ReviewerId) -> Result<(), StoreError> {
    let guarded = sqlx::query(GUARDS).fetch_optional(&mut **write).await?.is_some();
    let was_one = sqlx::query("SELECT 1 FROM passwords WHERE reviewer_id = ?")
        .bind(changed.as_str())
        .fetch_optional(&mut **write)
        .await?
        .is_some();
    if guarded || !was_one {
        return Ok(());
    }
    Err(StoreError::Account {
        name: changed.to_string(),
        problem: AccountObstacle::LastAdministrator,
    })
}

pub(crate) async fn audited(
    write: &mut Write<'_>,
    at: Timestamp,
    by: &ReviewerId,
    action: &'static str,
    of: &ReviewerId,
    details: Value,
) -> Result<(), StoreError> {
    write.audit(Entry { at, actor: by.as_str(), action, subject: of.as_str(), details }).await
}

async fn account_from(
    row: &SqliteRow,
    reader: &mut SqliteConnection,
) -> Result<Account, StoreError> {
    let reviewer = reviewer_from(row)?;
    let moment = |what, column: &str| {
        row.get::<Option<&str>, _>(column).map(|text| time(what, text)).transpose()
    };
    let kinds: Vec<String> = sqlx::query_scalar("SELECT kind FROM expertise WHERE reviewer_id = ?")
        .bind(reviewer.id.as_str())
        .fetch_all(reader)
        .await?;
    let mut expert = Vec::new();
    for kind in &kinds {
        expert.push(from_word::<ViolationKind>("expertise.kind", kind)?);
    }
    expert.sort();
    Ok(Account {
        reviewer,
        disabled_at: moment("reviewers.disabled_at", "disabled_at")?,
        password: row.get("revision"),
        blocked_until: moment("passwords.blocked_until", "blocked_until")?,
        expert,
        open_cases: row.get("open_cases"),
    })
}
