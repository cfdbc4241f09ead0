use std::collections::HashMap;
use std::path::Path;

use crate::analysis::Terms;
use crate::dense::key;
use crate::{SearchError, sealed};

/// What the reranker must know of every passage: its words in order and which bigrams it has, about 4 bytes a
/// word and 2 a bigram. Passages have the places they were pushed at.
#[derive(Debug, Clone)]
pub struct Passages {
    ids: HashMap<u64, u32>,
    /// For each word id its key.
    keys: Vec<u64>,
    /// In how many passages each word occurs.
    found: Vec<u32>,
    /// Words of all passages, each heading before its text.
    words: Vec<u32>,
    /// For each passage where its words begin and where its text does.
    starts: Vec<(usize, usize)>,
    /// Sixteen bits of the key of each bigram, sorted, each once.
    grams: Vec<u16>,
    gram_starts: Vec<usize>,
    /// In how many passages each bigram occurs.
    grams_found: Vec<u32>,
}

/// The keys of one passage.
#[derive(Debug, Clone)]
pub(crate) struct Keyed {
    heading: Vec<u64>,
    text: Vec<u64>,
    /// Sorted, each once.
    grams: Vec<u16>,
}

impl Keyed {
    pub(crate) fn new(heading: &Terms, text: &Terms) -> Self {
        let keys = |terms: &Terms| terms.morphemes.iter().map(|term| key::word(term)).collect();
        let mut grams: Vec<u16> =
            heading.bigrams.iter().chain(&text.bigrams).map(|term| gram(term)).collect();
        grams.sort_unstable();
        grams.dedup();
        Self { heading: keys(heading), text: keys(text), grams }
    }
}

/// One passage as [`Passages`] holds it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Passage<'a> {
    pub(super) heading: &'a [u32],
    pub(super) text: &'a [u32],
    /// Heading, then text.
    pub(super) words: &'a [u32],
    pub(super) grams: &'a [u16],
}

impl Default for Passages {
    fn default() -> Self {
        Self {
            ids: HashMap::new(),
            keys: Vec::new(),
            found: Vec::new(),
            words: Vec::new(),
            starts: Vec::new(),
            grams: Vec::new(),
            gram_starts: Vec::new(),
            grams_found: vec![0; 1 << 16],
        }
    }
}

impl Passages {
    /// Adds the next passage.
    pub fn push(&mut self, heading: &Terms, text: &Terms) {
        self.push_keyed(&Keyed::new(heading, text));
    }

    /// The same for one that another thread has made ready.
    pub(crate) fn push_keyed(&mut self, passage: &Keyed) {
        let start = self.words.len();
        self.add(&passage.heading);
        self.starts.push((start, self.words.len()));
        self.add(&passage.text);
        let mut seen = self.words[start..].to_vec();
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter().for_each(|id| self.found[id as usize] += 1);

        passage.grams.iter().for_each(|&gram| self.grams_found[usize::from(gram)] += 1);
        self.gram_starts.push(self.grams.len());
        self.grams.extend(&passage.grams);
    }

    fn add(&mut self, keys: &[u64]) {
        for &key in keys {
            let id = *self.ids.entry(key).or_insert_with(|| {
                self.keys.push(key);
                self.found.push(0);
                self.keys.len() as u32 - 1
            });
            self.words.push(id);
        }
    }

    /// Writes them to a file, sealed.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be written.
    pub(crate) fn save(&self, path: &Path, about: &str) -> Result<(), SearchError> {
        let mut starts = Vec::with_capacity(self.starts.len() * 3);
        for (&(heading, text), &grams) in self.starts.iter().zip(&self.gram_starts) {
            starts.extend([heading as u64, text as u64, grams as u64]);
        }
        let grams: Vec<u32> = self.grams.iter().map(|&gram| u32::from(gram)).collect();
        let parts = [
            sealed::bytes_of_u64(&self.keys),
            sealed::bytes_of_u64(&starts),
            sealed::bytes_of_u32(&self.words),
            sealed::bytes_of_u32(&grams),
        ];
        sealed::write(path, about, &parts)
    }

    /// Reads what [`Passages::save`] wrote; nothing of it is believed before it is checked.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when it is not there, damaged or about something else.
    pub(crate) fn load(path: &Path, about: &str) -> Result<Self, SearchError> {
        let [keys, starts, words, grams] = sealed::read(path, about)?;
        let keys = sealed::u64s(&keys);
        let starts = sealed::u64s(&starts);
        let words = sealed::u32s(&words);
        let grams: Vec<u16> = sealed::u32s(&grams).into_iter().map(|gram| gram as u16).collect();
        let mut passages = Self::default();
        let rows = starts.as_chunks::<3>().0;
        let mut before = (0, 0);
        for &[heading, text, gram] in rows {
            let (heading, text, gram) = (heading as usize, text as usize, gram as usize);
            let fits = before.0 <= heading && heading <= text && text <= words.len();
            if !fits || gram < before.1 || gram > grams.len() {
                return Err(sealed::damaged(path, "its passages overlap"));
            }
            before = (text, gram);
            passages.starts.push((heading, text));
            passages.gram_starts.push(gram);
        }
        if words.iter().any(|&word| word as usize >= keys.len()) {
            return Err(sealed::damaged(path, "it names a word that it has not"));
        }
        passages.ids = keys.iter().zip(0..).map(|(&key, id)| (key, id)).collect();
        passages.found = vec![0; keys.len()];
        (passages.keys, passages.words, passages.grams) = (keys, words, grams);
        passages.count();
        Ok(passages)
    }

    /// Counts in how many passages each word and each bigram occurs.
    fn count(&mut self) {
        // For each word the last passage it was seen in, from 1.
        let mut seen = vec![0_u32; self.keys.len()];
        for place in 0..self.len() {
            let Some(passage) = self.get(place) else { continue };
            let (words, grams) = (passage.words.to_vec(), passage.grams.to_vec());
            for word in words {
                if std::mem::replace(&mut seen[word as usize], place as u32 + 1) != place as u32 + 1
                {
                    self.found[word as usize] += 1;
                }
            }
            grams.iter().for_each(|&gram| self.grams_found[usize::from(gram)] += 1);
        }
    }

    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Bytes held, without the dictionary of words.
    pub fn bytes(&self) -> usize {
        self.words.len() * 4 + self.grams.len() * 2 + self.starts.len() * 24
    }

    pub(super) fn get(&self, place: usize) -> Option<Passage<'_>> {
        let &(start, text) = self.starts.get(place)?;
        let end = self.starts.get(place + 1).map_or(self.words.len(), |next| next.0);
        let grams = self.gram_starts[place];
        let grams_end = self.gram_starts.get(place + 1).copied().unwrap_or(self.grams.len());
        Some(Passage {
            heading: &self.words[start..text],
            text: &self.words[text..end],
            words: &self.words[start..end],
            grams: &self.grams[grams..grams_end],
        })
    }

    pub(super) fn id(&self, term: &str) -> Option<u32> {
        self.ids.get(&key::word(term)).copied()
    }

    pub(super) fn key(&self, id: u32) -> u64 {
        self.keys[id as usize]
    }

    /// ln(1 + (N − n + ½) / (n + ½)), as BM25 has it; for a word of no passage that of n = 0.
    pub(super) fn rarity(&self, id: Option<u32>) -> f32 {
        self.idf(id.map_or(0, |id| self.found[id as usize]))
    }

    pub(super) fn gram_rarity(&self, gram: u16) -> f32 {
        self.idf(self.grams_found[usize::from(gram)])
    }

    fn idf(&self, found: u32) -> f32 {
        let (all, found) = (self.len() as f32, found as f32);
        (1.0 + (all - found + 0.5) / (found + 0.5)).ln()
    }

    /// Mean number of words of a passage.
    pub(super) fn mean_length(&self) -> f32 {
        self.words.len() as f32 / self.len().max(1) as f32
    }
}

/// Sixteen bits tell the bigrams of one passage apart well enough: about one in two hundred is taken for
/// another.
pub(super) fn gram(term: &str) -> u16 {
    key::gram(term) as u16
}
