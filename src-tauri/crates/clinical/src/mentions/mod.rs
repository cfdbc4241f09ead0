//! Turns surface forms into mentions: complaints are completed, typing errors corrected, the longest kept.

pub(crate) mod afterthought;
mod between;
mod complaint;
pub(crate) mod kinds;
pub(crate) mod mention;
pub(crate) mod tagger;
pub(crate) mod treated;
pub(crate) mod typo;

use self::complaint::{CompleteComplaint, complete, joined};
use self::mention::{Mention, Recognition};
use self::tagger::{Found, longest};
use self::typo::Typos;
use crate::lexicon::{Lexicon, Target};
use crate::text::cue::contains;
use crate::text::letters::{Text, is_hangul, normal};
use crate::text::persons::person_with_particle;
use crate::text::words::PEOPLE;
use simui_korean::hangul::final_consonant;

/// A range that may become a mention.
struct Candidate {
    start: usize,
    end: usize,
    /// Index of the concept; `None` for words that are blocked.
    concept: Option<usize>,
    how: Recognition,
    negated: bool,
}

/// The mentions of a text in order, without overlaps. `found` are the surface forms.
pub(crate) fn mentions(
    text: &Text,
    lexicon: &Lexicon,
    found: &[Found],
    typos: &Typos,
) -> Vec<Mention> {
    let completed: Vec<Option<CompleteComplaint>> =
        found.iter().map(|it| completed(text, lexicon, it)).collect();
    // The second predicate of a noun is preferred to the same words alone: 소변볼 때 찌릿하고 피가 비쳐요.
    let mut candidates = shared(text, lexicon, found, &completed);
    // 감기 기운: a noun that ends a longer name does not begin a complaint.
    let names = reaches_of_names(found);
    let ends_a_name = |form: &Found| {
        let begun_before = names.partition_point(|name| name.0 < form.start);
        begun_before > 0 && form.end <= names[begun_before - 1].1
    };
    let mut far = Vec::new();
    for (it, completed) in found.iter().zip(completed) {
        let Found { start, end, target } = *it;
        let plain = |concept, how| Candidate { start, end, concept, how, negated: false };
        match target {
            Target::Concept(_) if text.slice(start, end) == "게" && !is_crab(text, start) => {}
            Target::Concept(at) => candidates.push(plain(Some(at), how(text, lexicon, it, at))),
            Target::Verb(at) => {
                let negated = is_denied_before(text, start);
                candidates.push(Candidate { negated, ..plain(Some(at), Recognition::Complaint) });
            }
            Target::Blocked => candidates.push(plain(None, Recognition::Name)),
            Target::Noun(_) if ends_a_name(it) => {}
            Target::Noun(_) => {
                let list = if completed.as_ref().is_some_and(|it| it.skips_predicate) {
                    &mut far
                } else {
                    &mut candidates
                };
                list.extend(completed.map(complaint));
            }
            Target::Measure(_) => {}
        }
    }
    candidates.extend(far);
    let mut kept = longest(candidates, |it| (it.start, it.end));
    kept.extend(misspelt(text, &kept, typos));
    kept.sort_by_key(|it| it.start);
    let mention = |candidate: Candidate| {
        let concept = candidate.concept?;
        let slot = lexicon.concepts[concept].slot;
        Some(Mention {
            start: candidate.start,
            end: candidate.end,
            concept,
            slot,
            how: candidate.how,
            negated: candidate.negated,
        })
    };
    kept.into_iter().filter_map(mention).collect()
}

/// For each surface form of a concept, in order, where it begins and the farthest end of all up to it.
fn reaches_of_names(found: &[Found]) -> Vec<(usize, usize)> {
    let names = found.iter().filter(|it| matches!(it.target, Target::Concept(_)));
    let mut reaches: Vec<(usize, usize)> = names.map(|it| (it.start, it.end)).collect();
    reaches.sort_unstable();
    let mut farthest = 0;
    for (_, end) in &mut reaches {
        farthest = farthest.max(*end);
        *end = farthest;
    }
    reaches
}

/// Whether 게 at `at` is a crab: 게 알레르기, 저는 게 먹으면 가려워요. In 먹은 게 알레르기인지 it is a pronoun.
fn is_crab(text: &Text, at: usize) -> bool {
    let after = text.slice(at + 1, text.len().min(at + 12));
    let eaten = after.trim_start_matches(['를', '만', '도', '은', '는']).trim_start();
    let allergy = contains(after, &["알레르기", "알러지", "앨러지"]);
    let before = text.slice(at.saturating_sub(10), at).trim_end();
    let word = before.rsplit(|it: char| it.is_whitespace() || it == '.').next().unwrap_or_default();
    let modifies =
        word.chars().next_back().is_some_and(|it| matches!(final_consonant(it), Some(4 | 8)));
    let topic = PEOPLE.patient.has(word) || person_with_particle(word).is_some();
    (allergy || eaten.starts_with("먹")) && (!modifies || topic)
}

/// Whether the word before a predicate negates it: 안 졸린 약, 하나도 안 어지러워요.
fn is_denied_before(text: &Text, start: usize) -> bool {
    let before = text.slice(start.saturating_sub(3), start);
    let word = before.strip_suffix(' ').unwrap_or(before);
    word == "안" || word.ends_with(" 안")
}

fn complaint(it: CompleteComplaint) -> Candidate {
    Candidate {
        start: it.start,
        end: it.end,
        concept: Some(it.concept),
        how: Recognition::Complaint,
        negated: it.negated,
    }
}

/// The complaint that begins with `noun`.
fn completed(text: &Text, lexicon: &Lexicon, noun: &Found) -> Option<CompleteComplaint> {
    match noun.target {
        Target::Noun(row) => complete(text, lexicon, noun, row),
        _ => None,
    }
}

/// Second predicates of nouns: 눈이 침침하고 뻑뻑해요.
fn shared(
    text: &Text,
    lexicon: &Lexicon,
    found: &[Found],
    completed: &[Option<CompleteComplaint>],
) -> Vec<Candidate> {
    let firsts: Vec<(&Found, &CompleteComplaint)> = found
        .iter()
        .zip(completed)
        .filter_map(|(it, completed)| Some((it, completed.as_ref()?)))
        .collect();
    let mut more = Vec::new();
    for noun in found {
        let Target::Noun(row) = noun.target else { continue };
        let same = firsts.iter().filter(|it| (it.0.start, it.0.end) == (noun.start, noun.end));
        let Some((_, first)) = same.max_by_key(|it| it.1.end) else { continue };
        let next = joined(text, lexicon, row, first.end);
        more.extend(next.filter(|it| it.concept != first.concept).map(complaint));
    }
    more
}

/// The way in which a surface form names its concept.
fn how(text: &Text, lexicon: &Lexicon, found: &Found, concept: usize) -> Recognition {
    let surface = text.slice(found.start, found.end);
    let letters = surface.chars().count();
    if normal(&lexicon.concepts[concept].name) == surface {
        return if letters == 1 { Recognition::Short } else { Recognition::Name };
    }
    let short = letters == 1 || (letters <= 3 && surface.is_ascii());
    if short { Recognition::Short } else { Recognition::Synonym }
}

/// Mentions by correction of long words in which no form was found.
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
                    how: Recognition::Typo,
                    negated: false,
                });
            }
            at = end;
        }
        at += 1;
    }
    found
}
