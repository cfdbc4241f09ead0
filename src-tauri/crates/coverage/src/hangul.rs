//! Syllables as jamo, for similarity that a typing error does not destroy.

/// The letters of a text, syllables taken apart: `뇌` is `ㄴㅚ`.
pub(crate) fn jamo(text: &str) -> String {
    let mut letters = String::new();
    for c in text.chars() {
        let code = u32::from(c);
        match code.checked_sub(0xAC00).filter(|_| code <= 0xD7A3) {
            Some(index) => {
                let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28];
                // A final of 0x11A7 means none.
                let parts = parts.into_iter().filter(|part| *part != 0x11A7);
                letters.extend(parts.filter_map(char::from_u32));
            }
            None => letters.push(c),
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syllables_come_apart() {
        assert_eq!(jamo("각a"), "\u{1100}\u{1161}\u{11A8}a");
        assert_eq!(jamo("뇌").chars().count(), 2);
        assert_eq!(jamo("힣").chars().count(), 3);
    }
}
