use std::collections::HashMap;

use super::Passages;
use super::passages::gram;
use crate::analysis::Terms;
use crate::dense::{Embedding, key, numbers};

/// A query made ready to be compared with passages.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// Its words in order, as ids; `None` for one of no passage.
    pub(super) sequence: Vec<Option<u32>>,
    /// Each word once.
    pub(super) words: Vec<Word>,
    pub(super) rarity: f32,
    /// Each bigram once, with its rarity.
    pub(super) grams: Vec<(u16, f32)>,
}

#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) id: Option<u32>,
    pub(super) rarity: f32,
    /// The word's row in i8, with its scale; empty when it is not looked at.
    codes: Vec<i8>,
    scale: f32,
}

/// Words and bigrams of a query that are looked at: more make it slower, not better.
const MOST: usize = 64;
/// Words that are compared by meaning, the rarest.
const BY_MEANING: usize = 12;

impl Asked {
    pub(super) fn new(terms: &Terms, passages: &Passages, embedding: &Embedding) -> Self {
        let sequence: Vec<Option<u32>> =
            terms.morphemes.iter().take(MOST).map(|term| passages.id(term)).collect();
        let mut words: Vec<Word> = Vec::new();
        let mut known: HashMap<u64, usize> = HashMap::new();
        for (term, &id) in terms.morphemes.iter().zip(&sequence) {
            known.entry(key::word(term)).or_insert_with(|| {
                let rarity = passages.rarity(id);
                let mut codes = Vec::new();
                let scale = numbers::quantise(&embedding.word(term).0, &mut codes);
                words.push(Word { id, rarity, codes, scale });
                words.len() - 1
            });
        }
        let mut rarest: Vec<usize> = (0..words.len()).collect();
        rarest.sort_by(|&a, &b| words[b].rarity.total_cmp(&words[a].rarity));
        for place in rarest.into_iter().skip(BY_MEANING) {
            words[place].codes.clear();
        }
        let mut grams: Vec<u16> = terms.bigrams.iter().take(MOST).map(|term| gram(term)).collect();
        grams.sort_unstable();
        grams.dedup();
        let grams = grams.into_iter().map(|gram| (gram, passages.gram_rarity(gram))).collect();
        let rarity = words.iter().map(|word| word.rarity).sum();
        Self { sequence, words, rarity, grams }
    }
}

/// Cosines between the words of the query and those of passages, each worked out once.
pub(super) struct Meanings<'a> {
    asked: &'a Asked,
    passages: &'a Passages,
    embedding: &'a Embedding,
    /// For a word id, where its cosines are; zero for not yet.
    places: HashMap<u32, usize>,
    cosines: Vec<f32>,
}

impl<'a> Meanings<'a> {
    pub(super) fn new(asked: &'a Asked, passages: &'a Passages, embedding: &'a Embedding) -> Self {
        Self { asked, passages, embedding, places: HashMap::new(), cosines: Vec::new() }
    }

    /// Late interaction (Khattab and Zaharia, 2020): for each word of the query the nearest word of the
    /// passage, weighted by rarity; 0..=1.
    pub(super) fn late_interaction(&mut self, words: &[u32]) -> f32 {
        let count = self.asked.words.len();
        let mut best = vec![0.0_f32; count];
        for &word in words {
            let from = self.cosines_of(word);
            for (best, &cosine) in best.iter_mut().zip(&self.cosines[from..from + count]) {
                *best = best.max(cosine);
            }
        }
        let (mut sum, mut of) = (0.0, 0.0);
        for (word, best) in self.asked.words.iter().zip(best) {
            if !word.codes.is_empty() {
                sum += word.rarity * best;
                of += word.rarity;
            }
        }
        if of > 0.0 { sum / of } else { 0.0 }
    }

    fn cosines_of(&mut self, id: u32) -> usize {
        if let Some(&from) = self.places.get(&id) {
            return from;
        }
        let from = self.cosines.len();
        let row = self.embedding.codes_of(self.passages.key(id));
        for word in &self.asked.words {
            let cosine = match row {
                _ if word.id == Some(id) => 1.0,
                Some((codes, length)) if !word.codes.is_empty() && length > 0.0 => {
                    numbers::dot_codes(codes, &word.codes) as f32 * word.scale / length
                }
                _ => 0.0,
            };
            self.cosines.push(cosine);
        }
        self.places.insert(id, from);
        from
    }
}
