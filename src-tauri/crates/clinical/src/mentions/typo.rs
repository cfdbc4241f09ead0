//! Corrects one wrong letter in a long word: 메트포르밍, 아토르바스타딘. Short words are never corrected (위암 is not
//! 폐암).

use crate::lexicon::{Lexicon, Slot, Target};
use crate::text::boundary::{is_particle, run_end};
use crate::text::letters::{Text, is_hangul};

/// Long surface forms of drugs and conditions: their letters in dictionary order, each with the index of
/// its concept.
#[derive(Debug, Default)]
pub(crate) struct Typos {
    forms: Vec<(Vec<char>, usize)>,
}

/// Least number of syllables of a word that is corrected.
const MIN_SYLLABLES: usize = 4;

/// Number of letters at the beginning of a word that must be right. The first syllable is the head of the
/// word: 신장질환 is not 심장질환.
const HEAD: usize = 3;

impl Typos {
    pub fn new(lexicon: &Lexicon) -> Self {
        let mut forms = Vec::new();
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
                forms.push((letters(&compact), concept));
            }
        }
        forms.sort_unstable();
        Self { forms }
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
        let head = written.get(..HEAD)?;
        let first = self.forms.partition_point(|(form, _)| form.as_slice() < head);
        let mut found: Option<usize> = None;
        for (form, concept) in self.forms[first..].iter().take_while(|it| it.0.starts_with(head)) {
            if !differs_by_one(&written, form) {
                continue;
            }
            match found {
                Some(other) if other != *concept => return None,
                _ => found = Some(*concept),
            }
        }
        found
    }
}

/// The consonants and vowels of a word. A syllable without a final consonant has two.
fn letters(word: &str) -> Vec<char> {
    let mut letters = Vec::with_capacity(word.len());
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

/// Whether one letter more, one less or another one makes `a` from `b`.
fn differs_by_one(a: &[char], b: &[char]) -> bool {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    match (&a[same..], &b[same..]) {
        ([_, a @ ..], [_, b @ ..]) if a.len() == b.len() => a == b,
        ([_, rest @ ..], b) if rest.len() == b.len() => rest == b,
        (a, [_, rest @ ..]) if rest.len() == a.len() => rest == a,
        _ => false,
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
