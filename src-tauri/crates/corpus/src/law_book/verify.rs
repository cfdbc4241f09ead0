//! Is the quote what the law says?

use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{CitationStatus, Document, DocumentKind, LawState};

use super::LawBook;
use super::catalogue::Catalogue;
use super::compare::{Exceptions, Match, Words};
use super::found::{FoundProvision, ProvisionLookup};
use super::grounds::LostGround;
use super::reference::{self, Target, squeezed};
use crate::CorpusError;

/// Shorter quotes stand everywhere and prove nothing.
const SHORTEST: usize = 5;

/// The result of checking a quote, as `simui corpus verify --json` prints it.
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

/// What one law of a reference comes to.
enum Placed {
    /// It stands there, in force.
    There(Box<FoundProvision>),
    /// It does not, or not on that day. Some of these may stand elsewhere.
    Not { check: Box<CitationCheck>, look_elsewhere: bool },
}

/// What a quote comes to in one law, before anybody looks elsewhere.
struct Compared {
    check: CitationCheck,
    /// The provision is there and does not say so.
    absent: bool,
    look_elsewhere: bool,
}

impl LawBook {
    /// Checks a quote against the provision that a reference names, as it stands on a day. Where several laws of that title
    /// are in force, each is looked at, and the one that says so counts.
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
    /// - `UNCHECKED`: the quote is too short, the document is not stored, or the law or this article of it is not in force
    ///   yet.
    ///
    /// # Errors
    /// The database cannot be read.
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
            // A law that has the provision tells more than one that lacks it.
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
        // Its tables come as files, which may not be stored.
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

/// Why a provision that is stored is not in force on a day.
fn not_in_force(found: &FoundProvision, as_of: Date) -> (CitationStatus, String) {
    use CitationStatus as Status;
    if let Some(from) = found.effective_from.filter(|from| *from > as_of) {
        let note = format!(
            "저장된 것은 {from}부터 시행되는 조문입니다. {as_of}의 조문은 저장되어 있지 않습니다."
        );
        return (Status::Unchecked, note);
    }
    let state = found.standing.state;
    // An empty period: nobody knows how long it was in force.
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
            let note = "뒤따르는 단서나 예외를 붙였습니다. 본문만 인용한 것이면 조문에 '본문'이라고 적으십시오.";
            let stored = words.with_exception(&text).map(str::to_owned);
            CitationCheck { stored, ..CitationCheck::new(Status::Repaired, found, note) }
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
