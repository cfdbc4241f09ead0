//! Parses a single markup tag: its end, its name and its attributes.

/// Maximum length of a tag in bytes. Anything longer is treated as text.
const LONGEST_TAG: usize = 4_096;
/// A tag: its name in lower case, whether it is a closing tag, and its attributes as written.
pub(super) struct Tag<'a> {
    pub name: String,
    pub closes: bool,
    pub attributes: &'a str,
}

/// The tag at the start of a text and the rest of the text.
pub(super) fn tag<'a>(text: &'a str, quotes: &mut bool) -> Option<(Tag<'a>, &'a str)> {
    let inside = text.strip_prefix('<')?;
    let closes = inside.starts_with('/');
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let length = inside.bytes().take(12).take_while(u8::is_ascii_alphanumeric).count();
    let (name, after) = inside.split_at_checked(length).filter(|(name, _)| !name.is_empty())?;
    if !after.starts_with(['>', '/', ' ', '\t', '\n']) {
        return None;
    }
    let end = if *quotes { quoted_end(after) } else { None };
    *quotes &= end.is_some();
    let end = end.or_else(|| after.get(..after.floor_char_boundary(LONGEST_TAG))?.find('>'))?;
    let tag = Tag { name: name.to_lowercase(), closes, attributes: after.get(..end)? };
    Some((tag, after.get(end + 1..)?))
}

/// The end of a tag. A `>` inside quotes does not end it.
fn quoted_end(text: &str) -> Option<usize> {
    let mut quote = None;
    text.bytes().take(LONGEST_TAG).position(|byte| {
        match quote {
            Some(open) if byte == open => quote = None,
            None if byte == b'"' || byte == b'\'' => quote = Some(byte),
            _ => {}
        }
        byte == b'>' && quote.is_none()
    })
}

/// The quoted value of an attribute.
pub(super) fn attribute_text<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    attributes.match_indices(name).find_map(|(at, _)| {
        let before = attributes.get(..at)?.chars().next_back()?;
        let value = attributes.get(at + name.len()..)?.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let value = value.get(1..)?.split(quote).next()?;
        before.is_whitespace().then_some(value)
    })
}
