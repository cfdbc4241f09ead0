/// Removes white space and corner brackets, and unifies middle dots.
pub(crate) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '「' | '」' | '『' | '』'))
        .map(|c| if matches!(c, '·' | '・' | '‧' | '•') { 'ㆍ' } else { c })
        .collect()
}
