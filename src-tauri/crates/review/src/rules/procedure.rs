//! Rules that look at the case and not only at words: approval, medium.

use jiff::ToSpan;
use simui_domain::{Approval, Medium};

use super::detector::AdContext;
use super::matching::Match;
use crate::claims::Reading;
use crate::normalise::{Characters, normalise};

/// What a pack may ask for by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Procedure {
    /// The approval ran out before the advertisement was published (제57조제8항: three years).
    ApprovalExpired,
    /// The approved wording is not this wording.
    ApprovalDiffers,
    /// The number shown is not the number of the approval.
    ApprovalNumber,
    /// Broadcasting (제56조제3항제1호).
    BroadcastMedium,
    /// Reads like violations of the kind, by the wording model; found by the detector itself.
    Resembles,
}

const PROCEDURES: &[(&str, Procedure)] = &[
    ("approval_expired", Procedure::ApprovalExpired),
    ("approval_differs", Procedure::ApprovalDiffers),
    ("approval_number", Procedure::ApprovalNumber),
    ("broadcast_medium", Procedure::BroadcastMedium),
    ("resembles", Procedure::Resembles),
];

impl Procedure {
    pub fn named(name: &str) -> Option<Self> {
        PROCEDURES.iter().find(|(it, _)| *it == name).map(|(_, procedure)| *procedure)
    }

    /// The words in question, when the rule is broken.
    pub fn find(self, context: &AdContext<'_>, reading: &Reading<'_>) -> Option<Match> {
        let approval = context.ad.approval.as_ref();
        match self {
            Procedure::ApprovalExpired => expired(approval?, context).then(|| opening(reading))?,
            Procedure::ApprovalDiffers => difference(approval?.text.as_deref()?, reading),
            Procedure::ApprovalNumber => other_number(approval?.number.as_deref()?, reading),
            Procedure::Resembles => None,
            Procedure::BroadcastMedium => {
                (context.ad.medium == Some(Medium::Broadcast)).then(|| opening(reading))?
            }
        }
    }
}

/// Whether the day of publication lies outside the three years that an approval is valid.
fn expired(approval: &Approval, context: &AdContext<'_>) -> bool {
    let Some(from) = approval.approved_on else { return false };
    let published = context.as_of;
    let until = from.checked_add(3.years());
    published < from || until.is_ok_and(|until| published > until)
}

/// The first sentence stands for the whole advertisement.
fn opening(reading: &Reading<'_>) -> Option<Match> {
    let first = reading.sentences.first()?;
    Some(Match::of(first.from, first.to))
}

/// Where the letters of the advertisement first leave the approved ones, to the end of that sentence.
fn difference(approved: &str, reading: &Reading<'_>) -> Option<Match> {
    let approved = normalise(approved, &Characters::default()).letters;
    let shown = &reading.normal.letters;
    let same = approved.iter().zip(shown).take_while(|(a, b)| a.ch == b.ch).count();
    if same == approved.len() && same == shown.len() || shown.is_empty() {
        return None;
    }
    let at = same.min(shown.len() - 1);
    let sentence = reading.sentence(at)?;
    Some(Match::of(crate::claims::word_start(&reading.normal, at).max(sentence.from), sentence.to))
}

/// A number after 심의필 or 심의번호 that is not the approval's.
fn other_number(number: &str, reading: &Reading<'_>) -> Option<Match> {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let letters = &reading.normal.letters;
    let text: Vec<char> = letters.iter().map(|letter| letter.ch).collect();
    let at = ["심의필", "심의번호", "승인번호"].iter().find_map(|word| {
        let word: Vec<char> = word.chars().collect();
        (0..text.len()).find(|&at| text[at..].starts_with(&word)).map(|at| at + word.len())
    })?;
    let from = (at..text.len().min(at + 6)).find(|&i| text[i].is_ascii_digit())?;
    let until = (from..text.len())
        .find(|&i| !text[i].is_ascii_digit() && !matches!(text[i], '중' | '호' | '제'))
        .unwrap_or(text.len());
    let shown: String = text[from..until].iter().collect();
    let (shown, approved) = (digits(&shown), digits(number));
    (!shown.is_empty() && !approved.is_empty() && shown != approved).then(|| Match::of(from, until))
}
