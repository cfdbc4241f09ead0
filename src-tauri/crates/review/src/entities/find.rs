//! Finds the entities in the letters of an advertisement.

use simui_korean::hangul;
use simui_korean::particles::{self, Place};
use simui_search::analysis::{Morpheme, Tag};

use super::table::{EntityTable, NameRow, PersonRow};
use super::{Entity, EntityKind};
use crate::normalise::{Gap, Letter, Normalised};

/// Last letters of words that modify the noun after them: 최고의, 유일한, 뛰어난.
const MODIFYING: &str = "의는은한된던난";
/// Longest name of a person, in letters.
const LONGEST_PERSON: usize = 4;
/// Largest number of names before one title.
const LONGEST_LIST: usize = 5;

/// A morpheme with the letters it stands at.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'m> {
    /// The morpheme.
    pub morpheme: &'m Morpheme,
    /// First letter.
    pub from: usize,
    /// One past the last.
    pub to: usize,
}

impl EntityTable {
    /// Returns the entities in order; they do not overlap, and of those that would the longest counts.
    /// `morphemes` are those of the dictionary, none without one.
    pub fn find(&self, normal: &Normalised, morphemes: &[Placed<'_>]) -> Vec<Entity> {
        let words = words(&normal.letters);
        let mut found = self.tokens(normal);
        for (index, &(from, to)) in words.iter().enumerate() {
            if normal.letters[from..to].iter().any(|letter| letter.joined) {
                continue;
            }
            let before = index.checked_sub(1).map(|it| words[it]);
            for row in &self.names {
                if let Some(end) = name_end(row, &normal.letters, (from, to), before) {
                    let (kind, row) = (row.kind, row.id.clone());
                    found.push(Entity { kind, from, to: end, masks: true, row });
                }
            }
        }
        for row in &self.persons {
            found.extend(persons(row, normal, &words, morphemes));
        }
        found.sort_by_key(|it| (it.from, std::cmp::Reverse(it.to)));
        let mut end = 0;
        found.retain(|entity| {
            let is_free = entity.from >= end;
            if is_free {
                end = entity.to;
            }
            is_free
        });
        found
    }

    fn tokens(&self, normal: &Normalised) -> Vec<Entity> {
        let text: String = normal.glyphs.iter().map(|glyph| glyph.ch).collect();
        let mut found = Vec::new();
        for row in &self.tokens {
            // The offsets are bytes; they only grow, so each is counted on from the last.
            let (mut byte, mut glyph) = (0, 0);
            for it in row.regex.captures_iter(&text) {
                let Some(it) = it.get(1).or_else(|| it.get(0)) else { continue };
                glyph += text[byte..it.start()].chars().count();
                let first = glyph;
                glyph += it.as_str().chars().count();
                byte = it.end();
                let at = |glyph: usize| normal.letters.partition_point(|it| it.glyph < glyph);
                let (from, to) = (at(first), at(glyph));
                let is_part = |at: usize| {
                    let digit = |at: usize| normal.letters.get(at).map(|it| it.ch.is_ascii_digit());
                    at > 0
                        && digit(at - 1) == Some(true)
                        && digit(at) == Some(true)
                        && normal.letters[at].gap == Gap::None
                };
                if from < to && !is_part(from) && !is_part(to) {
                    let (kind, masks, row) = (row.kind, row.masks, row.id.clone());
                    found.push(Entity { kind, from, to, masks, row });
                }
            }
        }
        found
    }
}

/// Returns the words as ranges of letters.
fn words(letters: &[Letter]) -> Vec<(usize, usize)> {
    let starts: Vec<usize> =
        (0..letters.len()).filter(|&at| at == 0 || letters[at].gap > Gap::Soft).collect();
    let ends = starts.iter().skip(1).copied().chain([letters.len()]);
    starts.iter().copied().zip(ends).collect()
}

/// Whether a name may end before `rest`: nothing or a particle. A copula makes it a predicate (최고병원입니다).
fn ends_name(rest: &str) -> bool {
    let is_particle = |place| particles::of(place).contains(&rest);
    rest.is_empty() || is_particle(Place::Claim) || is_particle(Place::Honorific)
}

fn text(letters: &[Letter]) -> String {
    letters.iter().map(|letter| letter.ch).collect()
}

/// Returns where a name in the word `from..to` ends, if it is one of the row.
fn name_end(
    row: &NameRow,
    letters: &[Letter],
    (from, to): (usize, usize),
    before: Option<(usize, usize)>,
) -> Option<usize> {
    let word: Vec<char> = letters[from..to].iter().map(|letter| letter.ch).collect();
    let rest_is_particle = |at: usize| {
        let rest: String = word[at..].iter().collect();
        ends_name(&rest)
    };
    let end = row.ends.iter().find_map(|end| {
        let starts = (row.least..=word.len().saturating_sub(end.len())).rev();
        let mut ends = starts.filter(|&at| word[at..].starts_with(end)).map(|at| at + end.len());
        ends.find(|&at| rest_is_particle(at)).map(|at| (at - end.len(), at))
    });
    let (head_end, end) = end?;
    let head: String = word[..head_end].iter().collect();
    let modifies = modifies(&word[..head_end]);
    let is_common = row.not.contains(&head) || row.not_in.iter().any(|it| head.contains(it));
    let preceding = before.filter(|_| letters[from].gap == Gap::Space);
    let preceding = preceding.map(|(from, to)| text(&letters[from..to])).unwrap_or_default();
    let is_rank = row.not_after.iter().any(|it| preceding.ends_with(it.as_str()))
        || preceding.strip_suffix('의').is_some();
    (!modifies && !is_common && !is_rank).then_some(from + end)
}

/// Whether a word ends like one that modifies the noun after it. 은 is an ending or a particle behind a final
/// consonant alone: 최고은 is a name.
fn modifies(word: &[char]) -> bool {
    match word {
        [.., before, '은'] => hangul::has_final(*before),
        [.., last] => MODIFYING.contains(*last),
        [] => false,
    }
}

/// Returns names of persons: a word that begins with a surname and consists of nouns of the dictionary, a
/// proper one among them, before or behind a title; and the words of a surname listed behind such a name.
fn persons(
    row: &PersonRow,
    normal: &Normalised,
    words: &[(usize, usize)],
    morphemes: &[Placed<'_>],
) -> Vec<Entity> {
    let letters = &normal.letters;
    let is_title = |index: usize| {
        words.get(index).is_some_and(|&(from, to)| {
            let word = text(&letters[from..to]);
            row.titles.iter().any(|title| word.strip_prefix(title.as_str()).is_some_and(ends_name))
        })
    };
    // The words of which the next stands behind a middle dot are listed with it: 김민수·최고은 원장.
    let is_listed = |index: usize| {
        let last = words.get(index).and_then(|&(_, to)| letters.get(to.checked_sub(1)?));
        let mark = last.and_then(|it| normal.glyphs.get(it.glyph + 1));
        mark.is_some_and(|it| matches!(it.ch, '·' | '・' | 'ㆍ')) && index + 1 < words.len()
    };
    let mut found = Vec::new();
    let mut was_listed = false;
    for (index, &(from, to)) in words.iter().enumerate() {
        let follows_listed = std::mem::take(&mut was_listed);
        let inside = &morphemes[morphemes.partition_point(|it| it.from < from)..];
        let inside = &inside[..inside.partition_point(|it| it.from < to)];
        // The dictionary has some names whole, and others as surname and given name.
        let are_nouns = inside.first().is_some_and(|it| it.from == from)
            && inside.last().is_some_and(|it| it.to == to)
            && inside.iter().all(|it| it.morpheme.tag.is_noun())
            && inside.iter().any(|it| it.morpheme.tag == Tag::NNP);
        let letters_of: Vec<char> = letters[from..to].iter().map(|it| it.ch).collect();
        let is_no_phrase = letters_of.last() == Some(&'은') && !modifies(&letters_of);
        let is_name = are_nouns || is_no_phrase || follows_listed;
        let length = to - from;
        if !is_name
            || !row.surnames.contains(letters[from].ch)
            || !(2..=LONGEST_PERSON).contains(&length)
        {
            continue;
        }
        let listed = (index..index + LONGEST_LIST).take_while(|&at| is_listed(at)).count();
        let titled = index + listed + 1;
        let follows = is_title(titled) && letters[words[titled].0].gap == Gap::Space;
        was_listed = follows && is_listed(index);
        let precedes = index > 0 && is_title(index - 1) && letters[from].gap == Gap::Space;
        if follows || precedes {
            let (kind, row) = (EntityKind::Person, row.id.clone());
            found.push(Entity { kind, from, to, masks: true, row });
        }
    }
    found
}
