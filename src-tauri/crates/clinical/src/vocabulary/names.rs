use std::collections::HashMap;

use super::{LONGEST_FORM, Vocabulary};
use crate::ClinicalError;
use crate::lexicon::{Concept, Slot};
use crate::text::letters::normal;

/// The form a name is stored and looked up by: normal letters without spaces.
fn compact_form(name: &str) -> String {
    normal(name).split_whitespace().collect()
}

/// Greatest number of forms of one import; more would not fit into the memory of a small desk.
const MOST_FORMS: usize = 1_000_000;
/// Greatest number of words in a name; longer names are not written in sentences.
const MOST_WORDS: usize = 7;

/// Counts of what an import took and left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportedNames {
    /// Number of lines that were read.
    pub lines: usize,
    /// Number of concepts with at least one form.
    pub concepts: usize,
    /// Number of forms in Korean.
    pub korean: usize,
    /// Number of forms in English.
    pub english: usize,
    /// Number of names that were left out: another language, suppressed, of no slot, too short, or
    /// unlikely in a sentence.
    pub left_out: usize,
}

/// Collects the names of concepts, line by line.
#[derive(Debug, Default)]
pub struct Names {
    concepts: Vec<Concept>,
    numbers: HashMap<Box<str>, u32>,
    forms: HashMap<Box<str>, u32>,
    report: ImportedNames,
}

impl Names {
    pub(super) fn count_line(&mut self) {
        self.report.lines += 1;
    }

    pub(super) fn leave_out(&mut self) {
        self.report.left_out += 1;
    }

    /// Adds a name of a concept. The first Korean name replaces an English one as the name of the concept.
    pub(super) fn add(&mut self, cui: &str, slot: Slot, name: &str) -> Result<(), String> {
        let name = name.trim();
        let Some(form) = form(name) else {
            self.leave_out();
            return Ok(());
        };
        let korean = has_hangul(&form);
        if self.forms.contains_key(form.as_str()) {
            self.leave_out();
            return Ok(());
        }
        if self.forms.len() >= MOST_FORMS {
            return Err(format!(
                "more than {MOST_FORMS} names would be kept; make a smaller subset (fewer sources or languages)"
            ));
        }
        let at = match self.numbers.get(cui) {
            Some(at) => *at,
            None => {
                let at = self.concepts.len() as u32;
                self.numbers.insert(cui.into(), at);
                self.concepts.push(Concept {
                    slot,
                    name: name.to_owned(),
                    code: None,
                    cui: Some(cui.to_owned()),
                });
                at
            }
        };
        let concept = &mut self.concepts[at as usize];
        if korean && !has_hangul(&concept.name) {
            name.clone_into(&mut concept.name);
        }
        if korean {
            self.report.korean += 1;
        } else {
            self.report.english += 1;
        }
        self.forms.insert(form.into(), at);
        Ok(())
    }

    /// Ends the import: the vocabulary, sorted, and the counts. Errors if no name was taken; `file` is
    /// named in it.
    pub fn finish(self, file: &str) -> Result<(Vocabulary, ImportedNames), ClinicalError> {
        if self.forms.is_empty() {
            return Err(ClinicalError::Imported {
                file: file.to_owned(),
                line: self.report.lines,
                problem: "no name of a condition, symptom or drug in Korean or English up to here"
                    .into(),
            });
        }
        let mut forms: Vec<(Box<str>, u32)> = self.forms.into_iter().collect();
        forms.sort();
        let report = ImportedNames { concepts: self.concepts.len(), ..self.report };
        Ok((Vocabulary { concepts: self.concepts, forms }, report))
    }
}

/// The form by which a name is looked up. `None` if the name is not written in sentences: brackets,
/// inversions, Latin letters fewer than four.
fn form(name: &str) -> Option<String> {
    let odd = name.contains(['(', '[', '{', ',', ';', '\t', '<', '>', '=', '|']);
    if odd || name.split_whitespace().count() > MOST_WORDS {
        return None;
    }
    let form = compact_form(name);
    let letters = form.chars().count();
    let least = if has_hangul(&form) { 2 } else { 4 };
    let wordy = form.chars().filter(|it| it.is_alphabetic()).count() >= least;
    (wordy && letters <= LONGEST_FORM).then_some(form)
}

fn has_hangul(text: &str) -> bool {
    text.chars().any(|it| ('가'..='힣').contains(&it))
}
