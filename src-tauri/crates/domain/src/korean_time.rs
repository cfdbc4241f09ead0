use jiff::civil::Date;
use jiff::{Timestamp, tz};

/// Returns the day in Korea, where laws come into force.
pub fn korean_day(now: Timestamp) -> Date {
    // Korea has been at UTC+9 without summer time since 1988.
    tz::offset(9).to_datetime(now).date()
}

/// Returns the minute on a clock in Korea, as people read it: `2026-03-02 14:05`.
pub fn korean_minute(at: Timestamp) -> String {
    tz::offset(9).to_datetime(at).strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_changes_at_korean_midnight() {
        for (now, day, minute) in [
            ("2026-11-20T14:59:59Z", "2026-11-20", "2026-11-20 23:59"),
            ("2026-11-20T15:00:00Z", "2026-11-21", "2026-11-21 00:00"),
        ] {
            let now: Timestamp = now.parse().unwrap_or_default();
            assert_eq!(
                (korean_day(now).to_string().as_str(), korean_minute(now).as_str()),
                (day, minute)
            );
        }
    }
}
