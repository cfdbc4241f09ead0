//! Compares two versions of a law, article by article and word by word.
//!
//! Only the wording is compared, without editors' notes, numbers of 항 and 호, and Markdown marks. Main text,
//! 부칙 and 별표 are compared separately.

mod articles;
mod pairs;
mod versions;
mod words;

use simui_domain::{Article, ArticlePart, PartChanges};
use simui_store::Database;

pub use self::versions::LawVersions;
use crate::CorpusError;
use simui_domain::{Document, DocumentId};

/// A version of a law: its body and its articles.
#[derive(Debug, Clone, Copy)]
pub struct LawText<'a> {
    /// Body to which the articles' offsets refer.
    pub body: &'a str,
    /// The articles of this version.
    pub articles: &'a [Article],
}

/// The compared parts in the order of the result.
const PARTS: [ArticlePart; 3] = [ArticlePart::Main, ArticlePart::Supplementary, ArticlePart::Annex];

/// Compares two versions: main text, 부칙, 별표.
pub fn compare(old: LawText<'_>, new: LawText<'_>) -> Vec<PartChanges> {
    PARTS.into_iter().map(|part| articles::compare(part, old, new)).collect()
}

/// Compares two stored versions in full, including provisions that are not in force yet.
///
/// # Errors
/// When the database cannot be read.
pub async fn compare_stored(
    database: &Database,
    old: &Document,
    new: &Document,
) -> Result<Vec<PartChanges>, CorpusError> {
    let (old, new) = (text(database, &old.id).await?, text(database, &new.id).await?);
    compare_texts(old, new).await
}

/// Compares two texts with their articles in a blocking task.
async fn compare_texts(
    old: (String, Vec<Article>),
    new: (String, Vec<Article>),
) -> Result<Vec<PartChanges>, CorpusError> {
    let work = move || {
        let old = LawText { body: &old.0, articles: &old.1 };
        compare(old, LawText { body: &new.0, articles: &new.1 })
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| CorpusError::Worker { reason: error.to_string() })
}

async fn text(database: &Database, id: &DocumentId) -> Result<(String, Vec<Article>), CorpusError> {
    let document = database.document(id).await?;
    let body = document.map(|document| document.body).unwrap_or_default();
    Ok((body, database.articles(id).await?))
}
