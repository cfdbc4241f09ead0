//! Finds the names of an imported vocabulary: from each beginning of a word, letter by letter, in a
//! sorted list.

use super::Extractor;
use crate::lexicon::{Lexicon, Target};
use crate::mentions::tagger::Found;
use crate::text::boundary::{begins, ends};
use crate::text::letters::{Text, is_hangul};
use crate::vocabulary::{LONGEST_FORM, Vocabulary};

/// Forms of an imported vocabulary, each with the concept of the extractor's lexicon it means.
#[derive(Debug)]
pub(crate) struct Imported {
    /// Forms without spaces, sorted, and an index into the concepts of the lexicon.
    forms: Vec<(Box<str>, usize)>,
}

impl Extractor {
    /// Adds imported names. Forms that the lexicon has keep its meaning; a concept with the CUI of a
    /// lexicon concept of the same slot adds only its forms to that concept.
    #[must_use]
    pub fn with_vocabulary(mut self, vocabulary: &Vocabulary) -> Self {
        let (concepts, forms) = vocabulary.parts();
        let own = self.lexicon.concepts.len();
        let numbers: Vec<usize> = concepts
            .iter()
            .map(|concept| {
                let same = |known: &crate::lexicon::Concept| {
                    known.slot == concept.slot && known.cui.is_some() && known.cui == concept.cui
                };
                self.lexicon.concepts[..own].iter().position(same).unwrap_or_else(|| {
                    self.lexicon.concepts.push(concept.clone());
                    self.lexicon.concepts.len() - 1
                })
            })
            .collect();
        let known = known_forms(&self.lexicon);
        let forms = forms
            .iter()
            .filter(|it| !known.contains(&*it.0))
            .map(|it| (it.0.clone(), numbers[it.1 as usize]))
            .collect();
        self.imported = Some(Imported { forms });
        self
    }
}

/// All forms of the lexicon without spaces.
fn known_forms(lexicon: &Lexicon) -> std::collections::HashSet<String> {
    lexicon.surfaces.keys().map(|it| it.split_whitespace().collect()).collect()
}

impl Imported {
    /// All forms in the text that begin and end at word boundaries.
    pub fn find(&self, text: &Text) -> Vec<Found> {
        let mut found = Vec::new();
        for start in 0..text.len() {
            let first = text.chars[start];
            let word = first.is_alphanumeric() && begins(text, start, 2, false);
            if word {
                self.find_from(text, start, &mut found);
            }
        }
        found
    }

    /// Adds the forms that begin at `start`. Single spaces within a form are skipped.
    fn find_from(&self, text: &Text, start: usize, found: &mut Vec<Found>) {
        let mut candidates = &self.forms[..];
        let mut form = String::new();
        let mut syllables = 0;
        let mut spaces = 0;
        for end in start..text.len().min(start + 2 * LONGEST_FORM) {
            let c = text.chars[end];
            if c == ' ' {
                spaces += 1;
                if spaces > 1 {
                    return;
                }
                continue;
            }
            if c.is_whitespace() {
                return;
            }
            spaces = 0;
            form.push(c);
            syllables += usize::from(is_hangul(c));
            let from = candidates.partition_point(|it| *it.0 < *form);
            candidates = &candidates[from..];
            let to = candidates.partition_point(|it| it.0.starts_with(form.as_str()));
            candidates = &candidates[..to];
            let Some((first, concept)) = candidates.first() else { return };
            let letters = if syllables > 0 { syllables } else { 3 };
            if **first == *form && ends(text, end + 1, letters, false, false) {
                found.push(Found { start, end: end + 1, target: Target::Concept(*concept) });
            }
        }
    }
}
