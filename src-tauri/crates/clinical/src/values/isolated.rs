//! Finds a value that is alone in its sentence and whose name is in the sentence before: 칼륨이 높대요. 5.7이래요;
//! 혈당이요? 백팔십이요; 당뇨약 먹어요. 오늘 아침은 145 나왔어요.

use std::sync::LazyLock;

use regex::Regex;

use super::measures::{Value, read};
use crate::lexicon::{Lexicon, Target, Topic};
use crate::mentions::mention::Mention;
use crate::mentions::tagger::{Found, longest};
use crate::text::clauses::Clauses;
use crate::text::cue::{begins, contains};
use crate::text::letters::Text;
use crate::text::numbers::{NUMBER, pattern};

/// A sentence of only a number, with words of time and a copula.
static ISOLATED_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^(?:네,?\s|음,?\s|아,?\s|한\s|대략\s|약\s|거의\s|딱\s)?((?:(?:어제|오늘|지금|현재|요즘|요새|아침|저녁|점심|새벽|방금|평소|최근|집에서|병원에서|약국에서|공복|식후|결과|수치)(?:은|는|이|가|엔|에|에는|에도|도)?,?\s|일어나서\s|밥\s?먹고\s|(?:두|한|2|1)\s?시간\s(?:뒤에?|후에?|있다가?)\s|재\s?(?:보니까?|니까?|봤더니|면)\s|쟀(?:더니|는데)\s|측정하니까?\s|검사(?:하니까?|했더니)\s|한\s|대략\s|약\s|거의\s|딱\s|보통\s|계속\s)*)({NUMBER})\s?(?:%|퍼센트|프로|mg/dl|회|번|도|킬로|키로|kg|cm|센티)?\s?(?:정도\s?|쯤\s?|이나\s?|씩\s?)?(?:이래요|래요|이랍니다|랍니다|이에요|예요|에요|이요|요|입니다|이었어요|였어요|이네요|네요|이더라고요|더라고요|이라고.*|라고.*|이라던데.*|(?:이|가)?\s?나(?:왔|와|오|옵|온)[가-힣]*|까지.*)?(?:,.*)?$"
    ))
});

/// The values that are alone in their sentences. A name takes only one value; an earlier one is removed
/// from `values` if the sentence says 지금 or the like.
pub(crate) fn isolated_values(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    found: &[Found],
    values: &mut Vec<Value>,
    mentions: &[Mention],
) -> Vec<Value> {
    if clauses.questions.len() < 2 {
        return vec![];
    }
    let names: Vec<Found> =
        found.iter().filter(|it| matches!(it.target, Target::Measure(_))).copied().collect();
    let names = longest(names, |it| (it.start, it.end));
    let mut more = Vec::new();
    let mut word = 0;
    while let (Some(first), sentence) = (clauses.words.get(word), clauses.sentence(word)) {
        let Some(last) = clauses.words.get(sentence.end.wrapping_sub(1)) else { break };
        let before = word.checked_sub(1).map(|it| clauses.sentence(it));
        word = sentence.end.max(word + 1);
        let (string, Some(before)) = (text.slice(first.start, last.end), before) else { continue };
        let Some(isolated) = ISOLATED_NUMBER.captures(string) else { continue };
        let Some(number) = isolated.get(2) else { continue };
        let at = first.start + string[..number.start()].chars().count();
        if values.iter().any(|it| it.start <= at && at < it.end) {
            continue;
        }
        let within = |at: usize| before.contains(&clauses.word_at(at));
        let mut named = names.iter().filter(|it| within(it.start));
        let timed = isolated.get(1).is_some_and(|it| !it.is_empty());
        let value = match (named.next(), named.next()) {
            (Some(name), None) => {
                // 48까지 떨어져서 끊었어요. 지금은 70이에요: the later value replaces the first.
                let now = begins(string, &["지금", "현재", "오늘", "이번"]);
                let old = |it: &Value| it.start <= name.start && name.start < it.end;
                let value = of_name(text, lexicon, name, at, if now { &[] } else { values });
                if value.is_some() {
                    values.retain(|it| !old(it));
                }
                value
            }
            (None, None) if timed => {
                let topics = mentions.iter().filter(|it| within(it.start));
                of_topic(text, lexicon, topics, at, string)
            }
            _ => None,
        };
        more.extend(value);
    }
    more
}

/// The number at `at` as the value of a name in the sentence before, if the name has none among `values`.
fn of_name(
    text: &Text,
    lexicon: &Lexicon,
    name: &Found,
    at: usize,
    values: &[Value],
) -> Option<Value> {
    let Target::Measure(measure) = name.target else { return None };
    let kind = &lexicon.measures[measure];
    let taken = values.iter().any(|it| it.start <= name.start && name.start < it.end);
    if taken || matches!(kind.kind.as_str(), "systolic" | "diastolic") {
        return None;
    }
    let value = read(text, kind, at)?;
    let likely = (kind.low..=kind.high).contains(&value.value);
    likely.then_some(Value { measure, start: at, ..value })
}

/// The number at `at` as the value that the drugs and illnesses of the sentence before imply, if all
/// imply the same measure.
fn of_topic<'a>(
    text: &Text,
    lexicon: &Lexicon,
    mentions: impl Iterator<Item = &'a Mention>,
    at: usize,
    sentence: &str,
) -> Option<Value> {
    let topic = |mention: &Mention| {
        let name = lexicon.concepts[mention.concept].name.as_str();
        lexicon.topics.iter().find(|topic| name.starts_with(&topic.begins))
    };
    let mut topics = mentions.filter_map(topic);
    let Topic { kind, low, high, .. } = topics.next()?;
    if topics.any(|it| it.kind != *kind) {
        return None;
    }
    let empty = contains(sentence, &["공복", "식전", "빈속", "일어나서"]);
    let meal = contains(sentence, &["식후", "먹고"]);
    let kind = match (kind.as_str(), empty, meal) {
        ("glucose", true, _) => "fasting_glucose",
        ("glucose", _, true) => "postprandial_glucose",
        (kind, ..) => kind,
    };
    let measure = lexicon.measures.iter().position(|it| it.kind == kind)?;
    let value = read(text, &lexicon.measures[measure], at)?;
    let likely = (*low..=*high).contains(&value.value);
    likely.then_some(Value { measure, start: at, named: false, ..value })
}
