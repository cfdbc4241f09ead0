//! Procedures: checks of the case and not only of words, such as approval and medium.

use jiff::ToSpan;
use jiff::civil::Date;
use simui_domain::{Approval, Medium};

use super::detector::AdContext;
use crate::claims::Reading;
use crate::normalise::{Characters, Gap, Normalised, normalise};
use crate::pattern::Match;

/// A check that a rule names in its field `procedure`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Procedure {
    /// The approval ran out before the advertisement was published (제57조제8항: three years).
    ApprovalExpired,
    /// The approved wording differs from the wording of the advertisement.
    ApprovalDiffers,
    /// The number shown in the advertisement is not that of the approval.
    ApprovalNumber,
    /// The period of validity shown in the advertisement is over.
    ApprovalLapsed,
    /// The medium is broadcasting (제56조제3항제1호).
    BroadcastMedium,
    /// Finds nothing: in packs from before the wording model raised suspicions only, a rule asked it.
    Resembles,
}

const PROCEDURES: &[(&str, Procedure)] = &[
    ("approval_expired", Procedure::ApprovalExpired),
    ("approval_differs", Procedure::ApprovalDiffers),
    ("approval_number", Procedure::ApprovalNumber),
    ("approval_lapsed", Procedure::ApprovalLapsed),
    ("broadcast_medium", Procedure::BroadcastMedium),
    ("resembles", Procedure::Resembles),
];

impl Procedure {
    pub fn named(name: &str) -> Option<Self> {
        PROCEDURES.iter().find(|(it, _)| *it == name).map(|(_, procedure)| *procedure)
    }

    /// Returns the words in question where the check fails.
    pub fn find(self, context: &AdContext<'_>, reading: &Reading<'_>) -> Option<Match> {
        let approval = context.ad.approval.as_ref();
        match self {
            Procedure::ApprovalExpired => expired(approval?, context).then(|| opening(reading))?,
            Procedure::ApprovalDiffers => difference(approval?.text.as_deref()?, reading),
            Procedure::ApprovalNumber => other_number(approval?.number.as_deref()?, reading),
            Procedure::ApprovalLapsed => lapsed(context.as_of, reading),
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

/// Largest distance, in letters, between 심의 and 유효기간, and between 유효기간 and its dates.
const REACH: usize = 40;

/// Finds a period of validity that was over on `as_of`: 심의필 123호 (유효기간 2019.3.1.~2022.2.28.).
fn lapsed(as_of: Date, reading: &Reading<'_>) -> Option<Match> {
    let letters = &reading.normal.letters;
    let text: Vec<char> = letters.iter().map(|letter| letter.ch).collect();
    let find = |words: &[&str], from: usize, until: usize| {
        (from..until.min(text.len())).find_map(|at| {
            words.iter().find_map(|word| {
                let length = word.chars().count();
                let found = text.get(at..at + length)?.iter().copied().eq(word.chars());
                found.then_some((at, at + length))
            })
        })
    };
    let mut from = 0;
    while let Some((start, after)) = find(&["심의", "승인번호"], from, text.len()) {
        from = after;
        let Some((_, period)) =
            find(&["유효기간", "유효기한", "만료일", "기한", "기간"], after, after + REACH)
        else {
            continue;
        };
        if let Some((end, until)) = last_day(&reading.normal, period)
            && end < as_of
        {
            return Some(Match::of(start, until));
        }
    }
    None
}

/// Returns the last day of a period written from letter `from` on, and one past its last letter. When only a
/// first day is given (2022.3.1.부터), the last day is three years later.
fn last_day(normal: &Normalised, from: usize) -> Option<(Date, usize)> {
    let until = (from + REACH).min(normal.letters.len());
    let mut last: Option<(Date, usize)> = None;
    let mut dates = 0;
    let mut at = from;
    while at < until {
        match day(normal, at) {
            Some((date, end)) => {
                last = Some((date, end));
                dates += 1;
                at = end;
            }
            None => at += 1,
        }
    }
    let (date, end) = last?;
    let follows: String = normal.letters[end..].iter().take(2).map(|letter| letter.ch).collect();
    let has_open_end = normal.glyphs[normal.letters[end - 1].glyph + 1..]
        .iter()
        .find(|glyph| !glyph.ch.is_whitespace() && glyph.ch != '.')
        .is_some_and(|glyph| glyph.ch == '~');
    let is_first_day = dates == 1 && (follows == "부터" || follows == "이후" || has_open_end);
    let date = if is_first_day { date.checked_add(3.years()).ok()? } else { date };
    Some((date, end))
}

/// Reads a date at letter `from` (2022.2.28., 2022-02-28, 2022년 2월 28일), and one past its last letter.
/// Without a day it is the end of the month, without a month the end of the year.
fn day(normal: &Normalised, from: usize) -> Option<(Date, usize)> {
    let letters = &normal.letters;
    let number = |at: usize| -> Option<(i16, usize)> {
        let digits = letters[at.min(letters.len())..]
            .iter()
            .enumerate()
            .take_while(|(index, glyph)| {
                glyph.ch.is_ascii_digit() && (*index == 0 || glyph.gap == Gap::None)
            })
            .count();
        let text: String = letters.get(at..at + digits)?.iter().map(|letter| letter.ch).collect();
        text.parse().ok().map(|number| (number, at + digits))
    };
    if from > 0 && letters[from].gap == Gap::None && letters[from - 1].ch.is_ascii_digit() {
        return None;
    }
    let (year, mut end) = number(from).filter(|(year, _)| (1990..2100).contains(year))?;
    let mut parts: Vec<i16> = Vec::new();
    for unit in ['년', '월'] {
        let next = if letters.get(end).is_some_and(|it| it.ch == unit || it.ch == '.') {
            end + 1
        } else {
            end
        };
        let Some((part, after)) = number(next).filter(|(part, _)| (1..=31).contains(part)) else {
            end = next;
            break;
        };
        parts.push(part);
        end = after;
    }
    let month = i8::try_from(parts.first().copied().unwrap_or(12)).ok()?;
    let first = Date::new(year, month, 1).ok()?;
    let date = match parts.get(1) {
        Some(&day) => Date::new(year, month, i8::try_from(day).ok()?).ok()?,
        None => first.last_of_month(),
    };
    if parts.len() == 2 && letters.get(end).is_some_and(|it| it.ch == '일') {
        end += 1;
    }
    Some((date, end))
}

/// Returns the first sentence, which stands for the whole advertisement.
fn opening(reading: &Reading<'_>) -> Option<Match> {
    let first = reading.sentences.first()?;
    Some(Match::of(first.from, first.to))
}

/// Returns the text from the first letter that differs from the approved text to the end of that sentence.
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

/// Finds a number after 심의필, 심의번호 or 승인번호 that is not the approval's.
fn other_number(number: &str, reading: &Reading<'_>) -> Option<Match> {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (shown, from, until) = shown_number(&reading.normal, &["심의필", "심의번호", "승인번호"])?;
    let (shown, approved) = (digits(&shown), digits(number));
    (!shown.is_empty() && !approved.is_empty() && shown != approved).then(|| Match::of(from, until))
}

/// Returns the number that an advertisement shows after 심의필 or 심의번호, without spaces.
pub fn shown_approval_number(text: &Normalised) -> Option<String> {
    shown_number(text, &["심의필", "심의번호"]).map(|(number, ..)| number)
}

/// Returns the number after the first of `words` that occurs, with its first letter and one past its last.
fn shown_number(normal: &Normalised, words: &[&str]) -> Option<(String, usize, usize)> {
    let text: Vec<char> = normal.letters.iter().map(|letter| letter.ch).collect();
    let at = words.iter().find_map(|word| {
        let word: Vec<char> = word.chars().collect();
        (0..text.len()).find(|&at| text[at..].starts_with(&word)).map(|at| at + word.len())
    })?;
    let from = (at..text.len().min(at + 6)).find(|&i| text[i].is_ascii_digit())?;
    let until = (from..text.len())
        .find(|&i| !text[i].is_ascii_digit() && !matches!(text[i], '중' | '호' | '제'))
        .unwrap_or(text.len());
    Some((text[from..until].iter().collect(), from, until))
}
