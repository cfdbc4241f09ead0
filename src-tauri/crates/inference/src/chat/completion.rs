use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::endpoint::Preset;
use super::schema::Schema;

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// What the model is to do: our words alone.
    System,
    /// What it is to work on.
    User,
    /// What it said before.
    Assistant,
}

/// One thing said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// By whom.
    pub role: Speaker,
    /// What.
    pub content: String,
}

impl Message {
    /// Something said.
    pub fn new(role: Speaker, content: impl Into<String>) -> Self {
        Self { role, content: content.into() }
    }
}

/// What a model is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// Its name at the endpoint.
    pub model: String,
    /// What was said up to now.
    pub messages: Vec<Message>,
    /// 0 is the most predictable; the server's own when absent.
    pub temperature: Option<f64>,
    /// Longest answer, in tokens.
    pub most_tokens: u32,
}

impl Completion {
    /// The body of the request, streamed; with the schema where the server is to hold the model to it.
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

/// SHA-256, hexadecimal: what was asked, without keeping it.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
