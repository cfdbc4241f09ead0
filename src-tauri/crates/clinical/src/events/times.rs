//! Finds durations and dates: 10년째, 3일 전부터, 2015년에, for 3 days, yesterday.

use std::sync::LazyLock;

use regex::Regex;

use crate::mentions::mention::{Mention, overlapping};
use crate::text::clauses::Clauses;
use crate::text::letters::{Text, is_hangul};
use crate::text::numbers::{count, pattern};

/// A duration or a date in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Time {
    pub start: usize,
    pub end: usize,
    /// The duration in normal form: `10년`.
    pub duration: Option<String>,
    /// The date in normal form: `2015년`, `3일 전`, `어제`.
    pub date: Option<String>,
    /// Whether it is only a number of years or the like (고혈압 10년), which belongs to the mention directly
    /// before it.
    pub bare: bool,
}

/// Pattern of an amount.
const AMOUNT: &str =
    r"\d{1,3}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|몇|여러|일|이|삼|사|오|육|칠|팔|구|십|반";

/// A length of time with a word that makes it a duration or a date.
static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:({AMOUNT})\s?(년|개월|달|주일|주|일|시간|분)|(하루|이틀|사흘|나흘|닷새|열흘|보름|며칠|몇일|일주일|한달|한 달|반년))\s?(정도|가량|넘게|이상|쯤|남짓)?\s?(째|동안|간|내내|전부터|전에|전쯤|전|넘게|넘었|됐|되었|되어|된|돼|지났|이 넘|가까이)"
    ))
});
/// A date, or a word for a day, week, month or year.
static DATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"((?:19|20)\d{2})\s?년(?:도)?(?:\s?(\d{1,2})\s?월)?(?:\s?(\d{1,2})\s?일)?|((?:19|20)\d{2})[-./](\d{1,2})(?:[-./](\d{1,2}))?|(재작년|작년|올해|지난주|저번주|저번 주|지난 주|지난달|지난 달|저번달|어제|그저께|그제|엊그제|어젯밤|어제저녁|오늘|오늘 아침|오늘아침|방금|지난해|이번 주|이번주|최근|요즘|며칠 전|어제부터)",
    )
});
/// A length of time in English.
static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(for|x|over|past|last|since)?\s?(?:the\s)?(?:past\s|last\s)?(\d{1,3})\s?-?\s?(years?|yrs?|months?|mos?|weeks?|wks?|days?|d|hours?|hrs?|y)\b(\s?ago|[\s-]history)?",
    )
});
/// A date in English.
static ENGLISH_DATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:since|in)\s((?:19|20)\d{2})\b|\b(yesterday|last week|last month|last year|today|this morning)\b",
    )
});

/// A length of time without a further word.
static BARE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\d{1,2})\s?(년|개월|주|일)(?:[,.)\s]|$)"));

/// All durations and dates of a text, in order. `taken` are ranges with another meaning, such as ages.
pub(crate) fn times(text: &Text, taken: &[(usize, usize)]) -> Vec<Time> {
    let mut found: Vec<Time> = Vec::new();
    let mut add =
        |bytes: std::ops::Range<usize>, duration: Option<String>, date: Option<String>| {
            let (start, end) = (text.at_byte(bytes.start), text.at_byte(bytes.end));
            let free = |from: usize, to: usize| to <= start || end <= from;
            let inside =
                text.before(start).is_some_and(is_hangul) && text.get(start).is_some_and(is_hangul);
            if start < end
                && !inside
                && taken.iter().all(|it| free(it.0, it.1))
                && found.iter().all(|it| free(it.start, it.end))
            {
                found.push(Time { start, end, duration, date, bare: false });
            }
        };
    for it in KOREAN.captures_iter(&text.string) {
        let Some(time_match) = it.get(0) else { continue };
        let length = match (it.get(1), it.get(2), it.get(3)) {
            (Some(number), Some(unit), _) => amount(number.as_str(), unit.as_str()),
            (_, _, Some(word)) => standard_length(word.as_str()).to_owned(),
            _ => continue,
        };
        let tail = it.get(5).map_or("", |it| it.as_str());
        match tail {
            "전에" | "전쯤" | "전" => {
                add(time_match.range(), None, Some(format!("{length} 전")))
            }
            _ => add(time_match.range(), Some(length), None),
        }
    }
    for it in DATE.captures_iter(&text.string) {
        let Some(time_match) = it.get(0) else { continue };
        let part = |group: usize| it.get(group).map(|it| it.as_str());
        let date = match (part(1).or(part(4)), part(2).or(part(5)), part(3).or(part(6)), part(7)) {
            (Some(year), Some(month), Some(day), _) => format!("{year}년 {month}월 {day}일"),
            (Some(year), Some(month), None, _) => format!("{year}년 {month}월"),
            (Some(year), ..) => format!("{year}년"),
            (.., Some(word)) => word.trim_end_matches("부터").to_owned(),
            _ => continue,
        };
        add(time_match.range(), None, Some(date));
    }
    for it in text.latin(&ENGLISH) {
        let (Some(time_match), Some(number), Some(unit)) = (it.get(0), it.get(2), it.get(3)) else {
            continue;
        };
        let unit = match unit.as_str().as_bytes() {
            [b'y', ..] => "년",
            [b'm', ..] => "개월",
            [b'w', ..] => "주",
            [b'h', ..] => "시간",
            _ => "일",
        };
        let length = format!("{}{unit}", number.as_str());
        match (it.get(1), it.get(4).map(|it| it.as_str().trim().to_owned())) {
            (_, Some(ago)) if ago == "ago" => {
                add(time_match.range(), None, Some(format!("{length} 전")))
            }
            (None, None) => {}
            _ => add(time_match.range(), Some(length), None),
        }
    }
    for it in text.latin(&ENGLISH_DATE) {
        let (Some(time_match), Some(part)) = (it.get(0), it.get(1).or(it.get(2))) else { continue };
        let word = match part.as_str() {
            "yesterday" => "어제".to_owned(),
            "last week" => "지난주".to_owned(),
            "last month" => "지난달".to_owned(),
            "last year" => "작년".to_owned(),
            "today" | "this morning" => "오늘".to_owned(),
            year => format!("{year}년"),
        };
        add(time_match.range(), None, Some(word));
    }
    for it in BARE.captures_iter(&text.string) {
        let (Some(number), Some(unit)) = (it.get(1), it.get(2)) else { continue };
        let (start, end) = (text.at_byte(number.start()), text.at_byte(unit.end()));
        let free = |from: usize, to: usize| to <= start || end <= from;
        if taken.iter().all(|it| free(it.0, it.1)) && found.iter().all(|it| free(it.start, it.end))
        {
            let duration = Some(amount(number.as_str(), unit.as_str()));
            found.push(Time { start, end, duration, date: None, bare: true });
        }
    }
    found.sort_by_key(|it| it.start);
    found
}

/// An amount in normal form: `3`, `일` → `3일`; 두, 달 → `2개월`.
fn amount(number: &str, unit: &str) -> String {
    let unit = match unit {
        "달" => "개월",
        "주일" => "주",
        unit => unit,
    };
    match number {
        "몇" | "여러" => format!("{number}{unit}"),
        "반" => format!("반{unit}"),
        number => {
            count(number).map_or_else(|| format!("{number}{unit}"), |it| format!("{it}{unit}"))
        }
    }
}

/// A word for a length of time in normal form: 사흘 → `3일`.
fn standard_length(word: &str) -> &str {
    match word {
        "하루" => "1일",
        "이틀" => "2일",
        "사흘" => "3일",
        "나흘" => "4일",
        "닷새" => "5일",
        "열흘" => "10일",
        "보름" => "15일",
        "일주일" => "1주",
        "한달" | "한 달" => "1개월",
        "반년" => "6개월",
        _ => "며칠",
    }
}

/// Calls `give` for each mention and the time that belongs to it. A time belongs to the mentions of its
/// clause that follow it, up to the next time, or else to those before it.
pub(crate) fn attach(
    text: &Text,
    clauses: &Clauses,
    mentions: &[Mention],
    times: &[Time],
    mut give: impl FnMut(usize, &Time),
) {
    for (index, time) in times.iter().enumerate() {
        let word = clauses.word_at(time.start);
        // 두통이 있어요. 3일 됐어요: a joined sentence has no mention of its own.
        let joined = clauses.joined_before(word).map(|it| clauses.words[it].start);
        let named =
            joined.and_then(|it| mentions[..mentions.partition_point(|m| m.end <= it)].last());
        let has_own = |it| !overlapping(mentions, it, time.end).is_empty();
        let named = named.filter(|_| !joined.is_some_and(has_own));
        let named = named.map_or(word, |it| clauses.word_at(it.start));
        let clause = clauses.words[named].clause;
        let of_clause = |it: usize| clauses.words[clauses.word_at(it)].clause == clause;
        let next = times.get(index + 1).map_or(usize::MAX, |it| it.start);
        let last = index.checked_sub(1).map_or(0, |it| times[it].end);
        let after = |it: &Mention| time.end <= it.start && it.start < next && of_clause(it.start);
        let before = |it: &Mention| last <= it.start && it.end <= time.start && of_clause(it.start);
        let (begin, end) = (clauses.clause(named).start, clauses.clause(word).end - 1);
        let (from, to) = (clauses.words[begin].start, clauses.words[end].end);
        let near = overlapping(mentions, from, to);
        let first = mentions.partition_point(|it| it.end <= from);
        let any_before = near.iter().any(before);
        // 당뇨 10년째 메트포르민: the time belongs to the mention directly before it.
        let touches = near.iter().any(|it| before(it) && time.start - it.end <= 3);
        let forward = near.iter().any(after) && !touches;
        if time.bare && !touches {
            continue;
        }
        // Backwards it belongs only to the list that it follows: CHF, on apixaban, SOB x 3 days.
        let listed = listed_before(text, near, &before);
        for (at, mention) in near.iter().enumerate() {
            if (forward && after(mention))
                || (!forward && any_before && mention.start >= listed && before(mention))
            {
                give(first + at, time);
            }
        }
    }
}

/// Start of the list whose last mention is before a time.
fn listed_before(text: &Text, near: &[Mention], before: &impl Fn(&Mention) -> bool) -> usize {
    let mut begin = usize::MAX;
    let mut joined = true;
    for mention in near.iter().rev().filter(|it| before(it)) {
        if begin != usize::MAX {
            let between = text.slice(mention.end, begin.max(mention.end)).trim();
            joined = matches!(
                between,
                "" | ","
                    | "/"
                    | "and"
                    | "or"
                    | "및"
                    | "와"
                    | "과"
                    | "랑"
                    | "이랑"
                    | "하고"
                    | ", and"
                    | "이"
                    | "가"
            );
        }
        if !joined {
            break;
        }
        begin = mention.start;
    }
    begin
}
