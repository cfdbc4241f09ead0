//! The token budget: the share of a model's context window that each layer of the context may take.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Counts the tokens of a text. It is handed in, because tokenizers of models belong to `inference`.
pub type Count = Arc<dyn Fn(&str) -> usize + Send + Sync>;

/// Window in tokens if the model does not state its own; small enough for every model in use.
pub const WINDOW: u32 = 8_192;

// Shares of the window; their sum is 1.
const SYSTEM: f64 = 0.05;
const PROFILE: f64 = 0.10;
const EVIDENCE: f64 = 0.50;
const HISTORY: f64 = 0.15;
const QUESTION: f64 = 0.05;
const GENERATION: f64 = 0.15;

/// Budget of each layer, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The whole window.
    pub window: u32,
    /// Budget of the instructions.
    pub system: u32,
    /// Budget of the patient's record.
    pub profile: u32,
    /// Budget of the documents.
    pub evidence: u32,
    /// Budget of earlier turns.
    pub history: u32,
    /// Budget of the question.
    pub question: u32,
    /// Reserve for the answer.
    pub generation: u32,
}

impl Plan {
    /// The budget for a window of so many tokens; shares are rounded down.
    pub fn of(window: u32) -> Self {
        // The shares are below 1, so the product fits 32 bits.
        let share = |it: f64| (f64::from(window) * it) as u32;
        Self {
            window,
            system: share(SYSTEM),
            profile: share(PROFILE),
            evidence: share(EVIDENCE),
            history: share(HISTORY),
            question: share(QUESTION),
            generation: share(GENERATION),
        }
    }

    /// The budget with at least `tokens` reserved for the answer; what the share lacks is taken from the
    /// documents.
    #[must_use]
    pub fn with_answer(mut self, tokens: u32) -> Self {
        let more = tokens.saturating_sub(self.generation).min(self.evidence);
        self.generation += more;
        self.evidence -= more;
        self
    }

    /// The budget after the other layers took `taken`: tokens that they left go to the documents, and tokens
    /// beyond their budget are taken from the documents.
    #[must_use]
    pub fn with_leftovers(mut self, taken: Taken) -> Self {
        let planned = self.system + self.profile + self.history + self.question;
        let used = taken.system + taken.profile + taken.history + taken.question;
        self.evidence = (self.evidence + planned).saturating_sub(used);
        self
    }
}

/// Tokens that each layer takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// Tokens of the instructions.
    pub system: u32,
    /// Tokens of the patient's record.
    pub profile: u32,
    /// Tokens of the documents.
    pub evidence: u32,
    /// Tokens of earlier turns.
    pub history: u32,
    /// Tokens of the question.
    pub question: u32,
}

/// Estimates tokens without a tokenizer: one for every three characters, or part of three, of each morpheme.
///
/// No tokenizer of a chat model is part of the program. For Korean its tokens are close to morphemes, and
/// byte-pair vocabularies split long or unknown words into pieces of about three characters.
pub fn by_morphemes(analyser: simui_search::analysis::Analyser) -> Count {
    const PIECE: usize = 3;
    Arc::new(move |text: &str| {
        let pieces = |letters: usize| letters.div_ceil(PIECE).max(1);
        analyser.morphemes(text).iter().map(|it| pieces(it.lemma.chars().count())).sum()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_shares_are_those_of_the_seed() {
        let plan = Plan::of(128_000);
        let shares = [
            plan.system,
            plan.profile,
            plan.evidence,
            plan.history,
            plan.question,
            plan.generation,
        ];
        assert_eq!(shares, [6_400, 12_800, 64_000, 19_200, 6_400, 19_200]);
    }

    #[test]
    fn a_long_answer_takes_its_room_from_the_documents() {
        let (plan, long) = (Plan::of(8_192), Plan::of(8_192).with_answer(2_000));
        assert_eq!((plan.generation, long.generation), (1_228, 2_000));
        assert_eq!(plan.evidence - long.evidence, 772);
        assert_eq!(plan.with_answer(1_000), plan);
    }

    proptest! {
        #[test]
        fn the_layers_and_the_answer_fit_the_window(window in 0_u32..2_000_000, answer in 0_u32..10_000, used in 0.0_f64..1.0) {
            let plan = Plan::of(window).with_answer(answer);
            let all = plan.system + plan.profile + plan.evidence + plan.history + plan.question + plan.generation;
            prop_assert!(all <= window);
            let part = |it: u32| (f64::from(it) * used) as u32;
            let taken = Taken { system: part(plan.system), profile: part(plan.profile), history: part(plan.history), question: part(plan.question), evidence: 0 };
            let plan = plan.with_leftovers(taken);
            prop_assert!(taken.system + taken.profile + taken.history + taken.question + plan.evidence + plan.generation <= window);
        }
    }
}
