//! Clauses of a sentence: where one ends, at a bracket, a colon or a connective ending.

use super::reading::Reading;
use crate::normalise::Gap;

/// Connective endings that begin another clause: a denial after them applies to that clause.
const CONNECTIVE: &[&str] = &[
    "지만", "는데", "은데", "으며", "하며", "면서", "니까", "므로", "하고", "되고", "이고", "않고",
    "없고", "있고", "려면",
];

/// Whether a clause ends before letter `at`; letters before `from` are not looked at.
pub fn ends_clause(reading: &Reading<'_>, from: usize, at: usize) -> bool {
    let letters = &reading.normal.letters;
    let Some(letter) = letters.get(at).filter(|letter| letter.gap > Gap::Soft) else {
        return false;
    };
    if letter.gap >= Gap::Strong {
        return true;
    }
    let tail: String = letters[at.saturating_sub(3).max(from)..at].iter().map(|l| l.ch).collect();
    CONNECTIVE.iter().any(|ending| tail.ends_with(ending))
}
