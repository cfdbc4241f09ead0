use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex};

use lindera::dictionary::{Lattice, WordId, load_fs_dictionary};
use lindera::mode::Mode;
use lindera::segmenter::Segmenter;

use super::normal::{Normal, fold};
use super::{Dictionary, Morpheme, Tag, Terms, expression, script, terms};
use crate::SearchError;
use crate::mecab::{self, DIVIDED, EXPRESSION, KIND, READING, TAG};

/// Version of the analysis. Raised whenever a text gives other terms than before, so that indexes are
/// rebuilt.
const VERSION: u32 = 1;

/// Longest text, in bytes, whose lattice is returned to the pool; a larger lattice is freed.
const LARGEST_POOLED_TEXT: usize = 64 * 1024;

/// Cuts Korean text into morphemes and search terms. Clones share one dictionary; calls may come from many
/// threads.
#[derive(Clone)]
pub struct Analyser {
    inner: Arc<Inner>,
}

/// Made when the first text is cut: lindera then reads the tag of every entry, which takes longer than all
/// else that opening does, and many processes cut no text.
type LazySegmenter = LazyLock<Segmenter, Box<dyn FnOnce() -> Segmenter + Send>>;

struct Inner {
    segmenter: Option<LazySegmenter>,
    /// Pool of the segmenter's working memory, reused between texts.
    lattices: Mutex<Vec<Lattice>>,
    fingerprint: String,
}

impl Analyser {
    /// Opens a dictionary (memory-mapped).
    ///
    /// # Errors
    /// [`SearchError::Dictionary`] when it is damaged or built for another version of lindera.
    pub fn open(dictionary: &Dictionary) -> Result<Self, SearchError> {
        mecab::check_inventory(dictionary.dir())?;
        let loaded =
            load_fs_dictionary(dictionary.dir()).map_err(|error| SearchError::Dictionary {
                path: dictionary.dir().display().to_string(),
                reason: error.to_string(),
            })?;
        let segmenter: LazySegmenter =
            LazyLock::new(Box::new(|| Segmenter::new(Mode::Normal, loaded, None)));
        Ok(Self::with(Some(segmenter), format!("{VERSION}\n{}", dictionary.stamp())))
    }

    /// Makes an analyser without a dictionary: morphemes are runs of one script, and search uses bigrams
    /// only.
    pub fn without_dictionary() -> Self {
        Self::with(None, format!("{VERSION}\nno dictionary"))
    }

    fn with(segmenter: Option<LazySegmenter>, fingerprint: String) -> Self {
        let lattices = Mutex::default();
        Self { inner: Arc::new(Inner { segmenter, lattices, fingerprint }) }
    }

    /// Returns whether a dictionary is loaded.
    pub fn has_dictionary(&self) -> bool {
        self.inner.segmenter.is_some()
    }

    /// Identifies the dictionary and the version of the analysis. Analysers with equal fingerprints give
    /// equal terms.
    pub fn fingerprint(&self) -> &str {
        &self.inner.fingerprint
    }

    /// Returns the morphemes of `text` in reading order, without white space.
    pub fn morphemes(&self, text: &str) -> Vec<Morpheme> {
        let normal = Normal::new(text);
        let found = self.normal_morphemes(&normal.text);
        if found.is_empty() {
            return Vec::new();
        }
        let source = Source::new(text, &normal);
        found.into_iter().map(|morpheme| source.place(morpheme)).collect()
    }

    /// Returns the search terms of `text`.
    pub fn terms(&self, text: &str) -> Terms {
        let normal = Normal::new(text);
        let folded = fold_same_length(&normal.text);
        terms::of(&folded, || self.normal_morphemes(&normal.text), self.has_dictionary())
    }

    /// Returns the morphemes of a text in NFKC, with character offsets into it and empty surfaces.
    fn normal_morphemes(&self, text: &str) -> Vec<Morpheme> {
        let Some(segmenter) = &self.inner.segmenter else {
            return without_dictionary(text);
        };
        let mut lattice =
            self.inner.lattices.lock().ok().and_then(|mut pool| pool.pop()).unwrap_or_default();
        let tokens = match segmenter.segment_with_lattice(Cow::Borrowed(text), &mut lattice) {
            Ok(tokens) => tokens,
            Err(error) => {
                tracing::error!(%error, "the dictionary failed; cutting by script instead");
                return without_dictionary(text);
            }
        };
        if text.len() <= LARGEST_POOLED_TEXT
            && let Ok(mut pool) = self.inner.lattices.lock()
        {
            pool.push(lattice);
        }
        let mut morphemes = Vec::with_capacity(tokens.len() + 8);
        let (mut byte, mut start) = (0, 0);
        for token in tokens {
            start += text[byte..token.byte_start].chars().count();
            let written = &text[token.byte_start..token.byte_end];
            let end = start + written.chars().count();
            expand(segmenter, token.word_id, written, start, end, &mut morphemes);
            (byte, start) = (token.byte_end, end);
        }
        morphemes
    }
}

impl fmt::Debug for Analyser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyser").field("fingerprint", &self.inner.fingerprint).finish()
    }
}

/// Appends the morphemes of one dictionary entry that covers the characters `start..end`.
fn expand(
    segmenter: &Segmenter,
    word: WordId,
    written: &str,
    start: usize,
    end: usize,
    morphemes: &mut Vec<Morpheme>,
) {
    let id = word.id() as usize;
    let (mut tags, mut reading, mut kind, mut parts) = ("", "", "", "");
    let details = if word.is_unknown() {
        segmenter.dictionary.unknown_word_details_iter(id)
    } else {
        segmenter.dictionary.word_details_iter(id)
    };
    for (column, value) in details.enumerate() {
        match column {
            TAG => tags = value,
            READING => reading = value,
            KIND => kind = value,
            EXPRESSION => parts = value,
            _ => {}
        }
    }
    let read = written.chars().all(script::is_hanja) && reading.chars().all(script::is_hangul);
    let undivided = |tag| Morpheme {
        surface: String::new(),
        lemma: fold(if read && !reading.is_empty() { reading } else { written }),
        tag,
        start,
        end,
        parts: Vec::new(),
    };
    let Some(parts) = DIVIDED.contains(&kind).then(|| expression::parts(parts)).flatten() else {
        morphemes.push(undivided(Tag::of(tags.split('+').next().unwrap_or_default())));
        return;
    };
    let placed =
        expression::align(written, &parts).into_iter().zip(parts).map(|(place, part)| Morpheme {
            surface: String::new(),
            lemma: fold(part.form),
            tag: part.tag,
            start: start + place.0,
            end: start + place.1,
            parts: Vec::new(),
        });
    // One tag for several parts is a compound, which stays one word.
    if kind != "Inflect" && !tags.contains('+') {
        let parts = placed.collect();
        morphemes.push(Morpheme { parts, ..undivided(Tag::of(tags)) });
    } else {
        morphemes.extend(placed);
    }
}

fn without_dictionary(text: &str) -> Vec<Morpheme> {
    let runs = script::runs(text);
    let mut morphemes = Vec::with_capacity(runs.len());
    let mut chars = text.chars();
    let mut at = 0;
    for (start, end, tag) in runs {
        chars.by_ref().take(start - at).for_each(drop);
        let written: String = chars.by_ref().take(end - start).collect();
        at = end;
        let (surface, lemma) = (String::new(), fold(written));
        morphemes.push(Morpheme { surface, lemma, tag, start, end, parts: Vec::new() });
    }
    morphemes
}

/// Converts to lower case, except letters whose lower case has several characters, so that offsets stay
/// valid.
fn fold_same_length(text: &str) -> Cow<'_, str> {
    if !text.chars().any(char::is_uppercase) {
        return Cow::Borrowed(text);
    }
    let lower = |c: char| {
        let mut lower = c.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(only), None) => only,
            _ => c,
        }
    };
    Cow::Owned(text.chars().map(lower).collect())
}

/// Maps morphemes of a normalised text back to the original text.
struct Source<'a> {
    text: &'a str,
    normal: &'a Normal<'a>,
    /// Byte offset of each character and of the end; empty for ASCII text, where both offsets are equal.
    bytes: Vec<usize>,
}

impl<'a> Source<'a> {
    fn new(text: &'a str, normal: &'a Normal<'a>) -> Self {
        let bytes = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect()
        };
        Self { text, normal, bytes }
    }

    fn place(&self, mut morpheme: Morpheme) -> Morpheme {
        (morpheme.start, morpheme.end) = self.normal.source(morpheme.start, morpheme.end);
        morpheme.surface = self.slice(morpheme.start, morpheme.end).to_owned();
        morpheme.parts = morpheme.parts.into_iter().map(|part| self.place(part)).collect();
        morpheme
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        let byte = |index: usize| self.bytes.get(index).copied().unwrap_or(index);
        &self.text[byte(start)..byte(end)]
    }
}
