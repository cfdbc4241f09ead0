//! Whether a word begins with, ends in or holds one of some cues. This is asked thousands of times a turn, and nearly always the
//! answer is no: three bytes, a syllable of Hangul, are compared before the rest.

/// Whether a word begins with one of the cues.
pub(super) fn begins(word: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| is_prefix(it, word))
}

/// Whether a word ends in one of the cues.
pub(super) fn ends(word: &str, cues: &[&str]) -> bool {
    cues.iter().any(|it| is_suffix(it, word))
}

/// Whether one of the cues stands in a word, or in some words.
pub(super) fn contains(words: &str, cues: &[&str]) -> bool {
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

/// A long list of words, sorted when the program is compiled: one is found in a few looks.
pub(super) struct Words<const N: usize>([&'static str; N]);

impl<const N: usize> Words<N> {
    /// Of a list in any order.
    pub const fn new(mut words: [&'static str; N]) -> Self {
        let mut at = 0;
        while at < N {
            let mut to = at;
            while to > 0 && is_before(words[to].as_bytes(), words[to - 1].as_bytes()) {
                let word = words[to];
                words[to] = words[to - 1];
                words[to - 1] = word;
                to -= 1;
            }
            at += 1;
        }
        Self(words)
    }

    /// Whether a word is one of them.
    pub fn has(&self, word: &str) -> bool {
        self.0.binary_search(&word).is_ok()
    }

    /// Whether a word begins with one of them.
    pub fn begin(&self, word: &str) -> bool {
        self.beginnings(word).next().is_some()
    }

    /// Those a word begins with, the shortest first.
    pub fn beginnings(&self, word: &str) -> impl Iterator<Item = &'static str> {
        let mut within = self.0.as_slice();
        let narrowed = word.char_indices().map_while(move |(at, c)| {
            let beginning = &word[..at + c.len_utf8()];
            within = &within[within.partition_point(|it| *it < beginning)..];
            within = &within[..within.partition_point(|it| it.starts_with(beginning))];
            within.first().map(|it| (*it == beginning).then_some(*it))
        });
        narrowed.flatten()
    }
}

/// The order of strings, as a constant can be computed.
const fn is_before(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return one[at] < other[at];
        }
        at += 1;
    }
    one.len() < other.len()
}

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

    #[test]
    fn a_long_list_is_in_order() {
        static WORDS: Words<6> = Words::new(["할머니", "할", "b", "ab", "아버지", "a"]);
        assert!(WORDS.0.is_sorted());
        assert!(WORDS.has("아버지") && !WORDS.has("아버") && !WORDS.has(""));
        assert_eq!(WORDS.beginnings("할머니가").collect::<Vec<_>>(), ["할", "할머니"]);
    }
}
