//! The words for a rate with its interval.

use simui_api::types::Rate;

/// Returns the count, the share and its interval of 95 %, in Korean.
pub fn describe_rate(rate: &Rate) -> String {
    match (rate.share, rate.low, rate.high) {
        (Some(share), Some(low), Some(high)) => format!(
            "{}/{} ({:.1} %, 95 % 구간 {:.1}-{:.1} %)",
            rate.held,
            rate.of,
            100.0 * share,
            100.0 * low,
            100.0 * high
        ),
        _ => "잰 것이 없음".to_owned(),
    }
}
