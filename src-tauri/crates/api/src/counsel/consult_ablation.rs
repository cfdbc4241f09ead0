//! What the parts of a consultation are worth on this desk's own documents; nothing of it is stored.

use std::sync::Arc;

use jiff::SignedDuration;
use serde::Serialize;
use simui_consult::cache::Entry;
use simui_consult::{Mode, Part, Parts, Spoken};
use simui_evaluate::consultation::{
    Measure, Observation, Scenario, ScriptedTurn, Worth, scenarios, worth,
};
use simui_patient::{Profile, Said};

use super::answers::{KeptAnswers, locked};
use super::consult::{By, Sitting};
use super::consult_record::Whose;
use crate::patients::memory_rules;
use crate::types::ConsultResponse;
use crate::{ApiError, Desk};

/// The contributions of all parts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConsultAblation {
    /// Scripted patients.
    pub patients: usize,
    /// Their turns.
    pub turns: usize,
    /// What drew them, and the samples of the intervals.
    pub seed: u64,
    /// Part by part.
    pub parts: Vec<PartWorth>,
}

/// The contribution of one part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PartWorth {
    /// The part.
    pub part: String,
    /// Measure by measure.
    pub worth: Vec<Worth>,
}

impl Desk {
    /// Answers scripted patients with everything and without each part in turn. `progress` hears how many variants of how many are done.
    pub async fn consult_ablation(
        &self,
        patients: usize,
        seed: u64,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<ConsultAblation, ApiError> {
        let scenarios = scenarios(patients, seed);
        self.digests().await?;
        // Once unmeasured: what is read once belongs to no part.
        self.answer_all(&scenarios[..scenarios.len().min(1)], &Parts::default()).await?;
        let with = self.answer_all(&scenarios, &Parts::default()).await?;
        let mut parts = Vec::new();
        progress(1, Part::ALL.len() + 1);
        for (at, part) in Part::ALL.into_iter().enumerate() {
            let without = self.answer_all(&scenarios, &Parts::without([part])).await?;
            parts.push(PartWorth { part: part.to_string(), worth: worth(&with, &without, seed) });
            progress(at + 2, Part::ALL.len() + 1);
        }
        let turns = scenarios.iter().map(|it| it.turns.len()).sum();
        Ok(ConsultAblation { patients, turns, seed, parts })
    }

    /// All turns of all patients, one patient after the other.
    async fn answer_all(
        &self,
        scenarios: &[Scenario],
        parts: &Parts,
    ) -> Result<Vec<Observation>, ApiError> {
        let answers = KeptAnswers::default();
        let corpus = self.database.corpus_generation().await?;
        let begun = self.clock.now();
        let memory = memory_rules()?;
        let mut observed = Vec::new();
        for (patient, scenario) in scenarios.iter().enumerate() {
            let (mut profile, mut history) = (Profile::new(), Vec::new());
            for (turn, scripted) in scenario.turns.iter().enumerate() {
                let number = u32::try_from(turn + 1).unwrap_or(u32::MAX);
                let minutes = SignedDuration::from_mins(i64::from(number));
                let said = Said { turn: number, at: begun + minutes };
                let whose = Whose {
                    id: scenario.id.clone(),
                    profile: profile.clone(),
                    history: history.clone(),
                    said,
                    memory,
                };
                let sitting = Sitting {
                    whose: Arc::new(whose),
                    answers: answers.clone(),
                    corpus,
                    mode: Mode::Agent,
                    parts: parts.clone(),
                    by: By::rules(),
                };
                let done = self.sit(&sitting, &scripted.text, None).await?;
                if let (true, Some(slots)) = (done.remembers, &done.slots) {
                    profile.absorb(slots, said, memory);
                }
                history.push(Spoken {
                    at: said.at,
                    text: scripted.text.clone(),
                    remembered: done.remembers,
                });
                if let Some(entry) = done.fresh {
                    locked(&answers).cache.keep(Entry { row: None, ..entry });
                }
                observe(patient, turn, scripted, &done.response?, &mut observed);
            }
        }
        Ok(observed)
    }
}

fn observe(
    patient: usize,
    turn: usize,
    scripted: &ScriptedTurn,
    response: &ConsultResponse,
    observed: &mut Vec<Observation>,
) {
    let mut add = |measure, value| observed.push(Observation { patient, turn, measure, value });
    let share = |holds: bool| if holds { 1.0 } else { 0.0 };
    let expected = &scripted.expected;
    if let Some(allergy) = expected.warned_of {
        let warned = response.warnings.iter().any(|it| it.text.contains(allergy));
        add(Measure::AllergyWarned, share(warned));
    }
    if let Some(drug) = expected.recalled {
        let cited = response.citations.iter().any(|it| it.title.contains(drug));
        add(Measure::DrugRecalled, share(cited || response.answer.contains(drug)));
    }
    if expected.question {
        add(Measure::Answered, share(!response.citations.is_empty()));
        add(Measure::ServedKept, share(response.cache.hit));
        add(Measure::Documents, f64::from(response.k));
        let took = response.timings_ms.values().sum();
        add(Measure::Milliseconds, took);
    }
}
