//! What is paid at the time since the contract began that a question names: 가입하고 6개월 만에, 1년 미만이면.

use std::ops::Range;

use super::basis::is_of_kinds;
use super::select::Shelf;
use super::sum::{named, share_of};
use super::values::{PartValue, SlotValue};
use crate::catalog::cues::{Category, Cues};
use crate::catalog::fact::{Attribute, Confidence};
use crate::catalog::fold::Folded;
use crate::document::values::{BOUNDS, FULL_AMOUNT};
use simui_korean::money::format_won;
use simui_korean::numerals::{native, sino};

/// Key of the slot.
pub(super) const SLOT: &str = "payout_then";

/// What begins the note about a time since the contract began.
pub(super) const THEN: &str = "계약일부터 ";

/// A time since the contract began, in days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Elapsed {
    days: u64,
    /// Whether any time up to it is meant: 1년 안에, but not 6개월 만에.
    is_bound: bool,
}

/// A share that is paid up to some time.
struct Early<'a> {
    /// The period as printed: 1년 미만.
    until: &'a str,
    /// The first day on which it is no longer paid.
    end: u64,
    /// The share or sum as printed.
    paid: &'a str,
}

/// Days of half a year.
const HALF_YEAR: u64 = 180;
/// Days of half a month.
const HALF_MONTH: u64 = 15;

/// Returns the number of days of a period, in figures or words: 365 of 1 and 년, 60 of 두 and 달.
fn days(number: &str, unit: &str) -> Option<u64> {
    let of_unit = match unit {
        "년" => 365,
        "일" => 1,
        _ => 30,
    };
    if number == "반" {
        return (unit == "년").then_some(HALF_YEAR);
    }
    let in_words = || native(number).or_else(|| sino(number));
    u64::from(number.parse().ok().or_else(in_words)?).checked_mul(of_unit)
}

/// Returns the time since the contract began that a question names, and its byte range. A time since an
/// event is none.
pub(crate) fn elapsed(question: &str, cues: &Cues) -> Option<(Elapsed, Range<usize>)> {
    let folded = Folded::new(question);
    let (time, at) = place(folded.text(), cues)?;
    Some((time, folded.original(question, at)))
}

fn place(question: &str, cues: &Cues) -> Option<(Elapsed, Range<usize>)> {
    cues.all(Category::Elapsed, question).find_map(|found| {
        let before = question.get(..found.at().start)?;
        let unit = found.group("unit")?.as_str();
        let years = found.group("years").and_then(|it| days(it.as_str(), "년"));
        let half = found.group("half").map(|_| if unit == "년" { HALF_YEAR } else { HALF_MONTH });
        let days = days(found.group("number")?.as_str(), unit)?
            + years.unwrap_or_default()
            + half.unwrap_or_default()
            + u64::from(found.group("after").is_some());
        let is_bound = found.group("bound").is_some();
        (!cues.has(Category::OfEvent, before)).then_some((Elapsed { days, is_bound }, found.at()))
    })
}

/// Returns the number of days and the rest of a period as facts print it: 365 and 미만 of 1년 미만.
fn period(written: &str) -> Option<(u64, &str)> {
    let unit = written.find(|c: char| !c.is_ascii_digit())?;
    let (number, rest) = written.split_at(unit);
    let length = ["개월", "년", "일"].into_iter().find(|it| rest.starts_with(it))?;
    Some((days(number, length)?, rest.get(length.len()..)?.trim()))
}

/// Returns the shares by time of a rule as facts print it: 180일 미만 25%, 1년 미만 50%.
fn early(rule: &str) -> Vec<Early<'_>> {
    let parts = rule.split(", ").filter_map(|part| {
        let ends = BOUNDS.into_iter().filter_map(|it| Some(part.find(it)? + it.len()));
        let (until, paid) = part.split_at(ends.min()?);
        let (days, bound) = period(until)?;
        let end = if bound == "미만" { days } else { days + 1 };
        BOUNDS.contains(&bound).then_some(Early { until, end, paid: paid.trim() })
    });
    let mut all: Vec<Early<'_>> = parts.collect();
    all.sort_by_key(|it| it.end);
    all
}

impl Elapsed {
    /// Returns those of the shares, in order of time, that may be paid then, and whether they are all
    /// that may.
    fn fitting<'a, 'b>(self, all: &'a [Early<'b>]) -> (Vec<&'a Early<'b>>, bool) {
        let next =
            all.iter().position(|it| self.days < it.end || self.is_bound && self.days == it.end);
        let first = if self.is_bound { 0 } else { next.unwrap_or(all.len()) };
        let end = next.map_or(all.len(), |it| it + 1);
        (all.get(first..end).into_iter().flatten().collect(), next.is_some())
    }
}

/// Returns what is paid at the time that the question names of an amount that is paid later. `whole` is the
/// share of the sum insured that the amount is, in percent.
pub(super) fn paid_then(shelf: &Shelf<'_>, value: SlotValue, whole: Option<u64>) -> SlotValue {
    let mut sums = value.parts.iter().map(|it| it.amount_won).chain([value.amount_won]);
    let is_known = sums.any(|it| it.is_some());
    let Some(elapsed) = shelf.wanted.elapsed.filter(|_| is_known) else { return value };
    let paid = value.value.clone().unwrap_or_default();
    // Of a coverage that is named after kinds, early shares are of the same sum as the later one.
    let is_of_name = is_of_kinds(shelf);
    let waiting = shelf.best(Attribute::WaitingPeriod);
    let wait = waiting.value.clone().unwrap_or_default();
    // A waiting period of cancer is not one of what counts as 유사암.
    let subtypes = &shelf.wanted.book.rules.subtypes.all;
    let is_cancer = |it: &usize| subtypes.get(*it).is_some_and(|it| it.site);
    let applies = is_of_name || shelf.wanted.kinds.iter().all(is_cancer);
    let first = period(&wait).filter(|_| applies).map_or(0, |it| it.0);
    if first > 0 && elapsed.days <= first {
        return SlotValue {
            value: Some(format!("지급하지 않음(대기기간 {wait})")),
            amount_won: None,
            parts: Vec::new(),
            note: Some(format!(
                "{THEN}{wait} 안에는 지급하지 않습니다. 그 뒤의 금액은 {paid}입니다."
            )),
            evidence: [value.evidence, waiting.evidence].concat(),
            ..value
        };
    }
    let rule = shelf.of_kinds(Attribute::Reduction);
    let all = rule.value.as_deref().map(early).unwrap_or_default();
    let (fitting, is_all) = elapsed.fitting(&all);
    let from_same = rule.evidence.first().map(|it| &it.doc_type)
        == value.evidence.first().map(|it| &it.doc_type);
    // A sum of another document may be one for a base.
    let written = |early: &&Early<'_>| match early.paid.ends_with('%') || from_same {
        true => format!("{} {}", early.until, early.paid),
        false => format!("{} 감액", early.until),
    };
    let mut notes: Vec<String> = fitting.iter().map(written).collect();
    let shares = notes.join(", ");
    if elapsed.is_bound && first > 0 {
        notes.push(format!("처음 {wait} 안에는 지급하지 않습니다"));
    }
    if fitting.is_empty() {
        let note = notes.first().map(|it| format!("{THEN}{it}."));
        return SlotValue { note: note.or(value.note), ..value };
    }
    let note = format!("{THEN}{}. 그 뒤의 금액은 {paid}입니다.", notes.join(", "));
    let of_whole = |share: u64| match whole {
        None => Some((share, FULL_AMOUNT)),
        Some(whole) => (is_of_name && share < whole).then_some((share, whole)),
    };
    let amount = |early: &&&Early<'_>, sum: u64| match early.paid.strip_suffix('%') {
        Some(share) => {
            let (share, whole) = of_whole(share.parse().ok()?)?;
            share_of(sum, share, whole)
        }
        None => simui_korean::money::parse_won(early.paid).filter(|it| from_same && *it < sum),
    };
    let only =
        fitting.first().filter(|_| fitting.len() == 1 && is_all && value.conflicts.is_empty());
    let in_part = |part: &PartValue| {
        let Some(sum) = part.amount_won else { return Some(part.clone()) };
        let won = amount(&only?, sum)?;
        Some(PartValue { value: format_won(won), amount_won: Some(won), ..part.clone() })
    };
    let parts: Option<Vec<PartValue>> = value.parts.iter().map(in_part).collect();
    let won = only.as_ref().zip(value.amount_won).and_then(|(early, sum)| amount(early, sum));
    let (shown, parts) = match (won, parts.filter(|it| !it.is_empty())) {
        (_, Some(parts)) => (named(&parts), parts),
        (Some(won), None) => (format_won(won), Vec::new()),
        (None, None) if only.is_some() => (format!("{shares} (금액 미확인)"), Vec::new()),
        (None, None) => (format!("{shares}, 그 뒤 {paid}"), Vec::new()),
    };
    SlotValue {
        value: Some(shown),
        amount_won: won.filter(|_| parts.is_empty()),
        parts,
        note: Some(note),
        confidence: value.confidence.min(Confidence::Medium),
        evidence: [value.evidence, rule.evidence].concat(),
        ..value
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use crate::catalog::rules::Rules;

    #[test]
    fn a_question_names_the_time_since_the_contract_began() {
        let rules = Rules::shipped().unwrap();
        let check = |question: &str, expected: Option<(u64, bool)>| {
            let found = elapsed(question, &rules.cues).map(|it| it.0);
            assert_eq!(found.map(|it| (it.days, it.is_bound)), expected, "{question}");
        };
        check("암진단비, 가입하고 6개월 만에 진단받으면", Some((180, false)));
        check("암진단비 가입 1년 안에 얼마", Some((365, true)));
        check("암진단비 가입한 지 한 달 됐는데", Some((30, false)));
        check("암진단비 세 달 이내", Some((90, true)));
        check("암진단비 가입하고 반년 뒤", Some((181, false)));
        check("암진단비 가입하고 90일 지나서 진단", Some((91, false)));
        check("암진단비 90일 안에 진단받으면", Some((90, true)));
        check("암진단비 가입 후 1년 6개월에 진단되면", Some((545, false)));
        check("암진단비 가입하고 1년 반 뒤 진단", Some((546, false)));
        check("암진단비 가입 3개월에 진단", Some((90, false)));
        check("암진단비 가입 13개월차", Some((390, false)));
        check("암진단비 가입 5년납", None);
        check("암입원비 4일 이상 입원하면", None);
        check("암 진단 후 1년 안에 사망하면", None);
        check("최근 5년 이내 입원했으면", None);
        check("입원 30일까지 나오나요", None);
    }

    #[test]
    fn the_share_that_holds_then_is_chosen() {
        let check = |days: u64, is_bound: bool, expected: &[&str], is_all: bool| {
            let all = early("180일 미만 25%, 1년 미만 50%, 유사암 가입금액의 20%");
            let (found, whole) = Elapsed { days, is_bound }.fitting(&all);
            let found: Vec<&str> = found.iter().map(|it| it.paid).collect();
            assert_eq!((found.as_slice(), whole), (expected, is_all), "{days} {is_bound}");
        };
        check(60, false, &["25%"], true);
        check(180, false, &["50%"], true);
        check(180, true, &["25%"], true);
        check(365, true, &["25%", "50%"], true);
        check(365, false, &[], false);
        check(730, true, &["25%", "50%"], false);
    }
}
