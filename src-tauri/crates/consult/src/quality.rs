//! Scores an answer by grounding, completeness and accuracy, or, if these cannot be judged, by length,
//! evidence and personalisation.

use serde::{Deserialize, Serialize};
use simui_pharmacy::Passage;
use simui_pharmacy::answer::Draft;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::Question;
use simui_pharmacy::verification::scores;
use simui_search::analysis::Analyser;

use super::facts::Facts;

/// Overall score below which another search is made.
pub const THRESHOLD: f64 = 0.5;

/// Characters of an answer from which on its length scores 1.
const FULL_LENGTH: f64 = 200.0;

/// Cited documents from which on the evidence of an answer scores 1.
const FULL_EVIDENCE: f64 = 2.0;

/// Number of intents, from the first on, that an answer must cover.
const MAX_INTENTS: usize = 3;

/// The method of scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scorer {
    /// By grounding, completeness and accuracy.
    Judge,
    /// By length, evidence and personalisation.
    Heuristic,
}

/// The scores of an answer, each 0 to 1. A criterion that was not scored is `None`, never 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// The method of scoring.
    pub by: Scorer,
    /// Share of the sentences that their source supports.
    pub grounding: Option<f64>,
    /// Share of what was asked (drugs, intents, complaints) that the answer mentions.
    pub completeness: Option<f64>,
    /// Share of the paragraphs that are not about a drug which the record forbids.
    pub accuracy: Option<f64>,
    /// Length of the answer as a share of a full one.
    pub length: Option<f64>,
    /// Number of cited documents as a share of a full answer's.
    pub evidence: Option<f64>,
    /// 1 if the answer takes the record into account or nothing is recorded, otherwise 0.
    pub personalisation: Option<f64>,
    /// The weighted mean of the criteria.
    pub overall: f64,
    /// The scores of a judge model; those above are already lowered by them.
    #[serde(default)]
    pub model: Option<ModelScores>,
}

/// The scores of a judge model, each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ModelScores {
    /// 근거성: whether sources support the answer.
    pub grounding: f64,
    /// 완결성: whether the answer covers the question.
    pub completeness: f64,
    /// 정확성: whether the answer is correct for the patient.
    pub accuracy: f64,
    /// The mean of the three, weighted like that of the rules.
    pub overall: f64,
}

impl ModelScores {
    /// `None` unless all three are numbers from 0 to 1.
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

/// The weighted mean: grounding .4, completeness .3, accuracy .3.
fn weighted(grounding: f64, completeness: f64, accuracy: f64) -> f64 {
    0.4 * grounding + 0.3 * completeness + 0.3 * accuracy
}

impl Quality {
    /// The scores, lowered by those of a judge model, which never raise one: for each criterion the lower
    /// score counts.
    ///
    /// If the rules scored by the heuristic, only the overall scores are compared; the criteria stay `None`,
    /// because no evidence was compared for them.
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

/// Something that was asked and that the answer does not mention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what", content = "name")]
pub enum Missing {
    /// An intent, by its id.
    Intent(String),
    /// A drug, by the English name of its ingredient.
    Drug(String),
    /// A complaint or class, by its name.
    Symptom(String),
}

/// An answer to be scored, with what it was made from.
pub struct ScoredAnswer<'a> {
    /// The question.
    pub question: &'a Question,
    /// The draft of the answer.
    pub draft: &'a Draft,
    /// The passages of the draft.
    pub passages: &'a [Passage],
    /// What is known of the patient.
    pub facts: &'a Facts,
    /// Whether the answer takes anything of the record into account.
    pub personal: bool,
    /// Number of paragraphs about a drug that the record forbids and no alert names.
    pub unsafe_paragraphs: usize,
}

/// Scores by grounding, completeness and accuracy. `None` if the draft has no sentence, or the question names
/// nothing that could be looked for in it.
pub fn judge(
    answer: &ScoredAnswer<'_>,
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Option<Quality> {
    let ScoredAnswer { question, draft, passages, .. } = answer;
    let grounding = scores::score(question, draft, passages, knowledge, analyser).faithfulness?;
    let requirements = requirements(answer, knowledge);
    if requirements.is_empty() {
        return None;
    }
    let met = requirements.iter().filter(|(_, met)| *met).count();
    let completeness = met as f64 / requirements.len() as f64;
    let paragraphs = draft.paragraphs.len().max(1) as f64;
    let accuracy = 1.0 - (answer.unsafe_paragraphs as f64 / paragraphs).min(1.0);
    Some(Quality {
        by: Scorer::Judge,
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

/// Scores by the heuristic: length .3, evidence .4, personalisation .3.
pub fn heuristic(answer: &ScoredAnswer<'_>) -> Quality {
    let draft = answer.draft;
    let sentences = draft.paragraphs.iter().flat_map(|it| &it.sentences);
    let notices = draft.notices.iter().map(|it| it.warning.chars().count());
    let letters: usize = sentences.map(|it| it.chars().count()).chain(notices).sum();
    let documents = draft.numbers().0.into_iter().max().unwrap_or(0) + draft.notices.len();
    let length = (letters as f64 / FULL_LENGTH).min(1.0);
    let evidence = (documents as f64 / FULL_EVIDENCE).min(1.0);
    let is_personal = answer.personal || answer.facts.is_empty();
    let personalisation = if is_personal { 1.0 } else { 0.0 };
    Quality {
        by: Scorer::Heuristic,
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

/// What was asked and the answer does not mention.
pub fn missing(answer: &ScoredAnswer<'_>, knowledge: &Knowledge) -> Vec<Missing> {
    requirements(answer, knowledge).into_iter().filter(|(_, met)| !met).map(|(it, _)| it).collect()
}

/// Everything that was asked, each with whether the answer mentions it.
fn requirements(answer: &ScoredAnswer<'_>, knowledge: &Knowledge) -> Vec<(Missing, bool)> {
    let ScoredAnswer { question, draft, passages, .. } = answer;
    let mut text: String = draft.paragraphs.iter().flat_map(|it| &it.sentences).cloned().collect();
    for notice in &draft.notices {
        text.push_str(&format!(
            "{} {} {}",
            notice.table.korean(),
            notice.drugs.join(" "),
            notice.warning
        ));
    }
    let used = draft.paragraphs.iter().filter_map(|it| passages.get(it.passage));
    let heads: String = used.map(|it| format!("{} {} ", it.title, it.heading)).collect();
    let all = format!("{heads}{text}");
    let mentioned = question.drugs_in(&all, &knowledge.names);
    let mut requirements: Vec<(Missing, bool)> = Vec::new();
    for drug in question.ingredients() {
        requirements.push((Missing::Drug(drug.to_owned()), mentioned.contains(drug)));
    }
    let intents = question.intents.iter().filter_map(|it| knowledge.intent(it));
    for intent in intents.take(MAX_INTENTS) {
        let has_cue = intent.telling.iter().any(|it| text.contains(it.as_str()));
        let met = has_cue || intent.headings.iter().any(|it| heads.contains(it.as_str()));
        requirements.push((Missing::Intent(intent.id.clone()), met));
    }
    for symptom in question.symptoms.iter().filter_map(|it| knowledge.symptom(it)) {
        let met = all.contains(&symptom.name)
            || symptom.expand.iter().any(|it| all.contains(it.as_str()));
        requirements.push((Missing::Symptom(symptom.name.clone()), met));
    }
    requirements
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn score() -> impl Strategy<Value = f64> {
        (0_u32..=100).prop_map(|it| f64::from(it) / 100.0)
    }

    fn quality(by: Scorer, scores: [f64; 3]) -> Quality {
        let judged = |at: usize| (by == Scorer::Judge).then_some(scores[at]);
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
            (Scorer::Judge, [1.0, 0.5, 1.0], [0.2, 1.0, 1.0], 0.4 * 0.2 + 0.3 * 0.5 + 0.3),
            (Scorer::Judge, [0.0, 0.0, 0.0], [1.0, 1.0, 1.0], 0.0),
            (Scorer::Heuristic, [0.5, 0.5, 0.5], [1.0, 1.0, 1.0], 0.5),
            (Scorer::Heuristic, [0.5, 0.5, 0.5], [0.1, 0.1, 0.1], 0.1),
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
            let by = if judge { Scorer::Judge } else { Scorer::Heuristic };
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
