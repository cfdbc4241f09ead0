//! From a text to six slots.
//!
//! ```text
//! text -> normal letters, standard spelling -> surface forms of the lexicon -> mentions (longest first) -> clauses, people
//!      -> status of each mention, values, demographics, times, doses -> slots with offsets in the original text
//! ```
//! Everything is found by data (`lexicon/`) and rules of grammar; the same text always gives the same slots.

mod allergy;
mod allergy_answer;
mod alone;
mod apart;
mod assemble;
mod between;
mod blood_pressure;
mod boundary;
mod clauses;
mod complaint;
mod confidence;
mod conjugation;
mod context;
mod cue;
mod cues;
mod demographics;
mod doses;
mod feet;
mod fever;
mod introduced;
mod kidney;
mod kinds;
mod lexicon;
mod meals;
mod measure_units;
mod measures;
mod mention;
mod mentions;
mod mine;
mod nameless;
mod newer;
mod numbers;
mod people;
mod reading;
mod slots;
mod spoken;
mod status;
mod subject;
mod tagger;
mod text;
mod times;
mod treated;
mod typo;
mod vocabulary;
mod words;

pub use lexicon::{Concept, Lexicon, Slot};
pub use slots::{
    DemographicMention, Demographics, Dose, Frequency, Item, Measurement, OtherPerson, Slots,
    Subject,
};
pub use status::Status;
pub(crate) use vocabulary::compact_form;

use apart::letters_apart;
use tagger::Tagger;
use text::Text;
use typo::Typos;

use crate::CounselError;

/// More than any turn or note has; what is longer is refused rather than read for minutes.
pub const LONGEST: usize = 200_000;

/// Reads texts with one lexicon. Made once, used from many threads.
#[derive(Debug)]
pub struct Extractor {
    lexicon: Lexicon,
    tagger: Tagger,
    typos: Typos,
    imported: Option<vocabulary::Imported>,
}

impl Extractor {
    /// With the lexicon that comes with the program.
    pub fn shipped() -> Result<Self, CounselError> {
        Self::new(Lexicon::shipped()?)
    }

    /// With a lexicon.
    pub fn new(lexicon: Lexicon) -> Result<Self, CounselError> {
        let tagger = Tagger::new(&lexicon)?;
        let typos = Typos::new(&lexicon);
        Ok(Self { lexicon, tagger, typos, imported: None })
    }

    /// What it knows.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The slots of one turn or note. A text of more than [`LONGEST`] characters, or of none but spaces, is refused.
    pub fn extract(&self, text: &str) -> Result<Slots, CounselError> {
        let original: Vec<char> = text.chars().collect();
        if original.len() > LONGEST {
            return Err(CounselError::TooLong { chars: original.len(), limit: LONGEST });
        }
        if text.trim().is_empty() {
            return Err(CounselError::Empty);
        }
        let letters = Text::new(text);
        let joined = letters_apart(&letters);
        Ok(self.slots(&self.lexicon.spoken.standard(letters.changed(&joined)), &original))
    }
}
