//! Suggests another query where a word is unknown to the corpus: a known word that is near, or the word that
//! its keys give on the other keyboard layout. Nothing is ever searched instead of what was asked.

mod runs;
mod stems;

use simui_domain::Span;
use simui_korean::{hangul, keyboard};

use crate::SearchError;
use crate::analysis::Terms;
use crate::index::{NearWord, NearWords, SearchIndex};
use runs::{Run, Script, runs};
use stems::{Stem, stems};

/// A query that may have been meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The whole query with its words replaced.
    pub query: String,
    /// The replaced words, in order.
    pub replaced: Vec<Replacement>,
}

/// A word of a query and a known word in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The word's place in the query, in characters.
    pub span: Span,
    /// The known word.
    pub word: String,
}

/// Most characters of a query that are looked at; a longer one is a text and no search.
const LONGEST_QUERY: usize = 80;
/// Most words that are replaced. A query with more unknown words is about something else than the corpus.
const MOST_REPLACED: usize = 2;
/// Most words that are compared with the dictionary for one query; each takes about a millisecond.
const MOST_COMPARED: usize = 24;
/// Least number of letters of a Latin word that is corrected: of shorter ones nearly all are near another.
const SHORTEST_LATIN: usize = 5;
/// Least number of syllables of a word from which on two edits are allowed instead of one.
const LONG_HANGUL: usize = 3;
/// A word that replaces another must be in one of so many chunks. Names that nobody misspelt (잘라탄) are near
/// other rare names.
const AFTER_ONE_EDIT: u64 = 2_000;
/// The same, after two edits.
const AFTER_TWO_EDITS: u64 = 500;
/// The same, in place of a compound of nouns (화장풍), which may be spelt right.
const IN_PLACE_OF_COMPOUND: u64 = 100;
/// The same, in place of two syllables of a longer word (과대광거).
const IN_PLACE_OF_INNER_PAIR: u64 = 100;

/// Suggests a query; `None` where every word is known, or nothing is near.
///
/// Of the known words within one edit (two for three and more syllables) the nearest is taken, then the one
/// that most chunks have. A word of Hangul is replaced by one with as many syllables.
///
/// # Errors
/// [`SearchError::Index`] when a file of the index cannot be read.
pub fn suggest(index: &SearchIndex, query: &str) -> Result<Option<Suggestion>, SearchError> {
    if query.chars().nth(LONGEST_QUERY).is_some() {
        return Ok(None);
    }
    let mut search = Search { index, left: MOST_COMPARED };
    let mut replaced = Vec::new();
    for run in runs(query) {
        replaced.extend(match run.script {
            Script::Hangul => search.for_hangul(&run)?,
            Script::Latin => search.for_latin(&run)?,
        });
    }
    let suggestion = (1..=MOST_REPLACED)
        .contains(&replaced.len())
        .then(|| Suggestion { query: with_replaced(query, &replaced), replaced });
    Ok(suggestion)
}

/// The search for the known words of one query.
struct Search<'a> {
    index: &'a SearchIndex,
    /// How many words may still be compared with the dictionary.
    left: usize,
}

impl Search<'_> {
    fn for_latin(&mut self, run: &Run) -> Result<Option<Replacement>, SearchError> {
        let word = run.text.to_lowercase();
        if self.index.chunks_with_word(&word) > 0 {
            return Ok(None);
        }
        if let Some(typed) = keyboard::to_hangul(&run.text).filter(|typed| self.is_known(typed)) {
            return Ok(Some(Replacement { span: run.span, word: typed }));
        }
        if word.chars().count() < SHORTEST_LATIN {
            return Ok(None);
        }
        let is_latin = |near: &NearWord| near.word.chars().all(|c| c.is_ascii_alphabetic());
        let near = self.nearest(&word, 1, is_latin)?;
        Ok(near.map(|near| Replacement { span: run.span, word: near.word }))
    }

    fn for_hangul(&mut self, run: &Run) -> Result<Option<Replacement>, SearchError> {
        if !run.text.chars().all(hangul::is_syllable) {
            // Latin letters typed on the Korean layout leave loose jamo.
            let typed = keyboard::to_latin(&run.text);
            let known = typed.filter(|word| self.index.chunks_with_word(word) > 0);
            return Ok(known.map(|word| Replacement { span: run.span, word }));
        }
        let index = self.index;
        let mut best: Option<(NearWord, Span)> = None;
        let letters: Vec<char> = run.text.chars().collect();
        for Stem { span, is_compound, is_inner_pair } in stems(self.index, &run.text) {
            let length = span.end - span.start;
            let word: String = letters[span.start..span.end].iter().collect();
            let most = if length < LONG_HANGUL { 1 } else { 2 };
            let chunks = self.index.chunks() as u64;
            let admits = |near: &NearWord| {
                let share = match near.distance {
                    _ if is_inner_pair => IN_PLACE_OF_INNER_PAIR,
                    _ if is_compound => IN_PLACE_OF_COMPOUND,
                    1 => AFTER_ONE_EDIT,
                    _ => AFTER_TWO_EDITS,
                };
                // A verb stands in the index with 다.
                near.chunks >= chunks / share
                    && near.word.chars().count() == length
                    && near.word.chars().all(hangul::is_syllable)
                    && !near.word.ends_with('다')
                    && (!is_inner_pair || joins(index, &letters, span, &near.word))
            };
            let Some(near) = self.nearest(&word, most, admits)? else { continue };
            // Of words equally near the longer one says more.
            let rank = |(near, span): &(NearWord, Span)| {
                (near.distance, usize::MAX - span.end + span.start)
            };
            let found = (near, span);
            if best.as_ref().is_none_or(|best| rank(&found) < rank(best)) {
                best = Some(found);
            }
        }
        Ok(best.map(|(near, span)| Replacement {
            span: Span { start: run.span.start + span.start, end: run.span.start + span.end },
            word: near.word,
        }))
    }

    /// Returns the known word that is nearest to an unknown one, of equally near ones the most frequent.
    fn nearest(
        &mut self,
        word: &str,
        most: u8,
        admits: impl Fn(&NearWord) -> bool,
    ) -> Result<Option<NearWord>, SearchError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let near = self.index.near_words(&NearWords::new(word, most))?;
        let near = near.into_iter().filter(|near| near.distance > 0 && admits(near));
        Ok(near.min_by(|a, b| {
            let key = |it: &NearWord| (it.distance, u64::MAX - it.chunks);
            key(a).cmp(&key(b)).then_with(|| a.word.cmp(&b.word))
        }))
    }

    /// Returns whether every word of a text is in the corpus; without a dictionary, every bigram.
    fn is_known(&self, text: &str) -> bool {
        let Terms { morphemes, bigrams } = self.index.analyser().terms(text);
        if self.index.analyser().has_dictionary() {
            !morphemes.is_empty()
                && morphemes.iter().all(|word| self.index.chunks_with_word(word) > 0)
        } else {
            bigrams.iter().all(|bigram| self.index.chunks_with_bigram(bigram) > 0)
        }
    }
}

/// Whether the corpus has `word` beside the letters around `span`: 대광 for 광고 in 과대광거.
fn joins(index: &SearchIndex, letters: &[char], span: Span, word: &str) -> bool {
    let known = |a: Option<char>, b: Option<char>| match (a, b) {
        (Some(a), Some(b)) => index.chunks_with_bigram(&format!("{a}{b}")) > 0,
        _ => true,
    };
    let before = span.start.checked_sub(1).map(|at| letters[at]);
    let after = letters.get(span.end).copied();
    known(before, word.chars().next()) && known(word.chars().last(), after)
}

fn with_replaced(query: &str, replaced: &[Replacement]) -> String {
    let letters: Vec<char> = query.chars().collect();
    let mut text = String::with_capacity(query.len());
    let mut at = 0;
    for Replacement { span, word } in replaced {
        text.extend(&letters[at..span.start]);
        text.push_str(word);
        at = span.end;
    }
    text.extend(&letters[at..]);
    text
}
