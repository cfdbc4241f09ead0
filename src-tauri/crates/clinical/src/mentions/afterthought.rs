//! Finds what a drug is said of that is named only afterwards: 혈압약 안 먹은 지 좀 됐어요. 암로디핀이요.

use std::ops::Range;

use super::mention::{Mention, overlapping};
use crate::lexicon::{Lexicon, Slot};
use crate::text::clauses::Clauses;
use crate::text::cue::ends;
use crate::text::letters::Text;
use crate::text::words::{ALLERGY, GRAMMAR};

/// What is said of a drug whose name follows.
pub(crate) struct PrecedingStatement {
    /// The words that say it.
    pub words: Range<usize>,
    /// Whether the drug is named as its cause: 두드러기가 났었어요. 세파클러 먹고요.
    pub as_cause: bool,
}

/// What words state of a drug whose name follows them, alone or in a list, after a comma or as a sentence
/// of its own. `None` if they name another drug, or ask.
pub(crate) fn preceding_statement(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    mentions: &[Mention],
    mention: &Mention,
) -> Option<PrecedingStatement> {
    let first = clauses.word_at(mention.start);
    let own = clauses.sentence(first);
    let string = |it: usize| text.slice(clauses.words[it].start, clauses.words[it].end);
    let states = |it: usize| ends(string(it), &["요", "다", "죠", "네", "음"]);
    let comma =
        (own.start..first).rev().find(|it| clauses.words[*it].mark == Some(',') && states(*it));
    let (statement, from) = match comma {
        Some(comma) => (own.start..comma + 1, comma + 1),
        None => (clauses.sentence(own.start.checked_sub(1)?), own.start),
    };
    let stated = statement.end.checked_sub(1).is_some_and(states);
    let asked = clauses.questions[clauses.words[statement.start].sentence];
    let drug = |it: &&Mention| it.slot == Slot::Medication;
    let causes =
        (first + 1..own.end).rev().take_while(|it| ALLERGY.as_cause.contains(&string(*it)));
    let as_cause = causes.count();
    let end = own.end - as_cause;
    let is_name = |index: usize| {
        let word = clauses.words[index];
        let Some(name) = overlapping(mentions, word.start, word.end).iter().rfind(drug) else {
            return ALLERGY.fillers.has(string(index));
        };
        let rest = if name.end < word.end { text.slice(name.end, word.end) } else { "" };
        let joins = ["", "이랑", "랑", "하고", "와", "과", "도"].contains(&rest);
        let is_last = index + 1 == own.end;
        if is_last {
            GRAMMAR.copulas.contains(&rest)
        } else {
            joins || ["를", "을"].contains(&rest)
        }
    };
    let alone = drug(&mention) && (from..end).all(is_name);
    let (start, end) = (clauses.words[statement.start].start, clauses.words[statement.end - 1].end);
    // 혈압약, 항생제: the name of a group may stand for the drug, but not for another group.
    let is_group = |it: &Mention| lexicon.concepts[it.concept].name.ends_with(['약', '제']);
    let names_other = overlapping(mentions, start, end)
        .iter()
        .filter(drug)
        .any(|it| !is_group(it) || is_group(mention));
    (stated && !asked && alone && !names_other)
        .then_some(PrecedingStatement { words: statement, as_cause: as_cause > 0 })
}
