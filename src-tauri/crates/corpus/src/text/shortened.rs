/// The beginning of a message from a library, on one line. Some messages quote the whole file.
pub(crate) fn shortened(words: impl ToString) -> String {
    const MOST: usize = 160;
    let words = words.to_string();
    let mut found = String::new();
    for word in words.split_whitespace() {
        if !found.is_empty() {
            found.push(' ');
        }
        found.push_str(word);
        if let Some((end, _)) = found.char_indices().nth(MOST) {
            found.truncate(end);
            found.push('…');
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn errors_do_not_hold_files() {
        assert_eq!(shortened("expected `</a>`,\n  but `</b>`"), "expected `</a>`, but `</b>`");
        assert_eq!(shortened("가".repeat(160)).chars().count(), 160);
        assert_eq!(shortened("가".repeat(161)).chars().count(), 161);
        assert_eq!(shortened("가 ".repeat(9_999)).chars().count(), 161);
    }
}
