use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A service of data.go.kr whose rows a desk can fetch.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Name in commands, settings and files: `dur-product-age`. Never changes.
    pub key: String,
    /// Korean name that people read: `DUR 품목 특정연령대금기`.
    pub name: String,
    /// What its rows are.
    pub group: Group,
    /// Part of the address after the host.
    pub path: String,
    /// Rows of a page, 1 to 500.
    pub rows: u32,
    /// Fields that every item has.
    pub fields: Vec<String>,
    /// Whether its rows are so many that they take long to fetch and slow down every question.
    #[serde(default)]
    pub large: bool,
    /// Parameter with a first day of change; `None` when the service cannot tell what has changed.
    #[serde(default)]
    pub since: Option<String>,
}

/// What the rows of a service are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Labels for the public (e약은요).
    Label,
    /// Permits with the label for professionals.
    Permit,
    /// DUR by ingredient.
    DurIngredient,
    /// DUR by product.
    DurProduct,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Services {
    host: String,
    service: Vec<Service>,
}

/// Most rows of a page that any service gives.
const MOST_ROWS: u32 = 500;

static SERVICES: LazyLock<Services> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is built in, and a test reads it")]
    Services::parse(include_str!("services.toml")).expect("services.toml is in its form")
});

impl Service {
    /// Returns the services of `services.toml`, in its order.
    pub fn all() -> &'static [Self] {
        &SERVICES.service
    }

    /// Returns the service with this key or Korean name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|it| it.key == name || it.name == name)
    }

    /// Returns the host of the services, which the outbound policy must allow.
    pub fn host() -> &'static str {
        &SERVICES.host
    }

    /// Returns the number of pages that `total` rows fill.
    pub(super) fn pages(&self, total: u64) -> u64 {
        total.div_ceil(u64::from(self.rows))
    }
}

impl Services {
    fn parse(text: &str) -> Result<Self, String> {
        let services: Self =
            toml::from_str(text).map_err(|error| format!("services.toml: {}", error.message()))?;
        let mut keys = BTreeSet::new();
        for service in &services.service {
            let wrong = |what: &str| Err(format!("services.toml: {:?}: {what}", service.key));
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if service.key.is_empty() || !service.key.chars().all(plain) {
                return wrong("key has other letters than a-z, 0-9 and hyphens");
            }
            if !keys.insert(&service.key) {
                return wrong("key is there twice");
            }
            if !service.path.starts_with('/') || service.path.contains(['?', '#', ' ']) {
                return wrong("path does not begin with a slash, or has parameters");
            }
            if !(1..=MOST_ROWS).contains(&service.rows) {
                return wrong("rows are not 1 to 500");
            }
            if service.fields.is_empty() {
                return wrong("fields are missing");
            }
        }
        Ok(services)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_services_are_in_their_form() {
        let services = Services::parse(include_str!("services.toml"));
        assert_eq!(services.map(|it| it.host), Ok("apis.data.go.kr".to_owned()));
        assert_eq!(Service::named("e약은요").map(|it| it.key.as_str()), Some("label"));
        assert_eq!(Service::named("permit").map(|it| it.pages(201)), Some(3));
        assert_eq!(Service::named("price"), None);
    }

    #[test]
    fn a_mistake_in_the_services_is_named() {
        let one = "host = \"a.kr\"\n[[service]]\nkey = \"a\"\nname = \"가\"\ngroup = \"label\"\n\
                   path = \"/a\"\nrows = 100\nfields = [\"b\"]\n";
        assert!(Services::parse(one).is_ok());
        let twice = one.to_owned() + one.split_once('\n').map_or("", |(_, rest)| rest);
        for (text, problem) in [
            (one.replace("\"a\"\nname", "\"a/b\"\nname"), "other letters"),
            (one.replace("\"/a\"", "\"a\""), "begin with a slash"),
            (one.replace("\"/a\"", "\"/a?b=c\""), "parameters"),
            (one.replace("rows = 100", "rows = 0"), "1 to 500"),
            (one.replace("[\"b\"]", "[]"), "fields are missing"),
            (one.replace("\"label\"", "\"price\""), "price"),
            (one.replace("rows", "lines"), "lines"),
            (twice, "there twice"),
        ] {
            let error = Services::parse(&text).err().unwrap_or_default();
            assert!(error.contains(problem), "{text}\n{error}");
        }
    }
}
