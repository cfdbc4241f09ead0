//! What changed between two versions of a law, article by article and word by word.
//!
//! Only wording is compared: editors' notes, numbers of 항 and 호 and Markdown marks are not in it. Main text, 부칙 and
//! 별표 are compared each with its own kind.

mod articles;
mod pairs;
mod versions;
mod words;

use simui_domain::{Article, ArticlePart, PartChanges};
use simui_store::Database;

pub use self::versions::LawVersions;
use crate::CorpusError;
use simui_domain::{Document, DocumentId};

/// One version of a law: its body and its articles.
#[derive(Debug, Clone, Copy)]
pub struct LawText<'a> {
    /// The body that the articles' offsets count in.
    pub body: &'a str,
    /// They.
    pub articles: &'a [Article],
}

/// The parts that are compared, in the order of the answer.
const PARTS: [ArticlePart; 3] = [ArticlePart::Main, ArticlePart::Supplementary, ArticlePart::Annex];

/// Compares two versions: main text, 부칙, 별표.
pub fn compare(old: LawText<'_>, new: LawText<'_>) -> Vec<PartChanges> {
    PARTS.into_iter().map(|part| articles::compare(part, old, new)).collect()
}

/// Compares two stored versions.
///
/// # Errors
/// The database cannot be read.
pub async fn compare_stored(
    database: &Database,
    old: &Document,
    new: &Document,
) -> Result<Vec<PartChanges>, CorpusError> {
    let (old_body, old_articles) = text(database, &old.id).await?;
    let (new_body, new_articles) = text(database, &new.id).await?;
    let work = move || {
        let old = LawText { body: &old_body, articles: &old_articles };
        compare(old, LawText { body: &new_body, articles: &new_articles })
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| CorpusError::Worker { reason: error.to_string() })
}

async fn text(database: &Database, id: &DocumentId) -> Result<(String, Vec<Article>), CorpusError> {
    let document = database.document(id.as_str(), None).await?;
    let body = document.map(|document| document.body).unwrap_or_default();
    Ok((body, database.articles(id).await?))
}
