//! Penalties: lowers the score of sentences that answer a different question. All are factors of a score; a
//! few raise it.

use super::candidate::is_for_younger;
use super::criteria::Criteria;
use crate::knowledge::CO_TAKEN_INTENTS;
use crate::passage::Passage;
use crate::text::wording::contains_word;

/// Intents whose answers contain one of their cue words (`Intent::telling`).
const CUED_INTENTS: [&str; 12] = [
    "overdose",
    "pregnancy",
    "nursing",
    "elderly",
    "liver_kidney",
    "driving",
    "missed",
    "disposal",
    "procedure",
    "alternation",
    "opened",
    "storage",
];

/// Factor of a sentence without a cue word of such an intent.
const CUE_MISSING_FACTOR: f32 = 0.5;

/// Cued intents that every drug's document has a sentence on.
const COVERED_INTENTS: [&str; 3] = ["missed", "pregnancy", "nursing"];

/// Factor of a sentence without a cue word of a covered intent: nothing else answers it.
const COVERED_CUE_MISSING_FACTOR: f32 = 0.15;

/// Factor of a sentence about children younger than the person of the question.
const YOUNGER_AGE_FACTOR: f32 = 0.4;

/// Factor of a document about another form of the drug than the usual one.
const OTHER_FORM_FACTOR: f32 = 0.6;

/// Forms that a title names, each with the words by which a question asks for it.
const LOCAL_FORMS: [(&str, &[&str]); 3] = [
    ("점안", &["안약", "점안", "눈", "방울"]),
    ("외용", &["바르", "발라", "연고", "크림", "겔", "샴푸", "로션", "외용"]),
    ("연고", &["바르", "발라", "연고", "크림", "피부"]),
];

/// Factor of one drug's document if the answer is the same for every drug and the question names none.
const ALL_DRUGS_FACTOR: f32 = 0.55;

/// Intents that guidance for all drugs answers first if no drug is named.
const ALL_DRUGS_INTENTS: [&str; 10] = [
    "overdose",
    "pregnancy",
    "nursing",
    "elderly",
    "disposal",
    "opened",
    "storage",
    "missed",
    "procedure",
    "children",
];

/// Factor of a sentence about a food or drink that the question does not mention.
const UNASKED_FOOD_FACTOR: f32 = 0.4;

/// Factor of a sentence that occurs in every document.
const FORMULA_FACTOR: f32 = 0.3;

/// Factor of guidance for all drugs that does not mention the complaint or class of the question.
const OTHER_TOPIC_FACTOR: f32 = 0.35;

/// Factor of the guidance for the complaint if more is asked than what helps.
const CARE_BESIDE_QUESTION_FACTOR: f32 = 0.5;

/// Factor of the guidance for another complaint.
const OTHER_COMPLAINT_FACTOR: f32 = 0.1;

/// Factor of one drug's document if there is guidance for its class: 항생제 언제까지 asks about no single
/// antibiotic.
const BESIDE_CLASS_GUIDANCE_FACTOR: f32 = 0.5;

/// Factor, above 1, of guidance whose title has the class of the question.
const CLASS_GUIDANCE_FACTOR: f32 = 1.3;

/// Factor of a section on what a drug is used for, if the question is about use together.
const EFFICACY_FACTOR: f32 = 0.5;

/// Factor of a drug's document that mentions the complaint only as an effect of the drug.
const SIDE_EFFECT_FACTOR: f32 = 0.5;

/// Parts of sentences that every digest has.
const FORMULAS: [&str; 2] = ["제품 설명서에서 용량과 주의사항을 확인", "궁금한 점이 있거나"];

/// Part of a warning that every digest has; it answers only a question about allergies.
const HYPERSENSITIVITY: &str = "과민반응이 있었던 사람은";

/// Part of the warning about an overdose, which every drug's document has.
pub(super) const OVERDOSE: &str = "정해진 양보다 많이";

/// Whether every drug's document has the sentence.
pub(super) fn is_formula(sentence: &str) -> bool {
    let parts = FORMULAS.iter().chain([&HYPERSENSITIVITY, &OVERDOSE]);
    parts.into_iter().any(|it| sentence.contains(it))
}

impl Criteria<'_> {
    /// Whether a title names a form of the drug that the question does not ask for.
    fn is_of_another_form(&self, title: &str) -> bool {
        LOCAL_FORMS.iter().any(|(form, words)| {
            title.contains(form) && !words.iter().any(|it| self.question.text.contains(it))
        })
    }

    /// The product of the penalties for the words of a sentence; 1 for guidance on a bare complaint.
    pub(super) fn sentence_factor(&self, sentence: &str, passage: &Passage) -> f32 {
        if self.answers_bare_complaint(passage) {
            return 1.0;
        }
        let question = self.question;
        let mut factor = 1.0;
        let cued = self.intents.first().filter(|it| CUED_INTENTS.contains(&it.id.as_str()));
        let without_cue =
            cued.filter(|it| !it.telling.iter().any(|word| contains_word(sentence, word)));
        if let Some(intent) = without_cue {
            factor *= if COVERED_INTENTS.contains(&intent.id.as_str()) {
                COVERED_CUE_MISSING_FACTOR
            } else {
                CUE_MISSING_FACTOR
            };
        }
        if question.person.age_months.is_some_and(|it| is_for_younger(sentence, it)) {
            factor *= YOUNGER_AGE_FACTOR;
        }
        let foods = ["술", "음주", "자몽", "커피", "우유"];
        let asks_about_food = CO_TAKEN_INTENTS.iter().any(|it| question.asks(it));
        let mentions_pair =
            self.has_pair_sentence && self.drugs_named_in(sentence, passage).len() > 1;
        if !mentions_pair
            && !asks_about_food
            && foods.iter().any(|it| contains_word(sentence, it) && !question.text.contains(it))
        {
            factor *= UNASKED_FOOD_FACTOR;
        }
        let allergic = ["알레르기", "알러지", "과민"].iter().any(|it| question.text.contains(it));
        let formula = FORMULAS.iter().any(|it| sentence.contains(it));
        if formula || (!allergic && sentence.contains(HYPERSENSITIVITY)) {
            factor *= FORMULA_FACTOR;
        }
        factor
    }

    /// The product of the penalties for the document and the section of a sentence; 1 for guidance on a bare
    /// complaint. `single_drug` tells whether the document is about one drug.
    pub(super) fn context_factor(
        &self,
        sentence: &str,
        passage: &Passage,
        single_drug: bool,
    ) -> f32 {
        if self.answers_bare_complaint(passage) {
            return 1.0;
        }
        let question = self.question;
        let mut factor = 1.0;
        if self.is_care_guidance(passage) {
            let own_complaint = self.subjects.iter().any(|it| it.is_mentioned_in(&passage.heading));
            factor *=
                if own_complaint { CARE_BESIDE_QUESTION_FACTOR } else { OTHER_COMPLAINT_FACTOR };
        }
        if single_drug && self.has_class_guidance {
            factor *= BESIDE_CLASS_GUIDANCE_FACTOR;
        }
        let for_all = self.intents.iter().any(|it| ALL_DRUGS_INTENTS.contains(&it.id.as_str()));
        // 임산부 변비약: the document of a drug of the class answers for pregnant women, too.
        let of_member = self.subjects.iter().any(|it| it.has_member(&passage.title));
        let covered = of_member
            && self.intents.first().is_some_and(|it| COVERED_INTENTS.contains(&it.id.as_str()));
        if self.names_no_drug()
            && single_drug
            && for_all
            && self.answering_class.is_none()
            && !covered
        {
            factor *= ALL_DRUGS_FACTOR;
        }
        let for_complaint = self.max_sides < 2 && self.names_no_drug() && !self.subjects.is_empty();
        let used = passage.heading.contains("효능")
            || self.subjects.iter().any(|it| it.is_mentioned_in(&passage.title));
        if for_complaint && single_drug && !used && !question.asks("side_effect") {
            factor *= SIDE_EFFECT_FACTOR;
        }
        let mentions_subject = || {
            self.subjects
                .iter()
                .any(|it| it.is_mentioned_in(sentence) || it.is_mentioned_in(&passage.title))
        };
        let of_all = self.is_for_every_drug() && self.answering_class.is_none();
        if for_complaint && !single_drug && !of_all && !mentions_subject() {
            factor *= OTHER_TOPIC_FACTOR;
        }
        if self.names_no_drug()
            && !single_drug
            && !for_all
            && self.subjects.iter().any(|it| it.is_mentioned_in(&passage.title))
        {
            factor *= CLASS_GUIDANCE_FACTOR;
        }
        if passage.title.contains("과량") && !question.asks("overdose") {
            factor *= OTHER_TOPIC_FACTOR;
        }
        if self.max_sides > 1 && passage.heading.contains("효능") {
            factor *= EFFICACY_FACTOR;
        }
        if single_drug && self.is_of_another_form(&passage.title) {
            factor *= OTHER_FORM_FACTOR;
        }
        factor
    }
}
