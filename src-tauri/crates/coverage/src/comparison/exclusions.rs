//! 지급하지 않는 사유 that a question names: 제왕절개도 나오나요? beside the clause that excludes it.

use super::select::Shelf;
use super::values::SlotValue;
use crate::catalog::fact::Attribute;
use crate::catalog::fold::fold;
use simui_korean::particles::{SUBJECT, with_particle};

/// Key of the slot.
pub(super) const SLOT: &str = "exclusion_reasons";

/// Least number of letters that a word of a clause and a question have in common. A word of two letters has
/// to stand in the question as a whole.
const LEAST_COMMON: usize = 3;

/// Returns what the company does not pay for, with a note where the question names one of the reasons.
pub(super) fn value(shelf: &Shelf<'_>) -> SlotValue {
    let value = shelf.all(Attribute::Exclusion);
    SlotValue { note: named(shelf).map(note), ..value }
}

/// Whether a question names a reason for which some company does not pay.
pub(super) fn is_named(shelves: &[Shelf<'_>]) -> bool {
    shelves.iter().any(|it| named(it).is_some())
}

/// Returns the first word of the question that stands in an exclusion, and in nothing that says what is paid
/// for or how the coverage is called, with the part of the exclusion around it.
fn named(shelf: &Shelf<'_>) -> Option<(String, String)> {
    let question = shelf.wanted.question.as_str();
    let paid = [Attribute::Condition, Attribute::Definition].map(|it| shelf.about(it)).concat();
    let mut elsewhere: Vec<String> = paid.iter().map(|it| fold(&it.value)).collect();
    elsewhere.extend(shelf.names());
    let common = |word: &str| {
        let letters: Vec<char> = word.chars().collect();
        let least = if letters.len() == 2 { 2 } else { LEAST_COMMON };
        let fronts = (least..=letters.len()).rev().filter_map(|it| letters.get(..it));
        fronts
            .map(|it| it.iter().collect::<String>())
            .find(|it| question.contains(it.as_str()))
            .filter(|it| !elsewhere.iter().any(|text| text.contains(it.as_str())))
    };
    shelf.about(Attribute::Exclusion).into_iter().find_map(|fact| {
        let parts = fact.value.split_inclusive(['.', ';', '①', '②', '③', '④', '⑤', '\n']);
        parts.map(str::trim).find_map(|part| {
            let words = part.split(|c: char| !c.is_alphanumeric()).map(fold);
            let word = words.filter(|it| it.chars().count() > 1).find_map(|it| common(&it))?;
            Some((word, part.to_owned()))
        })
    })
}

fn note((word, part): (String, String)) -> String {
    let word = with_particle(&format!("‘{word}’"), SUBJECT);
    format!("질문에 나온 {word} 지급하지 않는 사유에 있습니다: {part}")
}
