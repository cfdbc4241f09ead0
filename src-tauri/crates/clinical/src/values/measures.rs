//! Finds values with a name: 공복혈당 126, HbA1c 8.2%, AST/ALT 45/60, 열이 38.5도.

use std::sync::LazyLock;

use regex::Regex;

pub(crate) use super::reading::read;
use super::reading::{NUMBER_HERE, is_change};
use crate::lexicon::{Lexicon, Target};
use crate::mentions::mention::{Mention, Recognition, overlapping};
use crate::mentions::tagger::{Found, longest};
use crate::text::cue::{begins, contains};
use crate::text::letters::Text;
use crate::text::numbers::{NUMBER, pattern, sino};

/// A value that was found; `measure` is an index into the measures of the lexicon.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub measure: usize,
    /// The number in the measure's own unit.
    pub value: f64,
    /// Upper end of a range: 200~250.
    pub upper: Option<f64>,
    /// Whether the value was converted from another unit.
    pub converted: bool,
    /// Whether a unit was written.
    pub unit: bool,
    /// Whether the name was written.
    pub named: bool,
    pub start: usize,
    pub end: usize,
    /// Position where the number begins.
    pub number: usize,
}

/// What may stand between a name and its number.
static GAP: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\s|만|쯤|마이너스|이나|까지|로|에서|을|를|수치|검사|결과|농도|혈중|레벨|측정치|측정|평균|대략|약|거의|이랑|정도|이|가|은|는|도|의|에|한|:|=|,|\(|\)|-|오늘은?|어제는?|그제|아침에는?|아침엔|아침|저녁에는?|저녁엔|저녁|점심엔|낮엔|밤엔|자꾸|또|맨날|매번|늘|딱|벌써|갑자기|겨우|무려|쭉|방금|집에서|병원에서|재니까|재보니|재니|쟀더니|재봤더니|나와서|기준|지난번에는?|지난번엔|이번에는?|이번엔|이번|최근|최근에|현재|지금은?|보통|최고|최대|계속|다시|항상|늘|공복에는?|공복|식후에는?|식후|식전에는?|식전|자기 ?전|level|value|was|is|of|at|about|around|to|화씨|섭씨|분당|실측|수축기|today|currently|result|:|<|>|≤|≥|≦|≧|less than|lower than|below|under|more than|greater than|higher than|above|over)*$",
    )
});
/// The number that follows a name.
static NEXT_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(NUMBER));

/// All values with a name, sorted. `found` has the names, `mentions` the concepts that take precedence.
pub(crate) fn values(
    text: &Text,
    lexicon: &Lexicon,
    found: &[Found],
    mentions: &[Mention],
) -> Vec<Value> {
    let names: Vec<Found> =
        found.iter().filter(|it| matches!(it.target, Target::Measure(_))).copied().collect();
    let names = longest(names, |it| (it.start, it.end));
    let mut values: Vec<Value> = Vec::new();
    let mut at = 0;
    while at < names.len() {
        let chain = chain(text, &names[at..]);
        let chained = &names[at..at + chain];
        at += chain;
        // 비타민 K is not potassium.
        let inside = |name: &Found| {
            overlapping(mentions, name.start, name.end).iter().any(|m| {
                let longer = m.end - m.start > name.end - name.start;
                m.how != Recognition::Complaint
                    && m.start <= name.start
                    && name.end <= m.end
                    && longer
            })
        };
        if chained.iter().any(inside) || values.last().is_some_and(|it| it.end > chained[0].start) {
            continue;
        }
        let mut read = read_chain(text, lexicon, chained);
        let name = text.slice(chained[0].start, chained[0].end);
        // 허리 92cm is a waist, 허리 4번 is not a value.
        if name == "허리" {
            values.extend(read.into_iter().filter(|it| it.unit));
            continue;
        }
        // T 38.9, P 102, R 22 count only in capitals and within their limits; P and R only among other
        // vital signs.
        if let Some((_, low, high, beside)) = SHORT.iter().find(|it| it.0 == name) {
            let capital = text.capitals(chained[0].start, chained[0].start + 1);
            let signs = !beside || contains(&text.string, &["bp", "spo2", "t ", "bt"]);
            read.retain(|it| capital && signs && (*low..=*high).contains(&it.value));
            values.extend(read);
            continue;
        }
        if !read.is_empty() {
            values.extend(read);
        } else if let [name] = chained {
            let barrier = names.get(at).map_or(text.len(), |it| it.start);
            let next = mentions.partition_point(|it| it.start < name.end);
            let barrier = mentions.get(next).map_or(barrier, |it| barrier.min(it.start));
            values.extend(read_distant(text, lexicon, name, barrier));
        }
    }
    for one in one_numeral(text, lexicon) {
        if !values.iter().any(|it| it.start < one.end && one.start < it.end) {
            values.push(one);
        }
    }
    values.sort_by_key(|it| it.start);
    values
}

/// Short names with the limits of their values, and whether other vital signs must be in the text.
const SHORT: [(&str, f64, f64, bool); 4] = [
    ("t", 34.0, 43.0, false),
    ("p", 30.0, 220.0, true),
    ("r", 6.0, 60.0, true),
    ("ca", 4.0, 18.0, false),
];

/// Number of names that follow each other with slashes, commas or hyphens between.
fn chain(text: &Text, names: &[Found]) -> usize {
    1 + names
        .windows(2)
        .take_while(|pair| {
            let between = text.slice(pair[0].end, pair[1].start.max(pair[0].end)).trim();
            matches!(between, "/" | "," | "-") && pair[1].start - pair[0].end <= 3
        })
        .count()
}

/// The values of names that share one list of numbers (AST/ALT 45/60); none if their number differs.
fn read_chain(text: &Text, lexicon: &Lexicon, names: &[Found]) -> Vec<Value> {
    let Some(last) = names.last() else { return vec![] };
    let Some(mut at) = number_after(text, last.end) else { return vec![] };
    let mut values = Vec::new();
    for name in names {
        let Target::Measure(measure) = name.target else { return vec![] };
        let Some(mut read) = read(text, &lexicon.measures[measure], at) else { return values };
        read.measure = measure;
        let end = read.end;
        read.start = if names.len() == 1 { name.start } else { at };
        values.push(read);
        if names.len() > 1 {
            let slash = (end..text.len().min(end + 3))
                .find(|it| text.chars[*it] == '/' || text.chars[*it] == ',');
            match slash {
                Some(slash) => at = slash + 1 + usize::from(text.get(slash + 1) == Some(' ')),
                None => break,
            }
        }
    }
    // AST, ALT 45: it is unknown whose value 45 is.
    if names.len() > 1 && values.len() < names.len() { vec![] } else { values }
}

/// A number at most five words after a name.
static DISTANT_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"^[가-힣]{{0,3}}(?:\s[가-힣]{{1,6}}){{1,5}}?\s?({NUMBER})"))
});

/// The value of a name some words on, before the next name or concept: 혈당을 아침에 일어나서 재 보니까 130이에요.
fn read_distant(text: &Text, lexicon: &Lexicon, name: &Found, barrier: usize) -> Option<Value> {
    let Target::Measure(index) = name.target else { return None };
    let measure = &lexicon.measures[index];
    let limit = text.len().min(name.end + 40);
    let found = DISTANT_NUMBER.captures(text.slice(name.end, limit))?;
    let number = found.get(1)?;
    let gap =
        text.slice(name.end, limit)[..number.start()].replace("지난번", "").replace("이번", "");
    let at = text.at_byte(byte(text, name.end) + number.start());
    let counted = ["약", "때문", "높", "낮", "관리", "나이", "번", "하루"];
    // 목표가 7.0인데 8.3: a goal is not a value.
    if gap.contains("목표") || gap.contains("정상") || gap.contains("기준") {
        return value_after_goal(text, lexicon, name, at);
    }
    if at >= barrier || contains(&gap, &counted) {
        return None;
    }
    let mut value = read(text, measure, at)?;
    let after = text.slice(value.end, text.len().min(value.end + 4));
    let is_separate = after.is_empty()
        || after.starts_with([',', '.', '!', '?', ')', '\n'])
        || begins(
            after,
            &[
                "이", "정도", "까지", "으로", "로", "나", "래", "라", "쯤", "요", "예", "입",
                "도 ", "인", "가 ", "였", "에서", " 나", " 정도", " 나",
            ],
        );
    value.measure = index;
    value.start = name.start;
    let plausible = (measure.low.max(0.0)..=measure.high).contains(&value.value);
    (plausible && (value.unit || is_separate)).then_some(value)
}

/// The number after a goal.
static AFTER_GOAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^\s?%?\s?(?:인데|이지만|였는데|이었는데|인데도|이라는데|,|/)\s?(?:[가-힣]{{1,6}}\s){{0,3}}?({NUMBER})"
    ))
});

/// The value after a goal that is at `at`.
fn value_after_goal(text: &Text, lexicon: &Lexicon, name: &Found, at: usize) -> Option<Value> {
    let Target::Measure(index) = name.target else { return None };
    let measure = &lexicon.measures[index];
    let goal = NUMBER_HERE.find(text.slice(at, text.len().min(at + 20)))?;
    let end = at + goal.as_str().chars().count();
    let found = AFTER_GOAL.captures(text.slice(end, text.len().min(end + 30)))?;
    let number = text.at_byte(byte(text, end) + found.get(1)?.start());
    let value = read(text, measure, number)?;
    Some(Value { measure: index, start: name.start, ..value })
}

/// Position of the number that belongs to a name ending at `end`.
fn number_after(text: &Text, end: usize) -> Option<usize> {
    let limit = text.len().min(end + 30);
    let window = text.slice(end, limit);
    let found = NEXT_NUMBER.find_iter(window).find(|number| {
        let digits = number.as_str().starts_with(|c: char| c.is_ascii_digit());
        // 이, 백 and the like also begin words, so a numeral needs two syllables.
        digits || number.as_str().chars().count() >= 2
    })?;
    let gap = &window[..found.start()];
    (gap.len() <= 60 && GAP.is_match(gap)).then(|| text.at_byte(byte(text, end) + found.start()))
}

/// The byte of a position in the string of the text.
pub(crate) fn byte(text: &Text, at: usize) -> usize {
    text.slice(0, at).len()
}

/// A body weight of one numeral.
static ONE_NUMERAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:몸무게|체중|무게)(?:는|은|이|가)?\s?(?:이제\s|지금\s|현재\s|약\s|한\s|겨우\s)?([일이삼사오육칠팔구])\s?(?:킬로그램|킬로|키로)",
    )
});

/// Body weights of one numeral, which is accepted only before 킬로 or 키로: 몸무게가 팔 킬로예요.
fn one_numeral(text: &Text, lexicon: &Lexicon) -> Vec<Value> {
    let measure = lexicon.measures.iter().position(|it| it.kind == "weight");
    let read = |found: regex::Captures| {
        let (weight_match, number) = (found.get(0)?, found.get(1)?);
        let value = sino(number.as_str()).map(f64::from)?;
        let (start, end) = (text.at_byte(weight_match.start()), text.at_byte(weight_match.end()));
        let after = text.slice(end, text.len().min(end + 8));
        let measure = measure.filter(|it| !is_change(&lexicon.measures[*it], after))?;
        Some(Value {
            measure,
            value,
            upper: None,
            converted: false,
            unit: true,
            named: true,
            start,
            end,
            number: text.at_byte(number.start()),
        })
    };
    let weighed = text.string.contains("킬로") || text.string.contains("키로");
    let found = weighed.then(|| ONE_NUMERAL.captures_iter(&text.string));
    found.into_iter().flatten().filter_map(read).collect()
}
