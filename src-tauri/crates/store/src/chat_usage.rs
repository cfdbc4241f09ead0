//! Tokens that chat models use. They are reserved before a call, so that concurrent calls cannot spend a
//! budget twice.

use jiff::civil::Date;
use sqlx::Row;

use crate::{Database, StoreError};

/// Calls and tokens of one role on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatUsage {
    /// The role, for example `classification`.
    pub role: String,
    /// Number of calls, including those in progress.
    pub calls: u64,
    /// Number of tokens, including reserved ones.
    pub tokens: u64,
}

/// Budgets in tokens a day; `None` means no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChatBudget {
    /// Budget of the role.
    pub role: Option<u64>,
    /// Budget of all roles together.
    pub all: Option<u64>,
}

/// Outcome of a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reserved {
    /// The tokens are reserved.
    Granted,
    /// The role's budget does not suffice.
    RoleSpent,
    /// The budget of all roles does not suffice.
    AllSpent,
}

impl Database {
    /// Reserves tokens for one call if the budgets suffice.
    pub async fn reserve_chat_tokens(
        &self,
        day: Date,
        role: &str,
        tokens: u64,
        budget: ChatBudget,
    ) -> Result<Reserved, StoreError> {
        let mut write = self.write().await?;
        let row = sqlx::query(
            "SELECT COALESCE(SUM(tokens), 0) AS everyone, \
             COALESCE(SUM(CASE WHEN role = ? THEN tokens END), 0) AS own \
             FROM chat_usage WHERE day = ?",
        )
        .bind(role)
        .bind(day.to_string())
        .fetch_one(&mut *write)
        .await?;
        let taken = |name: &str| row.get::<i64, _>(name).unsigned_abs().saturating_add(tokens);
        if budget.role.is_some_and(|most| taken("own") > most) {
            return Ok(Reserved::RoleSpent);
        }
        if budget.all.is_some_and(|most| taken("everyone") > most) {
            return Ok(Reserved::AllSpent);
        }
        sqlx::query(
            "INSERT INTO chat_usage (day, role, calls, tokens) VALUES (?, ?, 1, ?) \
             ON CONFLICT (day, role) DO UPDATE SET calls = chat_usage.calls + 1, \
             tokens = chat_usage.tokens + excluded.tokens",
        )
        .bind(day.to_string())
        .bind(role)
        .bind(tokens.cast_signed())
        .execute(&mut *write)
        .await?;
        write.commit().await?;
        Ok(Reserved::Granted)
    }

    /// Replaces the tokens reserved for a call by those that it used.
    pub async fn settle_chat_tokens(
        &self,
        day: Date,
        role: &str,
        reserved: u64,
        taken: u64,
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        sqlx::query("UPDATE chat_usage SET tokens = tokens - ? + ? WHERE day = ? AND role = ?")
            .bind(reserved.cast_signed())
            .bind(taken.cast_signed())
            .bind(day.to_string())
            .bind(role)
            .execute(&mut *write)
            .await?;
        write.commit().await
    }

    /// Calls and tokens of a day, by role.
    pub async fn chat_usage(&self, day: Date) -> Result<Vec<ChatUsage>, StoreError> {
        let rows = sqlx::query("SELECT * FROM chat_usage WHERE day = ? ORDER BY role")
            .bind(day.to_string())
            .fetch_all(&self.readers)
            .await?;
        let usage = |row: &sqlx::sqlite::SqliteRow| ChatUsage {
            role: row.get("role"),
            calls: row.get::<i64, _>("calls").unsigned_abs(),
            tokens: row.get::<i64, _>("tokens").unsigned_abs(),
        };
        Ok(rows.iter().map(usage).collect())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use jiff::civil::date;

    use super::*;

    #[tokio::test]
    async fn a_budget_is_spent_once() {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(&dir.path().join("data")).await.unwrap();
        let (day, budget) = (date(2026, 11, 22), ChatBudget { role: Some(100), all: Some(150) });
        let reserve = async |role, tokens| {
            database.reserve_chat_tokens(day, role, tokens, budget).await.unwrap()
        };
        assert_eq!(reserve("drafting", 60).await, Reserved::Granted);
        assert_eq!(reserve("drafting", 60).await, Reserved::RoleSpent);
        assert_eq!(reserve("verification", 95).await, Reserved::AllSpent);
        database.settle_chat_tokens(day, "drafting", 60, 10).await.unwrap();
        assert_eq!(reserve("drafting", 60).await, Reserved::Granted);
        let used = database.chat_usage(day).await.unwrap();
        assert_eq!(used, [ChatUsage { role: "drafting".into(), calls: 2, tokens: 70 }]);
        let next = date(2026, 11, 23);
        let granted = database.reserve_chat_tokens(next, "drafting", 100, budget).await.unwrap();
        assert_eq!(granted, Reserved::Granted, "another day");
    }
}
