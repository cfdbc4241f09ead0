//! Joins text that is typed with a space after each syllable: 혈 압 이 높 아 서 왔 어 요.

use super::letters::{Change, Text, is_hangul};

/// Shortest row of single syllables that is read as text typed apart; a shorter one may be words (이 약 저 약).
const MIN_ROW: usize = 5;

/// The changes that delete the spaces within such rows.
pub(crate) fn letters_apart(text: &Text) -> Vec<Change> {
    let single = |at: usize| {
        text.get(at).is_some_and(is_hangul)
            && !text.before(at).is_some_and(is_hangul)
            && !text.get(at + 1).is_some_and(is_hangul)
    };
    let mut changes = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let mut end = at;
        while single(end) && text.get(end + 1) == Some(' ') && single(end + 2) {
            end += 2;
        }
        if end >= at + 2 * (MIN_ROW - 1) {
            let spaces = (at + 1..end).step_by(2);
            changes.extend(spaces.map(|it| Change { start: it, end: it + 1, letters: vec![] }));
        }
        at = end + 1;
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_a_row_are_joined_and_words_are_left() {
        for (written, read) in [
            ("혈 압 이 높 아 서 왔 어 요", "혈압이높아서왔어요"),
            ("이 약 저 약", "이 약 저 약"),
            ("한 두 알 먹어요", "한 두 알 먹어요"),
        ] {
            let text = Text::new(written);
            let changes = letters_apart(&text);
            assert_eq!(text.changed(&changes).string, read);
        }
    }
}
