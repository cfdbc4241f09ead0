use simui_corpus::{CheckedReference, Words};

use crate::faults::ErrorCode;
use crate::types::{CheckedCitation, CheckedText, CitationsRequest, QuotedWords};
use crate::{ApiError, Desk};

/// Longest text in characters. A longer one is a document, which is imported instead.
const LONGEST_TEXT: usize = 1_000_000;

impl Desk {
    /// Finds every citation of a text and compares it with the stored sources as of a day.
    pub async fn citations(&self, request: CitationsRequest) -> Result<CheckedText, ApiError> {
        let length = request.text.chars().count();
        if length > LONGEST_TEXT {
            return Err(ApiError::invalid(
                ErrorCode::TextTooLong,
                &[("limit", &LONGEST_TEXT)],
                format!(
                    "text: {length} characters, at most {LONGEST_TEXT} are checked at once; hand it in in parts"
                ),
            ));
        }
        let library = self.refresh().await?;
        let as_of = request.as_of.unwrap_or_else(|| self.today());
        let checked = library.law.check_citations(&request.text, as_of).await?;
        let confirmed = checked.iter().all(|it| it.status.is_confirmed());
        let citations = checked.into_iter().map(citation).collect();
        Ok(CheckedText { as_of, citations, confirmed })
    }
}

fn citation(checked: CheckedReference) -> CheckedCitation {
    let Words { start, end, words } = checked.reference.place;
    let quote = checked.reference.quote;
    CheckedCitation {
        start,
        end,
        words,
        quote: quote.map(|Words { start, end, words }| QuotedWords { start, end, words }),
        article: checked.article,
        version: checked.version,
        status: checked.status,
        note: checked.note,
        stored: checked.stored,
    }
}
