//! Computes when something was measured from the words of the extraction: `3일 전`, `어제`, `2025년 3월`.

use std::sync::LazyLock;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use regex::Regex;

/// A length of time before the turn.
static AGO: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(\d{1,3})(년|개월|주|일|시간|분) 전$").ok());
/// A date in the normal form of the extraction.
static DAY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(\d{4})년(?: (\d{1,2})월)?(?: (\d{1,2})일)?$").ok());

/// The moment that the words mean, never later than `stated_at`. A month or a year stands for its middle.
/// `None` if the words have no date.
pub(super) fn moment(words: &str, stated_at: Timestamp) -> Option<Timestamp> {
    let hours = |hours: i64| stated_at.checked_sub(SignedDuration::from_hours(hours)).ok();
    let found = match words {
        "방금" | "오늘" | "오늘 아침" | "오늘아침" => Some(stated_at),
        "어제" | "어젯밤" | "어제저녁" => hours(24),
        "그저께" | "그제" | "엊그제" => hours(48),
        "며칠 전" => hours(3 * 24),
        "지난주" | "저번주" | "저번 주" | "지난 주" => hours(7 * 24),
        "지난달" | "지난 달" | "저번달" => hours(30 * 24),
        "작년" | "지난해" => hours(365 * 24),
        "재작년" => hours(2 * 365 * 24),
        words => match AGO.as_ref()?.captures(words) {
            Some(ago) => {
                let number: i64 = ago[1].parse().ok()?;
                match &ago[2] {
                    "년" => hours(number * 365 * 24),
                    "개월" => hours(number * 30 * 24),
                    "주" => hours(number * 7 * 24),
                    "일" => hours(number * 24),
                    "시간" => hours(number),
                    _ => stated_at.checked_sub(SignedDuration::from_mins(number)).ok(),
                }
            }
            None => day(words),
        },
    };
    found.map(|it| it.min(stated_at))
}

/// Noon (UTC) of a date, or of the middle of a month or year.
fn day(words: &str) -> Option<Timestamp> {
    let found = DAY.as_ref()?.captures(words)?;
    let part = |group: usize| found.get(group).and_then(|it| it.as_str().parse::<i8>().ok());
    let (month, day) = match (part(2), part(3)) {
        (Some(month), Some(day)) => (month, day),
        (Some(month), None) => (month, 15),
        _ => (7, 1),
    };
    let date = Date::new(found[1].parse().ok()?, month, day).ok()?;
    Some(date.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn words_become_moments() {
        let now: Timestamp = "2026-11-22T12:00:00Z".parse().unwrap();
        let check = |words: &str, expected: Option<&str>| {
            let expected = expected.map(|it| it.parse::<Timestamp>().unwrap());
            assert_eq!(moment(words, now), expected, "{words}");
        };
        check("3일 전", Some("2026-11-19T12:00:00Z"));
        check("2시간 전", Some("2026-11-22T10:00:00Z"));
        check("어제", Some("2026-11-21T12:00:00Z"));
        check("오늘 아침", Some("2026-11-22T12:00:00Z"));
        check("2026년 3월", Some("2026-03-15T12:00:00Z"));
        check("2025년 3월 2일", Some("2025-03-02T12:00:00Z"));
        check("2026년 12월 2일", Some("2026-11-22T12:00:00Z"));
        check("2026년 13월", None);
        check("몇개월 전", None);
        check("언젠가", None);
    }
}
