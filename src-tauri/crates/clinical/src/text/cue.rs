//! Tests whether a word begins with, ends in or contains one of some cues. The tests run thousands of
//! times a turn and nearly always fail, so the first three bytes, one syllable of Hangul, are compared
//! before the rest.

/// Whether a word begins with one of the cues.
pub(crate) fn begins(word: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| is_prefix(it, word))
}

/// Whether a word ends in one of the cues.
pub(crate) fn ends(word: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| is_suffix(it, word))
}

/// Whether one of the cues occurs in a word or phrase.
pub(crate) fn contains(words: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| has_cue(words, it))
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

/// Whether a cue occurs in a word or phrase. Bytes may be compared instead of characters, since both are
/// UTF-8.
fn has_cue(words: &str, cue: &str) -> bool {
    let (bytes, sought) = (words.as_bytes(), cue.as_bytes());
    // In a long text the search of the standard library is faster.
    let (Some(first), ..=LONGEST_WORD) = (sought.first_chunk::<3>(), bytes.len()) else {
        return words.contains(cue);
    };
    let Some(last) = bytes.len().checked_sub(sought.len()) else { return false };
    let mut starts = bytes[..last + 3].windows(3).enumerate();
    starts.any(|(at, it)| it == first && bytes[at..].starts_with(sought))
}

/// Greatest length, in bytes of UTF-8 (ten syllables), that is searched byte by byte.
const LONGEST_WORD: usize = 32;

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
