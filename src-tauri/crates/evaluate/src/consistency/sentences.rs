/// Splits a text into trimmed sentences: after `.`, `!` or `?` with white space behind, and at line ends, but
/// never between quotation marks or brackets.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut from, mut quoted, mut depth) = (0, false, 0_u32);
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => quoted = !quoted,
            '“' | '‘' | '(' | '[' | '「' => depth += 1,
            '”' | '’' | ')' | ']' | '」' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let inside = quoted || depth > 0;
        let ends = match character {
            '\n' => true,
            '.' | '!' | '?' => {
                !inside && characters.peek().is_none_or(|(_, next)| next.is_whitespace())
            }
            _ => false,
        };
        if ends {
            let end = at + character.len_utf8();
            found.push(&text[from..end]);
            from = end;
            (quoted, depth) = if character == '\n' { (false, 0) } else { (quoted, depth) };
        }
    }
    found.push(&text[from..]);
    found.into_iter().map(str::trim).filter(|sentence| !sentence.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_stay_whole() {
        let check = |text: &str, expected: &[&str]| assert_eq!(sentences(text), expected);
        check("좋습니다. 오세요!", &["좋습니다.", "오세요!"]);
        check("\"빠졌어요. 좋아요.\" - 김OO 님", &["\"빠졌어요. 좋아요.\" - 김OO 님"]);
        check("3.5cm입니다. (참고. 개인차) 끝", &["3.5cm입니다.", "(참고. 개인차) 끝"]);
        check("한 줄\n두 줄", &["한 줄", "두 줄"]);
        check("따옴표가 \"열린 채.\n다음. 끝", &["따옴표가 \"열린 채.", "다음.", "끝"]);
        check("  ", &[]);
    }
}
