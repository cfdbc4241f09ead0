//! How well a sentence answers.

use super::candidate::Candidate;
use super::reading::Reading;
use super::thing::says;
use crate::pharmacy::figures::figures;
use crate::pharmacy::knowledge::Intent;
use crate::pharmacy::passage::Passage;

/// Intents that figures answer.
const FIGURES: [&str; 4] = ["dose", "maximum", "children", "overdose"];

/// What it is worth that the likeness model expects the answer in this section, beside the intents' sections and words.
const LIKELY_SECTION: f32 = 5.0;

/// What it is worth that the model of drugs' sections expects the answer in this one, where a drug is named.
const EXPECTED_SECTION: f32 = 5.0;

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
const TELLING: f32 = 1.9;

/// Share of a drug's document where the question names neither drug nor complaint.
const OF_ONE_DRUG: f32 = 0.6;

/// The same where the question points at a drug that it does not name.
const OF_SOME_DRUG: f32 = 0.3;

/// Share of a sentence without the thing that was asked about, where another sentence of the drug's documents has it.
const BESIDE: f32 = 0.4;

/// Share of a sentence that leaves out one of two things whose use together was asked about, where another sentence has both.
const OF_ONE_SIDE: f32 = 0.35;

/// What it is worth to say that an ingredient comes twice, where it does.
const OVERLAP: f32 = 5.0;

/// Share of a sentence about other drugs than the two that were asked about.
const OF_OTHERS: f32 = 0.4;

/// Share of other documents where one has the title that the question names.
const OF_ANOTHER_SUBJECT: f32 = 0.6;

/// Least share of a section on storage where that was not asked.
const UNASKED_STORAGE: f32 = 0.4;

/// The section that says how a drug is kept.
const STORAGE: &str = "보관";

/// The section that says what a drug is.
const OVERVIEW: &str = "개요";

impl Reading<'_> {
    /// How well a sentence answers. What was asked first counts most; of two drugs, a sentence in one's document that names
    /// the other is the answer.
    pub(super) fn worth(&self, candidate: &Candidate, passage: &Passage) -> f32 {
        let (question, sentence) = (self.question, candidate.sentence.as_str());
        let names = &self.knowledge.names;
        let titled = question.drugs_in(&passage.title, names);
        let of_drug = !titled.is_empty();
        let mut named = question.drugs_in(sentence, names);
        // A sentence of a drug's own document may leave its name unsaid.
        named.extend(titled);
        let drugs = question.ingredients().len();
        let sides = if self.sides > 1 { self.sides_of(candidate, passage) } else { 0 };
        let subject = of_drug || self.titled[candidate.passage];
        if drugs > 0 && named.is_empty() && !subject {
            return 0.0;
        }
        let of_one = self.is_of_one_drug(passage);
        // Guidance says by its title what it is about, a drug's document by its headings.
        let headed = match of_one {
            true => passage.heading.clone(),
            false => format!("{} {}", passage.title, passage.heading),
        };
        let mut worth = 0.0;
        for (at, intent) in self.asked.iter().enumerate() {
            if intent.telling.iter().any(|it| sentence.contains(it.as_str())) {
                worth += if at == 0 { 1.0 } else { 0.5 };
            }
            let place = intent.headings.iter().position(|it| headed.contains(it.as_str()));
            let nearness = place.map_or(0.0, |it| 1.0 / (1.0 + it as f32));
            worth += nearness * if at == 0 { 1.5 } else { 0.5 };
        }
        if drugs > 0 {
            worth *= ASKED_BESIDE;
        }
        // 임신과 약: guidance that is titled by what was asked.
        let titled_by = |it: &Intent| {
            GUIDED.contains(&it.id.as_str())
                && it.headings.iter().take(2).any(|word| passage.title.contains(word.as_str()))
        };
        if drugs == 0 && !of_one && self.asked.iter().any(|it| titled_by(it)) {
            worth += OF_THE_GUIDANCE;
        }
        // Guidance for all drugs is not divided as a drug's document is: it has a model of its own.
        let likely = match of_one || drugs > 0 {
            true => question.section(&passage.heading),
            false => OF_GUIDANCE * question.sections.iter().copied().fold(0.0, f32::max),
        };
        worth += LIKELY_SECTION * likely * if drugs > 0 { LIKELY_BESIDE } else { 1.0 };
        // Where an ingredient comes twice, that is the answer, whatever section says it.
        let twice = self.overlaps.iter().any(|it| sentence.contains(it.as_str()));
        if drugs > 0 && of_one && (self.overlaps.is_empty() || twice) {
            worth += EXPECTED_SECTION * question.expects(&passage.heading);
        }
        let guided = question.guided(&passage.title, &passage.heading);
        if drugs == 0 {
            worth += LIKELY_GUIDANCE * guided;
        }
        if self.is_care(passage) {
            worth += CARE;
        }
        // 우유와 칼슘: a section about nothing but what was asked about.
        if drugs == 0
            && !of_one
            && self.told.as_ref().is_some_and(|it| passage.heading.contains(it.as_str()))
        {
            worth += OF_THE_THING;
        }
        worth += TELLING
            * candidate.words.iter().filter_map(|it| self.telling.get(it.as_str())).sum::<f32>();
        if drugs > 1 && named.len() > 1 {
            worth += 4.0;
        }
        let others =
            || names.found(sentence).iter().any(|it| !named.contains(it.ingredient.as_str()));
        if drugs > 1 && named.len() < 2 && others() {
            worth *= OF_OTHERS;
        }
        if twice && ["겹쳐", "겹치", "합쳐", "최대 용량"].iter().any(|it| sentence.contains(it))
        {
            worth += OVERLAP;
        } else if !self.overlaps.is_empty() && named.len() < 2 {
            worth *= OF_OTHERS;
        }
        // 혈압약 먹는데 감기약: what is said of both complaints or classes.
        let about = question.symptoms.iter().filter_map(|it| self.knowledge.symptom(it));
        let of_it = |it: &str| sentence.contains(it) || passage.title.contains(it);
        let about = about.filter(|it| of_it(&it.name) || it.expand.iter().any(|it| of_it(it)));
        if drugs == 0 && about.count() > 1 {
            worth += 2.0;
        }
        let figures_wanted = self.asked.iter().any(|it| FIGURES.contains(&it.id.as_str()));
        if figures_wanted && !figures(sentence).is_empty() {
            worth += 1.0;
        }
        if question.symptoms.iter().any(|it| sentence.contains(it.as_str())) {
            worth += 1.0;
        }
        // Nearness in meaning, where no word gives it away.
        worth += passage.score.clamp(0.0, 1.0);
        // What a drug is, is seldom what is asked.
        let overview = passage.heading.contains(OVERVIEW);
        let asked = if of_one && drugs > 0 { question.expects(OVERVIEW) } else { 0.0 };
        let asked = asked.max(question.section(OVERVIEW));
        let share = if overview { 0.5 + 0.5 * asked } else { 1.0 };
        // What another drug's document says in passing comes after what its own says.
        let own = match (drugs, subject) {
            (_, true) => 1.0,
            (0, false) if of_one && question.points() => OF_SOME_DRUG,
            // Of no drug in particular, what is said of drugs at large.
            (0, false) if of_one && self.subjects.is_empty() => OF_ONE_DRUG,
            (0, false) if self.titled.contains(&true) => OF_ANOTHER_SUBJECT,
            (0, false) => 1.0,
            (1, false) => 0.5,
            (_, false) => 0.7,
        };
        // Of a drug and of a combination that has it, the drug was asked about.
        let titled = names.found(&passage.title);
        let others =
            titled.iter().any(|it| !question.ingredients().contains(it.ingredient.as_str()));
        // Every document says that children must not reach it.
        let kept = passage.heading.contains(STORAGE) && !question.asks("storage");
        let kept = if kept { UNASKED_STORAGE.max(question.section(STORAGE)) } else { 1.0 };
        let beside = self.told.iter().any(|it| !says(sentence, it));
        let beside = if beside { BESIDE } else { 1.0 };
        // What the model of guidance expects elsewhere is not expected here; what it expects here is of nothing else.
        let fit = self.fit(sentence, passage, of_one);
        let fit = match (drugs, guided > 0.0) {
            (0, true) => fit + (1.0 - fit) * guided,
            (0, false) if !subject => fit * (1.0 - BESIDE_GUIDED * question.is_guided()),
            _ => fit,
        };
        let one_side = if sides < self.sides { OF_ONE_SIDE } else { 1.0 };
        worth
            * fit
            * self.suits(sentence, passage)
            * one_side
            * share
            * own
            * kept
            * beside
            * if others && !self.titled[candidate.passage] { 0.8 } else { 1.0 }
    }
}
