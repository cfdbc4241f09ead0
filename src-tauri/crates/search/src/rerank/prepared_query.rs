use std::collections::HashSet;

use simui_arithmetic::{dot_codes, quantise};

use super::Passages;
use super::passages::Passage;
use crate::analysis::Terms;
use crate::dense::Embedding;

/// A query prepared for comparison with passages.
#[derive(Debug, Clone)]
pub(super) struct PreparedQuery {
    /// Distinct words in the order of the query.
    pub(super) words: Vec<Word>,
    pub(super) rarity: f32,
    /// Indices in `words` of the rarest words, which are compared by meaning.
    by_meaning: Vec<usize>,
    /// For every word of each part of the passages its index in `words` plus 1; 0 for a word that is not in
    /// the query.
    wanted: Vec<Vec<u8>>,
}

/// An occurrence of a query word in a passage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mention {
    /// Position in the passage, counted over heading and text.
    pub(super) at: usize,
    /// Index in [`PreparedQuery::words`].
    pub(super) word: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Its id in each part of the passages.
    ids: Vec<Option<u32>>,
    pub(super) rarity: f32,
    /// The word's vector in i8; empty when it is not compared by meaning.
    codes: Vec<i8>,
    scale: f32,
}

/// Most words of a query that are used; more are slower without being better.
const MOST: usize = 64;
/// Number of query words that are compared by meaning.
const BY_MEANING: usize = 6;
/// Number of leading words of a heading that are compared by meaning. (The text's words added nothing on the
/// tuning sets, and cost more than all other features.)
const COMPARED: usize = 128;

impl PreparedQuery {
    pub(super) fn new(terms: &Terms, passages: &Passages, embedding: &Embedding) -> Self {
        let mut words: Vec<Word> = Vec::new();
        let mut written: Vec<&str> = Vec::new();
        let mut known: HashSet<&str> = HashSet::new();
        let mut wanted: Vec<Vec<u8>> =
            passages.vocabularies().map(|words| vec![0_u8; words]).collect();
        for term in terms.morphemes.iter().take(MOST).filter(|term| known.insert(term)) {
            let ids = passages.ids(term);
            for (wanted, id) in wanted.iter_mut().zip(&ids) {
                if let Some(wanted) = id.and_then(|id| wanted.get_mut(id as usize)) {
                    // Fits: at most MOST.
                    *wanted = words.len() as u8 + 1;
                }
            }
            let rarity = passages.rarity(&ids);
            words.push(Word { ids, rarity, codes: Vec::new(), scale: 0.0 });
            written.push(term);
        }
        let mut by_meaning: Vec<usize> = (0..words.len()).collect();
        by_meaning.sort_by(|&a, &b| words[b].rarity.total_cmp(&words[a].rarity));
        by_meaning.truncate(BY_MEANING);
        for &place in &by_meaning {
            let word = &mut words[place];
            word.scale = quantise(&embedding.word(written[place]).0, &mut word.codes);
        }
        let rarity = words.iter().map(|word| word.rarity).sum();
        Self { words, rarity, by_meaning, wanted }
    }

    /// Returns the occurrences of query words in a passage, in order.
    pub(super) fn mentions(&self, passage: &Passage<'_>) -> Vec<Mention> {
        let wanted = &self.wanted[passage.part];
        let mut mentions = Vec::new();
        for (at, &id) in passage.words.iter().enumerate() {
            let word = wanted.get(id as usize).copied().unwrap_or(0);
            if word > 0 {
                mentions.push(Mention { at, word: usize::from(word) - 1 });
            }
        }
        mentions
    }
}

impl Word {
    /// Returns whether the word occurs in a passage.
    pub(super) fn is_known(&self) -> bool {
        self.ids.iter().any(Option::is_some)
    }
}

/// Cosines between the words of the query and those of passages, each computed once.
pub(super) struct Meanings<'a> {
    prepared: &'a PreparedQuery,
    passages: &'a Passages,
    embedding: &'a Embedding,
    /// For every word of each part of the passages its index in `cosines` plus 1; 0 before it is computed.
    places: Vec<Vec<u32>>,
    cosines: Vec<[f32; BY_MEANING]>,
}

impl<'a> Meanings<'a> {
    pub(super) fn new(
        prepared: &'a PreparedQuery,
        passages: &'a Passages,
        embedding: &'a Embedding,
    ) -> Self {
        let places = passages.vocabularies().map(|words| vec![0; words]).collect();
        Self { prepared, passages, embedding, places, cosines: Vec::new() }
    }

    /// Computes late interaction (Khattab and Zaharia, 2020): for each of the query's rarest words the cosine
    /// of the nearest word of the heading, weighted by rarity; 0..=1.
    pub(super) fn late_interaction(&mut self, passage: &Passage<'_>) -> f32 {
        let mut best = [0.0_f32; BY_MEANING];
        for &word in passage.split().0.iter().take(COMPARED) {
            let cosines = self.cosines_of(passage.part, word);
            for (best, cosine) in best.iter_mut().zip(cosines) {
                *best = best.max(cosine);
            }
        }
        let (mut sum, mut of) = (0.0, 0.0);
        for (&word, best) in self.prepared.by_meaning.iter().zip(best) {
            let rarity = self.prepared.words[word].rarity;
            sum += rarity * best;
            of += rarity;
        }
        if of > 0.0 { sum / of } else { 0.0 }
    }

    fn cosines_of(&mut self, part: usize, id: u32) -> [f32; BY_MEANING] {
        let place = self.places[part].get(id as usize).copied().unwrap_or(0);
        if place > 0 {
            return self.cosines[place as usize - 1];
        }
        let mut cosines = [0.0; BY_MEANING];
        let row = self.embedding.codes_of(self.passages.key(part, id));
        for (cosine, &word) in cosines.iter_mut().zip(&self.prepared.by_meaning) {
            let word = &self.prepared.words[word];
            *cosine = match row {
                _ if word.ids.get(part) == Some(&Some(id)) => 1.0,
                Some((codes, length)) if length > 0.0 => {
                    dot_codes(codes, &word.codes) as f32 * word.scale / length
                }
                _ => 0.0,
            };
        }
        self.cosines.push(cosines);
        if let Some(place) = self.places[part].get_mut(id as usize) {
            *place = self.cosines.len() as u32;
        }
        cosines
    }
}
