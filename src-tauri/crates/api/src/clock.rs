use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use simui_domain::Clock;
use uuid::Uuid;

/// Returns the machine's clock, with UUIDv7 ids.
pub fn system_clock() -> Clock {
    Clock::new(Timestamp::now, |_| Uuid::now_v7())
}

/// Returns the day in Korea, where laws come into force.
pub fn korean_day(now: Timestamp) -> Date {
    // Korea has been at UTC+9 without summer time since 1988.
    Zoned::new(now, TimeZone::fixed(jiff::tz::offset(9))).date()
}

/// Returns the minute on a clock in Korea, as people read it: `2026-03-02 14:05`.
pub fn korean_minute(at: Timestamp) -> String {
    Zoned::new(at, TimeZone::fixed(jiff::tz::offset(9))).strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_changes_at_korean_midnight() {
        for (now, day) in
            [("2026-11-20T14:59:59Z", "2026-11-20"), ("2026-11-20T15:00:00Z", "2026-11-21")]
        {
            let now: Timestamp = now.parse().unwrap_or_default();
            assert_eq!(korean_day(now).to_string(), day);
        }
    }
}
