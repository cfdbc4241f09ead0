use jiff::civil::Date;
use simui_corpus::{CorpusError, DocumentLookup};
use simui_domain::{Document, DocumentId, LinkStatus, ProvisionPath, ResolvedLink};

use crate::faults::ErrorCode;
use crate::types::{BrokenLinksRequest, LinkDirection, LinkPage, LinksRequest};
use crate::{ApiError, Desk};

/// Number of links when the request gives none.
const DEFAULT_LIMIT: u32 = 100;

impl Desk {
    /// Returns the links from a document or one of its articles, or the links to it.
    pub async fn links(&self, request: LinksRequest) -> Result<LinkPage, ApiError> {
        let as_of = request.as_of.unwrap_or_else(|| self.today());
        let document = self.named(&request.document, as_of).await?;
        let article = request.article.as_deref();
        if let Some(article) = article {
            self.must_have(&document, article).await?;
        }
        let mut links = match request.direction {
            LinkDirection::Outgoing => self.links.outgoing(&document.id, article, as_of).await?,
            LinkDirection::Incoming => {
                let path = article.map(main_path).transpose()?;
                self.links.incoming(&document, path.as_ref(), as_of).await?
            }
        };
        if request.broken {
            links.retain(|link| link.status != LinkStatus::Resolved);
        }
        Ok(page(links, request.offset, request.limit))
    }

    /// Returns the links of all texts in force whose target is not stored.
    pub async fn broken_links(&self, request: BrokenLinksRequest) -> Result<LinkPage, ApiError> {
        let as_of = request.as_of.unwrap_or_else(|| self.today());
        let links = self.links.broken(as_of).await?;
        Ok(page(links, request.offset, request.limit))
    }

    /// Returns the document that a title or an id names on a day; where none is in force, the last one
    /// stored.
    async fn named(&self, name: &str, as_of: Date) -> Result<Document, ApiError> {
        if let Some(document) = self.database.document(&DocumentId::from(name)).await? {
            return Ok(document);
        }
        let library = self.refresh().await?;
        let found = match library.law.find_document(name, as_of).await? {
            DocumentLookup::InForce(documents) => documents.into_iter().next(),
            DocumentLookup::NotInForce(documents) => documents.into_iter().next_back(),
            DocumentLookup::Several(laws) => {
                return Err(CorpusError::SameTitle { title: name.to_owned(), laws }.into());
            }
            DocumentLookup::Missing => None,
        };
        found.ok_or_else(|| ApiError::Missing {
            what: "document",
            id: name.to_owned(),
            remedy: "list them with `simui corpus list`",
        })
    }

    async fn must_have(&self, document: &Document, wanted: &str) -> Result<(), ApiError> {
        let articles = self.database.articles(&document.id).await?;
        let path = wanted.parse::<ProvisionPath>().ok();
        let has = articles.iter().any(|article| {
            let provision = |path: &ProvisionPath| {
                article.part == simui_domain::ArticlePart::Main
                    && article.provisions.iter().any(|it| it.path == *path)
            };
            article.key == wanted || path.as_ref().is_some_and(provision)
        });
        if has {
            return Ok(());
        }
        Err(ApiError::Missing {
            what: "article",
            id: wanted.to_owned(),
            remedy: "show the document to see its articles",
        })
    }
}

fn main_path(article: &str) -> Result<ProvisionPath, ApiError> {
    article.parse().map_err(|_| {
        ApiError::invalid(
            ErrorCode::ArticleUnaddressable,
            &[("article", &article)],
            format!(
                "article {article:?}: only 조·항·호·목 of a law are cited by number; ask for the whole document"
            ),
        )
    })
}

fn page(links: Vec<ResolvedLink>, offset: u32, limit: Option<u32>) -> LinkPage {
    let total = links.len();
    let limit = limit.unwrap_or(DEFAULT_LIMIT).clamp(1, 10_000) as usize;
    LinkPage { total, links: links.into_iter().skip(offset as usize).take(limit).collect() }
}
