//! Names of concepts from tables the user has a licence for (UMLS, MedCAT), used beside the lexicon.
//!
//! ```text
//! MRSTY -> which concepts matter -> MRCONSO, line by line ┐
//! cdb.csv, line by line ──────────────────────────────────┴-> Names -> Vocabulary
//!      -> Extractor::with_vocabulary
//! ```
//! Only names of conditions, symptoms and drugs are kept, since values are found by patterns. The lexicon
//! takes precedence where it has the same form or concept.

mod medcat;
mod names;
mod semantic_types;
mod umls;

use std::collections::HashMap;

pub use medcat::read_medcat;
pub use names::{ImportedNames, Names};
pub use umls::{read_umls, read_umls_types};

use crate::ClinicalError;
use crate::lexicon::{Concept, Slot};

/// Length of the longest name that is looked for, in letters without spaces.
pub(crate) const LONGEST_FORM: usize = 60;

/// Imported concepts and their forms, ready to be looked up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Vocabulary {
    concepts: Vec<Concept>,
    /// Letters without spaces, and an index into `concepts`; sorted.
    forms: Vec<(Box<str>, u32)>,
}

impl Vocabulary {
    /// Number of concepts.
    pub fn concepts(&self) -> usize {
        self.concepts.len()
    }

    /// Number of forms.
    pub fn forms(&self) -> usize {
        self.forms.len()
    }

    pub(crate) fn parts(&self) -> (&[Concept], &[(Box<str>, u32)]) {
        (&self.concepts, &self.forms)
    }

    /// The lines of the file format that [`Vocabulary::read`] reads: concepts, an empty line, forms.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let concepts = self.concepts.iter().map(|concept| {
            let cui = concept.cui.as_deref().unwrap_or_default();
            format!("{}\t{cui}\t{}", slot_letter(concept.slot), concept.name)
        });
        let forms = self.forms.iter().map(|(form, at)| format!("{at}\t{form}"));
        concepts.chain(std::iter::once(String::new())).chain(forms)
    }

    /// Reads what [`Vocabulary::lines`] wrote. `file` is named in errors.
    pub fn read(file: &str, text: &str) -> Result<Self, ClinicalError> {
        let mut vocabulary = Self::default();
        let mut lines = text.lines().enumerate();
        let fault = |line: usize| ClinicalError::Imported {
            file: file.to_owned(),
            line: line + 1,
            problem: "not a line of an imported vocabulary".into(),
        };
        for (at, line) in lines.by_ref() {
            if line.is_empty() {
                break;
            }
            let mut fields = line.splitn(3, '\t');
            let (Some(slot), Some(cui), Some(name)) = (fields.next(), fields.next(), fields.next())
            else {
                return Err(fault(at));
            };
            vocabulary.concepts.push(Concept {
                slot: letter_slot(slot).ok_or_else(|| fault(at))?,
                name: name.to_owned(),
                code: None,
                cui: (!cui.is_empty()).then(|| cui.to_owned()),
            });
        }
        for (at, line) in lines {
            let (index, form) = line.split_once('\t').ok_or_else(|| fault(at))?;
            let index: u32 = index.parse().map_err(|_| fault(at))?;
            let known = (index as usize) < vocabulary.concepts.len();
            let ordered = vocabulary.forms.last().is_none_or(|it| *it.0 < *form);
            if !known || !ordered {
                return Err(fault(at));
            }
            vocabulary.forms.push((form.into(), index));
        }
        Ok(vocabulary)
    }

    /// Joins two vocabularies. A form that is in both keeps the meaning that `self` gives it.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let mut concepts = self.concepts;
        let shift = concepts.len() as u32;
        concepts.extend(other.concepts);
        let mut forms: HashMap<Box<str>, u32> =
            other.forms.into_iter().map(|it| (it.0, it.1 + shift)).collect();
        forms.extend(self.forms);
        let mut forms: Vec<(Box<str>, u32)> = forms.into_iter().collect();
        forms.sort();
        Self { concepts, forms }
    }
}

fn slot_letter(slot: Slot) -> char {
    match slot {
        Slot::Condition => 'C',
        Slot::Symptom => 'S',
        Slot::Medication => 'M',
        Slot::Allergen => 'A',
        Slot::Habit => 'H',
    }
}

fn letter_slot(letter: &str) -> Option<Slot> {
    match letter {
        "C" => Some(Slot::Condition),
        "S" => Some(Slot::Symptom),
        "M" => Some(Slot::Medication),
        "A" => Some(Slot::Allergen),
        "H" => Some(Slot::Habit),
        _ => None,
    }
}
