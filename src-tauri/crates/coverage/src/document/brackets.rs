//! Round brackets of a folded text, which may nest.

/// Returns the bracket around a byte of a text: the byte at which it opens, and its content.
pub(crate) fn around(text: &str, at: usize) -> Option<(usize, &str)> {
    let open = unmatched(text.get(..at)?.char_indices().rev(), ')', '(')?;
    let inside = text.get(open + 1..)?;
    let end = unmatched(inside.char_indices(), '(', ')')?;
    Some((open, inside.get(..end)?))
}

/// Returns the place of the first `down` that no `up` before it belongs to.
fn unmatched(
    mut letters: impl Iterator<Item = (usize, char)>,
    up: char,
    down: char,
) -> Option<usize> {
    let mut depth = 0_usize;
    letters.find_map(|(at, c)| {
        if c == down && depth == 0 {
            return Some(at);
        }
        depth = if c == up { depth + 1 } else { depth - usize::from(c == down) };
        None
    })
}

/// Returns a text in which each innermost bracket is replaced by what `keep` makes of its content.
pub(crate) fn replaced(text: &str, keep: impl Fn(&str) -> String) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(')') {
        match before.rsplit_once('(') {
            Some((front, inside)) => kept.extend([front, keep(inside).as_str()]),
            None => kept.extend([before, ")"]),
        }
        rest = behind;
    }
    kept + rest
}

/// Returns a folded text without the bracket behind a word, which says what it is: 고액암(뇌암, 백혈병)으로
/// 진단확정된 경우.
pub(crate) fn without_explanation(text: &str, word: &str) -> String {
    let Some((front, behind)) = text.split_once(word).filter(|_| !word.is_empty()) else {
        return text.to_owned();
    };
    let rest = behind.strip_prefix('(').and_then(|it| it.split_once(')'));
    rest.map_or_else(|| text.to_owned(), |(_, rest)| format!("{front}{word}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_bracket_around_a_place_is_found() {
        let check = |text: &str, of: &str, expected: Option<&str>| {
            let at = text.find(of).unwrap_or_default();
            assert_eq!(around(text, at).map(|it| it.1), expected, "{text}");
        };
        check("암(유사암제외)", "유사암", Some("유사암제외"));
        check("암(유사암(갑상선암)제외)", "제외", Some("유사암(갑상선암)제외"));
        check("암(유사암(갑상선암)제외)", "갑상선암", Some("갑상선암"));
        check("암(유사암)제외", "제외", None);
        check("암(유사암", "유사암", None);
    }

    #[test]
    fn brackets_are_replaced_and_what_is_unmatched_stays() {
        let check = |text: &str, expected: &str| {
            let kept = replaced(text, |inside| {
                if inside.ends_with("제외") { String::new() } else { inside.to_owned() }
            });
            assert_eq!(kept, expected, "{text}");
        };
        check("암(유사암제외)으로", "암으로");
        check("암(일반암)으로(", "암일반암으로(");
        check(")암", ")암");
    }
}
