//! Polarity: whether words are asserted, or denied, asked, supposed, called possible, or only talked about.

use super::reading::{Grammar, Reading};
use super::sentence::Sentence;
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
    let denial = |class: ClassId| {
        reading.of_class(sentence, class).find(|hit| {
            hit.start >= end
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

/// Connective endings that begin another clause: a denial after them applies to that clause.
const CONNECTIVE: &[&str] = &[
    "지만", "는데", "은데", "으며", "하며", "면서", "니까", "므로", "하고", "되고", "이고", "않고",
    "없고", "있고", "려면",
];

/// Whether no connective ending stands between letters `from` and `to`.
fn same_clause(reading: &Reading<'_>, from: usize, to: usize) -> bool {
    let letters = &reading.normal.letters;
    if from >= to {
        return true;
    }
    (from..to).all(|at| {
        if letters[at].gap <= Gap::Soft {
            return true;
        }
        if letters[at].gap >= Gap::Strong {
            return false;
        }
        let tail: String =
            letters[at.saturating_sub(3).max(from)..at].iter().map(|l| l.ch).collect();
        !CONNECTIVE.iter().any(|ending| tail.ends_with(ending))
    })
}

/// Whether the words are only talked about: ‘완치’라는 광고는 의심하세요, 최고라는 표현은 쓰지 않습니다.
pub fn meta_talk(reading: &Reading<'_>, grammar: &Grammar, start: usize, end: usize) -> bool {
    let Some(sentence) = reading.sentence(start) else { return false };
    let after = |class: ClassId| {
        reading.of_class(sentence, class).any(|hit| {
            hit.start >= end.saturating_sub(1) && reading.distance(end, hit.start.max(end)) <= 10
        })
    };
    let reported = reading
        .of_class(sentence, grammar.reported)
        .any(|hit| hit.start + 1 >= end && reading.distance(end, hit.start.max(end)) <= 2);
    let warned = after(grammar.warning) || after(grammar.negation);
    let next_warns = || {
        // 100% 완치라는 광고가 있습니다. 주의하세요.
        let next = reading.sentences.partition_point(|it| it.from < sentence.to);
        reading
            .sentences
            .get(next)
            .is_some_and(|next| next.to - next.from < 20 && next.classes.contains(grammar.warning))
    };
    (reported && (warned || after(grammar.wording) && next_warns()))
        || after(grammar.wording) && after(grammar.warning)
}

/// Whether a question asks about the words: 부작용은 없나요? A bare noun with a question mark only names the subject
/// of the next sentence (난청? 이제 옛말입니다), so it counts only if that sentence denies it or leaves it open.
pub fn question(reading: &Reading<'_>, grammar: &Grammar, start: usize, end: usize) -> bool {
    reading.sentence(start).is_some_and(|sentence| {
        sentence.question
            && reading.distance(end, sentence.to.saturating_sub(1)) <= 2
            && (asks(reading, sentence) || !is_answered(reading, grammar, sentence))
    })
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

/// Whether the words are only called possible: 호전될 수 있습니다, 개인차가 있습니다.
pub fn hedged(reading: &Reading<'_>, grammar: &Grammar, start: usize, end: usize) -> bool {
    reading.sentence(start).is_some_and(|sentence| {
        reading.of_class(sentence, grammar.hedge).any(|hit| {
            hit.end > end
                && reading.distance(end, hit.start.max(end)) <= 3
                && same_clause(reading, end, hit.start)
        })
    })
}
