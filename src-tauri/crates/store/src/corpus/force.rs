//! Stores the days on which the versions of a law are in force, as [`simui_domain::force`] derives them.

use jiff::civil::Date;
use simui_domain::force::{LastDays, Version, last_days};
use simui_domain::{Document, DocumentKind, LawState};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::rows::{date_from, state_from};
use super::save::Tx;
use crate::StoreError;

/// The law that a document is a version of: its kind, its 법령ID, and whether it is a digest.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Law {
    kind: String,
    source_key: String,
    digest: bool,
}

/// A stored act whose only content is the repeal of others.
struct RepealingAct {
    law: Law,
    /// 법률, 보건복지부령, …: an act repeals only law of its own rank.
    rank: String,
    from: Date,
    /// Text of the repeal, without white space and corner brackets.
    repeals: String,
}

/// Derives the last days of a law again after one of its versions was stored, and those of the laws that
/// it repeals.
pub(super) async fn derive(tx: &mut Tx<'_>, document: &Document) -> Result<(), StoreError> {
    let own = Law {
        kind: document.kind.as_str().to_owned(),
        source_key: document.source_key.clone(),
        digest: document.digest,
    };
    if document.kind != DocumentKind::Statute {
        return derive_law(tx, &own, &[]).await;
    }
    let acts = repealing_acts(tx).await?;
    derive_law(tx, &own, &acts).await?;
    if document.standing.state != LawState::Repealing {
        return Ok(());
    }
    let words = squeezed(&document.standing.repeals);
    for (law, title) in statutes(tx).await? {
        if law != own && names(&words, &squeezed(&title)) {
            derive_law(tx, &law, &acts).await?;
        }
    }
    Ok(())
}

/// Derives the last days of the official versions under one 법령ID again, after versions were moved there.
pub(super) async fn derive_under(
    tx: &mut Tx<'_>,
    kind: DocumentKind,
    source_key: &str,
) -> Result<(), StoreError> {
    let law =
        Law { kind: kind.as_str().to_owned(), source_key: source_key.to_owned(), digest: false };
    let acts = repealing_acts(tx).await?;
    derive_law(tx, &law, &acts).await
}

async fn derive_law(tx: &mut Tx<'_>, law: &Law, acts: &[RepealingAct]) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT id, title, version, effective_from, effective_to, state, ended_on FROM documents \
         WHERE kind = ? AND source_key = ? AND digest = ? AND effective_from IS NOT NULL \
         ORDER BY effective_from, promulgated_on, version",
    )
    .bind(&law.kind)
    .bind(&law.source_key)
    .bind(law.digest)
    .fetch_all(&mut **tx)
    .await?;
    let mut versions = Vec::with_capacity(rows.len());
    let mut repealed_on: Vec<Date> = Vec::new();
    for row in &rows {
        let (title, rank) = (squeezed(row.get("title")), rank(row.get("version")));
        let by = acts.iter().filter(|act| {
            act.law != *law && !law.digest && act.rank == rank && names(&act.repeals, &title)
        });
        repealed_on.extend(by.map(|act| act.from));
        versions.extend(version(tx, row).await?);
    }
    for (row, days) in rows.iter().zip(last_days(&versions, &repealed_on)) {
        write(tx, row, days).await?;
    }
    Ok(())
}

async fn version(tx: &mut Tx<'_>, row: &SqliteRow) -> Result<Option<Version>, StoreError> {
    let Some(from) = date_from(row, "effective_from")? else { return Ok(None) };
    let articles =
        sqlx::query("SELECT key, effective_from FROM articles WHERE document_id = ? ORDER BY seq")
            .bind(row.get::<&str, _>("id"))
            .fetch_all(&mut **tx)
            .await?;
    let article = |row: &SqliteRow| -> Result<(String, Date), StoreError> {
        Ok((row.get("key"), date_from(row, "effective_from")?.unwrap_or(from)))
    };
    let articles: Result<Vec<_>, StoreError> = articles.iter().map(article).collect();
    let (state, ended_on) = (state_from(row)?, date_from(row, "ended_on")?);
    Ok(Some(Version { from, state, ended_on, articles: articles? }))
}

/// Writes those last days that differ from the stored ones.
async fn write(tx: &mut Tx<'_>, row: &SqliteRow, days: LastDays) -> Result<(), StoreError> {
    let id: &str = row.get("id");
    if date_from(row, "effective_to")? != days.document {
        sqlx::query("UPDATE documents SET effective_to = ? WHERE id = ?")
            .bind(days.document.map(|day| day.to_string()))
            .bind(id)
            .execute(&mut **tx)
            .await?;
    }
    let stored =
        sqlx::query("SELECT id, effective_to FROM articles WHERE document_id = ? ORDER BY seq")
            .bind(id)
            .fetch_all(&mut **tx)
            .await?;
    for (article, day) in stored.iter().zip(days.articles) {
        if date_from(article, "effective_to")? != day {
            sqlx::query("UPDATE articles SET effective_to = ? WHERE id = ?")
                .bind(day.map(|day| day.to_string()))
                .bind(article.get::<&str, _>("id"))
                .execute(&mut **tx)
                .await?;
        }
    }
    Ok(())
}

async fn repealing_acts(tx: &mut Tx<'_>) -> Result<Vec<RepealingAct>, StoreError> {
    let rows = sqlx::query(
        "SELECT kind, source_key, digest, version, effective_from, repeals FROM documents \
         WHERE state = ? AND effective_from IS NOT NULL",
    )
    .bind(LawState::Repealing.as_str())
    .fetch_all(&mut **tx)
    .await?;
    let act = |row: &SqliteRow| -> Result<Option<RepealingAct>, StoreError> {
        let Some(from) = date_from(row, "effective_from")? else { return Ok(None) };
        let law = law_from(row);
        let (rank, repeals) = (rank(row.get("version")), squeezed(row.get("repeals")));
        Ok(Some(RepealingAct { law, rank, from, repeals }))
    };
    rows.iter().filter_map(|row| act(row).transpose()).collect()
}

async fn statutes(tx: &mut Tx<'_>) -> Result<Vec<(Law, String)>, StoreError> {
    let rows = sqlx::query(
        "SELECT DISTINCT kind, source_key, digest, title FROM documents WHERE kind = 'statute'",
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.iter().map(|row| (law_from(row), row.get("title"))).collect())
}

fn law_from(row: &SqliteRow) -> Law {
    Law { kind: row.get("kind"), source_key: row.get("source_key"), digest: row.get("digest") }
}

/// The rank before the number: `보건복지부령` in `보건복지부령 제12호`.
fn rank(version: &str) -> String {
    version.rsplit_once(" 제").map_or(version, |(rank, _)| rank).to_owned()
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '「' | '」')).collect()
}

/// Whether the text of a repealing act names a title as a whole: `신문법,언론윤리위원회법및방송법` names 방송법, not 송법.
fn names(words: &str, title: &str) -> bool {
    const BETWEEN: [char; 6] = [',', 'ㆍ', '·', '및', '과', '와'];
    !title.is_empty()
        && words.match_indices(title).any(|(at, _)| {
            let before = words.get(..at).unwrap_or_default();
            let after = words.get(at + title.len()..).unwrap_or_default();
            (before.is_empty() || before.ends_with(BETWEEN))
                && (after.is_empty() || after.starts_with(BETWEEN))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_in_the_words_of_a_repealing_act() {
        let check = |words: &str, title: &str, expected: bool| {
            assert_eq!(names(&squeezed(words), &squeezed(title)), expected, "{words}: {title}");
        };
        check("방송법", "방송법", true);
        check("「신문법」, 언론윤리위원회법 및 방송법", "방송법", true);
        check("신문법ㆍ언론윤리위원회법", "신문법", true);
        check("방송법 시행령", "방송법", false);
        check("재방송법", "방송법", false);
        check("방송법", "", false);
    }

    #[test]
    fn ranks_stand_before_the_number() {
        assert_eq!(rank("보건복지부령 제12호"), "보건복지부령");
        assert_eq!(rank("법률 제3347호"), "법률");
        assert_eq!(rank(""), "");
    }
}
