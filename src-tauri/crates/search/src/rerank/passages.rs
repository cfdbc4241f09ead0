use std::collections::HashMap;
use std::path::Path;

use crate::analysis::Terms;
use crate::column::Column;
use crate::dense::key;
use crate::{SearchError, sealed};

/// The words of every passage in order, for the reranker; about 4 bytes for each word. Passages are numbered
/// in the order of parts, in a part in the order of insertion.
#[derive(Debug, Clone, Default)]
pub struct Passages {
    parts: Vec<Part>,
    /// Number of the first passage of each part.
    starts: Vec<usize>,
}

/// The passages of one segment of the index. Word ids are those of the part.
#[derive(Debug, Clone, Default)]
pub(crate) struct Part {
    /// Word id of each key, while passages are collected.
    ids: HashMap<u64, u32>,
    /// Key of each word id.
    keys: Column<u64>,
    /// Number of passages with each word.
    found: Column<u32>,
    /// Word ids in the order of their keys, once the part is stored.
    by_key: Column<u32>,
    /// Word ids of all passages, each heading before its text.
    words: Column<u32>,
    /// For each passage the start of its heading and of its text in `words`.
    starts: Column<u64>,
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
    /// The part whose word ids these are.
    pub(super) part: usize,
    pub(super) heading: &'a [u32],
    /// Word ids of the heading, then of the text.
    pub(super) words: &'a [u32],
}

impl Passages {
    /// Joins parts.
    pub(crate) fn of(parts: Vec<Part>) -> Self {
        let mut start = 0;
        let starts = parts.iter().map(|part| {
            start += part.len();
            start - part.len()
        });
        Self { starts: starts.collect(), parts }
    }

    /// Appends a passage to the last part.
    pub fn push(&mut self, heading: &Terms, text: &Terms) {
        if self.parts.is_empty() {
            (self.parts, self.starts) = (vec![Part::default()], vec![0]);
        }
        if let Some(part) = self.parts.last_mut() {
            part.push(&Keyed::new(heading, text));
        }
    }

    /// Returns the number of passages.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    /// Returns whether there is no passage.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the size in bytes, without the dictionary of words.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.words.bytes().len() + part.starts.bytes().len()).sum()
    }

    pub(super) fn get(&self, place: usize) -> Option<Passage<'_>> {
        let part = self.starts.partition_point(|&start| start <= place).checked_sub(1)?;
        self.parts[part].get(part, place - self.starts[part])
    }

    /// Returns the keys of a passage's words.
    #[cfg(test)]
    pub(crate) fn keys_of(&self, place: usize) -> Vec<u64> {
        let passage = self.get(place).into_iter();
        passage.flat_map(|it| it.words.iter().map(move |&id| self.key(it.part, id))).collect()
    }

    /// Returns the id of a word in each part.
    pub(crate) fn ids(&self, term: &str) -> Vec<Option<u32>> {
        let key = key::word(term);
        self.parts.iter().map(|part| part.id(key)).collect()
    }

    pub(super) fn key(&self, part: usize, id: u32) -> u64 {
        self.parts[part].keys.get(id as usize).copied().unwrap_or(0)
    }

    /// Returns the inverse document frequency of BM25, ln(1 + (N − n + ½) / (n + ½)), of a word by its ids;
    /// n = 0 for an unknown word.
    pub(crate) fn rarity(&self, ids: &[Option<u32>]) -> f32 {
        let found =
            self.parts.iter().zip(ids).filter_map(|(part, id)| part.found.get((*id)? as usize));
        let (all, found) = (self.len() as f32, found.sum::<u32>() as f32);
        (1.0 + (all - found + 0.5) / (found + 0.5)).ln()
    }

    /// Returns the number of known words of each part; their ids are below it.
    pub(super) fn vocabularies(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().map(|part| part.keys.len())
    }

    /// Returns the mean number of words of a passage.
    pub(super) fn mean_length(&self) -> f32 {
        let words: usize = self.parts.iter().map(|part| part.words.len()).sum();
        words as f32 / self.len().max(1) as f32
    }
}

impl Part {
    /// Appends a passage.
    pub(crate) fn push(&mut self, passage: &Keyed) {
        if self.ids.len() < self.keys.len() {
            // The words of a stored part are found by their keys.
            self.ids = self.keys.iter().copied().zip(0..).collect();
            self.by_key = Column::default();
        }
        let start = self.words.len();
        self.add(&passage.heading);
        let text = self.words.len();
        self.starts.to_mut().extend([start as u64, text as u64]);
        self.add(&passage.text);
        let mut seen = self.words[start..].to_vec();
        seen.sort_unstable();
        seen.dedup();
        let found = self.found.to_mut();
        seen.into_iter().for_each(|id| found[id as usize] += 1);
    }

    fn add(&mut self, keys: &[u64]) {
        let (known, found) = (self.keys.to_mut(), self.found.to_mut());
        for &key in keys {
            let id = *self.ids.entry(key).or_insert_with(|| {
                known.push(key);
                found.push(0);
                known.len() as u32 - 1
            });
            self.words.to_mut().push(id);
        }
    }

    /// Removes the passages for whose index `keep` is false, and the words that only they have.
    pub(crate) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let key = |id: &u32| self.keys.get(*id as usize).copied().unwrap_or(0);
        let keys = |ids: &[u32]| ids.iter().map(key).collect::<Vec<u64>>();
        let mut kept = Self::default();
        for at in (0..self.len()).filter(|&at| keep(at)) {
            let passage = self.get(0, at).map(|it| (it.heading, &it.words[it.heading.len()..]));
            let (heading, text) = passage.unwrap_or_default();
            kept.push(&Keyed { heading: keys(heading), text: keys(text) });
        }
        *self = kept;
    }

    /// Writes the passages to a sealed file labelled `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be written.
    pub(crate) fn save(&self, path: &Path, about: &str) -> Result<(), SearchError> {
        let mut by_key: Vec<u32> = (0..self.keys.len() as u32).collect();
        by_key.sort_unstable_by_key(|&id| self.keys[id as usize]);
        let parts = [
            self.keys.bytes(),
            self.found.bytes(),
            bytemuck::cast_slice(&by_key),
            self.starts.bytes(),
            self.words.bytes(),
        ];
        sealed::write(path, about, parts)
    }

    /// Maps a file of [`Part::save`] with the label `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when it is missing, damaged or labelled otherwise.
    pub(crate) fn load(path: &Path, about: &str) -> Result<Self, SearchError> {
        let [keys, found, by_key, starts, words] = sealed::read(path, about)?;
        let part = Self {
            ids: HashMap::new(),
            keys: keys.into(),
            found: found.into(),
            by_key: by_key.into(),
            words: words.into(),
            starts: starts.into(),
        };
        let words = part.keys.len();
        if part.found.len() != words
            || part.by_key.len() != words
            || !part.starts.len().is_multiple_of(2)
        {
            return Err(sealed::damaged(path, "its columns do not belong together"));
        }
        Ok(part)
    }

    /// Returns the number of passages.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() / 2
    }

    fn get(&self, part: usize, at: usize) -> Option<Passage<'_>> {
        let &[start, text] = self.starts.get(at * 2..at * 2 + 2)? else { return None };
        let end = self.starts.get(at * 2 + 2).map_or(self.words.len(), |&next| next as usize);
        let words = self.words.get(start as usize..end)?;
        let heading = words.get(..text.checked_sub(start)? as usize)?;
        Some(Passage { part, heading, words })
    }

    fn id(&self, key: u64) -> Option<u32> {
        if self.by_key.is_empty() {
            return self.ids.get(&key).copied();
        }
        let key_of = |id: &u32| self.keys.get(*id as usize).copied().unwrap_or(u64::MAX);
        let at = self.by_key.binary_search_by_key(&key, key_of).ok()?;
        self.by_key.get(at).copied()
    }
}
