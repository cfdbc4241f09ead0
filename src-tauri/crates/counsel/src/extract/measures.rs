//! Values with a name: 공복혈당 126, HbA1c 8.2%, AST/ALT 45/60, 열이 38.5도.

use std::sync::LazyLock;

use regex::Regex;

use super::clauses::Clauses;
use super::lexicon::{Lexicon, Measure, Target};
use super::mention::{How, Mention, overlapping};
use super::numbers::{NUMBER, pattern, sino, spoken, value};
use super::tagger::{Found, longest};
use super::text::{Text, is_hangul};

/// A value that was found; `measure` is an index into the lexicon's measures.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub measure: usize,
    /// In the measure's own unit.
    pub value: f64,
    /// The other end of a range: 200~250.
    pub upper: Option<f64>,
    /// A unit was written and is not the measure's own.
    pub converted: bool,
    /// A unit was written.
    pub unit: bool,
    /// Its name was written.
    pub named: bool,
    pub start: usize,
    pub end: usize,
    /// Where the number begins.
    pub number: usize,
}

/// What may stand between a name and its number.
static GAP: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\s|만|쯤|이나|까지|로|에서|을|를|수치|검사|결과|농도|레벨|측정치|측정|평균|대략|약|거의|이랑|정도|이|가|은|는|도|의|에|한|:|=|,|\(|\)|-|오늘은?|어제는?|그제|아침에는?|아침엔|아침|저녁에는?|저녁엔|저녁|점심엔|낮엔|밤엔|자꾸|또|맨날|매번|늘|딱|벌써|갑자기|겨우|무려|쭉|방금|집에서|병원에서|재니까|재보니|재니|쟀더니|재봤더니|나와서|기준|지난번에는?|지난번엔|이번에는?|이번엔|이번|최근|최근에|현재|지금은?|보통|최고|최대|계속|다시|항상|늘|공복에는?|공복|식후에는?|식후|식전에는?|식전|자기 ?전|level|value|was|is|of|at|about|around|to|화씨|섭씨|분당|실측|수축기|today|currently|result|:)*$",
    )
});
static NUMBER_HERE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"^{NUMBER}")));
static NEXT_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(NUMBER));
static RANGE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:\s?[~-]|에서)\s?(\d{1,4}(?:\.\d+)?)"));
static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s?(?:%|도|mg/dl|mg)?(?:(?:이었?다가|이던\s?게|이었는데|에서)\s?(?:지금은?\s|현재\s?|이제\s)?|\s?(?:->|→|=>|⇒)\s?)(\d{1,4}(?:\.\d+)?)(\s?(?:%|도|mg/dl|mg)?(?:으?로|까지|$|\s(?:after|now|이)|[,.;)]))",
    )
});
static CENTIMETRES: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?(\d{2})(?:cm|센티|센치)?"));
/// 38도 5부, 삼십팔도 오부
static TENTHS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?([1-9일이삼사오육칠팔구])\s?부"));
/// 공복 130, 식후 두 시간 200, 저녁 먹고 재면 190
static MEAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(공복|식전|빈속|일어나서|식후|밥\s?먹고|저녁\s?먹고|점심\s?먹고|아침\s?먹고|식사\s?후|식사하고)(?:\s?(?:2|두|1|한)\s?시간)?(?:에는|에|엔|은|는|이|가)?(?:\s?(?:혈당은|혈당이|혈당))?\s?(?:뒤에?는?\s?|뒤엔\s?|후에?는?\s?|후엔\s?|있다가?\s?)?(?:재면|재니까?|재\s?보니까?|재\s?봤더니|쟀더니|쟀을\s?때)?(?:은|는)?\s?:?\s?([1-6]?\d{2}|[이삼사오]?백[일이삼사오육칠팔구십]*(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉)?|[육칠팔구]십[일이삼사오육칠팔구]?)",
    )
});

/// Everything that has a name and a value.
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
        // 비타민 K is no potassium.
        let inside = |it: &Found| {
            overlapping(mentions, it.start, it.end).iter().any(|m| {
                let longer = m.end - m.start > it.end - it.start;
                m.how != How::Complaint && m.start <= it.start && it.end <= m.end && longer
            })
        };
        if chained.iter().any(inside) || values.last().is_some_and(|it| it.end > chained[0].start) {
            continue;
        }
        let mut read = read_chain(text, lexicon, chained);
        let name = text.slice(chained[0].start, chained[0].end);
        // 허리 92cm is a waist, 허리 4번 no value.
        if name == "허리" {
            values.extend(read.into_iter().filter(|it| it.unit));
            continue;
        }
        // T 38.9, P 102, R 22 among other signs; those letters mean nothing else there.
        if let Some((_, low, high, beside)) = SHORT.iter().find(|it| it.0 == name) {
            let capital = text.capitals(chained[0].start, chained[0].start + 1);
            let signs =
                !beside || ["bp", "spo2", "t ", "bt"].iter().any(|it| text.string.contains(it));
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
            values.extend(read_far(text, lexicon, name, barrier));
        }
    }
    values
}

/// Short names that mean a value only within these limits, and whether other signs must stand beside them.
const SHORT: [(&str, f64, f64, bool); 4] = [
    ("t", 34.0, 43.0, false),
    ("p", 30.0, 220.0, true),
    ("r", 6.0, 60.0, true),
    ("ca", 4.0, 18.0, false),
];

static BARE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(\d{1,3}(?:\.\d{1,2})?|(?:백|[이삼사오육칠팔구]?[백십])[일이삼사오육칠팔구십]*(?:\s?점\s?[영일이삼사오육칠팔구])?)\s?(kg|킬로그램|킬로|키로|cm|센티|센치)",
    )
});

/// `70kg 성인`, `175cm`: what only a person's body has, without its name.
pub(crate) fn bare(text: &Text, lexicon: &Lexicon, values: &[Value]) -> Vec<Value> {
    let mut found = Vec::new();
    for it in BARE.captures_iter(&text.string) {
        let (Some(whole), Some(unit)) = (it.get(0), it.get(2)) else { continue };
        let (start, end) = (text.at_byte(whole.start()), text.at_byte(whole.end()));
        let weight = matches!(unit.as_str(), "kg" | "킬로그램" | "킬로" | "키로");
        let kind = if weight { "weight" } else { "height" };
        let Some(measure) = lexicon.measures.iter().position(|it| it.kind == kind) else {
            continue;
        };
        let free = text
            .before(start)
            .is_none_or(|it| !matches!(it, '/' | '.' | '~' | '-') && !it.is_ascii_alphanumeric())
            && (text.chars[start].is_ascii_digit()
                || text.before(start).is_none_or(|it| !is_hangul(it)));
        let after =
            text.get(end).is_none_or(|it| !matches!(it, '/' | '당') && !it.is_ascii_alphanumeric());
        // wt loss 4kg
        let near = text.slice(start.saturating_sub(8), start);
        let changed = ["loss", "gain", "감소", "증가", "lost"].iter().any(|it| near.contains(it));
        let free = free && !changed;
        let overlaps = values.iter().any(|it| it.start < end && start < it.end);
        if !free || !after || overlaps {
            continue;
        }
        if let Some(mut value) = read(text, &lexicon.measures[measure], start)
            && (if weight { value.value >= 2.0 } else { value.value >= 45.0 })
        {
            value.measure = measure;
            value.named = false;
            found.push(value);
        }
    }
    found
}

static BARE_TEMPERATURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"((?:3[5-9]|4[0-2])(?:\.\d{1,2})?|삼십[오육칠팔구](?:\s?점\s?[일이삼사오육칠팔구])?|사십[일이]?(?:\s?점\s?[일이삼사오육칠팔구])?)\s?(?:도|°c)|((?:9[5-9]|10[0-7])(?:\.\d)?)\s?°f",
    )
});
static PAIN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"10점\s?(?:만점|중)(?:에서?|으로|의|중에?)?\s?(10|\d)\s?점?|\b(10|\d)\s?/\s?10\b")
});

/// 38.2도라서, 101°F, 10점 만점에 7점: what only a body temperature and only pain are said in.
pub(crate) fn unnamed(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    values: &[Value],
) -> Vec<Value> {
    let mut found = Vec::new();
    // Of its own sentence, at most so far away.
    let about = |at: usize, words: &[&str]| {
        let sentence = clauses.sentence(clauses.word_at(at));
        let from = clauses.words.get(sentence.start).map_or(0, |it| it.start);
        let to = clauses.words.get(sentence.end.saturating_sub(1)).map_or(0, |it| it.end);
        let near = text.slice(from.max(at.saturating_sub(60)).min(at), to.min(at + 60).max(at));
        words.iter().any(|it| near.contains(it))
    };
    let weather = ["온도", "날씨", "기온", "소주", "각도", "실내", "물을", "보관", "냉장"];
    let hurts = ["통증", "아프", "아파", "pain", "두통", "치통", "요통", "쑤"];
    let likely = |kind: &str, at: usize| match kind {
        "temperature" => !about(at, &weather),
        _ => about(at, &hurts),
    };
    let kinds = [("temperature", &*BARE_TEMPERATURE), ("pain_score", &*PAIN)];
    for (kind, shape) in kinds {
        let Some(measure) = lexicon.measures.iter().position(|it| it.kind == kind) else {
            continue;
        };
        for it in shape.captures_iter(&text.string) {
            let (Some(whole), Some(number)) = (it.get(0), it.get(1).or(it.get(2))) else {
                continue;
            };
            let (start, end) = (text.at_byte(whole.start()), text.at_byte(whole.end()));
            let at = text.at_byte(number.start());
            let free = text
                .before(start)
                .is_none_or(|it| !it.is_ascii_alphanumeric() && !matches!(it, '.' | '-' | '/'));
            if !free
                || !likely(kind, start)
                || values.iter().any(|it| it.start < end && start < it.end)
            {
                continue;
            }
            let read = if kind == "temperature" {
                read(text, &lexicon.measures[measure], at)
            } else {
                None
            };
            let value = read.as_ref().map(|it| it.value).or_else(|| value(number.as_str()));
            let Some(value) = value else { continue };
            found.push(Value {
                measure,
                value,
                upper: None,
                converted: read.as_ref().is_some_and(|it| it.converted),
                unit: true,
                named: false,
                start,
                end: read.map_or(end, |it| it.end),
                number: at,
            });
        }
    }
    found
}

/// How many names stand together with slashes between them.
fn chain(text: &Text, names: &[Found]) -> usize {
    1 + names
        .windows(2)
        .take_while(|pair| {
            let between = text.slice(pair[0].end, pair[1].start.max(pair[0].end)).trim();
            matches!(between, "/" | "," | "-") && pair[1].start - pair[0].end <= 3
        })
        .count()
}

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
    // AST, ALT 45: whose the number is cannot be said.
    if names.len() > 1 && values.len() < names.len() { vec![] } else { values }
}

static FAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"^[가-힣]{{0,3}}(?:\s[가-힣]{{1,6}}){{1,5}}\s?({NUMBER})")));

/// 혈당을 아침에 일어나서 재 보니까 130이에요: a number some words on, where nothing else can be meant by it.
fn read_far(text: &Text, lexicon: &Lexicon, name: &Found, barrier: usize) -> Option<Value> {
    let Target::Measure(index) = name.target else { return None };
    let measure = &lexicon.measures[index];
    let limit = text.len().min(name.end + 40);
    let found = FAR.captures(text.slice(name.end, limit))?;
    let number = found.get(1)?;
    let gap =
        text.slice(name.end, limit)[..number.start()].replace("지난번", "").replace("이번", "");
    let at = text.at_byte(byte(text, name.end) + number.start());
    let counted = ["약", "때문", "높", "낮", "관리", "나이", "번", "하루"];
    if at >= barrier || counted.iter().any(|it| gap.contains(it)) {
        return None;
    }
    let mut value = read(text, measure, at)?;
    let after = text.slice(value.end, text.len().min(value.end + 4));
    let bare = after.is_empty()
        || after.starts_with([',', '.', '!', '?', ')', '\n'])
        || [
            "이", "정도", "까지", "으로", "로", "나", "래", "라", "쯤", "요", "예", "입", "도 ",
            "인", " 나", " 정도", " 나",
        ]
        .iter()
        .any(|it| after.starts_with(it));
    value.measure = index;
    value.start = name.start;
    let plausible = (measure.low.max(0.0)..=measure.high).contains(&value.value);
    (plausible && (value.unit || bare)).then_some(value)
}

/// Where the number of a name begins.
fn number_after(text: &Text, end: usize) -> Option<usize> {
    let limit = text.len().min(end + 30);
    let window = text.slice(end, limit);
    let found = NEXT_NUMBER.find_iter(window).find(|it| {
        let digits = it.as_str().starts_with(|c: char| c.is_ascii_digit());
        // 이, 백 and the like begin words too: numerals count where nothing but a unit or a particle follows.
        digits || it.as_str().chars().count() >= 2
    })?;
    let gap = &window[..found.start()];
    (gap.len() <= 60 && GAP.is_match(gap)).then(|| text.at_byte(byte(text, end) + found.start()))
}

pub(super) fn byte(text: &Text, at: usize) -> usize {
    text.slice(0, at).len()
}

pub(super) fn read(text: &Text, measure: &Measure, at: usize) -> Option<Value> {
    let rest = text.slice(at, text.len().min(at + 40));
    let number = NUMBER_HERE.find(rest)?;
    let said = !number.as_str().starts_with(|c: char| c.is_ascii_digit());
    // A score may lie below zero; elsewhere a dash is only a dash.
    let below = measure.low < 0.0 && text.before(at) == Some('-');
    let digits = spoken(number.as_str(), &rest[number.end()..]);
    let mut raw = value(digits)? * if below { -1.0 } else { 1.0 };
    let mut end = digits.len();
    let mut upper = None;
    // 8.9에서 7.2로, 1.1 → 1.9: what it is now.
    if let Some(change) = CHANGE.captures(&rest[end..])
        && let (Some(whole), Some(now)) = (change.get(0), change.get(1))
        && let Some(now) = value(now.as_str())
    {
        raw = now;
        end += whole.end() - change.get(2).map_or(0, |it| it.len());
    } else if let Some(range) = RANGE.captures(&rest[end..]) {
        let (whole, other) = (range.get(0)?, range.get(1)?);
        if let Some(other) = value(other.as_str()).filter(|it| *it > raw) {
            upper = Some(other);
            end += whole.end();
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
        None if is_something_else(after, said) => return None,
        None => None,
    };
    if measure.kind == "temperature"
        && let Some(tenths) = TENTHS.captures(&rest[end..])
        && let Some(part) = value(&tenths[1]).or_else(|| sino(&tenths[1]).map(f64::from))
    {
        raw += part / 10.0;
        end += tenths[0].len();
    }
    if is_change(measure, &rest[end..]) {
        return None;
    }
    let apply = |it: f64| factor.map_or(it, |factor| factor.apply(it));
    let mut value = apply(raw);
    // Nobody has 100 degrees: Fahrenheit without its sign.
    let fahrenheit =
        measure.kind == "temperature" && (90.0..=112.0).contains(&value) && !after.contains('c');
    if fahrenheit {
        value = super::measure_units::Conversion::Fahrenheit.apply(value);
    }
    // 1m 75
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
            || factor.is_some_and(|it| it != super::measure_units::Conversion::Factor(1.0)),
        unit: unit.is_some(),
        named: true,
        start: at,
        end: at + letters,
        number: at,
    })
}

/// 3일째, 2번, 500mg: a number that counts something else.
fn is_something_else(after: &str, spoken: bool) -> bool {
    let next = after.trim_start().chars().next();
    let counts = [
        "일", "주", "월", "년", "달", "시", "분", "살", "세", "개", "정", "알", "번", "회", "차",
        "명", "mg", "g ", "ml", "초", "층", "기", "급",
    ];
    let about = ["초반", "분당", "정도"].iter().any(|it| after.trim_start().starts_with(it));
    if !about && counts.iter().any(|it| after.trim_start().starts_with(it)) {
        return !after.trim_start().starts_with("정도") && !after.trim_start().starts_with("이");
    }
    let attached = after.chars().next();
    attached.is_some_and(|it| it.is_ascii_alphabetic())
        || (spoken
            && attached.is_some_and(is_hangul)
            && ![
                "이", "에", "으", "정", "나", "까", "도", "인", "을", "를", "라", "예", "요", "래",
                "네", "였", "고", "대", "쯤", "밖", "로", "입", "점", "랍", "하고", "가",
            ]
            .iter()
            .any(|it| after.starts_with(it)))
        || (attached == Some('.') && after[1..].starts_with(|c: char| c.is_ascii_digit()))
        || next.is_some_and(|it| matches!(it, '/' | '-'))
            && after.trim_start()[1..].starts_with(|c: char| c.is_ascii_digit())
            && attached == Some('-')
}

/// 체중이 3kg 빠졌어요: how much it changed, not how much it is.
fn is_change(measure: &Measure, after: &str) -> bool {
    let after = after
        .trim_start()
        .trim_start_matches("정도")
        .trim_start_matches(['이', '가', '나', '씩'])
        .trim_start();
    matches!(measure.kind.as_str(), "weight" | "height" | "waist")
        && [
            "빠", "뺐", "빼", "줄", "늘", "쪘", "감량", "찌", "감소", "증가", "loss", "gain",
            "lost",
        ]
        .iter()
        .any(|it| after.starts_with(it))
}

/// Which meal a glucose belongs to, and values that are said by the meal alone (공복 130, 식후 200).
pub(crate) fn glucose(text: &Text, clauses: &Clauses, lexicon: &Lexicon, values: &mut Vec<Value>) {
    let kind = |name: &str| lexicon.measures.iter().position(|it| it.kind == name);
    let (Some(plain), Some(fasting), Some(meal)) =
        (kind("glucose"), kind("fasting_glucose"), kind("postprandial_glucose"))
    else {
        return;
    };
    for it in values.iter_mut().filter(|it| it.measure == plain) {
        let before = text.slice(it.start.saturating_sub(12), it.number);
        // 밥 먹고 두 시간 있다가 재니까 혈당이 210
        let eaten = ["밥먹고", "밥 먹고", "식사하고", "식사 하고", "먹고 두", "먹고 2", "먹고두"];
        let sentence = clauses.sentence(clauses.word_at(it.start));
        let from = clauses.words[sentence.start].start.min(it.start);
        let said = text.slice(from.max(it.start.saturating_sub(30)), it.start);
        if eaten.iter().any(|it| said.contains(it)) && !before.contains("공복") {
            it.measure = meal;
            continue;
        }
        let last = |word: &str| before.rfind(word);
        let (empty, after) =
            (last("공복").max(last("식전")).max(last("fasting")), last("식후").max(last("after")));
        it.measure = match (empty, after) {
            (None, None) => plain,
            (empty, after) if empty > after => fasting,
            _ => meal,
        };
    }
    for found in MEAL.captures_iter(&text.string) {
        let (Some(whole), Some(name), Some(number)) = (found.get(0), found.get(1), found.get(2))
        else {
            continue;
        };
        let (start, end) = (text.at_byte(whole.start()), text.at_byte(whole.end()));
        let at = text.at_byte(number.start());
        if values.iter().any(|it| it.start < end && start < it.end) {
            continue;
        }
        let empty = ["공복", "식전", "빈속", "일어나서"].contains(&name.as_str());
        let measure = if empty { fasting } else { meal };
        let sentence = clauses.sentence(clauses.word_at(start));
        let from = clauses.words[sentence.start].start;
        let about = text.slice(from, start);
        let glucose =
            ["혈당", "당뇨", "당이", "당 ", "glucose"].iter().any(|it| about.contains(it));
        let both = text.string.contains("당화")
            || (text.string.contains("공복") && text.string.contains("식후"));
        let glucose = glucose || both;
        // 공복에 재니 132: nothing else is measured so.
        let measured = whole.as_str().contains('재') || whole.as_str().contains('쟀');
        let other =
            ["혈압", "체중", "몸무게", "키", "허리", "열"].iter().any(|it| about.contains(it));
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
