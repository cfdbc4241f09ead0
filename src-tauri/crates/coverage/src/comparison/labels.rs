//! Measures answers against labelled questions: what an office, or we, know to be right.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer};

use super::answer::CoverageAnswer;
use super::values::SlotValue;
use crate::query::intent::Intent;
use crate::query::resolve::ResolutionState;
use simui_korean::money::{format_won, parse_won};

/// Values that mean that the documents state nothing.
const NOTHING: [&str; 3] = ["", "없음", "미확인"];

/// A question with what a right answer to it is, one line of a `questions.jsonl`.
#[derive(Debug, Clone, Deserialize)]
pub struct LabelledQuestion {
    /// Its id.
    pub id: String,
    /// The question in Korean.
    pub query: String,
    /// Codes of the companies that it is about, in any order.
    #[serde(default)]
    pub insurers: Vec<String>,
    /// `lookup` or `compare`; `*` for either.
    #[serde(default)]
    pub intent: Option<OneOf>,
    /// `RESOLVED`, `UNRESOLVED` or `INVALID`.
    #[serde(default)]
    pub state: Option<OneOf>,
    /// Code of the coverage; null for none.
    #[serde(default, deserialize_with = "present")]
    pub code: Option<Option<OneOf>>,
    /// Keys of the kinds of cancer.
    #[serde(default)]
    pub subtypes: Option<Vec<String>>,
    /// Codes of which one at least is suggested.
    #[serde(default)]
    pub suggest_any: Option<Vec<String>>,
    /// What the summary contains.
    #[serde(default)]
    pub summary_has: Option<Vec<String>>,
    /// The values by slot, of which `a|b` means one, and by company; null: the documents state none.
    #[serde(default)]
    pub slots: BTreeMap<String, BTreeMap<String, Option<Expected>>>,
}

/// One text or several of which any is right.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum OneOf {
    /// The only right one.
    One(String),
    /// Any of these.
    Any(Vec<String>),
}

/// The value of a slot that is right.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Expected {
    /// The amount in won.
    #[serde(default)]
    pub won: Option<u64>,
    /// Whether the coverage exists; false also if nothing is found.
    #[serde(default)]
    pub exists: Option<bool>,
    /// What the value contains, without regard to blanks.
    #[serde(default)]
    pub has: Vec<String>,
    /// What it does not contain.
    #[serde(default)]
    pub not: Vec<String>,
    /// What it begins with, one of these.
    #[serde(default)]
    pub is: Option<Vec<String>>,
    /// The amounts in won by class of operations.
    #[serde(default)]
    pub classes: BTreeMap<String, u64>,
}

/// Tells a field that is null from one that is absent.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl OneOf {
    fn has(&self, found: &str) -> bool {
        match self {
            Self::One(label) => label == "*" || label == found,
            Self::Any(labels) => labels.iter().any(|it| it == found),
        }
    }
}

impl LabelledQuestion {
    /// Compares an answer with the labels. Returns what was expected, by name, and whether the answer
    /// has it.
    pub fn checks(&self, answer: &CoverageAnswer) -> Vec<(String, bool)> {
        let set = |it: &[String]| -> BTreeSet<String> { it.iter().cloned().collect() };
        let mut all = vec![("insurers".to_owned(), set(&self.insurers) == set(&answer.insurers))];
        let mut add = |name: &str, right: bool| all.push((name.to_owned(), right));
        if let Some(intent) = &self.intent {
            add("intent", intent.has(name_of_intent(answer.intent)));
        }
        if let Some(state) = &self.state {
            add("state", state.has(name_of_state(answer.resolution_state)));
            let found = answer.resolved_coverage_code.as_deref();
            match &self.code {
                Some(Some(code)) => add("code", found.is_some_and(|it| code.has(it))),
                Some(None) => add("code", found.is_none()),
                None => {}
            }
        }
        if let Some(subtypes) = &self.subtypes {
            add("subtypes", set(subtypes) == set(&answer.subtype_targets));
        }
        if let Some(wanted) = &self.suggest_any {
            let hit =
                answer.suggested_coverages.iter().any(|it| wanted.contains(&it.coverage_code));
            add("suggested", hit);
        }
        if let Some(words) = &self.summary_has {
            add("summary", holds(&squeezed(&answer.user_summary), words, true));
        }
        for (key, companies) in &self.slots {
            for (company, want) in companies {
                let value = |key: &str| {
                    let slot = answer.slots.iter().find(|it| it.slot_key == key)?;
                    slot.insurers.iter().find(|it| it.insurer_code == *company)
                };
                let mut tried =
                    slot_keys(key).into_iter().map(|it| meets(want.as_ref(), value(it)));
                let right = if want.is_none() { tried.all(|it| it) } else { tried.any(|it| it) };
                add(&format!("slot {key}"), right);
            }
        }
        all
    }

    /// Whether an answer has everything that is expected.
    pub fn is_met_by(&self, answer: &CoverageAnswer) -> bool {
        self.checks(answer).iter().all(|it| it.1)
    }
}

fn name_of_intent(intent: Intent) -> &'static str {
    match intent {
        Intent::Lookup => "lookup",
        Intent::Compare => "compare",
    }
}

fn name_of_state(state: ResolutionState) -> &'static str {
    match state {
        ResolutionState::Resolved => "RESOLVED",
        ResolutionState::Unresolved => "UNRESOLVED",
        ResolutionState::Invalid => "INVALID",
    }
}

/// Returns the keys of the slots that a label is about; `a|b` means one of several.
pub fn slot_keys(key: &str) -> Vec<&str> {
    key.split('|')
        .flat_map(|it| match it {
            "surgery_amount" => vec!["surgery_amount_by_class", "payout_amount"],
            other => vec![other],
        })
        .collect()
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Whether a text contains all words of a list (`wanted`) or none of them.
fn holds(text: &str, words: &[String], wanted: bool) -> bool {
    words.iter().all(|it| text.contains(&squeezed(it)) == wanted)
}

/// Whether a value is the expected one: nothing, an amount, words, Y or N, or amounts of classes;
/// always with a quote.
fn meets(want: Option<&Expected>, found: Option<&SlotValue>) -> bool {
    let text = squeezed(found.and_then(|it| it.value.as_deref()).unwrap_or_default());
    let won = found.and_then(|it| it.amount_won);
    let empty = NOTHING.contains(&text.as_str());
    let Some(want) = want else { return empty && won.is_none() };
    let absent = want.exists == Some(false);
    if empty && won.is_none() {
        return absent;
    }
    let first = text.split([',', '/']).next().unwrap_or_default().trim_start_matches("최고");
    let amount = won.or_else(|| parse_won(first));
    let written = found.and_then(|it| it.value.as_deref()).unwrap_or_default();
    let classes = want.classes.iter().all(|(class, won)| {
        let row = format!("{class}종 {}", format_won(*won));
        written.split(", ").any(|part| part == row)
    });
    let is = want.is.as_ref();
    let is = is.is_none_or(|all| all.iter().any(|it| text.starts_with(&squeezed(it))));
    let quoted = found.is_some_and(|it| it.evidence.iter().any(|it| !it.quote.is_empty()));
    want.won.is_none_or(|it| amount == Some(it))
        && holds(&text, &want.has, true)
        && holds(&text, &want.not, false)
        && want.exists.is_none_or(|it| it != text.starts_with('N'))
        && is
        && classes
        && (absent || quoted)
}
