use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::endpoint::Preset;
use super::schema::Schema;
use crate::conversation::Message;

/// A request to a chat model.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// Name of the model at the endpoint.
    pub model: String,
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// Randomness; 0 is the most predictable. The server's default where it is `None`.
    pub temperature: Option<f64>,
    /// Longest answer in tokens.
    pub most_tokens: u32,
}

impl Completion {
    /// Returns the body of a streaming request, with the schema if the server is to enforce it.
    pub(super) fn body(&self, preset: Preset, schema: Option<&Schema>) -> Vec<u8> {
        let mut body = Map::new();
        body.insert("model".into(), json!(self.model));
        body.insert("messages".into(), json!(self.messages));
        body.insert("stream".into(), json!(true));
        body.insert("stream_options".into(), json!({ "include_usage": true }));
        body.insert(preset.bound_name().into(), json!(self.most_tokens));
        if let Some(temperature) = self.temperature {
            body.insert("temperature".into(), json!(temperature));
        }
        if let Some(schema) = schema {
            let (name, schema) = (schema.name(), schema.value());
            let of = json!({ "name": name, "strict": true, "schema": schema });
            body.insert(
                "response_format".into(),
                json!({ "type": "json_schema", "json_schema": of }),
            );
        }
        Value::Object(body).to_string().into_bytes()
    }
}

/// Returns the SHA-256 in hexadecimal, which identifies a request without storing it.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
