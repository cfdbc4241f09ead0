use serde_json::{Map, Value, json};

use super::template::{Prompt, Rendered};
use crate::InferenceError;

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$((
            concat!("prompts/", $name, ".md"),
            include_str!(concat!("../../../../../prompts/", $name, ".md")),
        )),*]
    };
}

const BUILT_IN: &[(&str, &str)] = embedded![
    "claim_extraction",
    "classification",
    "drafting",
    "verification",
    "query_routing",
    "answering",
    "answer_verification",
    "correction",
    "judging",
    "query_rewriting",
    "patient_answering",
    "patient_judging",
    "schema_in_words",
    "wrong_form",
    "trial",
    "trial_of_form",
];

/// All prompts by name.
#[derive(Debug, Clone)]
pub struct Prompts(Vec<Prompt>);

impl Prompts {
    /// Returns the built-in prompts.
    ///
    /// # Errors
    /// [`InferenceError::Prompt`] for a malformed file, which a test excludes.
    pub fn built_in() -> Result<Self, InferenceError> {
        let prompts = BUILT_IN.iter().map(|(path, text)| Prompt::parse(path, text));
        Ok(Self(prompts.collect::<Result<_, _>>()?))
    }

    /// Returns all prompts.
    pub fn all(&self) -> &[Prompt] {
        &self.0
    }

    /// Returns the prompt of this name.
    ///
    /// # Errors
    /// [`InferenceError::Prompt`] when there is none.
    pub fn find(&self, name: &str) -> Result<&Prompt, InferenceError> {
        let none = || InferenceError::Prompt {
            path: format!("prompts/{name}.md"),
            line: 1,
            problem: "there is no such prompt".to_owned(),
        };
        self.0.iter().find(|prompt| prompt.used().name == name).ok_or_else(none)
    }

    /// Replaces the prompt of the same name.
    pub(super) fn put(&mut self, prompt: Prompt) {
        if let Some(place) = self.0.iter_mut().find(|it| it.used().name == prompt.used().name) {
            *place = prompt;
        }
    }

    /// Returns the message with the schema, for servers that do not support schemas.
    pub(crate) fn schema_in_words(&self, schema: &Value) -> Result<String, InferenceError> {
        self.joined("schema_in_words", json!({ "schema": schema.to_string() }))
    }

    /// Returns the message that reports the mistakes of an invalid answer.
    pub(crate) fn wrong_form(
        &self,
        mistakes: &[String],
        schema: &Value,
    ) -> Result<String, InferenceError> {
        let inputs = json!({ "mistakes": mistakes.join("\n"), "schema": schema.to_string() });
        self.joined("wrong_form", inputs)
    }

    /// Returns a test question whose answer has several words.
    pub(crate) fn trial(&self) -> Result<String, InferenceError> {
        self.joined("trial", json!({}))
    }

    /// Returns a test question whose answer follows a schema.
    pub(crate) fn trial_of_form(&self) -> Result<String, InferenceError> {
        self.joined("trial_of_form", json!({}))
    }

    /// Renders both parts of a prompt as one message.
    fn joined(&self, name: &str, inputs: Value) -> Result<String, InferenceError> {
        let inputs: Map<String, Value> = inputs.as_object().cloned().unwrap_or_default();
        let Rendered { system, user } = self.find(name)?.render(&inputs)?;
        Ok(format!("{}\n\n{}", system.trim(), user.trim()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]
    use super::*;

    #[test]
    fn every_file_is_built_in_under_its_own_name() {
        let prompts = Prompts::built_in().unwrap();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../prompts");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        let mut known: Vec<String> =
            prompts.all().iter().map(|prompt| format!("{}.md", prompt.used().name)).collect();
        files.sort();
        known.sort();
        assert_eq!(files, known);
        assert!(prompts.find("nothing").is_err());
    }

    #[test]
    fn no_prompt_has_words_that_would_be_masked() {
        for prompt in Prompts::built_in().unwrap().all() {
            let found = crate::masking::find(prompt.text());
            assert!(found.is_empty(), "{}: {found:?}", prompt.used().name);
        }
    }

    #[test]
    fn the_roles_prompts_take_what_the_roles_give() {
        let prompts = Prompts::built_in().unwrap();
        let claims = json!([{ "id": "c1", "text": "완치" }]);
        let violations =
            json!([{ "claim": "c1", "kind": "V3", "text": "완치", "rationale": "장담합니다" }]);
        let law = json!([{ "article": "의료법 제56조", "quote": "과장" }]);
        let cleared = json!([{ "kind": "V6", "words": "최초" }]);
        for (name, inputs) in [
            ("claim_extraction", json!({ "ad": "완치" })),
            ("classification", json!({ "ad": "완치", "claims": claims })),
            ("drafting", json!({ "ad": "완치", "violations": violations })),
            (
                "verification",
                json!({
                    "ad": "완치", "verdict": "불허", "violations": violations, "law": law,
                    "cleared": cleared,
                }),
            ),
        ] {
            let inputs = inputs.as_object().unwrap();
            let Rendered { system, user } = prompts.find(name).unwrap().render(inputs).unwrap();
            assert!(system.contains("JSON 객체 하나"), "{name}: {system}");
            assert!(
                user.starts_with("\n[광고 원문] <<") || user.starts_with("[광고 원문] <<"),
                "{name}: {user}"
            );
        }
        assert!(prompts.schema_in_words(&json!({ "type": "object" })).unwrap().contains("object"));
        assert!(prompts.wrong_form(&["/a".into()], &json!({})).unwrap().contains("/a"));
        assert!(prompts.trial().unwrap().contains("열까지"));
        assert!(prompts.trial_of_form().unwrap().contains("ready"));
    }
}
