//! Arithmetic of Hangul syllables (The Unicode Standard, 3.12) and of loose compatibility jamo.

const FIRST: u32 = 0xAC00;
const LAST: u32 = 0xD7A3;
const VOWELS: u32 = 21;
const FINALS: u32 = 28;

/// Compatibility consonants U+3131..=U+314E: number as leading consonant (`None`: it cannot lead) and number
/// as final consonant.
const CONSONANTS: [(Option<u32>, Option<u32>); 30] = [
    (Some(0), Some(1)),
    (Some(1), Some(2)),
    (None, Some(3)),
    (Some(2), Some(4)),
    (None, Some(5)),
    (None, Some(6)),
    (Some(3), Some(7)),
    (Some(4), None),
    (Some(5), Some(8)),
    (None, Some(9)),
    (None, Some(10)),
    (None, Some(11)),
    (None, Some(12)),
    (None, Some(13)),
    (None, Some(14)),
    (None, Some(15)),
    (Some(6), Some(16)),
    (Some(7), Some(17)),
    (Some(8), None),
    (None, Some(18)),
    (Some(9), Some(19)),
    (Some(10), Some(20)),
    (Some(11), Some(21)),
    (Some(12), Some(22)),
    (Some(13), None),
    (Some(14), Some(23)),
    (Some(15), Some(24)),
    (Some(16), Some(25)),
    (Some(17), Some(26)),
    (Some(18), Some(27)),
];

/// Returns the number of the final consonant (0: none, 4: ㄴ, 8: ㄹ, 16: ㅁ, 17: ㅂ, 20: ㅆ); `None` when `c` is
/// no syllable.
pub fn final_consonant(c: char) -> Option<u32> {
    is_syllable(c).then(|| (c as u32 - FIRST) % FINALS)
}

/// Whether `c` is a syllable with a final consonant.
pub fn has_final(c: char) -> bool {
    final_consonant(c).is_some_and(|number| number != 0)
}

/// Returns the number of the vowel (0: ㅏ, 4: ㅓ, 8: ㅗ, 13: ㅜ, 18: ㅡ, 20: ㅣ); `None` when `c` is no syllable.
pub fn vowel(c: char) -> Option<u32> {
    is_syllable(c).then(|| (c as u32 - FIRST) / FINALS % VOWELS)
}

/// Returns `c` with another vowel and final consonant; `c` itself when it is no syllable.
pub fn with_final(c: char, vowel: u32, last: u32) -> char {
    if !is_syllable(c) || vowel >= VOWELS || last >= FINALS {
        return c;
    }
    let lead = (c as u32 - FIRST) / (VOWELS * FINALS);
    char::from_u32(FIRST + (lead * VOWELS + vowel) * FINALS + last).unwrap_or(c)
}

/// Returns the vowel when `c` consists of ㅇ and a vowel only, such as 오, the sound that is drawn out in 최고오오.
pub(super) fn bare_vowel(c: char) -> Option<u32> {
    let lead = is_syllable(c).then(|| (c as u32 - FIRST) / (VOWELS * FINALS))?;
    (lead == 11 && !has_final(c)).then(|| vowel(c)).flatten()
}

pub(super) fn is_syllable(c: char) -> bool {
    (FIRST..=LAST).contains(&(c as u32))
}

/// Returns the full-width form of a half-width jamo; any other character unchanged.
pub(super) fn full_width(c: char) -> char {
    let code = c as u32;
    let full = match code {
        0xFFA1..=0xFFBE => code - 0xFFA1 + 0x3131,
        0xFFC2..=0xFFC7 => code - 0xFFC2 + 0x314F,
        0xFFCA..=0xFFCF => code - 0xFFCA + 0x3155,
        0xFFD2..=0xFFD7 => code - 0xFFD2 + 0x315B,
        0xFFDA..=0xFFDC => code - 0xFFDA + 0x3161,
        _ => code,
    };
    char::from_u32(full).unwrap_or(c)
}

pub(super) fn is_loose(c: char) -> bool {
    ('\u{3131}'..='\u{3163}').contains(&c)
}

/// Composes one syllable from the start of loose jamo. Returns the syllable and the number of jamo used.
pub(super) fn compose(jamo: &[char]) -> Option<(char, usize)> {
    let lead = consonant(*jamo.first()?)?.0?;
    let middle = loose_vowel(*jamo.get(1)?)?;
    let last = jamo
        .get(2)
        .and_then(|&c| consonant(c)?.1)
        .filter(|_| jamo.get(3).is_none_or(|&c| loose_vowel(c).is_none()));
    let code = FIRST + (lead * VOWELS + middle) * FINALS + last.unwrap_or(0);
    char::from_u32(code).map(|syllable| (syllable, if last.is_some() { 3 } else { 2 }))
}

fn consonant(c: char) -> Option<(Option<u32>, Option<u32>)> {
    (c as u32).checked_sub(0x3131).and_then(|index| CONSONANTS.get(index as usize).copied())
}

fn loose_vowel(c: char) -> Option<u32> {
    ('\u{314F}'..='\u{3163}').contains(&c).then(|| c as u32 - 0x314F)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loose_jamo_become_syllables() {
        let read = |text: &str| compose(&text.chars().collect::<Vec<_>>());
        assert_eq!(read("ㅊㅚ"), Some(('최', 2)));
        assert_eq!(read("ㄱㅗㅇ"), Some(('공', 3)));
        assert_eq!(read("ㄱㅗㅇㅓ"), Some(('고', 2)));
        assert_eq!(read("ㅋㅋ"), None);
        assert_eq!(read("ㅏ"), None);
    }

    #[test]
    fn syllables_come_apart_and_together() {
        assert_eq!(final_consonant('없'), Some(18));
        assert_eq!(final_consonant('a'), None);
        assert_eq!(vowel('고'), Some(8));
        assert_eq!(with_final('빠', 0, 4), '빤');
        assert_eq!(with_final('a', 0, 4), 'a');
        assert_eq!(bare_vowel('오'), Some(8));
        assert_eq!(bare_vowel('고'), None);
    }
}
