//! Binds the rows that existed before there was a record log, or before the program bound their kind.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::json;
use sqlx::{Row, SqliteConnection};

use crate::anchor::Head;
use crate::audit::Entry;
use crate::columns::corrupt;
use crate::records::{
    Chain, Change, DEFINITION, GroupState, KINDS, Kind, append, definition, group_states,
};
use crate::{Database, StoreError};

impl Database {
    /// Binds existing rows that are not bound yet: on a new desk only its identity; on a desk of an
    /// earlier version everything, with an entry `records_bound` in the audit log; after the program
    /// learnt to bind more, the kinds concerned. Binds nothing if rows were bound before and the record
    /// log is missing or damaged, because verification must report that. The caller holds the setup lock.
    pub(crate) async fn bind_existing_rows(&self, new_id: &str) -> Result<(), StoreError> {
        let mut definitions = Vec::new();
        for kind in KINDS {
            // Without the key nothing can be bound; the desk can still be read.
            let Ok(definition) = definition(&self.anchor, kind) else { return Ok(()) };
            definitions.push((kind, definition));
        }
        let rows = sqlx::query("SELECT grp, digest FROM record_digests WHERE kind = ?")
            .bind(DEFINITION)
            .fetch_all(&self.readers)
            .await?;
        let known: HashMap<String, String> =
            rows.iter().map(|row| (row.get("grp"), row.get("digest"))).collect();
        if definitions.iter().all(|(kind, now)| known.get(kind.name) == Some(now)) {
            return Ok(());
        }
        let mut chain = Chain::default();
        let mut reader = self.readers.acquire().await?;
        let fault = chain.advance(&mut reader, &self.anchor).await?;
        drop(reader);
        if let Some(fault) = fault {
            tracing::error!(fault = fault.message, "the record log is damaged");
            return Ok(());
        }
        if !self.may_bind(&chain).await? {
            tracing::error!("the record log is gone; run `simui audit verify`");
            return Ok(());
        }
        let bound = |kind: &Kind, now: &str| {
            chain.last(DEFINITION, kind.name).is_some_and(|last| last.state.digest == now)
        };
        definitions.retain(|(kind, now)| !bound(kind, now));
        self.bind_kinds(&chain, &definitions, new_id).await
    }

    /// Whether it is legitimate that the record log lacks the definitions of some kinds.
    async fn may_bind(&self, chain: &Chain) -> Result<bool, StoreError> {
        if chain.seq > 0 {
            return Ok(true);
        }
        let before: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM audit_log WHERE records IS NOT NULL")
                .fetch_one(&self.readers)
                .await?;
        let anchored = self.anchor.heads().map(|heads| heads.records);
        Ok(before == 0 && matches!(anchored, Ok(None) | Ok(Some(Head { seq: 0, .. }))))
    }

    async fn bind_kinds(
        &self,
        chain: &Chain,
        kinds: &[(&'static Kind, String)],
        new_id: &str,
    ) -> Result<(), StoreError> {
        let mut write = self.write_durably().await?;
        sqlx::query(
            "INSERT INTO desk_identity (only_row, id) VALUES (1, ?) ON CONFLICT DO NOTHING",
        )
        .bind(new_id)
        .execute(&mut *write)
        .await?;
        let mut changes = Vec::new();
        let mut groups = 0;
        for (kind, definition) in kinds {
            let now = group_states(&mut write, &self.anchor, &[*kind], None).await?.into_kind(kind);
            groups += now.len();
            let gone = chain.groups(kind.name).filter(|group| !now.contains_key(*group));
            let gone: Vec<String> = gone.cloned().collect();
            changes.extend(gone.into_iter().map(|group| Change::new(kind.name, group, None)));
            let mut now: Vec<(String, GroupState)> = now.into_iter().collect();
            now.sort_by(|one, other| one.0.cmp(&other.0));
            changes
                .extend(now.into_iter().map(|(group, it)| Change::new(kind.name, group, Some(it))));
            let state = GroupState { digest: definition.clone(), rows: 0 };
            changes.push(Change::new(DEFINITION, kind.name.to_owned(), Some(state)));
        }
        // On a new desk the identity is the only group.
        if groups > 1 {
            let names: Vec<&str> = kinds.iter().map(|(kind, _)| kind.name).collect();
            let details = json!({ "kinds": names, "groups": groups });
            let at = migrated_at(&mut write).await?;
            write
                .audit(Entry {
                    at,
                    actor: "system",
                    action: "records_bound",
                    subject: "records",
                    details,
                })
                .await?;
        }
        let pending = write.pending().await?;
        let head = append(&mut write, &self.anchor, pending.ends.clone(), &changes).await?;
        write.commit_with(&pending, head).await
    }
}

/// Time of the last migration, as the database records it.
async fn migrated_at(tx: &mut SqliteConnection) -> Result<Timestamp, StoreError> {
    let text: String = sqlx::query_scalar(
        "SELECT replace(installed_on, ' ', 'T') || 'Z' FROM _sqlx_migrations \
         ORDER BY version DESC LIMIT 1",
    )
    .fetch_one(tx)
    .await?;
    text.parse().map_err(|_| corrupt("_sqlx_migrations.installed_on", &text))
}
