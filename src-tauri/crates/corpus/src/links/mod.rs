//! References between articles: found in the stored text and resolved as of a given day.
//!
//! The references in a text never change, so they are read once for each stored version and kept in the
//! database. Whether the target exists depends on the day and is determined in memory.

mod anchors;
mod article;
mod bare;
mod decisions;
mod masked;
mod named;
mod names;
mod patterns;
mod resolve;
mod scan;
#[cfg(test)]
mod tests;
mod units;

use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use simui_domain::{Document, DocumentId, Link, ProvisionPath, ResolvedLink};
use simui_store::{Database, LinkRow};

pub(crate) use self::decisions::{Decision, case_numbers, decisions};
use self::names::Names;
use self::resolve::Stock;
pub(crate) use self::scan::Found;
use self::scan::Ground;
use crate::CorpusError;
use crate::text::{bracketed, squeezed};
use crate::titles::Titles;

/// Finds every reference to law in any text, including references to the given laws without brackets.
/// References to decisions are not included.
pub(crate) fn in_text(text: &str, titles: &Titles) -> Vec<Found> {
    scan::scan(text, &Names::new("", text), &Ground::Text(titles))
}

/// Name and version of the link reader. The number is increased when the same text would give different
/// links.
const SCANNER: &str = "links/3";

/// The links of all stored texts.
#[derive(Debug)]
pub struct LinkBook {
    database: Database,
    stock: Mutex<Option<Arc<Stock>>>,
}

impl LinkBook {
    /// Creates a link book for a database. Nothing is read yet.
    pub fn new(database: Database) -> Self {
        Self { database, stock: Mutex::default() }
    }

    /// Reads the links of documents added since the last call. Returns the number of these documents.
    ///
    /// # Errors
    /// The database cannot be read or written.
    pub async fn refresh(&self) -> Result<usize, CorpusError> {
        let new = self.database.documents_without_links(SCANNER).await?;
        for id in &new {
            let Some(document) = self.database.document(id).await? else { continue };
            let articles = self.database.articles(id).await?;
            let read = move || article::links_of(&document, &articles);
            let links = tokio::task::spawn_blocking(read)
                .await
                .map_err(|error| CorpusError::Worker { reason: error.to_string() })?;
            self.database.save_links(id, SCANNER, &links, squeezed).await?;
        }
        Ok(new.len())
    }

    /// The references from a document, or from one article or provision of it (`within`), and whether their
    /// targets exist on a given day.
    ///
    /// # Errors
    /// The database cannot be read or written.
    pub async fn outgoing(
        &self,
        document: &DocumentId,
        within: Option<&str>,
        as_of: Date,
    ) -> Result<Vec<ResolvedLink>, CorpusError> {
        let stock = self.stock().await?;
        let mut rows = self.database.links_in(document).await?;
        if let Some(within) = within {
            let path = within.parse::<ProvisionPath>().ok();
            rows.retain(|row| stands_in(row, within, path.as_ref()));
        }
        self.resolved(&stock, rows, as_of).await
    }

    /// The references to a document, or to one provision of it or a part of that provision, from all texts in
    /// force on a given day.
    ///
    /// # Errors
    /// The database cannot be read or written.
    pub async fn incoming(
        &self,
        document: &Document,
        path: Option<&ProvisionPath>,
        as_of: Date,
    ) -> Result<Vec<ResolvedLink>, CorpusError> {
        let stock = self.stock().await?;
        let mut rows = Vec::new();
        for key in resolve::keys(document) {
            rows.extend(self.database.links_to(&key, path, as_of).await?);
        }
        if let Some(path) = path {
            rows.retain(|row| touches(&row.link, path));
        }
        let mut links = self.resolved(&stock, rows, as_of).await?;
        // A reference to an earlier version counts only if this document is that version.
        links.retain(|resolved| {
            !resolved.link.target.former || resolved.target_document.as_ref() == Some(&document.id)
        });
        Ok(links)
    }

    /// The links of all texts in force on a given day whose target does not exist. 부칙 are left out.
    ///
    /// # Errors
    /// The database cannot be read or written.
    pub async fn broken(&self, as_of: Date) -> Result<Vec<ResolvedLink>, CorpusError> {
        let mut links = self.all(as_of).await?;
        links.retain(|link| link.status != simui_domain::LinkStatus::Resolved);
        Ok(links)
    }

    /// All links of the texts in force on a given day. 부칙 are left out.
    ///
    /// # Errors
    /// The database cannot be read or written.
    pub async fn all(&self, as_of: Date) -> Result<Vec<ResolvedLink>, CorpusError> {
        let stock = self.stock().await?;
        let rows = self.database.links_on(as_of).await?;
        self.resolved(&stock, rows, as_of).await
    }

    async fn resolved(
        &self,
        stock: &Stock,
        rows: Vec<LinkRow>,
        as_of: Date,
    ) -> Result<Vec<ResolvedLink>, CorpusError> {
        let mut links = Vec::with_capacity(rows.len());
        for row in rows {
            let (status, target_document) = stock.look_up(&self.database, &row, as_of).await?;
            links.push(ResolvedLink {
                document_id: row.document_id,
                title: row.title,
                article_key: row.article_key,
                link: row.link,
                status,
                target_document,
            });
        }
        Ok(links)
    }

    /// The stored documents, up to date and with all links read.
    async fn stock(&self) -> Result<Arc<Stock>, CorpusError> {
        let generation = self.database.corpus_generation().await?;
        let kept = self.stock.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(stock) = kept.filter(|stock| stock.generation == generation) {
            return Ok(stock);
        }
        self.refresh().await?;
        let stock = Arc::new(Stock::new(generation, self.database.documents().await?));
        *self.stock.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&stock));
        Ok(stock)
    }
}

/// The provision that a citation (`의료법 제56조제2항제8호 단서`) names in a law. `None` if it names another text.
pub fn path_in(title: &str, reference: &str) -> Option<ProvisionPath> {
    let reference = squeezed(reference);
    let rest = reference.strip_prefix(&squeezed(title))?;
    let sentence = ["본문", "단서", "전단", "후단", "각호외의부분", "각목외의부분"];
    // 가법 시행규칙(보건복지부령) 제2조
    let mut rest = bracketed(rest).map_or(rest, |(_, rest)| rest);
    while let Some(shorter) = sentence.iter().find_map(|words| rest.strip_suffix(words)) {
        rest = shorter;
    }
    rest.parse().ok()
}

/// Whether a link is in the article with this key or in this provision.
fn stands_in(row: &LinkRow, key: &str, path: Option<&ProvisionPath>) -> bool {
    if row.article_key == key {
        return true;
    }
    let main = !row.article_key.starts_with("부칙");
    main && path.zip(row.link.within.as_ref()).is_some_and(|(path, within)| path.contains(within))
}

/// Whether a link names a provision, a part of it, or something that contains it.
fn touches(link: &Link, path: &ProvisionPath) -> bool {
    let Some(first) = &link.target.path else { return false };
    match &link.target.until {
        // The database compares ranges such as 제1조부터 제5조까지 by 조 only. A range of 항 or 호 contains every number
        // in it.
        Some(last) => {
            let inside = *first <= *path && *path <= *last;
            inside
                || first.contains(path)
                || last.contains(path)
                || path.contains(first)
                || path.contains(last)
        }
        None => first.contains(path) || path.contains(first),
    }
}
