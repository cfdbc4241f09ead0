use jiff::civil::Date;
use simui_corpus::ProvisionLookup;
use simui_domain::{Citation, Document};
use simui_review::library::Library;

use super::stored_text::StoredText;
use crate::types::{
    CitedProvision, DocumentSummary, DocumentView, ShowDocument, VerifiedQuote, VerifyRequest,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Every version of every document.
    pub async fn documents(&self) -> Result<Vec<DocumentSummary>, ApiError> {
        let today = self.today();
        let documents = self.database.documents().await?;
        Ok(documents.into_iter().map(|document| summary(document, today)).collect())
    }

    /// A document, or one provision of it.
    pub async fn document(&self, request: ShowDocument) -> Result<DocumentView, ApiError> {
        let missing =
            |what, id: &str, remedy| ApiError::Missing { what, id: id.to_owned(), remedy };
        let document = self.database.document(&request.document, request.as_of).await?;
        let mut document = document.ok_or_else(|| {
            missing("document", &request.document, "list them with `simui corpus list`")
        })?;
        let articles = self.database.articles(&document.id).await?;
        let text = StoredText::new(std::mem::take(&mut document.body));
        let Some(wanted) = request.article else {
            let articles = articles.iter().map(|article| text.whole_article(article)).collect();
            return Ok(DocumentView { document, articles });
        };
        let found = articles.iter().find_map(|article| text.part_of(article, &wanted));
        let article = found.ok_or_else(|| {
            missing("article", &wanted, "show the document without --article to see its articles")
        })?;
        Ok(DocumentView { document, articles: vec![article] })
    }

    /// Whether a quote stands where it is said to stand.
    pub async fn verify(&self, request: VerifyRequest) -> Result<VerifiedQuote, ApiError> {
        let library = self.refresh().await?;
        let as_of = request.as_of.unwrap_or_else(|| self.today());
        let check = library.law.verify_quote(&request.quote, &request.article, as_of).await?;
        let found = check.found.map(serde_json::to_value).transpose();
        let found = found.map_err(|error| ApiError::Invalid(format!("answer: {error}")))?;
        Ok(VerifiedQuote { status: check.status, found, note: check.note })
    }

    /// The article a citation stands in, with the quote's place in it.
    pub(crate) async fn cited_provision(
        &self,
        library: &Library,
        at: usize,
        citation: &Citation,
    ) -> Result<Option<CitedProvision>, ApiError> {
        let day = citation.effective_from.unwrap_or_else(|| self.today());
        let lookup = library.law.find_reference(&citation.article, day).await?;
        let ProvisionLookup::Found(found) = lookup else { return Ok(None) };
        // A 호 is read with the lead sentence of its 항: show the 항 it belongs to.
        let context = match &found.path {
            Some(path) if path.item > 0 || path.subitem > 0 => {
                let paragraph = simui_domain::ProvisionPath {
                    item: 0,
                    item_branch: 0,
                    subitem: 0,
                    ..path.clone()
                };
                library.law.find_provision(&found.title, &paragraph, day).await?
            }
            _ => ProvisionLookup::NoSuchDocument,
        };
        let text = match context.provision() {
            Some(paragraph) => paragraph.whole.clone(),
            None => found.whole.clone(),
        };
        let start = text.find(&citation.quote).and_then(|byte| text.get(..byte));
        let start = start.map(|before| before.chars().count());
        Ok(Some(CitedProvision {
            citation: at,
            title: found.title,
            start: start.unwrap_or_default(),
            end: start.map_or(0, |start| start + citation.quote.chars().count()),
            text,
            document_id: found.document_id.0,
            article_key: found.article_key,
        }))
    }
}

fn summary(document: Document, today: Date) -> DocumentSummary {
    let begun = document.effective_from.is_some_and(|from| from <= today);
    let over = document.effective_to.is_some_and(|to| to < today);
    DocumentSummary {
        id: document.id,
        kind: document.kind,
        title: document.title,
        version: document.version,
        effective_from: document.effective_from,
        effective_to: document.effective_to,
        digest: document.digest,
        in_force: begun && !over,
    }
}
