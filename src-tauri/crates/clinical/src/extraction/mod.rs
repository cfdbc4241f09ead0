//! The extractor: from a text to its slots.
//!
//! ```text
//! text -> normal letters, standard spelling -> surface forms of the lexicon -> mentions (longest first)
//!      -> clauses, people -> status of each mention, values, demographics, times, doses
//!      -> slots with offsets in the original text
//! ```
//! Facts are found by data (`lexicon/`) and rules of grammar; the same text always gives the same slots.

mod assemble;
mod continued;
mod ellipsis;
mod imported;
mod named_drugs;

use crate::mentions::tagger::Tagger;
use crate::mentions::typo::Typos;
use crate::text::apart::letters_apart;
use crate::text::letters::Text;

pub use self::continued::{
    Continued, amended, is_same_person, names_child, names_speaker, refers_to_another, taken,
};
pub use self::named_drugs::NamedDrug;
use crate::ClinicalError;
use crate::lexicon::Lexicon;
use crate::slots::Slots;

/// Greatest length of a text in characters. A longer one is refused rather than read for minutes.
pub const LONGEST: usize = 200_000;

/// Reads texts with one lexicon. It is made once and may be used from many threads.
#[derive(Debug)]
pub struct Extractor {
    lexicon: Lexicon,
    tagger: Tagger,
    typos: Typos,
    imported: Option<imported::Imported>,
    /// Index of the concept for drugs that the lexicon lacks.
    any_drug: usize,
}

impl Extractor {
    /// An extractor with the lexicon that comes with the program.
    pub fn shipped() -> Result<Self, ClinicalError> {
        Self::new(Lexicon::shipped()?)
    }

    /// An extractor with the given lexicon.
    pub fn new(mut lexicon: Lexicon) -> Result<Self, ClinicalError> {
        let any_drug = named_drugs::add_placeholder(&mut lexicon);
        let tagger = Tagger::new(&lexicon.surfaces)?;
        let typos = Typos::new(&lexicon);
        Ok(Self { lexicon, tagger, typos, imported: None, any_drug })
    }

    /// The lexicon in use.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// Extracts the slots of one turn or note. A text of more than [`LONGEST`] characters, or without any
    /// but white space, is refused.
    pub fn extract(&self, text: &str) -> Result<Slots, ClinicalError> {
        self.extract_with(text, &[])
    }

    /// Extracts the slots of a text in which the caller has found `drugs`, by names that no lexicon has.
    /// Fails as [`Extractor::extract`] does.
    pub fn extract_with(&self, text: &str, drugs: &[NamedDrug]) -> Result<Slots, ClinicalError> {
        let original: Vec<char> = text.chars().collect();
        if original.len() > LONGEST {
            return Err(ClinicalError::TooLong { chars: original.len(), limit: LONGEST });
        }
        if text.trim().is_empty() {
            return Err(ClinicalError::Empty);
        }
        let letters = Text::new(text);
        let joined = letters_apart(&letters);
        let letters = self.lexicon.colloquial.standard(letters.changed(&joined));
        let mut slots = self.slots(&letters, &original, drugs);
        named_drugs::name_ingredients(&mut slots, drugs);
        Ok(slots)
    }
}
