//! Is the quote what the law says?

use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{CitationStatus, Document};

use super::compare::{Match, Words};
use super::found::{FoundProvision, ProvisionLookup};
use super::reference::{self, Target, squeezed};
use super::{LawBook, choice};
use crate::CorpusError;

/// Shorter quotes stand everywhere and prove nothing.
const SHORTEST: usize = 5;

/// Other provisions looked at when a quote is not where the reference says.
const ELSEWHERE: u32 = 20;

/// The result of checking a quote; the contract's `simui corpus verify --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CitationCheck {
    /// What was found.
    pub status: CitationStatus,
    /// The provision the reference names, or, when misattributed, the one that says it.
    pub found: Option<FoundProvision>,
    /// Why the status is what it is, in Korean; empty when verified.
    pub note: String,
}

impl CitationCheck {
    fn new(status: CitationStatus, found: Option<FoundProvision>, note: impl Into<String>) -> Self {
        Self { status, found, note: note.into() }
    }
}

impl LawBook {
    /// Checks a quote against the provision that a reference names, as it stands on a day.
    ///
    /// - `VERIFIED`: a substring of the provision's words ([`crate::quotable`]), lower levels included, that is not cut
    ///   inside a number or next to a negation.
    /// - `REPAIRED`: the same once white space, punctuation and Markdown marks are left out.
    /// - `MISATTRIBUTED`: it stands verbatim in another provision in force; `found` says which.
    /// - `REPEALED`: the provision is deleted, or its law not in force on that day.
    /// - `TITLE_MISMATCH`: the reference gives a 조문제목 that the article does not have.
    /// - `NOT_FOUND`: no such provision, or it does not say so.
    /// - `UNCHECKED`: the quote is too short, or the document is not stored.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn verify_quote(
        &self,
        quote: &str,
        article: &str,
        as_of: Date,
    ) -> Result<CitationCheck, CorpusError> {
        use CitationStatus as Status;
        let words = Words::new(quote);
        if words.letters() < SHORTEST {
            let note = "인용이 너무 짧아 확인할 수 없습니다(다섯 글자 이상).";
            return Ok(CitationCheck::new(Status::Unchecked, None, note));
        }
        let catalogue = self.catalogue().await?;
        let Some((title, target)) = reference::resolve(article, &catalogue) else {
            let note = "인용한 자료가 저장되어 있지 않거나 조문 표기를 읽을 수 없습니다.";
            return self.elsewhere(&words, quote, as_of, None, Status::Unchecked, note).await;
        };
        let found = match self.look_up(&catalogue, &title, &target, as_of).await? {
            ProvisionLookup::Found(found) => found,
            ProvisionLookup::Deleted(found) => {
                return Ok(CitationCheck::new(Status::Repealed, Some(found), "삭제된 조문입니다."));
            }
            ProvisionLookup::NotInForce(found) => {
                let note = format!("{as_of}에 시행 중인 조문이 아닙니다.");
                return Ok(CitationCheck::new(Status::Repealed, Some(found), note));
            }
            ProvisionLookup::NoSuchProvision { document } => {
                let (status, note) = no_such_provision(&document);
                return self.elsewhere(&words, quote, as_of, None, status, note).await;
            }
            ProvisionLookup::NoSuchDocument => {
                let note = "인용한 자료가 저장되어 있지 않습니다.";
                return self.elsewhere(&words, quote, as_of, None, Status::Unchecked, note).await;
            }
        };
        if let Target::Provision { article_title: Some(given), .. } = &target
            && squeezed(given) != squeezed(&found.article_title)
        {
            let note =
                format!("조문제목이 다릅니다: {}({})", found.article_key, found.article_title);
            return Ok(CitationCheck::new(Status::TitleMismatch, Some(found), note));
        }
        match words.within(&Words::new(&found.whole)) {
            Match::Verbatim => Ok(CitationCheck::new(Status::Verified, Some(found), "")),
            Match::Repaired => {
                let note = "띄어쓰기나 문장 부호가 원문과 다릅니다.";
                Ok(CitationCheck::new(Status::Repaired, Some(found), note))
            }
            Match::CutShort => {
                let note = "숫자나 부정하는 말에서 잘려 원문과 뜻이 다릅니다.";
                Ok(CitationCheck::new(Status::NotFound, Some(found), note))
            }
            Match::Absent => {
                let note = "이 조문에 없는 말입니다.";
                self.elsewhere(&words, quote, as_of, Some(found), Status::NotFound, note).await
            }
        }
    }

    /// Looks for the words in all statutes in force; when nobody says them, the status given.
    async fn elsewhere(
        &self,
        words: &Words,
        quote: &str,
        as_of: Date,
        named: Option<FoundProvision>,
        status: CitationStatus,
        note: &str,
    ) -> Result<CitationCheck, CorpusError> {
        // The longest line of the quote stands in one provision; the whole quote is compared after.
        let line = quote.lines().map(str::trim).max_by_key(|line| line.len()).unwrap_or_default();
        let catalogue = self.catalogue().await?;
        for place in self.database.provisions_saying(line, as_of, ELSEWHERE).await? {
            let target = Target::Provision { path: place.path, article_title: None };
            let chosen = choice::choose(&catalogue, &place.title, as_of);
            if chosen.is_none_or(|choice| choice.document.id != place.document_id) {
                continue;
            }
            let looked = self.look_up(&catalogue, &place.title, &target, as_of).await?;
            let ProvisionLookup::Found(found) = looked else { continue };
            let same = named.as_ref().is_some_and(|named| named.reference == found.reference);
            if !same && words.within(&Words::new(&found.whole)) == Match::Verbatim {
                let note = format!("이 말은 {}에 있습니다.", found.reference);
                return Ok(CitationCheck::new(CitationStatus::Misattributed, Some(found), note));
            }
        }
        Ok(CitationCheck::new(status, named, note))
    }
}

/// A digest holds only some articles: what it lacks may well be in the law.
fn no_such_provision(document: &Document) -> (CitationStatus, &'static str) {
    if document.digest {
        (CitationStatus::Unchecked, "요지에 없는 조문입니다. 법령 원문을 가져온 뒤 확인하십시오.")
    } else {
        (CitationStatus::NotFound, "그런 조문이 없습니다.")
    }
}
