//! Corrects one wrong letter in a long word: 메트포르밍, 아토르바스타딘. Short words are never corrected (위암 is not
//! 폐암).

use std::collections::HashMap;

use crate::lexicon::{Lexicon, Slot, Target};
use crate::text::boundary::{is_particle, run_end};
use crate::text::letters::{Text, is_hangul};

/// Long surface forms of drugs and conditions, indexed by the form and by each string that lacks one of
/// its letters.
#[derive(Debug, Default)]
pub(crate) struct Typos {
    /// The letters of each form, and the index of its concept.
    forms: Vec<(Vec<char>, usize)>,
    /// Indices into `forms`.
    index: HashMap<String, Vec<u32>>,
}

/// Least number of syllables of a word that is corrected.
const MIN_SYLLABLES: usize = 4;

impl Typos {
    pub fn new(lexicon: &Lexicon) -> Self {
        let mut typos = Self::default();
        for (surface, targets) in &lexicon.surfaces {
            let compact: String = surface.split_whitespace().collect();
            let long = compact.chars().count() >= MIN_SYLLABLES && compact.chars().all(is_hangul);
            let concept = targets.iter().find_map(|it| match it {
                Target::Concept(at)
                    if matches!(lexicon.concepts[*at].slot, Slot::Condition | Slot::Medication) =>
                {
                    Some(*at)
                }
                _ => None,
            });
            if let (true, Some(concept)) = (long, concept) {
                let letters = letters(&compact);
                let number = typos.forms.len() as u32;
                for key in shortened(&letters) {
                    typos.index.entry(key).or_default().push(number);
                }
                typos.forms.push((letters, concept));
            }
        }
        typos
    }

    /// The concept from which a word differs by one letter, and the end of the word. The word begins at
    /// `start`; after it only a particle may follow in its run of syllables.
    pub fn near(&self, text: &Text, start: usize) -> Option<(usize, usize)> {
        let stop = run_end(text, start);
        if stop - start < MIN_SYLLABLES || stop - start > 24 {
            return None;
        }
        let ends = (start + MIN_SYLLABLES..=stop).rev();
        ends.filter(|end| *end == stop || is_particle(text.slice(*end, stop)))
            .find_map(|end| self.concept(text.slice(start, end)).map(|it| (it, end)))
    }

    /// The only concept with a form at distance 1 of the word.
    fn concept(&self, word: &str) -> Option<usize> {
        let written = letters(word);
        let mut found: Option<usize> = None;
        for key in shortened(&written) {
            for number in self.index.get(&key).into_iter().flatten() {
                let (form, concept) = &self.forms[*number as usize];
                // The first syllable must agree, since it is the head of the word: 신장질환 is not 심장질환.
                let head = written.iter().zip(form).take(3).all(|(a, b)| a == b);
                if !head || distance(&written, form) != 1 {
                    continue;
                }
                match found {
                    Some(other) if other != *concept => return None,
                    _ => found = Some(*concept),
                }
            }
        }
        found
    }
}

/// The consonants and vowels of a word. A syllable without a final consonant has two.
fn letters(word: &str) -> Vec<char> {
    let mut letters = Vec::with_capacity(3 * word.len() / 3);
    for c in word.chars() {
        let index = (c as u32).wrapping_sub(0xac00);
        let part = |base: u32, at: u32| char::from_u32(base + at).unwrap_or(c);
        letters.push(part(0x1100, index / 588));
        letters.push(part(0x1161, index % 588 / 28));
        if !index.is_multiple_of(28) {
            letters.push(part(0x11a7, index % 28));
        }
    }
    letters
}

/// The word itself, and the word without each one of its letters.
fn shortened(letters: &[char]) -> Vec<String> {
    let mut all = vec![letters.iter().collect::<String>()];
    for skip in 0..letters.len() {
        let rest = letters.iter().enumerate().filter(|it| it.0 != skip).map(|it| it.1);
        all.push(rest.collect());
    }
    all
}

/// Edit distance of two words; 2 stands for any distance above 1.
fn distance(a: &[char], b: &[char]) -> usize {
    if a.len().abs_diff(b.len()) > 1 {
        return 2;
    }
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let cut = |it: &[char], by: usize| it.get(by..).map(<[char]>::to_vec);
    match (a.is_empty(), b.is_empty()) {
        (true, true) => 0,
        _ if cut(a, 1) == cut(b, 1) && !a.is_empty() && !b.is_empty() => 1,
        _ if cut(a, 1).as_deref() == Some(b) || cut(b, 1).as_deref() == Some(a) => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn only_long_words_with_one_neighbour_are_corrected() {
        let lexicon = Lexicon::shipped().unwrap();
        let typos = Typos::new(&lexicon);
        for (word, name) in [
            ("메트포르밍", Some("메트포르민")),
            ("아토르바스타딘을", Some("아토르바스타틴")),
            ("타이래놀은", Some("아세트아미노펜")),
            ("레보티록씬", Some("레보티록신")),
            ("폐암", None),
            ("심장질환", None),
            ("안녕하세요", None),
            ("고마워요", None),
        ] {
            let text = Text::new(word);
            let found = typos.near(&text, 0).map(|it| lexicon.concepts[it.0].name.as_str());
            assert_eq!(found, name, "{word}");
        }
    }
}
