//! Finds blood pressures: 140/90, 140에 90, 수축기 140 이완기 90, 백사십에 구십.

use std::sync::LazyLock;

use regex::Regex;

use super::measures::Value;
use crate::lexicon::Lexicon;
use crate::text::clauses::Clauses;
use crate::text::cue::{begins, contains};
use crate::text::letters::Text;
use crate::text::numbers::{NUMBER, pattern, value, without_subject_particle};

/// A blood pressure in mmHg; one of the two values may be missing.
#[derive(Debug, Clone)]
pub(crate) struct Pressure {
    pub systolic: Option<f64>,
    pub diastolic: Option<f64>,
    /// Whether 혈압, BP or mmHg is beside it.
    pub named: bool,
    pub start: usize,
    pub end: usize,
}

/// Two numbers with a mark or particle between: 140/90, 140에 90.
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"({NUMBER})\s?(?:mmhg)?\s?(/|over|에서|에|대|-|,)\s?({NUMBER})(\s?mm\s?hg)?"))
});
/// Both values, each with its own word: 위가 150 아래가 95, 높은 쪽은 170, 낮은 쪽은 100
static UPPER_LOWER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:윗혈압|위쪽|위|윗|높은\s?(?:쪽|거|게|것|혈압)|최고|수축기)(?:에|이|가|는|은)?\s?({NUMBER})[^0-9\n]{{0,14}}?(?:아랫혈압|아래쪽|아래|아랫|밑|낮은\s?(?:쪽|거|게|것|혈압)|최저|이완기)(?:에|이|가|는|은)?\s?({NUMBER})"
    ))
});
/// One of the two values with its own word: 쟀더니 위가 160이래요.
static ONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|\s)(윗혈압|위쪽|위|윗|높은\s?(?:쪽|거|게)|최고|아랫혈압|아래쪽|아래|아랫|밑|낮은\s?(?:쪽|거|게)|최저)(?:이|가|는|은)\s(?:거의\s|한\s)?(\d{2,3})(?:이|가|은|는|까지|쯤|정도|래|예|입|나|\s|[.,!?]|$)",
    )
});
/// Two ranges, of which the lower ends are read: 130-140에 85-90.
static RANGES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(\d{2,3})\s?[~-]\s?\d{2,3}\s?(?:/|에서|에|대)\s?(\d{2,3})(?:\s?[~-]\s?\d{2,3})?")
});

/// Two numbers after the name with only a space between: 혈압 백삼십 팔십오
static SPACED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:혈압|bp)(?:은|는|이|가)?\s?:?\s?({NUMBER})\s({NUMBER})(?:$|[^\d.%/kc회번살세년])"
    ))
});

/// Pulse, respiration and temperature after a pressure.
static SERIES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s?-\s?(\d{2,3})\s?-\s?(\d{1,2})\s?-\s?(\d{2}(?:\.\d)?)"));

/// The signs that Korean charts write after a pressure: `150/90-88-20-36.8` has pulse, respiration and
/// temperature.
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

/// All blood pressures of a text. Single values that are part of one are removed from `values`.
pub(crate) fn pressures(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    values: &mut Vec<Value>,
) -> Vec<Pressure> {
    let mut found = named_pairs(text, clauses);
    let pairs = pairs(text, clauses);
    let free = |it: &Pressure| !found.iter().any(|pair| it.start < pair.end && pair.start < it.end);
    // AST/ALT 92/64 are laboratory values.
    let labs = |pressure: &Pressure| {
        !pressure.named
            && values.iter().any(|v| {
                let measure = &lexicon.measures[v.measure];
                v.named && !measure.vital && v.start < pressure.end && pressure.start < v.end
            })
    };
    let pairs: Vec<Pressure> = pairs.into_iter().filter(|it| free(it) && !labs(it)).collect();
    found.extend(pairs);
    let halves =
        if text.string.contains("혈압") { halves(text, clauses, &found) } else { vec![] };
    let free = |it: &Pressure| !values.iter().any(|v| v.start < it.end && it.start < v.end);
    found.extend(halves.into_iter().filter(free));
    values.retain(|it| !found.iter().any(|pair| it.start < pair.end && pair.start < it.end));
    drop_corrected_pairs(text, &mut found);
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
    // 150에, 아니다 160에 100: the first value is corrected by the pair.
    let corrected = |value: &Value| {
        let after = text.slice(value.end, text.len().min(value.end + 8));
        let after = after.trim_start_matches(['에', ',', ' ', '.']);
        after.trim_start_matches("아 ").starts_with("아니")
            && found.iter().any(|pair| pair.start >= value.end)
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
        // 혈압 재니까 아래가 95예요: a diastolic value.
        let name = text.slice(single.start, single.number.max(single.start));
        let low = contains(name, &["아래", "밑", "낮은 쪽", "이완기"]);
        if low || kind(&single) == "diastolic" {
            let before = found.last_mut().filter(|pressure| {
                pressure.diastolic.is_none() && single.start - pressure.end.min(single.start) <= 12
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

/// Drops a pair that a later one corrects: 150에 90 아니고 140에 90.
fn drop_corrected_pairs(text: &Text, found: &mut Vec<Pressure>) {
    let starts: Vec<usize> = found.iter().map(|it| it.start).collect();
    found.retain(|pair| {
        let after = text.slice(pair.end, text.len().min(pair.end + 12));
        let after = after.trim_start_matches(['이', '가', '요', ',', ' ', '.']);
        let no = ["아니고", "아니라", "아니", "말고"].iter().any(|no| after.starts_with(no));
        let put_right = no && starts.iter().any(|start| (pair.end..pair.end + 16).contains(start));
        // 158에 96 나왔어요. 아 죄송해요 138에 96이에요; 158/96이던 게 128/80까지 내려왔어요
        let next = starts.iter().find(|start| **start >= pair.end && **start < pair.end + 30);
        let replaced = next.is_some_and(|next| {
            let between = text.slice(pair.end, *next);
            let sorry = ["죄송", "미안", "잘못 봤", "잘못 말", "잘못봤", "착각"];
            let was = ["던 게", "던게", "던 것이", "던 건"];
            sorry.iter().chain(&was).any(|it| between.contains(it))
        });
        !put_right && !replaced
    });
}

/// Plausible pairs of numbers. With another mark than / they need a word for blood pressure.
fn pairs(text: &Text, clauses: &Clauses) -> Vec<Pressure> {
    let mut found = Vec::new();
    for pair in PAIR.captures_iter(&text.string) {
        let (Some(pair_match), Some(first), Some(mark), Some(second)) =
            (pair.get(0), pair.get(1), pair.get(2), pair.get(3))
        else {
            continue;
        };
        let start = text.at_byte(pair_match.start());
        let end = text.at_byte(pair_match.end());
        let joined =
            |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || matches!(c, '/' | '.'));
        let (Some(systolic), Some(diastolic)) = (
            value(first.as_str()),
            value(without_subject_particle(second.as_str(), &text.string[second.end()..])),
        ) else {
            continue;
        };
        let followed =
            text.get(end).is_some_and(|it| it.is_ascii_digit() || it == '/' || it == '%');
        let counts = [
            "년", "월", "일", "주", "번", "회", "정", "mg", "알", "개", "시", "분", "살", "세", "k",
        ];
        let after = text.string[pair_match.end()..].trim_start();
        let counts = begins(after, &counts) && !after.starts_with("정도");
        if joined(text.before(start))
            || followed
            || counts
            || systolic.fract() != 0.0
            || diastolic.fract() != 0.0
        {
            continue;
        }
        // 140에 90이에요, 혈압이요: the name may follow.
        let after_it = text.slice(end, text.len().min(end + 14)).contains("혈압");
        let named = pair.get(4).is_some() || is_named(text, clauses, start) || after_it;
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

/// Whether the words before a pair mention blood pressure, in its sentence or the one before.
fn is_named(text: &Text, clauses: &Clauses, start: usize) -> bool {
    // 혈압약 먹어요. 요새는 110에 70이라: the sentence before counts too.
    let sentence = clauses.sentence(clauses.word_at(start));
    let sentence = clauses.sentence(sentence.start.saturating_sub(1));
    let from = clauses
        .words
        .get(sentence.start)
        .map_or(0, |it| it.start.min(start))
        .max(start.saturating_sub(60));
    let before = text.slice(from, start);
    contains(before, &["혈압", "bp", "blood pressure", "b.p"])
}

/// Pairs whose values have words of their own, and pairs of ranges.
fn named_pairs(text: &Text, clauses: &Clauses) -> Vec<Pressure> {
    let mut found: Vec<Pressure> = Vec::new();
    for shape in [&*UPPER_LOWER, &*RANGES, &*SPACED] {
        for pair in shape.captures_iter(&text.string) {
            let (Some(pair_match), Some(first), Some(second)) =
                (pair.get(0), pair.get(1), pair.get(2))
            else {
                continue;
            };
            let (start, end) = (text.at_byte(pair_match.start()), text.at_byte(pair_match.end()));
            let number = |found: regex::Match| {
                value(without_subject_particle(found.as_str(), &text.string[found.end()..]))
            };
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

/// Single systolic or diastolic values: 위가 160.
fn halves(text: &Text, clauses: &Clauses, found: &[Pressure]) -> Vec<Pressure> {
    let mut halves: Vec<Pressure> = Vec::new();
    for half in ONE.captures_iter(&text.string) {
        let (Some(name), Some(number)) = (half.get(1), half.get(2)) else { continue };
        let Some(value) = value(number.as_str()) else { continue };
        let (start, end) = (text.at_byte(name.start()), text.at_byte(number.end()));
        let low = begins(name.as_str(), &["아래", "아랫", "밑", "낮은", "최저"]);
        let likely =
            if low { (30.0..=160.0).contains(&value) } else { (70.0..=260.0).contains(&value) };
        let free = found.iter().chain(&halves).all(|it| end <= it.start || it.end <= start);
        if likely && free && is_about(text, clauses, start) {
            let (systolic, diastolic) = if low { (None, Some(value)) } else { (Some(value), None) };
            halves.push(Pressure { systolic, diastolic, named: true, start, end });
        }
    }
    halves
}

/// Whether the sentence or the one before mentions blood pressure.
fn is_about(text: &Text, clauses: &Clauses, start: usize) -> bool {
    let sentence = clauses.sentence(clauses.word_at(start));
    // 저혈압이래요. 위가 90, 아래가 55예요: the sentence before counts too.
    let before = clauses.sentence(sentence.start.saturating_sub(1));
    let (Some(first), Some(last)) =
        (clauses.words.get(before.start), clauses.words.get(sentence.end.saturating_sub(1)))
    else {
        return false;
    };
    let (from, to) = (first.start.max(start.saturating_sub(60)), last.end.min(start + 60));
    let sentence = text.slice(from.min(start), to.max(start));
    contains(sentence, &["혈압", "bp", "blood pressure", "b.p", "수축기"])
}
