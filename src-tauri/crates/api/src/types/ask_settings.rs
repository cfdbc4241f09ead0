use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What administrators set about pharmacists' questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct AskSettings {
    /// 웹 참고 링크: each question that is answered is also put to a search service, without personal identifiers. Off unless
    /// set; the service's host must be allowed besides.
    pub web_links: bool,
    /// What stands before `/search`; the Tavily Search API itself when absent.
    pub web_service: Option<String>,
    /// The service wants a key, which the keyring has as `tavily`.
    pub web_key: bool,
    /// Days for which questions and answers are kept, those that somebody has judged longer; 0 keeps none.
    pub keep_days: u32,
}

impl Default for AskSettings {
    fn default() -> Self {
        Self { web_links: false, web_service: None, web_key: true, keep_days: 90 }
    }
}

/// What became of the search for links.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WebLinkState {
    /// It is switched off.
    #[default]
    Off,
    /// This question is not one to put to a service: out of scope, or an emergency.
    NotAsked,
    /// The answer is here and the links are on their way.
    Waiting,
    /// It was asked; there may be no page.
    Asked,
    /// It gave nothing that can be used: `notices` says why.
    Failed,
}
