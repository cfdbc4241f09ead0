use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::InferenceError;
use crate::outbound::{Request, Secret};

/// Kinds of servers that differ in how they use the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// OpenAI's own service.
    OpenAi,
    /// A server of Ollama.
    Ollama,
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// A server of vLLM.
    Vllm,
    /// LM Studio.
    LmStudio,
    /// Any other server with an OpenAI-compatible interface.
    Custom,
    /// A GGUF file in this process, without a server ([`crate::gguf`]).
    Gguf,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 7] = [
        Preset::OpenAi,
        Preset::Ollama,
        Preset::LlamaCpp,
        Preset::Vllm,
        Preset::LmStudio,
        Preset::Custom,
        Preset::Gguf,
    ];

    /// Returns the name used in settings and commands.
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

    /// Returns the default address; `None` where there is none.
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

    /// Returns the parameter for the length of the answer. Newer models of OpenAI reject the older name;
    /// other servers know only that.
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
    /// Kind of server.
    pub preset: Preset,
    /// Part of the URL before `/chat/completions`, such as `http://127.0.0.1:11434/v1`.
    pub address: String,
    /// The key, if the server requires one.
    pub key: Option<Secret>,
}

impl Endpoint {
    /// Makes a request to `path` below the address: a POST with `body`, else a GET.
    pub(super) fn request(
        &self,
        path: &str,
        body: Option<Vec<u8>>,
    ) -> Result<Request, InferenceError> {
        let url = format!("{}{path}", self.address.trim_end_matches('/'));
        let request = match body {
            // Repeating a chat request has no side effects on the server.
            Some(body) => Request::post_json(&url, body)?.repeatable(),
            None => Request::get(&url)?,
        };
        Ok(match &self.key {
            Some(key) => request.bearer(key),
            None => request,
        })
    }

    /// Returns the endpoint without a trailing `/v1`, for server-specific requests.
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
