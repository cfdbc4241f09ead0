//! From surface forms to mentions: complaints completed, typos corrected, the longest kept.

use super::complaint::{Complete, complete, joined};
use super::lexicon::{Lexicon, Target};
use super::mention::{How, Mention};
use super::tagger::{Found, longest};
use super::text::{Text, is_hangul, normal};
use super::typo::Typos;

struct Candidate {
    start: usize,
    end: usize,
    /// `None`: blocked.
    concept: Option<usize>,
    how: How,
    negated: bool,
}

pub(crate) fn mentions(
    text: &Text,
    lexicon: &Lexicon,
    found: &[Found],
    typos: &Typos,
) -> Vec<Mention> {
    let mut candidates = Vec::new();
    for it in found {
        let Found { start, end, target } = *it;
        let plain = |concept, how| Candidate { start, end, concept, how, negated: false };
        match target {
            Target::Concept(at) => candidates.push(plain(Some(at), how(text, lexicon, it, at))),
            Target::Verb(at) => candidates.push(plain(Some(at), How::Complaint)),
            Target::Blocked => candidates.push(plain(None, How::Name)),
            Target::Noun(row) => {
                candidates.extend(complete(text, lexicon, it, row).map(complaint));
            }
            Target::Measure(_) => {}
        }
    }
    candidates.extend(shared(text, lexicon, found));
    let mut kept = longest(candidates, |it| (it.start, it.end));
    kept.extend(misspelt(text, &kept, typos));
    kept.sort_by_key(|it| it.start);
    let mention = |it: Candidate| {
        let concept = it.concept?;
        let slot = lexicon.concepts[concept].slot;
        Some(Mention {
            start: it.start,
            end: it.end,
            concept,
            slot,
            how: it.how,
            negated: it.negated,
        })
    };
    kept.into_iter().filter_map(mention).collect()
}

fn complaint(it: Complete) -> Candidate {
    Candidate {
        start: it.start,
        end: it.end,
        concept: Some(it.concept),
        how: How::Complaint,
        negated: it.negated,
    }
}

/// 눈이 침침하고 뻑뻑해요: the second predicates of nouns that have one.
fn shared(text: &Text, lexicon: &Lexicon, found: &[Found]) -> Vec<Candidate> {
    let nouns = || {
        found.iter().filter_map(|it| match it.target {
            Target::Noun(row) => Some((it, row)),
            _ => None,
        })
    };
    let firsts: Vec<(&Found, Complete)> =
        nouns().filter_map(|(it, row)| Some((it, complete(text, lexicon, it, row)?))).collect();
    let mut more = Vec::new();
    for (noun, row) in nouns() {
        let same = firsts.iter().filter(|it| (it.0.start, it.0.end) == (noun.start, noun.end));
        let Some((_, first)) = same.max_by_key(|it| it.1.end) else { continue };
        let next = joined(text, lexicon, row, first.end);
        more.extend(next.filter(|it| it.concept != first.concept).map(complaint));
    }
    more
}

fn how(text: &Text, lexicon: &Lexicon, found: &Found, concept: usize) -> How {
    let surface = text.slice(found.start, found.end);
    let letters = surface.chars().count();
    if normal(&lexicon.concepts[concept].name) == surface {
        return if letters == 1 { How::Short } else { How::Name };
    }
    let short = letters == 1 || (letters <= 3 && surface.is_ascii());
    if short { How::Short } else { How::Synonym }
}

/// Long words that nothing was found in.
fn misspelt(text: &Text, kept: &[Candidate], typos: &Typos) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let begins = is_hangul(text.chars[at]) && !text.before(at).is_some_and(is_hangul);
        if begins && let Some((concept, end)) = typos.near(text, at) {
            if kept.iter().all(|it| it.end <= at || end <= it.start) {
                found.push(Candidate {
                    start: at,
                    end,
                    concept: Some(concept),
                    how: How::Typo,
                    negated: false,
                });
            }
            at = end;
        }
        at += 1;
    }
    found
}
