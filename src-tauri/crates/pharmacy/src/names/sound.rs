//! Reduces a word to its sound, to find names that are spelt by ear.

use unicode_normalization::UnicodeNormalization;

/// Syllables that may follow a misspelt name within its word: the first of particles, forms and verbs of
/// taking. With any other the word is not the name (노바스코샤 is not 노바스크).
const AFTER: &str = "이가을를은는도만에과와랑하의로으한까부나먹복정시캡연크주알약같처드바용좌샴가점질패파인예라였입요서보다";

/// The jamo of a word, with those that sound alike merged: ㅐ becomes ㅔ, tense consonants become plain ones,
/// final consonants become what is pronounced at the end of a word.
pub(crate) fn sound(word: &str) -> String {
    word.nfd().map(merged).collect()
}

/// The jamo that represents all that sound like `letter`.
fn merged(letter: char) -> char {
    match letter {
        // Tense consonants at the beginning of a syllable.
        'ᄁ' => 'ᄀ',
        'ᄄ' => 'ᄃ',
        'ᄈ' => 'ᄇ',
        'ᄊ' => 'ᄉ',
        'ᄍ' => 'ᄌ',
        'ᅢ' | 'ᅤ' | 'ᅨ' => 'ᅦ',
        'ᅫ' | 'ᅰ' => 'ᅬ',
        'ᆩ' | 'ᆿ' => 'ᆨ',
        'ᆺ' | 'ᆻ' | 'ᆽ' | 'ᆾ' | 'ᇀ' => 'ᆮ',
        'ᇁ' => 'ᆸ',
        _ => letter,
    }
}

/// Whether a misspelt name may end before this syllable of its word; true at the end of the word.
pub(crate) fn may_follow(letter: Option<&char>) -> bool {
    letter.is_none_or(|it| AFTER.contains(*it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_sound_alike_are_one() {
        for (written, meant, alike) in [
            ("항셍재", "항생제", true),
            ("혈앞약", "혈압약", true),
            ("새토펜", "세토펜", true),
            ("시잘", "씨잘", true),
            ("소화재", "소화제", true),
            ("소염제", "수면제", false),
            ("지사제", "제산제", false),
        ] {
            assert_eq!(sound(written) == sound(meant), alike, "{written} {meant}");
        }
    }
}
