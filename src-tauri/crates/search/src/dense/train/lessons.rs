//! What one epoch teaches: questions with their passages, drawn anew each time.

use std::ops::Range;

use super::everyday::Manner;
use super::lists::Lists;
use super::material::Material;
use super::random::Random;
use crate::dense::lexicon::{Bag, Lexicon, damp, merge};

/// One question and where its passage is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Lesson {
    /// The heading finds its text.
    Heading(u32),
    /// The sentence finds the rest of its passage (the inverse cloze task; Lee, Chang and Toutanova, 2019).
    Sentence(u32, u32),
    /// A given question finds its passage.
    Link(u32),
}

/// The material, and the rows of its tokens.
pub(super) struct Course {
    texts: Lists<u32>,
    ends: Vec<usize>,
    questions: Lists<u32>,
    answers: Vec<usize>,
    rows: Vec<Rows>,
    manner: Manner,
    /// The buckets of each row that is a word.
    spelling: Vec<Box<[u32]>>,
}

/// The rows of a token.
enum Rows {
    Own(u32),
    /// Those of the pieces of an unknown word; an unknown bigram has none.
    Buckets(Box<[u32]>),
}

/// How often a word is replaced by its pieces, so that these learn.
const SPELLED: f32 = 0.05;
/// How often a word of a question is left out.
const LEFT_OUT: f32 = 0.1;
/// How often a word of the law is replaced in a question by what people say.
const REPLACED: f32 = 0.3;
/// How often something is added that questions are asked with.
const ASKED: f32 = 0.4;
/// How often a sentence stays in its passage.
const KEPT: f32 = 0.4;
/// How often a passage is shown without its heading.
const BARE: f32 = 0.3;
/// Tokens that a sentence must have to be a question.
const ENOUGH: usize = 6;

impl Course {
    pub(super) fn new(material: Material, lexicon: &Lexicon) -> Self {
        let Material { tokens, texts, ends, questions, answers, sayings } = material;
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
        let manner = Manner::new(&sayings, &|tokens| bag(&rows, tokens), &|token| match rows
            [token as usize]
        {
            Rows::Own(row) => Some(row),
            Rows::Buckets(_) => None,
        });
        Self { texts, ends, questions, answers, rows, manner, spelling }
    }

    /// The buckets that each row is spelled with, if it is a word.
    pub(super) fn spelling(&self) -> &[Box<[u32]>] {
        &self.spelling
    }

    /// Other words for questions.
    pub(super) fn manner(&self) -> &Manner {
        &self.manner
    }

    /// The whole of each passage, counts raw.
    pub(super) fn passages(&self) -> Lists<(u32, f32)> {
        (0..self.ends.len()).map(|passage| self.rest(passage, None, false)).collect()
    }

    /// The lessons of one epoch in random order.
    pub(super) fn lessons(&self, random: &mut Random) -> Vec<Lesson> {
        let mut lessons: Vec<Lesson> = (0..self.answers.len() as u32).map(Lesson::Link).collect();
        for passage in 0..self.ends.len() {
            let (heading, sentences) = self.parts(passage);
            if !self.bag(heading).is_empty() && !sentences.is_empty() {
                lessons.push(Lesson::Heading(passage as u32));
            }
            if sentences.len() > 1 {
                let sentence = random.below(sentences.len());
                if self.bag(sentences.start + sentence).len() >= ENOUGH {
                    lessons.push(Lesson::Sentence(passage as u32, sentence as u32));
                }
            }
        }
        random.shuffle(&mut lessons);
        lessons
    }

    /// The places of a passage's heading and of its sentences among the texts.
    fn parts(&self, passage: usize) -> (usize, Range<usize>) {
        let start = passage.checked_sub(1).map_or(0, |before| self.ends[before]);
        (start, start + 1..self.ends[passage])
    }

    fn bag(&self, text: usize) -> Bag {
        bag(&self.rows, self.texts.get(text))
    }

    /// Question, passage, and the passage's place.
    pub(super) fn show(&self, lesson: Lesson, random: &mut Random) -> (Bag, Bag, usize) {
        let (question, place, without) = match lesson {
            Lesson::Heading(passage) => (self.bag(self.parts(passage as usize).0), passage, None),
            Lesson::Link(link) => {
                let question = bag(&self.rows, self.questions.get(link as usize));
                (question, self.answers[link as usize] as u32, None)
            }
            Lesson::Sentence(passage, sentence) => {
                let sentence = self.parts(passage as usize).1.start + sentence as usize;
                let without = (random.unit() >= KEPT).then_some(sentence);
                (self.bag(sentence), passage, without)
            }
        };
        let bare = matches!(lesson, Lesson::Heading(_)) || random.unit() < BARE;
        let question = self.manner.put(&question, REPLACED, ASKED, random);
        let mut question = self.vary(&question, LEFT_OUT, random);
        damp(&mut question);
        let passage = self.rest(place as usize, without, bare);
        let mut passage = self.vary(&passage, 0.0, random);
        damp(&mut passage);
        (question, passage, place as usize)
    }

    /// A passage as a negative.
    pub(super) fn negative(&self, passage: usize) -> Bag {
        let mut bag = self.rest(passage, None, false);
        damp(&mut bag);
        bag
    }

    /// A passage without one of its texts, or without its heading.
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
            if !spelling.is_empty() && random.unit() < SPELLED {
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

/// Raw counts of a text's rows.
fn bag(rows: &[Rows], tokens: &[u32]) -> Bag {
    let mut bag = Bag::with_capacity(tokens.len());
    add(rows, tokens, &mut bag);
    merge(&mut bag);
    bag
}

/// Adds the rows of tokens, not yet merged.
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
