use std::sync::Arc;

use jsonschema::Validator;
use serde_json::Value;

use super::grammar::grammar;
use crate::InferenceError;

/// A named JSON schema for answers.
#[derive(Debug, Clone)]
pub struct Schema {
    name: String,
    value: Value,
    validator: Arc<Validator>,
}

/// Most mistakes that are reported to the model.
const MAX_MISTAKES: usize = 3;

impl Schema {
    /// Compiles a schema; its name consists of letters and `_`.
    ///
    /// # Errors
    /// [`InferenceError::Chat`] when `value` is no valid schema.
    pub fn new(name: &str, value: Value) -> Result<Self, InferenceError> {
        let validator = jsonschema::validator_for(&value).map_err(|error| {
            InferenceError::chat(name, format!("its schema is none ({error}); report this"))
        })?;
        Ok(Self { name: name.to_owned(), value, validator: Arc::new(validator) })
    }

    /// Returns the name of the schema.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the schema as JSON.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Returns a grammar of the schema for models in this process; `None` where it has unsupported keywords.
    pub(super) fn grammar(&self) -> Option<String> {
        grammar(&self.value)
            .inspect_err(|why| tracing::warn!(schema = self.name, why, "a schema has no grammar"))
            .ok()
    }

    /// Returns the places where `answer` violates the schema, without quoting the answer; empty when it is
    /// valid.
    pub fn mistakes(&self, answer: &Value) -> Vec<String> {
        match self.validator.validate(answer) {
            Ok(()) => Vec::new(),
            Err(errors) => errors
                .take(MAX_MISTAKES)
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
        let mistakes = schema.mistakes(&json!({ "claims": ["가", 7] })).join("");
        assert!(mistakes.starts_with("/claims/1"), "{mistakes}");
        assert!(Schema::new("x", json!({ "type": 7 })).is_err());
    }
}
