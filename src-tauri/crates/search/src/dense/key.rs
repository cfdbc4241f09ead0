//! 64-bit keys of the tokens that a text is embedded by: words, bigrams, and pieces of unknown words.

const WORD: u8 = 1;
const GRAM: u8 = 2;
const PIECE: u8 = 3;

/// Returns the key of a term of [`crate::analysis::Terms::morphemes`].
pub(crate) fn word(term: &str) -> u64 {
    hash(WORD, term.chars())
}

/// Returns the key of a term of [`crate::analysis::Terms::bigrams`].
pub(crate) fn gram(term: &str) -> u64 {
    hash(GRAM, term.chars())
}

/// Returns the keys of a word's pieces of two and three letters, with marked edges, as in fastText
/// (Bojanowski et al., 2017, section 3.2).
pub(crate) fn pieces(term: &str) -> Vec<u64> {
    const LONGEST: usize = 24;
    let letters: Vec<char> =
        ['<'].into_iter().chain(term.chars().take(LONGEST)).chain(['>']).collect();
    [2, 3]
        .into_iter()
        .flat_map(|n| letters.windows(n))
        .map(|piece| hash(PIECE, piece.iter().copied()))
        .collect()
}

/// Hashes the kind and the code points with FNV-1a, then applies the finaliser of MurmurHash3, which mixes
/// the low bits. Part of the file format: must not change.
fn hash(kind: u8, letters: impl Iterator<Item = char>) -> u64 {
    let step = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x0000_0100_0000_01b3);
    let mut hash = step(0xcbf2_9ce4_8422_2325, u64::from(kind));
    for letter in letters {
        hash = step(hash, u64::from(u32::from(letter)));
    }
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_apart_by_kind_and_stay_what_they_are() {
        assert_ne!(word("의료"), gram("의료"));
        assert_eq!(pieces("약").len(), 3, "<약, 약>, <약>");
        // Model files hold these numbers.
        assert_eq!((word("의료"), gram("약")), (0x8d20311b60c0a9df, 0x4f2a7888040af191));
    }
}
