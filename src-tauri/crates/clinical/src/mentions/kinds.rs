//! Finds an illness whose kind is named apart from it: 간염이라는데 비형이래요, 당뇨까진 아니고 전단계래요.

use super::mention::{Mention, Recognition, overlapping};
use crate::lexicon::{Lexicon, Slot};
use crate::text::boundary::is_particle;
use crate::text::cue;
use crate::text::letters::{Text, is_hangul};

/// Greatest distance, in letters, between the name of an illness and its kind.
const NEAR: usize = 60;

/// Adds mentions of illnesses that are named by their kind. Mentions stay in order.
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
        let found = kind.kind_words.iter().filter_map(|it| Some((window.find(it.as_str())?, it)));
        let Some((at, word)) = found.min_by_key(|it| it.0) else { continue };
        let start = from + window[..at].chars().count();
        let end = start + word.chars().count();
        if is_separate_word(text, start, end) && overlapping(&mentions, start, end).is_empty() {
            let before = mentions.partition_point(|it| it.start < start);
            let mention = Mention {
                start,
                end,
                concept: kind.concept,
                slot: Slot::Condition,
                how: Recognition::Synonym,
                negated: false,
            };
            mentions.insert(before, mention);
        }
    }
    mentions
}

/// Whether the range is a word of its own, with a particle or the copula.
fn is_separate_word(text: &Text, start: usize, end: usize) -> bool {
    let begins = text.before(start).is_none_or(|it| !is_hangul(it) && !it.is_ascii_alphanumeric());
    let run: String = text.chars[end..].iter().take_while(|it| is_hangul(**it)).collect();
    let predicate = ["이", "라", "예", "인", "였", "래", "까", "보", "랍"];
    begins && (run.is_empty() || is_particle(&run) || cue::begins(&run, &predicate))
}
