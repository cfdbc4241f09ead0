//! Boundaries of words in the letters, and particles.

use unicode_normalization::UnicodeNormalization;

use crate::normalise::{Gap, Normalised, has_final};

/// Returns the first letter of the word that contains letter `at`.
pub fn word_start(normal: &Normalised, at: usize) -> usize {
    let letters = &normal.letters;
    (1..=at.min(letters.len()))
        .rev()
        .find(|&i| i < letters.len() && letters[i].gap > Gap::Soft)
        .unwrap_or(0)
}

/// Returns one past the last letter of the word that contains letter `end - 1`.
pub fn word_end(normal: &Normalised, end: usize) -> usize {
    let letters = &normal.letters;
    (end..letters.len()).find(|&i| letters[i].gap > Gap::Soft).unwrap_or(letters.len()).max(end)
}

/// Returns `word` with the particle that fits its last sound: `은/는`, `이/가`, `을/를`, `과/와`.
pub fn with_particle(word: &str, pair: (&str, &str)) -> String {
    let last = word.nfc().filter(|c| c.is_alphanumeric() || *c == '%').last();
    let closed = match last {
        Some(c) if c.is_ascii_digit() => !matches!(c, '2' | '4' | '5' | '9'),
        Some(c) => has_final(c),
        None => false,
    };
    format!("{word}{}", if closed { pair.0 } else { pair.1 })
}

#[cfg(test)]
mod tests {
    use super::with_particle;

    #[test]
    fn particles_fit() {
        assert_eq!(with_particle("완치", ("은", "는")), "완치는");
        assert_eq!(
            with_particle("\u{1107}\u{1169}\u{110C}\u{1161}\u{11BC}", ("은", "는")).chars().last(),
            Some('은')
        );
        assert_eq!(with_particle("보장", ("은", "는")), "보장은");
        assert_eq!(with_particle("‘보장’", ("이", "가")), "‘보장’이");
        assert_eq!(with_particle("100%", ("이", "가")), "100%가");
        assert_eq!(with_particle("No.1", ("을", "를")), "No.1을");
    }
}
