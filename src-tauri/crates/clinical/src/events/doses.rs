//! Reads dose and frequency of a drug: 메트포르민 500mg 하루 두 번, aspirin 100 mg qd.

use std::sync::LazyLock;

use regex::Regex;

use crate::slots::{Dose, Frequency};
use crate::text::cue::contains;
use crate::text::letters::Text;
use crate::text::numbers::{count, pattern};
use crate::text::words::STANDING;

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
        r"(?:^|[^a-z0-9.]|mg|ml|g)(\d{1,3}(?:\.\d)?|반|(?:열|스물|서른|마흔|쉰)?(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉)|열|스무|서른|마흔|쉰)\s?(정|알|캡슐|포|봉지|봉|방울|퍼프|puffs?|병|스푼|숟가락|티스푼|줌|움큼|웅큼|주먹|tabs?|tablets?|caps?|t|c|p)(?:[^a-z가-힣]|씩|을|를|으로|만|이?요|이에요|예요|이었|$|\s)",
    )
});
/// What stands between a dose that is taken back and the right one: 5mg 아니고 2mg이에요. 5mg이요. 아니, 2mg이요.
static PUT_RIGHT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:^|[\s.,])(?:아니|아니고|아니라|아니요|아니에요|아뇨|말고)[,.]?\s")
});
/// A change of dose that was made: 5mg에서 10mg으로 올렸어요, 5에서 10으로 증량, 5mg -> 3mg.
static CHANGED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(\d{{1,5}}(?:\.\d{{1,3}})?)\s?({UNITS})?\s?(?:에서|->|→|=>|먹다가|복용하다가|쓰다가|맞다가)\s?(\d{{1,5}}(?:\.\d{{1,3}})?)\s?({UNITS})?\s?(?:(?:으로|로)\s?(?:[가-힣]{{1,4}}\s)?{CHANGES}|\s{CHANGES}|[,.)]|$)"
    ))
});
/// Units of mass, volume or activity as they are written of a changed dose.
const UNITS: &str =
    "mg|mcg|μg|ug|g|밀리그램|마이크로그램|그램|밀리|미리|ml|iu|단위|유닛|units?|정|알";
/// Verbs of a change of dose that was made; one that is only proposed (올리자고) is none.
const CHANGES: &str = "(?:올렸|올려서|올린\\s|올리고\\s|늘렸|늘려서|늘린\\s|늘리고\\s|높였|증량|줄였|줄여서|줄인\\s|줄이고\\s|낮췄|감량|변경|바꿨|바꿔서|바뀌었|조절)";
/// An amount that was due, and one that was taken in its place: 10단위 맞아야 하는데 100단위를 맞았어요.
static INSTEAD: LazyLock<Regex> = LazyLock::new(|| {
    let amount =
        format!(r"(\d{{1,5}}(?:\.\d{{1,3}})?|반|한|두|세|네|다섯)\s?({UNITS}|포|봉|캡슐|cc|씨씨)");
    pattern(&format!(
        r"{amount}(?:씩|을|를|만)?\s?(?:[가-힣]{{1,4}}야만?|넣을|맞을|먹을)\s?(?:하는데|되는데|할\s?걸|할\s?것을|될\s?걸|걸|것을)\s(?:[가-힣]{{1,6}}\s){{0,2}}{amount}"
    ))
});
/// What the words behind a change say where it is still to come.
const TO_COME: [&str; 8] = ["예정", "하자", "할까", "한대", "하재", "하려", "해도", "해야"];
/// A number directly behind a drug, without a unit, before shorthand for a frequency or a route: 500 bid.
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s?(\d{1,5}(?:\.\d{1,3})?)\s?(?:qd|od|bid|b\.i\.d|tid|t\.i\.d|qid|hs|qhs|prn|po|daily|q\s?\d{1,2}\s?h|start|started|시작|하루|매일)(?:[^a-z]|$)",
    )
});
/// The amount of a habit: 한 갑, 소주 두 병.
static HABITUAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[^가-힣0-9.])(\d{1,2}(?:\.\d)?|반|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(갑|잔|병|캔|개비|보루|packs?|ppd)(?:[^가-힣a-z]|씩|반|을|를|은|이|정도|$)",
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
        r"(?:^|[^a-z])(qd|od|bid|b\.i\.d|tid|t\.i\.d|qid|hs|qhs|prn|once daily|twice daily|once a day|twice a day|three times (?:a day|daily)|four times (?:a day|daily)|daily|every day|q\s?(\d{1,2})\s?h(?:rs?)?|every (\d{1,2}) hours?)(?:[^a-z0-9]|$)",
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
    let base = text.slice(0, from).len();
    let rights = PUT_RIGHT.find_iter(text.slice(from, to)).collect::<Vec<_>>();
    let right = rights
        .iter()
        .rev()
        .find_map(|it| stated_dose(text, original, text.at_byte(base + it.end()), to));
    right.or_else(|| stated_dose(text, original, from, to))
}

/// Whether words have an amount of a drug in them: 500mg, 두 알.
pub(crate) fn has_amount(words: &str) -> bool {
    STRENGTH.is_match(words) || COUNT.is_match(words)
}

/// The first dose in the letters from `from` to `to`, or the one to which it was changed.
fn stated_dose(text: &Text, original: &[char], from: usize, to: usize) -> Option<Dose> {
    let after = text.slice(from, to);
    let counted = COUNT.captures(after);
    let piece = |start: usize, end: usize| {
        let base = text.slice(0, from).len();
        let (start, end) = text.original(text.at_byte(base + start), text.at_byte(base + end));
        original[start..end].iter().collect::<String>()
    };
    let number_of = |it: &regex::Captures| it.get(1).and_then(|number| count(number.as_str()));
    if let Some(new) = changed(after, &piece) {
        return Some(new);
    }
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
            .filter(|captures| {
                captures
                    .get(0)
                    .is_some_and(|c| c.start() >= name.start() && c.start() <= name.end() + 24)
            })
            .and_then(number_of);
        return Some(Dose {
            text: piece(number.start(), name.end()),
            value: number_of(&found)?,
            unit: name_text.to_owned(),
            count: pieces,
        });
    }
    // Shorthand leaves out the unit, which differs from drug to drug and is not guessed.
    if let Some(number) = BARE.captures(after).and_then(|it| it.get(1)) {
        return Some(Dose {
            text: piece(number.start(), number.end()),
            value: count(number.as_str())?,
            unit: String::new(),
            count: None,
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

/// The later of two doses between which a change was made; a value of something else is none: 혈압이 150에서
/// 130으로.
fn changed(after: &str, piece: &impl Fn(usize, usize) -> String) -> Option<Dose> {
    let found = CHANGED.captures(after)?;
    let (phrase, number) = (found.get(0)?, found.get(3)?);
    let own = found.get(4).or(found.get(2));
    // Without a unit the numbers must follow the drug directly.
    let before = after[..phrase.start()].trim_matches([' ', '을', '를', '은', '는', '이', '도']);
    let rest: String = after[phrase.end()..].chars().take(6).collect();
    let to_come = contains(&rest, &TO_COME);
    if to_come || own.is_none() && !matches!(before, "" | "용량" | "용량을") {
        return None;
    }
    let name = own.map_or("", |it| it.as_str());
    let name = if matches!(name, "밀리" | "미리") { "mg" } else { unit(name) };
    Some(Dose {
        text: piece(number.start(), found.get(4).map_or(number.end(), |it| it.end())),
        value: count(number.as_str())?,
        unit: name.to_owned(),
        count: None,
    })
}

/// The adverb of a habit that is rare, in the letters from `from` to `to`: 거의 안 마셔요.
pub(crate) fn seldom(text: &Text, original: &[char], from: usize, to: usize) -> Option<Frequency> {
    let window = text.slice(from, to);
    let adverb = window.split(' ').find(|it| STANDING.seldom.contains(it))?;
    let at = text.slice(0, from).len() + window.find(adverb)?;
    let (start, end) = text.original(text.at_byte(at), text.at_byte(at + adverb.len()));
    Some(Frequency { text: original[start..end].iter().collect(), per_day: None })
}

/// The amount of a habit in the letters from `from` to `to`.
pub(crate) fn habitual(text: &Text, original: &[char], from: usize, to: usize) -> Option<Dose> {
    let found = HABITUAL.captures(text.slice(from, to))?;
    let (number, name) = (found.get(1)?, found.get(2)?);
    let base = text.slice(0, from).len();
    let (start, end) =
        text.original(text.at_byte(base + number.start()), text.at_byte(base + name.end()));
    Some(Dose {
        text: original[start..end].iter().collect(),
        value: count(number.as_str())?,
        unit: name.as_str().to_owned(),
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

/// Whether the words behind a drug say that more of it was taken than was due.
pub(crate) fn exceeds_what_was_due(words: &str) -> bool {
    let number = |numeral: &str| {
        let half = (numeral == "반").then_some(0.5);
        numeral.parse().ok().or(half).or_else(|| count(numeral))
    };
    INSTEAD.captures(words).is_some_and(|captures| {
        let (due, taken) = (number(&captures[1]), number(&captures[3]));
        captures[2] == captures[4]
            && due.zip(taken).is_some_and(|(due, taken): (f64, f64)| taken > due)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_was_due_is_read_in_one_unit() {
        for (words, expected) in [
            ("을 10단위 맞아야 하는데 100단위를 맞았어요", true),
            ("을 한 알 먹어야 하는데 두 알 먹었어요", true),
            ("을 5mg 먹을 걸 실수로 50mg 먹었어요", true),
            ("을 10단위 맞아야 하는데 5단위만 맞았어요", false),
            ("을 1정 먹어야 하는데 10mg 먹었어요", false),
            ("을 10단위 맞아요", false),
        ] {
            assert_eq!(exceeds_what_was_due(words), expected, "{words}");
        }
    }
}
