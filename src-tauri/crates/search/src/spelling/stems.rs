//! Finds the parts of a run of Hangul that may be a misspelt word.

use simui_domain::Span;
use simui_korean::particles::{self, Place};

use crate::analysis::{Morpheme, Tag};
use crate::index::SearchIndex;

/// Most syllables of a part.
const LONGEST: usize = 12;

/// Returns the parts of `run` that are unknown to the corpus, the longest first. A part begins where a
/// morpheme begins or a known word ends. It ends where a morpheme ends or a known word begins, or before
/// particles, since the analysis of a misspelt word may swallow its neighbours. It has an unknown pair of
/// syllables or an unknown noun, and is no word of the dictionary: a word that is spelt right may be missing
/// in the corpus.
pub(super) fn stems(index: &SearchIndex, run: &str) -> Vec<Span> {
    let letters: Vec<char> = run.chars().collect();
    let morphemes = index.analyser().morphemes(run);
    let unknown = unknown_places(index, &letters, &morphemes);
    if unknown.is_empty() {
        return Vec::new();
    }
    let mut starts: Vec<usize> = morphemes.iter().map(|it| it.start).chain([0]).collect();
    let mut ends: Vec<usize> = morphemes.iter().map(|it| it.end).chain([letters.len()]).collect();
    let particles = [Place::Claim, Place::UnknownName].into_iter().flat_map(particles::of);
    ends.extend(
        particles
            .filter(|particle| run.ends_with(**particle))
            .map(|particle| letters.len() - particle.chars().count()),
    );
    let is_known = |part: &[char]| {
        part.len() > 1 && index.chunks_with_word(&part.iter().collect::<String>()) > 0
    };
    starts.extend((2..letters.len()).filter(|&at| is_known(&letters[..at])));
    ends.extend((2..letters.len()).filter(|&at| is_known(&letters[at..])));
    for places in [&mut starts, &mut ends] {
        places.sort_unstable();
        places.dedup();
    }
    let mut stems = Vec::new();
    for &start in &starts {
        for &end in ends.iter().filter(|end| (start + 2..=start + LONGEST).contains(end)) {
            let has_unknown = unknown.iter().any(|it| start <= it.start && it.end <= end);
            let spelt_right =
                morphemes.iter().any(|it| it.tag == Tag::NNG && (it.start, it.end) == (start, end));
            let word: String = letters[start..end].iter().collect();
            if has_unknown && !spelt_right && index.chunks_with_word(&word) == 0 {
                stems.push(Span { start, end });
            }
        }
    }
    stems.sort_by_key(|stem| std::cmp::Reverse(stem.end - stem.start));
    stems
}

/// Returns the pairs of syllables and the nouns that are not in the corpus.
fn unknown_places(index: &SearchIndex, letters: &[char], morphemes: &[Morpheme]) -> Vec<Span> {
    let pairs = letters
        .windows(2)
        .zip(0..)
        .filter(|(pair, _)| index.chunks_with_bigram(&pair.iter().collect::<String>()) == 0);
    let pairs = pairs.map(|(_, start)| Span { start, end: start + 2 });
    let nouns = morphemes.iter().filter(|it| {
        matches!(it.tag, Tag::NNG | Tag::NNP | Tag::XR | Tag::Unknown)
            && index.chunks_with_word(&it.lemma) == 0
    });
    pairs.chain(nouns.map(|it| Span { start: it.start, end: it.end })).collect()
}
