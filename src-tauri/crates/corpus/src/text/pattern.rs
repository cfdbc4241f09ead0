use regex::Regex;

/// Compiles a constant pattern.
#[expect(
    clippy::expect_used,
    reason = "every pattern is a constant that the tests of its file compile"
)]
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}
