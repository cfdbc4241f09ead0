//! What the sentences of an answer are measured by.

use std::collections::BTreeMap;

use super::candidate::Candidate;
use super::thing::thing;
use crate::answer::gaps;
use crate::knowledge::{Intent, Knowledge};
use crate::query::question::Question;
use crate::query::subject::Subject;
use crate::retrieval::passage::Passage;

/// The guidance that has a section for each complaint.
pub(crate) const CARE_TITLE: &str = "증상별 약과 돌보기";

/// Intents whose answer is the same for every drug.
const FOR_EVERY_DRUG: [&str; 3] = ["disposal", "storage", "missed"];

/// Verbs that tell nothing by themselves: 우체통에 넣는 폐의약품 is no answer to 냉장고에 넣어 두나요.
const TELLING_NOTHING: [&str; 2] = ["넣", "놓"];

/// What sentences are measured by.
pub(super) struct Reading<'a> {
    /// What was asked.
    pub(super) question: &'a Question,
    /// Its intents, grave first.
    pub(super) asked: &'a [&'a Intent],
    /// The rules.
    pub(super) knowledge: &'a Knowledge,
    /// How much a word of the question tells: the fewer sentences have it, the more.
    pub(super) telling: BTreeMap<&'a str, f32>,
    /// Whether the question names the subject of each passage's document.
    pub(super) titled: Vec<bool>,
    /// The thing asked about with the drug (자몽, 술), as the sentences of the drug's own documents call it.
    pub(super) told: Option<String>,
    /// Complaints and classes of the question.
    pub(super) subjects: Vec<Subject>,
    /// How many sides of a question about use together one sentence speaks of, at best.
    pub(super) sides: usize,
    /// Whether some sentence speaks of two of the drugs named.
    pub(super) paired: bool,
    /// Ingredients that several of the products named have.
    pub(super) overlaps: Vec<String>,
    /// Whether there is guidance for the class that was asked about.
    pub(super) guided: bool,
    /// The class whose members' documents answer.
    pub(super) class: Option<Subject>,
}

impl<'a> Reading<'a> {
    /// Reads a question for these passages and their sentences.
    pub(super) fn new(
        question: &'a Question,
        asked: &'a [&'a Intent],
        knowledge: &'a Knowledge,
        passages: &[Passage],
        sentences: &[Candidate],
        titled: Vec<bool>,
    ) -> Self {
        let all = sentences.len() as f32;
        let weight = |word: &'a String| {
            let having = sentences.iter().filter(|it| it.words.contains(word)).count() as f32;
            // The inverse document frequency of Spärck Jones (1972), smoothed, over the sentences at hand; 2 at most.
            (word.as_str(), (1.0 + all / (1.0 + having)).ln().min(4.0) / 2.0)
        };
        let named = |word: &&String| {
            !question
                .drugs
                .iter()
                .any(|it| it.written.contains(word.as_str()) || it.korean == **word)
                && !TELLING_NOTHING.contains(&word.as_str())
        };
        let telling = question.words.iter().filter(named).map(weight).collect();
        let told = thing(question, asked, knowledge, passages, sentences);
        let overlaps = gaps::twice(question).into_keys().map(str::to_owned).collect();
        let subjects = Subject::of(question, knowledge);
        let mut reading = Self {
            question,
            asked,
            knowledge,
            telling,
            titled,
            told,
            subjects,
            sides: 0,
            paired: false,
            overlaps,
            guided: false,
            class: None,
        };
        reading.class = reading.class_of().cloned();
        reading.guided = reading.of_classes() && passages.iter().any(|it| reading.is_guidance(it));
        reading.paired = question.ingredients().len() > 1
            && sentences
                .iter()
                .any(|it| reading.named_in(&it.sentence, &passages[it.passage]).len() > 1);
        if reading.is_of_use_together() {
            let sides = |it: &Candidate| reading.sides_of(it, &passages[it.passage]);
            reading.sides = sentences.iter().map(sides).max().unwrap_or_default();
        }
        reading
    }

    /// Whether what is asked is the same for every drug.
    pub(super) fn is_for_every_drug(&self) -> bool {
        self.asked.iter().any(|it| FOR_EVERY_DRUG.contains(&it.id.as_str()))
    }

    /// Whether it is about no drug in particular, but about a class or a complaint.
    pub(super) fn of_classes(&self) -> bool {
        self.question.drugs.is_empty()
    }

    /// Whether it names neither drug, class nor complaint, and asks nothing that is asked of drugs.
    pub(super) fn is_of_nothing_known(&self) -> bool {
        self.of_classes() && self.subjects.is_empty() && self.asked.is_empty()
    }

    /// Whether it asks about taking one thing with another, one of which is a class or a complaint.
    fn is_of_use_together(&self) -> bool {
        let taken = self.subjects.iter().filter(|it| it.is_taken()).count();
        let together = ["interaction", "contraindication"].iter().any(|it| self.question.asks(it));
        match self.question.ingredients().len() {
            0 => !self.question.asks("efficacy") && self.subjects.len() > 1 && taken > 0,
            1 => together && taken > 0,
            _ => false,
        }
    }

    /// Whether it only says what somebody has, and asks what helps: 설사가 나요.
    pub(super) fn is_bare_complaint(&self) -> bool {
        self.of_classes()
            && !self.subjects.is_empty()
            && !self.subjects.iter().any(Subject::is_taken)
            && self.asked.iter().all(|it| it.id == "efficacy")
    }

    /// Whether a passage is the guidance for the complaint that somebody only names: all of it answers.
    pub(super) fn is_care(&self, passage: &Passage) -> bool {
        let of_complaint = || self.subjects.iter().any(|it| it.is_in(&passage.heading));
        self.is_bare_complaint() && !self.is_of_one_drug(passage) && of_complaint()
    }

    /// Whether a passage is guidance for a class that the question names.
    fn is_guidance(&self, passage: &Passage) -> bool {
        let titled = |it: &Subject| it.is_taken() && passage.title.contains(&it.written);
        !self.is_of_one_drug(passage) && self.subjects.iter().any(titled)
    }

    /// Whether a passage is care for some complaint.
    pub(super) fn is_of_care(&self, passage: &Passage) -> bool {
        passage.title == CARE_TITLE
    }

    /// Whether a document is of one drug; 약과 음식(자몽·카페인) is of none.
    pub(super) fn is_of_one_drug(&self, passage: &Passage) -> bool {
        self.knowledge.names.found(&passage.title).iter().any(|it| it.span.start == 0)
    }

    /// How many of the things whose use together was asked about a sentence speaks of, with its document's title.
    pub(super) fn sides_of(&self, candidate: &Candidate, passage: &Passage) -> usize {
        let (title, sentence) = (passage.title.as_str(), candidate.sentence.as_str());
        let drug = !self.question.drugs_in(title, &self.knowledge.names).is_empty();
        let spoken = |it: &&Subject| it.is_in(sentence) || (!drug && it.is_in(title));
        usize::from(drug) + self.subjects.iter().filter(spoken).count()
    }
}
