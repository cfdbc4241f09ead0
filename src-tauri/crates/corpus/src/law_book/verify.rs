//! Is the quote what the law says?

use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{CitationStatus, Document, DocumentKind};

use super::LawBook;
use super::compare::{Exceptions, Match, Words};
use super::found::{FoundProvision, ProvisionLookup};
use super::grounds::LostGround;
use super::reference::{self, Catalogue, Target, squeezed};
use crate::CorpusError;

/// Shorter quotes stand everywhere and prove nothing.
const SHORTEST: usize = 5;

/// The result of checking a quote; the contract's `simui corpus verify --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CitationCheck {
    /// What was found.
    pub status: CitationStatus,
    /// The provision the reference names, or, when misattributed, the one that says it.
    pub found: Option<FoundProvision>,
    /// Why the status is what it is, in Korean; empty when verified.
    pub note: String,
    /// The source's own words, when the quote was repaired.
    pub stored: Option<String>,
}

impl CitationCheck {
    pub(super) fn new(
        status: CitationStatus,
        found: Option<FoundProvision>,
        note: impl Into<String>,
    ) -> Self {
        Self { status, found, note: note.into(), stored: None }
    }
}

/// A reference looked up.
enum Placed {
    /// It stands there, in force.
    There { target: Target, found: Box<FoundProvision> },
    /// It does not, or not on that day. Some of these may stand elsewhere.
    Not { check: Box<CitationCheck>, look_elsewhere: bool, title: Option<String> },
}

impl LawBook {
    /// Checks a quote against the provision that a reference names, as it stands on a day.
    ///
    /// - `VERIFIED`: a substring of the provision's words ([`crate::quotable`]), lower levels included, that is not cut
    ///   inside a number, next to a negation or before an exception (`다만, …`; unless the reference says 본문).
    /// - `REPAIRED`: the same once white space, punctuation and Markdown marks are left out, or with the exception that the
    ///   quote leaves out behind it; `stored` has the source's own words, exception included.
    /// - `MISATTRIBUTED`: it stands in another provision in force; `found` says which.
    /// - `REPEALED`: the provision is deleted, or its law no longer in force on that day; of a decision, it has lost its
    ///   ground by then ([`LawBook::lost_ground`]).
    /// - `TITLE_MISMATCH`: the reference gives a 조문제목 that the article does not have.
    /// - `NOT_FOUND`: no such provision, or it does not say so.
    /// - `UNCHECKED`: the quote is too short, the document is not stored, or it is not in force yet.
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
        let (target, found) = match self.placed(&catalogue, article, as_of).await? {
            Placed::There { target, found } => (target, *found),
            Placed::Not { check, look_elsewhere, title } => {
                return match look_elsewhere {
                    true => self.elsewhere(&words, quote, as_of, title.as_deref(), *check).await,
                    false => Ok(*check),
                };
            }
        };
        let text = Words::new(&found.whole);
        let law = found.kind == DocumentKind::Statute;
        let exceptions = if law && !reference::names_main_sentence(article) {
            Exceptions::Belong
        } else {
            Exceptions::MayBeLeftOut
        };
        let lost = match found.kind {
            DocumentKind::Precedent => self.lost_ground(&found.document_id, as_of).await?,
            _ => None,
        };
        let found = Some(found);
        let check = match words.within(&text, exceptions) {
            Match::Verbatim => CitationCheck::new(Status::Verified, found, ""),
            Match::Repaired => {
                let note = "띄어쓰기나 문장 부호가 원문과 다릅니다.";
                let stored = words.repaired(&text).map(str::to_owned);
                CitationCheck { stored, ..CitationCheck::new(Status::Repaired, found, note) }
            }
            Match::CutShort => {
                let note = "숫자나 부정하는 말에서 잘려 원문과 뜻이 다릅니다.";
                CitationCheck::new(Status::NotFound, found, note)
            }
            Match::WithoutException => {
                let note = "뒤따르는 단서나 예외를 붙였습니다. 본문만 인용한 것이면 조문에 '본문'이라고 적으십시오.";
                let stored = words.with_exception(&text).map(str::to_owned);
                CitationCheck { stored, ..CitationCheck::new(Status::Repaired, found, note) }
            }
            Match::Absent => {
                let title = found.as_ref().map(|found| found.title.clone());
                let later = self.later(&catalogue, &words, &title, &target, as_of).await?;
                if let Some(check) = later {
                    return Ok(check);
                }
                let check = CitationCheck::new(Status::NotFound, found, "이 조문에 없는 말입니다.");
                self.elsewhere(&words, quote, as_of, title.as_deref(), check).await?
            }
        };
        Ok(without_ground(check, lost))
    }

    /// Checks that what a reference names is there on a day, where it is quoted for nothing: never `VERIFIED`.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn verify_reference(
        &self,
        article: &str,
        as_of: Date,
    ) -> Result<CitationCheck, CorpusError> {
        let catalogue = self.catalogue().await?;
        Ok(match self.placed(&catalogue, article, as_of).await? {
            Placed::There { found, .. } => {
                let lost = self.lost_ground(&found.document_id, as_of).await?;
                let note = "있는 자료입니다. 대조할 인용문이 없습니다.";
                let check = CitationCheck::new(CitationStatus::Unchecked, Some(*found), note);
                without_ground(check, lost)
            }
            Placed::Not { check, .. } => *check,
        })
    }

    async fn placed(
        &self,
        catalogue: &Catalogue,
        article: &str,
        as_of: Date,
    ) -> Result<Placed, CorpusError> {
        use CitationStatus as Status;
        let not = |status, found, note: String, look_elsewhere, title| Placed::Not {
            check: Box::new(CitationCheck::new(status, found, note)),
            look_elsewhere,
            title,
        };
        let Some((title, target)) = reference::resolve(article, catalogue) else {
            let note = "인용한 자료가 저장되어 있지 않거나 조문 표기를 읽을 수 없습니다.";
            return Ok(not(Status::Unchecked, None, note.into(), true, None));
        };
        let found = match self.look_up(catalogue, &title, &target, as_of).await? {
            ProvisionLookup::Found(found) => found,
            ProvisionLookup::Deleted(found) => {
                let note = "삭제된 조문입니다.".to_owned();
                return Ok(not(Status::Repealed, Some(found), note, false, None));
            }
            ProvisionLookup::NotInForce(found) => {
                let (status, note) = match found.effective_from.filter(|from| *from > as_of) {
                    Some(from) => {
                        let note = format!(
                            "저장된 것은 {from}부터 시행되는 조문입니다. {as_of}의 조문은 저장되어 있지 않습니다."
                        );
                        (Status::Unchecked, note)
                    }
                    None => (Status::Repealed, format!("{as_of}에 시행 중인 조문이 아닙니다.")),
                };
                return Ok(not(status, Some(found), note, false, None));
            }
            ProvisionLookup::NoSuchProvision { document } => {
                let (status, note) = no_such_provision(&document);
                return Ok(not(status, None, note.into(), true, Some(document.title)));
            }
            ProvisionLookup::NoSuchDocument => {
                let note = "인용한 자료가 저장되어 있지 않습니다.";
                return Ok(not(Status::Unchecked, None, note.into(), true, None));
            }
        };
        if let Target::Provision { article_title: Some(given), .. } = &target
            && squeezed(given) != squeezed(&found.article_title)
        {
            let note =
                format!("조문제목이 다릅니다: {}({})", found.article_key, found.article_title);
            return Ok(not(Status::TitleMismatch, Some(found), note, false, None));
        }
        Ok(Placed::There { target, found: Box::new(found) })
    }
}

/// The words stand in the decision, or the decision is there, but it counts for nobody any more.
fn without_ground(check: CitationCheck, lost: Option<LostGround>) -> CitationCheck {
    let there = check.status.is_confirmed() || check.status == CitationStatus::Unchecked;
    match lost.filter(|_| there && check.found.is_some()) {
        Some(lost) => CitationCheck::new(CitationStatus::Repealed, check.found, lost.why),
        None => check,
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
