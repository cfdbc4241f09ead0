//! Finds the parts of a run of Hangul that may be a misspelt noun.

use simui_domain::Span;
use simui_korean::particles::{self, Place};

use crate::analysis::{Morpheme, Tag};
use crate::index::SearchIndex;

/// Most syllables of a part.
const LONGEST: usize = 12;

/// A part of a run that may be a misspelt noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stem {
    /// Place in the run, in characters.
    pub(super) span: Span,
    /// Whether it consists of nouns of the dictionary (처방잔: 처방, 잔), so that it may be spelt right.
    pub(super) is_compound: bool,
    /// Whether it is a pair of syllables inside a longer word (광거 in 과대광거); nearly every one is near a word
    /// of two.
    pub(super) is_inner_pair: bool,
}

/// Returns the parts of `run` that are unknown to the corpus, the longest first; none for a verb, whose forms
/// nobody can list.
///
/// Before a part stands nothing or a known word; behind it stand nothing, particles or a known word. It has
/// an unknown pair of syllables or an unknown noun, and is no word of the dictionary: a word that is spelt
/// right may be missing in the corpus.
pub(super) fn stems(index: &SearchIndex, run: &str) -> Vec<Stem> {
    let letters: Vec<char> = run.chars().collect();
    let morphemes = index.analyser().morphemes(run);
    let unknown = unknown_places(index, &letters, &morphemes);
    if unknown.is_empty() || is_verb(&morphemes) {
        return Vec::new();
    }
    let is_known = |part: &[char]| {
        part.len() > 1 && index.chunks_with_word(&part.iter().collect::<String>()) > 0
    };
    let last_ends = ends_before_particles(run, letters.len(), &morphemes);
    let starts = (0..letters.len()).filter(|&at| at == 0 || is_known(&letters[..at]));
    let mut stems = Vec::new();
    for start in starts {
        for end in start + 2..=letters.len().min(start + LONGEST) {
            let is_last = last_ends.contains(&end);
            let spans_run = start == 0 && is_last;
            let before_known =
                || last_ends.iter().any(|&last| end < last && is_known(&letters[end..last]));
            if !(spans_run || is_last || before_known()) {
                continue;
            }
            let inside = |it: &Span| start <= it.start && it.end <= end;
            let nouns: Vec<&Morpheme> =
                morphemes.iter().filter(|it| start <= it.start && it.end <= end).collect();
            let is_word = nouns.len() == 1
                && matches!(nouns[0].tag, Tag::NNG | Tag::NNP)
                && (nouns[0].start, nouns[0].end) == (start, end);
            // A rare word may stand in a longer one for a frequent one: 게인정보.
            let is_inner_pair = !spans_run && end - start == 2;
            let cuts_word = morphemes
                .iter()
                .any(|it| [start, end].iter().any(|&at| it.start < at && at < it.end));
            if is_inner_pair && cuts_word {
                continue;
            }
            let may_be_wrong = is_inner_pair || !is_word;
            if unknown.iter().any(inside) && may_be_wrong && !is_known(&letters[start..end]) {
                let is_compound = nouns.iter().all(|it| matches!(it.tag, Tag::NNG | Tag::XSN));
                stems.push(Stem { span: Span { start, end }, is_compound, is_inner_pair });
            }
        }
    }
    stems.sort_by_key(|stem| std::cmp::Reverse(stem.span.end - stem.span.start));
    stems
}

/// Returns the pairs of syllables and the nouns that are not in the corpus.
fn unknown_places(index: &SearchIndex, letters: &[char], morphemes: &[Morpheme]) -> Vec<Span> {
    let pairs = letters
        .windows(2)
        .zip(0..)
        .filter(|(pair, _)| index.chunks_with_bigram(&pair.iter().collect::<String>()) == 0);
    let pairs = pairs.map(|(_, start)| Span { start, end: start + 2 });
    let nouns = morphemes.iter().filter(|morpheme| {
        matches!(morpheme.tag, Tag::NNG | Tag::NNP | Tag::XR | Tag::Unknown)
            && index.chunks_with_word(&morpheme.lemma) == 0
    });
    pairs.chain(nouns.map(|it| Span { start: it.start, end: it.end })).collect()
}

/// Returns whether a run is a form of a verb, or begins with one or with a determiner. An ending after a
/// copula that is not written (꽝고 as 꽝, 이, 고) is a guess about an unknown noun.
fn is_verb(morphemes: &[Morpheme]) -> bool {
    let begins =
        morphemes.first().is_some_and(|it| matches!(it.tag, Tag::VV | Tag::VA | Tag::VX | Tag::MM));
    let guessed = morphemes.iter().any(|it| it.tag == Tag::VCP && it.surface != "이");
    let ends = morphemes
        .last()
        .is_some_and(|it| matches!(it.tag, Tag::EP | Tag::EF | Tag::EC | Tag::ETN | Tag::ETM));
    begins || ends && !guessed
}

/// Returns where the last word of a run may end: before the particles that the analysis found; where it found
/// none, at the end and before what looks like a particle, which a misspelt word may have swallowed.
fn ends_before_particles(run: &str, length: usize, morphemes: &[Morpheme]) -> Vec<usize> {
    let behind = morphemes.iter().rev().take_while(|it| it.tag.as_str().starts_with('J'));
    if let Some(first) = behind.last() {
        return vec![first.start];
    }
    let particles = [Place::Claim, Place::UnknownName].into_iter().flat_map(particles::of);
    let swallowed = particles.filter(|particle| run.ends_with(**particle));
    swallowed.map(|particle| length - particle.chars().count()).chain([length]).collect()
}
