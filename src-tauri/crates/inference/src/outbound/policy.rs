use std::net::IpAddr;

use reqwest::Url;

use super::request::Request;
use crate::{InferenceError, Refusal};

/// The hosts that may be called. [`Policy::default`] allows none; loopback is always allowed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    allowed: Vec<Allowed>,
    /// Proxy for all calls except loopback, for example `http://proxy.office.kr:3128`.
    pub proxy: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Allowed {
    host: String,
    port: Option<u16>,
    plain: bool,
}

impl Policy {
    /// Makes a policy for hosts such as `www.law.go.kr` (HTTPS) or `models.office.kr:8443`; a host without
    /// encryption has its scheme: `http://10.0.0.5:11434`. Subdomains are not included.
    ///
    /// # Errors
    /// [`InferenceError::Refused`] for text that is no host.
    pub fn allowing<S: AsRef<str>>(
        hosts: impl IntoIterator<Item = S>,
    ) -> Result<Self, InferenceError> {
        let allowed =
            hosts.into_iter().map(|host| parse(host.as_ref())).collect::<Result<_, _>>()?;
        Ok(Self { allowed, proxy: None })
    }

    /// Returns whether any host beyond loopback may be called.
    pub fn is_open(&self) -> bool {
        !self.allowed.is_empty()
    }

    /// Returns whether a request may be sent.
    pub fn allows(&self, request: &Request) -> bool {
        self.check(&request.url).is_ok()
    }

    /// Fails for an address that the policy does not allow.
    pub(super) fn check(&self, url: &Url) -> Result<(), InferenceError> {
        let refused = |cause, problem: &str| {
            Err(InferenceError::Refused { host: place(url), cause, problem: problem.to_owned() })
        };
        if !matches!(url.scheme(), "http" | "https") {
            return refused(
                Refusal::Address,
                "only http and https are spoken; correct the address",
            );
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refused(
                Refusal::Address,
                "an address may not carry a name and password; store a key in the keyring",
            );
        }
        if is_loopback(url) {
            return Ok(());
        }
        let host = url.host_str().unwrap_or_default();
        let mut same_host = self.allowed.iter().filter(|it| it.host == host).peekable();
        if same_host.peek().is_none() {
            return refused(
                Refusal::NotAllowed,
                "calls to this host are not allowed; an administrator can allow it in the settings",
            );
        }
        let fits = |allowed: &Allowed| {
            allowed.plain == (url.scheme() == "http")
                && allowed.port.is_none_or(|port| url.port_or_known_default() == Some(port))
        };
        if same_host.any(fits) {
            return Ok(());
        }
        refused(
            Refusal::NotAllowed,
            "this host is allowed with another scheme or port only; correct the address or the settings",
        )
    }
}

fn parse(text: &str) -> Result<Allowed, InferenceError> {
    let wrong = || InferenceError::Refused {
        host: text.chars().take(80).collect(),
        cause: Refusal::Address,
        problem: "this is no host; write it like www.law.go.kr or http://10.0.0.5:11434".into(),
    };
    let full = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let url = Url::parse(&full).map_err(|_| wrong())?;
    let bare = matches!(url.path(), "/" | "")
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none()
        && matches!(url.scheme(), "http" | "https");
    // A star would look like a wildcard, which is not supported.
    let host =
        url.host_str().filter(|host| bare && !host.contains('*')).ok_or_else(wrong)?.to_owned();
    Ok(Allowed { host, port: url.port(), plain: url.scheme() == "http" })
}

/// Returns whether an address is on this machine by its name, without a lookup.
pub(super) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let number = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || number.is_ok_and(|it| it.is_loopback())
}

/// Returns the host of an address, with its port unless it is the default.
pub(super) fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or("(no host)");
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

    use super::*;

    fn check(policy: &Policy, url: &str, allowed: bool) {
        let verdict = policy.check(&Url::parse(url).unwrap());
        assert_eq!(verdict.is_ok(), allowed, "{url}: {verdict:?}");
    }

    #[test]
    fn nothing_but_loopback_unless_allowed() {
        let none = Policy::default();
        for url in
            ["http://127.0.0.1:9/a", "http://localhost/", "http://[::1]:8/", "http://127.9.9.9"]
        {
            check(&none, url, true);
        }
        for url in [
            "https://www.law.go.kr/",
            "http://localhost.evil.kr/",
            "http://127.0.0.1.evil.kr/",
            "http://10.0.0.1/",
            "http://0.0.0.0/",
            "ftp://localhost/",
            "http://name:word@localhost/",
        ] {
            check(&none, url, false);
        }
    }

    #[test]
    fn a_host_is_allowed_with_its_scheme_and_port() {
        let some =
            Policy::allowing(["www.law.go.kr", "http://10.0.0.5:11434", "a.kr:8443"]).unwrap();
        check(&some, "https://www.law.go.kr/DRF/lawSearch.do?OC=x", true);
        check(&some, "https://WWW.LAW.GO.KR/", true);
        check(&some, "http://www.law.go.kr/", false);
        check(&some, "https://evil.www.law.go.kr/", false);
        check(&some, "https://law.go.kr/", false);
        check(&some, "http://10.0.0.5:11434/v1", true);
        check(&some, "http://10.0.0.5/v1", false);
        check(&some, "https://a.kr:8443/", true);
        check(&some, "https://a.kr/", false);
        for text in [
            "",
            "a b",
            "https://a.kr/path",
            "https://a.kr/#part",
            "ftp://a.kr",
            "https://u@a.kr",
            "https://:word@a.kr",
            "*",
            "*.a.kr",
        ] {
            assert!(Policy::allowing([text]).is_err(), "{text}");
        }
    }
}
