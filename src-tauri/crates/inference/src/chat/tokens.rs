/// Estimates the number of tokens of a text, rather too high than too low, for budgets and servers that do
/// not count. A non-ASCII character counts one and a half, four ASCII characters count one.
pub fn estimated_tokens(text: &str) -> u64 {
    let (wide, narrow) = text.chars().fold((0_u64, 0_u64), |(wide, narrow), c| {
        if c.is_ascii() { (wide, narrow + 1) } else { (wide + 1, narrow) }
    });
    (wide * 3).div_ceil(2) + narrow.div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::estimated_tokens;

    #[test]
    fn wide_characters_weigh_more() {
        for (text, tokens) in [("", 0), ("word", 1), ("words", 2), ("의료", 3), ("의료 law", 4)]
        {
            assert_eq!(estimated_tokens(text), tokens, "{text:?}");
        }
    }
}
