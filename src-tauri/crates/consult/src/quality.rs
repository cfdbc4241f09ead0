//! Scores an answer by grounding, completeness and accuracy, or, where these cannot be judged, by length, evidence and
//! personalisation.

use serde::{Deserialize, Serialize};
use simui_pharmacy::Passage;
use simui_pharmacy::answer::Draft;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::Question;
use simui_pharmacy::verification::scores;
use simui_search::analysis::Analyser;

use super::facts::Facts;

/// A lower score asks for another search.
pub const THRESHOLD: f64 = 0.5;

/// Letters of a full answer: that long, and longer, is long enough.
const FULL_LENGTH: f64 = 200.0;

/// Documents that a full answer stands on.
const FULL_EVIDENCE: f64 = 2.0;

/// Intents that must be answered: what stands behind them is asked in passing.
const MOST_INTENTS: usize = 3;

/// Who scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Grounding, completeness, accuracy.
    Judge,
    /// Length, evidence, personalisation.
    Heuristic,
}

/// The scores of an answer, each 0..=1. What was not scored is absent, never 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Who scored.
    pub by: By,
    /// Share of the sentences that their source supports.
    pub grounding: Option<f64>,
    /// Share of what was asked that the answer speaks of.
    pub completeness: Option<f64>,
    /// Share of the paragraphs that do not speak for what the record forbids.
    pub accuracy: Option<f64>,
    /// Letters, of those of a full answer.
    pub length: Option<f64>,
    /// Documents, of those of a full answer.
    pub evidence: Option<f64>,
    /// Whether the record is heeded.
    pub personalisation: Option<f64>,
    /// The weighted mean.
    pub overall: f64,
    /// What a judge model says, beside what is above.
    #[serde(default)]
    pub model: Option<ModelScores>,
}

/// The scores of a judge model, each 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ModelScores {
    /// 근거성.
    pub grounding: f64,
    /// 완결성.
    pub completeness: f64,
    /// 정확성.
    pub accuracy: f64,
    /// Of the three, weighted as those of the rules.
    pub overall: f64,
}

impl ModelScores {
    /// None unless all three are scores.
    pub fn of(
        grounding: Option<f64>,
        completeness: Option<f64>,
        accuracy: Option<f64>,
    ) -> Option<Self> {
        let score = |it: Option<f64>| it.filter(|it| (0.0..=1.0).contains(it));
        let (grounding, completeness, accuracy) =
            (score(grounding)?, score(completeness)?, score(accuracy)?);
        let overall = weighted(grounding, completeness, accuracy);
        Some(Self { grounding, completeness, accuracy, overall })
    }
}

/// Grounding .4, completeness .3, accuracy .3 (3.2.5.1).
fn weighted(grounding: f64, completeness: f64, accuracy: f64) -> f64 {
    0.4 * grounding + 0.3 * completeness + 0.3 * accuracy
}

impl Quality {
    /// With the word of a judge model, which can lower a score and never raise one: of each criterion the lower counts. Where the
    /// rules had nothing to judge by, the model's whole stands against the heuristic's, and again the lower counts; the criteria stay
    /// absent, since no evidence was compared for them.
    #[must_use]
    pub fn lowered_by(self, model: ModelScores) -> Self {
        let lower = |by_rules: Option<f64>, by_model: f64| by_rules.map(|it| it.min(by_model));
        let grounding = lower(self.grounding, model.grounding);
        let completeness = lower(self.completeness, model.completeness);
        let accuracy = lower(self.accuracy, model.accuracy);
        let overall = match (grounding, completeness, accuracy) {
            (Some(grounding), Some(completeness), Some(accuracy)) => {
                weighted(grounding, completeness, accuracy)
            }
            _ => self.overall.min(model.overall),
        };
        Self { grounding, completeness, accuracy, overall, model: Some(model), ..self }
    }
}

/// Something that was asked and is not in the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what", content = "name")]
pub enum Missing {
    /// An intent, by its id.
    Intent(String),
    /// A drug, by its ingredient.
    Drug(String),
    /// A complaint.
    Symptom(String),
}

/// An answer to be scored, with what it was made of.
pub struct Answered<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// What was answered.
    pub draft: &'a Draft,
    /// From what.
    pub passages: &'a [Passage],
    /// For whom.
    pub facts: &'a Facts,
    /// Whether anything of the record was said or heeded.
    pub personal: bool,
    /// Paragraphs that speak for a drug which the record forbids, without a warning.
    pub unsafe_paragraphs: usize,
}

/// By the three criteria: grounding .4, completeness .3, accuracy .3 (3.2.5.1). None where nothing is said or nothing was asked that
/// could be looked for.
pub fn judge(
    answered: &Answered<'_>,
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Option<Quality> {
    let Answered { question, draft, passages, .. } = answered;
    let grounding = scores::score(question, draft, passages, knowledge, analyser).faithfulness?;
    let asked = asked(answered, knowledge);
    if asked.is_empty() {
        return None;
    }
    let met = asked.iter().filter(|(_, met)| *met).count();
    let completeness = met as f64 / asked.len() as f64;
    let paragraphs = draft.paragraphs.len().max(1) as f64;
    let accuracy = 1.0 - (answered.unsafe_paragraphs as f64 / paragraphs).min(1.0);
    Some(Quality {
        by: By::Judge,
        grounding: Some(grounding),
        completeness: Some(completeness),
        accuracy: Some(accuracy),
        length: None,
        evidence: None,
        personalisation: None,
        overall: weighted(grounding, completeness, accuracy),
        model: None,
    })
}

/// The heuristic score: length .3, evidence .4, personalisation .3.
pub fn heuristic(answered: &Answered<'_>) -> Quality {
    let draft = answered.draft;
    let sentences = draft.paragraphs.iter().flat_map(|it| &it.sentences);
    let notices = draft.notices.iter().map(|it| it.says.chars().count());
    let letters: usize = sentences.map(|it| it.chars().count()).chain(notices).sum();
    let documents = draft.numbers().0.into_iter().max().unwrap_or(0) + draft.notices.len();
    let length = (letters as f64 / FULL_LENGTH).min(1.0);
    let evidence = (documents as f64 / FULL_EVIDENCE).min(1.0);
    let heeded = answered.personal || answered.facts.is_empty();
    let personalisation = if heeded { 1.0 } else { 0.0 };
    Quality {
        by: By::Heuristic,
        grounding: None,
        completeness: None,
        accuracy: None,
        length: Some(length),
        evidence: Some(evidence),
        personalisation: Some(personalisation),
        overall: 0.3 * length + 0.4 * evidence + 0.3 * personalisation,
        model: None,
    }
}

/// What was asked and is not answered.
pub fn missing(answered: &Answered<'_>, knowledge: &Knowledge) -> Vec<Missing> {
    asked(answered, knowledge).into_iter().filter(|(_, met)| !met).map(|(it, _)| it).collect()
}

/// Everything that was asked, and whether the answer speaks of it.
fn asked(answered: &Answered<'_>, knowledge: &Knowledge) -> Vec<(Missing, bool)> {
    let Answered { question, draft, passages, .. } = answered;
    let mut text: String = draft.paragraphs.iter().flat_map(|it| &it.sentences).cloned().collect();
    for notice in &draft.notices {
        text.push_str(&format!(
            "{} {} {}",
            notice.table.korean(),
            notice.drugs.join(" "),
            notice.says
        ));
    }
    let used = draft.paragraphs.iter().filter_map(|it| passages.get(it.passage));
    let heads: String = used.map(|it| format!("{} {} ", it.title, it.heading)).collect();
    let all = format!("{heads}{text}");
    let spoken = question.drugs_in(&all, &knowledge.names);
    let mut asked: Vec<(Missing, bool)> = Vec::new();
    for drug in question.ingredients() {
        asked.push((Missing::Drug(drug.to_owned()), spoken.contains(drug)));
    }
    let intents = question.intents.iter().filter_map(|it| knowledge.intent(it));
    for intent in intents.take(MOST_INTENTS) {
        let told = intent.telling.iter().any(|it| text.contains(it.as_str()));
        let met = told || intent.headings.iter().any(|it| heads.contains(it.as_str()));
        asked.push((Missing::Intent(intent.id.clone()), met));
    }
    for symptom in question.symptoms.iter().filter_map(|it| knowledge.symptom(it)) {
        let met = all.contains(&symptom.name)
            || symptom.expand.iter().any(|it| all.contains(it.as_str()));
        asked.push((Missing::Symptom(symptom.name.clone()), met));
    }
    asked
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn score() -> impl Strategy<Value = f64> {
        (0_u32..=100).prop_map(|it| f64::from(it) / 100.0)
    }

    fn quality(by: By, scores: [f64; 3]) -> Quality {
        let judged = |at: usize| (by == By::Judge).then_some(scores[at]);
        let [a, b, c] = scores;
        Quality {
            by,
            grounding: judged(0),
            completeness: judged(1),
            accuracy: judged(2),
            length: None,
            evidence: None,
            personalisation: None,
            overall: weighted(a, b, c),
            model: None,
        }
    }

    #[test]
    fn a_model_lowers_and_never_raises() {
        for (by, rules, model, overall) in [
            (By::Judge, [1.0, 0.5, 1.0], [0.2, 1.0, 1.0], 0.4 * 0.2 + 0.3 * 0.5 + 0.3),
            (By::Judge, [0.0, 0.0, 0.0], [1.0, 1.0, 1.0], 0.0),
            (By::Heuristic, [0.5, 0.5, 0.5], [1.0, 1.0, 1.0], 0.5),
            (By::Heuristic, [0.5, 0.5, 0.5], [0.1, 0.1, 0.1], 0.1),
        ] {
            let [g, c, a] = model.map(Some);
            let scores = ModelScores::of(g, c, a);
            let merged = scores.map(|it| quality(by, rules).lowered_by(it).overall);
            assert!(merged.is_some_and(|it| (it - overall).abs() < 1e-12), "{rules:?} {model:?}");
        }
        for bad in [None, Some(-0.1), Some(1.1), Some(f64::NAN), Some(f64::INFINITY)] {
            assert_eq!(ModelScores::of(Some(1.0), bad, Some(1.0)), None, "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn no_model_raises_any_score(
            judge in any::<bool>(),
            rules in [score(), score(), score()],
            model in [score(), score(), score()],
        ) {
            let by = if judge { By::Judge } else { By::Heuristic };
            let before = quality(by, rules);
            let [g, c, a] = model.map(Some);
            let after = ModelScores::of(g, c, a).map(|it| before.lowered_by(it));
            let after = after.unwrap_or(before);
            prop_assert!(after.overall <= before.overall + 1e-12 && after.overall >= 0.0);
            for (one, other) in [(before.grounding, after.grounding), (before.completeness, after.completeness), (before.accuracy, after.accuracy)] {
                prop_assert!(other <= one);
            }
        }
    }
}
