//! Reads the noun directly before a title: 코성형 in 코성형 전문의가. Spaces and particles aside.

use simui_korean::hangul;
use simui_korean::particles::{self, Place};
use simui_search::analysis::Tag;

use crate::entities::Placed;
use crate::normalise::{Gap, Letter};

/// Endings of a noun that make it no name of a field: 분야별, 대학병원급, 선생님.
const NO_FIELD_SUFFIXES: &[&str] =
    &["별", "급", "님", "들", "적", "째", "당", "씩", "끼리", "대", "쯤"];
/// Last letters of words that modify what follows: 숙련된, 좋은, 하는.
const MODIFYING: &str = "은는한된던할의";
/// Last letters of ordinal and counted words, which no dictionary is needed for: 3명, 20년.
const COUNTED: &str = "명인년번회";

/// Returns the letters of the noun that stands directly before letter `head`; `None` where there is none: the
/// beginning of a line, another part of a list, a particle, a modifying form, an adverb, a number.
/// `morphemes` are those of the dictionary, in order, none without one.
pub(super) fn noun_before(
    letters: &[Letter],
    morphemes: &[Placed<'_>],
    head: usize,
) -> Option<(usize, usize)> {
    let start = word_before(letters, head)?;
    let until = morphemes.partition_point(|it| it.from < head);
    let from = morphemes[..until].partition_point(|it| it.to <= start);
    let inside = &morphemes[from..until];
    match inside.last().is_some_and(|it| it.to == head) {
        true => nouns(inside, start).map(|from| (from, head)),
        false => unanalysed(&letters[start..head], letters[head].gap).then_some((start, head)),
    }
}

/// Returns the first letter of the word directly before letter `head`, or of the beginning of its own word;
/// `None` at the beginning of a line and of a part of a list.
pub(super) fn word_before(letters: &[Letter], head: usize) -> Option<usize> {
    let follows = letters.get(head).is_some_and(|it| it.gap <= Gap::Space);
    if head == 0 || !follows {
        return None;
    }
    (0..head).rev().find(|&at| at == 0 || letters[at].gap > Gap::Soft)
}

/// Returns the first letter of the nouns at the end of a word; `None` where it ends with anything else.
fn nouns(inside: &[Placed<'_>], start: usize) -> Option<usize> {
    let last = inside.last()?.morpheme;
    if last.tag.is_particle() && inside.len() > 1 && is_misread(&inside[inside.len() - 2..]) {
        return Some(start);
    }
    let counts = matches!(last.tag, Tag::NNB | Tag::NNBC | Tag::NR | Tag::NP);
    let is_suffix = last.tag == Tag::XSN && NO_FIELD_SUFFIXES.contains(&last.surface.as_str());
    if counts || is_suffix {
        return None;
    }
    let is_part = |tag: Tag| {
        tag.is_noun()
            || matches!(tag, Tag::XPN | Tag::XSN | Tag::XR | Tag::SL | Tag::SH | Tag::Unknown)
    };
    let nouns = inside.iter().rev().take_while(|it| is_part(it.morpheme.tag));
    nouns.last().map(|it| it.from.max(start))
}

/// Whether the dictionary took the end of a noun for a particle: 만 in 비만, behind a noun or a prefix and not
/// behind another particle (주말에만); 과 in 탈모과, since the particle does not follow a vowel.
fn is_misread(pair: &[Placed<'_>]) -> bool {
    let [before, particle] = pair else { return false };
    let is_nominal = before.morpheme.tag.is_noun() || before.morpheme.tag == Tag::XPN;
    match particle.morpheme.surface.as_str() {
        "만" => is_nominal,
        "과" => is_nominal && follows_vowel(&before.morpheme.surface),
        _ => false,
    }
}

/// Whether what follows `text` follows a vowel.
fn follows_vowel(text: &str) -> bool {
    text.chars().last().is_some_and(|it| hangul::is_syllable(it) && !hangul::has_final(it))
}

/// Whether a word that was not analysed may be a noun without a particle.
fn unanalysed(word: &[Letter], gap: Gap) -> bool {
    let text: String = word.iter().map(|letter| letter.ch).collect();
    let Some(last) = text.chars().last() else { return false };
    let ends_with = |end: &str| text.len() > end.len() && text.ends_with(end);
    let is_misread = ends_with("과") && follows_vowel(text.trim_end_matches('과'));
    let has_particle = particles::of(Place::Claim).iter().any(|it| ends_with(it)) && !is_misread;
    // Before a head in the same word there is no particle: 피부과전문의.
    let is_bare = gap <= Gap::Soft || !(has_particle || MODIFYING.contains(last));
    if NO_FIELD_SUFFIXES.iter().any(|it| ends_with(it)) {
        return false;
    }
    let has_digit = text.chars().any(|c| c.is_ascii_digit());
    is_bare && !(has_digit && (last.is_ascii_digit() || COUNTED.contains(last)))
}
