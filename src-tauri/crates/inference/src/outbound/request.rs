use reqwest::Url;
use std::fmt;

use super::answer::Expect;
use super::policy::place;
use super::secret::Secret;
use crate::InferenceError;

/// How a request is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Asks; may be repeated.
    Get,
    /// Sends a body; repeated only where the other side cannot have acted on it.
    Post,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Get => "GET",
            Self::Post => "POST",
        })
    }
}

/// What is to be asked of whom. Its address and its keys do not show in `{:?}`.
#[derive(Clone)]
pub struct Request {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) secret_query: Option<(String, Secret)>,
    pub(super) bearer: Option<Secret>,
    pub(super) body: Vec<u8>,
    pub(super) expect: Expect,
    pub(super) most_bytes: u64,
    /// Sending it twice does no harm.
    pub(super) repeatable: bool,
}

/// Largest answer unless a request says otherwise.
const MOST_BYTES: u64 = 32 << 20;

impl Request {
    /// Asks for what is at an address.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when it is no address.
    pub fn get(url: &str) -> Result<Self, InferenceError> {
        let url = Url::parse(url).map_err(|error| InferenceError::Refused {
            // The address may hold a key: only the reason is told.
            host: "an address".into(),
            problem: format!("it cannot be read ({error}); write it like https://host/path"),
        })?;
        Ok(Self {
            method: Method::Get,
            url,
            secret_query: None,
            bearer: None,
            body: Vec::new(),
            expect: Expect::Anything,
            most_bytes: MOST_BYTES,
            repeatable: true,
        })
    }

    /// Sends JSON to an address.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when it is no address.
    pub fn post_json(url: &str, body: Vec<u8>) -> Result<Self, InferenceError> {
        Ok(Self { method: Method::Post, body, repeatable: false, ..Self::get(url)? })
    }

    /// With a parameter in the query.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.url.query_pairs_mut().append_pair(name, value);
        self
    }

    /// With a key as a parameter in the query, for services that want it there.
    #[must_use]
    pub fn secret_query(mut self, name: &str, key: &Secret) -> Self {
        self.secret_query = Some((name.to_owned(), key.clone()));
        self
    }

    /// With a key in the header `Authorization: Bearer`.
    #[must_use]
    pub fn bearer(mut self, key: &Secret) -> Self {
        self.bearer = Some(key.clone());
        self
    }

    /// With a form the answer must have.
    #[must_use]
    pub fn expecting(mut self, expect: Expect) -> Self {
        self.expect = expect;
        self
    }

    /// With another bound on the answer's bytes (32 MiB unless said).
    #[must_use]
    pub fn at_most(mut self, bytes: u64) -> Self {
        self.most_bytes = bytes;
        self
    }

    /// Sends a body that changes nothing on the other side: it may be sent again after any temporary fault.
    #[must_use]
    pub fn repeatable(mut self) -> Self {
        self.repeatable = true;
        self
    }

    /// `text` without the request's keys.
    pub(super) fn mask(&self, text: &str) -> String {
        let keys = self.secret_query.iter().map(|(_, key)| key).chain(&self.bearer);
        keys.fold(text.to_owned(), |text, key| key.mask(&text))
    }

    pub(super) fn host(&self) -> String {
        place(&self.url)
    }

    /// Path and names of query parameters, keys masked should the path have one.
    pub(super) fn path(&self) -> String {
        let mut names: Vec<String> =
            self.url.query_pairs().map(|(name, _)| name.into_owned()).collect();
        names.extend(self.secret_query.iter().map(|(name, _)| name.clone()));
        let names = names.join("&");
        let path = self.url.path();
        self.mask(&if names.is_empty() { path.to_owned() } else { format!("{path}?{names}") })
    }

    /// The address as sent.
    pub(super) fn address(&self) -> Url {
        let mut url = self.url.clone();
        if let Some((name, key)) = &self.secret_query {
            url.query_pairs_mut().append_pair(name, key.reveal());
        }
        url
    }

    pub(super) fn unreachable(&self, problem: impl Into<String>) -> InferenceError {
        let problem = self.mask(&problem.into());
        InferenceError::Unreachable { host: self.host(), path: self.path(), problem }
    }

    pub(crate) fn answer(&self, problem: impl Into<String>) -> InferenceError {
        let problem = self.mask(&problem.into());
        InferenceError::Answer { host: self.host(), path: self.path(), problem }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.method, self.host(), self.path())
    }
}
