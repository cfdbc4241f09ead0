//! The table of states and illnesses with the words of documents for them: `rules/states.toml`.

use serde::Deserialize;
use simui_clinical::data::parse;

use crate::PharmacyError;

/// The states of `states.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct States {
    state: Vec<State>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    /// Checked to be unique when the file is read.
    id: String,
    names: Vec<String>,
    /// Drugs that show the illness of the person who takes them.
    #[serde(default)]
    drugs: Vec<String>,
    words: Vec<String>,
}

impl States {
    /// Reads the states from the TOML `text` of `file`. Fails with file and line.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, PharmacyError> {
        let states: Self = parse(file, text)?;
        for (at, state) in states.state.iter().enumerate() {
            if states.state[..at].iter().any(|it| it.id == state.id) {
                let line = text.lines().position(|it| it.contains(&state.id)).unwrap_or(0) + 1;
                let problem = format!("two states have the id {:?}", state.id);
                let file = file.to_owned();
                return Err(simui_clinical::data::DataFault { file, line, problem }.into());
            }
        }
        Ok(states)
    }

    /// The words of documents for the illness of a person who takes a drug of this name, and for that drug;
    /// none if the drug does not show an illness.
    pub(crate) fn words_of_drug(&self, drug: &str) -> Option<Vec<String>> {
        let row = self.state.iter().find(|it| it.drugs.iter().any(|it| it == drug))?;
        Some(row.words.iter().cloned().chain([drug.to_owned()]).collect())
    }

    /// The words of documents for a state or an illness: those of its rows, and its own name.
    pub(crate) fn words(&self, name: &str) -> Vec<String> {
        let rows = self.state.iter().filter(|it| it.names.iter().any(|it| it == name));
        let mut words: Vec<String> = rows.flat_map(|it| it.words.iter().cloned()).collect();
        if !name.is_ascii() && !words.iter().any(|it| it == name) {
            words.push(name.to_owned());
        }
        words
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_clinical::{Lexicon, Slot};

    use super::*;
    use crate::knowledge::Knowledge;

    fn shipped() -> &'static States {
        &Knowledge::shipped().unwrap().states
    }

    #[test]
    fn every_name_is_of_the_lexicon() {
        let lexicon = Lexicon::shipped().unwrap();
        for state in &shipped().state {
            for name in &state.names {
                let known =
                    [Slot::Condition, Slot::Habit].iter().any(|it| lexicon.has_concept(*it, name));
                let known = known || name.is_ascii();
                assert!(known, "{}: {name}", state.id);
            }
            for drug in &state.drugs {
                assert!(lexicon.has_concept(Slot::Medication, drug), "{}: {drug}", state.id);
            }
        }
    }

    #[test]
    fn an_illness_without_a_row_is_looked_for_by_its_name() {
        assert_eq!(shipped().words("건선"), ["건선"]);
        assert!(shipped().words("위궤양").contains(&"궤양".to_owned()));
        assert!(!shipped().words("pregnancy").contains(&"pregnancy".to_owned()));
    }
}
