//! Finds glucose values that a meal implies: 공복에 140, 밥 먹고 두 시간 뒤 210.

use std::sync::LazyLock;

use regex::Regex;

use super::measures::{Value, read};
use crate::lexicon::Lexicon;
use crate::text::clauses::Clauses;
use crate::text::cue::contains;
use crate::text::letters::Text;
use crate::text::numbers::pattern;

/// A meal and a number: 공복 130, 식후 두 시간 200, 저녁 먹고 재면 190
static MEAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(공복|식전|빈속|일어나서|식후|밥\s?먹고|저녁\s?먹고|점심\s?먹고|아침\s?먹고|식사\s?후|식사하고)(?:\s?(?:2|두|1|한)\s?시간)?(?:에는|에|엔|은|는|이|가)?(?:\s?(?:혈당은|혈당이|혈당))?\s?(?:뒤에?는?\s?|뒤엔\s?|후에?는?\s?|후엔\s?|있다가?\s?)?(?:재면|재니까?|재\s?보니까?|재\s?봤더니|쟀더니|쟀을\s?때)?(?:은|는)?\s?:?\s?([1-6]?\d{2}|[이삼사오]?백[일이삼사오육칠팔구십]*(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉)?|[육칠팔구]십[일이삼사오육칠팔구]?)",
    )
});

/// Whether the words after a value say that it was measured on an empty stomach (true) or after a meal
/// (false): 혈당 145요, 공복에 쟀어요. 180 나왔는데 밥 먹고 잰 거예요.
fn measured_after(text: &Text, clauses: &Clauses, end: usize) -> Option<bool> {
    let sentence = clauses.sentence(clauses.word_at(end.saturating_sub(1)));
    let next = clauses.sentence(sentence.end.min(clauses.words.len().saturating_sub(1)));
    let last = clauses.words.get(next.end.checked_sub(1)?)?.end;
    let words = text.slice(end, last.min(end + 40).max(end));
    let words = words.split(|it: char| it.is_ascii_digit()).next()?;
    let measured = ["쟀", "잰", "재", "측정", "검사", "이에요", "예요", "이요", "였어요", "수치"];
    contains(words, &measured).then_some(())?;
    let empty = contains(words, &["공복", "식전", "빈속", "굶고", "안 먹고"]);
    let meal = contains(words, &["식후", "먹고", "식사 후", "식사하고"]);
    (empty || meal).then_some(empty)
}

/// Sets the meal of glucose values, and adds values that have a meal but no name (공복 130, 식후 200).
pub(crate) fn glucose(text: &Text, clauses: &Clauses, lexicon: &Lexicon, values: &mut Vec<Value>) {
    let kind = |name: &str| lexicon.measures.iter().position(|it| it.kind == name);
    let (Some(plain), Some(fasting), Some(meal)) =
        (kind("glucose"), kind("fasting_glucose"), kind("postprandial_glucose"))
    else {
        return;
    };
    for it in values.iter_mut().filter(|it| it.measure == plain) {
        let before = text.slice(it.start.saturating_sub(12), it.number);
        // 밥 먹고 두 시간 있다가 재니까 혈당이 210: the meal may precede the name.
        let eaten = ["밥먹고", "밥 먹고", "식사하고", "식사 하고", "먹고 두", "먹고 2", "먹고두"];
        let sentence = clauses.sentence(clauses.word_at(it.start));
        let from = clauses.words[sentence.start].start.min(it.start);
        let words = text.slice(from.max(it.start.saturating_sub(30)), it.start);
        if contains(words, &eaten) && !before.contains("공복") {
            it.measure = meal;
            continue;
        }
        let last = |word: &str| before.rfind(word);
        let (empty, after) =
            (last("공복").max(last("식전")).max(last("fasting")), last("식후").max(last("after")));
        it.measure = match (empty, after) {
            (None, None) => match measured_after(text, clauses, it.end) {
                Some(true) => fasting,
                Some(false) => meal,
                None => plain,
            },
            (empty, after) if empty > after => fasting,
            _ => meal,
        };
    }
    for found in MEAL.captures_iter(&text.string) {
        let (Some(meal_match), Some(name), Some(number)) =
            (found.get(0), found.get(1), found.get(2))
        else {
            continue;
        };
        let (start, end) = (text.at_byte(meal_match.start()), text.at_byte(meal_match.end()));
        let at = text.at_byte(number.start());
        if values.iter().any(|it| it.start < end && start < it.end) {
            continue;
        }
        let empty = ["공복", "식전", "빈속", "일어나서"].contains(&name.as_str());
        let measure = if empty { fasting } else { meal };
        let sentence = clauses.sentence(clauses.word_at(start));
        // 당뇨약 먹어요. 공복에 130 정도 나와요: the sentence before counts too.
        let sentence = clauses.sentence(sentence.start.saturating_sub(1));
        let from = clauses.words[sentence.start].start;
        let about = text.slice(from.min(start), start);
        let glucose = contains(about, &["혈당", "당뇨", "당이", "당 ", "glucose"]);
        let both = text.string.contains("당화")
            || (text.string.contains("공복") && text.string.contains("식후"));
        // 공복에 백이십, 밥 먹고 백팔십이요: both meals imply glucose.
        let eaten = contains(&text.string, &["식후", "밥 먹고", "밥먹고"]);
        let glucose = glucose || both || (text.string.contains("공복") && eaten);
        // 공복에 재니 132: only glucose is measured with regard to meals.
        let measured = meal_match.as_str().contains('재') || meal_match.as_str().contains('쟀');
        let other = contains(about, &["혈압", "체중", "몸무게", "키", "허리", "열"]);
        if !glucose && (!measured || other || !values.is_empty()) {
            continue;
        }
        if let Some(mut value) = read(text, &lexicon.measures[measure], at) {
            value.measure = measure;
            value.start = start;
            values.push(value);
        }
    }
    values.sort_by_key(|it| it.start);
}
