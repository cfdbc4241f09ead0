//! Reads figures with their unit: 95%, 백프로, 3배, 1만 5천 건, 전국 2위, 49만원.

use simui_korean::numerals;

use super::class::{ClassId, ClassNames};
use super::{Hit, rest_is_particle};
use crate::normalise::{Gap, Letter, Normalised};

/// The class of a figure by the unit after it. Where one unit begins another, the longer one comes first.
const UNITS: &[(&str, &[&str])] = &[
    ("#percent", &["%", "퍼센트", "프로", "퍼"]),
    ("#multiple", &["배"]),
    ("#fraction", &["분의"]),
    ("#money", &["원", "달러"]),
    ("#rank", &["위", "등", "순위"]),
    (
        "#measure",
        &[
            "kg",
            "킬로그램",
            "킬로",
            "cm",
            "센티미터",
            "센티",
            "mm",
            "미터",
            "인치",
            "사이즈",
            "시력",
        ],
    ),
    ("#score", &["점"]),
    ("#clock", &["시"]),
    ("#minutes", &["분", "초"]),
    ("#hours", &["시간"]),
    ("#days", &["일", "박"]),
    ("#weeks", &["주"]),
    ("#months", &["개월", "달"]),
    ("#years", &["년"]),
    ("#age", &["세", "살", "대"]),
    ("#times", &["회", "번", "차", "방", "알", "첩", "차례"]),
    ("#places", &["군데", "곳"]),
    ("#people", &["명", "인", "사람"]),
    ("#cases", &["건", "례", "예", "케이스", "쌍", "안", "여건"]),
    ("#pieces", &["개", "통", "병", "매", "장", "대의", "층"]),
];

/// Index of `#money` in [`UNITS`].
const MONEY: usize = 3;

/// Words that begin like a unit but are no unit.
const NOT_UNITS: &[&str] = &[
    "방병",
    "방치",
    "방내",
    "방의",
    "방부",
    "방신",
    "방소",
    "방재",
    "방안",
    "방과",
    "방진",
    "방비",
    "방다",
    "방약",
    "방요",
    "방통",
    "프로그램",
    "프로포폴",
    "프로필",
    "프로젝",
    "원장",
    "원인",
    "원하",
    "위한",
    "위해",
    "위치",
    "위험",
    "등급",
    "등의",
    "등록",
    "분야",
    "시술",
    "시작",
    "시행",
    "일부",
    "일반",
    "주사",
    "주차",
    "주의",
    "대비",
    "대표",
    "대상",
    "번호",
    "명의",
    "건강",
    "건물",
    "안과",
    "안전",
    "안내",
    "안티",
    "인증",
    "인의",
    "차원",
    "차이",
    "회사",
    "회원",
    "장비",
    "병원",
    "통증",
    "개인",
    "개선",
    "배려",
    "점검",
    "살리",
    "대로",
    "호선",
    "번길",
    "번출구",
    "층구",
    "대학",
    "세대",
    "세포",
];

/// Classes of figures: one for each kind of unit, and `#figure` for all figures. [`intern`] numbers them.
#[derive(Debug, Clone)]
pub struct FigureClasses {
    units: Vec<ClassId>,
    any: ClassId,
}

impl FigureClasses {
    /// Returns the classes of figures, that of all figures last.
    pub fn all(&self) -> impl Iterator<Item = ClassId> {
        self.units.iter().copied().chain([self.any])
    }
}

/// Gives the classes of figures their numbers.
pub fn intern(names: &mut ClassNames) -> FigureClasses {
    FigureClasses {
        units: UNITS.iter().map(|(name, _)| names.intern(name)).collect(),
        any: names.intern("#figure"),
    }
}

/// Returns every figure in the letters of `normal`. `cuts` returns whether a place begins or ends inside a
/// word that the dictionary knows: no number in Hangul does, so that 천안 has no thousand.
pub fn hits(
    normal: &Normalised,
    classes: &FigureClasses,
    cuts: &dyn Fn(usize, usize) -> bool,
) -> Vec<Hit> {
    let letters = normal.letters.as_slice();
    let mut hits = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let is_whole = |end: usize| letters[at].ch.is_ascii_digit() || !cuts(at, end);
        let Some((value, end)) = number(letters, at).filter(|(_, end)| is_whole(*end)) else {
            at += 1;
            continue;
        };
        hits.push(Hit { class: classes.any, start: at, end, value });
        let ended = letters.get(end).is_none_or(|next| next.gap > Gap::None);
        let bare = unit(letters, end).is_none()
            && value >= 10_000.0
            && match letters[end - 1].ch {
                '만' | '억' => ended,
                '천' | '백' => ended || is_price_particle(letters, end),
                _ => false,
            };
        if bare || unit(letters, end).is_none() && has_currency(normal, at) {
            // 라식 150만, 9만9천, ₩99,000: money without its unit.
            hits.push(Hit { class: classes.units[MONEY], start: at, end, value });
        }
        if let Some((unit, unit_end)) = unit(letters, end) {
            hits.push(Hit { class: classes.units[unit], start: at, end: unit_end, value });
        }
        at = end;
    }
    hits
}

/// Whether the sign of a currency stands directly before letter `at`.
fn has_currency(normal: &Normalised, at: usize) -> bool {
    let before = normal.letters[at].glyph.checked_sub(1).and_then(|it| normal.glyphs.get(it));
    before.is_some_and(|glyph| matches!(glyph.ch, '₩' | '$' | '¥' | '€'))
}

/// Whether a particle that follows a price stands at letter `at`: 9만9천에, 19만9천부터.
fn is_price_particle(letters: &[Letter], at: usize) -> bool {
    let rest: String = letters[at..]
        .iter()
        .take_while(|letter| letter.gap == Gap::None)
        .take(3)
        .map(|letter| letter.ch)
        .collect();
    matches!(rest.as_str(), "에" | "부터" | "으로" | "이면" | "대" | "까지" | "만" | "입니다")
}

/// Returns the number that begins at `at` and its end: digits with 만, 천, 억, native numerals before a counter,
/// or Hangul numerals before a unit such as 퍼센트 or 명.
fn number(letters: &[Letter], at: usize) -> Option<(f64, usize)> {
    if let Some(native) = native_number(letters, at) {
        return Some(native);
    }
    let first = letters[at];
    if first.ch.is_ascii_digit() {
        let inside = at > 0
            && first.gap == Gap::None
            && (letters[at - 1].ch.is_ascii_alphanumeric() || letters[at - 1].ch == '.');
        return if inside { None } else { digits(letters, at) };
    }
    hangul_number(letters, at)
}

/// Native numerals: 한 번, 두 방, 세 군데, 열 명. Where one begins another, the longer one comes first.
const NATIVE: &[(&str, f64)] = &[
    ("스물", 20.0),
    ("스무", 20.0),
    ("서른", 30.0),
    ("마흔", 40.0),
    ("예순", 60.0),
    ("다섯", 5.0),
    ("여섯", 6.0),
    ("일곱", 7.0),
    ("여덟", 8.0),
    ("아홉", 9.0),
    ("하나", 1.0),
    ("열", 10.0),
    ("한", 1.0),
    ("두", 2.0),
    ("세", 3.0),
    ("석", 3.0),
    ("네", 4.0),
    ("넉", 4.0),
];
/// Counters that follow native numerals in advertisements. A numeral before one of them is no part of another
/// word.
const COUNTERS: &[&str] = &[
    "번", "방", "대만", "대로", "대면", "대에", "알", "첩", "달", "주", "살", "명", "군데", "곳",
    "시간", "날", "배", "분의", "회", "차례", "사람", "가지", "개월",
];

fn native_number(letters: &[Letter], at: usize) -> Option<(f64, usize)> {
    if letters[at].gap == Gap::None {
        return None;
    }
    let follows = |from: usize, words: &[&str]| {
        let text: String = letters[from..].iter().take(3).map(|letter| letter.ch).collect();
        words.iter().any(|word| text.starts_with(word))
    };
    NATIVE.iter().find_map(|&(word, value)| {
        let end = at + word.chars().count();
        let same = end < letters.len()
            && letters[at..end].iter().map(|letter| letter.ch).eq(word.chars())
            && letters[at + 1..end].iter().all(|letter| letter.gap == Gap::None)
            && letters[end].gap <= Gap::Space;
        (same && follows(end, COUNTERS)).then_some((value, end))
    })
}

fn digits(letters: &[Letter], at: usize) -> Option<(f64, usize)> {
    let mut total = 0.0;
    let mut end = at;
    loop {
        let figure: String = letters[end..]
            .iter()
            .enumerate()
            .take_while(|(offset, l)| {
                (l.ch.is_ascii_digit() || l.ch == '.') && (*offset == 0 || l.gap == Gap::None)
            })
            .map(|(_, letter)| letter.ch)
            .take(18)
            .collect();
        if figure.is_empty() {
            break;
        }
        let Ok(value) = figure.trim_end_matches('.').parse::<f64>() else {
            // 1만 2.3.4: the part before is a number. Giving it up would read the same letters again from each
            // of them.
            if end == at {
                return None;
            }
            break;
        };
        let after = end + figure.chars().count();
        let (scale, scale_end) = scale(letters, after);
        total += value * scale;
        end = scale_end;
        // 1만 5천: another part follows a scale.
        if scale == 1.0
            || letters
                .get(end)
                .is_none_or(|next| !next.ch.is_ascii_digit() || next.gap > Gap::Space)
        {
            break;
        }
    }
    // 1,000여 명, 30여년.
    if letters.get(end).is_some_and(|l| l.ch == '여' && l.gap == Gap::None) {
        end += 1;
    }
    Some((total, end))
}

fn scale(letters: &[Letter], at: usize) -> (f64, usize) {
    let mut end = at;
    let mut scale = 1.0;
    while let Some(letter) = letters.get(end).filter(|letter| letter.gap == Gap::None) {
        scale *= match letter.ch {
            '백' => 100.0,
            '천' => 1_000.0,
            '만' => 10_000.0,
            '억' => 100_000_000.0,
            _ => break,
        };
        end += 1;
    }
    (scale, end)
}

/// Returns the number in Hangul numerals at `at` and its end: 백프로, 구십구 퍼센트, 수천 건, 수만 명.
fn hangul_number(letters: &[Letter], at: usize) -> Option<(f64, usize)> {
    if letters[at].gap == Gap::None {
        return None;
    }
    // 삼십오만 이천: the parts below 만 are added before 만 multiplies them.
    let (mut total, mut part, mut digit, mut end) = (0.0, 0.0, 0.0, at);
    let several = letters[at].ch == '수' || letters[at].ch == '몇';
    if several {
        (digit, end) = (2.0, at + 1);
    }
    while let Some(letter) = letters.get(end).filter(|l| end == at || l.gap == Gap::None) {
        let value = numerals::digit(letter.ch).filter(|digit| *digit > 0);
        let scale = match numerals::unit(letter.ch) {
            Some(unit @ 10..=10_000) => unit as f64,
            _ => 0.0,
        };
        match value {
            _ if scale == 10_000.0 => {
                total += f64::max(part + digit, 1.0) * scale;
                (part, digit) = (0.0, 0.0);
            }
            _ if scale > 0.0 => {
                part += f64::max(digit, 1.0) * scale;
                digit = 0.0;
            }
            Some(value) => digit = f64::from(value),
            None => break,
        }
        end += 1;
    }
    total += part + digit;
    if end == at || several && end == at + 1 {
        return None;
    }
    let (unit, unit_end) = unit(letters, end)?;
    let name = UNITS[unit].0;
    // 천안점: the syllables after 천 are a word of their own.
    if matches!(name, "#cases" | "#people") && !rest_is_particle(letters, unit_end) {
        return None;
    }
    let counted = several
        && matches!(name, "#people" | "#cases" | "#times" | "#money" | "#multiple" | "#years");
    // 일위, 이등: a rank is written in one word.
    let ranks = name == "#rank"
        && (1.0..=3.0).contains(&total)
        && letters.get(end).is_some_and(|unit| unit.gap == Gap::None);
    (name == "#percent"
        || ranks
        || counted
        || total >= 10.0
            && matches!(name, "#people" | "#cases" | "#multiple" | "#money" | "#measure"))
    .then_some((total, end))
}

/// Returns the unit at `at`: its index in [`UNITS`] and its end. One space may stand before it.
fn unit(letters: &[Letter], at: usize) -> Option<(usize, usize)> {
    let first = letters.get(at).filter(|letter| letter.gap <= Gap::Space)?;
    let after: String = letters[at..]
        .iter()
        .enumerate()
        .take_while(|(offset, letter)| *offset == 0 || letter.gap == Gap::None)
        .take(5)
        .map(|(_, letter)| letter.ch)
        .collect();
    if NOT_UNITS.iter().any(|word| after.starts_with(word)) {
        return None;
    }
    let mut best: Option<(usize, usize)> = None;
    for (index, (name, written)) in UNITS.iter().enumerate() {
        for unit in *written {
            let length = unit.chars().count();
            // 퍼 is slang and counts only at the end of a word. Some units of one syllable must follow their
            // figure directly.
            let slang = *unit == "퍼" && after.chars().count() > 1;
            let is_separate = first.gap == Gap::Space
                && matches!(*name, "#age" | "#clock" | "#score" | "#minutes");
            if after.starts_with(unit)
                && !slang
                && !is_separate
                && best.is_none_or(|(_, end)| at + length > end)
            {
                best = Some((index, at + length));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;
    use crate::normalise::{Characters, normalise};

    /// Compares kind and value of the figures with a unit in `text` with `expected`.
    fn check(text: &str, expected: &[(&str, f64)]) {
        let mut names = ClassNames::default();
        let classes = intern(&mut names);
        let normal = normalise(text, &Characters::builtin().unwrap());
        let found: Vec<(String, f64)> = hits(&normal, &classes, &|_, _| false)
            .into_iter()
            .filter(|hit| hit.class != classes.any)
            .map(|hit| (names.name(hit.class).to_owned(), hit.value))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(name, value)| (format!("#{name}"), *value)).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn figures_are_read_with_their_unit() {
        check("95% 이상 호전", &[("percent", 95.0)]);
        check("백프로 효과, 백 퍼센트", &[("percent", 100.0), ("percent", 100.0)]);
        check("100프로포폴", &[]);
        check("99.9 %", &[("percent", 99.9)]);
        check("구십구퍼센트", &[("percent", 99.0)]);
        check("1OO% 1oo프로", &[("percent", 100.0), ("percent", 100.0)]);
        check("전국 2위", &[("rank", 2.0)]);
        check("국내 일위 병원", &[("rank", 1.0)]);
        check("이 위험한 시술, 이 등급", &[]);
        check("49만원 1억 2천만원", &[("money", 490_000.0), ("money", 120_000_000.0)]);
        check("1만 5천 건", &[("cases", 15_000.0)]);
        check("1,000여 명", &[("people", 1_000.0)]);
        check("수천 건의 시술", &[("cases", 2_000.0)]);
        check("양안 69만 (정가 180만)", &[("money", 690_000.0), ("money", 1_800_000.0)]);
        check("보톡스 9만9천", &[("money", 99_000.0)]);
        check("보톡스 9만 9천에", &[("money", 99_000.0)]);
        check("₩99,000 \u{20A9}9,900원", &[("money", 99_000.0), ("money", 9_900.0)]);
        check("오만 원", &[("money", 50_000.0)]);
        check("마이너스 십이 킬로", &[("measure", 12.0)]);
        check("십오만 원", &[("money", 150_000.0)]);
        check("삼만구천 원", &[("money", 39_000.0)]);
        check("오만한 태도, 삼천 명", &[("people", 3_000.0)]);
        check("천안점, 수천 건의", &[("cases", 2_000.0)]);
        check("3배 빠른", &[("multiple", 3.0)]);
        check("2위한 병원", &[]);
        check("2023.5.~2027.5.", &[]);
        check("031-000-0000", &[]);
        check("수술 예약", &[]);
        check("이십대", &[]);
        check("주사 두 방이면 끝", &[("times", 2.0)]);
        check("세 군데서 안 된다던", &[("places", 3.0)]);
        check("열 번이면", &[("times", 10.0)]);
        check("한방병원 두통 세포", &[]);
    }

    #[test]
    fn a_word_of_the_dictionary_has_no_numerals() {
        let mut names = ClassNames::default();
        let classes = intern(&mut names);
        let normal = normalise("천안점, 2천 건", &Characters::builtin().unwrap());
        let values = hits(&normal, &classes, &|_, end| end == 1).into_iter().map(|it| it.value);
        assert_eq!(values.collect::<Vec<_>>(), [2_000.0, 2_000.0]);
    }
}
