//! What one epoch teaches: questions with their passages, drawn anew each time.

use super::everyday::Manner;
use super::material::{Keys, Link, Material, Passage};
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

/// The material in rows, with raw counts.
pub(super) struct Course {
    headings: Vec<Bag>,
    sentences: Vec<Vec<Bag>>,
    links: Vec<(Bag, u32)>,
    manner: Manner,
    /// The buckets of each row that is a word.
    spelling: Vec<Box<[u32]>>,
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
    pub(super) fn new(material: &Material, lexicon: &Lexicon) -> Self {
        let bag = |keys: &Keys| rows(keys, material, lexicon);
        let mut spelling = vec![Box::<[u32]>::default(); lexicon.len()];
        for (&word, pieces) in &material.pieces {
            if let Some(row) = lexicon.row(word) {
                let buckets = pieces.iter().filter_map(|&piece| lexicon.bucket(piece));
                spelling[row as usize] = buckets.collect();
            }
        }
        let passages = &material.passages;
        let in_order = |keys: &[u64]| keys.iter().filter_map(|&key| lexicon.row(key)).collect();
        Self {
            manner: Manner::new(&material.sayings, bag, in_order),
            headings: passages.iter().map(|passage| bag(&passage.heading)).collect(),
            sentences: passages
                .iter()
                .map(|Passage { sentences, .. }| sentences.iter().map(bag).collect())
                .collect(),
            links: material
                .links
                .iter()
                .map(|Link { question, passage }| (bag(question), *passage as u32))
                .collect(),
            spelling,
        }
    }

    /// Other words for questions.
    pub(super) fn manner(&self) -> &Manner {
        &self.manner
    }

    /// The whole of each passage, counts raw.
    pub(super) fn passages(&self) -> Vec<Bag> {
        (0..self.headings.len()).map(|passage| self.rest(passage, None, false)).collect()
    }

    /// The lessons of one epoch in random order.
    pub(super) fn lessons(&self, random: &mut Random) -> Vec<Lesson> {
        let mut lessons: Vec<Lesson> = (0..self.links.len() as u32).map(Lesson::Link).collect();
        for (passage, (heading, sentences)) in self.headings.iter().zip(&self.sentences).enumerate()
        {
            let passage = passage as u32;
            if !heading.is_empty() && !sentences.is_empty() {
                lessons.push(Lesson::Heading(passage));
            }
            if sentences.len() > 1 {
                let sentence = random.below(sentences.len());
                if sentences[sentence].len() >= ENOUGH {
                    lessons.push(Lesson::Sentence(passage, sentence as u32));
                }
            }
        }
        random.shuffle(&mut lessons);
        lessons
    }

    /// Question, passage, and the passage's place.
    pub(super) fn show(&self, lesson: Lesson, random: &mut Random) -> (Bag, Bag, usize) {
        let (question, place, without) = match lesson {
            Lesson::Heading(passage) => (&self.headings[passage as usize], passage, None),
            Lesson::Link(link) => {
                let (question, passage) = &self.links[link as usize];
                (question, *passage, None)
            }
            Lesson::Sentence(passage, sentence) => {
                let without = (random.unit() >= KEPT).then_some(sentence as usize);
                (&self.sentences[passage as usize][sentence as usize], passage, without)
            }
        };
        let bare = matches!(lesson, Lesson::Heading(_)) || random.unit() < BARE;
        let question = self.manner.put(question, REPLACED, ASKED, random);
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

    fn rest(&self, passage: usize, without: Option<usize>, bare: bool) -> Bag {
        let heading = if bare { &[][..] } else { &self.headings[passage] };
        let mut bag = heading.to_vec();
        for (place, sentence) in self.sentences[passage].iter().enumerate() {
            if Some(place) != without {
                bag.extend_from_slice(sentence);
            }
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
fn rows(keys: &Keys, material: &Material, lexicon: &Lexicon) -> Bag {
    let mut bag = Bag::with_capacity(keys.words.len() + keys.grams.len());
    for word in &keys.words {
        match (lexicon.row(*word), material.pieces.get(word)) {
            (Some(row), _) => bag.push((row, 1.0)),
            (None, Some(pieces)) => lexicon.spell(pieces, 1.0, &mut bag),
            (None, None) => {}
        }
    }
    bag.extend(keys.grams.iter().filter_map(|&gram| lexicon.row(gram)).map(|row| (row, 1.0)));
    merge(&mut bag);
    bag
}
