//! Drugs that the caller has found in the text, such as products of a register: no lexicon has their names.

use simui_domain::Span;

use crate::lexicon::{Concept, Lexicon, Slot, Target};
use crate::mentions::tagger::Found;
use crate::slots::Slots;
use crate::text::letters::Text;

/// Name of the concept that stands for a drug whose first ingredient the lexicon lacks.
const ANY_DRUG: &str = "등록된 제품";

/// A drug that a text names, found outside of this crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedDrug {
    /// The name in the text, in Unicode scalar values.
    pub span: Span,
    /// Korean names of its ingredients, at least one; its own name where none is known.
    pub ingredients: Vec<String>,
}

/// Adds the concept for drugs that the lexicon lacks, and returns its index.
pub(super) fn add_placeholder(lexicon: &mut Lexicon) -> usize {
    let (slot, name) = (Slot::Medication, ANY_DRUG.to_owned());
    lexicon.concepts.push(Concept { slot, name, code: None, cui: None });
    lexicon.concepts.len() - 1
}

/// The drugs as surface forms of the text: of the concept of their first ingredient, or else of the
/// placeholder.
pub(super) fn surface_forms(
    drugs: &[NamedDrug],
    text: &Text,
    lexicon: &Lexicon,
    placeholder: usize,
) -> Vec<Found> {
    let concept = |drug: &NamedDrug| {
        let is = |known: &Concept| {
            known.slot == Slot::Medication && drug.ingredients.first() == Some(&known.name)
        };
        lexicon.concepts.iter().position(is).unwrap_or(placeholder)
    };
    let form = |drug: &NamedDrug| {
        let (start, end) = text.letters_of(drug.span.start, drug.span.end)?;
        Some(Found { start, end, target: Target::Concept(concept(drug)) })
    };
    drugs.iter().filter_map(form).collect()
}

/// Gives each item that one of the drugs was read as an item for each ingredient, with its name.
pub(super) fn name_ingredients(slots: &mut Slots, drugs: &[NamedDrug]) {
    for items in [&mut slots.medications, &mut slots.allergies] {
        let named = std::mem::take(items);
        for item in named {
            let same = |it: &&NamedDrug| (it.span.start, it.span.end) == (item.start, item.end);
            match drugs.iter().find(same) {
                Some(drug) => items.extend(drug.ingredients.iter().map(|name| {
                    let mut item = item.clone();
                    name.clone_into(&mut item.name);
                    item
                })),
                None if item.name == ANY_DRUG => {}
                None => items.push(item),
            }
        }
    }
}
