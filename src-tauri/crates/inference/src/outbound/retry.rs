use std::time::Duration;

use jiff::fmt::rfc2822;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

/// Returns the waiting time before attempt `next` (2 is the first retry). It doubles up to `longest`; a
/// random factor from one half to one (`jitter` 0 to 1) spreads the retries of many desks.
pub(super) fn backoff(first: Duration, longest: Duration, next: u32, jitter: f64) -> Duration {
    let doubled =
        first.saturating_mul(1_u32.checked_shl(next.saturating_sub(2)).unwrap_or(u32::MAX));
    doubled.min(longest).mul_f64(0.5 + jitter.clamp(0.0, 1.0) / 2.0)
}

/// Returns the waiting time of the header `Retry-After`: seconds, or a date relative to the answer's `Date`.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let then = rfc2822::parse(text).ok()?.timestamp();
    let now = rfc2822::parse(headers.get(DATE)?.to_str().ok()?).ok()?.timestamp();
    Some(Duration::from_secs(u64::try_from(then.as_second() - now.as_second()).unwrap_or(0)))
}

/// Returns whether a retry after this status may succeed and is allowed; `repeatable` requests may be sent
/// twice.
pub(super) fn is_temporary(status: u16, repeatable: bool) -> bool {
    match status {
        // The server refused before it acted.
        429 | 503 => true,
        408 | 500 | 502 | 504 => repeatable,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

    use super::*;

    #[test]
    fn waits_double_up_to_the_longest() {
        let wait = |next, jitter| {
            backoff(Duration::from_millis(100), Duration::from_secs(1), next, jitter).as_millis()
        };
        assert_eq!(
            [wait(2, 1.0), wait(3, 1.0), wait(4, 1.0), wait(99, 1.0)],
            [100, 200, 400, 1000]
        );
        assert_eq!([wait(2, 0.0), wait(3, 0.5), wait(2, -7.0)], [50, 150, 50]);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let asked = |after: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, after.parse().unwrap());
            headers.insert(DATE, "Sun, 22 Nov 2026 01:00:00 GMT".parse().unwrap());
            retry_after(&headers).map(|it| it.as_secs())
        };
        assert_eq!(asked("7"), Some(7));
        assert_eq!(asked("Sun, 22 Nov 2026 01:00:30 GMT"), Some(30));
        assert_eq!(asked("Sun, 22 Nov 2026 00:00:00 GMT"), Some(0));
        assert_eq!(asked("soon"), None);
    }
}
