/// Ranges of circled numbers in Unicode: first character, first number and length.
const CIRCLED: [(char, u32, u32); 3] = [('①', 1, 20), ('㉑', 21, 15), ('㊱', 36, 15)];

/// The number of a 항 mark such as `②`.
pub(crate) fn circled(mark: char) -> Option<u32> {
    CIRCLED.into_iter().find_map(|(first, number, count)| {
        let offset = (mark as u32).checked_sub(first as u32)?;
        (offset < count).then_some(number + offset)
    })
}

/// The mark of a 항: `②`, or beyond ㊿ the form `<51>` used by the gazette.
pub(crate) fn paragraph_mark(number: u32) -> String {
    let mark = CIRCLED.into_iter().find_map(|(first, from, count)| {
        let offset = number.checked_sub(from)?;
        (offset < count).then(|| char::from_u32(first as u32 + offset)).flatten()
    });
    mark.map_or_else(|| format!("<{number}>"), String::from)
}

/// The number at the start (at most six digits, which is enough for any law) and the rest of the text.
pub(crate) fn leading_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..digits).filter(|digits| digits.len() <= 6)?.parse().ok()?;
    Some((number, text.get(digits..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circled_numbers_go_to_fifty() {
        for number in 1..=50 {
            let mark = paragraph_mark(number);
            assert_eq!(mark.chars().next().and_then(circled), Some(number), "{mark}");
        }
        assert_eq!(paragraph_mark(51), "<51>");
        assert_eq!(circled('1'), None);
        assert_eq!(circled('㋀'), None);
    }
}
