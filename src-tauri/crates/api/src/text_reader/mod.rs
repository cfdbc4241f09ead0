//! Extracts clinical facts from texts. Needs no open desk and stores nothing.

pub(crate) mod vocabulary;

use std::path::Path;
use std::sync::OnceLock;

use simui_clinical::{Extractor, NamedDrug, Slot, Slots};
use simui_consult::safety::{Safety, Warning};

use self::vocabulary::vocabulary;
use crate::ApiError;
use crate::types::Extraction;

/// Extracts facts with the lexicon, the imported names of a data directory, and the safety rules, all of
/// which are loaded once.
#[derive(Debug)]
pub struct TextReader {
    extractor: Extractor,
    safety: Safety,
}

impl TextReader {
    /// Makes a reader with what comes with the program.
    pub fn shipped() -> Result<Self, ApiError> {
        let extractor = Extractor::shipped()?;
        let safety = Safety::shipped(extractor.lexicon())?;
        Ok(Self { extractor, safety })
    }

    /// Makes a reader that also uses the names imported into a data directory, which need not exist.
    pub fn of(data_dir: &Path) -> Result<Self, ApiError> {
        let reader = Self::shipped()?;
        Ok(match vocabulary(data_dir)? {
            Some(vocabulary) => {
                Self { extractor: reader.extractor.with_vocabulary(&vocabulary), ..reader }
            }
            None => reader,
        })
    }

    /// Whether the lexicon has a drug of this name.
    pub(crate) fn knows_drug(&self, name: &str) -> Result<bool, ApiError> {
        // A word alone may be taken for a misspelt name, and the same word in a sentence not.
        let slots = self.extractor.extract(&format!("어제 {name} 먹었어요"))?;
        Ok(!slots.medications.is_empty() || !slots.allergies.is_empty())
    }

    /// The first of several names of a drug that is the lexicon's own.
    pub(crate) fn drug_name(&self, names: &[String]) -> Option<String> {
        let is_own = |it: &&String| self.extractor.lexicon().has_concept(Slot::Medication, it);
        names.iter().find(is_own).cloned()
    }

    /// Extracts the clinical facts of a text in slots, with their warnings.
    pub fn extract(&self, text: &str) -> Result<Extraction, ApiError> {
        self.extract_with(text, &[])
    }

    /// Extracts the clinical facts of a text in which `drugs` were found by names that no lexicon has.
    pub(crate) fn extract_with(
        &self,
        text: &str,
        drugs: &[NamedDrug],
    ) -> Result<Extraction, ApiError> {
        let slots = self.extractor.extract_with(text, drugs)?;
        Ok(Extraction { warnings: self.warnings(&slots), slots })
    }

    /// Returns the extractor.
    pub(crate) fn extractor(&self) -> &Extractor {
        &self.extractor
    }

    /// Returns the safety rules.
    pub(crate) fn safety(&self) -> &Safety {
        &self.safety
    }

    /// Returns the warnings of slots that were extracted before and completed since.
    pub(crate) fn warnings(&self, slots: &Slots) -> Vec<Warning> {
        self.safety.warnings(slots)
    }
}

static SHIPPED: OnceLock<TextReader> = OnceLock::new();

/// Extracts the clinical facts of a text with what comes with the program.
pub fn extract(text: &str) -> Result<Extraction, ApiError> {
    let reader = match SHIPPED.get() {
        Some(reader) => reader,
        None => {
            let reader = TextReader::shipped()?;
            SHIPPED.get_or_init(|| reader)
        }
    };
    reader.extract(text)
}
