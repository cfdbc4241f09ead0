use std::sync::LazyLock;

use serde::Deserialize;

use crate::DataFault;

/// What a reason code of data.go.kr means.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reason {
    /// Two digits.
    code: String,
    fault: Kind,
    /// Whether the same request may work at once.
    #[serde(default)]
    pub temporary: bool,
    /// What to do.
    pub advice: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Key,
    Calls,
    Refused,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reasons {
    reason: Vec<Reason>,
}

static REASONS: LazyLock<Reasons> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is built in, and a test reads it")]
    toml::from_str(include_str!("reasons.toml")).expect("reasons.toml is in its form")
});

impl Reason {
    /// Returns the meaning of a code, which some services write without its zero; `None` for an unknown one.
    pub(super) fn of(code: &str) -> Option<&'static Self> {
        let bare = |code: &str| code.trim_start_matches('0').to_owned();
        REASONS.reason.iter().find(|it| bare(&it.code) == bare(code))
    }

    /// Returns the case that an error tells.
    pub(super) fn fault(&self) -> DataFault {
        match self.fault {
            Kind::Key => DataFault::Key,
            Kind::Calls => DataFault::Calls,
            Kind::Refused => DataFault::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart() {
        for (code, fault) in [
            ("22", Some(DataFault::Calls)),
            ("30", Some(DataFault::Key)),
            ("31", Some(DataFault::Key)),
            ("01", Some(DataFault::Refused)),
            ("1", Some(DataFault::Refused)),
            ("12", Some(DataFault::Refused)),
            ("77", None),
            ("", None),
        ] {
            assert_eq!(Reason::of(code).map(Reason::fault), fault, "{code}");
        }
    }
}
