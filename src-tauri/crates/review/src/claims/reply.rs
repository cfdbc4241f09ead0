//! Reads what a sentence says of the one before it: 완치되나요? 네. · 부작용이 없다. 사실이 아닙니다.

use simui_korean::hangul;

use super::sentence::Sentence;
use super::words::word_end;
use crate::lexicon::{ClassId, ClassNames, Hit};
use crate::normalise::{Gap, Normalised};

/// What a sentence says of the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// That it is so.
    Affirms,
    /// That it is not so, or that it must not be said or believed.
    Denies,
    /// That a harm is not there, so that the clinic says that there is none: 흉터가 남나요? 아니요.
    DeniesHarm,
}

impl Reply {
    /// Returns what the reply says of `before`: to deny a harm is to state that there is none.
    fn of(self, before: &Text<'_>, classes: &ReplyClasses) -> Self {
        match self {
            Reply::Denies if before.states_harm(classes) => Reply::DeniesHarm,
            reply => reply,
        }
    }
}

/// Classes of the words of replies, defined in `rules/lexicon/grammar.toml`.
#[derive(Debug, Clone)]
pub struct ReplyClasses {
    /// The first word of an answer that affirms: 네, 물론입니다.
    yes: ClassId,
    /// The first word of an answer that denies: 아니요.
    no: ClassId,
    /// A word that points at what was stated before: 이 말은, 그런.
    points_back: ClassId,
    /// A word that only grades: 전혀, 널리 퍼진.
    degree: ClassId,
    /// A judgement that it is so: 그렇습니다.
    affirms: ClassId,
    /// A judgement that it is not so: 사실이 아닙니다.
    denies: ClassId,
    /// What is done about words, beside one that points back at them: (그런 말은) 쓰지 않습니다, 조심하세요.
    disowns: ClassId,
    /// A verb of those who believe or pass on what was stated before: (이렇게) 믿고 계십니다.
    believed: ClassId,
    /// A word by which a reply is about several sentences: 둘 다 (사실이 아닙니다).
    all: ClassId,
    /// A harm that may be there or not: 흉터, 통증.
    harm: [ClassId; 2],
    /// A change for the worse: 빠지, 처지.
    bad_change: ClassId,
}

impl ReplyClasses {
    /// Gives the classes their numbers.
    pub(super) fn intern(names: &mut ClassNames) -> Self {
        Self {
            yes: names.intern("reply_yes"),
            no: names.intern("reply_no"),
            points_back: names.intern("reply_points_back"),
            degree: names.intern("reply_degree"),
            affirms: names.intern("reply_affirms"),
            denies: names.intern("reply_denies"),
            disowns: names.intern("reply_disowns"),
            believed: names.intern("reply_believed"),
            all: names.intern("reply_all"),
            harm: ["harm", "pain_harm"].map(|name| names.intern(name)),
            bad_change: names.intern("bad_change"),
        }
    }

    /// Whether a word of the class can be part of a reply, or be a harm that is denied.
    fn contain(&self, class: ClassId) -> bool {
        let Self { yes, no, points_back, degree, affirms, denies, disowns, believed, .. } = self;
        let of_replies = [yes, no, points_back, degree, affirms, denies, disowns, believed];
        let others = [self.all, self.bad_change, self.harm[0], self.harm[1]];
        of_replies.contains(&&class) || others.contains(&class)
    }
}

/// What stands in front of a reply: A. 네. · → 오해입니다.
const LABELS: [&str; 5] = ["a", "a1", "답", "답변", "→"];

/// Greatest number of lines that one reply is about: 둘 다 사실이 아닙니다.
const MOST_DENIED: usize = 4;

/// Gives each sentence the reply of the one behind it. `hits` are the words of the lexicon, in any order.
pub(super) fn assign(
    sentences: &mut [Sentence],
    normal: &Normalised,
    hits: &[Hit],
    classes: &ReplyClasses,
) {
    let mut words: Vec<Hit> =
        hits.iter().filter(|hit| classes.contain(hit.class)).copied().collect();
    words.sort_by_key(|hit| hit.start);
    let within = |from: usize, to: usize| {
        let first = words.partition_point(|hit| hit.start < from);
        &words[first..words.partition_point(|hit| hit.start < to).max(first)]
    };
    for index in 0..sentences.len() {
        // "흉터가 남지 않는다" — 사실이 아닙니다: the reply stands behind a dash in the same line.
        let Sentence { from, to, .. } = sentences[index];
        if let Some(at) = behind_quotation(normal, from, to) {
            let before = Text { normal, from, to: at, words: within(from, at) };
            let text = Text { normal, from: at, to, words: within(at, to) };
            let crossed = || text.is_crossed_out().then_some(Reply::Denies);
            let reply = text.verdict(classes).or_else(|| text.echo(&before)).or_else(crossed);
            if let Some(reply) = reply {
                sentences[index].reply = Some(reply.of(&before, classes));
                continue;
            }
        }
        let from = behind_labels(normal, to);
        let next = sentences.iter().skip(index + 1).find(|next| next.to > from);
        let Some(next) = next.filter(|next| !next.question) else { continue };
        let text = Text { normal, from, to: next.to, words: within(from, next.to) };
        let is_asked = sentences[index].question;
        let answer = is_asked.then(|| text.answer(classes)).flatten();
        let asked = Text { normal, from: sentences[index].from, to, words: &[] };
        let echo = || is_asked.then(|| text.echo(&asked)).flatten();
        let reply = answer.or_else(|| text.verdict(classes)).or_else(echo);
        let most = if text.has(classes.all) { MOST_DENIED } else { 1 };
        for at in (0..=index).rev().take(most) {
            let Sentence { from, to, .. } = sentences[at];
            let before = Text { normal, from, to, words: within(from, to) };
            let reply = reply.map(|it| it.of(&before, classes));
            sentences[at].reply = sentences[at].reply.or(reply);
            // The lines above, up to an empty one.
            if breaks_before(normal, from) != 1 {
                break;
            }
        }
    }
    // 많은 분이 이렇게 믿고 계십니다. 사실이 아닙니다: the reply is to what is believed.
    for index in (1..sentences.len()).rev() {
        let Sentence { from, to, reply, .. } = sentences[index];
        let text = Text { normal, from, to, words: within(from, to) };
        let before = &mut sentences[index - 1].reply;
        if before.is_none() && text.has(classes.points_back) && text.has(classes.believed) {
            *before = reply;
        }
    }
}

/// Returns the first letter behind the dash or the bracket that follows a closing quotation mark.
fn behind_quotation(normal: &Normalised, from: usize, to: usize) -> Option<usize> {
    (from + 1..to).find(|&at| {
        let between = &normal.glyphs[normal.letters[at - 1].glyph + 1..normal.letters[at].glyph];
        let signs: String =
            between.iter().map(|it| it.ch).filter(|it| !it.is_whitespace()).collect();
        let mut signs = signs.chars();
        let closes = signs.next().is_some_and(|it| CLOSING_MARKS.contains(it));
        closes && signs.next().is_some_and(|it| DASHES.contains(it))
    })
}

/// Returns a syllable without its final consonant, so that the forms of a predicate begin alike: 빠질까, 빠지지.
fn without_final(syllable: char) -> char {
    let finals = hangul::final_consonant(syllable).unwrap_or_default();
    char::from_u32(syllable as u32 - finals).unwrap_or(syllable)
}

/// Returns the number of line breaks between letter `at` and the letter before it.
pub(crate) fn breaks_before(normal: &Normalised, at: usize) -> usize {
    let before = at.checked_sub(1).map_or(0, |last| normal.letters[last].glyph + 1);
    let between = &normal.glyphs[before..normal.letters[at].glyph];
    between.iter().filter(|glyph| glyph.ch == '\n').count()
}

/// Returns the first letter behind the labels of an answer.
fn behind_labels(normal: &Normalised, from: usize) -> usize {
    let mut at = from;
    for _ in 0..2 {
        let end = end_of_word(normal, at, normal.letters.len());
        if at < end && LABELS.contains(&normal.words(at, end).as_str()) {
            at = end;
        }
    }
    at
}

fn end_of_word(normal: &Normalised, at: usize, until: usize) -> usize {
    let ends = |it: &usize| normal.letters[*it].gap > Gap::Soft;
    (at + 1..until).find(ends).unwrap_or(until)
}

/// Marks that close a quotation, and signs that set off what is answered to it.
const CLOSING_MARKS: &str = "\"”'’」』";
const DASHES: &str = "—–-―:(";

/// Endings by which a predicate is repeated and denied: 없어지나요? 없어지지 않습니다.
const DENIED_ENDINGS: [&str; 3] = ["지 않", "지는 않", "지 못"];
/// Greatest number of words at the end of a question among which its predicate is.
const WORDS_OF_QUESTION: usize = 4;

/// Greatest number of words from a harm to the end of the predicate that it is there: 부작용이 생길 수 있나요.
const WORDS_TO_PREDICATE: usize = 3;

/// Beginnings of a predicate that a harm is there, and of one that is a harm itself.
const THERE_IS: [&str; 5] = ["있", "남", "생기", "생길", "나타"];
const IS_HARM: [&str; 3] = ["재발", "아프", "아픈"];

/// The letters of a sentence and the words of the classes of replies in it.
struct Text<'r> {
    normal: &'r Normalised,
    from: usize,
    to: usize,
    words: &'r [Hit],
}

impl Text<'_> {
    /// Reads the first word of an answer to a question: 네, 한 번으로 끝납니다.
    fn answer(&self, classes: &ReplyClasses) -> Option<Reply> {
        let mut first = self.words.iter().filter(|hit| hit.start == self.from);
        first.find_map(|hit| match hit.class {
            class if class == classes.yes => Some(Reply::Affirms),
            class if class == classes.no => Some(Reply::Denies),
            _ => None,
        })
    }

    /// Reads a sentence that has no subject of its own: each of its words points back, grades, or judges. The
    /// longest word that judges decides (오해가 아닙니다).
    fn verdict(&self, classes: &ReplyClasses) -> Option<Reply> {
        let mut at = self.from;
        while at < self.to {
            let end = end_of_word(self.normal, at, self.to);
            let is_known = |hit: &Hit| hit.start <= at && word_end(self.normal, hit.end) >= end;
            if !self.words.iter().any(is_known) {
                return None;
            }
            at = end;
        }
        let points_back = self.has(classes.points_back);
        let judging = self.words.iter().filter_map(|hit| {
            let reply = match hit.class {
                class if class == classes.affirms => Reply::Affirms,
                class if class == classes.denies => Reply::Denies,
                class if class == classes.disowns && points_back => Reply::Denies,
                _ => return None,
            };
            Some((hit.end - hit.start, reply))
        });
        judging.max_by_key(|(length, _)| *length).map(|(_, reply)| reply)
    }

    /// Reads a repetition of the predicate of `before` that denies it, and nothing else: 없어지지 않습니다.
    fn echo(&self, before: &Text<'_>) -> Option<Reply> {
        let written = self.normal.words(self.from, self.to);
        let stem = DENIED_ENDINGS.iter().find_map(|it| written.split_once(it))?.0;
        let asked = before.normal.words(before.from, before.to);
        let repeats = |word: &str| {
            let word = word.chars().map(without_final);
            stem.chars().map(without_final).zip(word).take_while(|(a, b)| a == b).count()
                == stem.chars().count()
        };
        // The predicate may stand before another one: 없어질 수 있나요.
        let mut words = asked.split(' ').rev().take(WORDS_OF_QUESTION);
        (!stem.is_empty() && words.any(repeats)).then_some(Reply::Denies)
    }

    /// Whether the text begins with the sign by which a wrong statement is marked: (X).
    fn is_crossed_out(&self) -> bool {
        let letters = &self.normal.letters;
        let ends = letters.get(self.from + 1).is_none_or(|it| it.gap >= Gap::Strong);
        letters[self.from].ch == 'x' && ends
    }

    fn has(&self, class: ClassId) -> bool {
        self.words.iter().any(|hit| hit.class == class)
    }

    /// Whether the sentence states or asks that some harm is there; 다시 안 생기나요? does not.
    fn states_harm(&self, classes: &ReplyClasses) -> bool {
        let letters = &self.normal.letters;
        let last = (self.from..self.to).rev().find(|&at| letters[at].gap > Gap::Soft);
        let last = last.unwrap_or(self.from);
        let predicate = self.normal.words(last, self.to);
        let before = self.normal.words(self.from, last);
        let is_absence = ["안", "못"].iter().any(|it| before.split(' ').next_back() == Some(it))
            || ["않", "없"].iter().any(|it| predicate.contains(it));
        let is_there = THERE_IS.iter().any(|it| predicate.starts_with(it));
        let is_near = |hit: &&Hit| {
            let breaks = (hit.end..last + 1).filter(|&at| letters[at].gap > Gap::Soft).count();
            breaks <= WORDS_TO_PREDICATE
        };
        let mut near = self.words.iter().filter(is_near);
        let names_harm = near.any(|hit| classes.harm.contains(&hit.class));
        // 부작용? 없음.
        let is_noun = self.words.iter().any(|hit| {
            classes.harm.contains(&hit.class) && hit.start == self.from && hit.end == self.to
        });
        let worsens =
            self.words.iter().any(|hit| hit.class == classes.bad_change && hit.start >= last);
        let is_harm = worsens || IS_HARM.iter().any(|it| predicate.starts_with(it));
        !is_absence && (is_harm || is_noun || is_there && names_harm)
    }
}
