//! Whether a word begins with, ends in or holds one of some cues. This is asked thousands of times a turn, and nearly always the
//! answer is no: three bytes, a syllable of Hangul, are compared before the rest.

/// Whether a word begins with one of the cues.
pub(crate) fn begins(word: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| is_prefix(it, word))
}

/// Whether a word ends in one of the cues.
pub(crate) fn ends(word: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| is_suffix(it, word))
}

/// Whether one of the cues stands in a word, or in some words.
pub(crate) fn contains(words: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| holds(words, it))
}

fn is_prefix(cue: &str, word: &str) -> bool {
    let (cue, word) = (cue.as_bytes(), word.as_bytes());
    match (cue.first_chunk::<3>(), word.first_chunk::<3>()) {
        (Some(own), Some(first)) => own == first && word.starts_with(cue),
        _ => word.starts_with(cue),
    }
}

fn is_suffix(cue: &str, word: &str) -> bool {
    let (cue, word) = (cue.as_bytes(), word.as_bytes());
    match (cue.last_chunk::<3>(), word.last_chunk::<3>()) {
        (Some(own), Some(last)) => own == last && word.ends_with(cue),
        _ => word.ends_with(cue),
    }
}

/// Both are UTF-8, so what stands there as bytes stands there as letters.
fn holds(words: &str, cue: &str) -> bool {
    let (bytes, sought) = (words.as_bytes(), cue.as_bytes());
    // In a sentence the standard library's search is the faster one.
    let (Some(first), ..=WORD) = (sought.first_chunk::<3>(), bytes.len()) else {
        return words.contains(cue);
    };
    let Some(last) = bytes.len().checked_sub(sought.len()) else { return false };
    let mut starts = bytes[..last + 3].windows(3).enumerate();
    starts.any(|(at, it)| it == first && bytes[at..].starts_with(sought))
}

/// A longer word has more than ten syllables.
const WORD: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_are_found_as_the_standard_library_finds_them() {
        let cues = ["", "a", "ab", "먹", "먹었", "었어요", "요", "x가", "아주긴단서를가진말이다"];
        let long = "약을먹었어요".repeat(9);
        let words =
            ["", "a", "ab", "cab", "먹", "먹었어요", "안먹었어", "요", "x가", "ax가나", &long];
        for word in words {
            for cue in cues {
                assert_eq!(begins(word, &[cue]), word.starts_with(cue), "{word} {cue}");
                assert_eq!(ends(word, &[cue]), word.ends_with(cue), "{word} {cue}");
                assert_eq!(contains(word, &[cue]), word.contains(cue), "{word} {cue}");
            }
        }
    }
}
