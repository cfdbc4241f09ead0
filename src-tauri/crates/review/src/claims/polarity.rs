//! Polarity: whether words are asserted, or denied, supposed or called possible, and whether a sentence asks.

use super::clause::ends_clause;
use super::reading::{Grammar, Reading};
use super::reply::Reply;
use super::sentence::Sentence;
use super::words::word_end;
use crate::lexicon::{ClassId, Hit};
use crate::normalise::Gap;

/// Largest distance, in words, between a denial and the words that it denies.
const REACH: usize = 6;

/// Returns the denial of the words at letters `start..end`, if there is one: 보장할 수 없습니다, 완치는 없습니다.
pub fn negated<'r>(
    reading: &'r Reading<'_>,
    grammar: &Grammar,
    start: usize,
    end: usize,
) -> Option<&'r Hit> {
    let sentence = reading.sentence(start)?;
    // A denial that begins in the words belongs to them, with all that is read of it: 따라 하지 못하는.
    let of_words = reading.of_class(sentence, grammar.negation);
    let own = of_words.filter(|hit| hit.start < end && end < hit.end).map(|hit| hit.end).max();
    let denial = |class: ClassId| {
        reading.of_class(sentence, class).find(|hit| {
            hit.start >= end
                && own.is_none_or(|own| hit.start >= own)
                && reading.distance(end, hit.start) <= REACH
                && (!modifies_noun(reading, hit) || one_phrase(reading, end, hit.start))
                && same_clause(reading, end, hit.start)
                && !denies_harm(reading, grammar, sentence, end, hit)
        })
    };
    denial(grammar.negation).or_else(|| {
        denial(grammar.nonexistence).filter(|hit| reading.distance(end, hit.start) <= 2)
    })
}

/// Whether at most two words and no comma stand between.
fn one_phrase(reading: &Reading<'_>, end: usize, start: usize) -> bool {
    reading.distance(end, start) <= 2
        && reading.normal.letters[end..=start].iter().all(|letter| letter.gap <= Gap::Space)
}

/// Whether a denial modifies a noun (정복, 걷지 못하던 분도): it does not apply to words of another phrase.
fn modifies_noun(reading: &Reading<'_>, denial: &Hit) -> bool {
    let letters = &reading.normal.letters;
    let end = super::words::word_end(&reading.normal, denial.end);
    matches!(letters[end - 1].ch, '는' | '은' | '던' | '을' | '닌' | '할')
        && end < letters.len()
        && letters[end].gap == Gap::Space
}

/// Whether the denial applies to a harm outside the words in question: 재발하지 않습니다, 실패할 수 없습니다.
fn denies_harm(
    reading: &Reading<'_>,
    grammar: &Grammar,
    sentence: &Sentence,
    end: usize,
    denial: &Hit,
) -> bool {
    reading.of_class(sentence, grammar.harm).any(|harm| {
        harm.start >= end && harm.end <= denial.end && reading.distance(harm.end, denial.start) <= 1
    })
}

/// Whether letters `from` and `to` stand in one clause.
fn same_clause(reading: &Reading<'_>, from: usize, to: usize) -> bool {
    (from..to).all(|at| !ends_clause(reading, from, at))
}

/// Whether the sentence asks something: 부작용은 없나요? A bare noun with a question mark only names the subject of
/// the next sentence (난청? 이제 옛말입니다), so it asks only if that sentence denies it or leaves it open.
pub fn is_asked(reading: &Reading<'_>, grammar: &Grammar, sentence: &Sentence) -> bool {
    sentence.question
        && !matches!(sentence.reply, Some(Reply::Affirms | Reply::DeniesHarm))
        && !presupposes(reading, grammar, sentence)
        && (asks(reading, sentence) || !is_answered(reading, grammar, sentence))
}

/// Whether the question takes for granted that what it asks about has happened: 어떻게 두 달 만에 나았을까요?
fn presupposes(reading: &Reading<'_>, grammar: &Grammar, sentence: &Sentence) -> bool {
    let is_last = |hit: &Hit| word_end(&reading.normal, hit.end) >= sentence.to;
    reading.of_class(sentence, grammar.asks_reason).next().is_some()
        && reading.of_class(sentence, grammar.past).any(is_last)
}

/// Whether the next sentence denies this one, so that it is no claim: 부작용이 없다. 사실이 아닙니다. What denies
/// some harm, or a denial, is a claim.
pub fn is_refuted(reading: &Reading<'_>, grammar: &Grammar, sentence: &Sentence) -> bool {
    let ends_in_denial = || {
        let mut denials = reading.of_class(sentence, grammar.negation);
        denials.any(|hit| word_end(&reading.normal, hit.end) >= sentence.to)
    };
    sentence.reply == Some(Reply::Denies) && !ends_in_denial()
}

/// Last syllables of questions: of verbs that ask, and 요.
const ASKING: &str = "까요가나니냐죠지래데어아세다네";

fn asks(reading: &Reading<'_>, sentence: &Sentence) -> bool {
    let last = sentence.to.checked_sub(1).and_then(|at| reading.normal.letters.get(at));
    last.is_some_and(|letter| ASKING.contains(letter.ch))
}

/// Whether the next sentence asserts something.
fn is_answered(reading: &Reading<'_>, grammar: &Grammar, sentence: &Sentence) -> bool {
    let next = reading.sentences.partition_point(|other| other.from < sentence.to);
    let open = [grammar.negation, grammar.nonexistence, grammar.hedge, grammar.condition];
    reading
        .sentences
        .get(next)
        .is_some_and(|answer| !answer.question && !answer.classes.contains_any(&open))
}

/// Whether the words are only supposed: 통증이 없다면, 효과가 있을 경우.
pub fn conditional(reading: &Reading<'_>, grammar: &Grammar, start: usize, end: usize) -> bool {
    reading.sentence(start).is_some_and(|sentence| {
        reading.of_class(sentence, grammar.condition).any(|hit| {
            hit.end > end && reading.distance(end, hit.start.max(end)) == 0 && hit.start + 3 >= end
        })
    })
}

/// Endings by which the absence of something modifies the words behind it.
const ABSENT: [&str; 3] = ["없이", "없는", "없게"];

/// Whether the words are only called possible: 호전될 수 있습니다, 개인차가 있습니다. What one may have without harm
/// (흉터 없이 받을 수 있습니다) is not: the absence is stated, and the act behind it possible.
pub fn hedged(reading: &Reading<'_>, grammar: &Grammar, start: usize, end: usize) -> bool {
    let written = reading.text(start, word_end(&reading.normal, end));
    let is_absolute = ABSENT.iter().any(|it| written.ends_with(it));
    reading.sentence(start).is_some_and(|sentence| {
        reading.of_class(sentence, grammar.hedge).any(|hit| {
            let is_ability = reading.text(hit.start, hit.end).starts_with("수 ");
            !(is_absolute && is_ability)
                && hit.end > end
                && reading.distance(end, hit.start.max(end)) <= 3
                && same_clause(reading, end, hit.start)
        })
    })
}
