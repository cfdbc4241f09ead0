//! An automaton that accepts the words within a number of edits of a word.

use simui_korean::hangul;
use tantivy_fst::Automaton;

/// Most edits.
const MOST: usize = 2;
/// Number of beginnings of the word that can be within [`MOST`] edits of what has been read: those whose
/// length differs by no more.
const BAND: usize = 2 * MOST + 1;
/// Any distance beyond [`MOST`].
const FAR: u8 = MOST as u8 + 1;

/// Accepts every word within `most` edits of a word whose first syllable is within one edit of a beginning of
/// that word. Edits are those of a jamo, or of a letter of another script: one replaced, left out, added, or
/// exchanged with its neighbour (the optimal string alignment distance). A compound jamo (ㅘ, ㄳ) is one.
///
/// The term dictionary is a trie of bytes, and walking it with an automaton reads only the beginnings that
/// can still come near. So a search takes about a millisecond for a million words, needs no second dictionary
/// of jamo, and knows each word as it is written. The fuzzy automaton of tantivy counts whole characters: it
/// takes 법 and 꿈 for as near as 법 and 볍.
#[derive(Debug, Clone)]
pub(crate) struct NearWords {
    /// The word's jamo, and its letters of other scripts.
    letters: Vec<u32>,
    most: u8,
}

/// The part of a dictionary word that has been read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Progress {
    /// Number of letters read; `None` where no word can follow.
    read: Option<usize>,
    /// Distances from the beginnings of the word that are `read - MOST` to `read + MOST` letters long.
    row: [u8; BAND],
    /// The row before the last letter.
    before: [u8; BAND],
    last: u32,
    /// Bits of a character that is not complete, and the number of bytes that it lacks.
    partial: (u32, u8),
}

impl NearWords {
    /// Looks for the words within `most` edits, one or two.
    pub(crate) fn new(word: &str, most: u8) -> Self {
        let letters = word.chars().flat_map(|c| letters(u32::from(c))).collect();
        Self { letters, most: most.min(MOST as u8) }
    }

    /// Returns the distance of a word; `None` beyond the most.
    pub(crate) fn distance(&self, word: &str) -> Option<u8> {
        let progress =
            word.bytes().fold(self.start(), |progress, byte| self.accept(&progress, byte));
        self.distance_at(&progress)
    }

    fn distance_at(&self, progress: &Progress) -> Option<u8> {
        let read = progress.read.filter(|_| progress.partial.1 == 0)?;
        let at = (self.letters.len() + MOST).checked_sub(read)?;
        progress.row.get(at).copied().filter(|distance| *distance <= self.most)
    }

    /// Reads a character of the dictionary's word.
    fn read_character(&self, progress: &mut Progress, code: u32) {
        let is_first = progress.read == Some(0);
        for letter in letters(code) {
            self.read_letter(progress, letter);
        }
        let least = progress.row.iter().min().copied().unwrap_or(FAR);
        if is_first && least > 1 {
            progress.read = None;
        }
    }

    fn read_letter(&self, progress: &mut Progress, letter: u32) {
        let Some(read) = progress.read else { return };
        let mut next = [FAR; BAND];
        for at in 0..BAND {
            // Length of the beginning that `next[at]` belongs to.
            let Some(length) = (read + 1 + at).checked_sub(MOST) else { continue };
            if length > self.letters.len() {
                break;
            }
            let added = progress.row.get(at + 1).map_or(FAR, |distance| distance + 1);
            let mut least = added;
            if length > 0 {
                let own = self.letters[length - 1];
                least = least.min(progress.row[at] + u8::from(own != letter));
                if at > 0 {
                    least = least.min(next[at - 1] + 1);
                }
                let exchanged = length > 1
                    && own == progress.last
                    && self.letters[length - 2] == letter
                    && own != letter;
                if exchanged {
                    least = least.min(progress.before[at] + 1);
                }
            }
            next[at] = least.min(FAR);
        }
        // An exchange looks two rows back, so a row beyond the most may still be followed by a nearer one.
        let near = |row: &[u8; BAND]| row.iter().any(|distance| *distance <= self.most);
        let alive = near(&next) || near(&progress.row);
        progress.last = letter;
        progress.before = progress.row;
        progress.row = next;
        progress.read = alive.then_some(read + 1);
    }
}

impl Automaton for NearWords {
    type State = Progress;

    fn start(&self) -> Progress {
        // Nothing is as many edits from a beginning as that has letters.
        let mut row = [FAR; BAND];
        for (distance, place) in row[MOST..].iter_mut().enumerate().take(self.letters.len() + 1) {
            *place = distance as u8;
        }
        Progress { read: Some(0), row, before: [FAR; BAND], last: 0, partial: (0, 0) }
    }

    fn is_match(&self, state: &Progress) -> bool {
        self.distance_at(state).is_some()
    }

    fn can_match(&self, state: &Progress) -> bool {
        state.read.is_some()
    }

    fn accept(&self, state: &Progress, byte: u8) -> Progress {
        let mut next = *state;
        if next.read.is_none() {
            return next;
        }
        let bits = u32::from(byte);
        next.partial = match (state.partial, byte) {
            ((code, lacking @ 1..), _) => (code << 6 | bits & 0x3F, lacking - 1),
            (_, 0xF0..) => (bits & 0x07, 3),
            (_, 0xE0..) => (bits & 0x0F, 2),
            (_, 0xC0..) => (bits & 0x1F, 1),
            _ => (bits, 0),
        };
        if let (code, 0) = next.partial {
            self.read_character(&mut next, code);
        }
        next
    }
}

/// Returns the jamo of a syllable, or any other character itself.
fn letters(code: u32) -> impl Iterator<Item = u32> {
    let parts = char::from_u32(code).and_then(hangul::parts);
    let letters = match parts {
        Some((lead, vowel, 0)) => [Some(0x1100 + lead), Some(0x1161 + vowel), None],
        Some((lead, vowel, last)) => {
            [Some(0x1100 + lead), Some(0x1161 + vowel), Some(0x11A7 + last)]
        }
        None => [Some(code), None, None],
    };
    letters.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn edits_are_counted_in_jamo() {
        let check = |word: &str, other: &str, expected: Option<u8>| {
            assert_eq!(NearWords::new(word, 2).distance(other), expected, "{word} {other}");
        };
        check("의료법", "의료법", Some(0));
        check("의료볍", "의료법", Some(1));
        check("의룝버", "의료법", Some(2));
        check("의료꿈", "의료법", None);
        check("고료법", "의료법", None);
        check("광거", "광고", Some(1));
        check("과고", "광고", Some(1));
        check("꽈고", "과고", Some(1));
        check("aspirni", "aspirin", Some(1));
        check("asprin", "aspirin", Some(1));
        check("aspirin", "asprn", Some(2));
        check("의료법", "", None);
        check("", "ab", Some(2));
    }

    /// Returns the optimal string alignment distance by the whole table.
    fn by_table(a: &[u32], b: &[u32]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i.max(j)
                } else {
                    let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let mut least = replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        least = least.min(table[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        table[a.len()][b.len()]
    }

    proptest! {
        #[test]
        fn the_automaton_counts_as_the_table_does(
            a in "[a-c가각나낙]{0,5}",
            b in "[a-c가각나낙]{0,5}",
            most in 1_u8..=2,
        ) {
            // The same beginning, so that no edit is in the first syllable.
            let (a, b) = (format!("나{a}"), format!("나{b}"));
            let of = |text: &str| text.chars().flat_map(|c| letters(u32::from(c))).collect::<Vec<_>>();
            let distance = u8::try_from(by_table(&of(&a), &of(&b))).ok();
            let expected = distance.filter(|distance| *distance <= most);
            prop_assert_eq!(NearWords::new(&a, most).distance(&b), expected);
        }
    }
}
