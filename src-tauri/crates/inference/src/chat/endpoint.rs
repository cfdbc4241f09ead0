use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::InferenceError;
use crate::outbound::{Request, Secret};

/// The servers whose habits are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// OpenAI's own service.
    OpenAi,
    /// Ollama.
    Ollama,
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// vLLM.
    Vllm,
    /// LM Studio.
    LmStudio,
    /// Anything else that speaks the protocol.
    Custom,
    /// No server: a GGUF file, run in this process ([`crate::gguf`]).
    Gguf,
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 7] = [
        Preset::OpenAi,
        Preset::Ollama,
        Preset::LlamaCpp,
        Preset::Vllm,
        Preset::LmStudio,
        Preset::Custom,
        Preset::Gguf,
    ];

    /// As it is written in settings and commands.
    pub fn as_str(self) -> &'static str {
        match self {
            Preset::OpenAi => "open_ai",
            Preset::Ollama => "ollama",
            Preset::LlamaCpp => "llama_cpp",
            Preset::Vllm => "vllm",
            Preset::LmStudio => "lm_studio",
            Preset::Custom => "custom",
            Preset::Gguf => "gguf",
        }
    }

    /// Where it answers as it is installed; none for those that have no usual place.
    pub fn usual_address(self) -> Option<&'static str> {
        Some(match self {
            Preset::OpenAi => "https://api.openai.com/v1",
            Preset::Ollama => "http://127.0.0.1:11434/v1",
            Preset::LlamaCpp => "http://127.0.0.1:8080/v1",
            Preset::Vllm => "http://127.0.0.1:8000/v1",
            Preset::LmStudio => "http://127.0.0.1:1234/v1",
            Preset::Custom | Preset::Gguf => return None,
        })
    }

    /// What the bound on the answer is called: OpenAI's newer models refuse the older name, the others know only that.
    pub(super) fn bound_name(self) -> &'static str {
        match self {
            Preset::OpenAi => "max_completion_tokens",
            _ => "max_tokens",
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Preset::ALL.into_iter().find(|it| it.as_str() == text).ok_or_else(|| {
            let names: Vec<&str> = Preset::ALL.iter().map(|it| it.as_str()).collect();
            format!("use one of {}", names.join(", "))
        })
    }
}

/// A server of chat models.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Whose habits it has.
    pub preset: Preset,
    /// What stands before `/chat/completions`: `http://127.0.0.1:11434/v1`.
    pub address: String,
    /// The key, where it wants one.
    pub key: Option<Secret>,
}

impl Endpoint {
    /// A request to `path` below the address, with `body` or, without one, a question.
    pub(super) fn request(
        &self,
        path: &str,
        body: Option<Vec<u8>>,
    ) -> Result<Request, InferenceError> {
        let url = format!("{}{path}", self.address.trim_end_matches('/'));
        let request = match body {
            // What a model says changes nothing on the other side.
            Some(body) => Request::post_json(&url, body)?.repeatable(),
            None => Request::get(&url)?,
        };
        Ok(match &self.key {
            Some(key) => request.bearer(key),
            None => request,
        })
    }

    /// The address without a trailing `/v1`: where servers answer questions of their own.
    pub(super) fn root(&self) -> Self {
        let address = self.address.trim_end_matches('/');
        let address = address.strip_suffix("/v1").unwrap_or(address).to_owned();
        Self { address, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_names_and_addresses() {
        for preset in Preset::ALL {
            assert_eq!(preset.as_str().parse(), Ok(preset));
            let nowhere = matches!(preset, Preset::Custom | Preset::Gguf);
            assert_eq!(preset.usual_address().is_none(), nowhere);
            let written = serde_json::to_value(preset).unwrap_or_default();
            assert_eq!(written, preset.as_str(), "settings and commands use one name");
        }
        assert!("chatgpt".parse::<Preset>().is_err_and(|it| it.contains("ollama")));
    }

    #[test]
    fn the_root_is_the_address_without_its_version() {
        for (address, root) in [
            ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080"),
            ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080"),
            ("https://a.kr/models", "https://a.kr/models"),
        ] {
            let endpoint =
                Endpoint { preset: Preset::Custom, address: address.to_owned(), key: None };
            assert_eq!(endpoint.root().address, root);
        }
    }
}
