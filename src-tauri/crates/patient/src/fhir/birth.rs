//! Computes an age from a birth date, which in FHIR may be a year or a month only.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Unit};

use crate::Value;

/// The age at a moment. A year or a month without a day counts from its middle, and the age is then
/// marked as approximate.
pub(super) fn age(born: &str, now: Timestamp) -> Result<Value, String> {
    let today = now.to_zoned(TimeZone::UTC).date();
    let born = born.trim();
    let (middle, is_partial) = match born.len() {
        4 => (format!("{born}-07-01"), true),
        7 => (format!("{born}-15"), true),
        _ => (born.to_owned(), false),
    };
    let date: Date = middle.parse().map_err(|_| format!("birthDate {born:?} is no date"))?;
    // The middle of the present year or month may be still to come.
    let is_now = today.to_string().starts_with(born);
    let date = if is_partial && is_now { date.min(today) } else { date };
    let lived = date.until((Unit::Month, today)).map_err(|error| error.to_string())?;
    if date > today {
        return Err(format!("birthDate {born} lies in the future"));
    }
    let months = u32::try_from(lived.get_months())
        .map_err(|_| format!("birthDate {born} lies in the future"))?;
    Ok(Value::Age {
        years: months / 12,
        months: (!is_partial && months < 36).then_some(months),
        approximate: is_partial,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn an_age_is_as_exact_as_the_date() {
        let now = "2026-11-22T09:00:00Z".parse().unwrap();
        let check = |born: &str, years: u32, months: Option<u32>, approximate: bool| {
            assert_eq!(age(born, now), Ok(Value::Age { years, months, approximate }), "{born}");
        };
        check("1961-11-22", 65, None, false);
        check("1961-11-23", 64, None, false);
        check("2025-01-30", 1, Some(21), false);
        check("1961", 65, None, true);
        check("1961-12", 64, None, true);
        check("2026", 0, None, true);
        check("2026-11", 0, None, true);
        for wrong in ["12. April", "", "19610", "1961-13", "2027", "2026-12", "2026-11-23"] {
            assert!(age(wrong, now).is_err(), "{wrong}");
        }
    }
}
