//! One advertisement, read once: letters, sentences, and the words of every class in them.

use simui_domain::Ad;
use simui_search::analysis::{Analyser, Tag};

use super::budget::Budget;
use super::sentence::{self, Sentence};
use super::voice;
use crate::normalise::{Characters, Gap, Letter, Normalised, normalise};
use crate::rules::{
    ClassId, ClassNames, FigureClasses, Hit, Lexicon, OfClass, Phrase, Words, by_class, figure_hits,
};

/// Classes that this crate's code, and not a lexicon, finds or asks for.
#[derive(Debug, Clone)]
pub struct Grammar {
    /// A predicate in the past: 받았, 좋아졌.
    pub past: ClassId,
    /// A predicate in the past that ends a sentence: 받았어요.
    pub past_final: ClassId,
    /// The polite ending of speech: -어요, -네요.
    pub spoken: ClassId,
    /// A change that came about: 좋아졌, 가라앉았.
    pub became: ClassId,
    /// -더라고요, -던데요: the speaker was there.
    pub witnessed: ClassId,
    /// A short heading in square brackets at the start of a line.
    pub heading: ClassId,
    /// Chinese or Japanese text.
    pub foreign_script: ClassId,
    /// Words between quotation marks.
    pub quoted: ClassId,
    /// 지 않, 수 없, 것은 아니: denies what stands before it.
    pub negation: ClassId,
    /// 는 없, 이란 없: says that there is no such thing.
    pub nonexistence: ClassId,
    /// Words whose denial is good news: 부작용, 재발, 실패.
    pub harm: ClassId,
    /// Words that speak of wording: 광고, 표현, 말.
    pub wording: ClassId,
    /// Words that warn of it: 의심, 주의, 금지.
    pub warning: ClassId,
    /// 라는, 다는: turn a sentence into something spoken of.
    pub reported: ClassId,
    /// 수 있, 도움, 기대: a possibility only.
    pub hedge: ClassId,
    /// 면, 경우: a condition only.
    pub condition: ClassId,
    /// What a medical act is called, what it does, who does it: a sentence about these is a claim.
    pub assertive: ClassId,
}

impl Grammar {
    /// Gives the classes their numbers; the lexicon fills those that are words.
    pub fn intern(names: &mut ClassNames) -> Self {
        let mut id = |name: &str| names.intern(name);
        Self {
            past: id("past"),
            past_final: id("past_final"),
            spoken: id("spoken"),
            became: id("became"),
            witnessed: id("witnessed"),
            heading: id("heading"),
            foreign_script: id("foreign_script"),
            quoted: id("quoted"),
            negation: id("negation"),
            nonexistence: id("nonexistence"),
            harm: id("harm"),
            wording: id("wording"),
            warning: id("warning"),
            reported: id("reported"),
            hedge: id("hedge"),
            condition: id("condition"),
            assertive: id("assertive"),
        }
    }
}

/// An advertisement, read.
#[derive(Debug)]
pub struct Reading<'a> {
    /// The advertisement.
    pub ad: &'a Ad,
    /// Its text without disguises.
    pub normal: Normalised,
    /// Where each letter stands, in words; a comma counts as one word more, a bracket as two.
    pub position: Vec<usize>,
    /// Words of every class, by their first letter.
    pub hits: Vec<Hit>,
    /// Sentences, in order.
    pub sentences: Vec<Sentence>,
    by_class: Vec<(ClassId, u32)>,
    /// How many words may still be looked at: a bound on all rules together, for hostile packs and texts.
    pub budget: Budget,
}

impl<'a> Reading<'a> {
    /// Reads `ad`.
    pub fn new(
        ad: &'a Ad,
        characters: &Characters,
        lexicon: &Lexicon,
        figures: &FigureClasses,
        grammar: &Grammar,
        analyser: &Analyser,
    ) -> Self {
        let normal = normalise(&ad.text, characters);
        let letters = &normal.letters;
        let known = KnownWords::new(letters, analyser);
        let mut hits = lexicon.hits(&normal, &|start, end| known.cuts(start, end));
        hits.extend(figure_hits(&normal, figures));
        let mut sentences = sentence::split(&normal);
        hits.extend(voice::hits(&ad.text, &normal, &sentences, characters, grammar));
        hits.sort_by_key(|hit| (hit.start, hit.end, hit.class));
        let mut from = 0;
        for sentence in &mut sentences {
            let until = from + hits[from..].partition_point(|hit| hit.start < sentence.to);
            sentence.hits = from..until;
            hits[from..until].iter().for_each(|hit| sentence.classes.insert(hit.class));
            sentence.by_class = by_class(&hits[from..until]);
            from = until;
        }
        let position = positions(letters);
        let by_class = by_class(&hits);
        Self { ad, normal, position, hits, sentences, by_class, budget: Budget::default() }
    }

    /// Whether something of the advertisement was not looked at: it has words of more letters than are read together, or
    /// so many that the budget was spent.
    pub fn is_cut(&self) -> bool {
        self.normal.has_cut_words || self.budget.is_cut()
    }

    /// The words of the whole advertisement.
    pub fn words(&self) -> Words<'_> {
        Words::new(&self.hits, &self.by_class)
    }

    /// Adds the phrases that occur, in the order they are defined: later ones may be made of earlier ones.
    #[must_use]
    pub fn with_phrases(mut self, phrases: &[Phrase]) -> Self {
        let mut all = Vec::with_capacity(self.hits.len() * 2);
        let mut sentences = std::mem::take(&mut self.sentences);
        for sentence in &mut sentences {
            let mut hits = self.hits[sentence.hits.clone()].to_vec();
            let mut index = std::mem::take(&mut sentence.by_class);
            for phrase in phrases {
                let mut found = Vec::new();
                for pattern in &phrase.patterns {
                    if pattern.is_possible(&sentence.classes) {
                        found.extend(pattern.find(&self, Words::new(&hits, &index)));
                    }
                }
                if found.is_empty() {
                    continue;
                }
                let class = phrase.class;
                hits.extend(found.iter().map(|it| Hit {
                    class,
                    start: it.start,
                    end: it.end,
                    value: 0.0,
                }));
                hits.sort_by_key(|hit| (hit.start, hit.end, hit.class));
                hits.dedup();
                index = by_class(&hits);
                sentence.classes.insert(class);
            }
            sentence.by_class = index;
            let from = all.len();
            all.extend(hits);
            sentence.hits = from..all.len();
        }
        self.by_class = by_class(&all);
        self.hits = all;
        self.sentences = sentences;
        self
    }

    /// How many words stand between letters `..end` and `start..` (0: in the same word or side by side).
    pub fn distance(&self, end: usize, start: usize) -> usize {
        match (end.checked_sub(1).and_then(|at| self.position.get(at)), self.position.get(start)) {
            (Some(before), Some(after)) => after.saturating_sub(*before).saturating_sub(1),
            _ => usize::MAX,
        }
    }

    /// The sentence that letter `at` is in.
    pub fn sentence(&self, at: usize) -> Option<&Sentence> {
        let index = self.sentences.partition_point(|sentence| sentence.to <= at);
        self.sentences.get(index).filter(|sentence| sentence.from <= at)
    }

    /// The hits of `sentence`.
    pub fn hits_in(&self, sentence: &Sentence) -> &[Hit] {
        &self.hits[sentence.hits.clone()]
    }

    /// The words of `sentence`.
    pub fn words_in<'s>(&'s self, sentence: &'s Sentence) -> Words<'s> {
        Words::new(self.hits_in(sentence), &sentence.by_class)
    }

    /// Words of `class` in `sentence`; none where the budget does not allow to look at them.
    pub fn of_class<'s>(
        &'s self,
        sentence: &'s Sentence,
        class: ClassId,
    ) -> impl Iterator<Item = &'s Hit> + use<'s> {
        let words = self.words_in(sentence).of(class);
        let affordable = self.budget.spend(words.len());
        affordable.then_some(words).into_iter().flat_map(OfClass::iter)
    }

    /// Letters `from..to` as text.
    pub fn text(&self, from: usize, to: usize) -> String {
        self.normal.words(from, to)
    }
}

fn positions(letters: &[Letter]) -> Vec<usize> {
    let mut at = 0;
    letters
        .iter()
        .enumerate()
        .map(|(index, letter)| {
            at += match letter.gap {
                _ if index == 0 => 0,
                Gap::None | Gap::Soft => 0,
                Gap::Space => 1,
                Gap::Comma => 2,
                Gap::Strong => 3,
                Gap::Break => 5,
            };
            at
        })
        .collect()
}

/// Where the words that the dictionary knows begin and end.
struct KnownWords {
    /// Inside a known noun or predicate, and not at its start.
    inside_word: Vec<bool>,
    /// Inside a known noun, and not at its start.
    inside_noun: Vec<bool>,
}

impl KnownWords {
    fn new(letters: &[Letter], analyser: &Analyser) -> Self {
        let mut words = Self {
            inside_word: vec![false; letters.len()],
            inside_noun: vec![false; letters.len()],
        };
        if !analyser.has_dictionary() {
            return words;
        }
        let (text, source) = without_disguises(letters);
        for morpheme in analyser.morphemes(&text) {
            let noun = morpheme.tag.is_noun();
            let word = noun || matches!(morpheme.tag, Tag::VV | Tag::VA | Tag::MAG);
            // A long name without parts is most often several words that the dictionary does not know.
            let unknown_name = morpheme.tag == Tag::NNP && morpheme.parts.is_empty();
            if !word || unknown_name && morpheme.end - morpheme.start > 5 {
                continue;
            }
            for at in morpheme.start + 1..morpheme.end {
                let between_parts = morpheme.parts.iter().any(|part| part.start == at);
                let letter = source.get(at).filter(|&&it| !between_parts && !letters[it].joined);
                if let Some(&letter) = letter {
                    words.inside_word[letter] = true;
                    words.inside_noun[letter] |= noun;
                }
            }
        }
        words
    }

    /// Whether a word found at `start..end` begins inside a known word or ends inside a known noun:
    /// 유일 in 치유일, 물리치 in 물리치료.
    fn cuts(&self, start: usize, end: usize) -> bool {
        let at = |places: &[bool], index: usize| places.get(index).copied().unwrap_or(false);
        at(&self.inside_word, start) || at(&self.inside_noun, end)
    }
}

/// The text of the letters, and for each of its characters the letter it is.
fn without_disguises(letters: &[Letter]) -> (String, Vec<usize>) {
    let (mut text, mut source) = (String::new(), Vec::with_capacity(letters.len() * 2));
    for (index, letter) in letters.iter().enumerate() {
        let between = match letter.gap {
            Gap::None => "",
            Gap::Soft | Gap::Space => " ",
            Gap::Comma => ", ",
            Gap::Strong => " - ",
            Gap::Break => ". ",
        };
        text.push_str(between);
        source.extend(between.chars().map(|_| index));
        text.push(letter.ch);
        source.push(index);
    }
    (text, source)
}
