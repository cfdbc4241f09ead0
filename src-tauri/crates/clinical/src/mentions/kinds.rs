//! The kind of an illness said apart from its name: 간염이라는데 비형이래요, 당뇨까진 아니고 전단계래요.

use super::mention::{How, Mention, overlapping};
use crate::lexicon::{Lexicon, Slot};
use crate::text::boundary::is_particle;
use crate::text::cue;
use crate::text::letters::{Text, is_hangul};

/// Greatest distance, in letters, between the name of an illness and its kind (간염인데 … 비형이래요).
const NEAR: usize = 60;

/// The mentions with those that only a kind names.
pub(crate) fn with_kinds(
    text: &Text,
    lexicon: &Lexicon,
    mut mentions: Vec<Mention>,
) -> Vec<Mention> {
    for kind in &lexicon.kinds {
        let Some(of) = kind.of.iter().filter_map(|it| text.string.find(it.as_str())).min() else {
            continue;
        };
        let from = text.at_byte(of) + 1;
        let window = text.slice(from, text.len().min(from + NEAR));
        let found = kind.said.iter().filter_map(|it| Some((window.find(it.as_str())?, it)));
        let Some((at, said)) = found.min_by_key(|it| it.0) else { continue };
        let start = from + window[..at].chars().count();
        let end = start + said.chars().count();
        if stands(text, start, end) && overlapping(&mentions, start, end).is_empty() {
            let before = mentions.partition_point(|it| it.start < start);
            let mention = Mention {
                start,
                end,
                concept: kind.concept,
                slot: Slot::Condition,
                how: How::Synonym,
                negated: false,
            };
            mentions.insert(before, mention);
        }
    }
    mentions
}

/// As a word of its own, with a particle or as a predicate.
fn stands(text: &Text, start: usize, end: usize) -> bool {
    let begins = text.before(start).is_none_or(|it| !is_hangul(it) && !it.is_ascii_alphanumeric());
    let run: String = text.chars[end..].iter().take_while(|it| is_hangul(**it)).collect();
    let predicate = ["이", "라", "예", "인", "였", "래", "까", "보", "랍"];
    begins && (run.is_empty() || is_particle(&run) || cue::begins(&run, &predicate))
}
