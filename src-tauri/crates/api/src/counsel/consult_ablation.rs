//! Measures what each part of a consultation contributes on this desk's documents. Stores nothing.

use std::sync::Arc;

use jiff::SignedDuration;
use simui_clinical::Slots;
use simui_consult::cache::Entry;
use simui_consult::{EarlierTurn, Mode, Part, Parts, Turn};
use simui_evaluate::consultation::{
    Measure, Observation, Scenario, ScriptedTurn, contributions, scenarios,
};
use simui_patient::{Profile, TurnTime};

use super::consult::{AnsweringEngine, TurnContext};
use super::consult_record::{FROM_RECORD, TurnPatient};
use crate::desk::counsel::{KeptAnswers, locked};
use crate::patients::memory_rules;
use crate::types::{ConsultAblation, ConsultResponse, PartWorth};
use crate::{ApiError, Desk};

impl Desk {
    /// Answers scripted patients with all parts and without each part in turn. `progress` gets the number of
    /// finished variants and of all.
    pub async fn consult_ablation(
        &self,
        patients: usize,
        seed: u64,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<ConsultAblation, ApiError> {
        let scenarios = scenarios(patients, seed);
        self.digests().await?;
        // A first run is not measured, because one-time loading belongs to no part.
        self.answer_all(&scenarios[..scenarios.len().min(1)], &Parts::default()).await?;
        let with = self.answer_all(&scenarios, &Parts::default()).await?;
        let mut parts = Vec::new();
        progress(1, Part::ALL.len() + 1);
        for (at, part) in Part::ALL.into_iter().enumerate() {
            let without = self.answer_all(&scenarios, &Parts::without([part])).await?;
            parts.push(PartWorth {
                part: part.to_string(),
                worth: contributions(&with, &without, seed),
            });
            progress(at + 2, Part::ALL.len() + 1);
        }
        let turns = scenarios.iter().map(|it| it.turns.len()).sum();
        Ok(ConsultAblation { patients, turns, seed, parts })
    }

    /// Answers all turns of all patients, one patient after the other.
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
                let time = TurnTime { turn: number, at: begun + minutes };
                let turn_patient = TurnPatient {
                    id: scenario.id.clone(),
                    profile: profile.clone(),
                    known_from: FROM_RECORD,
                    history: history.clone(),
                    time,
                    memory,
                };
                let turn_context = TurnContext {
                    patient: Arc::new(turn_patient),
                    answers: answers.clone(),
                    corpus,
                    mode: Mode::Agent,
                    parts: parts.clone(),
                    by: AnsweringEngine::rules(),
                };
                let done = self.run_turn(&turn_context, &scripted.text, None).await?;
                let slots = done.turn.as_ref().map(Turn::slots);
                if let (true, Some(slots)) = (done.remembers, slots) {
                    profile.absorb(slots, time, memory);
                }
                history.push(EarlierTurn {
                    at: time.at,
                    text: scripted.text.clone(),
                    remembered: done.remembers,
                    about: slots.and_then(Slots::another_person).map(str::to_owned),
                    topic: {
                        let topic = done.turn.as_ref().map(|it| it.subject.topic());
                        topic.unwrap_or_default().completed_by(
                            done.state.question.as_ref().filter(|_| done.state.intent.k > 0),
                        )
                    },
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
