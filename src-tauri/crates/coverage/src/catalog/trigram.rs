//! Trigram similarity as PostgreSQL's `pg_trgm` defines it.
//!
//! Every word (a run of letters and digits, in lower case) gets two blanks in front and one behind.
//! The similarity of two texts is the number of trigrams they share divided by the number of
//! trigrams in either, each counted once.

use std::cmp::Ordering;

/// Returns the trigrams of a text, sorted and without repeats. Each packs three characters of 21
/// bits into one number.
pub(crate) fn trigrams(text: &str) -> Vec<u64> {
    let mut all = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let padded: Vec<char> = [' ', ' ']
            .into_iter()
            .chain(word.chars().flat_map(char::to_lowercase))
            .chain([' '])
            .collect();
        let packed =
            |it: &[char]| it.iter().fold(0u64, |all, c| (all << 21) | u64::from(u32::from(*c)));
        all.extend(padded.windows(3).map(packed));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns `similarity(a, b)` of `pg_trgm`, from 0 (nothing shared) to 1. The similarity of two
/// texts without a letter is 0.
pub fn similarity(a: &str, b: &str) -> f64 {
    jaccard(&trigrams(a), &trigrams(b))
}

/// Returns the Jaccard index of two sorted sets: the size of their intersection divided by that of
/// their union; 0 for two empty sets.
#[expect(clippy::cast_precision_loss, reason = "sets of a name's trigrams are small")]
pub(crate) fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let (mut rest_a, mut rest_b) = (a, b);
    let mut shared = 0usize;
    while let (Some((first_a, behind_a)), Some((first_b, behind_b))) =
        (rest_a.split_first(), rest_b.split_first())
    {
        match first_a.cmp(first_b) {
            Ordering::Less => rest_a = behind_a,
            Ordering::Greater => rest_b = behind_b,
            Ordering::Equal => {
                shared += 1;
                (rest_a, rest_b) = (behind_a, behind_b);
            }
        }
    }
    let either = a.len() + b.len() - shared;
    if either == 0 { 0.0 } else { shared as f64 / either as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, shared: u32, either: u32) {
        let expected = f64::from(shared) / f64::from(either);
        assert!((similarity(a, b) - expected).abs() < 1e-12, "{a} {b} {}", similarity(a, b));
    }

    /// The first case is the example of PostgreSQL's manual (0.36363637); the others were counted
    /// by hand.
    #[test]
    fn as_postgresql_counts() {
        check("word", "two words", 4, 11);
        check("cat", "cat", 4, 4);
        check("CAT", "cat!", 4, 4);
        check("암진단비", "암진단비(유사암제외)", 5, 11);
        check("암진단비", "유사암진단비", 3, 9);
        check("a", "b", 0, 4);
        assert_eq!(similarity("", ""), 0.0);
        assert_eq!(similarity("()", "암"), 0.0);
    }
}
