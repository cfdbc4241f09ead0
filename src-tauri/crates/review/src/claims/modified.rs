//! The noun that a word of praise modifies, and whether it is anything that the advertiser praises: 최고의 의료진
//! is, 최고의 통증 is not.

use simui_korean::hangul::final_consonant;
use simui_korean::particles::{self, Place};

use super::reading::{Grammar, Reading};
use super::words::{word_end, word_start};
use crate::normalise::Gap;

/// Last letters of words that modify a noun and are no noun with a particle.
const MODIFIERS: [&str; 9] = ["한", "된", "운", "던", "적인", "있는", "없는", "하는", "되는"];
/// Nouns that grade, and modify another noun without a particle too: 최고 의료진.
const BARE: [&str; 5] = ["최고", "최상", "최초", "최대", "최다"];
/// Other words that only grade; praise in any further words (따라올 자가 없다) is of the advertiser.
const GRADES: [&str; 4] = ["가장", "제일", "유일", "대표적"];
/// Endings by which praise is reported: 최고라는 말.
const REPORTING: [&str; 3] = ["라는", "다는", "란"];
/// Last letters of a predicate.
const PREDICATE_ENDINGS: &str = "다요죠";
/// Particles of what praise is said of: 꾸준함이 최고입니다.
const SUBJECT: [&str; 5] = ["이", "가", "은", "는", "께서"];
/// Greatest number of words between praise and its noun, and of nouns in a compound.
const REACH: usize = 3;
/// Numbers of the final consonants ㄴ and ㄹ, with which modifying forms end.
const MODIFYING: [u32; 2] = [4, 8];

/// Whether the words at letters `start..end`, in a sentence that names no clinic and nobody of one, modify a
/// noun, or are said of a subject, that is no act of a clinic and no result.
pub fn praises_other(reading: &Reading<'_>, grammar: &Grammar, start: usize, end: usize) -> bool {
    let Some(sentence) = reading.sentence(start) else { return false };
    let praise = reading.text(start, end);
    if !BARE.iter().chain(&GRADES).any(|it| praise.contains(it)) {
        return false;
    }
    // A sentence that names the advertiser may praise it by what it says of something else.
    if sentence.classes.contains_any(&grammar.advertiser) {
        return false;
    }
    let is_other = |(from, to): (usize, usize)| {
        !grammar.praised.iter().any(|&class| {
            reading.of_class(sentence, class).any(|hit| from <= hit.start && hit.start < to)
        })
    };
    let modified = modified(reading, end);
    let last = modified.map_or(end, |it| it.1);
    modified.is_some_and(is_other) || subject(reading, start, last).is_some_and(is_other)
}

/// Returns the letters of the noun directly before letter `start` if it is the subject of the predicate that
/// ends with the word of letter `end - 1`.
fn subject(reading: &Reading<'_>, start: usize, end: usize) -> Option<(usize, usize)> {
    let normal = &reading.normal;
    let last = normal.letters[word_end(normal, end) - 1].ch;
    if !PREDICATE_ENDINGS.contains(last) {
        return None;
    }
    let at = word_start(normal, start);
    let follows = at == start && at > 0 && normal.letters[at].gap == Gap::Space;
    let from = follows.then(|| word_start(normal, at - 1))?;
    let word = reading.text(from, at);
    let is_modifier = MODIFIERS.iter().any(|it| word.ends_with(it));
    let ends = |particle: &str| word.len() > particle.len() && word.ends_with(particle);
    let is_subject = !is_modifier && SUBJECT.iter().any(|it| ends(it));
    // A noun before it may say whose it is: 저희 병원의 시설이.
    let before = from.checked_sub(1).filter(|_| normal.letters[from].gap == Gap::Space);
    let owner = before.map(|it| word_start(normal, it)).filter(|&owner| {
        let word = reading.text(owner, from);
        word.ends_with('의') || !particles::of(Place::Claim).iter().any(|it| word.ends_with(it))
    });
    is_subject.then_some((owner.unwrap_or(from), at))
}

/// Returns the letters of the nouns that the word with letter `end - 1` modifies.
fn modified(reading: &Reading<'_>, end: usize) -> Option<(usize, usize)> {
    let normal = &reading.normal;
    let mut at = word_end(normal, end);
    let rest = reading.text(end, at);
    let last = normal.letters[word_start(normal, end - 1)..at].last()?.ch;
    let is_predicate = final_consonant(last).is_some_and(|it| MODIFYING.contains(&it));
    let praise = reading.text(word_start(normal, end - 1), at);
    let is_bare = rest.is_empty() && BARE.iter().any(|it| praise.ends_with(it));
    let is_reported = REPORTING.iter().any(|it| rest.ends_with(it));
    let modifies = is_bare || rest == "의" || is_predicate;
    if !modifies || is_reported {
        return None;
    }
    let mut nouns: Option<(usize, usize)> = None;
    for _ in 0..REACH {
        if normal.letters.get(at).is_none_or(|it| it.gap > Gap::Space) {
            break;
        }
        let to = word_end(normal, at + 1);
        let word = reading.text(at, to);
        let (begins, from) = (nouns.is_none(), at);
        at = to;
        if begins && MODIFIERS.iter().any(|it| word.ends_with(it)) {
            continue;
        }
        nouns = Some((nouns.map_or(from, |it| it.0), to));
        let ends = |particle: &str| word.len() > particle.len() && word.ends_with(particle);
        let belongs = word.ends_with('의');
        if !belongs && particles::of(Place::Claim).iter().any(|it| ends(it)) {
            break;
        }
    }
    nouns
}
