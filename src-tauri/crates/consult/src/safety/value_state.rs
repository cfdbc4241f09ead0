//! Illnesses that measured values mean: a potassium of 5.9 is 고칼륨혈증 (`rules/value_states.toml`).

use serde::Deserialize;
use simui_clinical::data::{DataFault, parse};
use simui_clinical::{Lexicon, Slot, Slots};

use super::rule::{Limit, line_of};
use crate::ConsultError;

/// The rows of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueStates {
    #[serde(rename = "state")]
    states: Vec<ValueState>,
}

/// A row; the head of the file documents the fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueState {
    name: String,
    source: String,
    any: Vec<Limit>,
}

impl ValueStates {
    /// Reads the rows from the TOML `text` of `file`. Fails with file and line on a wrong shape, on a limit
    /// that is none, and on a name that `lexicon` lacks.
    pub fn read(file: &str, text: &str, lexicon: &Lexicon) -> Result<Self, ConsultError> {
        let read: Self = parse(file, text)?;
        for state in &read.states {
            let fault = |problem: String| {
                let line = line_of(text, &format!("name = {:?}", state.name));
                Err(ConsultError::Data(DataFault { file: file.to_owned(), line, problem }))
            };
            if !lexicon.has_concept(Slot::Condition, &state.name) {
                return fault(format!("{:?} is no condition of the lexicon", state.name));
            }
            if state.source.is_empty() || state.any.is_empty() {
                return fault(format!("{:?} needs a source and a limit", state.name));
            }
            if let Some(problem) = state.any.iter().find_map(|it| it.problem(lexicon)) {
                return fault(problem);
            }
        }
        Ok(read)
    }

    /// The illnesses that the patient's plausible values mean, in the order of the file.
    pub fn of<'a>(&'a self, slots: &'a Slots) -> impl Iterator<Item = &'a str> {
        let own = |state: &&ValueState| {
            slots.vitals.iter().chain(&slots.labs).any(|value| {
                let is_own = value.plausible && value.experiencer == "patient";
                is_own && state.any.iter().any(|limit| limit.holds(value))
            })
        };
        self.states.iter().filter(own).map(|it| it.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_clinical::Extractor;

    use super::*;

    fn shipped() -> ValueStates {
        let text = include_str!("../../rules/value_states.toml");
        ValueStates::read("value_states.toml", text, Extractor::shipped().unwrap().lexicon())
            .unwrap()
    }

    #[test]
    fn values_mean_illnesses() {
        let (states, extractor) = (shipped(), Extractor::shipped().unwrap());
        for (text, expected) in [
            ("K 5.9예요", "고칼륨혈증"),
            ("칼륨 5.4 나왔어요", ""),
            ("칼륨 3.1, 나트륨 128", "저칼륨혈증, 저나트륨혈증"),
            ("맥박 46회", "서맥"),
            ("혈압 85/50", "저혈압"),
            ("어머니 칼륨이 5.9래요", ""),
        ] {
            let slots = extractor.extract(text).unwrap();
            assert_eq!(states.of(&slots).collect::<Vec<_>>().join(", "), expected, "{text}");
        }
    }

    #[test]
    fn a_bad_row_is_named_with_its_line() {
        let lexicon = Extractor::shipped().unwrap();
        for (name, limit, problem) in [
            ("없는병", "{ of = \"potassium\", below = 3 }", "v.toml:2: \"없는병\" is no condition"),
            ("서맥", "{ of = \"nothing\", below = 3 }", "v.toml:2: limit of \"nothing\""),
            ("서맥", "", "v.toml:2: \"서맥\" needs a source and a limit"),
        ] {
            let text = format!("[[state]]\nname = \"{name}\"\nsource = \"s\"\nany = [{limit}]\n");
            let error = ValueStates::read("v.toml", &text, lexicon.lexicon()).unwrap_err();
            assert!(error.to_string().contains(problem), "{error}");
        }
    }
}
