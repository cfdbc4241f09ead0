//! The criteria by which the sentences of an answer are scored: the question, read for the passages at hand.

use std::collections::BTreeMap;

use super::candidate::Candidate;
use super::topic::topic_beside_drug;
use crate::answer::gaps;
use crate::knowledge::{CARE_TITLE, Intent, Knowledge};
use crate::passage::Passage;
use crate::query::question::Question;
use crate::query::subject::Subject;

/// Intents whose answer is the same for every drug.
const FOR_EVERY_DRUG: [&str; 4] = ["overdose", "disposal", "storage", "missed"];

/// Verbs without meaning of their own: 우체통에 넣는 폐의약품 does not answer 냉장고에 넣어 두나요.
const EMPTY_VERBS: [&str; 2] = ["넣", "놓"];

/// A question, read for the passages that its answer may use.
pub(super) struct Criteria<'a> {
    /// The question.
    pub(super) question: &'a Question,
    /// The intents of the question, grave ones first.
    pub(super) intents: &'a [&'a Intent],
    /// The rules.
    pub(super) knowledge: &'a Knowledge,
    /// Weight of each content word of the question, 0 to 2: the fewer sentences have the word, the higher.
    pub(super) word_weights: BTreeMap<&'a str, f32>,
    /// For each passage, whether the question names the subject of its document.
    pub(super) named_documents: Vec<bool>,
    /// The food or drink that the question wants to take with the drug (자몽, 술), as the drug's own documents
    /// call it.
    pub(super) topic: Option<String>,
    /// Complaints and classes of the question.
    pub(super) subjects: Vec<Subject>,
    /// Most sides of a question about use together that one sentence mentions; 0 for any other question.
    pub(super) max_sides: usize,
    /// Whether some sentence mentions two of the drugs named.
    pub(super) has_pair_sentence: bool,
    /// Korean names of ingredients that several of the products named contain.
    pub(super) overlaps: Vec<String>,
    /// Whether there is guidance for the class of the question.
    pub(super) has_class_guidance: bool,
    /// The class whose members' documents answer.
    pub(super) answering_class: Option<Subject>,
}

impl<'a> Criteria<'a> {
    /// Reads a question for these passages and their sentences.
    pub(super) fn new(
        question: &'a Question,
        intents: &'a [&'a Intent],
        knowledge: &'a Knowledge,
        passages: &[Passage],
        sentences: &[Candidate],
        named_documents: Vec<bool>,
    ) -> Self {
        let all = sentences.len() as f32;
        let weight = |word: &'a String| {
            let having = sentences.iter().filter(|it| it.words.contains(word)).count() as f32;
            // The inverse document frequency of Spärck Jones (1972), smoothed, over the sentences at hand; 2
            // at most.
            (word.as_str(), (1.0 + all / (1.0 + having)).ln().min(4.0) / 2.0)
        };
        let is_weighed = |word: &&String| {
            !question
                .drugs
                .iter()
                .any(|it| it.written.contains(word.as_str()) || it.korean == **word)
                && !EMPTY_VERBS.contains(&word.as_str())
        };
        let word_weights = question.words.iter().filter(is_weighed).map(weight).collect();
        let topic = topic_beside_drug(question, intents, knowledge, passages, sentences);
        let overlaps = gaps::shared_ingredients(question).into_keys().map(str::to_owned).collect();
        let subjects = Subject::of(question, knowledge);
        let mut criteria = Self {
            question,
            intents,
            knowledge,
            word_weights,
            named_documents,
            topic,
            subjects,
            max_sides: 0,
            has_pair_sentence: false,
            overlaps,
            has_class_guidance: false,
            answering_class: None,
        };
        criteria.answering_class = criteria.find_answering_class().cloned();
        criteria.has_class_guidance =
            criteria.names_no_drug() && passages.iter().any(|it| criteria.is_class_guidance(it));
        criteria.has_pair_sentence = question.ingredients().len() > 1
            && sentences
                .iter()
                .any(|it| criteria.drugs_named_in(&it.sentence, &passages[it.passage]).len() > 1);
        if criteria.asks_about_use_together() {
            let sides = |it: &Candidate| criteria.count_sides(it, &passages[it.passage]);
            criteria.max_sides = sentences.iter().map(sides).max().unwrap_or_default();
        }
        criteria
    }

    /// Whether a sentence answers the opposite of the first intent.
    pub(super) fn is_contrary(&self, sentence: &str) -> bool {
        self.intents
            .first()
            .is_some_and(|it| it.contrary.iter().any(|word| sentence.contains(word)))
    }

    /// Whether the answer is the same for every drug.
    pub(super) fn is_for_every_drug(&self) -> bool {
        self.intents.iter().any(|it| FOR_EVERY_DRUG.contains(&it.id.as_str()))
    }

    /// Whether the question names no drug, and so is about a class, a complaint or drugs in general.
    pub(super) fn names_no_drug(&self) -> bool {
        self.question.drugs.is_empty()
    }

    /// Whether the question names neither drug, class nor complaint, and has no known intent.
    pub(super) fn names_nothing_known(&self) -> bool {
        self.names_no_drug() && self.subjects.is_empty() && self.intents.is_empty()
    }

    /// Whether the question is about taking two things together, one of which is a class or a complaint.
    fn asks_about_use_together(&self) -> bool {
        let medicines = self.subjects.iter().filter(|it| it.is_medicine()).count();
        let together = ["interaction", "contraindication"].iter().any(|it| self.question.asks(it));
        match self.question.ingredients().len() {
            0 => !self.question.asks("efficacy") && self.subjects.len() > 1 && medicines > 0,
            1 => together && medicines > 0,
            _ => false,
        }
    }

    /// Whether the question only states a complaint, and so asks what helps: 설사가 나요.
    pub(super) fn is_bare_complaint(&self) -> bool {
        self.names_no_drug()
            && !self.subjects.is_empty()
            && !self.subjects.iter().any(Subject::is_medicine)
            && self.intents.iter().all(|it| it.id == "efficacy")
    }

    /// Whether a passage is the guidance for a bare complaint; then all of it answers.
    pub(super) fn answers_bare_complaint(&self, passage: &Passage) -> bool {
        let of_complaint = || self.subjects.iter().any(|it| it.is_mentioned_in(&passage.heading));
        self.is_bare_complaint() && !self.is_single_drug_document(passage) && of_complaint()
    }

    /// Whether the question only states several complaints.
    pub(super) fn is_several_complaints(&self) -> bool {
        self.subjects.len() > 1 && self.is_bare_complaint()
    }

    /// Whether a passage is the section on one of several complaints in the guidance for complaints.
    pub(super) fn answers_one_complaint(&self, passage: &Passage) -> bool {
        self.is_several_complaints()
            && self.is_care_guidance(passage)
            && self.answers_bare_complaint(passage)
    }

    /// Whether a passage is guidance for a class that the question names.
    fn is_class_guidance(&self, passage: &Passage) -> bool {
        let titled = |it: &Subject| it.is_medicine() && passage.title.contains(&it.written);
        !self.is_single_drug_document(passage) && self.subjects.iter().any(titled)
    }

    /// Whether a passage is a section of the guidance for complaints, of any complaint.
    pub(super) fn is_care_guidance(&self, passage: &Passage) -> bool {
        passage.title == CARE_TITLE
    }

    /// Whether the document of a passage is about one drug; its title then begins with the name of a drug.
    /// 약과 음식(자몽·카페인) is about none.
    pub(super) fn is_single_drug_document(&self, passage: &Passage) -> bool {
        self.knowledge.names.find(&passage.title).iter().any(|it| it.span.start == 0)
    }

    /// Whether the document of a passage is about a drug that the question names.
    pub(super) fn is_of_named_drug(&self, passage: &Passage) -> bool {
        !self.question.drugs_in(&passage.title, &self.knowledge.names).is_empty()
    }

    /// How many sides of a question about use together (the drugs count as one, each subject as one) a
    /// sentence and the title of its document mention.
    pub(super) fn count_sides(&self, candidate: &Candidate, passage: &Passage) -> usize {
        let (title, sentence) = (passage.title.as_str(), candidate.sentence.as_str());
        let drug = self.is_of_named_drug(passage);
        let is_mentioned =
            |it: &&Subject| it.is_mentioned_in(sentence) || (!drug && it.is_mentioned_in(title));
        usize::from(drug) + self.subjects.iter().filter(is_mentioned).count()
    }
}
