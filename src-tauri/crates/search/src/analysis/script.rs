//! Segmentation without a dictionary: runs of one script.

pub(super) use simui_korean::hangul::is_hangul;

use super::Tag;

/// Returns runs of letters of one script, runs of digits, and single symbols, as character offsets without
/// spaces.
pub(super) fn runs(text: &str) -> Vec<(usize, usize, Tag)> {
    let mut runs: Vec<(usize, usize, Tag)> = Vec::new();
    for (index, c) in text.chars().enumerate() {
        let Some(tag) = tag(c) else { continue };
        match runs.last_mut() {
            Some((_, end, same)) if *same == tag && *end == index && tag != Tag::SY => *end += 1,
            _ => runs.push((index, index + 1, tag)),
        }
    }
    runs
}

/// Returns the script of a character; `None` for white space.
pub(super) fn tag(c: char) -> Option<Tag> {
    if c.is_whitespace() {
        None
    } else if is_hangul(c) {
        Some(Tag::Unknown)
    } else if c.is_numeric() {
        Some(Tag::SN)
    } else if is_hanja(c) {
        Some(Tag::SH)
    } else if c.is_alphabetic() {
        Some(Tag::SL)
    } else {
        Some(Tag::SY)
    }
}

/// Returns whether `c` is 한자, extensions included.
pub(super) fn is_hanja(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{323AF}')
}
