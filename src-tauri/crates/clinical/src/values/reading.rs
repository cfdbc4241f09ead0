//! Reads a number and the words after it as a value of one measure: unit, range, change, or a count of
//! something else.

use std::sync::LazyLock;

use regex::Regex;

use super::comparator::is_supposed;
use super::feet::feet;
use super::measures::Value;
use crate::lexicon::Measure;
use crate::text::cue::begins;
use crate::text::letters::{Text, is_hangul};
use crate::text::numbers::{NUMBER, pattern, sino, value, without_subject_particle};

/// A number at the start of a text.
pub(crate) static NUMBER_HERE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"^{NUMBER}")));
/// The upper end of a range.
static RANGE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:\s?[~-]|에서)\s?(\d{1,4}(?:\.\d+)?)"));
/// The later value of a change, and the words after it.
static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s?(?:%|도|mg/dl|mg)?(?:(?:이었?다가|이던\s?게|이었는데|에서)\s?(?:지금은?\s|현재\s?|이제\s)?|\s?(?:->|→|=>|⇒)\s?)(\d{1,4}(?:\.\d+)?)(\s?(?:%|도|mg/dl|mg)?(?:으?로|까지|$|\s(?:after|now|이|됐|되|떨어|내려|올라|올랐|줄|늘)|[,.;)]))",
    )
});
/// The centimetres after metres.
static CENTIMETRES: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?(\d{2})(?:cm|센티|센치)?"));
/// Tenths of a degree: 38도 5부, 삼십팔도 오부
static TENTHS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?([1-9일이삼사오육칠팔구])\s?부"));
/// A decimal after 점: 8점 7이래요. 7점 2회 is not a decimal.
static POINT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s?점\s?(\d)($|이|예|나|로|까지|라|래|였|정도|%|프로|퍼센트|\s|[,.])")
});

/// Reads the value of `measure` whose number begins at `at`. The caller sets `measure` and `start` of the
/// result.
pub(crate) fn read(text: &Text, measure: &Measure, at: usize) -> Option<Value> {
    let rest = text.slice(at, text.len().min(at + 40));
    if measure.kind == "height"
        && let Some((value, bytes)) = feet(rest)
    {
        let end = at + rest[..bytes].chars().count();
        let (converted, unit, named) = (true, true, true);
        return Some(Value {
            measure: 0,
            value,
            upper: None,
            converted,
            unit,
            named,
            start: at,
            end,
            number: at,
        });
    }
    let number = NUMBER_HERE.find(rest)?;
    let in_words = !number.as_str().starts_with(|c: char| c.is_ascii_digit());
    // Only a score may be negative; elsewhere a dash is not a sign.
    let minus = text.slice(at.saturating_sub(5), at).trim_end().ends_with("마이너스");
    let below = measure.low < 0.0 && (text.before(at) == Some('-') || minus);
    let digits = without_subject_particle(number.as_str(), &rest[number.end()..]);
    let mut raw = value(digits)? * if below { -1.0 } else { 1.0 };
    let mut end = digits.len();
    let mut upper = None;
    // 8.9에서 7.2로, 1.1 → 1.9: the later value counts.
    if let Some(change) = CHANGE.captures(&rest[end..])
        && let (Some(whole_match), Some(now)) = (change.get(0), change.get(1))
        // 8.1이었는데 지금은 6.8이에요: the point belongs to the number, it is not a full stop.
        && !(change[0].ends_with('.') && rest[end + whole_match.end()..].starts_with(|it: char| it.is_ascii_digit()))
        && let Some(now) = value(now.as_str())
    {
        raw = now;
        end += whole_match.end() - change.get(2).map_or(0, |it| it.len());
    } else if let Some(range) = RANGE.captures(&rest[end..]) {
        let (whole_match, other) = (range.get(0)?, range.get(1)?);
        if let Some(other) = value(other.as_str()).filter(|it| *it > raw) {
            upper = Some(other);
            end += whole_match.end();
        }
    }
    let after = &rest[end..];
    let spaces = after.len() - after.trim_start_matches(' ').len();
    let unit = (spaces <= 2).then(|| measure.units.at_start(&after[spaces..])).flatten();
    let factor = match unit {
        Some((length, factor)) => {
            end += spaces + length;
            Some(factor)
        }
        None if is_something_else(after, in_words) => return None,
        None => None,
    };
    // 요산이 8점 7이래요: 8.7
    if measure.kind != "pain_score"
        && let Some(part) = POINT.captures(&rest[end..])
        && let Some(tenths) = value(&part[1])
    {
        raw += tenths / 10.0;
        end += part[0].len() - part[2].len();
    }
    if measure.kind == "temperature"
        && let Some(tenths) = TENTHS.captures(&rest[end..])
        && let Some(part) = value(&tenths[1]).or_else(|| sino(&tenths[1]).map(f64::from))
    {
        raw += part / 10.0;
        end += tenths[0].len();
    }
    if is_change(measure, &rest[end..]) || is_supposed(&rest[end..]) {
        return None;
    }
    let apply = |it: f64| factor.map_or(it, |factor| factor.apply(it));
    let mut value = apply(raw);
    // A temperature from 90 to 112 is in Fahrenheit.
    let fahrenheit =
        measure.kind == "temperature" && (90.0..=112.0).contains(&value) && !after.contains('c');
    if fahrenheit {
        value = crate::lexicon::units::Conversion::Fahrenheit.apply(value);
    }
    // 1m 75: metres and centimetres.
    if measure.kind == "height"
        && raw < 3.0
        && unit.is_some()
        && let Some(rest_cm) = CENTIMETRES.captures(&rest[end..])
        && let Ok(more) = rest_cm[1].parse::<f64>()
    {
        value += more;
        end += rest_cm[0].len();
    }
    if measure.kind == "height" && unit.is_none() && value < 3.0 {
        value *= 100.0;
    }
    let letters = rest[..end].chars().count();
    Some(Value {
        measure: 0,
        value,
        upper: upper.map(apply),
        converted: fahrenheit
            || factor.is_some_and(|it| it != crate::lexicon::units::Conversion::Factor(1.0)),
        unit: unit.is_some(),
        named: true,
        start: at,
        end: at + letters,
        number: at,
    })
}

/// Whether a number counts something else: 3일째, 2번, 500mg. `in_words`: the number is written in words.
fn is_something_else(after: &str, in_words: bool) -> bool {
    let next = after.trim_start().chars().next();
    let counts = [
        "일", "주", "월", "년", "달", "시", "분", "살", "세", "개", "정", "알", "번", "회", "차",
        "명", "mg", "g ", "ml", "초", "층", "기", "급",
    ];
    let about = begins(after.trim_start(), &["초반", "분당", "정도"]);
    if !about && begins(after.trim_start(), &counts) {
        return !after.trim_start().starts_with("정도") && !after.trim_start().starts_with("이");
    }
    let attached = after.chars().next();
    attached.is_some_and(|it| it.is_ascii_alphabetic())
        || (in_words
            && attached.is_some_and(is_hangul)
            && !begins(
                after,
                &[
                    "이", "에", "으", "정", "나", "까", "도", "인", "을", "를", "라", "예", "요",
                    "래", "네", "였", "고", "대", "쯤", "밖", "로", "입", "점", "랍", "하고", "가",
                ],
            ))
        || (attached == Some('.') && after[1..].starts_with(|c: char| c.is_ascii_digit()))
        || next.is_some_and(|it| matches!(it, '/' | '-'))
            && after.trim_start()[1..].starts_with(|c: char| c.is_ascii_digit())
            && attached == Some('-')
}

/// Whether a number says how much a weight, height or waist changed: 체중이 3kg 빠졌어요.
pub(crate) fn is_change(measure: &Measure, after: &str) -> bool {
    let after = after
        .trim_start()
        .trim_start_matches("정도")
        .trim_start_matches(['이', '가', '나', '씩'])
        .trim_start();
    matches!(measure.kind.as_str(), "weight" | "height" | "waist")
        && begins(
            after,
            &[
                "빠", "뺐", "빼", "줄", "늘", "쪘", "감량", "찌", "감소", "증가", "loss", "gain",
                "lost",
            ],
        )
}
