//! Decides where a surface form may begin and end: Korean particles and endings after a noun, prefixes
//! before it, and plain word boundaries for Latin letters.

use super::letters::{Text, is_hangul};
use super::words::GRAMMAR;

/// Endings after which a long word may begin without a space (저는당뇨병이 있어요).
const BEFORE_LONG: [char; 17] = [
    '는', '은', '이', '가', '을', '를', '도', '에', '로', '고', '서', '와', '과', '랑', '의', '데',
    '요',
];

/// Whether a surface form may begin at `start`. `adjoins`: another concept ends there.
pub(crate) fn begins(text: &Text, start: usize, syllables: usize, adjoins: bool) -> bool {
    let (Some(before), Some(first)) = (text.before(start), text.get(start)) else { return true };
    if is_hangul(first) {
        if !is_hangul(before) || adjoins {
            return true;
        }
        let word = run_start(text, start);
        let prefix = text.slice(word, start);
        return GRAMMAR.prefixes.has(prefix)
            || (syllables >= 3 && (BEFORE_LONG.contains(&before) || is_unspaced(text, start)));
    }
    !before.is_ascii_alphanumeric()
}

/// Whether a position lies in a run of syllables so long that its spaces must have been left out.
pub(crate) fn is_unspaced(text: &Text, at: usize) -> bool {
    run_end(text, at) - run_start(text, at) >= UNSPACED
}

/// Shortest run of syllables without a space that is read as several words.
const UNSPACED: usize = 9;

/// Whether a surface form may end at `end`. `adjoined`: another concept begins there. `number`: a digit
/// may follow.
pub(crate) fn ends(
    text: &Text,
    end: usize,
    syllables: usize,
    adjoined: bool,
    number: bool,
) -> bool {
    let (Some(last), Some(next)) = (text.before(end), text.get(end)) else { return true };
    if adjoined {
        return true;
    }
    if last.is_ascii_digit() {
        return !next.is_ascii_alphanumeric();
    }
    if !is_hangul(last) {
        return !next.is_ascii_alphabetic() && (number || !next.is_ascii_digit());
    }
    if !is_hangul(next) {
        return true;
    }
    let rest = text.slice(end, run_end(text, end));
    match syllables {
        1 => GRAMMAR.particles.has(rest) || rest == "환자" || rest.starts_with("수술"),
        2 => may_follow_noun(rest),
        _ => true,
    }
}

/// Whether a noun of two syllables may stand before `rest`: nothing, particles, or what GRAMMAR
/// lists as `open`.
fn may_follow_noun(rest: &str) -> bool {
    if rest.is_empty() || GRAMMAR.open.begin(rest) {
        return true;
    }
    GRAMMAR.particles.beginnings(rest).map(|it| &rest[it.len()..]).any(|rest| {
        rest.is_empty()
            || GRAMMAR.open.begin(rest)
            || GRAMMAR.particles.has(rest)
            || rest.chars().next().is_some_and(|c| matches!(c, '너' | '좀' | '많' | '계' | '자'))
    })
}

/// Start of the run of syllables around a position, at most 40 letters back.
fn run_start(text: &Text, at: usize) -> usize {
    let mut start = at;
    while start + 40 > at && text.before(start).is_some_and(is_hangul) {
        start -= 1;
    }
    start
}

/// End of the run of syllables that begins at a position, at most 40 letters on, so that a run of
/// megabytes costs nothing.
pub(crate) fn run_end(text: &Text, at: usize) -> usize {
    let mut end = at;
    while end < at + 40 && text.get(end).is_some_and(is_hangul) {
        end += 1;
    }
    end
}

/// Whether a run of letters is exactly one particle.
pub(crate) fn is_particle(rest: &str) -> bool {
    GRAMMAR.particles.has(rest)
}
