//! The token budget: the share of a model's window that each layer of the context may take.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Counts the tokens of a text. The model's own tokenizer belongs to `inference`, so it is handed in.
pub type Count = Arc<dyn Fn(&str) -> usize + Send + Sync>;

/// The window that is planned for where no model says its own: small, so that what is made fits every model in use.
pub const WINDOW: u32 = 8_192;

const SYSTEM: f64 = 0.05;
const PROFILE: f64 = 0.10;
const EVIDENCE: f64 = 0.50;
const HISTORY: f64 = 0.15;
const QUESTION: f64 = 0.05;
const GENERATION: f64 = 0.15;

/// Tokens that each layer may take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// All of it.
    pub window: u32,
    /// The instructions.
    pub system: u32,
    /// The patient.
    pub profile: u32,
    /// The documents.
    pub evidence: u32,
    /// The turns before.
    pub history: u32,
    /// The question.
    pub question: u32,
    /// Kept free for the answer.
    pub generation: u32,
}

impl Plan {
    /// The shares of a window, rounded down.
    pub fn of(window: u32) -> Self {
        // A share of a 32-bit number is a 32-bit number.
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

    /// What the other layers did not need goes to the documents; what they took too much is taken from them.
    #[must_use]
    pub fn with_leftovers(mut self, taken: Taken) -> Self {
        let planned = self.system + self.profile + self.history + self.question;
        let used = taken.system + taken.profile + taken.history + taken.question;
        self.evidence = (self.evidence + planned).saturating_sub(used);
        self
    }
}

/// Tokens that layers took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// The instructions.
    pub system: u32,
    /// The patient.
    pub profile: u32,
    /// The documents.
    pub evidence: u32,
    /// The turns before.
    pub history: u32,
    /// The question.
    pub question: u32,
}

/// The offline count: morphemes of the search dictionary, long ones as several.
///
/// No tokenizer of a chat model comes with the program. Morphemes are what such a tokenizer approximates for Korean; a word that
/// the dictionary does not have, or a long one, falls into pieces of about three letters in byte-pair vocabularies.
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

    proptest! {
        #[test]
        fn the_layers_and_the_answer_fit_the_window(window in 0_u32..2_000_000, used in 0.0_f64..1.0) {
            let plan = Plan::of(window);
            let all = plan.system + plan.profile + plan.evidence + plan.history + plan.question + plan.generation;
            prop_assert!(all <= window);
            let part = |it: u32| (f64::from(it) * used) as u32;
            let taken = Taken { system: part(plan.system), profile: part(plan.profile), history: part(plan.history), question: part(plan.question), evidence: 0 };
            let plan = plan.with_leftovers(taken);
            prop_assert!(taken.system + taken.profile + taken.history + taken.question + plan.evidence + plan.generation <= window);
        }
    }
}
