use reqwest::Url;
use std::fmt;

use super::answer::Expect;
use super::policy::place;
use super::secret::Secret;
use crate::{InferenceError, Refusal};

/// The HTTP method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// A read-only request; may be repeated.
    Get,
    /// A request with a body; repeated only if the server cannot have acted on it.
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

/// A request. `{:?}` shows neither its query values nor its keys.
#[derive(Clone)]
pub struct Request {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) secret_query: Option<(String, Secret)>,
    pub(super) bearer: Option<Secret>,
    pub(super) body: Vec<u8>,
    pub(super) expect: Expect,
    pub(super) most_bytes: u64,
    /// Whether the request may be sent twice.
    pub(super) repeatable: bool,
}

/// Default limit of an answer in bytes.
const MOST_BYTES: u64 = 32 << 20;

impl Request {
    /// Makes a GET request.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when `url` is not valid.
    pub fn get(url: &str) -> Result<Self, InferenceError> {
        let url = Url::parse(url).map_err(|error| InferenceError::Refused {
            // The address may contain a key, so only the reason is reported.
            host: "an address".into(),
            cause: Refusal::Unreadable,
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

    /// Makes a POST request with a JSON body.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] when `url` is not valid.
    pub fn post_json(url: &str, body: Vec<u8>) -> Result<Self, InferenceError> {
        Ok(Self { method: Method::Post, body, repeatable: false, ..Self::get(url)? })
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.url.query_pairs_mut().append_pair(name, value);
        self
    }

    /// Adds a key as a query parameter, for services that require it there.
    #[must_use]
    pub fn secret_query(mut self, name: &str, key: &Secret) -> Self {
        self.secret_query = Some((name.to_owned(), key.clone()));
        self
    }

    /// Adds a key in the header `Authorization: Bearer`.
    #[must_use]
    pub fn bearer(mut self, key: &Secret) -> Self {
        self.bearer = Some(key.clone());
        self
    }

    /// Sets the expected form of the answer.
    #[must_use]
    pub fn expecting(mut self, expect: Expect) -> Self {
        self.expect = expect;
        self
    }

    /// Sets the limit of the answer in bytes (default 32 MiB).
    #[must_use]
    pub fn at_most(mut self, bytes: u64) -> Self {
        self.most_bytes = bytes;
        self
    }

    /// Marks the request as free of side effects: it may be repeated after any temporary failure.
    #[must_use]
    pub fn repeatable(mut self) -> Self {
        self.repeatable = true;
        self
    }

    /// Returns `text` with the request's keys masked.
    pub(super) fn mask(&self, text: &str) -> String {
        let keys = self.secret_query.iter().map(|(_, key)| key).chain(&self.bearer);
        keys.fold(text.to_owned(), |text, key| key.mask(&text))
    }

    pub(super) fn host(&self) -> String {
        place(&self.url)
    }

    /// Returns the path and the names of query parameters, with keys masked.
    pub(super) fn path(&self) -> String {
        let mut names: Vec<String> =
            self.url.query_pairs().map(|(name, _)| name.into_owned()).collect();
        names.extend(self.secret_query.iter().map(|(name, _)| name.clone()));
        let names = names.join("&");
        let path = self.url.path();
        self.mask(&if names.is_empty() { path.to_owned() } else { format!("{path}?{names}") })
    }

    /// Returns the address including secret parameters.
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
