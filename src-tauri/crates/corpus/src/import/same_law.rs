//! Combines a law from two sources: a file saved by a user has no 법령ID, and a file from the service of
//! law.go.kr has one.

use jiff::Timestamp;
use simui_domain::{Document, DocumentKind};
use simui_store::{Database, StoreError};

use crate::statute::{are_of_one_kind, is_by_name};

/// How to proceed with a law that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// Store it under its key.
    Store,
    /// This version is already stored with its 법령ID. The version from the service is kept.
    Stored,
}

/// Groups the versions of a law. A law without a 법령ID gets that of a stored law with the same title and
/// number, or with the same title if titles are unique. A law with a 법령ID passes it on to stored versions
/// that had none.
pub(super) async fn settle(
    document: &mut Document,
    database: &Database,
    now: Timestamp,
) -> Result<Settled, StoreError> {
    if document.kind != DocumentKind::Statute || document.digest {
        return Ok(Settled::Store);
    }
    let titled = database.documents_titled(document.kind, &document.title).await?;
    let is_version = |stored: &&Document| {
        stored.version == document.version && stored.promulgated_on == document.promulgated_on
    };
    let is_same = |stored: &&Document| {
        !stored.digest
            && (is_version(stored) || are_of_one_kind(&stored.version, &document.version))
    };
    if is_by_name(&document.source_key) {
        let known = || titled.iter().filter(|it| !is_by_name(&it.source_key)).filter(is_same);
        let Some(law) = known().find(is_version).or_else(|| known().next()) else {
            return Ok(Settled::Store);
        };
        // If two laws have the same title, only the number shows which one is meant.
        if !is_version(&law) && known().any(|it| it.source_key != law.source_key) {
            return Ok(Settled::Store);
        }
        let is_stored = |stored: &Document| {
            stored.source_key == law.source_key
                && stored.version == document.version
                && stored.effective_from == document.effective_from
        };
        if titled.iter().any(is_stored) {
            return Ok(Settled::Stored);
        }
        document.source_key.clone_from(&law.source_key);
        return Ok(Settled::Store);
    }
    let mut named: Vec<&str> = titled
        .iter()
        .filter(|it| is_by_name(&it.source_key))
        .filter(is_same)
        .map(|it| it.source_key.as_str())
        .collect();
    named.sort_unstable();
    named.dedup();
    for key in named {
        database.rename_source(document.kind, key, &document.source_key, now).await?;
    }
    Ok(Settled::Store)
}
