use jiff::civil::Date;
use simui_corpus::{CorpusError, DocumentLookup, ProvisionLookup};
use simui_domain::{Article, Citation, Document, DocumentId};
use simui_review::library::Library;

use super::stored_text::StoredText;
use crate::faults::ErrorCode;
use crate::types::{
    CitedProvision, DocumentSummary, DocumentView, ShowDocument, VerifiedQuote, VerifyRequest,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists every version of every document.
    pub async fn documents(&self) -> Result<Vec<DocumentSummary>, ApiError> {
        let today = self.today();
        let documents = self.database.documents().await?;
        Ok(documents.into_iter().map(|document| summary(document, today)).collect())
    }

    /// Returns a document, or one provision of it.
    pub async fn document(&self, request: ShowDocument) -> Result<DocumentView, ApiError> {
        let missing =
            |what, id: &str, remedy| ApiError::Missing { what, id: id.to_owned(), remedy };
        let texts = self.texts(&request).await?;
        let day = request.as_of.unwrap_or_else(|| self.today());
        let Some(first) = texts.first().cloned() else {
            let remedy = "list them with `simui corpus list`";
            return Err(missing("document", &request.document, remedy));
        };
        let Some(wanted) = request.article.clone() else {
            let (document, text, articles) = self.text(first, day).await?;
            let articles = articles.iter().map(|article| text.whole_article(article)).collect();
            return Ok(DocumentView { document, articles });
        };
        let by_name = texts.len() > 1;
        if let Some(path) = wanted.parse::<simui_domain::ProvisionPath>().ok().filter(|_| by_name) {
            let library = self.refresh().await?;
            let lookup = library.law.find_provision(&request.document, &path, day).await?;
            if let Some(found) = lookup.provision() {
                let in_force = !matches!(lookup, ProvisionLookup::NotInForce(_));
                let texts: Vec<_> =
                    texts.into_iter().filter(|it| it.id == found.document_id).collect();
                return self.part(texts, &wanted, &request, in_force).await;
            }
        }
        self.part(texts, &wanted, &request, false).await
    }

    /// Returns the article or provision from the first of these texts that has it. An error when it begins
    /// after the requested day.
    async fn part(
        &self,
        texts: Vec<Document>,
        wanted: &str,
        request: &ShowDocument,
        in_force: bool,
    ) -> Result<DocumentView, ApiError> {
        let day = request.as_of.unwrap_or_else(|| self.today());
        let mut later: Option<DocumentView> = None;
        for document in texts {
            let (document, text, articles) = self.text(document, day).await?;
            let found = articles.iter().find_map(|article| text.part_of(article, wanted));
            // What one of the texts lacks is not searched in the older ones.
            let Some(mut article) = found else { break };
            article.in_force |= in_force;
            let (is_in_force, from) = (article.in_force, article.effective_from);
            let view = DocumentView { document, articles: vec![article] };
            if is_in_force {
                return Ok(view);
            }
            later = later.or(Some(view));
            if from.is_none_or(|from| from <= day) {
                break;
            }
        }
        let Some(view) = later else {
            return Err(ApiError::Missing {
                what: "article",
                id: wanted.to_owned(),
                remedy: "show the document without --article to see its articles",
            });
        };
        match (request.as_of, view.articles.first().and_then(|article| article.effective_from)) {
            (Some(day), Some(from)) if from > day => Err(ApiError::invalid(
                ErrorCode::LawNotInForce,
                &[("title", &format!("{} {wanted}", view.document.title)), ("day", &day)],
                format!(
                    "{} {wanted} is not in force on {day}; it is from {from}",
                    view.document.title
                ),
            )),
            _ => Ok(view),
        }
    }

    /// Returns the texts that a request may refer to, in the order in which they are searched.
    async fn texts(&self, request: &ShowDocument) -> Result<Vec<Document>, ApiError> {
        let name = &request.document;
        if request.as_of.is_none()
            && let Some(document) = self.database.document(&DocumentId::from(name.as_str())).await?
        {
            return Ok(vec![document]);
        }
        let library = self.refresh().await?;
        let day = request.as_of.unwrap_or_else(|| self.today());
        match library.law.find_document(name, day).await? {
            DocumentLookup::InForce(documents) => Ok(documents),
            DocumentLookup::NotInForce(versions) if request.as_of.is_some() => {
                Err(ApiError::invalid(
                    ErrorCode::LawNotInForce,
                    &[("title", name), ("day", &day)],
                    not_in_force(name, day, &versions),
                ))
            }
            DocumentLookup::NotInForce(versions) => Ok(versions.into_iter().rev().collect()),
            DocumentLookup::Several(laws) => {
                Err(CorpusError::SameTitle { title: name.clone(), laws }.into())
            }
            DocumentLookup::Missing => Ok(Vec::new()),
        }
    }

    /// Returns a document without its body, and its text and articles as of a day.
    async fn text(
        &self,
        document: Document,
        day: Date,
    ) -> Result<(Document, StoredText, Vec<Article>), ApiError> {
        let stored = self.database.document(&document.id).await?;
        let mut document = stored.unwrap_or(document);
        let articles = self.database.articles(&document.id).await?;
        let text = StoredText::new(&mut document, day);
        Ok((document, text, articles))
    }

    /// Compares a quote with the article that should contain it.
    pub async fn verify(&self, request: VerifyRequest) -> Result<VerifiedQuote, ApiError> {
        let library = self.refresh().await?;
        let as_of = request.as_of.unwrap_or_else(|| self.today());
        let check = library.law.verify_quote(&request.quote, &request.article, as_of).await?;
        let found = check.found.map(serde_json::to_value).transpose();
        let found = found.map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("answer: {error}"))
        })?;
        Ok(VerifiedQuote { status: check.status, found, note: check.note })
    }

    /// Returns the article that contains a citation, with the place of the quote.
    pub(crate) async fn cited_provision(
        &self,
        library: &Library,
        at: usize,
        citation: &Citation,
    ) -> Result<Option<CitedProvision>, ApiError> {
        let day = citation.effective_from.unwrap_or_else(|| self.today());
        let lookup = library.law.find_reference(&citation.article, day).await?;
        let ProvisionLookup::Found(found) = lookup else { return Ok(None) };
        // A 호 is read with the lead sentence of its 항, so that the whole 항 is shown.
        let context = match &found.path {
            Some(path) if path.item > 0 || path.subitem > 0 => {
                let paragraph = simui_domain::ProvisionPath {
                    item: 0,
                    item_branch: 0,
                    subitem: 0,
                    ..path.clone()
                };
                let law = found.document_id.as_str();
                library.law.find_provision(law, &paragraph, day).await?
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

/// Lists the days that have a version in force, for a day that has none.
fn not_in_force(name: &str, day: Date, versions: &[Document]) -> String {
    let first = versions.iter().filter_map(|it| it.effective_from).min();
    if let Some(first) = first.filter(|first| *first > day) {
        return format!(
            "{name}: no version was in force on {day}; the first one stored is in force from {first}"
        );
    }
    let last = versions.iter().filter_map(|it| it.effective_to).max();
    let over = versions.iter().rev().find(|it| it.standing.state.is_over());
    match (over.and_then(|it| it.standing.ended_on), last) {
        (Some(ended), _) => {
            format!("{name}: no version is in force on {day}; it was repealed on {ended}")
        }
        (None, Some(last)) if Some(last) >= first => {
            format!("{name}: no version is in force on {day}; the last one stored was until {last}")
        }
        _ => format!(
            "{name}: no version is known to be in force on {day}; import the version of that day"
        ),
    }
}

pub(super) fn summary(document: Document, today: Date) -> DocumentSummary {
    let in_force = document.is_in_force(today);
    DocumentSummary {
        id: document.id,
        kind: document.kind,
        title: document.title,
        version: document.version,
        effective_from: document.effective_from,
        effective_to: document.effective_to,
        digest: document.digest,
        in_force,
        state: document.standing.state,
        ministry: document.standing.ministry,
    }
}
