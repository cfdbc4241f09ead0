//! Adds a warning of the drug's own document, whatever section was expected to answer: one that shares
//! several words with the question (리튬 먹는데 설사하고 손이 떨려요), or one that says what to do about its complaint (근육통
//! of 로수바스타틴).

use super::candidate::Candidate;
use super::criteria::Criteria;
use super::penalties::OVERDOSE;
use crate::passage::Passage;

/// Part of the heading of sections with warnings.
const WARNINGS: &str = "경고";

/// Fewest content words that a warning shares with the question.
const SHARED_WORDS: usize = 2;

/// Words of warnings that say what to do about a complaint.
const ACTIONS: [&str; 4] = ["중지하고", "곧바로", "119", "응급실"];

/// Intents of a question that only describes a complaint after taking the drug, and the person.
const COMPLAINT_INTENTS: [&str; 3] = ["side_effect", "children", "elderly"];

/// Most warnings that are added.
const MAX_WARNINGS: usize = 1;

impl Criteria<'_> {
    /// Indices into `ranked` (best first) of the warnings that are added to those already in `taken`.
    pub(super) fn warnings(
        &self,
        ranked: &[Candidate],
        taken: &[usize],
        passages: &[Passage],
    ) -> Vec<usize> {
        if self.question.ingredients().len() != 1 {
            return Vec::new();
        }
        let is_own = |passage: &Passage| {
            passage.heading.contains(WARNINGS) && self.is_of_named_drug(passage)
        };
        let warns = |candidate: &Candidate| {
            let Some(passage) = passages.get(candidate.passage).filter(|it| is_own(it)) else {
                return false;
            };
            let words = self.word_weights.keys().filter(|word| candidate.words.contains(**word));
            words.count() >= SHARED_WORDS
                || self.advises_on_complaint(&candidate.sentence, &passage.title)
        };
        let found = ranked.iter().enumerate().filter(|(at, it)| !taken.contains(at) && warns(it));
        found.map(|(at, _)| at).take(MAX_WARNINGS).collect()
    }

    /// Whether a warning says what to do about a complaint that the asker has after taking the drug.
    fn advises_on_complaint(&self, sentence: &str, title: &str) -> bool {
        let question = self.question;
        let only_complains =
            question.intents.iter().all(|it| COMPLAINT_INTENTS.contains(&it.as_str()));
        let advises =
            ACTIONS.iter().any(|it| sentence.contains(it)) && !sentence.contains(OVERDOSE);
        let is_shared = |word: &str| {
            let begins = |it: &str| it.starts_with(word);
            word.chars().count() > 1
                && question.text.contains(word)
                && !title.contains(word)
                && sentence.split([' ', '(', '·']).any(begins)
        };
        only_complains && advises && self.word_weights.keys().any(|word| is_shared(word))
    }
}
