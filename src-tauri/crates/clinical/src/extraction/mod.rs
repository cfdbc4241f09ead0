//! From a text to six slots.
//!
//! ```text
//! text -> normal letters, standard spelling -> surface forms of the lexicon -> mentions (longest first) -> clauses, people
//!      -> status of each mention, values, demographics, times, doses -> slots with offsets in the original text
//! ```
//! Everything is found by data (`lexicon/`) and rules of grammar; the same text always gives the same slots.

mod assemble;
mod imported;

use crate::mentions::tagger::Tagger;
use crate::mentions::typo::Typos;
use crate::text::apart::letters_apart;
use crate::text::letters::Text;

use crate::ClinicalError;
use crate::lexicon::Lexicon;
use crate::slots::Slots;

/// More than any turn or note has; what is longer is refused rather than read for minutes.
pub const LONGEST: usize = 200_000;

/// Reads texts with one lexicon. Made once, used from many threads.
#[derive(Debug)]
pub struct Extractor {
    lexicon: Lexicon,
    tagger: Tagger,
    typos: Typos,
    imported: Option<imported::Imported>,
}

impl Extractor {
    /// With the lexicon that comes with the program.
    pub fn shipped() -> Result<Self, ClinicalError> {
        Self::new(Lexicon::shipped()?)
    }

    /// With a lexicon.
    pub fn new(lexicon: Lexicon) -> Result<Self, ClinicalError> {
        let tagger = Tagger::new(&lexicon)?;
        let typos = Typos::new(&lexicon);
        Ok(Self { lexicon, tagger, typos, imported: None })
    }

    /// What it knows.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The slots of one turn or note. A text of more than [`LONGEST`] characters, or of none but spaces, is refused.
    pub fn extract(&self, text: &str) -> Result<Slots, ClinicalError> {
        let original: Vec<char> = text.chars().collect();
        if original.len() > LONGEST {
            return Err(ClinicalError::TooLong { chars: original.len(), limit: LONGEST });
        }
        if text.trim().is_empty() {
            return Err(ClinicalError::Empty);
        }
        let letters = Text::new(text);
        let joined = letters_apart(&letters);
        Ok(self.slots(&self.lexicon.spoken.standard(letters.changed(&joined)), &original))
    }
}
