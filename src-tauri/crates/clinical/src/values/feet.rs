//! Reads heights in feet and inches: 5'10", 5 ft 7 in.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::numbers::pattern;

static FEET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"^([3-7])\s?(?:'|ft\.?|feet|피트)\s?(?:(\d{1,2})\s?(?:"|''|in\b|inch|인치)?)?"#)
});

/// A height at the start of `text`: centimetres, and the length of its words in bytes.
pub(crate) fn feet(text: &str) -> Option<(f64, usize)> {
    let found = FEET.captures(text)?;
    let feet: f64 = found.get(1)?.as_str().parse().ok()?;
    let inches: f64 = found.get(2).map_or(Some(0.0), |it| it.as_str().parse().ok())?;
    Some(((30.48 * feet + 2.54 * inches).round(), found.get(0)?.len()))
}

#[cfg(test)]
mod tests {
    use super::feet;

    #[test]
    fn feet_and_inches_are_centimetres() {
        for (text, expected) in [
            ("5'10\"", Some(178.0)),
            ("5 ft 7 in", Some(170.0)),
            ("6'", Some(183.0)),
            ("5.9", None),
        ] {
            assert_eq!(feet(text).map(|it| it.0), expected, "{text}");
        }
    }
}
