//! The training pairs of an epoch: questions with their passages, drawn anew each time.

use std::ops::Range;

use super::everyday::Rephrasing;
use super::lists::Lists;
use super::material::Material;
use super::random::Random;
use crate::dense::lexicon::{Bag, Lexicon, damp, merge};

/// The source of one training pair.
#[derive(Debug, Clone, Copy)]
pub(super) enum Lesson {
    /// The heading of a passage is the question for its text.
    Heading(u32),
    /// A sentence of a passage is the question for the rest of it (the inverse cloze task; Lee, Chang and
    /// Toutanova, 2019).
    Sentence(u32, u32),
    /// A given question of the material, for its passage.
    Link(u32),
}

/// The material with the rows of its tokens.
pub(super) struct Course {
    texts: Lists<u32>,
    ends: Vec<usize>,
    questions: Lists<u32>,
    answers: Vec<usize>,
    rows: Vec<Rows>,
    rephrasing: Rephrasing,
    /// For each row that is a word, the buckets of its pieces; empty for other rows.
    spelling: Vec<Box<[u32]>>,
}

/// The row or rows of a token.
enum Rows {
    Own(u32),
    /// Rows of the pieces of an unknown word; empty for an unknown bigram.
    Buckets(Box<[u32]>),
}

/// Probability that a word is replaced by its pieces, which trains them.
const SPELL_WORD: f32 = 0.05;
/// Probability that a word of a question is dropped.
const DROP_WORD: f32 = 0.1;
/// Probability that a term of law in a question is replaced by everyday words.
const REPLACE_TERM: f32 = 0.3;
/// Probability that a question gets an asking phrase.
const ADD_ASKING: f32 = 0.4;
/// Probability that a sentence that is the question is also kept in its passage.
const KEEP_SENTENCE: f32 = 0.4;
/// Probability that a passage appears without its heading.
const DROP_HEADING: f32 = 0.3;
/// Least number of rows of a sentence that is used as a question.
const MIN_SENTENCE_ROWS: usize = 6;

impl Course {
    pub(super) fn new(material: Material, lexicon: &Lexicon) -> Self {
        let Material { tokens, texts, ends, questions, answers, phrase_tokens } = material;
        let mut spelling = vec![Box::<[u32]>::default(); lexicon.len()];
        let mut rows = Vec::with_capacity(tokens.keys.len());
        for (&key, pieces) in tokens.keys.iter().zip(&tokens.pieces) {
            let buckets = pieces.iter().filter_map(|&piece| lexicon.bucket(piece)).collect();
            rows.push(match lexicon.row(key) {
                Some(row) => {
                    spelling[row as usize] = buckets;
                    Rows::Own(row)
                }
                None => Rows::Buckets(buckets),
            });
        }
        let rephrasing =
            Rephrasing::new(&phrase_tokens, &|tokens| bag(&rows, tokens), &|token| match rows
                [token as usize]
            {
                Rows::Own(row) => Some(row),
                Rows::Buckets(_) => None,
            });
        Self { texts, ends, questions, answers, rows, rephrasing, spelling }
    }

    /// Returns, for each row that is a word, the buckets of its pieces.
    pub(super) fn spelling(&self) -> &[Box<[u32]>] {
        &self.spelling
    }

    /// Returns the rewriting of questions.
    pub(super) fn rephrasing(&self) -> &Rephrasing {
        &self.rephrasing
    }

    /// Returns all rows of each passage with raw counts.
    pub(super) fn passages(&self) -> Lists<(u32, f32)> {
        (0..self.ends.len()).map(|passage| self.rest(passage, None, false)).collect()
    }

    /// Draws the lessons of one epoch, in random order.
    pub(super) fn lessons(&self, random: &mut Random) -> Vec<Lesson> {
        let mut lessons: Vec<Lesson> = (0..self.answers.len() as u32).map(Lesson::Link).collect();
        for passage in 0..self.ends.len() {
            let (heading, sentences) = self.parts(passage);
            if !self.bag(heading).is_empty() && !sentences.is_empty() {
                lessons.push(Lesson::Heading(passage as u32));
            }
            if sentences.len() > 1 {
                let sentence = random.below(sentences.len());
                if self.bag(sentences.start + sentence).len() >= MIN_SENTENCE_ROWS {
                    lessons.push(Lesson::Sentence(passage as u32, sentence as u32));
                }
            }
        }
        random.shuffle(&mut lessons);
        lessons
    }

    /// Returns the index of a passage's heading and the indices of its sentences among the texts.
    fn parts(&self, passage: usize) -> (usize, Range<usize>) {
        let start = passage.checked_sub(1).map_or(0, |before| self.ends[before]);
        (start, start + 1..self.ends[passage])
    }

    fn bag(&self, text: usize) -> Bag {
        bag(&self.rows, self.texts.get(text))
    }

    /// Returns question and passage of a lesson as bags, and the index of the passage.
    pub(super) fn draw(&self, lesson: Lesson, random: &mut Random) -> (Bag, Bag, usize) {
        let (question, place, without) = match lesson {
            Lesson::Heading(passage) => (self.bag(self.parts(passage as usize).0), passage, None),
            Lesson::Link(link) => {
                let question = bag(&self.rows, self.questions.get(link as usize));
                (question, self.answers[link as usize] as u32, None)
            }
            Lesson::Sentence(passage, sentence) => {
                let sentence = self.parts(passage as usize).1.start + sentence as usize;
                let without = (random.unit() >= KEEP_SENTENCE).then_some(sentence);
                (self.bag(sentence), passage, without)
            }
        };
        let bare = matches!(lesson, Lesson::Heading(_)) || random.unit() < DROP_HEADING;
        let question = self.rephrasing.rephrase(&question, REPLACE_TERM, ADD_ASKING, random);
        let mut question = self.vary(&question, DROP_WORD, random);
        damp(&mut question);
        let passage = self.rest(place as usize, without, bare);
        let mut passage = self.vary(&passage, 0.0, random);
        damp(&mut passage);
        (question, passage, place as usize)
    }

    /// Returns a passage as a negative.
    pub(super) fn negative(&self, passage: usize) -> Bag {
        let mut bag = self.rest(passage, None, false);
        damp(&mut bag);
        bag
    }

    /// Returns the raw counts of a passage without one of its texts, or without its heading.
    fn rest(&self, passage: usize, without: Option<usize>, bare: bool) -> Bag {
        let (heading, sentences) = self.parts(passage);
        let from = if bare { sentences.start } else { heading };
        let mut bag = Bag::new();
        for text in (from..sentences.end).filter(|&text| Some(text) != without) {
            add(&self.rows, self.texts.get(text), &mut bag);
        }
        merge(&mut bag);
        bag
    }

    fn vary(&self, bag: &Bag, left_out: f32, random: &mut Random) -> Bag {
        let mut varied = Bag::with_capacity(bag.len());
        for &(row, count) in bag {
            let spelling = &self.spelling[row as usize];
            if left_out > 0.0 && random.unit() < left_out {
                continue;
            }
            if !spelling.is_empty() && random.unit() < SPELL_WORD {
                let share = count / spelling.len() as f32;
                varied.extend(spelling.iter().map(|&bucket| (bucket, share)));
            } else {
                varied.push((row, count));
            }
        }
        merge(&mut varied);
        varied
    }
}

/// Returns the raw counts of a text's rows.
fn bag(rows: &[Rows], tokens: &[u32]) -> Bag {
    let mut bag = Bag::with_capacity(tokens.len());
    add(rows, tokens, &mut bag);
    merge(&mut bag);
    bag
}

/// Appends the rows of tokens; equal rows are not merged.
fn add(rows: &[Rows], tokens: &[u32], bag: &mut Bag) {
    for &token in tokens {
        match &rows[token as usize] {
            Rows::Own(row) => bag.push((*row, 1.0)),
            Rows::Buckets(buckets) => {
                let share = 1.0 / buckets.len().max(1) as f32;
                bag.extend(buckets.iter().map(|&bucket| (bucket, share)));
            }
        }
    }
}
