//! Finds what a drug is said of that is named only afterwards: 혈압약 안 먹은 지 좀 됐어요. 암로디핀이요.

use std::ops::Range;

use super::mention::{Mention, overlapping};
use crate::lexicon::{Lexicon, Slot};
use crate::text::clauses::Clauses;
use crate::text::cue::ends;
use crate::text::letters::Text;
use crate::text::words::{ALLERGY, GRAMMAR};

/// The words that state something of a drug whose name alone follows them, after a comma or as a sentence
/// of its own. `None` if they name another drug, or ask.
pub(crate) fn said_before(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    mentions: &[Mention],
    mention: &Mention,
) -> Option<Range<usize>> {
    let (first, last) = (clauses.word_at(mention.start), clauses.word_at(mention.end - 1));
    let own = clauses.sentence(last);
    let string = |it: usize| text.slice(clauses.words[it].start, clauses.words[it].end);
    let rest = text.slice(mention.end, clauses.words[last].end.max(mention.end));
    if mention.slot != Slot::Medication || last + 1 != own.end || !GRAMMAR.copulas.contains(&rest) {
        return None;
    }
    let comma = (own.start..first).rev().find(|it| clauses.words[*it].mark == Some(','));
    let (said, from) = match comma {
        Some(comma) => (own.start..comma + 1, comma + 1),
        None => (clauses.sentence(own.start.checked_sub(1)?), own.start),
    };
    let stated = ends(string(said.end.checked_sub(1)?), &["요", "다", "죠", "네", "음"]);
    let asked = clauses.questions[clauses.words[said.start].sentence];
    let alone = (from..first).all(|it| ALLERGY.fillers.has(string(it)));
    let range =
        overlapping(mentions, clauses.words[said.start].start, clauses.words[said.end - 1].end);
    // 혈압약, 항생제: the name of a group may stand for the drug.
    let names_other = range.iter().any(|it| {
        it.slot == Slot::Medication && !lexicon.concepts[it.concept].name.ends_with(['약', '제'])
    });
    (stated && !asked && alone && !names_other).then_some(said)
}
