//! Blood pressures: 140/90, 140에 90, 수축기 140 이완기 90, 백사십에 구십.

use std::sync::LazyLock;

use regex::Regex;

use super::clauses::Clauses;
use super::lexicon::Lexicon;
use super::measures::Value;
use super::numbers::{NUMBER, pattern, spoken, value};
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
/// 위가 150 아래가 95, 높은 쪽은 170, 낮은 쪽은 100
static UPPER_LOWER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:윗혈압|위쪽|위|윗|높은\s?(?:쪽|거|게|것|혈압)|최고|수축기)(?:에|이|가|는|은)?\s?({NUMBER})[^0-9\n]{{0,14}}?(?:아랫혈압|아래쪽|아래|아랫|밑|낮은\s?(?:쪽|거|게|것|혈압)|최저|이완기)(?:에|이|가|는|은)?\s?({NUMBER})"
    ))
});
/// 130-140에 85-90: the lower ends.
static RANGES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(\d{2,3})\s?[~-]\s?\d{2,3}\s?(?:/|에서|에|대)\s?(\d{2,3})(?:\s?[~-]\s?\d{2,3})?")
});

/// 혈압 백삼십 팔십오
static SPACED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:혈압|bp)(?:은|는|이|가)?\s?:?\s?({NUMBER})\s({NUMBER})(?:$|[^\d.%/kc회번살세년])"
    ))
});

static SERIES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s?-\s?(\d{2,3})\s?-\s?(\d{1,2})\s?-\s?(\d{2}(?:\.\d)?)"));

/// `150/90-88-20-36.8`: pulse, respiration and temperature as Korean charts write them after the pressure.
fn series(text: &Text, lexicon: &Lexicon, pressure: &Pressure) -> Vec<Value> {
    let rest = text.slice(pressure.end, text.len().min(pressure.end + 24));
    let Some(found) = SERIES.captures(rest) else { return vec![] };
    let base = text.slice(0, pressure.end).len();
    let kinds = ["heart_rate", "respiratory_rate", "temperature"];
    let read = |(group, kind): (usize, &str)| {
        let number = found.get(group + 1)?;
        let measure = lexicon.measures.iter().position(|it| it.kind == kind)?;
        let (start, end) = (text.at_byte(base + number.start()), text.at_byte(base + number.end()));
        let value = value(number.as_str())?;
        Some(Value {
            measure,
            value,
            upper: None,
            converted: false,
            unit: false,
            named: true,
            start,
            end,
            number: start,
        })
    };
    kinds.into_iter().enumerate().filter_map(read).collect()
}

/// All of them; the single values among `values` that are a part of one are taken out.
pub(crate) fn pressures(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    values: &mut Vec<Value>,
) -> Vec<Pressure> {
    let mut found = named_pairs(text, clauses);
    let pairs = pairs(text, clauses);
    let free = |it: &Pressure| !found.iter().any(|pair| it.start < pair.end && pair.start < it.end);
    let pairs: Vec<Pressure> = pairs.into_iter().filter(free).collect();
    found.extend(pairs);
    values.retain(|it| !found.iter().any(|pair| it.start < pair.end && pair.start < it.end));
    for pressure in &found {
        values.extend(series(text, lexicon, pressure));
    }
    let kind = |it: &Value| lexicon.measures[it.measure].kind.clone();
    let singles: Vec<Value> = values
        .iter()
        .filter(|it| matches!(kind(it).as_str(), "systolic" | "diastolic" | "blood_pressure"))
        .cloned()
        .collect();
    values.retain(|it| !matches!(kind(it).as_str(), "systolic" | "diastolic" | "blood_pressure"));
    // 150에, 아니다 160에 100: put right.
    let corrected = |it: &Value| {
        let after = text.slice(it.end, text.len().min(it.end + 8));
        let after = after.trim_start_matches(['에', ',', ' ', '.']);
        after.trim_start_matches("아 ").starts_with("아니")
            && found.iter().any(|pair| pair.start >= it.end)
    };
    let singles: Vec<Value> = singles.into_iter().filter(|it| !corrected(it)).collect();
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
        let (Some(systolic), Some(diastolic)) =
            (value(first.as_str()), value(spoken(second.as_str(), &text.string[second.end()..])))
        else {
            continue;
        };
        let followed =
            text.get(end).is_some_and(|it| it.is_ascii_digit() || it == '/' || it == '%');
        let counts = [
            "년", "월", "일", "주", "번", "회", "정", "mg", "알", "개", "시", "분", "살", "세", "k",
        ];
        let after = text.string[whole.end()..].trim_start();
        let counts = counts.iter().any(|it| after.starts_with(it)) && !after.starts_with("정도");
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
    // 혈압약 먹어요. 요새는 110에 70이라: of the sentence before too.
    let sentence = clauses.sentence(clauses.word_at(start));
    let sentence = clauses.sentence(sentence.start.saturating_sub(1));
    let from = clauses
        .words
        .get(sentence.start)
        .map_or(0, |it| it.start.min(start))
        .max(start.saturating_sub(60));
    let before = text.slice(from, start);
    ["혈압", "bp", "blood pressure", "b.p"].iter().any(|it| before.contains(it))
}

/// What is said of the two values apart, and ranges of both.
fn named_pairs(text: &Text, clauses: &Clauses) -> Vec<Pressure> {
    let mut found: Vec<Pressure> = Vec::new();
    for shape in [&*UPPER_LOWER, &*RANGES, &*SPACED] {
        for pair in shape.captures_iter(&text.string) {
            let (Some(whole), Some(first), Some(second)) = (pair.get(0), pair.get(1), pair.get(2))
            else {
                continue;
            };
            let (start, end) = (text.at_byte(whole.start()), text.at_byte(whole.end()));
            let number = |it: regex::Match| value(spoken(it.as_str(), &text.string[it.end()..]));
            let (Some(systolic), Some(diastolic)) = (number(first), number(second)) else {
                continue;
            };
            let likely = (60.0..=260.0).contains(&systolic)
                && (30.0..=160.0).contains(&diastolic)
                && systolic > diastolic;
            let free = !found.iter().any(|it| it.start < end && start < it.end);
            if likely
                && free
                && text.before(start).is_none_or(|it| !it.is_ascii_digit())
                && is_about(text, clauses, start)
            {
                found.push(Pressure {
                    systolic: Some(systolic),
                    diastolic: Some(diastolic),
                    named: true,
                    start,
                    end,
                });
            }
        }
    }
    found
}

/// Whether the sentence speaks of blood pressure anywhere.
fn is_about(text: &Text, clauses: &Clauses, start: usize) -> bool {
    let sentence = clauses.sentence(clauses.word_at(start));
    let (Some(first), Some(last)) =
        (clauses.words.get(sentence.start), clauses.words.get(sentence.end.saturating_sub(1)))
    else {
        return false;
    };
    let (from, to) = (first.start.max(start.saturating_sub(60)), last.end.min(start + 60));
    let sentence = text.slice(from.min(start), to.max(start));
    ["혈압", "bp", "blood pressure", "b.p", "수축기"].iter().any(|it| sentence.contains(it))
}
