//! People who may sign decisions.

use serde_json::json;
use simui_domain::{Clock, Reviewer, ReviewerId, Role};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::audit::Entry;
use crate::columns::{from_word, stamp, word};
use crate::obstacle::{AccountObstacle, NameFault};
use crate::write::Write;
use crate::{Database, StoreError};

/// Longest name of a reviewer, in characters.
const LONGEST_NAME: usize = 60;

impl Database {
    /// Adds a person who may sign decisions. Names are unique. `by` is the account that adds the person,
    /// if anybody is signed in.
    pub async fn add_reviewer(
        &self,
        clock: &Clock,
        name: &str,
        role: Role,
        by: Option<&ReviewerId>,
    ) -> Result<Reviewer, StoreError> {
        let name = name.trim();
        let refuse =
            |problem| StoreError::ReviewerName { name: name.chars().take(80).collect(), problem };
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(refuse(NameFault::Length));
        }
        if name.chars().any(char::is_control) {
            return Err(refuse(NameFault::Unprintable));
        }
        let reviewer = Reviewer { id: clock.new_id(), name: name.to_owned(), role };
        let now = clock.now();
        let mut write = self.write_durably().await?;
        let added = sqlx::query(
            "INSERT INTO reviewers (id, name, role, created_at) VALUES (?, ?, ?, ?) \
             ON CONFLICT (name) DO NOTHING",
        )
        .bind(reviewer.id.as_str())
        .bind(&reviewer.name)
        .bind(word(&role)?)
        .bind(stamp(now))
        .execute(&mut *write)
        .await?;
        if added.rows_affected() == 0 {
            return Err(refuse(NameFault::Taken));
        }
        write
            .audit(Entry {
                at: now,
                actor: by.map_or("system", ReviewerId::as_str),
                action: "reviewer_added",
                subject: reviewer.id.as_str(),
                details: json!({ "name": reviewer.name, "role": role }),
            })
            .await?;
        write.commit().await?;
        Ok(reviewer)
    }

    /// Every account that is not disabled, ordered by name.
    pub async fn reviewers(&self) -> Result<Vec<Reviewer>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, name, role FROM reviewers WHERE disabled_at IS NULL ORDER BY name",
        )
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(reviewer_from).collect()
    }

    /// The reviewer with this id or name.
    pub async fn reviewer(&self, id_or_name: &str) -> Result<Reviewer, StoreError> {
        // Ids are matched before names, so that nobody can impersonate another by choosing an id as a
        // name.
        let row = sqlx::query(
            "SELECT id, name, role FROM reviewers WHERE id = ?1 OR name = ?1 \
             ORDER BY CASE WHEN id = ?1 THEN 0 ELSE 1 END LIMIT 1",
        )
        .bind(id_or_name.trim())
        .fetch_optional(&self.readers)
        .await?;
        let unknown = || StoreError::UnknownReviewer(id_or_name.chars().take(80).collect());
        reviewer_from(&row.ok_or_else(unknown)?)
    }

    /// The reviewer with this id or name, who must be an administrator.
    pub async fn administrator(&self, id_or_name: &str) -> Result<Reviewer, StoreError> {
        let reviewer = self.reviewer(id_or_name).await?;
        match reviewer.role {
            Role::Administrator => Ok(reviewer),
            Role::Reviewer | Role::Pharmacist => Err(StoreError::NotAdministrator(reviewer.name)),
        }
    }
}

pub(crate) fn reviewer_from(row: &SqliteRow) -> Result<Reviewer, StoreError> {
    Ok(Reviewer {
        id: ReviewerId(row.get("id")),
        name: row.get("name"),
        role: from_word("reviewers.role", row.get("role"))?,
    })
}

/// The reviewer with this id, if they may sign; an error otherwise.
pub(crate) async fn decider(write: &mut Write<'_>, id: &str) -> Result<Reviewer, StoreError> {
    let row = sqlx::query("SELECT id, name, role, disabled_at FROM reviewers WHERE id = ?")
        .bind(id)
        .fetch_optional(&mut **write)
        .await?;
    let row = row.ok_or_else(|| StoreError::UnknownReviewer(id.chars().take(80).collect()))?;
    let reviewer = reviewer_from(&row)?;
    if row.get::<Option<&str>, _>("disabled_at").is_some() {
        let problem = AccountObstacle::Disabled;
        return Err(StoreError::Account { name: reviewer.name, problem });
    }
    match reviewer.role.may_decide() {
        true => Ok(reviewer),
        false => Err(StoreError::MayNotDecide { name: reviewer.name }),
    }
}
