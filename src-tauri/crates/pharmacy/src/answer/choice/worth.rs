//! How well a sentence answers.

use std::collections::BTreeSet;

use super::candidate::Candidate;
use super::reading::Reading;
use super::thing::says;
use crate::knowledge::Intent;
use crate::retrieval::passage::Passage;
use crate::text::figures::{figures, tells_an_amount};

/// Intents that figures answer.
const FIGURES: [&str; 4] = ["dose", "maximum", "children", "overdose"];

/// Intents that ask how much.
const AMOUNTS: [&str; 2] = ["dose", "maximum"];

/// Words for a child in documents.
const CHILD: [&str; 6] = ["소아", "어린이", "유아", "영아", "아기", "1kg"];

/// What it is worth to tell how much a child takes where that was asked.
const CHILDS_DOSE: f32 = 4.0;

/// What it is worth that the likeness model expects the answer in this section, beside the intents' sections and words.
const LIKELY_SECTION: f32 = 5.0;

/// What it is worth that the model of drugs' sections expects the answer in this one, where a drug is named.
const EXPECTED_SECTION: f32 = 6.5;

/// The share of the likeness model's word that is left beside that.
const LIKELY_BESIDE: f32 = 0.8;

/// The same of what the intents' sections and words are worth.
const ASKED_BESIDE: f32 = 0.3;

/// The share of the likeness model's word which guidance for all drugs gets where no drug is named.
const OF_GUIDANCE: f32 = 0.8;

/// What it is worth that the model of guidance expects the answer in this section.
const LIKELY_GUIDANCE: f32 = 9.0;

/// What everything else loses of its worth where that model is sure.
const BESIDE_GUIDED: f32 = 0.7;

/// What guidance is worth whose title says what was asked.
const OF_THE_GUIDANCE: f32 = 6.0;

/// Intents that have guidance of their own.
const GUIDED: [&str; 6] = ["pregnancy", "nursing", "children", "elderly", "liver_kidney", "report"];

/// What a section is worth that is headed by the thing that was asked about.
const OF_THE_THING: f32 = 2.0;

/// What the guidance for a complaint is worth where somebody names only that.
const CARE: f32 = 6.0;

/// What a word of the question is worth for how much it tells.
const TELLING: f32 = 2.3;

/// Share of a drug's document where the question names neither drug nor complaint.
const OF_ONE_DRUG: f32 = 0.6;

/// The same of a drug that does not belong to the class asked about.
const OF_ANOTHER_CLASS: f32 = 0.5;

/// Share of the later ingredients of a product, which are named after what it is taken for.
const OF_A_LATER_INGREDIENT: f32 = 0.7;

/// The same where the question points at a drug that it does not name.
const OF_SOME_DRUG: f32 = 0.3;

/// Share of a sentence without the thing that was asked about, where another sentence of the drug's documents has it.
const BESIDE: f32 = 0.2;

/// Share of a sentence that leaves out one of two things whose use together was asked about, where another sentence has both.
const OF_ONE_SIDE: f32 = 0.2;

/// What it is worth to speak of two of the drugs that were named.
const OF_BOTH_DRUGS: f32 = 4.0;

/// Share of a sentence about one of the drugs named, where another sentence speaks of two of them.
const OF_ONE_OF_TWO: f32 = 0.5;

/// What it is worth to say that an ingredient comes twice, where it does.
const OVERLAP: f32 = 5.0;

/// Share of a sentence about other drugs than the two that were asked about.
const OF_OTHERS: f32 = 0.4;

/// Share of the document of a third drug where several were named: 메티마졸 has a word on 와파린 and 비타민 K, too.
const OF_A_THIRD: f32 = 0.4;

/// Share of other documents where one has the title that the question names.
const OF_ANOTHER_SUBJECT: f32 = 0.6;

/// Least share of a section on storage where that was not asked.
const UNASKED_STORAGE: f32 = 0.4;

/// The section that says how a drug is kept.
const STORAGE: &str = "보관";

/// The section that says what a drug is.
pub(super) const OVERVIEW: &str = "개요";

/// A sentence that speaks of what was asked about, and where it stands.
struct Placed<'a> {
    candidate: &'a Candidate,
    passage: &'a Passage,
    /// Drugs of the question that it or its document's title names.
    named: BTreeSet<&'a str>,
    /// Its document is about what the question names.
    of_subject: bool,
    /// Its document is about one drug.
    of_one: bool,
}

impl Placed<'_> {
    fn says(&self, word: &str) -> bool {
        self.candidate.sentence.contains(word)
    }
}

impl Reading<'_> {
    /// How well a sentence answers. What was asked first counts most; of two drugs, a sentence in one's document that names
    /// the other is the answer.
    pub(super) fn worth(&self, candidate: &Candidate, passage: &Passage) -> f32 {
        let Some(it) = self.placed(candidate, passage) else { return 0.0 };
        let worth = self.of_section(&it) + self.of_words(&it);
        (self.of_several(&it, worth) + self.of_matter(&it)) * self.share(&it)
    }

    /// How many drugs the question names.
    fn drugs(&self) -> usize {
        self.question.ingredients().len()
    }

    fn placed<'b>(&'b self, candidate: &'b Candidate, passage: &'b Passage) -> Option<Placed<'b>> {
        let names = &self.knowledge.names;
        let titled = !self.question.drugs_in(&passage.title, names).is_empty();
        let of_subject = titled || self.titled[candidate.passage];
        let named = self.named_in(&candidate.sentence, passage);
        let of_one = self.is_of_one_drug(passage);
        let speaks = self.drugs() == 0 || !named.is_empty() || of_subject;
        speaks.then_some(Placed { candidate, passage, named, of_subject, of_one })
    }

    /// The drugs of the question that a sentence speaks of: in a drug's own document it may leave that name unsaid, and name the other
    /// one by its class.
    pub(super) fn named_in(&self, sentence: &str, passage: &Passage) -> BTreeSet<&str> {
        let names = &self.knowledge.names;
        let titled = self.question.drugs_in(&passage.title, names);
        let mut named = self.question.drugs_in(sentence, names);
        if self.drugs() > 1 && (!titled.is_empty() || !self.is_of_one_drug(passage)) {
            let others = self.question.drugs.iter().filter(|it| {
                !titled.contains(it.ingredient.as_str())
                    && self.knowledge.speaks_of_class(sentence, &it.korean)
            });
            named.extend(others.map(|it| it.ingredient.as_str()));
        }
        named.extend(titled);
        named
    }

    /// What it is worth that it stands in this section of this document.
    fn of_section(&self, it: &Placed<'_>) -> f32 {
        let (question, passage, drugs) = (self.question, it.passage, self.drugs());
        let mut worth = self.of_intents(it) * if drugs > 0 { ASKED_BESIDE } else { 1.0 };
        // 임신과 약: guidance that is titled by what was asked.
        let titled_by = |it: &Intent| {
            GUIDED.contains(&it.id.as_str())
                && it.headings.iter().take(2).any(|word| passage.title.contains(word.as_str()))
        };
        if drugs == 0 && !it.of_one && self.asked.iter().any(|it| titled_by(it)) {
            worth += OF_THE_GUIDANCE;
        }
        // Guidance for all drugs is not divided as a drug's document is: it has a model of its own.
        let likely = match it.of_one || drugs > 0 {
            true => question.section(&passage.heading),
            false => OF_GUIDANCE * question.sections.iter().copied().fold(0.0, f32::max),
        };
        worth += LIKELY_SECTION * likely * if drugs > 0 { LIKELY_BESIDE } else { 1.0 };
        // Where an ingredient comes twice, that is the answer, whatever section says it.
        if drugs > 0 && it.of_one && (self.overlaps.is_empty() || self.is_of_overlap(it)) {
            worth += EXPECTED_SECTION * question.expects(&passage.heading);
        }
        if drugs == 0 {
            worth += LIKELY_GUIDANCE * self.guided_by(&passage.title, &passage.heading);
            if it.of_one {
                worth += EXPECTED_SECTION
                    * question.expects(&passage.heading)
                    * self.membership(passage);
            }
        }
        if self.is_care(passage) {
            worth += CARE;
        }
        // 우유와 칼슘: a section about nothing but what was asked about.
        let of_thing = |thing: &String| passage.heading.contains(thing.as_str());
        if drugs == 0 && !it.of_one && self.told.as_ref().is_some_and(of_thing) {
            worth += OF_THE_THING;
        }
        worth
    }

    /// What was asked, by the headings that answer it and the words that tell of it.
    fn of_intents(&self, it: &Placed<'_>) -> f32 {
        // Guidance says by its title what it is about, a drug's document by its headings.
        let headed = match it.of_one {
            true => it.passage.heading.clone(),
            false => format!("{} {}", it.passage.title, it.passage.heading),
        };
        let mut worth = 0.0;
        for (at, intent) in self.asked.iter().enumerate() {
            if intent.telling.iter().any(|word| it.says(word)) {
                worth += if at == 0 { 1.0 } else { 0.5 };
            }
            let place = intent.headings.iter().position(|it| headed.contains(it.as_str()));
            let nearness = place.map_or(0.0, |it| 1.0 / (1.0 + it as f32));
            worth += nearness * if at == 0 { 1.5 } else { 0.5 };
        }
        worth
    }

    /// The words it has of the question, each for how much it tells.
    fn of_words(&self, it: &Placed<'_>) -> f32 {
        let telling = it.candidate.words.iter().filter_map(|it| self.telling.get(it.as_str()));
        TELLING * telling.sum::<f32>()
    }

    /// Whether it speaks of an ingredient that several of the products named have.
    fn is_of_overlap(&self, it: &Placed<'_>) -> bool {
        self.overlaps.iter().any(|ingredient| it.says(ingredient))
    }

    /// What is left of its worth, or added, where several drugs were named.
    fn of_several(&self, it: &Placed<'_>, mut worth: f32) -> f32 {
        let several = self.drugs() > 1;
        if several && it.named.len() > 1 {
            worth += OF_BOTH_DRUGS;
        } else if several && self.paired {
            worth *= OF_ONE_OF_TWO;
        }
        let others = || {
            let found = self.knowledge.names.found(&it.candidate.sentence);
            found.iter().any(|other| !it.named.contains(other.ingredient.as_str()))
        };
        if several && it.named.len() < 2 && others() {
            worth *= OF_OTHERS;
        }
        let adds_up = ["겹쳐", "겹치", "합쳐", "최대 용량"].iter().any(|word| it.says(word));
        if self.is_of_overlap(it) && adds_up {
            worth += OVERLAP;
        } else if !self.overlaps.is_empty() && it.named.len() < 2 {
            worth *= OF_OTHERS;
        }
        worth
    }

    /// Complaints, classes and figures, and nearness in meaning.
    fn of_matter(&self, it: &Placed<'_>) -> f32 {
        let (question, mut worth) = (self.question, 0.0);
        // 혈압약 먹는데 감기약: what is said of both complaints or classes.
        let about = question.symptoms.iter().filter_map(|it| self.knowledge.symptom(it));
        let of_it = |word: &str| it.says(word) || it.passage.title.contains(word);
        let about = about.filter(|it| of_it(&it.name) || it.expand.iter().any(|it| of_it(it)));
        if self.drugs() == 0 && about.count() > 1 {
            worth += 2.0;
        }
        let figures_wanted = self.asked.iter().any(|it| FIGURES.contains(&it.id.as_str()));
        if figures_wanted && !figures(&it.candidate.sentence).is_empty() {
            worth += 1.0;
        }
        if self.is_childs_dose(it) {
            worth += CHILDS_DOSE;
        }
        if question.symptoms.iter().any(|symptom| it.says(symptom)) {
            worth += 1.0;
        }
        // Nearness in meaning, where no word gives it away.
        worth + it.passage.score.clamp(0.0, 1.0)
    }

    /// Whether how much a child takes was asked, and it tells that: 체중 1kg에 5~10mg.
    fn is_childs_dose(&self, it: &Placed<'_>) -> bool {
        let asked =
            self.question.asks("children") && AMOUNTS.iter().any(|it| self.question.asks(it));
        let sentence = &it.candidate.sentence;
        self.drugs() > 0
            && asked
            && CHILD.iter().any(|word| it.says(word))
            && tells_an_amount(sentence)
    }

    /// The share of its worth that is left for what it, its section and its document are about beside what was asked.
    fn share(&self, it: &Placed<'_>) -> f32 {
        let sides = if self.sides > 1 { self.sides_of(it.candidate, it.passage) } else { 0 };
        let one_side = if sides < self.sides { OF_ONE_SIDE } else { 1.0 };
        let beside = self.told.iter().any(|thing| !says(&it.candidate.sentence, thing));
        let beside = if beside { BESIDE } else { 1.0 };
        let suits = self.suits(&it.candidate.sentence, it.passage);
        self.fitting(it) * suits * one_side * self.of_heading(it) * self.of_document(it) * beside
    }

    /// What the model of guidance expects elsewhere is not expected here; what it expects here is of nothing else.
    fn fitting(&self, it: &Placed<'_>) -> f32 {
        let fit = self.fit(&it.candidate.sentence, it.passage, it.of_one);
        let guided = self.guided_by(&it.passage.title, &it.passage.heading);
        match (self.drugs(), guided > 0.0) {
            (0, true) => fit + (1.0 - fit) * guided,
            (0, false) if !it.of_subject => fit * (1.0 - BESIDE_GUIDED * self.guided_at_all()),
            _ => fit,
        }
    }

    /// The share that is left for sections that are seldom asked for.
    fn of_heading(&self, it: &Placed<'_>) -> f32 {
        let (question, heading) = (self.question, &it.passage.heading);
        // What a drug is, is seldom what is asked.
        if heading.contains(OVERVIEW) {
            let named = it.of_one && self.drugs() > 0;
            let asked = if named { question.expects(OVERVIEW) } else { 0.0 };
            return 0.5 + 0.5 * asked.max(question.section(OVERVIEW));
        }
        // Every document says that children must not reach it.
        if heading.contains(STORAGE) && !question.asks("storage") {
            return UNASKED_STORAGE.max(question.section(STORAGE));
        }
        1.0
    }

    /// The share that is left for the document: what another drug's says in passing comes after what its own says.
    fn of_document(&self, it: &Placed<'_>) -> f32 {
        let own = match (self.drugs(), it.of_subject) {
            (_, true) => 1.0,
            (0, false) if it.of_one && self.question.points() => OF_SOME_DRUG,
            (0, false) if it.of_one && self.is_of_another_class(it.passage) => OF_ANOTHER_CLASS,
            // Of no drug in particular, what is said of drugs at large.
            (0, false) if it.of_one && self.subjects.is_empty() => OF_ONE_DRUG,
            (0, false) if self.titled.contains(&true) => OF_ANOTHER_SUBJECT,
            (0, false) => 1.0,
            (1, false) => 0.5,
            (_, false) if it.of_one => OF_A_THIRD,
            // Guidance on both: 해열제 두 가지를 번갈아.
            (_, false) if it.named.len() > 1 => 1.0,
            (_, false) => 0.7,
        };
        // Of a drug and of a combination that has it, the drug was asked about.
        let titled = self.knowledge.names.found(&it.passage.title);
        let asked = self.question.ingredients();
        let others = titled.iter().any(|other| !asked.contains(other.ingredient.as_str()));
        let own = own * if others && !self.titled[it.candidate.passage] { 0.8 } else { 1.0 };
        let later = titled.first().is_some_and(|it| self.question.is_later(&it.ingredient));
        own * if later { OF_A_LATER_INGREDIENT } else { 1.0 }
    }
}
