//! Codes of the Korean classification of diseases (KCD), alone and in ranges: I63, F04-F99.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use regex::{Captures, Regex};

/// Codes of diseases, as ranges of numbers of which each stands for a code with one digit behind its point.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Codes(Vec<RangeInclusive<u32>>);

/// One code of a folded text, or a range of which the end may leave its letter out: i60-i62, i60-62.
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn pattern() -> &'static Regex {
    static PATTERN: OnceLock<Regex> = OnceLock::new();
    PATTERN.get_or_init(|| {
        let code = r"([a-z])([0-9]{2})(?:\.([0-9]))?(?:-([a-z])?([0-9]{2})(?:\.([0-9]))?)?";
        Regex::new(code).expect("a valid pattern")
    })
}

impl Codes {
    /// Reads all codes of a folded text.
    pub(crate) fn read(text: &str) -> Self {
        Self(pattern().captures_iter(text).filter_map(|it| range(&it)).collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how many codes these are.
    pub(crate) fn width(&self) -> u32 {
        self.0.iter().map(|it| 1 + it.end().saturating_sub(*it.start())).sum()
    }

    /// Whether some codes have a letter of these.
    pub(crate) fn share_letter(&self, others: &Self) -> bool {
        let letters = |it: &RangeInclusive<u32>| (it.start() / 1_000, it.end() / 1_000);
        let mut own = self.0.iter().map(letters);
        own.any(|own| others.0.iter().map(letters).any(|it| own.0 <= it.1 && it.0 <= own.1))
    }

    /// Whether all of some codes are among these; never of no codes.
    pub(crate) fn include(&self, others: &Self) -> bool {
        let has = |of: &RangeInclusive<u32>| {
            self.0.iter().any(|it| it.contains(of.start()) && it.contains(of.end()))
        };
        !others.is_empty() && others.0.iter().all(has)
    }
}

impl fmt::Display for Codes {
    /// Writes codes as they are read again: i60-i63, k64.0.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = |number: u32, whole: u32| {
            let letter = char::from_u32(u32::from(b'a') + number / 1_000).unwrap_or_default();
            let digit =
                if number % 10 == whole { String::new() } else { format!(".{}", number % 10) };
            format!("{letter}{:02}{digit}", number / 10 % 100)
        };
        let all = self.0.iter().map(|range| {
            let (first, last) = (code(*range.start(), 0), code(*range.end(), 9));
            if first == last { first } else { format!("{first}-{last}") }
        });
        to.write_str(&all.collect::<Vec<String>>().join(","))
    }
}

/// Returns the numbers of a code or range; a code without a digit behind its point stands for all ten.
fn range(found: &Captures<'_>) -> Option<RangeInclusive<u32>> {
    let text = |group: usize| found.get(group).map(|it| it.as_str());
    let digit = |group: usize| text(group).and_then(|it| it.parse::<u32>().ok());
    let number = |letter: &str, number: u32, digit: u32| {
        let letter = letter.bytes().next().map(|it| u32::from(it - b'a'));
        letter.map(|it| (it * 100 + number) * 10 + digit)
    };
    let start = number(text(1)?, digit(2)?, digit(3).unwrap_or(0))?;
    let end = match digit(5) {
        Some(last) => number(text(4).or(text(1))?, last, digit(6).unwrap_or(9))?,
        None => number(text(1)?, digit(2)?, digit(3).unwrap_or(9))?,
    };
    (start <= end).then_some(start..=end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_include_each_other() {
        let check = |all: &str, some: &str, expected: bool| {
            let (all, some) = (Codes::read(all), Codes::read(some));
            assert_eq!(all.include(&some), expected, "{all:?} {some:?}");
        };
        check("i60-i63,i65", "i63", true);
        check("i60-63", "i63.5", true);
        check("i60-i62", "i63", false);
        check("f04-f99", "f32-f33", true);
        check("k60-k62,k64", "k64", true);
        check("s02.5", "s02", false);
        check("c00-c97", "", false);
        for codes in ["i60-i63,i65", "k64.1", "o82", "s02.5,s72"] {
            assert_eq!(Codes::read(codes).to_string(), codes);
        }
        assert_eq!(Codes::read("i63").width(), 10);
        assert!(Codes::read("90일 1,000만원").is_empty());
    }
}
