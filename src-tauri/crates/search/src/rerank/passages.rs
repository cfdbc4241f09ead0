use std::collections::HashMap;
use std::path::Path;

use crate::analysis::Terms;
use crate::dense::key;
use crate::{SearchError, sealed};

/// The words of every passage in order, for the reranker; about 4 bytes for each word. Passages are numbered
/// in the order of insertion.
#[derive(Debug, Clone, Default)]
pub struct Passages {
    ids: HashMap<u64, u32>,
    /// Key of each word id.
    keys: Vec<u64>,
    /// Number of passages with each word.
    found: Vec<u32>,
    /// Word ids of all passages, each heading before its text.
    words: Vec<u32>,
    /// For each passage the start of its heading and of its text in `words`.
    starts: Vec<(usize, usize)>,
}

/// The keys of one passage's words.
#[derive(Debug, Clone)]
pub(crate) struct Keyed {
    heading: Vec<u64>,
    text: Vec<u64>,
}

impl Keyed {
    pub(crate) fn new(heading: &Terms, text: &Terms) -> Self {
        let keys = |terms: &Terms| terms.morphemes.iter().map(|term| key::word(term)).collect();
        Self { heading: keys(heading), text: keys(text) }
    }
}

/// The word ids of one passage.
#[derive(Debug, Clone, Copy)]
pub(super) struct Passage<'a> {
    pub(super) heading: &'a [u32],
    /// Word ids of the heading, then of the text.
    pub(super) words: &'a [u32],
}

impl Passages {
    /// Appends a passage.
    pub fn push(&mut self, heading: &Terms, text: &Terms) {
        self.push_keyed(&Keyed::new(heading, text));
    }

    /// Appends a passage whose keys are computed already.
    pub(crate) fn push_keyed(&mut self, passage: &Keyed) {
        let start = self.words.len();
        self.add(&passage.heading);
        self.starts.push((start, self.words.len()));
        self.add(&passage.text);
        let mut seen = self.words[start..].to_vec();
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter().for_each(|id| self.found[id as usize] += 1);
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

    /// Writes the passages to a sealed file labelled `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be written.
    pub(crate) fn save(&self, path: &Path, about: &str) -> Result<(), SearchError> {
        let starts: Vec<u64> =
            self.starts.iter().flat_map(|&(heading, text)| [heading as u64, text as u64]).collect();
        let parts = [
            sealed::bytes_of_u64(&self.keys),
            sealed::bytes_of_u64(&starts),
            sealed::bytes_of_u32(&self.words),
        ];
        sealed::write(path, about, &parts)
    }

    /// Reads and validates a file of [`Passages::save`] with the label `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when it is missing, damaged or labelled otherwise.
    pub(crate) fn load(path: &Path, about: &str) -> Result<Self, SearchError> {
        let [keys, starts, words] = sealed::read(path, about)?;
        let keys = sealed::u64s(&keys);
        let starts = sealed::u64s(&starts);
        let words = sealed::u32s(&words);
        let mut passages = Self::default();
        let mut before = 0;
        for &[heading, text] in starts.as_chunks::<2>().0 {
            let (heading, text) = (heading as usize, text as usize);
            if before > heading || heading > text || text > words.len() {
                return Err(sealed::damaged(path, "its passages overlap"));
            }
            before = text;
            passages.starts.push((heading, text));
        }
        if words.iter().any(|&word| word as usize >= keys.len()) {
            return Err(sealed::damaged(path, "it names a word that it has not"));
        }
        passages.ids = keys.iter().zip(0..).map(|(&key, id)| (key, id)).collect();
        (passages.keys, passages.words) = (keys, words);
        passages.count();
        Ok(passages)
    }

    /// Counts the passages with each word.
    fn count(&mut self) {
        // For each word the last passage that had it, from 1.
        let mut seen = vec![0_u32; self.keys.len()];
        let mut found = vec![0; self.keys.len()];
        for (passage, place) in (0..self.len()).filter_map(|place| self.get(place)).zip(1..) {
            for &word in passage.words {
                if std::mem::replace(&mut seen[word as usize], place) != place {
                    found[word as usize] += 1;
                }
            }
        }
        self.found = found;
    }

    /// Returns the number of passages.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns whether there is no passage.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the memory in bytes, without the dictionary of words.
    pub fn bytes(&self) -> usize {
        self.words.len() * 4 + self.starts.len() * 16
    }

    pub(super) fn get(&self, place: usize) -> Option<Passage<'_>> {
        let &(start, text) = self.starts.get(place)?;
        let end = self.starts.get(place + 1).map_or(self.words.len(), |next| next.0);
        Some(Passage { heading: &self.words[start..text], words: &self.words[start..end] })
    }

    pub(super) fn id(&self, term: &str) -> Option<u32> {
        self.ids.get(&key::word(term)).copied()
    }

    pub(super) fn key(&self, id: u32) -> u64 {
        self.keys[id as usize]
    }

    /// Returns the inverse document frequency of BM25, ln(1 + (N − n + ½) / (n + ½)); n = 0 for an unknown
    /// word.
    pub(super) fn rarity(&self, id: Option<u32>) -> f32 {
        self.idf(id.map_or(0, |id| self.found[id as usize]))
    }

    fn idf(&self, found: u32) -> f32 {
        let (all, found) = (self.len() as f32, found as f32);
        (1.0 + (all - found + 0.5) / (found + 0.5)).ln()
    }

    /// Returns the number of known words; their ids are below it.
    pub(super) fn vocabulary(&self) -> usize {
        self.keys.len()
    }

    /// Returns the mean number of words of a passage.
    pub(super) fn mean_length(&self) -> f32 {
        self.words.len() as f32 / self.len().max(1) as f32
    }
}
