use serde_json::Value;

use super::list::{Listed, Page};
use super::target::Target;
use crate::InferenceError;
use crate::element::Element;
use crate::outbound::{Expect, Outbound, Request, Secret};

/// Client of the open API of law.go.kr.
#[derive(Clone)]
pub struct LawGoKr {
    outbound: Outbound,
    key: Secret,
    base: String,
}

/// Format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// XML, the more reliable format of the service.
    Xml,
    /// JSON as the service returns it.
    Json,
}

impl Format {
    /// Returns `xml` or `json`.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
        }
    }
}

impl LawGoKr {
    /// Host that the outbound policy must allow.
    pub const HOST: &'static str = "www.law.go.kr";
    /// Part of the URL before `/lawSearch.do`.
    pub const BASE: &'static str = "https://www.law.go.kr/DRF";
    /// Documents of a page.
    pub const PER_PAGE: usize = 100;

    /// Makes a client with the administrator's key (`OC`).
    pub fn new(outbound: Outbound, key: Secret) -> Self {
        Self::at(outbound, key, Self::BASE)
    }

    /// Makes a client of a mirror or a test server; `base` is the part of the URL before `/lawSearch.do`.
    pub fn at(outbound: Outbound, key: Secret, base: &str) -> Self {
        Self { outbound, key, base: base.trim_end_matches('/').to_owned() }
    }

    /// Lists the documents with `words` in their title; `page` counts from 1.
    ///
    /// # Errors
    /// The errors of [`Outbound::fetch`]; [`InferenceError::LawGoKr`] for a refusal or an unreadable list.
    pub async fn list(
        &self,
        target: Target,
        words: &str,
        page: usize,
    ) -> Result<Page, InferenceError> {
        let request = self
            .request("lawSearch.do", target, Format::Xml)?
            .query("query", words)
            .query("display", &Self::PER_PAGE.to_string())
            .query("page", &page.to_string());
        let answer = self.outbound.fetch(&request).await?;
        Page::parse(target, &answer.body).map_err(|problem| {
            self.refused(format!("list {target} {words:?} page {page}"), &problem)
        })
    }

    /// Fetches a document unchanged, after checking that it is complete and no refusal.
    ///
    /// # Errors
    /// The errors of [`Outbound::fetch`]; [`InferenceError::LawGoKr`] for a refusal or an incomplete
    /// document.
    pub async fn document(
        &self,
        listed: &Listed,
        format: Format,
    ) -> Result<Vec<u8>, InferenceError> {
        let target = listed.target;
        let mut request = self
            .request("lawService.do", target, format)?
            .query(target.names().parameter, &listed.serial);
        if target == Target::EfLaw {
            request = request.query("efYd", &listed.effective);
        }
        let body = self.outbound.fetch(&request).await?.body;
        let problem = match format {
            Format::Xml => Element::parse(&body).map(|root| root.refusal()),
            Format::Json => serde_json::from_slice(&body)
                .map(|value| refusal(&value))
                .map_err(|error| error.to_string()),
        };
        match problem {
            Ok(None) => Ok(body),
            Ok(Some(message)) => {
                Err(self.refused(describe(listed), &format!("refused: {message}")))
            }
            Err(broken) => {
                Err(self
                    .refused(describe(listed), &format!("not whole: {broken}; try again later")))
            }
        }
    }

    fn request(
        &self,
        page: &str,
        target: Target,
        format: Format,
    ) -> Result<Request, InferenceError> {
        let (name, expect) = match format {
            Format::Xml => ("XML", Expect::Xml),
            Format::Json => ("JSON", Expect::Json),
        };
        Ok(Request::get(&format!("{}/{page}", self.base))?
            .secret_query("OC", &self.key)
            .query("target", target.name())
            .query("type", name)
            .expecting(expect))
    }

    /// Makes an error; the key is masked, because the service may repeat it in its message.
    fn refused(&self, what: String, problem: &str) -> InferenceError {
        let message: String = self.key.mask(problem).chars().take(300).collect();
        InferenceError::LawGoKr { what, problem: message }
    }
}

fn describe(listed: &Listed) -> String {
    format!("{} {} {:?}", listed.target, listed.serial, listed.title)
}

/// Returns the message of a JSON refusal: a message at the top, or a single text instead of a document.
fn refusal(value: &Value) -> Option<String> {
    let Value::Object(fields) = value else { return Some("it is no object".into()) };
    let text_of = |name: &str| fields.get(name).and_then(Value::as_str);
    if let Some(message) = text_of("msg") {
        return Some([text_of("result").unwrap_or_default(), message].join(" ").trim().to_owned());
    }
    match fields.values().next() {
        None => Some("it is empty".into()),
        Some(Value::String(text)) if fields.len() == 1 => Some(text.clone()),
        Some(_) => None,
    }
}
