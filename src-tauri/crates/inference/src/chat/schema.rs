use std::sync::Arc;

use jsonschema::Validator;
use serde_json::Value;

use super::grammar::grammar;
use crate::InferenceError;

/// A JSON schema that an answer must fit.
#[derive(Debug, Clone)]
pub struct Schema {
    name: String,
    value: Value,
    validator: Arc<Validator>,
}

/// Most mistakes that are told: a model that gets them all wrong needs no longer list.
const TOLD: usize = 3;

impl Schema {
    /// A schema under a name of letters and `_`.
    ///
    /// # Errors
    /// [`InferenceError::Chat`] when it is no schema.
    pub fn new(name: &str, value: Value) -> Result<Self, InferenceError> {
        let validator = jsonschema::validator_for(&value).map_err(|error| {
            InferenceError::chat(name, format!("its schema is none ({error}); report this"))
        })?;
        Ok(Self { name: name.to_owned(), value, validator: Arc::new(validator) })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// It.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The grammar that holds a model in this process to it; none where it says what no grammar here says.
    pub(super) fn grammar(&self) -> Option<String> {
        grammar(&self.value)
            .inspect_err(|why| tracing::warn!(schema = self.name, why, "a schema has no grammar"))
            .ok()
    }

    /// What does not fit, in words without the answer's own; empty when everything does.
    pub fn mistakes(&self, answer: &Value) -> Vec<String> {
        match self.validator.validate(answer) {
            Ok(()) => Vec::new(),
            Err(errors) => errors
                .take(TOLD)
                .map(|error| {
                    let place = error.instance_path.to_string();
                    let place = if place.is_empty() { "/".to_owned() } else { place };
                    format!("{place}: against {}", error.schema_path)
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_fits_or_is_told_where_not() {
        let schema = Schema::new(
            "claims",
            json!({
                "type": "object", "required": ["claims"], "additionalProperties": false,
                "properties": { "claims": { "type": "array", "items": { "type": "string" } } },
            }),
        )
        .unwrap();
        assert!(schema.mistakes(&json!({ "claims": ["가"] })).is_empty());
        for wrong in [json!([]), json!({}), json!({ "claims": "가" }), json!({ "claims": [1] })] {
            assert!(!schema.mistakes(&wrong).is_empty(), "{wrong}");
        }
        let told = schema.mistakes(&json!({ "claims": ["가", 7] })).join("");
        assert!(told.starts_with("/claims/1"), "{told}");
        assert!(Schema::new("x", json!({ "type": 7 })).is_err());
    }
}
