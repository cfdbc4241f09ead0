use serde_json::Value;

use super::element::Element;
use super::list::{Listed, Page};
use super::target::Target;
use crate::InferenceError;
use crate::outbound::{Expect, Outbound, Request, Secret};

/// The open API of law.go.kr.
#[derive(Clone)]
pub struct LawGoKr {
    outbound: Outbound,
    key: Secret,
    base: String,
}

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// XML; what the service itself is sure of.
    Xml,
    /// JSON.
    Json,
}

impl Format {
    /// `xml` or `json`.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
        }
    }
}

impl LawGoKr {
    /// The host a policy has to allow.
    pub const HOST: &'static str = "www.law.go.kr";
    /// What stands before `/lawSearch.do` in the service's own addresses.
    pub const BASE: &'static str = "https://www.law.go.kr/DRF";
    /// Documents on a page.
    pub const PER_PAGE: usize = 100;

    /// A client with the administrator's key (`OC`).
    pub fn new(outbound: Outbound, key: Secret) -> Self {
        Self::at(outbound, key, Self::BASE)
    }

    /// A client of a mirror, or of a test's server; `base` is what stands before `/lawSearch.do`.
    pub fn at(outbound: Outbound, key: Secret, base: &str) -> Self {
        Self { outbound, key, base: base.trim_end_matches('/').to_owned() }
    }

    /// A page of what has `words` in its title, from page 1.
    ///
    /// # Errors
    /// Those of [`Outbound::fetch`]; [`InferenceError::LawGoKr`] for a refusal or an unreadable list.
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

    /// A document as it comes, checked to be whole and not a refusal.
    ///
    /// # Errors
    /// Those of [`Outbound::fetch`]; [`InferenceError::LawGoKr`].
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
            Ok(Some(told)) => Err(self.refused(describe(listed), &format!("refused: {told}"))),
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

    /// The service may repeat the key in its message.
    fn refused(&self, what: String, problem: &str) -> InferenceError {
        let told: String = self.key.mask(problem).chars().take(300).collect();
        InferenceError::LawGoKr { what, problem: told }
    }
}

fn describe(listed: &Listed) -> String {
    format!("{} {} {:?}", listed.target, listed.serial, listed.title)
}

/// The message, when a JSON answer is a refusal: a message at the top, or one text where a document should be.
fn refusal(value: &Value) -> Option<String> {
    let Value::Object(fields) = value else { return Some("it is no object".into()) };
    let told = |name: &str| fields.get(name).and_then(Value::as_str);
    if let Some(message) = told("msg") {
        return Some([told("result").unwrap_or_default(), message].join(" ").trim().to_owned());
    }
    match fields.values().next() {
        None => Some("it is empty".into()),
        Some(Value::String(text)) if fields.len() == 1 => Some(text.clone()),
        Some(_) => None,
    }
}
