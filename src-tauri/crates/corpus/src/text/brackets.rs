/// The contents of a balanced `( … )` at the start, and the rest of the text.
pub(crate) fn bracketed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            _ if depth == 0 => return None,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(1..at)?, text.get(at + 1..)?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_balanced() {
        assert_eq!(bracketed("(가(나)다) 라"), Some(("가(나)다", " 라")));
        assert_eq!(bracketed("(가"), None);
        assert_eq!(bracketed("가)"), None);
        assert_eq!(bracketed(""), None);
    }
}
