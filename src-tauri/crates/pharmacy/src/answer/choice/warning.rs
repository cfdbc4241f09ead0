//! A warning of the drug's own document that has several of the question's words: 리튬 먹는데 설사하고 손이 떨려요. It is said, too, whatever
//! section was expected to answer. One that says what to do needs only the complaint: 근육통 of 로수바스타틴.

use super::candidate::Candidate;
use super::reading::Reading;
use crate::retrieval::passage::Passage;

/// The section of warnings.
const WARNINGS: &str = "경고";

/// Words of the question that such a sentence has at least.
const WORDS: usize = 2;

/// What a warning says to do about a complaint.
const ACTS: [&str; 4] = ["중지하고", "곧바로", "119", "응급실"];

/// What everybody is told of too much of any drug.
const TOO_MUCH: &str = "정해진 양보다 많이";

/// Intents of somebody who only tells what happens after taking it, and to whom.
const TOLD: [&str; 3] = ["side_effect", "children", "elderly"];

/// Sentences added.
const MOST: usize = 1;

impl Reading<'_> {
    /// Of `ranked`, best first, those that are said besides the first `taken`.
    pub(super) fn warnings(
        &self,
        ranked: &[Candidate],
        taken: &[usize],
        passages: &[Passage],
    ) -> Vec<usize> {
        if self.question.ingredients().len() != 1 {
            return Vec::new();
        }
        let names = &self.knowledge.names;
        let is_own = |it: &Passage| {
            it.heading.contains(WARNINGS) && !self.question.drugs_in(&it.title, names).is_empty()
        };
        let tells = |it: &Candidate| {
            let Some(passage) = passages.get(it.passage).filter(|it| is_own(it)) else {
                return false;
            };
            let words = self.telling.keys().filter(|word| it.words.contains(**word));
            words.count() >= WORDS || self.is_of_complaint(&it.sentence, &passage.title)
        };
        let found = ranked.iter().enumerate().filter(|(at, it)| !taken.contains(at) && tells(it));
        found.map(|(at, _)| at).take(MOST).collect()
    }

    /// Whether a warning says what to do about something that the asker has after taking the drug.
    fn is_of_complaint(&self, sentence: &str, title: &str) -> bool {
        let question = self.question;
        let only_told = question.intents.iter().all(|it| TOLD.contains(&it.as_str()));
        let acts = ACTS.iter().any(|it| sentence.contains(it)) && !sentence.contains(TOO_MUCH);
        let told = |word: &str| {
            let begins = |it: &str| it.starts_with(word);
            word.chars().count() > 1
                && question.text.contains(word)
                && !title.contains(word)
                && sentence.split([' ', '(', '·']).any(begins)
        };
        only_told && acts && self.telling.keys().any(|word| told(word))
    }
}
