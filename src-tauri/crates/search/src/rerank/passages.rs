use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::Path;

use crate::SearchError;
use crate::analysis::Terms;
use crate::column::Column;
use crate::dense::key;
use crate::sealed::{self, Sealed, Section};

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
    words: Words,
    /// For each passage the start of its heading and of its text in `words`.
    starts: Column<u64>,
}

/// Word ids in memory while they are collected, or in a verified file, of which a search reads its
/// candidates: mapped, those of a million passages take 300 MB.
#[derive(Debug, Clone, Default)]
struct Words {
    owned: Vec<u32>,
    /// Takes the place of `owned`.
    stored: Option<Section>,
}

impl Words {
    fn len(&self) -> usize {
        self.stored.as_ref().map_or(self.owned.len(), Section::len::<u32>)
    }

    /// Returns the ids of a range; `None` where it does not exist or cannot be read.
    fn get(&self, range: Range<usize>) -> Option<Cow<'_, [u32]>> {
        match &self.stored {
            Some(section) => section.read(range).ok().map(Cow::Owned),
            None => self.owned.get(range).map(Cow::Borrowed),
        }
    }

    /// Returns all ids, to append to; stored ones are read first.
    fn to_mut(&mut self) -> io::Result<&mut Vec<u32>> {
        if let Some(section) = &self.stored {
            self.owned = section.read(0..section.len::<u32>())?;
            self.stored = None;
        }
        Ok(&mut self.owned)
    }
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
#[derive(Debug, Clone)]
pub(super) struct Passage<'a> {
    /// The part whose word ids these are.
    pub(super) part: usize,
    /// Word ids of the heading, then of the text.
    pub(super) words: Cow<'a, [u32]>,
    /// Number of words of the heading.
    pub(super) in_heading: usize,
}

impl Passage<'_> {
    /// Returns the word ids of the heading and of the text.
    pub(super) fn split(&self) -> (&[u32], &[u32]) {
        self.words.split_at_checked(self.in_heading).unwrap_or_default()
    }
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
    ///
    /// # Errors
    /// An error of reading the stored words of that part.
    pub fn push(&mut self, heading: &Terms, text: &Terms) -> io::Result<()> {
        if self.parts.is_empty() {
            (self.parts, self.starts) = (vec![Part::default()], vec![0]);
        }
        let part = self.parts.last_mut();
        part.map_or(Ok(()), |part| part.push(&Keyed::new(heading, text)))
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
        let bytes = |part: &Part| part.words.len() * size_of::<u32>() + part.starts.bytes().len();
        self.parts.iter().map(bytes).sum()
    }

    pub(super) fn get(&self, place: usize) -> Option<Passage<'_>> {
        let part = self.starts.partition_point(|&start| start <= place).checked_sub(1)?;
        self.parts[part].get(part, place - self.starts[part])
    }

    /// Returns the keys of a passage's words.
    #[cfg(test)]
    pub(crate) fn keys_of(&self, place: usize) -> Vec<u64> {
        let Some(passage) = self.get(place) else { return Vec::new() };
        passage.words.iter().map(|&id| self.key(passage.part, id)).collect()
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
    ///
    /// # Errors
    /// An error of reading the stored words.
    pub(crate) fn push(&mut self, passage: &Keyed) -> io::Result<()> {
        if self.ids.len() < self.keys.len() {
            // The words of a stored part are found by their keys.
            self.ids = self.keys.iter().copied().zip(0..).collect();
            self.by_key = Column::default();
        }
        let words = self.words.to_mut()?;
        let (known, found) = (self.keys.to_mut(), self.found.to_mut());
        let mut id_of = |key: &u64| {
            *self.ids.entry(*key).or_insert_with(|| {
                known.push(*key);
                found.push(0);
                known.len() as u32 - 1
            })
        };
        let start = words.len();
        words.extend(passage.heading.iter().map(&mut id_of));
        let text = words.len();
        words.extend(passage.text.iter().map(&mut id_of));
        self.starts.to_mut().extend([start as u64, text as u64]);
        let mut seen = words[start..].to_vec();
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter().for_each(|id| found[id as usize] += 1);
        Ok(())
    }

    /// Removes the passages for whose index `keep` is false, and the words that only they have.
    ///
    /// # Errors
    /// An error of reading the stored words.
    pub(crate) fn retain(&mut self, keep: impl Fn(usize) -> bool) -> io::Result<()> {
        self.words.to_mut()?;
        let key = |id: &u32| self.keys.get(*id as usize).copied().unwrap_or(0);
        let keys = |ids: &[u32]| ids.iter().map(key).collect::<Vec<u64>>();
        let mut kept = Self::default();
        for at in (0..self.len()).filter(|&at| keep(at)) {
            let passage = self.get(0, at);
            let (heading, text) = passage.as_ref().map(Passage::split).unwrap_or_default();
            kept.push(&Keyed { heading: keys(heading), text: keys(text) })?;
        }
        *self = kept;
        Ok(())
    }

    /// Writes the passages to a sealed file labelled `about`.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be written.
    pub(crate) fn save(&self, path: &Path, about: &str) -> Result<(), SearchError> {
        let mut by_key: Vec<u32> = (0..self.keys.len() as u32).collect();
        by_key.sort_unstable_by_key(|&id| self.keys[id as usize]);
        let words = self.words.get(0..self.words.len());
        let words = words.ok_or_else(|| sealed::damaged(path, "its words cannot be read"))?;
        let parts = [
            self.keys.bytes(),
            self.found.bytes(),
            bytemuck::cast_slice(&by_key),
            self.starts.bytes(),
            bytemuck::cast_slice(&words),
        ];
        sealed::write(path, about, parts)
    }

    /// Maps a file of [`Part::save`] with the label `about`; the words stay in the file.
    ///
    /// # Errors
    /// [`SearchError::File`] or [`SearchError::Index`] when it is missing, damaged or labelled otherwise.
    pub(crate) fn load(path: &Path, about: &str) -> Result<Self, SearchError> {
        let file = Sealed::<5>::open(path, about)?;
        let [keys, found, by_key, starts, _] = file.parts();
        let part = Self {
            ids: HashMap::new(),
            keys: keys.into(),
            found: found.into(),
            by_key: by_key.into(),
            words: Words { owned: Vec::new(), stored: Some(file.last()) },
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
        let in_heading = text.checked_sub(start)? as usize;
        (in_heading <= words.len()).then_some(Passage { part, words, in_heading })
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
