//! The documents of a drug that state its doses, and the ages for which they do.

use super::age_limit::{AgeLimit, age_limits, leaves_to_physician};
use super::reading::dose_statements;
use super::statement::DoseStatement;
use crate::names::Names;
use crate::passage::Passage;

/// The documents of one ingredient.
#[derive(Debug, Clone, Copy)]
pub struct DoseDocuments<'a> {
    /// English name of the ingredient.
    pub ingredient: &'a str,
    /// Sections of the product's own labels and permits.
    pub own: &'a [Passage],
    /// Sections of other documents of the ingredient.
    pub others: &'a [Passage],
    /// The dictionary of names.
    pub names: &'a Names,
}

/// A statement with its passage.
pub(super) struct Stated<'a> {
    pub passage: &'a Passage,
    pub statement: DoseStatement,
}

impl<'a> DoseDocuments<'a> {
    /// Whether the documents give a dose to children of this age in months, by the product's own label where
    /// that states any, and no document forbids the age or leaves it to a physician.
    pub fn has_child_dose(&self, months: u32) -> bool {
        let own = self.stated(self.own);
        let stated = if own.is_empty() { self.stated(self.others) } else { own };
        let gives = |stated: &Stated<'_>| {
            let ages = stated.statement.ages;
            stated.statement.dose.is_some() && ages.are_of_children() && ages.has(months)
        };
        let mut passages = self.own.iter().chain(self.others);
        stated.iter().any(gives)
            && !self.age_limits().any(|(_, limit)| months < limit.below)
            && !passages.any(|it| leaves_to_physician(&it.text, months))
    }

    /// The statements of the sections on use.
    pub(super) fn stated(&self, passages: &'a [Passage]) -> Vec<Stated<'a>> {
        let is_on_use = |it: &&Passage| it.heading.contains("용법") || it.heading.contains("용량");
        let of_passage = |passage: &'a Passage| {
            let all = dose_statements(&passage.text).into_iter();
            all.filter(|it| self.speaks_in(&it.quote, passage))
                .map(|statement| Stated { passage, statement })
        };
        passages.iter().filter(is_on_use).flat_map(of_passage).collect()
    }

    /// The ages below which a document forbids the ingredient, with the passage of each.
    pub(super) fn age_limits(&self) -> impl Iterator<Item = (&'a Passage, AgeLimit)> {
        let passages = self.own.iter().chain(self.others);
        let all =
            passages.flat_map(|it| age_limits(&it.text).into_iter().map(move |limit| (it, limit)));
        all.filter(|(passage, limit)| self.speaks_in(&limit.quote, passage))
    }

    /// Whether a sentence is about the ingredient: it names it, or it names none in a document of it.
    fn speaks_in(&self, quote: &str, passage: &Passage) -> bool {
        let is_of =
            |text: &str| self.names.find(text).iter().any(|it| it.ingredient == self.ingredient);
        let own = self.own.iter().any(|it| it.document_id == passage.document_id);
        is_of(quote) || self.names.find(quote).is_empty() && (own || is_of(&passage.title))
    }
}
