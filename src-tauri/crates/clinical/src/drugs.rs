//! Names of drugs for readers of other texts than a person's turns: questions, documents, tables.
//!
//! The names are those of the one table that the extractor uses as well, and they are found by the same
//! automaton, at word boundaries and with any spacing that they allow.

use std::collections::{BTreeMap, BTreeSet};

use crate::ClinicalError;
use crate::lexicon::drug_table::compact;
pub use crate::lexicon::drug_table::{DrugRow, DrugTable, Spelling, without_form};
use crate::lexicon::{Target, blocked_phrases};
use crate::mentions::tagger::{Found, Tagger, longest};
use crate::text::letters::{Text, normal};

/// A name that the finder knows: without spaces in normal letters, with its ingredients.
pub type DrugSpelling = (String, Vec<String>);

/// Finds drugs in texts, by the same automaton as the reader of clinical facts.
#[derive(Debug)]
pub struct DrugFinder {
    tagger: Tagger,
    spellings: Vec<DrugSpelling>,
}

impl DrugFinder {
    /// Makes the finder of the drugs of a table; its classes are none.
    pub fn new(table: &DrugTable) -> Result<Self, ClinicalError> {
        let mut spellings: Vec<DrugSpelling> =
            table.drug_spellings().map(|it| (compact(&it.text), it.ingredients.clone())).collect();
        spellings.sort();
        spellings.dedup_by(|one, other| one.0 == other.0);
        let mut surfaces: BTreeMap<String, BTreeSet<Target>> = BTreeMap::new();
        for spelling in table.drug_spellings() {
            let key = compact(&spelling.text);
            if let Ok(at) = spellings.binary_search_by(|it| it.0.cmp(&key)) {
                surfaces.entry(normal(&spelling.text)).or_default().insert(Target::Concept(at));
            }
        }
        for phrase in blocked_phrases()? {
            surfaces.entry(normal(phrase)).or_default().insert(Target::Blocked);
        }
        Ok(Self { tagger: Tagger::new(&surfaces)?, spellings })
    }

    /// The names, sorted.
    pub fn spellings(&self) -> &[DrugSpelling] {
        &self.spellings
    }

    /// Index of a name, in whatever letters and spacing.
    pub fn position(&self, name: &str) -> Option<usize> {
        let name = compact(name);
        self.spellings.binary_search_by(|it| it.0.cmp(&name)).ok()
    }

    /// The places of `text` that name a drug, in Unicode scalar values, each with the index of its
    /// spelling; of overlapping ones the longest.
    pub fn find(&self, text: &str) -> Vec<((usize, usize), usize)> {
        let text = Text::new(text);
        let found = longest(self.tagger.find(&text), |it| (it.start, it.end));
        let place = |it: Found| match it.target {
            Target::Concept(at) => Some((text.original(it.start, it.end), at)),
            _ => None,
        };
        found.into_iter().filter_map(place).collect()
    }
}
