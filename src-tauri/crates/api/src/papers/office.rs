//! 기관 정보: the settings of the office.

use crate::faults::ErrorCode;
use crate::types::{ChangeSettings, OfficeSettings, SettingsView};
use crate::{ApiError, Desk};

const SUBJECT: &str = "office";
/// Longest single line, in characters.
const LONGEST: usize = 200;
/// Longest text of several lines, in characters.
const LONGEST_TEXT: usize = 4000;

impl Desk {
    /// Returns the office's data on letters.
    pub async fn office(&self) -> Result<SettingsView<OfficeSettings>, ApiError> {
        crate::desk::settings::settings_in(&self.database, SUBJECT).await
    }

    /// Changes the data, signed by an administrator. Issued letters keep the data of their time.
    pub async fn set_office(
        &self,
        mut change: ChangeSettings<OfficeSettings>,
    ) -> Result<SettingsView<OfficeSettings>, ApiError> {
        change.settings = in_order(change.settings)?;
        self.change_settings(SUBJECT, change).await
    }
}

fn in_order(mut office: OfficeSettings) -> Result<OfficeSettings, ApiError> {
    let lines = [
        ("name", &mut office.name),
        ("address", &mut office.address),
        ("department", &mut office.department),
        ("telephone", &mut office.telephone),
        ("email", &mut office.email),
        ("signer", &mut office.signer),
        ("numbering", &mut office.numbering),
    ];
    for (field, text) in lines {
        *text = text.trim().to_owned();
        if text.chars().count() > LONGEST || text.chars().any(char::is_control) {
            return Err(refused(field, "is one line of at most 200 characters"));
        }
    }
    office.objection = office.objection.trim().to_owned();
    if office.objection.chars().count() > LONGEST_TEXT {
        return Err(refused("objection", "has at most 4,000 characters"));
    }
    if !office.email.is_empty() && !is_address(&office.email) {
        return Err(refused("email", "is an address such as review@office.kr"));
    }
    let Some(number) = number_text(&office.numbering, 2026, 1) else {
        return Err(refused(
            "numbering",
            "holds {year} and {number} (or {number:4}) and no other braces, so that no number comes twice",
        ));
    };
    if number.chars().count() > LONGEST {
        return Err(refused("numbering", "makes numbers that are too long"));
    }
    Ok(office)
}

fn refused(field: &str, rule: &str) -> ApiError {
    ApiError::invalid(
        ErrorCode::OfficeFieldUnfit,
        &[],
        format!("office {field}: it {rule}; change it and try again"),
    )
}

/// Whether the text is exactly one mail address, so that it cannot add a header.
pub(super) fn is_address(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_graphic() && !"<>()[],;:\\\"".contains(c);
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.contains('@') && text.chars().all(plain)
    })
}

/// Formats a number by the office's rule; `None` when the rule could give the same text for two numbers.
pub(super) fn number_text(rule: &str, year: i16, number: u32) -> Option<String> {
    let mut text = String::new();
    let (mut years, mut numbers) = (0, 0);
    let mut rest = rule;
    while let Some((before, after)) = rest.split_once('{') {
        let (field, after) = after.split_once('}')?;
        text.push_str(before);
        match field.split_once(':') {
            None if field == "year" => {
                text.push_str(&year.to_string());
                years += 1;
            }
            None if field == "number" => {
                text.push_str(&number.to_string());
                numbers += 1;
            }
            Some(("number", width)) => {
                let width: usize = width.parse().ok().filter(|width| *width <= 9)?;
                text.push_str(&format!("{number:0width$}"));
                numbers += 1;
            }
            _ => return None,
        }
        rest = after;
    }
    let both = years > 0 && numbers > 0 && !rest.contains('}') && !text.contains('}');
    // Adjacent digits would be ambiguous: 2026 1 and 202 61 would both be 20261.
    let apart = !rule.contains("}{");
    (both && apart).then(|| text + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_rule() {
        for (rule, expected) in [
            ("{year}-{number}", Some("2026-7")),
            ("{year}-{number:4}", Some("2026-0007")),
            ("심의 제{year}-{number:3}호", Some("심의 제2026-007호")),
            ("{number}/{year}", Some("7/2026")),
            ("{year}{number}", None),
            ("{year}", None),
            ("{number}", None),
            ("", None),
            ("{year}-{number", None),
            ("{year}-number}", None),
            ("{year}-{number}}", None),
            ("{year}-{number:x}", None),
            ("{year}-{number:4}-{month}", None),
        ] {
            assert_eq!(number_text(rule, 2026, 7).as_deref(), expected, "{rule}");
        }
    }

    #[test]
    fn an_address_is_one_address() {
        for (text, is) in [
            ("review@office.kr", true),
            ("a@b", false),
            ("a@b.kr\r\nBcc: c@d.kr", false),
            ("a@b.kr, c@d.kr", false),
            ("<a@b.kr>", false),
            ("", false),
        ] {
            assert_eq!(is_address(text), is, "{text:?}");
        }
    }

    #[test]
    fn what_is_set_is_checked() {
        let office = |change: fn(&mut OfficeSettings)| {
            let mut office = OfficeSettings { name: " 가나 ".to_owned(), ..Default::default() };
            change(&mut office);
            in_order(office).map(|it| it.name).map_err(|error| error.to_string())
        };
        assert_eq!(office(|_| {}), Ok("가나".to_owned()));
        for (change, expected) in [
            ((|it| it.address = "가\n나".into()) as fn(&mut OfficeSettings), "office address"),
            (|it| it.email = "nobody".into(), "office email"),
            (|it| it.numbering = "{number}".into(), "office numbering"),
            (|it| it.objection = "가".repeat(4001), "office objection"),
        ] {
            assert!(office(change).is_err_and(|error| error.contains(expected)), "{expected}");
        }
    }
}
