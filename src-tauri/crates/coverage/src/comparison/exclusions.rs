//! 지급하지 않는 사유 that a question names: 제왕절개도 나오나요? beside the clause that excludes it; and what a question
//! asks for of which no document of the company says whether it is paid for.

use super::select::Shelf;
use super::values::SlotValue;
use crate::catalog::fact::{Attribute, Fact};
use crate::catalog::fold::fold;
use crate::query::reduce::without_particle;
use simui_korean::particles::{SUBJECT, with_particle};

/// Key of the slot.
pub(super) const SLOT: &str = "exclusion_reasons";

/// Least number of letters that a word of a clause and a question have in common. A word of two letters has
/// to stand in the question as a whole.
const LEAST_COMMON: usize = 3;

/// Most characters of the reasons that are said where no document says whether something is paid for.
const MOST_SHOWN: usize = 400;

/// Returns what the company does not pay for, with a note where the question names one of the reasons, or
/// something of which no document says whether it is paid for.
pub(super) fn value(shelf: &Shelf<'_>) -> SlotValue {
    let value = shelf.all(Attribute::Exclusion);
    let note = named(shelf).map(note).or_else(|| unsettled(shelf).map(|it| unknown(&it, &value)));
    SlotValue { note, ..value }
}

/// Whether a question names a reason for which some company does not pay, or something of which no document
/// says whether it is paid for.
pub(super) fn is_named(shelves: &[Shelf<'_>]) -> bool {
    shelves.iter().any(|it| named(it).is_some() || unsettled(it).is_some())
}

/// Returns the words of a fact that say what is not paid for.
fn taken_out(fact: &Fact) -> Option<String> {
    let bracket =
        || (fact.rule == "exclusion.bracket").then(|| format!("{}제외", fold(&fact.value)));
    fact.condition.as_ref().map(|it| fold(it)).or_else(bracket)
}

/// Returns the texts that say what is paid for and how the coverage is called, without what they take out:
/// 뇌출혈이란 지주막하출혈을 말하며, 뇌경색증은 포함하지 않습니다.
fn paid_for(shelf: &Shelf<'_>) -> Vec<String> {
    let out = shelf.about(Attribute::Exclusion).into_iter().filter_map(taken_out);
    let out: Vec<String> = out.collect();
    let kept = |text: &str| out.iter().fold(fold(text), |text, it| text.replace(it, ""));
    let paid = [Attribute::Condition, Attribute::Definition].map(|it| shelf.about(it)).concat();
    paid.iter().map(|it| kept(&it.value)).chain(shelf.names().iter().map(|it| kept(it))).collect()
}

/// Returns the first word of the question that stands in an exclusion, and in nothing that says what is paid
/// for or how the coverage is called, with the part of the exclusion around it.
fn named(shelf: &Shelf<'_>) -> Option<(String, String)> {
    let question = shelf.wanted.rest.concat();
    let paid_for = paid_for(shelf);
    let common = |word: &str| {
        let letters: Vec<char> = word.chars().collect();
        let least = if letters.len() == 2 { 2 } else { LEAST_COMMON };
        let fronts = (least..=letters.len()).rev().filter_map(|it| letters.get(..it));
        fronts
            .map(|it| it.iter().collect::<String>())
            .find(|it| question.contains(it.as_str()))
            .filter(|it| !paid_for.iter().any(|text| text.contains(it.as_str())))
    };
    let particles = &shelf.wanted.book.rules.query.particles;
    let bare = |word: &str| without_particle(&fold(word), particles).to_owned();
    shelf.about(Attribute::Exclusion).into_iter().find_map(|fact| {
        let text = fact.condition.as_deref().unwrap_or(&fact.value);
        let parts = text.split_inclusive(['.', ';', '①', '②', '③', '④', '⑤', '\n']);
        parts.map(str::trim).find_map(|part| {
            let words = part.split(|c: char| !c.is_alphanumeric()).map(bare);
            let word = words.filter(|it| it.chars().count() > 1).find_map(|it| common(&it))?;
            let shown = if fact.condition.is_some() { fact.value.as_str() } else { part };
            Some((word, shown.to_owned()))
        })
    })
}

/// Returns the first word of a question whether something is paid for that stands in no text of the coverage:
/// neither in one that says what is paid for nor in one that excludes something.
fn unsettled(shelf: &Shelf<'_>) -> Option<String> {
    let rules = &shelf.wanted.book.rules;
    let has = |words: &[String]| words.iter().any(|it| shelf.wanted.question.contains(it.as_str()));
    if !has(&rules.query.whether) || has(&rules.query.not_whether) || named(shelf).is_some() {
        return None;
    }
    let paid_for = paid_for(shelf);
    let is_beside = |word: &str| rules.query.beside.iter().any(|it| word.starts_with(it.as_str()));
    let is_settled = |word: &&String| {
        let front: String = word.chars().take(2).collect();
        is_beside(word)
            || rules.subtypes.words.is_match(word.as_str())
            || paid_for.iter().any(|it| it.contains(&front))
    };
    shelf.wanted.rest.iter().find(|it| !is_settled(it)).cloned()
}

fn note((word, part): (String, String)) -> String {
    let word = with_particle(&format!("‘{word}’"), SUBJECT);
    format!("질문에 나온 {word} 지급하지 않는 사유에 있습니다: {part}")
}

fn unknown(word: &str, reasons: &SlotValue) -> String {
    let reasons: String = reasons.value.iter().flat_map(|it| it.chars()).take(MOST_SHOWN).collect();
    let shown = if reasons.is_empty() {
        String::new()
    } else {
        format!(" 지급하지 않는 사유: {reasons}")
    };
    format!("질문에 나온 ‘{word}’에 지급하는지는 문서의 문구로 정할 수 없습니다.{shown}")
}
