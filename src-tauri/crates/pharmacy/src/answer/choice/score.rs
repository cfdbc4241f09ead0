//! Scores a sentence: a sum for what it has of the question, times factors for what it has beside the
//! question.

use std::collections::BTreeSet;

use super::candidate::Candidate;
use super::criteria::Criteria;
use crate::knowledge::Intent;
use crate::passage::Passage;
use crate::text::figures::{figures, is_child_dose};
use crate::text::wording::contains_word;

/// Intents that sentences with figures answer.
const FIGURE_INTENTS: [&str; 4] = ["dose", "maximum", "children", "overdose"];

/// Intents that ask for an amount.
const AMOUNT_INTENTS: [&str; 2] = ["dose", "maximum"];

/// Score of a child's dose, if the question asks for one.
const CHILD_DOSE: f32 = 4.0;

/// Weight of the probability by the likeness model that the section answers, beside headings and cues of the
/// intents.
const LIKELY_SECTION: f32 = 5.0;

/// Weight of the probability by the model of drugs' sections that the section answers, if a drug is named.
const EXPECTED_SECTION: f32 = 6.5;

/// Factor of `LIKELY_SECTION` if a drug is named, because the model of drugs' sections decides then.
const LIKELY_WITH_DRUG: f32 = 0.8;

/// Factor of the score of headings and cues of the intents, if a drug is named.
const INTENTS_WITH_DRUG: f32 = 0.3;

/// Factor of `LIKELY_SECTION` for guidance for all drugs, if no drug is named.
const LIKELY_GUIDANCE: f32 = 0.8;

/// Weight of the probability by the model of guidance that the section answers.
const EXPECTED_GUIDANCE: f32 = 9.0;

/// Share of the score that a sentence outside the guidance loses if the model of guidance is certain.
const GUIDED_ELSEWHERE: f32 = 0.7;

/// Score of guidance whose title names the intent.
const TITLED_GUIDANCE: f32 = 6.0;

/// Intents that have guidance of their own.
const GUIDED_INTENTS: [&str; 6] =
    ["pregnancy", "nursing", "children", "elderly", "liver_kidney", "report"];

/// Score of a section whose heading is the food or drink of the question.
const TOPIC_HEADING: f32 = 2.0;

/// Score of the guidance for a bare complaint.
const COMPLAINT_CARE: f32 = 6.0;

/// Score of a word of the question, times its weight in `Criteria::word_weights`.
const QUESTION_WORD: f32 = 2.3;

/// Factor of one drug's document if the question names neither drug nor complaint.
const SINGLE_DRUG: f32 = 0.6;

/// Factor of the document of a drug that does not belong to the class of the question.
const OTHER_CLASS: f32 = 0.5;

/// Factor of the document of an ingredient that is not the first of its product, and not what the product is
/// taken for.
const SECONDARY_INGREDIENT: f32 = 0.7;

/// Factor of a sentence without the food or drink of the question, if another sentence of the drug's
/// documents has it.
const TOPIC_MISSING: f32 = 0.2;

/// Factor of a sentence on one of two things whose use together is asked about, if another sentence has both.
const ONE_SIDE: f32 = 0.2;

/// Score of a sentence that mentions two of the drugs named.
const BOTH_DRUGS: f32 = 4.0;

/// Factor of a sentence on one of the drugs named, if another sentence mentions two.
const ONE_OF_TWO: f32 = 0.5;

/// Score of a sentence that tells of an ingredient in several of the products named.
const OVERLAP: f32 = 5.0;

/// Factor of a sentence that mentions drugs which the question does not.
const OTHER_DRUGS: f32 = 0.4;

/// Factor of the document of a third drug if several are named: that of 메티마졸 mentions 와파린 and 비타민 K, too.
const THIRD_DRUG: f32 = 0.4;

/// Factor of all other documents if one has the title that the question names.
const OTHER_SUBJECT: f32 = 0.6;

/// Least factor of a section on storage if the question does not ask for it.
const UNASKED_STORAGE: f32 = 0.4;

/// Part of the heading of the section on storage.
const STORAGE: &str = "보관";

/// Part of the heading of the section on what a drug is.
pub(super) const OVERVIEW: &str = "개요";

/// A candidate that mentions a drug of the question, or may do without, with its document.
struct Placed<'a> {
    candidate: &'a Candidate,
    passage: &'a Passage,
    /// Drugs of the question that the sentence or the title of its document names.
    named: BTreeSet<&'a str>,
    /// Whether the document is about a drug or subject that the question names.
    is_of_subject: bool,
    /// Whether the document is about one drug.
    is_single_drug: bool,
}

impl Placed<'_> {
    fn contains(&self, word: &str) -> bool {
        self.candidate.sentence.contains(word)
    }
}

impl Criteria<'_> {
    /// How well a sentence answers; 0 if it mentions none of the drugs named and its document is about
    /// another subject.
    ///
    /// The first intent counts most. If two drugs are named, a sentence of one's document that names the
    /// other answers best.
    pub(super) fn score(&self, candidate: &Candidate, passage: &Passage) -> f32 {
        let Some(placed) = self.place(candidate, passage) else { return 0.0 };
        let score = self.section_score(&placed) + self.word_score(&placed);
        (self.adjust_for_several_drugs(&placed, score) + self.matter_score(&placed))
            * self.factor(&placed)
    }

    /// The number of drugs that the question names.
    fn drug_count(&self) -> usize {
        self.question.ingredients().len()
    }

    /// A candidate with its document; `None` if it answers the opposite question, mentions no drug of the
    /// question and its document is about another subject, or is asked for an amount of an unnamed drug; of a
    /// question that names neither drug nor complaint also if it is in the document of a drug.
    fn place<'b>(&'b self, candidate: &'b Candidate, passage: &'b Passage) -> Option<Placed<'b>> {
        let names = &self.knowledge.names;
        let titled = self.question.is_own_label(&passage.document_id)
            || !self.question.drugs_in(&passage.title, names).is_empty();
        let is_of_subject = titled || self.named_documents[candidate.passage];
        let named = self.drugs_named_in(&candidate.sentence, passage);
        let is_single_drug = self.is_single_drug_document(passage);
        // The most that may be taken of one drug is no answer for another.
        if self.is_contrary(&candidate.sentence) || self.question.asks_amount_of_unnamed_drug() {
            return None;
        }
        let is_relevant = match self.drug_count() {
            // Who names nothing that is treated is not answered from the document of some drug.
            0 if is_single_drug && !self.question.names_drug_or_complaint() => is_of_subject,
            0 => !self.is_about_others(&candidate.sentence, passage),
            _ => !named.is_empty() || is_of_subject,
        };
        is_relevant.then_some(Placed { candidate, passage, named, is_of_subject, is_single_drug })
    }

    /// The drugs of the question that a sentence mentions. A sentence of a drug's own document may leave the
    /// drug's name out, and may name the other drug by its class.
    pub(super) fn drugs_named_in(&self, sentence: &str, passage: &Passage) -> BTreeSet<&str> {
        let names = &self.knowledge.names;
        let titled = self.question.drugs_in(&passage.title, names);
        let mut named = self.question.drugs_in(sentence, names);
        if self.drug_count() > 1 && (!titled.is_empty() || !self.is_single_drug_document(passage)) {
            let others = self.question.drugs.iter().filter(|drug| {
                !titled.contains(drug.ingredient.as_str())
                    && self.knowledge.mentions_class_of(sentence, &drug.korean)
            });
            named.extend(others.map(|it| it.ingredient.as_str()));
        }
        named.extend(titled);
        named
    }

    /// Score for the section and the document that a sentence stands in.
    fn section_score(&self, placed: &Placed<'_>) -> f32 {
        let (question, passage, drugs) = (self.question, placed.passage, self.drug_count());
        let mut score = self.intent_score(placed) * if drugs > 0 { INTENTS_WITH_DRUG } else { 1.0 };
        // Guidance may be titled by the intent: 임신과 약.
        let titled_by = |intent: &Intent| {
            GUIDED_INTENTS.contains(&intent.id.as_str())
                && intent.headings.iter().take(2).any(|word| passage.title.contains(word.as_str()))
        };
        if drugs == 0 && !placed.is_single_drug && self.intents.iter().any(|it| titled_by(it)) {
            score += TITLED_GUIDANCE;
        }
        // Guidance for all drugs has other sections than a drug's document, and a model of its own.
        let likely = match placed.is_single_drug || drugs > 0 {
            true => question.section_likeness(&passage.heading),
            false => LIKELY_GUIDANCE * question.sections.iter().copied().fold(0.0, f32::max),
        };
        score += LIKELY_SECTION * likely * if drugs > 0 { LIKELY_WITH_DRUG } else { 1.0 };
        // An ingredient in several products is the answer in whatever section it is mentioned.
        if drugs > 0
            && placed.is_single_drug
            && (self.overlaps.is_empty() || self.mentions_overlap(placed))
        {
            score += EXPECTED_SECTION * question.expected_share(&passage.heading);
        }
        if drugs == 0 {
            score +=
                EXPECTED_GUIDANCE * self.guidance_probability_of(&passage.title, &passage.heading);
            if placed.is_single_drug {
                score += EXPECTED_SECTION
                    * question.expected_share(&passage.heading)
                    * self.member_share(passage);
            }
        }
        if self.answers_bare_complaint(passage) {
            score += COMPLAINT_CARE;
        }
        // A section on nothing but the food or drink of the question: 우유와 칼슘.
        let of_topic = |topic: &String| passage.heading.contains(topic.as_str());
        if drugs == 0 && !placed.is_single_drug && self.topic.as_ref().is_some_and(of_topic) {
            score += TOPIC_HEADING;
        }
        score
    }

    /// Score for headings and cue words of the intents.
    fn intent_score(&self, placed: &Placed<'_>) -> f32 {
        // The title of guidance names its topic; a drug's document names topics in its headings.
        let headed = match placed.is_single_drug {
            true => placed.passage.heading.clone(),
            false => format!("{} {}", placed.passage.title, placed.passage.heading),
        };
        let mut score = 0.0;
        for (at, intent) in self.intents.iter().enumerate() {
            if intent.telling.iter().any(|word| placed.contains(word)) {
                score += if at == 0 { 1.0 } else { 0.5 };
            }
            let place = intent.headings.iter().position(|it| headed.contains(it.as_str()));
            let nearness = place.map_or(0.0, |it| 1.0 / (1.0 + it as f32));
            score += nearness * if at == 0 { 1.5 } else { 0.5 };
        }
        score
    }

    /// Score for the words of the question that a sentence has.
    fn word_score(&self, placed: &Placed<'_>) -> f32 {
        let words = placed.candidate.words.iter();
        let weights = words.filter_map(|it| self.word_weights.get(it.as_str()));
        QUESTION_WORD * weights.sum::<f32>()
    }

    /// Whether a sentence mentions an ingredient that several of the products named contain.
    fn mentions_overlap(&self, placed: &Placed<'_>) -> bool {
        self.overlaps.iter().any(|ingredient| placed.contains(ingredient))
    }

    /// `score` adjusted for questions that name several drugs or products.
    fn adjust_for_several_drugs(&self, placed: &Placed<'_>, mut score: f32) -> f32 {
        let several = self.drug_count() > 1;
        if several && placed.named.len() > 1 {
            score += BOTH_DRUGS;
        } else if several && self.has_pair_sentence {
            score *= ONE_OF_TWO;
        }
        let mentions_others = || {
            let found = self.knowledge.names.find(&placed.candidate.sentence);
            found.iter().any(|other| !placed.named.contains(other.ingredient.as_str()))
        };
        if several && placed.named.len() < 2 && mentions_others() {
            score *= OTHER_DRUGS;
        }
        let adds_up =
            ["겹쳐", "겹치", "합쳐", "최대 용량"].iter().any(|word| placed.contains(word));
        if self.mentions_overlap(placed) && adds_up {
            score += OVERLAP;
        } else if !self.overlaps.is_empty() && placed.named.len() < 2 {
            score *= OTHER_DRUGS;
        }
        score
    }

    /// Score for complaints, classes, figures, and nearness in meaning.
    fn matter_score(&self, placed: &Placed<'_>) -> f32 {
        let (question, mut score) = (self.question, 0.0);
        // A sentence on both complaints or classes of the question: 혈압약 먹는데 감기약.
        let about = question.symptoms.iter().filter_map(|it| self.knowledge.symptom(it));
        let mentioned = |word: &str| placed.contains(word) || placed.passage.title.contains(word);
        let about =
            about.filter(|it| mentioned(&it.name) || it.expand.iter().any(|it| mentioned(it)));
        if self.drug_count() == 0 && about.count() > 1 {
            score += 2.0;
        }
        let figures_wanted = self.intents.iter().any(|it| FIGURE_INTENTS.contains(&it.id.as_str()));
        if figures_wanted && !figures(&placed.candidate.sentence).is_empty() {
            score += 1.0;
        }
        if self.is_wanted_child_dose(placed) {
            score += CHILD_DOSE;
        }
        if question.symptoms.iter().any(|symptom| placed.contains(symptom)) {
            score += 1.0;
        }
        // Nearness in meaning, for answers that share no word with the question.
        score + placed.passage.score.clamp(0.0, 1.0)
    }

    /// Whether the question asks for a child's dose and the sentence gives one: 체중 1kg에 5~10mg.
    fn is_wanted_child_dose(&self, placed: &Placed<'_>) -> bool {
        let asked = self.question.asks("children")
            && AMOUNT_INTENTS.iter().any(|it| self.question.asks(it));
        self.drug_count() > 0 && asked && is_child_dose(&placed.candidate.sentence)
    }

    /// The product of all penalties of a sentence, for its words, its section and its document.
    fn factor(&self, placed: &Placed<'_>) -> f32 {
        let sides =
            if self.max_sides > 1 { self.count_sides(placed.candidate, placed.passage) } else { 0 };
        let one_side = if sides < self.max_sides { ONE_SIDE } else { 1.0 };
        let topic_missing =
            self.topic.iter().any(|topic| !contains_word(&placed.candidate.sentence, topic));
        let topic = if topic_missing { TOPIC_MISSING } else { 1.0 };
        let sentence = self.sentence_factor(&placed.candidate.sentence, placed.passage);
        self.guided_context_factor(placed)
            * sentence
            * one_side
            * self.heading_factor(placed)
            * self.document_factor(placed)
            * topic
    }

    /// The context factor, corrected by the model of guidance: it lifts the penalty of a section that it
    /// expects to answer, and lowers other documents the more, the more certain it is of guidance.
    fn guided_context_factor(&self, placed: &Placed<'_>) -> f32 {
        let factor =
            self.context_factor(&placed.candidate.sentence, placed.passage, placed.is_single_drug);
        let guided = self.guidance_probability_of(&placed.passage.title, &placed.passage.heading);
        match (self.drug_count(), guided > 0.0) {
            (0, true) => factor + (1.0 - factor) * guided,
            (0, false) if !placed.is_of_subject => {
                factor * (1.0 - GUIDED_ELSEWHERE * self.total_guidance_probability())
            }
            _ => factor,
        }
    }

    /// Factor of sections that questions seldom ask for.
    fn heading_factor(&self, placed: &Placed<'_>) -> f32 {
        let (question, heading) = (self.question, &placed.passage.heading);
        // Few questions ask what a drug is.
        if heading.contains(OVERVIEW) {
            let named = placed.is_single_drug && self.drug_count() > 0;
            let asked = if named { question.expected_share(OVERVIEW) } else { 0.0 };
            return 0.5 + 0.5 * asked.max(question.section_likeness(OVERVIEW));
        }
        // The section on storage of every document says that children must not reach the drug.
        if heading.contains(STORAGE) && !question.asks("storage") {
            return UNASKED_STORAGE.max(question.section_likeness(STORAGE));
        }
        1.0
    }

    /// Factor of the document: the documents of the drugs named come before others that mention them.
    fn document_factor(&self, placed: &Placed<'_>) -> f32 {
        let own = match (self.drug_count(), placed.is_of_subject) {
            (_, true) => 1.0,
            (0, false) if placed.is_single_drug && self.is_of_another_class(placed.passage) => {
                OTHER_CLASS
            }
            // Guidance for all drugs answers a question about no drug in particular.
            (0, false) if placed.is_single_drug && self.subjects.is_empty() => SINGLE_DRUG,
            (0, false) if self.named_documents.contains(&true) => OTHER_SUBJECT,
            (0, false) => 1.0,
            (1, false) => 0.5,
            (_, false) if placed.is_single_drug => THIRD_DRUG,
            // Guidance on both drugs: 해열제 두 가지를 번갈아.
            (_, false) if placed.named.len() > 1 => 1.0,
            (_, false) => 0.7,
        };
        // A drug's own document comes before that of a combination with it.
        let titled = self.knowledge.names.find(&placed.passage.title);
        let asked = self.question.ingredients();
        let others = titled.iter().any(|other| !asked.contains(other.ingredient.as_str()));
        let is_combination = others && !self.named_documents[placed.candidate.passage];
        let own = own * if is_combination { 0.8 } else { 1.0 };
        let secondary =
            titled.first().is_some_and(|it| self.question.is_secondary_ingredient(&it.ingredient));
        own * if secondary { SECONDARY_INGREDIENT } else { 1.0 }
    }
}
