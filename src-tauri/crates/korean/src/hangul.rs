//! Arithmetic of Hangul syllables (The Unicode Standard, section 3.12) and of loose compatibility jamo.

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
    parts(c).map(|(_, _, last)| last)
}

/// Whether `c` is a syllable with a final consonant.
pub fn has_final(c: char) -> bool {
    final_consonant(c).is_some_and(|number| number != 0)
}

/// Returns the number of the vowel (0: ㅏ, 4: ㅓ, 8: ㅗ, 13: ㅜ, 18: ㅡ, 20: ㅣ); `None` when `c` is no syllable.
pub fn vowel(c: char) -> Option<u32> {
    parts(c).map(|(_, vowel, _)| vowel)
}

/// Returns `c` with another vowel and final consonant; `c` itself when it is no syllable.
pub fn with_final(c: char, vowel: u32, last: u32) -> char {
    parts(c).and_then(|(lead, _, _)| syllable(lead, vowel, last)).unwrap_or(c)
}

/// Returns the vowel when `c` consists of ㅇ and a vowel only, such as 오, the sound that is drawn out in 최고오오.
pub fn bare_vowel(c: char) -> Option<u32> {
    match parts(c)? {
        (11, vowel, 0) => Some(vowel),
        _ => None,
    }
}

/// Whether `c` is a composed syllable, 가 to 힣.
pub fn is_syllable(c: char) -> bool {
    (FIRST..=LAST).contains(&(c as u32))
}

/// Whether `c` is a syllable or a letter of Hangul: loose and half-width jamo are letters.
pub fn is_hangul(c: char) -> bool {
    is_syllable(c) || matches!(c, '\u{3131}'..='\u{318E}' | '\u{1100}'..='\u{11FF}')
}

/// Returns the numbers of leading consonant, vowel and final consonant (0: none) of a syllable.
pub fn parts(c: char) -> Option<(u32, u32, u32)> {
    let index = is_syllable(c).then(|| c as u32 - FIRST)?;
    Some((index / (VOWELS * FINALS), index / FINALS % VOWELS, index % FINALS))
}

/// Returns the syllable of these numbers, see [`parts`]; `None` when one is out of range.
pub fn syllable(lead: u32, vowel: u32, last: u32) -> Option<char> {
    const LEADS: u32 = 19;
    let valid = lead < LEADS && vowel < VOWELS && last < FINALS;
    valid.then(|| char::from_u32(FIRST + (lead * VOWELS + vowel) * FINALS + last)).flatten()
}

/// Returns a text with its syllables split into conjoining jamo: 뇌 becomes ᄂ and ᅬ.
pub fn jamo(text: &str) -> String {
    let mut letters = String::with_capacity(3 * text.len());
    for c in text.chars() {
        let Some((lead, vowel, last)) = parts(c) else {
            letters.push(c);
            continue;
        };
        letters.extend(char::from_u32(0x1100 + lead));
        letters.extend(char::from_u32(0x1161 + vowel));
        if last > 0 {
            letters.extend(char::from_u32(0x11A7 + last));
        }
    }
    letters
}

/// Returns the full-width form of a half-width jamo; any other character unchanged.
pub fn full_width(c: char) -> char {
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

/// Returns the loose jamo of a syllable, or a loose jamo itself; `None` for any other character.
pub fn loose(c: char) -> Option<Vec<char>> {
    if is_loose(c) {
        return Some(vec![c]);
    }
    let (lead, vowel, last) = parts(c)?;
    let leads = CONSONANTS.iter().position(|it| it.0 == Some(lead))?;
    let closes = CONSONANTS.iter().position(|it| it.1 == Some(last));
    let codes = [Some(0x3131 + leads), Some(0x314F + vowel as usize), closes.map(|it| 0x3131 + it)];
    Some(codes.into_iter().flatten().filter_map(|code| char::from_u32(code as u32)).collect())
}

/// Whether `c` is a loose compatibility jamo, such as ㅋ or ㅠ.
pub fn is_loose(c: char) -> bool {
    ('\u{3131}'..='\u{3163}').contains(&c)
}

/// Composes one syllable from the start of loose jamo. Returns the syllable and the number of jamo used.
pub fn compose(jamo: &[char]) -> Option<(char, usize)> {
    let lead = consonant(*jamo.first()?)?.0?;
    let middle = loose_vowel(*jamo.get(1)?)?;
    let last = jamo
        .get(2)
        .and_then(|&c| consonant(c)?.1)
        .filter(|_| jamo.get(3).is_none_or(|&c| loose_vowel(c).is_none()));
    syllable(lead, middle, last.unwrap_or(0))
        .map(|syllable| (syllable, if last.is_some() { 3 } else { 2 }))
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
        let apart = |c: char| loose(c).map(String::from_iter);
        assert_eq!(apart('없').as_deref(), Some("ㅇㅓㅄ"));
        assert_eq!(apart('과').as_deref(), Some("ㄱㅘ"));
        assert_eq!((apart('ㅠ').as_deref(), apart('a')), (Some("ㅠ"), None));
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
