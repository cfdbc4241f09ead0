//! Reads dose and frequency of a drug: 메트포르민 500mg 하루 두 번, aspirin 100 mg qd.

use std::sync::LazyLock;

use regex::Regex;

use crate::slots::{Dose, Frequency};
use crate::text::letters::Text;
use crate::text::numbers::{count, pattern};

/// The unit of an amount that was taken by the handful.
pub(crate) const HANDFUL: &str = "줌";

/// A number with a unit of mass, volume or activity.
static STRENGTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(\d{1,6}(?:,\d{3})*(?:\.\d{1,3})?)\s?(mg|mcg|μg|ug|g|밀리그램|마이크로그램|그램|그람|밀리리터|밀리|미리|ml|cc|씨씨|시시|iu|단위|유닛|units?|u)(?:[^a-z]|$)",
    )
});
// A number within a word is not a count (A1c); a number directly behind a strength is one (500mg2알).
static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[^a-z0-9.]|mg|ml|g)(\d{1,2}(?:\.\d)?|반|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(정|알|캡슐|포|봉지|봉|방울|퍼프|puffs?|병|스푼|숟가락|티스푼|줌|움큼|웅큼|주먹|tabs?|tablets?|caps?|t|c|p)(?:[^a-z가-힣]|씩|을|를|으로|만|$|\s)",
    )
});
/// Times a day.
static DAILY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:하루에?|1일|일일|매일)\s?(?:에\s?)?(\d{1,2}|한|두|세|네|다섯|여섯)\s?(?:번|회|차례|times?)",
    )
});
/// A time of the day at which a drug is taken.
static PART: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"아침|점심|저녁|자기\s?전|취침\s?전|잠들기 전|자기전|밤"));
/// English and Latin words for a frequency.
static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(qd|od|bid|b\.i\.d|tid|t\.i\.d|qid|hs|qhs|prn|once daily|twice daily|once a day|twice a day|three times (?:a day|daily)|four times (?:a day|daily)|daily|every day|q\s?(\d{1,2})\s?h(?:rs?)?|every (\d{1,2}) hours?)(?:[^a-z0-9]|$)",
    )
});
/// An interval in hours.
static EVERY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\d{1,2}|두|세|네|여섯|여덟)\s?시간\s?(?:마다|간격|에 한 번)"));
/// Times a week, every other day, or times a month.
static WEEKLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:일주일에?|주|매주|1주일에?|1주)\s?(?:에\s?)?(\d|한|두|세)\s?(?:번|회)|(격일|이틀에 한 번|하루 걸러)|(한\s?달에?|매달|월)\s?(?:에\s?)?(\d|한|두)\s?(?:번|회)",
    )
});
/// Every day, without a number.
static DAY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(하루에?|매일|날마다|1일)\s"));
/// As needed.
static NEED: LazyLock<Regex> = LazyLock::new(|| pattern(r"필요\s?(?:할\s?때|시)|아플\s?때(?:만)?"));

/// The unit of a dose in its normal spelling.
fn unit(text: &str) -> &str {
    match text {
        "mcg" | "ug" | "μg" | "마이크로그램" => "µg",
        "밀리그램" | "mg" => "mg",
        "그램" | "그람" | "g" => "g",
        "밀리리터" | "ml" | "cc" | "씨씨" | "시시" => "mL",
        "iu" | "단위" | "유닛" | "unit" | "units" | "u" => "IU",
        "tab" | "tabs" | "tablet" | "tablets" | "t" => "정",
        "cap" | "caps" | "c" => "캡슐",
        "puff" | "puffs" | "p" => "퍼프",
        "봉지" => "봉",
        "움큼" | "웅큼" | "주먹" => HANDFUL,
        other => other,
    }
}

/// The dose in the letters from `from` to `to`, which follow a drug.
pub(crate) fn dose(text: &Text, original: &[char], from: usize, to: usize) -> Option<Dose> {
    let after = text.slice(from, to);
    let counted = COUNT.captures(after);
    let piece = |start: usize, end: usize| {
        let base = text.slice(0, from).len();
        let (start, end) = text.original(text.at_byte(base + start), text.at_byte(base + end));
        original[start..end].iter().collect::<String>()
    };
    let number_of = |it: &regex::Captures| it.get(1).and_then(|number| count(number.as_str()));
    if let Some(found) = STRENGTH.captures(after) {
        let (number, name) = (found.get(1)?, found.get(2)?);
        // 밀리 means milligrams of a tablet and millilitres of a syrup; milligrams are assumed as the usual
        // case.
        let name_text = match name.as_str() {
            "밀리" | "미리" => "mg",
            other => unit(other),
        };
        let pieces = counted
            .as_ref()
            .filter(|it| {
                it.get(0).is_some_and(|c| c.start() >= name.start() && c.start() <= name.end() + 24)
            })
            .and_then(number_of);
        return Some(Dose {
            text: piece(number.start(), name.end()),
            value: number_of(&found)?,
            unit: name_text.to_owned(),
            count: pieces,
        });
    }
    let found = counted?;
    let (number, name) = (found.get(1)?, found.get(2)?);
    Some(Dose {
        text: piece(number.start(), name.end()),
        value: number_of(&found)?,
        unit: unit(name.as_str()).to_owned(),
        count: None,
    })
}

/// The dose that ends directly before a drug, in the letters from `from` to `to`: `500mg 메트포르민`.
pub(crate) fn dose_before(text: &Text, original: &[char], from: usize, to: usize) -> Option<Dose> {
    let window = text.slice(from, to);
    let found = STRENGTH.captures_iter(window).last()?;
    let (number, name) = (found.get(1)?, found.get(2)?);
    if !window[name.end()..].trim().is_empty() {
        return None;
    }
    let base = text.slice(0, from).len();
    let (start, end) =
        text.original(text.at_byte(base + number.start()), text.at_byte(base + name.end()));
    Some(Dose {
        text: original[start..end].iter().collect(),
        value: count(number.as_str())?,
        unit: unit(name.as_str()).to_owned(),
        count: None,
    })
}

/// The frequency in the letters from `from` to `to`.
pub(crate) fn frequency(
    text: &Text,
    original: &[char],
    from: usize,
    to: usize,
) -> Option<Frequency> {
    let window = text.slice(from, to);
    let base = text.slice(0, from).len();
    let words = |start: usize, end: usize| {
        let (start, end) = text.original(text.at_byte(base + start), text.at_byte(base + end));
        original[start..end].iter().collect::<String>()
    };
    if let Some(found) = DAILY.captures(window) {
        let words_match = found.get(0)?;
        return Some(Frequency {
            text: words(words_match.start(), words_match.end()),
            per_day: count(&found[1]),
        });
    }
    if let Some(found) = WORDS.captures(window) {
        let words_match = found.get(1)?;
        let hours = found.get(2).or(found.get(3)).and_then(|it| it.as_str().parse::<f64>().ok());
        let per_day = match (hours, words_match.as_str().replace('.', "").as_str()) {
            (Some(hours), _) => (hours > 0.0).then(|| 24.0 / hours),
            (_, "bid" | "twice daily" | "twice a day") => Some(2.0),
            (_, "tid") => Some(3.0),
            (_, "qid") => Some(4.0),
            (_, "prn") => None,
            (_, it) if it.starts_with("three") => Some(3.0),
            (_, it) if it.starts_with("four") => Some(4.0),
            _ => Some(1.0),
        };
        return Some(Frequency { text: words(words_match.start(), words_match.end()), per_day });
    }
    if let Some(found) = EVERY.captures(window) {
        let words_match = found.get(0)?;
        let per_day = count(&found[1]).filter(|it| *it > 0.0).map(|it| 24.0 / it);
        return Some(Frequency { text: words(words_match.start(), words_match.end()), per_day });
    }
    if let Some(found) = WEEKLY.captures(window) {
        let words_match = found.get(0)?;
        let per_day = match (found.get(1), found.get(2), found.get(4)) {
            (Some(times), ..) => count(times.as_str()).map(|it| it / 7.0),
            (_, Some(_), _) => Some(0.5),
            (.., Some(times)) => count(times.as_str()).map(|it| it / 30.0),
            _ => None,
        };
        return Some(Frequency { text: words(words_match.start(), words_match.end()), per_day });
    }
    let parts: Vec<_> = PART.find_iter(window).collect();
    if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
        return Some(Frequency {
            text: words(first.start(), last.end()),
            per_day: Some(parts.len() as f64),
        });
    }
    if let Some(found) = NEED.find(window) {
        return Some(Frequency { text: words(found.start(), found.end()), per_day: None });
    }
    let found = DAY.captures(window)?;
    let words_match = found.get(1)?;
    Some(Frequency { text: words(words_match.start(), words_match.end()), per_day: Some(1.0) })
}
