//! Blood pressures: 140/90, 140에 90, 수축기 140 이완기 90, 백사십에 구십.

use std::sync::LazyLock;

use regex::Regex;

use super::clauses::Clauses;
use super::lexicon::Lexicon;
use super::measures::Value;
use super::numbers::{NUMBER, pattern, value};
use super::text::Text;

/// A blood pressure; one of the two may be unsaid.
#[derive(Debug, Clone)]
pub(crate) struct Pressure {
    pub systolic: Option<f64>,
    pub diastolic: Option<f64>,
    /// 혈압, BP or mmHg stands with it.
    pub named: bool,
    pub start: usize,
    pub end: usize,
}

static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"({NUMBER})\s?(?:mmhg)?\s?(/|over|에서|에|대|-|,)\s?({NUMBER})(\s?mm\s?hg)?"))
});
static UPPER_LOWER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"위[가는]?\s?(\d{2,3})(?:이고|에|,|\s)*아래[가는]?\s?(\d{2,3})"));

/// All of them; the single values among `values` that are a part of one are taken out.
pub(crate) fn pressures(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    values: &mut Vec<Value>,
) -> Vec<Pressure> {
    let mut found = pairs(text, clauses);
    found.extend(upper_lower(text, clauses));
    values.retain(|it| !found.iter().any(|pair| it.start < pair.end && pair.start < it.end));
    let kind = |it: &Value| lexicon.measures[it.measure].kind.clone();
    let singles: Vec<Value> = values
        .iter()
        .filter(|it| matches!(kind(it).as_str(), "systolic" | "diastolic" | "blood_pressure"))
        .cloned()
        .collect();
    values.retain(|it| !matches!(kind(it).as_str(), "systolic" | "diastolic" | "blood_pressure"));
    for single in singles {
        let one = Pressure {
            systolic: None,
            diastolic: None,
            named: true,
            start: single.start,
            end: single.end,
        };
        if kind(&single) == "diastolic" {
            let before = found.last_mut().filter(|it| {
                it.diastolic.is_none() && single.start - it.end.min(single.start) <= 12
            });
            match before {
                Some(before) => {
                    before.diastolic = Some(single.value);
                    before.end = single.end;
                }
                None => found.push(Pressure { diastolic: Some(single.value), ..one }),
            }
        } else {
            found.push(Pressure { systolic: Some(single.value), ..one });
        }
    }
    found.sort_by_key(|it| it.start);
    found
}

fn pairs(text: &Text, clauses: &Clauses) -> Vec<Pressure> {
    let mut found = Vec::new();
    for pair in PAIR.captures_iter(&text.string) {
        let (Some(whole), Some(first), Some(mark), Some(second)) =
            (pair.get(0), pair.get(1), pair.get(2), pair.get(3))
        else {
            continue;
        };
        let start = text.at_byte(whole.start());
        let end = text.at_byte(whole.end());
        let joined =
            |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || matches!(c, '/' | '.'));
        let (Some(systolic), Some(diastolic)) = (value(first.as_str()), value(second.as_str()))
        else {
            continue;
        };
        let followed =
            text.get(end).is_some_and(|it| it.is_ascii_digit() || it == '/' || it == '%');
        let counts = [
            "년", "월", "일", "주", "번", "회", "정", "mg", "알", "개", "시", "분", "살", "세", "k",
        ];
        let counts =
            counts.iter().any(|it| text.string[whole.end()..].trim_start().starts_with(it));
        if joined(text.before(start))
            || followed
            || counts
            || systolic.fract() != 0.0
            || diastolic.fract() != 0.0
        {
            continue;
        }
        let named = pair.get(4).is_some() || is_named(text, clauses, start);
        let likely = (60.0..=260.0).contains(&systolic)
            && (30.0..=160.0).contains(&diastolic)
            && systolic > diastolic;
        let accepted = match mark.as_str() {
            "/" => likely || (named && systolic >= 40.0 && diastolic >= 10.0),
            _ => named && likely,
        };
        if accepted {
            found.push(Pressure {
                systolic: Some(systolic),
                diastolic: Some(diastolic),
                named,
                start,
                end,
            });
        }
    }
    found
}

/// Whether the words before it in the sentence speak of blood pressure.
fn is_named(text: &Text, clauses: &Clauses, start: usize) -> bool {
    let sentence = clauses.sentence(clauses.word_at(start));
    let from = clauses
        .words
        .get(sentence.start)
        .map_or(0, |it| it.start.min(start))
        .max(start.saturating_sub(60));
    let before = text.slice(from, start);
    ["혈압", "bp", "blood pressure", "b.p"].iter().any(|it| before.contains(it))
}

fn upper_lower(text: &Text, clauses: &Clauses) -> Vec<Pressure> {
    let mut found = Vec::new();
    for pair in UPPER_LOWER.captures_iter(&text.string) {
        let (Some(whole), Some(first), Some(second)) = (pair.get(0), pair.get(1), pair.get(2))
        else {
            continue;
        };
        let start = text.at_byte(whole.start());
        if is_named(text, clauses, start) {
            let end = text.at_byte(whole.end());
            found.push(Pressure {
                systolic: value(first.as_str()),
                diastolic: value(second.as_str()),
                named: true,
                start,
                end,
            });
        }
    }
    found
}
