//! What takes a trigger out of its rule: circumstances of the case, and the words around it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use simui_domain::Severity;

use super::detector::AdContext;
use super::evidence;
use super::matching::Match;
use super::pack::Within;
use super::pattern::Pattern;
use crate::claims::{Grammar, Reading, conditional, hedged, meta_talk, negated, question};
use crate::finding::ExceptionTrial;

/// An exception of a rule.
#[derive(Debug, Clone)]
pub(super) enum Exception {
    Builtin(BuiltinException),
    Lexical(LexicalException),
}

/// Exceptions that words alone do not decide. The list is closed: a pack names them, and cannot add any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuiltinException {
    /// Only signed-in patients can read it.
    AccessRestricted,
    /// Evidence that supports these words.
    ObjectiveEvidence,
    /// Medical evidence for them: makes the violation lighter.
    MedicallyVerifiable,
    /// 신의료기술평가를 마친 기술.
    EvaluatedTechnology,
    /// Denied: 보장할 수 없습니다.
    Negated,
    /// Only spoken about: 완치라는 광고는 의심하세요.
    MetaTalk,
    /// Asked, not asserted.
    Question,
    /// Only supposed.
    Conditional,
    /// Only held possible.
    Hedged,
}

const BUILTIN: &[(&str, BuiltinException)] = &[
    ("access_restricted", BuiltinException::AccessRestricted),
    ("objective_evidence", BuiltinException::ObjectiveEvidence),
    ("medically_verifiable", BuiltinException::MedicallyVerifiable),
    ("evaluated_technology", BuiltinException::EvaluatedTechnology),
    ("negated", BuiltinException::Negated),
    ("meta_talk", BuiltinException::MetaTalk),
    ("question", BuiltinException::Question),
    ("conditional", BuiltinException::Conditional),
    ("hedged", BuiltinException::Hedged),
];

/// Words that take a trigger out of a rule.
#[derive(Debug, Clone)]
pub(super) struct LexicalException {
    pub name: String,
    pub patterns: Vec<Pattern>,
    pub within: Within,
    pub why: String,
}

/// What came of trying one exception.
pub(super) struct Tried {
    pub trial: ExceptionTrial,
    /// With an exception that applies: the violation stays, at this severity at most.
    pub lighter: Option<Severity>,
}

impl BuiltinException {
    pub fn named(name: &str) -> Option<Self> {
        BUILTIN.iter().find(|(it, _)| *it == name).map(|(_, exception)| *exception)
    }

    fn name(self) -> &'static str {
        BUILTIN.iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }
}

impl Exception {
    /// Tries the exception on the words of `found`.
    pub fn try_on(
        &self,
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        grammar: &Grammar,
        found: &Match,
        memo: &Memo,
    ) -> Tried {
        match self {
            Exception::Builtin(builtin) => builtin.try_on(context, reading, grammar, found),
            Exception::Lexical(lexical) => {
                let applied = occurs(&lexical.patterns, lexical.within, reading, found, memo);
                let why = if applied {
                    lexical.why.clone()
                } else {
                    format!("해당하는 표현 없음 ({})", lexical.why)
                };
                Tried { trial: trial(&lexical.name, applied, &why), lighter: None }
            }
        }
    }
}

fn trial(name: &str, applied: bool, why: &str) -> ExceptionTrial {
    ExceptionTrial { name: name.to_owned(), applied, why: why.to_owned() }
}

impl BuiltinException {
    fn try_on(
        self,
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        grammar: &Grammar,
        found: &Match,
    ) -> Tried {
        use BuiltinException::*;
        let (start, end) = (found.start, found.end);
        let lighter = (self == MedicallyVerifiable).then_some(Severity::Medium);
        let (applied, yes, no) = match self {
            AccessRestricted => (
                context.ad.access_restricted,
                "로그인한 환자만 볼 수 있는 매체",
                "누구나 볼 수 있는 매체",
            ),
            ObjectiveEvidence => match evidence::objective(context.ad, reading, found) {
                Some(title) => {
                    let why = format!("제출된 증빙 ‘{title}’이 이 문구를 뒷받침함");
                    return Tried { trial: trial(self.name(), true, &why), lighter };
                }
                None => (false, "", evidence::missing(context.ad)),
            },
            MedicallyVerifiable => match evidence::medical(context.ad, reading, found) {
                Some(title) => {
                    let why = format!("의학적 자료 ‘{title}’로 확인할 수 있어 심각도를 낮춤");
                    return Tried { trial: trial(self.name(), true, &why), lighter };
                }
                None => (false, "", "의학적으로 확인할 수 있는 자료가 제출되지 않음"),
            },
            EvaluatedTechnology => match evidence::evaluated(context, reading, found) {
                Some(why) => return Tried { trial: trial(self.name(), true, &why), lighter },
                None => (false, "", "평가를 마친 신의료기술 목록과 제출된 증빙에서 찾지 못함"),
            },
            Negated => (
                negated(reading, grammar, start, end).is_some(),
                "부정하는 문장임",
                "부정하는 표현 없음",
            ),
            MetaTalk => (
                meta_talk(reading, grammar, start, end),
                "그런 표현이나 광고를 경계하는 설명임",
                "직접 내세우는 표현임",
            ),
            Question => (question(reading, grammar, start, end), "묻는 문장임", "단정하는 문장임"),
            Conditional => {
                (conditional(reading, grammar, start, end), "가정하는 문장임", "가정이 아님")
            }
            Hedged => (
                hedged(reading, grammar, start, end),
                "가능성만 설명함",
                "가능성에 그치는 표현이 아님",
            ),
        };
        Tried { trial: trial(self.name(), applied, if applied { yes } else { no }), lighter }
    }
}

/// Where patterns occur, by pattern and sentence, and whether they occur in the whole advertisement: with many triggers the
/// same question is asked many times.
#[derive(Debug, Default)]
pub(super) struct Memo {
    sentences: RefCell<HashMap<InSentence, Rc<[Place]>>>,
    whole: RefCell<HashMap<*const Pattern, bool>>,
}

/// A pattern, by its address, and the number of a sentence.
type InSentence = (*const Pattern, usize);

/// First letter of a pattern's words, and one past the last.
type Place = (usize, usize);

/// Answers that are kept at once. Triggers come in reading order, so that older ones are not asked for again.
const REMEMBERED: usize = 4096;

impl Memo {
    /// Where `pattern` occurs in the sentence of number `index`.
    fn places(&self, pattern: &Pattern, index: usize, reading: &Reading<'_>) -> Rc<[Place]> {
        let key = (std::ptr::from_ref(pattern), index);
        if let Some(known) = self.sentences.borrow().get(&key) {
            return known.clone();
        }
        let sentence = &reading.sentences[index];
        let found = pattern.find(reading, reading.words_in(sentence));
        let places: Rc<[Place]> = found.iter().map(|it| (it.from, it.to)).collect();
        let mut known = self.sentences.borrow_mut();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(key, places.clone());
        places
    }
}

/// Whether one of `patterns` occurs close enough to the trigger.
pub(super) fn occurs(
    patterns: &[Pattern],
    within: Within,
    reading: &Reading<'_>,
    found: &Match,
    memo: &Memo,
) -> bool {
    if within != Within::Ad {
        return occurs_around(patterns, within, reading, found, memo);
    }
    let key = patterns.as_ptr();
    if let Some(&known) = memo.whole.borrow().get(&key) {
        return known;
    }
    let occurs = occurs_around(patterns, within, reading, found, memo);
    memo.whole.borrow_mut().insert(key, occurs);
    occurs
}

fn occurs_around(
    patterns: &[Pattern],
    within: Within,
    reading: &Reading<'_>,
    found: &Match,
    memo: &Memo,
) -> bool {
    let index = reading.sentences.partition_point(|sentence| sentence.to <= found.start);
    let range = match within {
        Within::Ad => 0..reading.sentences.len(),
        Within::Paragraph => index.saturating_sub(1)..(index + 2).min(reading.sentences.len()),
        _ => index..(index + 1).min(reading.sentences.len()),
    };
    // Words of one violation may reach over sentences.
    let until = reading.sentences.partition_point(|sentence| sentence.from < found.end);
    let mut range = range.start..range.end.max(until);
    range.any(|index| {
        let classes = &reading.sentences[index].classes;
        let mut possible = patterns.iter().filter(|pattern| pattern.is_possible(classes));
        possible.any(|pattern| {
            let places = memo.places(pattern, index, reading);
            reading.budget.spend(places.len() + 1)
                && places.iter().any(|place| near(within, reading, found, *place))
        })
    })
}

fn near(within: Within, reading: &Reading<'_>, found: &Match, (from, to): Place) -> bool {
    let overlap = from < found.end && found.start < to;
    let apart = if from >= found.end {
        reading.distance(found.end, from)
    } else {
        reading.distance(to, found.start)
    };
    let same_word = apart == 0
        && (to == found.start || found.end == from || same_word(reading, found, (from, to)));
    match within {
        Within::Overlap => overlap || same_word,
        Within::Near => overlap || apart <= 2,
        Within::Sentence | Within::Paragraph | Within::Ad => true,
    }
}

fn same_word(reading: &Reading<'_>, found: &Match, (from, to): Place) -> bool {
    let letters = &reading.normal.letters;
    let word = |at: usize| letters.get(at).map(|letter| letter.word);
    if from >= found.end {
        word(found.end - 1) == word(from)
    } else {
        word(to - 1) == word(found.start)
    }
}
