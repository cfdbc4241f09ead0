use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Settings of pharmacists' questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct AskSettings {
    /// 웹 참고 링크: whether each answered question is also sent to a search service, without personal
    /// identifiers. Off by default; the service's host has to be allowed as well.
    pub web_links: bool,
    /// Base address of the service (the part before `/search`); the Tavily Search API itself when absent.
    pub web_service: Option<String>,
    /// Whether the service requires a key, which the keyring holds as `tavily`.
    pub web_key: bool,
    /// Days for which questions and answers are kept; those with feedback are kept longer. 0 keeps none.
    pub keep_days: u32,
}

impl Default for AskSettings {
    fn default() -> Self {
        Self { web_links: false, web_service: None, web_key: true, keep_days: 90 }
    }
}

/// State of the search for web links.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WebLinkState {
    /// The search is switched off.
    #[default]
    Off,
    /// The question is not sent to a service: out of scope, or an emergency.
    NotAsked,
    /// The answer is complete and the links are still being searched.
    Waiting,
    /// The service answered, possibly without links.
    Asked,
    /// No usable result; `notices` gives the reason.
    Failed,
}
