//! What emergencies and safety warnings mean for the reading of a question.

use simui_clinical::Severity;

use super::matter::UNLIKE;
use super::question::{Matter, Question};
use crate::knowledge::Knowledge;

/// The intent of a question about an overdose.
const OVERDOSE: &str = "overdose";

/// The intent of a question about a missed dose.
const MISSED: &str = "missed";

impl Question {
    /// Takes safety warnings into account, each with its rule, severity and text: one of an emergency makes
    /// it one, any makes it a question for this desk, and one of an overdose makes it a question about that.
    pub fn heed<'w>(
        &mut self,
        warnings: impl Iterator<Item = (&'w str, Severity, &'w str)> + Clone,
        knowledge: &Knowledge,
    ) {
        let emergency = warnings.clone().find(|(_, severity, _)| *severity == Severity::Emergency);
        match (&self.matter, emergency) {
            (Matter::Emergency { .. } | Matter::Injection, _) => {}
            (_, Some((rule, _, text))) => {
                self.matter = Matter::Emergency { id: rule.to_owned(), advice: text.to_owned() };
            }
            (_, None) if warnings.clone().next().is_some() => self.matter = Matter::Question,
            _ => {}
        }
        if warnings.clone().any(|(rule, ..)| is_overdose(rule, knowledge)) {
            self.ask_about_overdose();
        }
    }

    /// Makes a question one for this desk that was refused only because it is unlike one: it goes on about a
    /// drug or a complaint spoken of before (우유는요?).
    pub fn take_up(&mut self) {
        let is_unlike = matches!(&self.matter, Matter::Outside { id, .. } if id == UNLIKE);
        if (is_unlike || self.matter == Matter::Nothing) && self.names_drug_or_complaint() {
            self.matter = Matter::Question;
        }
    }

    /// Makes an emergency of an overdose a question about it, whatever its wording.
    pub(super) fn read_overdose(&mut self, knowledge: &Knowledge) {
        if matches!(&self.matter, Matter::Emergency { id, .. } if is_overdose(id, knowledge)) {
            self.ask_about_overdose();
        }
    }

    /// A dose taken twice (깜빡하고 또 먹었어요) is none that was missed.
    fn ask_about_overdose(&mut self) {
        self.intents.retain(|it| it != OVERDOSE && it != MISSED);
        self.intents.insert(0, OVERDOSE.to_owned());
    }
}

/// Whether an emergency or a safety rule is about a drug that was taken in excess, or by the wrong person.
fn is_overdose(id: &str, knowledge: &Knowledge) -> bool {
    knowledge.follow(id).is_some_and(|it| it.overdose)
}
