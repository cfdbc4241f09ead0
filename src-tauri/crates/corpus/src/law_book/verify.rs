//! Verifies quotes against the law.

use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{CitationStatus, Document, DocumentKind, LawState};

use super::LawBook;
use super::catalogue::Catalogue;
use super::compare::{Exceptions, Match, Words};
use super::found::{FoundProvision, ProvisionLookup};
use super::grounds::LostGround;
use super::reference::{self, Target};
use crate::CorpusError;
use crate::text::squeezed;

/// Least letters of a quote that can be checked; shorter ones occur everywhere.
const SHORTEST: usize = 5;

/// The result of checking a quote, as `simui corpus verify --json` prints it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CitationCheck {
    /// Result of the check.
    pub status: CitationStatus,
    /// The named provision or, when misattributed, the one that contains the quote.
    pub found: Option<FoundProvision>,
    /// Reason of the status in Korean; empty when verified.
    pub note: String,
    /// Wording of the source, when the quote was repaired.
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

/// Result of looking a reference up in one law.
enum Placed {
    /// The provision exists and is in force.
    There(Box<FoundProvision>),
    /// The provision does not exist or is not in force; the quote may have to be searched elsewhere.
    Not { check: Box<CitationCheck>, look_elsewhere: bool },
}

/// Result of comparing a quote in one law, before it is searched elsewhere.
struct Compared {
    check: CitationCheck,
    /// Whether the provision exists without containing the quote.
    absent: bool,
    look_elsewhere: bool,
}

impl LawBook {
    /// Checks a quote against the provision that a reference names, as of a day. Where several laws of that
    /// title are in force, each is compared, and the one that contains the quote counts.
    ///
    /// - `VERIFIED`: a substring of the provision's wording ([`crate::quotable`]), lower levels included,
    ///   that is not cut inside a number, next to a negation or before an exception (`다만, …`; unless the
    ///   reference says 본문).
    /// - `REPAIRED`: a substring when white space, punctuation and Markdown marks are ignored, or when an
    ///   exception after it was left out; `stored` has the wording of the source, exception included.
    /// - `MISATTRIBUTED`: contained in another provision in force, which is `found`.
    /// - `REPEALED`: the provision is deleted, or its law no longer in force on that day; a decision has lost
    ///   its ground by then ([`LawBook::lost_ground`]).
    /// - `TITLE_MISMATCH`: the reference has a 조문제목 that differs from the article's.
    /// - `NOT_FOUND`: no such provision, or it does not contain the quote.
    /// - `UNCHECKED`: the quote is too short, the document is not stored, or the law or article is not in
    ///   force yet.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn verify_quote(
        &self,
        quote: &str,
        article: &str,
        as_of: Date,
    ) -> Result<CitationCheck, CorpusError> {
        self.on(as_of).await?.verify_quote(quote, article).await
    }

    /// [`LawBook::verify_quote`] against the documents of a catalogue.
    pub(super) async fn verify_in(
        &self,
        catalogue: &Catalogue,
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
        let Some((name, target)) = reference::resolve(article, catalogue) else {
            return self.elsewhere(catalogue, &words, quote, as_of, None, unreadable()).await;
        };
        let main_sentence = reference::names_main_sentence(article);
        let mut first: Option<Compared> = None;
        for lookup in self.look_up_each(catalogue, &name, &target, as_of).await? {
            let compared = match placed(lookup, &target, as_of) {
                Placed::There(found) => {
                    let lost = match found.kind {
                        DocumentKind::Precedent => {
                            self.lost_in(catalogue, &found.document_id, as_of).await?
                        }
                        _ => None,
                    };
                    let mut compared = compared(&words, *found, main_sentence);
                    if !compared.absent {
                        compared.check = without_ground(compared.check, lost);
                    }
                    compared
                }
                Placed::Not { check, look_elsewhere } => {
                    Compared { check: *check, absent: false, look_elsewhere }
                }
            };
            if compared.check.status.is_confirmed() {
                return Ok(compared.check);
            }
            // A law that has the provision is more informative than one that lacks it.
            if first.as_ref().is_none_or(|first| compared.absent && !first.absent) {
                first = Some(compared);
            }
        }
        let Some(Compared { check, absent, look_elsewhere }) = first else {
            return self.elsewhere(catalogue, &words, quote, as_of, None, not_stored()).await;
        };
        if absent && let Some(later) = self.later(catalogue, &words, &name, &target, as_of).await? {
            return Ok(later);
        }
        match look_elsewhere {
            true => self.elsewhere(catalogue, &words, quote, as_of, Some(&name), check).await,
            false => Ok(check),
        }
    }

    /// Checks that the source of a reference without quote exists on a day; the result is never `VERIFIED`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn verify_reference(
        &self,
        article: &str,
        as_of: Date,
    ) -> Result<CitationCheck, CorpusError> {
        let catalogue = self.catalogue().await?;
        let Some((name, target)) = reference::resolve(article, &catalogue) else {
            return Ok(unreadable());
        };
        let lookup = self.look_up(&catalogue, &name, &target, as_of).await?;
        Ok(match placed(lookup, &target, as_of) {
            Placed::There(found) => {
                let lost = self.lost_ground(&found.document_id, as_of).await?;
                let note = "있는 자료입니다. 대조할 인용문이 없습니다.";
                let check = CitationCheck::new(CitationStatus::Unchecked, Some(*found), note);
                without_ground(check, lost)
            }
            Placed::Not { check, .. } => *check,
        })
    }
}

fn placed(lookup: ProvisionLookup, target: &Target, as_of: Date) -> Placed {
    use CitationStatus as Status;
    let not = |status, found, note: String, look_elsewhere| Placed::Not {
        check: Box::new(CitationCheck::new(status, found, note)),
        look_elsewhere,
    };
    let found = match lookup {
        ProvisionLookup::Found(found) => found,
        ProvisionLookup::Deleted(found) => {
            return not(Status::Repealed, Some(found), "삭제된 조문입니다.".to_owned(), false);
        }
        ProvisionLookup::NotInForce(found) => {
            let (status, note) = not_in_force(&found, as_of);
            return not(status, Some(found), note, false);
        }
        ProvisionLookup::Ambiguous(found) => {
            let names: Vec<&str> = found.iter().map(|it| it.reference.as_str()).collect();
            let note = format!(
                "제목이 같은 법령이 {}건 시행 중입니다: {}. 어느 것인지 제목 뒤 괄호에 적으십시오.",
                names.len(),
                names.join(", ")
            );
            return not(Status::Unchecked, found.into_iter().next(), note, false);
        }
        // Tables of a law come as files, which may not be stored.
        ProvisionLookup::NoSuchProvision { document }
            if document.kind == DocumentKind::Statute && matches!(target, Target::Section(_)) =>
        {
            let note =
                "별표·별지의 글이 저장되어 있지 않습니다. 파일을 받아 따로 가져온 뒤 확인하십시오.";
            return not(Status::Unchecked, None, note.into(), true);
        }
        ProvisionLookup::NoSuchProvision { document } => {
            let (status, note) = no_such_provision(&document);
            return not(status, None, note.into(), true);
        }
        ProvisionLookup::NoSuchDocument => {
            return Placed::Not { check: Box::new(not_stored()), look_elsewhere: true };
        }
    };
    if let Target::Provision { article_title: Some(given), .. } = target
        && squeezed(given) != squeezed(&found.article_title)
    {
        let note = format!("조문제목이 다릅니다: {}({})", found.article_key, found.article_title);
        return not(Status::TitleMismatch, Some(found), note, false);
    }
    Placed::There(Box::new(found))
}

/// Returns status and reason of a stored provision that is not in force on a day.
fn not_in_force(found: &FoundProvision, as_of: Date) -> (CitationStatus, String) {
    use CitationStatus as Status;
    if let Some(from) = found.effective_from.filter(|from| *from > as_of) {
        let note = format!(
            "저장된 것은 {from}부터 시행되는 조문입니다. {as_of}의 조문은 저장되어 있지 않습니다."
        );
        return (Status::Unchecked, note);
    }
    let state = found.standing.state;
    // An empty period means that its end is unknown.
    let dated = found.effective_to >= found.effective_from;
    match (state, found.effective_to.and_then(|day| day.tomorrow().ok())) {
        (LawState::Historical, _) if !dated => (
            Status::Unchecked,
            format!(
                "연혁 법령이고 다음 판이 저장되어 있지 않아, {as_of}에 시행 중이었는지 알 수 없습니다."
            ),
        ),
        (state, _) if state.is_over() && !dated => (
            Status::Repealed,
            format!(
                "{} 법령입니다. 언제부터 효력이 없는지 저장되어 있지 않아, {as_of}에 시행 중인 조문으로 볼 수 없습니다.",
                ended(state)
            ),
        ),
        (state, Some(day)) if state.is_over() => {
            (Status::Repealed, format!("{day}에 {} 법령입니다.", ended(state)))
        }
        (_, Some(day)) => (
            Status::Repealed,
            format!("{as_of}에 시행 중인 조문이 아닙니다. {day}부터 효력이 없습니다."),
        ),
        (_, None) => (Status::Repealed, format!("{as_of}에 시행 중인 조문이 아닙니다.")),
    }
}

fn ended(state: LawState) -> &'static str {
    if state == LawState::Lapsed { "실효된" } else { "폐지된" }
}

/// Compares a quote with a provision in force.
fn compared(words: &Words, found: FoundProvision, main_sentence: bool) -> Compared {
    use CitationStatus as Status;
    let text = Words::new(&found.whole);
    let law = found.kind == DocumentKind::Statute;
    let exceptions =
        if law && !main_sentence { Exceptions::Belong } else { Exceptions::MayBeLeftOut };
    let found = Some(found);
    let matched = words.within(&text, exceptions);
    let check = match matched {
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
            let stored = words.with_exception(&text).map(str::to_owned);
            let (status, note) = match stored {
                Some(_) => (
                    Status::Repaired,
                    "뒤따르는 단서나 예외를 붙였습니다. 본문만 인용한 것이면 조문에 '본문'이라고 적으십시오.",
                ),
                // An exception that cannot be shown repairs nothing.
                None => (Status::NotFound, "뒤따르는 단서나 예외가 빠져 원문과 뜻이 다릅니다."),
            };
            CitationCheck { stored, ..CitationCheck::new(status, found, note) }
        }
        Match::Absent => CitationCheck::new(Status::NotFound, found, "이 조문에 없는 말입니다."),
    };
    let absent = matched == Match::Absent;
    Compared { check, absent, look_elsewhere: absent }
}

fn unreadable() -> CitationCheck {
    let note = "인용한 자료가 저장되어 있지 않거나 조문 표기를 읽을 수 없습니다.";
    CitationCheck::new(CitationStatus::Unchecked, None, note)
}

fn not_stored() -> CitationCheck {
    let note = "인용한 자료가 저장되어 있지 않습니다.";
    CitationCheck::new(CitationStatus::Unchecked, None, note)
}

/// Replaces the check of a decision that exists but has lost its ground.
fn without_ground(check: CitationCheck, lost: Option<LostGround>) -> CitationCheck {
    let there = check.status.is_confirmed() || check.status == CitationStatus::Unchecked;
    match lost.filter(|_| there && check.found.is_some()) {
        Some(lost) => CitationCheck::new(CitationStatus::Repealed, check.found, lost.why),
        None => check,
    }
}

/// Returns the result for a missing provision. A digest contains only some articles, so its law may have it.
fn no_such_provision(document: &Document) -> (CitationStatus, &'static str) {
    if document.digest {
        (CitationStatus::Unchecked, "요지에 없는 조문입니다. 법령 원문을 가져온 뒤 확인하십시오.")
    } else {
        (CitationStatus::NotFound, "그런 조문이 없습니다.")
    }
}
