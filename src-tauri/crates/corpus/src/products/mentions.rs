//! The places of a text where the name of a product may stand.

use simui_domain::Span;
use simui_korean::hangul::is_syllable;
use simui_korean::particles::{self, Place};
use unicode_normalization::UnicodeNormalization;

use super::keys::is_of_key;

/// Longest name, in characters.
const LONGEST: usize = 40;
/// Fewest characters of a name.
const SHORTEST: usize = 2;
/// Most spaces inside a name as people write it: `나무펜 정 500 밀리그램`.
const MOST_SPACES: usize = 3;
/// Most candidates of one text.
const MOST: usize = 20_000;

/// A part of a text that may be a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The part as keys are written.
    pub key: String,
    /// Its place, in Unicode scalars.
    pub span: Span,
}

/// Returns every part that begins a word and ends before a particle, another script, or a sign.
pub(super) fn candidates(text: &str) -> Vec<Candidate> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    for start in 0..letters.len() {
        if !is_of_key(letters[start]) || start > 0 && is_of_key(letters[start - 1]) {
            continue;
        }
        extend(&letters, start, &mut found);
        if found.len() > MOST {
            break;
        }
    }
    found
}

/// Adds the candidates that begin at `start`.
fn extend(letters: &[char], start: usize, found: &mut Vec<Candidate>) {
    let (mut key, mut spaces) = (String::new(), 0);
    for end in start..letters.len().min(start + LONGEST) {
        let letter = letters[end];
        if letter == ' ' {
            spaces += 1;
            if spaces > MOST_SPACES {
                return;
            }
            continue;
        }
        // Brackets stand in names (아세트아미노펜) and are left out of keys.
        if !is_of_key(letter) && !matches!(letter, '(' | ')' | '-') {
            return;
        }
        let folded = std::iter::once(letter).nfkc().flat_map(char::to_lowercase);
        key.extend(folded.filter(|it| is_of_key(*it)));
        if is_of_key(letter) && key.chars().count() >= SHORTEST && may_end(letters, end) {
            found.push(Candidate { key: key.clone(), span: Span { start, end: end + 1 } });
        }
    }
}

/// Whether a name may end with the letter `at`: nothing of the word follows, a particle, or a number.
fn may_end(letters: &[char], at: usize) -> bool {
    let (last, rest) = (letters[at], &letters[at + 1..]);
    let Some(next) = rest.first() else { return true };
    if !is_of_key(*next) {
        return true;
    }
    if last.is_ascii_alphanumeric() && next.is_ascii_alphanumeric() {
        return false;
    }
    if !is_syllable(*next) {
        return true;
    }
    let word: String = rest.iter().take_while(|it| is_syllable(**it)).collect();
    [Place::UnknownName, Place::Claim]
        .into_iter()
        .flat_map(particles::of)
        .any(|particle| word.starts_with(*particle))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, name: &str, expected: bool) {
        let found = candidates(text);
        assert_eq!(found.iter().any(|it| it.key == name), expected, "{text}: {name}");
        let length = text.chars().count();
        assert!(found.iter().all(|it| it.span.start < it.span.end && it.span.end <= length));
    }

    #[test]
    fn names_begin_words_and_end_before_particles() {
        check("나무펜정 부작용", "나무펜정", true);
        check("나무펜정은 언제", "나무펜정", true);
        check("나무펜 정 500 밀리그램을", "나무펜정500밀리그램", true);
        check("대나무펜정", "나무펜정", false);
        check("나무펜정500밀리그램(아세트아미노펜)", "나무펜정500밀리그램아세트아미노펜", true);
        check("나무펜정500", "나무펜정", true);
        check("나무꾼", "나무", false);
        check("", "", false);
    }
}
