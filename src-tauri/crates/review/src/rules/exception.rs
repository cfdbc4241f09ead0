//! Exceptions: circumstances of the case, and words around a trigger, that clear it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use simui_domain::ViolationKind;

use super::detector::AdContext;
use super::evidence;
use super::pack::{RestsOn, Within};
use super::register::{self, Entry};
use crate::claims::{Grammar, Reading, conditional, hedged, negated, praises_other};
use crate::finding::ExceptionTrial;
use crate::pattern::{Match, Pattern};
use crate::stance::{Stance, Stances};

/// An exception that a rule names.
#[derive(Debug, Clone)]
pub(super) enum Exception {
    Builtin(BuiltinException),
    /// The words stand in a stretch of one of these stances.
    Stance(&'static str, &'static [Stance]),
    Lexical(LexicalException),
}

/// Exceptions that packs from before rules had `stances` name: what only said a stance, and, without one,
/// what only told names and kinds of figures, which patterns no longer meet.
const STANCES: &[(&str, &[Stance])] = &[
    ("meta_talk", &[Stance::Warns, Stance::Refutes]),
    ("question", &[Stance::Asks]),
    ("refusal", &[Stance::Refuses]),
    ("law_quoted", &[Stance::QuotesLaw]),
    ("recruitment", &[Stance::Recruits]),
    ("disease_information", &[Stance::Informs]),
    ("rather_than", &[Stance::Refutes]),
    ("instead_of_praise", &[Stance::Refutes]),
    ("warned_against", &[Stance::Warns]),
    ("no_favour", &[Stance::Refuses]),
    ("refusal_of_malpractice", &[Stance::Refuses]),
    ("asks_for_details", &[Stance::Asks]),
    ("question_only", &[Stance::Asks]),
    ("title_asked", &[Stance::Asks]),
    ("proper_name", &[]),
    ("price_or_schedule", &[]),
    ("risk_disclosure", &[]),
];

/// Exceptions that words alone do not decide. The list is closed: a pack names them and cannot add any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuiltinException {
    /// The advertisement is visible to signed-in patients only: a person checks it.
    AccessRestricted,
    /// Submitted evidence supports these words: a person checks it.
    ObjectiveEvidence,
    /// Submitted medical evidence supports these words: a person checks it.
    MedicallyVerifiable,
    /// The technology is evaluated (신의료기술평가) for this use: proved by the register, otherwise a person checks
    /// what was submitted.
    EvaluatedTechnology,
    /// The words are denied: 보장할 수 없습니다.
    Negated,
    /// The words are only supposed: 통증이 없다면.
    Conditional,
    /// The words are only called possible: 호전될 수 있습니다.
    Hedged,
    /// The praise is of something else than the advertiser: 최고의 통증.
    PraisesOther,
}

const BUILTIN: &[(&str, BuiltinException)] = &[
    ("access_restricted", BuiltinException::AccessRestricted),
    ("objective_evidence", BuiltinException::ObjectiveEvidence),
    ("medically_verifiable", BuiltinException::MedicallyVerifiable),
    ("evaluated_technology", BuiltinException::EvaluatedTechnology),
    ("negated", BuiltinException::Negated),
    ("conditional", BuiltinException::Conditional),
    ("hedged", BuiltinException::Hedged),
    ("praises_other", BuiltinException::PraisesOther),
];

/// What a person checks when an advertiser says that the advertisement is not public.
pub(crate) const RESTRICTED_TO_CHECK: &str =
    "로그인한 환자만 볼 수 있는 매체라고 함: 접근 제한을 화면에서 확인할 것";

/// Why a stance clears nothing.
pub(super) const NOT_OF_STANCE: &str = "직접 내세우는 문장임";
/// Why a rule that holds for no claims is silent where nothing decided the stance.
pub(super) const OTHER_STANCE: &str = "이 규칙이 다루는 문장이 아님";

/// Words that clear a trigger.
#[derive(Debug, Clone)]
pub(super) struct LexicalException {
    pub name: String,
    pub kinds: Vec<ViolationKind>,
    pub rests_on: RestsOn,
    pub patterns: Vec<Pattern>,
    pub within: Within,
    pub why: String,
}

impl BuiltinException {
    /// Whether the exception holds for a kind; those about the grammar of a sentence hold for all.
    fn holds_for(self, kind: ViolationKind) -> bool {
        use BuiltinException::*;
        use ViolationKind::*;
        match self {
            AccessRestricted => kind == V2,
            ObjectiveEvidence => matches!(kind, V3 | V4 | V5 | V6 | V13),
            MedicallyVerifiable => kind == V3,
            EvaluatedTechnology => kind == V1,
            PraisesOther => kind == V6,
            Negated | Conditional | Hedged => true,
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        BUILTIN.iter().find(|(it, _)| *it == name).map(|(_, exception)| *exception)
    }

    fn name(self) -> &'static str {
        BUILTIN.iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }
}

impl Exception {
    /// Returns the exception of the program with this name that only says a stance.
    pub fn of_stance(name: &str) -> Option<Self> {
        let known = STANCES.iter().find(|(it, _)| *it == name);
        known.map(|(name, stances)| Exception::Stance(name, stances))
    }

    /// Whether rules of this kind may name it.
    pub fn holds_for(&self, kind: ViolationKind) -> bool {
        match self {
            Exception::Builtin(builtin) => builtin.holds_for(kind),
            Exception::Stance(..) => true,
            Exception::Lexical(lexical) => lexical.kinds.contains(&kind),
        }
    }

    /// Tries the exception on the words of `found`.
    pub fn try_on(
        &self,
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        grammar: &Grammar,
        stances: &Stances,
        (found, memo): (&Match, &Memo),
    ) -> ExceptionTrial {
        match self {
            Exception::Builtin(builtin) => builtin.try_on(context, reading, grammar, found),
            Exception::Stance(name, of) => {
                let over: Vec<_> = stances.over(found.start, found.end).collect();
                let is_of = over.iter().all(|it| of.contains(&it.stance));
                match over.last().and_then(|it| it.stance_by.as_ref()).filter(|_| is_of) {
                    Some(by) => ExceptionTrial::new(name, true, &by.why),
                    None => ExceptionTrial::new(name, false, NOT_OF_STANCE),
                }
            }
            Exception::Lexical(lexical) => {
                let LexicalException { name, rests_on, patterns, within, why, .. } = lexical;
                if !occurs(patterns, *within, reading, found, memo) {
                    return ExceptionTrial::new(
                        name,
                        false,
                        &format!("해당하는 표현 없음 ({why})"),
                    );
                }
                match rests_on {
                    RestsOn::Wording => ExceptionTrial::new(name, true, why),
                    RestsOn::Permit => {
                        ExceptionTrial { unconfirmed: true, ..ExceptionTrial::new(name, true, why) }
                    }
                    RestsOn::Assertion => ExceptionTrial::asserted(name, why),
                }
            }
        }
    }
}

impl BuiltinException {
    fn try_on(
        self,
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        grammar: &Grammar,
        found: &Match,
    ) -> ExceptionTrial {
        use BuiltinException::*;
        let (start, end) = (found.start, found.end);
        let asserted = |why: String| ExceptionTrial::asserted(self.name(), &why);
        let (applied, why_applied, why_not) = match self {
            AccessRestricted if context.ad.access_restricted => {
                return asserted(RESTRICTED_TO_CHECK.to_owned());
            }
            AccessRestricted => (false, "", "누구나 볼 수 있는 매체"),
            ObjectiveEvidence => match evidence::objective(context.ad, reading, found) {
                Some(title) => {
                    return asserted(format!(
                        "제출된 증빙 ‘{title}’의 원문이 이 문구를 뒷받침하는지 확인할 것"
                    ));
                }
                None => (false, "", evidence::missing(context.ad)),
            },
            MedicallyVerifiable => match evidence::medical(context.ad, reading, found) {
                Some(title) => {
                    return asserted(format!(
                        "제출된 의학 자료 ‘{title}’의 원문이 이 문구를 뒷받침하는지 확인할 것"
                    ));
                }
                None => (false, "", "의학적으로 확인할 수 있는 자료가 제출되지 않음"),
            },
            EvaluatedTechnology => {
                let entry = register::entry(context, reading, grammar, found);
                match (entry, evidence::evaluation(context.ad, reading, found)) {
                    (Some(Entry::Evaluated(why)), _) => {
                        return ExceptionTrial::new(self.name(), true, &why);
                    }
                    (_, Some(title)) => {
                        return asserted(format!(
                            "제출된 신의료기술평가 자료 ‘{title}’을(를) 고시번호로 확인할 것"
                        ));
                    }
                    (Some(Entry::Open(why)), None) => return asserted(why).in_rationale(),
                    (Some(Entry::Other(why)), None) => {
                        return ExceptionTrial::new(self.name(), false, &why).in_rationale();
                    }
                    (None, None) => {
                        (false, "", "평가를 마친 신의료기술 목록과 제출된 증빙에서 찾지 못함")
                    }
                }
            }
            Negated => (
                negated(reading, grammar, start, end).is_some(),
                "부정하는 문장임",
                "부정하는 표현 없음",
            ),
            Conditional => {
                (conditional(reading, grammar, start, end), "가정하는 문장임", "가정이 아님")
            }
            Hedged => (
                hedged(reading, grammar, start, end),
                "가능성만 설명함",
                "가능성에 그치는 표현이 아님",
            ),
            PraisesOther => (
                praises_other(reading, grammar, start, end),
                "꾸미는 것이 의료기관이나 진료가 아님",
                "꾸미는 다른 것이 없음",
            ),
        };
        ExceptionTrial::new(self.name(), applied, if applied { why_applied } else { why_not })
    }
}

/// Remembers where patterns occur, by pattern and sentence, and whether they occur in the whole
/// advertisement: with many triggers the same question is asked many times.
#[derive(Debug, Default)]
pub(super) struct Memo {
    sentences: RefCell<HashMap<InSentence, Rc<[Place]>>>,
    whole: RefCell<HashMap<*const Pattern, bool>>,
}

/// A pattern, by its address, and the number of a sentence.
type InSentence = (*const Pattern, usize);

/// First letter of a match, and one past its last.
type Place = (usize, usize);

/// Largest number of sentences remembered at once. Triggers come in reading order, so older answers are not
/// needed again.
const MAX_REMEMBERED: usize = 4096;

impl Memo {
    /// Returns where `pattern` occurs in the sentence with number `index`.
    fn places(&self, pattern: &Pattern, index: usize, reading: &Reading<'_>) -> Rc<[Place]> {
        let key = (std::ptr::from_ref(pattern), index);
        if let Some(known) = self.sentences.borrow().get(&key) {
            return known.clone();
        }
        let sentence = &reading.sentences[index];
        let found = pattern.find(reading, reading.words_in(sentence));
        let places: Rc<[Place]> = found.iter().map(|it| (it.from, it.to)).collect();
        let mut known = self.sentences.borrow_mut();
        if known.len() >= MAX_REMEMBERED {
            known.clear();
        }
        known.insert(key, places.clone());
        places
    }
}

/// Whether one of `patterns` occurs close enough to the trigger `found`.
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
        Within::Paragraph => reading.neighbours(index.min(reading.sentences.len() - 1)),
        _ => index..(index + 1).min(reading.sentences.len()),
    };
    // The words of one trigger may reach over several sentences.
    let until = reading.sentences.partition_point(|sentence| sentence.from < found.end);
    let mut range = range.start..range.end.max(until);
    range.any(|index| {
        let classes = &reading.sentences[index].classes;
        let mut possible = patterns.iter().filter(|pattern| pattern.is_possible(classes));
        possible.any(|pattern| {
            let places = memo.places(pattern, index, reading);
            reading.budget.spend(places.len() + 1)
                && places.iter().any(|place| is_within(within, reading, found, *place))
        })
    })
}

fn is_within(within: Within, reading: &Reading<'_>, found: &Match, (from, to): Place) -> bool {
    let overlap = from < found.end && found.start < to;
    let words_between = if from >= found.end {
        reading.distance(found.end, from)
    } else {
        reading.distance(to, found.start)
    };
    let same_word = words_between == 0
        && (to == found.start || found.end == from || same_word(reading, found, (from, to)));
    match within {
        Within::Overlap => overlap || same_word,
        Within::Near => overlap || words_between <= 2,
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
