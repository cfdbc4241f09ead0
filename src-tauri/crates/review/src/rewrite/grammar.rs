//! Whether a rewritten sentence is still Korean: a rough check that refuses what is certainly broken.

use simui_search::analysis::{Analyser, Tag};

use super::words::words_of;
use crate::claims::PAIRS;

/// Whether a text begins like a sentence, ends like one, and has its brackets and marks in pairs.
pub(super) fn is_sound(text: &str, analyser: &Analyser) -> bool {
    let words = words_of(text, analyser);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let begins = first.morphemes.first().is_some_and(|morpheme| {
        let tag = morpheme.tag.as_str();
        !tag.starts_with('J')
            && !tag.starts_with('E')
            && !matches!(morpheme.tag, Tag::XSN | Tag::VCP)
    });
    let ends = last.morphemes.last().is_none_or(|it| match it.tag {
        // The dictionary often takes a final ending without a full stop for a connective one.
        Tag::EC => it.surface.ends_with(['다', '요', '까', '죠', '오']),
        Tag::ETM | Tag::JKG | Tag::JKS | Tag::JKO | Tag::JC | Tag::MM | Tag::NNB => false,
        _ => true,
    });
    let even = |(open, close): (char, char)| {
        let count = |wanted: char| text.chars().filter(|&c| c == wanted).count();
        count(open) == count(close)
    };
    let spaced = !text.contains("  ") && !text.contains(" ,") && !text.contains(",.");
    begins && ends && spaced && PAIRS.into_iter().all(even)
}
