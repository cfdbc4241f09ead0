//! `[earlier]` of `rules/memory.toml`: how long a value or a danger of an earlier turn is repeated.

use serde::Deserialize;

/// The table `[earlier]`; `memory.toml` explains its fields.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EarlierRules {
    pub fresh_weight: f64,
    pub least_weight: f64,
    pub danger_hours: u32,
    pub lasting: Vec<String>,
    pub measurands: Vec<Vec<String>>,
    pub reported: String,
    pub recorded: String,
    pub measured: String,
    pub faded: String,
}

impl EarlierRules {
    /// The first inconsistency of the table, for an error message.
    pub fn problem(&self) -> Option<String> {
        let Self { fresh_weight, least_weight, .. } = self;
        if !(0.0 < *least_weight && least_weight <= fresh_weight && *fresh_weight <= 1.0) {
            return Some(format!(
                "earlier: weights {least_weight} and {fresh_weight}; use 0 < least_weight <= fresh_weight <= 1"
            ));
        }
        let texts = [&self.reported, &self.recorded, &self.measured, &self.faded];
        let lacking = texts.iter().find(|it| !it.contains("{warning}"));
        lacking.map(|it| format!("earlier: {it:?} has no {{warning}}"))
    }

    /// The first of the kinds that measure the same as `kind`, or `kind` itself.
    pub(super) fn measurand<'a>(&'a self, kind: &'a str) -> &'a str {
        let of = self.measurands.iter().find(|it| it.iter().any(|it| it == kind));
        of.and_then(|it| it.first()).map_or(kind, String::as_str)
    }
}
