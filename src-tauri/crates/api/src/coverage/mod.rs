//! 보장 비교: the imported coverages, and questions about them.

mod facts;
mod import;
pub(crate) mod measure;
mod one_table;
mod original;
mod page;
mod read;
mod report;
mod rules;
mod saved;
mod table;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use simui_coverage::{Alias, Book, Insurer, Page, Standard, Tables};
use simui_store::CoverageSet;

use crate::faults::ErrorCode;
use crate::types::{
    CoverageAnswer, CoverageFact, CoverageFacts, CoverageFactsRequest, CoverageQuestion,
    CoverageStatus, ImportedInsurer,
};
use crate::{ApiError, Desk};

/// Longest question in characters, as for questions about drugs. The time grows with the square of the number
/// of words.
const LONGEST_QUESTION: usize = 2_000;

impl Desk {
    /// Answers a question about coverage. The first one after an import takes longer, because it reads the
    /// pages.
    pub async fn coverage_compare(
        &self,
        question: CoverageQuestion,
    ) -> Result<CoverageAnswer, ApiError> {
        let length = question.query.chars().count();
        if length > LONGEST_QUESTION {
            return Err(ApiError::invalid(
                ErrorCode::QuestionTooLong,
                &[("limit", &LONGEST_QUESTION)],
                format!(
                    "the question has {length} characters, at most {LONGEST_QUESTION} are read; shorten it"
                ),
            ));
        }
        let book = self.coverage_book().await?;
        if book.insurers().is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::CoverageNothingImported,
                &[],
                "nothing was imported to compare; `simui coverage import DIR` takes it in"
                    .to_owned(),
            ));
        }
        if let Some(code) = &question.coverage_code
            && !book.has_coverage(code)
        {
            return Err(ApiError::Missing {
                what: "coverage",
                id: code.chars().take(80).collect(),
                remedy: "use a code of coverage_standard.csv",
            });
        }
        let answer = tokio::task::spawn_blocking(move || book.compare(&question)).await;
        answer.map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("comparison: {error}; report this"))
        })
    }

    /// Returns what is imported.
    pub async fn coverage_status(&self) -> Result<CoverageStatus, ApiError> {
        let (_, set) = self.database.coverage().await?;
        let insurers = set.insurers.iter().map(|insurer| {
            let own =
                || set.documents.iter().filter(|document| document.insurer_code == insurer.code);
            let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
            ImportedInsurer {
                code: insurer.code.clone(),
                name: insurer.name.clone(),
                documents: count(own().count()),
                pages: count(own().map(|document| document.pages.len()).sum()),
            }
        });
        Ok(CoverageStatus {
            insurers: insurers.collect(),
            coverages: u32::try_from(set.standards.len()).unwrap_or(u32::MAX),
            aliases: u32::try_from(set.aliases.len()).unwrap_or(u32::MAX),
        })
    }

    /// Returns what was read of a company's documents. A name that the company's list has beside others
    /// is listed only where it differs from what holds for all of them.
    pub async fn coverage_facts(
        &self,
        request: CoverageFactsRequest,
    ) -> Result<CoverageFacts, ApiError> {
        let book = self.coverage_book().await?;
        let CoverageFactsRequest { insurer_code, coverage_code } = request;
        if let Some(code) = &coverage_code
            && !book.has_coverage(code)
        {
            return Err(ApiError::Missing {
                what: "coverage",
                id: code.chars().take(80).collect(),
                remedy: "use a code of coverage_standard.csv",
            });
        }
        let Some(all) = book.facts(&insurer_code) else {
            return Err(ApiError::Missing {
                what: "insurer",
                id: insurer_code.chars().take(80).collect(),
                remedy: "use a code of insurers.csv",
            });
        };
        let is_asked = |it: &CoverageFact| coverage_code.is_none() || it.coverage == coverage_code;
        let asked: Vec<&CoverageFact> = all.into_iter().filter(|it| is_asked(it)).collect();
        let facts = facts::listed(&asked);
        let label = |key: &str| Some((key.to_owned(), book.kind_label(key)?.to_owned()));
        let meaning = |rule: &str| Some((rule.to_owned(), book.meaning(rule)?.to_owned()));
        let kinds = facts.iter().filter_map(|it| label(it.applies_to.as_deref()?)).collect();
        let readings = facts.iter().filter_map(|it| meaning(&it.rule)).collect();
        Ok(CoverageFacts { facts, kinds, readings })
    }

    /// Returns the last import from memory, reloaded after another import of this or another process.
    pub(crate) async fn coverage_book(&self) -> Result<Arc<Book>, ApiError> {
        self.coverage_book_until(None).await
    }

    /// As [`Desk::coverage_book`]; once `cancelled` is set, what was not read is read at a question.
    async fn coverage_book_until(
        &self,
        cancelled: Option<Arc<AtomicBool>>,
    ) -> Result<Arc<Book>, ApiError> {
        let mut shelf = self.coverage.book.lock().await;
        let database = &self.database;
        let changes =
            (database.coverage_revision().await?, database.coverage_rules_revision().await?);
        if let Some((known, book)) = &*shelf
            && *known == changes
        {
            return Ok(book.clone());
        }
        let (of_rules, rules) = self.coverage_office_rules().await?;
        let (revision, set) = database.coverage().await?;
        let book = self.book_with_facts(revision, rules, set, cancelled).await?;
        *shelf = Some(((revision, of_rules), book.clone()));
        Ok(book)
    }
}

/// Splits what is stored into what a book is made of.
fn parts(set: CoverageSet) -> (Tables, Vec<Page>) {
    let insurers = set.insurers.into_iter();
    let insurers = insurers.map(|it| Insurer { code: it.code, name: it.name, aliases: it.aliases });
    let standards = set.standards.into_iter().map(|standard| Standard {
        code: standard.code,
        name: standard.name,
        domain: standard.domain,
        role: standard.role,
        coverage_type: standard.coverage_type,
    });
    let aliases = set.aliases.into_iter().map(|alias| Alias {
        insurer_code: alias.insurer_code,
        coverage_code: alias.coverage_code,
        raw_name: alias.raw_name,
        confidence: alias.confidence,
    });
    let tables = Tables {
        insurers: insurers.collect(),
        standards: standards.collect(),
        aliases: aliases.collect(),
    };
    let mut pages = Vec::new();
    for document in set.documents {
        for (at, text) in document.pages.into_iter().enumerate() {
            pages.push(Page {
                insurer_code: document.insurer_code.clone(),
                doc_type: document.doc_type.clone(),
                document: document.name.clone(),
                page: u32::try_from(at + 1).unwrap_or(u32::MAX),
                text,
            });
        }
    }
    (tables, pages)
}
