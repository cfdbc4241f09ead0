//! Lexical classes: words with the same role in rules. Read from `rules/lexicon/*.toml`.

mod class;
pub(crate) mod figures;
mod inflect;
mod words;

use simui_korean::particles::{self, Place};
use std::collections::{BTreeMap, HashMap};

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use serde::Deserialize;
use toml::Spanned;

pub use class::{ClassId, ClassNames, ClassSet};
pub use figures::{FigureClasses, hits as figure_hits};
pub use words::{OfClass, Words, by_class};

use crate::normalise::{Characters, Gap, Letter, Normalised, visible};
use crate::rule_error::RuleError;

/// One class in a lexicon file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    /// What the words have in common; for readers of the file.
    #[expect(dead_code, reason = "documents the data; required so that no class goes unexplained")]
    about: String,
    /// Words without inflection: nouns, adverbs.
    #[serde(default)]
    words: Vec<Spanned<String>>,
    /// Predicates in dictionary form (뛰어나다), found in all their forms.
    #[serde(default)]
    predicates: Vec<Spanned<String>>,
    /// Longer words in which a word of the class has another meaning.
    #[serde(default)]
    not: Vec<Spanned<String>>,
    /// True when its words count inside names of clinics, persons and places too.
    #[serde(default)]
    names: bool,
    /// Classes whose words belong to this class too.
    #[serde(default)]
    include: Vec<Spanned<String>>,
}

/// A word of a class, as it is searched for.
#[derive(Debug, Clone)]
struct Term {
    class: ClassId,
    /// Positions of letters that may have white space before them.
    spaces: Vec<u32>,
    /// True when the word must start a word of the text; written `^`.
    starts_word: bool,
    /// True for an ending, which begins inside a predicate of the dictionary: 다는 in 되살아난다는. Written `-`.
    is_ending: bool,
    /// What may follow in the same word; written `$` for particles only, and as a space at the end for
    /// nothing.
    end: End,
    /// The punctuation at the end of the written word (기자=, 답변:), which must follow.
    follows: Option<char>,
    /// True for words of `not`: they hide the hits of their class that they cover.
    blocks: bool,
}

/// What may follow a term in its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Anything,
    Particle,
    Nothing,
}

/// Collects words and classes before they are compiled.
#[derive(Debug, Default)]
pub struct LexiconBuilder {
    /// Names of all classes.
    pub names: ClassNames,
    terms: BTreeMap<String, Vec<Term>>,
    includes: Vec<(ClassId, ClassId)>,
    literals: HashMap<String, ClassId>,
    of_names: ClassSet,
    characters: Characters,
}

impl LexiconBuilder {
    /// Creates an empty builder. Words are read with `characters`, like texts.
    pub fn new(characters: Characters) -> Self {
        Self { characters, ..Self::default() }
    }

    /// Adds the classes of one file; `file` names it in errors.
    ///
    /// # Errors
    /// [`RuleError`] with file and line.
    pub fn read(&mut self, file: &str, text: &str) -> Result<(), RuleError> {
        let classes: BTreeMap<String, ClassFile> =
            toml::from_str(text).map_err(|error| RuleError::syntax(file, text, &error))?;
        for (name, class) in classes {
            let id = self.names.intern(&name);
            if class.names {
                self.of_names.insert(id);
            }
            for (list, blocks) in [(&class.words, false), (&class.not, true)] {
                for word in list {
                    self.add(id, word.get_ref(), blocks).map_err(|found| {
                        let at = word.span().start;
                        RuleError::value(file, text, at, "a word of Hangul, Latin or digits", found)
                    })?;
                }
            }
            for word in &class.predicates {
                let predicate = word.get_ref();
                if !predicate.ends_with('다') {
                    let at = word.span().start;
                    return Err(RuleError::value(
                        file,
                        text,
                        at,
                        "a predicate ending in 다",
                        predicate,
                    ));
                }
                self.add_predicate(id, predicate);
            }
            for other in &class.include {
                let other = self.names.intern(other.get_ref());
                self.includes.push((id, other));
            }
        }
        Ok(())
    }

    /// Returns the class of a literal in a pattern, and defines it on the first call.
    ///
    /// # Errors
    /// The literal itself, when it has no letters to search for.
    pub fn literal(&mut self, word: &str) -> Result<ClassId, String> {
        if let Some(&id) = self.literals.get(word) {
            return Ok(id);
        }
        let id = self.names.intern(&format!("\"{word}\""));
        match word.strip_suffix("/다") {
            Some(stem) => self.add_predicate(id, &format!("{stem}다")),
            None => self.add(id, word, false)?,
        }
        self.literals.insert(word.to_owned(), id);
        Ok(id)
    }

    fn add_predicate(&mut self, class: ClassId, predicate: &str) {
        let (anchor, bare) = match predicate.strip_prefix('^') {
            Some(bare) => ("^", bare),
            None => ("", predicate),
        };
        for form in inflect::beginnings(bare) {
            // A form of one syllable, such as 한 or 갈, means nothing inside a word.
            let alone = form.chars().count() == 1 && bare.chars().count() == 2 && form != "없";
            let anchor = if alone { "^" } else { anchor };
            // Forms consist of letters, so none can be refused.
            let _ = self.add(class, &format!("{anchor}{form}"), false);
        }
    }

    fn add(&mut self, class: ClassId, written: &str, blocks: bool) -> Result<(), String> {
        let bare = written.trim_start_matches(['^', '-']).trim_end_matches('$');
        let (mut key, mut spaces) = (String::new(), Vec::new());
        let mut letters = 0;
        for c in visible(bare, &self.characters) {
            if c.is_alphanumeric() || matches!(c, '%' | '+' | '→' | '.') {
                key.push(c);
                letters += 1;
            } else {
                spaces.push(letters);
            }
        }
        if key.is_empty() {
            return Err(written.to_owned());
        }
        let term = Term {
            class,
            spaces,
            starts_word: written.starts_with('^'),
            is_ending: written.starts_with('-'),
            end: match written.chars().last() {
                Some('$') => End::Particle,
                Some(' ') => End::Nothing,
                _ => End::Anything,
            },
            follows: bare
                .chars()
                .last()
                .filter(|c| !c.is_alphanumeric() && !matches!(c, ' ' | '%' | '+' | '→' | '.')),
            blocks,
        };
        self.terms.entry(key).or_default().push(term);
        Ok(())
    }

    /// Compiles the words to one search.
    ///
    /// # Errors
    /// [`RuleError::Value`] when there are more words than the search can hold (2³¹).
    pub fn build(mut self) -> Result<Lexicon, RuleError> {
        self.add_included_words();
        let (keys, terms): (Vec<_>, Vec<_>) = self.terms.into_iter().unzip();
        let search = AhoCorasickBuilder::new()
            .match_kind(MatchKind::Standard)
            .build(&keys)
            .map_err(|error| RuleError::value("lexicon", "", 0, "a searchable lexicon", error))?;
        let lengths = keys.iter().map(|key| key.chars().count()).collect();
        Ok(Lexicon { names: self.names, search, terms, lengths, of_names: self.of_names })
    }

    fn add_included_words(&mut self) {
        // Includes may be nested. There are few classes, so the step is repeated until nothing changes.
        loop {
            let mut added = false;
            for terms in self.terms.values_mut() {
                for &(into, from) in &self.includes {
                    let more: Vec<Term> = terms
                        .iter()
                        .filter(|term| term.class == from)
                        .map(|term| Term { class: into, ..term.clone() })
                        .collect();
                    for term in more {
                        let known =
                            terms.iter().any(|it| it.class == into && it.blocks == term.blocks);
                        if !known {
                            terms.push(term);
                            added = true;
                        }
                    }
                }
            }
            if !added {
                return;
            }
        }
    }
}

/// Lexical classes, compiled for one pass over a text.
#[derive(Debug, Clone)]
pub struct Lexicon {
    /// Names of all classes, figures and grammar included.
    pub names: ClassNames,
    search: AhoCorasick,
    terms: Vec<Vec<Term>>,
    lengths: Vec<usize>,
    of_names: ClassSet,
}

/// A place of which the dictionary says whether a word begins and ends there.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    /// First letter.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// Whether the word is an ending, which may begin inside a predicate.
    pub is_ending: bool,
}

/// A word of a class, found at `start..end` of the letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The class of the word.
    pub class: ClassId,
    /// First letter.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// The value of a figure; 0 for words.
    pub value: f64,
}

impl Lexicon {
    /// Whether words of `class` count inside names too.
    pub fn is_of_names(&self, class: ClassId) -> bool {
        self.of_names.contains(class)
    }

    /// Returns every hit in the letters of `normal`, in no particular order. `cuts` returns whether a place
    /// begins or ends inside a word that the dictionary knows, so that 유일 is not found in 치유일.
    pub fn hits(&self, normal: &Normalised, cuts: &dyn Fn(Cut) -> bool) -> Vec<Hit> {
        let letters = &normal.letters;
        let text: String = letters.iter().map(|letter| letter.ch).collect();
        let mut starts = Vec::with_capacity(letters.len());
        let mut byte = 0;
        for letter in letters {
            starts.push(byte);
            byte += letter.ch.len_utf8();
        }
        let (mut hits, mut blocked) = (Vec::new(), Vec::new());
        for found in self.search.find_overlapping_iter(&text) {
            let index = found.pattern().as_usize();
            let Ok(start) = starts.binary_search(&found.start()) else { continue };
            let end = start + self.lengths[index];
            for term in &self.terms[index] {
                if term.blocks {
                    if unbroken(&letters[start..end], &term.spaces) {
                        blocked.push((term.class, start, end));
                    }
                } else if fits(letters, start, end, term, cuts)
                    && is_followed_by(normal, end, term.follows)
                {
                    hits.push(Hit { class: term.class, start, end, value: 0.0 });
                }
            }
        }
        if !blocked.is_empty() {
            blocked.sort_unstable();
            hits.retain(|hit| !is_hidden(&blocked, hit));
        }
        hits
    }
}

fn is_hidden(blocked: &[(ClassId, usize, usize)], hit: &Hit) -> bool {
    let until =
        blocked.partition_point(|&(class, start, _)| (class, start) <= (hit.class, hit.start));
    // A blocking word has fewer than 40 letters.
    blocked[..until]
        .iter()
        .rev()
        .take_while(|&&(class, start, _)| class == hit.class && start + 40 > hit.start)
        .any(|&(_, _, end)| end >= hit.end)
}

/// Whether `wanted` stands directly after letter `end - 1`.
fn is_followed_by(normal: &Normalised, end: usize, wanted: Option<char>) -> bool {
    let Some(wanted) = wanted else { return true };
    let glyph = normal.letters[end - 1].glyph + 1;
    normal.glyphs.get(glyph).is_some_and(|glyph| glyph.ch == wanted)
}

fn fits(
    letters: &[Letter],
    start: usize,
    end: usize,
    term: &Term,
    cuts: &dyn Fn(Cut) -> bool,
) -> bool {
    let found = &letters[start..end];
    let before = start.checked_sub(1).map(|at| letters[at].ch);
    let at_word_start = start == 0 || letters[start].gap != Gap::None;
    let latin = |c: char| c.is_ascii_alphabetic();
    let first = found[0].ch;
    let last = found[found.len() - 1].ch;
    if !at_word_start {
        let cuts_latin = latin(first) && before.is_some_and(latin);
        let cuts_figure = first.is_ascii_digit() && before.is_some_and(|c| c.is_ascii_digit());
        if term.starts_word || cuts_latin || cuts_figure {
            return false;
        }
    }
    // The dictionary has no words with digits and would split 1인실 anywhere.
    let is_ending = term.is_ending;
    let known = !first.is_ascii_digit() && !is_split(letters, start, end, term);
    if known && cuts(Cut { start, end, is_ending }) {
        return false;
    }
    // 9,900 does not occur in 99,000.
    if last.is_ascii_digit()
        && letters.get(end).is_some_and(|next| next.gap == Gap::None && next.ch.is_ascii_digit())
    {
        return false;
    }
    if latin(last) && letters.get(end).is_some_and(|next| next.gap == Gap::None && latin(next.ch)) {
        return false;
    }
    let ends_word = letters.get(end).is_none_or(|next| next.gap > Gap::None);
    let end_fits = match term.end {
        End::Anything => true,
        End::Particle => ends_word || rest_is_particle(letters, end),
        End::Nothing => ends_word,
    };
    unbroken(found, &term.spaces) && end_fits
}

/// Whether the letters of a word stand together: white space only where the term has it, or between lone
/// syllables (완 치 율).
fn unbroken(found: &[Letter], spaces: &[u32]) -> bool {
    let lone = |at: usize| found[at - 1].gap > Gap::None || at == 1;
    (1..found.len()).all(|at| match found[at].gap {
        Gap::None | Gap::Soft => true,
        gap if spaces.contains(&(at as u32)) => gap <= Gap::Strong,
        Gap::Space => {
            lone(at)
                && (1..at).all(|earlier| found[earlier].gap > Gap::None)
                && found[0].gap > Gap::None
                && found.len() <= 4
        }
        _ => false,
    })
}

/// Whether a word is written as lone syllables with only a particle after it: 특 가로. Then the dictionary's
/// reading of the last syllable and the particle (가로) does not count.
fn is_split(letters: &[Letter], start: usize, end: usize, term: &Term) -> bool {
    (start + 1..end).all(|at| letters[at].gap == Gap::Space)
        && term.spaces.iter().all(|&at| at == 0 || at as usize >= end - start)
        && end - start > 1
        && rest_is_particle(letters, end)
}

pub(super) fn rest_is_particle(letters: &[Letter], end: usize) -> bool {
    let rest: String = letters[end..]
        .iter()
        .take_while(|letter| letter.gap == Gap::None)
        .take(5)
        .map(|letter| letter.ch)
        .collect();
    rest.is_empty() || particles::of(Place::RuleWord).contains(&rest.as_str())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;
    use crate::normalise::normalise;

    /// Checks whether `word` is found in `text` with a dictionary that rejects every place.
    fn check(word: &str, text: &str, expected: bool) {
        let characters = Characters::builtin().unwrap();
        let mut builder = LexiconBuilder::new(characters.clone());
        builder.literal(word).unwrap();
        let lexicon = builder.build().unwrap();
        let hits = lexicon.hits(&normalise(text, &characters), &|_| true);
        assert_eq!(!hits.is_empty(), expected, "{word:?} in {text:?}");
    }

    #[test]
    fn words_written_apart_are_found_whatever_the_dictionary_says() {
        check("특가", "리프팅 특 가로 모십니다", true);
        check("할인", "할 인", true);
        check("추천", "추 천 병원", true);
        check("무통", "무 통증", false);
        check("특가", "특가", false);
    }

    #[test]
    fn keys_are_read_as_texts_are() {
        let characters = Characters::builtin().unwrap();
        for (word, text) in [
            ("名醫", "명의"),
            ("名醫", "名醫"),
            ("명의", "名医"),
            ("ＮＯ１", "no1"),
            ("9,900", "9,900원"),
        ] {
            let mut builder = LexiconBuilder::new(characters.clone());
            builder.literal(word).unwrap();
            let lexicon = builder.build().unwrap();
            let hits = lexicon.hits(&normalise(text, &characters), &|_| false);
            assert_eq!(hits.len(), 1, "{word:?} in {text:?}");
        }
        let mut builder = LexiconBuilder::new(characters.clone());
        builder.literal("9,900").unwrap();
        let lexicon = builder.build().unwrap();
        let hits = lexicon.hits(&normalise("99,000원", &characters), &|_| false);
        assert!(hits.is_empty(), "not in another figure");
    }
}
