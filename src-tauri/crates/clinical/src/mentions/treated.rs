//! Finds an illness that is a word of its own before what is taken for it: 우울증 약 먹어요, 골다공증 주사 맞으세요. 고혈압약
//! is one word, the name of a drug.

use super::mention::{Mention, Recognition};
use crate::lexicon::{Lexicon, Slot, Target};
use crate::text::letters::Text;
use crate::text::words::STANDING;

/// The illness that the words of a drug name, as a mention within that of the drug.
pub(crate) fn illness_of(text: &Text, lexicon: &Lexicon, drug: &Mention) -> Option<Mention> {
    let words = text.slice(drug.start, drug.end);
    let name = STANDING.drug_for.iter().find_map(|it| words.strip_suffix(it)?.strip_suffix(' '))?;
    let targets = lexicon.surfaces.get(name)?;
    let concept = targets.iter().find_map(|it| match it {
        Target::Concept(concept) if lexicon.concepts[*concept].slot == Slot::Condition => {
            Some(*concept)
        }
        _ => None,
    })?;
    let end = drug.start + name.chars().count();
    Some(Mention { end, concept, slot: Slot::Condition, how: Recognition::Synonym, ..*drug })
}
