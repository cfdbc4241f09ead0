//! Decides the stances of an advertisement: finds the cues and paints what each of them reaches.

use super::lines::{Line, lines};
use super::quotations::Quotations;
use super::stretch::{DecidedBy, Stances, Stretch};
use super::table::{Cue, Cues, Place, Scope};
use super::{Speaker, Stance};
use crate::claims::{Grammar, Reading, Sentence, ends_clause, is_asked, is_refuted, word_end};
use crate::normalise::Gap;
use crate::pattern::Pattern;

/// Largest number of lines below a heading that it decides about.
const MAX_LINES: usize = 12;
/// Largest length of a sentence that counts as the warning after another one, in letters.
const SHORT_SENTENCE: usize = 30;
/// Largest number of words of the noun that a cue modifies: 금지된 ‹할인 광고›.
const MODIFIED_WORDS: usize = 2;

/// A cue that was found: its letters and the number of its sentence.
struct Found {
    cue: usize,
    sentence: usize,
    from: usize,
    to: usize,
}

impl Cues {
    /// Decides the stance and the speaker of every letter of `reading`.
    pub(crate) fn decide(&self, reading: &Reading<'_>, grammar: &Grammar) -> Stances {
        let lines = lines(reading);
        let quotations = Quotations::of(reading, grammar);
        let mut found = self.find(reading, grammar, &lines);
        // Painted later wins: what is carried from elsewhere first, then promises, then a sentence's own
        // cues, and of these the ones under which rules still hold last.
        found.sort_by_key(|hit| {
            let cue = &self.cues[hit.cue];
            (tier(cue), cue.stance.map_or(0, leniency))
        });
        let mut promises = Promises { cues: vec![Vec::new(); reading.sentences.len()] };
        for it in &found {
            if self.cues[it.cue].stance == Some(Stance::Claims) {
                promises.cues[it.sentence].push(&self.cues[it.cue]);
            }
        }
        let around = Around { lines: &lines, promises: &promises, quotations: &quotations };
        let length = reading.normal.letters.len();
        let mut paint = Paint { stance: vec![None; length], speaker: vec![None; length] };
        for it in &found {
            let cue = &self.cues[it.cue];
            for (from, to) in reached(cue, it, reading, &around) {
                paint.cover(it.cue, cue, from, to);
            }
        }
        let clause_ends = (1..length).filter(|&at| begins_clause(reading, at)).collect();
        Stances { stretches: self.stretches(&paint, length), clause_ends }
    }

    fn find(&self, reading: &Reading<'_>, grammar: &Grammar, lines: &[Line]) -> Vec<Found> {
        let mut found = Vec::new();
        let mut line = 0;
        for (number, sentence) in reading.sentences.iter().enumerate() {
            while lines.get(line).is_some_and(|it| it.sentences.end <= number) {
                line += 1;
            }
            let head = lines.get(line).filter(|it| it.head == number);
            for (index, cue) in self.cues.iter().enumerate() {
                let mut push = |from, to| {
                    found.push(Found { cue: index, sentence: number, from, to });
                };
                let is_there = match cue.place {
                    Place::Question => is_asked(reading, grammar, sentence),
                    Place::Denied => is_refuted(reading, grammar, sentence),
                    Place::Sentence | Place::Head => true,
                };
                if !is_there {
                    continue;
                }
                if cue.patterns.is_empty() {
                    push(sentence.to - 1, sentence.to);
                    continue;
                }
                if !cue.next.is_empty() && !next_has(reading, number, &cue.next) {
                    continue;
                }
                let head_end = match (cue.place, head) {
                    (Place::Head, Some(line)) => Some(line.head_end),
                    (Place::Head, None) => continue,
                    _ => None,
                };
                for (from, to) in places(&cue.patterns, reading, sentence) {
                    if head_end.is_none_or(|end| ends_head(cue, reading, to, end)) {
                        push(from, to);
                    }
                }
            }
        }
        found
    }

    fn stretches(&self, paint: &Paint, length: usize) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut last = None;
        for at in 0..length {
            let key = (paint.stance[at], paint.speaker[at]);
            if last == Some(key)
                && let Some(stretch) = stretches.last_mut()
            {
                stretch.to = at + 1;
                continue;
            }
            last = Some(key);
            let [cue, speaker_cue] = [key.0, key.1].map(|index| index.map(|it| &self.cues[it]));
            stretches.push(Stretch {
                from: at,
                to: at + 1,
                stance: cue.and_then(|cue| cue.stance).unwrap_or(Stance::Claims),
                speaker: speaker_cue.and_then(|cue| cue.speaker).unwrap_or(Speaker::Clinic),
                stance_by: cue.map(decided_by),
                speaker_by: speaker_cue.map(decided_by),
            });
        }
        stretches
    }
}

fn decided_by(cue: &Cue) -> DecidedBy {
    DecidedBy { cue: cue.id.clone(), why: cue.why.clone() }
}

/// The promises of each sentence.
struct Promises<'c> {
    cues: Vec<Vec<&'c Cue>>,
}

impl Promises<'_> {
    /// Whether a sentence promises something that ends what `carried` carries.
    fn end(&self, carried: &Cue, sentence: usize) -> bool {
        self.cues[sentence].iter().any(|cue| cue.ends(carried.stance))
    }
}

/// The deciding cue of each letter, by its number.
struct Paint {
    stance: Vec<Option<usize>>,
    speaker: Vec<Option<usize>>,
}

impl Paint {
    fn cover(&mut self, index: usize, cue: &Cue, from: usize, to: usize) {
        if cue.stance.is_some() {
            self.stance[from..to].fill(Some(index));
        }
        if cue.speaker.is_some() {
            self.speaker[from..to].fill(Some(index));
        }
    }
}

/// Order in which cues are painted.
fn tier(cue: &Cue) -> u8 {
    match (cue.stance, cue.scope) {
        // What is carried of another stance goes over it.
        (Some(Stance::Claims), _) if !cue.ends.is_empty() => 0,
        (Some(Stance::Claims), _) => 2,
        (_, Scope::Neighbours | Scope::Lines) => 1,
        (_, Scope::Items) => 3,
        (_, Scope::Clause | Scope::Noun | Scope::Sentence) => 4,
    }
}

/// Order of stances in one tier: what speaks of words counts before what speaks of acts (완치라는 말을 쓰지 않습니다),
/// and those for which most rules hold are painted last.
fn leniency(stance: Stance) -> u8 {
    use Stance::*;
    match stance {
        Refuses => 0,
        QuotesLaw | Recruits | Refutes | Warns | Asks => 1,
        Informs | Reports => 2,
        Claims => 3,
    }
}

/// Whether a head that ends at `end` ends with the cue that ends at `to`, numbers aside: 부작용 is a heading,
/// 부작용 없는 수술 is none. Above a list of quotations a bracket may follow: 의료법 제56조(의료광고의 금지 등).
fn ends_head(cue: &Cue, reading: &Reading<'_>, to: usize, end: usize) -> bool {
    let from = word_end(&reading.normal, to).min(end);
    let mut rest = reading.normal.letters[from..end].iter();
    let is_bracket = cue.scope == Scope::Items
        && (to..=from).any(|at| at < end && reading.normal.opens_bracket(at));
    to <= end && (is_bracket || rest.all(|letter| letter.ch.is_ascii_digit()))
}

/// Returns the places where one of the patterns occurs in a sentence.
fn places(patterns: &[Pattern], reading: &Reading<'_>, sentence: &Sentence) -> Vec<(usize, usize)> {
    let possible = patterns.iter().filter(|it| it.is_possible(&sentence.classes));
    let found = possible.flat_map(|it| it.find(reading, reading.words_in(sentence)));
    found.map(|it| (it.from, it.to)).collect()
}

/// Whether the sentence after number `number` is short and has one of the patterns.
fn next_has(reading: &Reading<'_>, number: usize, patterns: &[Pattern]) -> bool {
    reading.sentences.get(number + 1).is_some_and(|next| {
        next.to - next.from < SHORT_SENTENCE && !places(patterns, reading, next).is_empty()
    })
}

/// What stands around the cues of an advertisement.
struct Around<'c> {
    lines: &'c [Line],
    promises: &'c Promises<'c>,
    quotations: &'c Quotations,
}

/// Returns the letters that a found cue decides about.
fn reached(
    cue: &Cue,
    found: &Found,
    reading: &Reading<'_>,
    around: &Around<'_>,
) -> Vec<(usize, usize)> {
    let sentence = &reading.sentences[found.sentence];
    let Around { lines, promises, quotations } = around;
    match cue.scope {
        Scope::Clause => {
            let (from, to) = clause(cue, found, reading, sentence);
            // A question without a pattern has no word that speaks of a quotation.
            let is_plain = cue.patterns.is_empty();
            let from = if is_plain { from } else { quotations.widen(from, found.from) };
            vec![(from, to)]
        }
        Scope::Noun => vec![noun(found, reading, sentence)],
        Scope::Sentence => vec![(sentence.from, sentence.to)],
        Scope::Neighbours => neighbours(cue, found.sentence, reading, lines, promises),
        Scope::Lines | Scope::Items => below(cue, found.sentence, reading, lines, promises),
    }
}

/// Returns the clause of a cue, from its beginning to the word in which the cue ends. A cue with a reach
/// decides about the words before it only.
fn clause(cue: &Cue, found: &Found, reading: &Reading<'_>, sentence: &Sentence) -> (usize, usize) {
    if let Some(reach) = cue.reach {
        let near = |at: &usize| reading.distance(at + 1, found.from) <= reach as usize;
        let from = (sentence.from..found.from).find(near).unwrap_or(found.from);
        return (from, found.from + 1);
    }
    let from = (sentence.from + 1..=found.from)
        .rev()
        .find(|&at| ends_clause(reading, sentence.from, at))
        .unwrap_or(sentence.from);
    (from, word_end(&reading.normal, found.to).min(sentence.to))
}

/// Returns a cue and the words after it that it can modify.
fn noun(found: &Found, reading: &Reading<'_>, sentence: &Sentence) -> (usize, usize) {
    let letters = &reading.normal.letters;
    let mut to = word_end(&reading.normal, found.to).min(sentence.to);
    for _ in 0..MODIFIED_WORDS {
        if to < sentence.to && letters[to].gap == Gap::Space {
            to = word_end(&reading.normal, to + 1).min(sentence.to);
        }
    }
    (found.from, to)
}

fn neighbours(
    cue: &Cue,
    number: usize,
    reading: &Reading<'_>,
    lines: &[Line],
    promises: &Promises<'_>,
) -> Vec<(usize, usize)> {
    let opens = |sentence: usize| {
        let at = lines.partition_point(|line| line.sentences.start < sentence);
        lines.get(at).is_some_and(|it| it.sentences.start == sentence && it.opens_paragraph)
    };
    let before = number.checked_sub(1).filter(|_| !opens(number));
    let after = Some(number + 1).filter(|it| *it < reading.sentences.len() && !opens(*it));
    let around =
        before.into_iter().chain([number]).chain(after).filter(|it| !promises.end(cue, *it));
    around.map(|it| (reading.sentences[it].from, reading.sentences[it].to)).collect()
}

/// Returns the lines below a heading, up to an empty line, another heading, or a sentence that promises
/// something. A label decides about the rest of its own line and the items below it.
fn below(
    cue: &Cue,
    number: usize,
    reading: &Reading<'_>,
    lines: &[Line],
    promises: &Promises<'_>,
) -> Vec<(usize, usize)> {
    let at = lines.partition_point(|line| line.sentences.end <= number);
    let mut covered = Vec::new();
    let Some(head) = lines.get(at) else { return covered };
    let is_whole_line = head.head_end == reading.sentences[head.sentences.end - 1].to;
    for (distance, line) in lines[at..].iter().take(MAX_LINES + 1).enumerate() {
        let is_list = !is_whole_line || cue.scope == Scope::Items;
        let ends = distance > 0
            && (line.is_marked
                || distance > 1 && line.opens_paragraph
                || is_list && !line.is_item
                || !is_whole_line && cue.scope == Scope::Items);
        if ends {
            break;
        }
        for sentence in line.sentences.clone() {
            if promises.end(cue, sentence) && cue.scope != Scope::Items {
                return covered;
            }
            let Sentence { from, to, .. } = reading.sentences[sentence];
            let from = if distance == 0 { from.max(head.head_end) } else { from };
            if from < to {
                covered.push((from, to));
            }
        }
    }
    covered
}

/// Whether a clause or a sentence begins at letter `at`.
fn begins_clause(reading: &Reading<'_>, at: usize) -> bool {
    let letters = &reading.normal.letters;
    letters[at].gap == Gap::Break
        || ends_clause(reading, at.saturating_sub(3), at)
        || reading.sentence(at).is_some_and(|sentence| sentence.from == at)
}
