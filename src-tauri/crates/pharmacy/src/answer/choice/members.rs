//! Answers a question about a class that reads like one about a drug (탈모약 부작용, 지사제 하루 몇 번) from the documents
//! of the class's members, where no guidance covers it.

use super::criteria::Criteria;
use crate::passage::Passage;
use crate::query::subject::Subject;

/// Intents that the documents of single drugs answer.
const SINGLE_DRUG_INTENTS: [&str; 4] = ["side_effect", "maximum", "dose", "interaction"];

/// Most members of a class whose documents answer whatever is asked about it: its drugs are kept, missed and
/// stopped alike (인슐린, 피임약). For a larger class guidance answers what is no matter of a single drug.
const SMALL_CLASS: usize = 3;

impl Criteria<'_> {
    /// The class whose members' documents answer: the only subject of a question that asks about it as about
    /// a drug.
    pub(super) fn find_answering_class(&self) -> Option<&Subject> {
        let [subject] = self.subjects.as_slice() else { return None };
        let first = self.intents.first()?;
        let small = subject.members().len() <= SMALL_CLASS;
        let as_a_drug = small || SINGLE_DRUG_INTENTS.contains(&first.id.as_str());
        (self.names_no_drug() && subject.is_class() && as_a_drug).then_some(subject)
    }

    /// The probability that a section of guidance answers; 0 for guidance on anything but the class of the
    /// question, which shares only a word with it, and for a question about the most that may be taken, which
    /// differs from drug to drug.
    pub(super) fn guidance_probability_of(&self, title: &str, section: &str) -> f32 {
        let asks_most = || self.intents.first().is_some_and(|it| it.id == "maximum");
        let is_of_class = |it: &Subject| it.is_subject_of(title) || it.is_subject_of(section);
        let other = self.answering_class.as_ref().is_some_and(|it| asks_most() || !is_of_class(it));
        if other { 0.0 } else { self.question.guidance_section_probability(title, section) }
    }

    /// The probability that any section of guidance answers.
    pub(super) fn total_guidance_probability(&self) -> f32 {
        let guides = self.question.guides.iter();
        guides.map(|it| self.guidance_probability_of(&it.title, &it.section)).sum()
    }

    /// Whether the question is about a class and the passage is of a drug that does not belong to it.
    pub(super) fn is_of_another_class(&self, passage: &Passage) -> bool {
        self.answering_class.as_ref().is_some_and(|it| !it.has_member(&passage.title))
    }

    /// Whether a sentence is about drugs outside the only class of the question: a document of another drug,
    /// or guidance that goes on to the next class (항생제를 빠뜨리면).
    pub(super) fn is_about_others(&self, sentence: &str, passage: &Passage) -> bool {
        let [class] = self.subjects.as_slice() else { return false };
        if !self.names_no_drug()
            || !class.is_class()
            || class.is_mentioned_in_document(sentence)
            || class.is_subject_of(&passage.title)
        {
            return false;
        }
        self.is_single_drug_document(passage)
            || !self.knowledge.names.find(sentence).is_empty()
            || self.knowledge.mentions_a_class(sentence)
    }

    /// Share, 0 to 1, of the score of a drug's own document that a document of a member of the class gets:
    /// what the guidance leaves.
    pub(super) fn member_share(&self, passage: &Passage) -> f32 {
        let member = self.answering_class.as_ref().is_some_and(|it| it.has_member(&passage.title));
        if member { 1.0 - self.total_guidance_probability().min(1.0) } else { 0.0 }
    }
}
