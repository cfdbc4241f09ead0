//! Splits a text about doses into numbers, units, signs and words: `체중 1kg에 10~15mg씩 하루 3번`. What the tokens
//! mean together is for the caller to read.

use unicode_normalization::UnicodeNormalization;

use crate::hangul::is_syllable;

/// A unit of a dose, in the one form that stands for all its spellings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// 마이크로그램 (µg).
    Microgram,
    /// 밀리그램 (mg).
    Milligram,
    /// 그램 (g).
    Gram,
    /// 킬로그램 (kg), nearly always of the body.
    Kilogram,
    /// 밀리리터 (mL).
    Millilitre,
    /// 리터 (L).
    Litre,
    /// 국제단위 (IU).
    International,
    /// 퍼센트 (%).
    Percent,
    /// 정, 알: a tablet.
    Tablet,
    /// 캡슐: a capsule.
    Capsule,
    /// 포, 봉지: a sachet.
    Sachet,
    /// 병, 바이알, 앰플: a vial.
    Vial,
    /// 방울: a drop.
    Drop,
    /// 퍼프: a puff of an inhaler or a spray.
    Puff,
    /// 매, 장: a patch.
    Patch,
    /// 개: a piece, such as a suppository.
    Piece,
    /// 회, 번: a time of taking.
    Time,
    /// 분: a minute.
    Minute,
    /// 시간: an hour.
    Hour,
    /// 일: a day.
    Day,
    /// 주: a week.
    Week,
    /// 개월: a month.
    Month,
    /// 세, 살: a year of age.
    Year,
}

impl Unit {
    /// Whether it counts pieces of a product: tablets, capsules, sachets.
    pub fn is_piece(self) -> bool {
        use Unit::{Capsule, Drop, Patch, Piece, Puff, Sachet, Tablet, Vial};
        matches!(self, Tablet | Capsule | Sachet | Vial | Drop | Puff | Patch | Piece)
    }

    /// The number of milligrams in one; `None` if it is no mass of a drug.
    pub fn milligrams(self) -> Option<f64> {
        match self {
            Unit::Microgram => Some(0.001),
            Unit::Milligram => Some(1.0),
            Unit::Gram => Some(1000.0),
            _ => None,
        }
    }

    /// The number of millilitres in one; `None` if it is no volume.
    pub fn millilitres(self) -> Option<f64> {
        match self {
            Unit::Millilitre => Some(1.0),
            Unit::Litre => Some(1000.0),
            _ => None,
        }
    }

    /// The unit as people read it.
    pub fn written(self) -> &'static str {
        match self {
            Unit::Microgram => "µg",
            Unit::Milligram => "mg",
            Unit::Gram => "g",
            Unit::Kilogram => "kg",
            Unit::Millilitre => "mL",
            Unit::Litre => "L",
            Unit::International => "IU",
            Unit::Percent => "%",
            Unit::Tablet => "정",
            Unit::Capsule => "캡슐",
            Unit::Sachet => "포",
            Unit::Vial => "병",
            Unit::Drop => "방울",
            Unit::Puff => "퍼프",
            Unit::Patch => "매",
            Unit::Piece => "개",
            Unit::Time => "회",
            Unit::Minute => "분",
            Unit::Hour => "시간",
            Unit::Day => "일",
            Unit::Week => "주",
            Unit::Month => "개월",
            Unit::Year => "세",
        }
    }

    /// The unit of a spelling that [`Unit::written`] gives.
    pub fn of_written(written: &str) -> Option<Self> {
        SPELLINGS.iter().map(|(_, unit)| *unit).find(|it| it.written() == written)
    }
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    /// A number in digits (`1,000`, `0.5`) or, before a counter, in words (세 번, 반 알).
    Number(f64),
    /// A unit behind a number or a slash, or before 당.
    Unit(Unit),
    /// A slash, which divides two units.
    Slash,
    /// A sign between the ends of a range: `~`, `-`.
    Range,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A run of Hangul or of Latin letters, in lower case.
    Word(String),
    /// Any other character that is no white space.
    Sign(char),
}

/// A token with its place, in Unicode scalars of the text, end exclusive.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// The token.
    pub token: Token,
    /// Start of the token.
    pub start: usize,
    /// End of the token, exclusive.
    pub end: usize,
}

/// Spellings of units. Of spellings that begin alike the longest is taken.
const SPELLINGS: [(&str, Unit); 81] = [
    ("마이크로그램", Unit::Microgram),
    ("마이크로그람", Unit::Microgram),
    ("mcg", Unit::Microgram),
    ("ug", Unit::Microgram),
    ("µg", Unit::Microgram),
    ("μg", Unit::Microgram),
    ("㎍", Unit::Microgram),
    ("밀리그램", Unit::Milligram),
    ("밀리그람", Unit::Milligram),
    ("mg", Unit::Milligram),
    ("㎎", Unit::Milligram),
    ("그램", Unit::Gram),
    ("그람", Unit::Gram),
    ("g", Unit::Gram),
    ("킬로그램", Unit::Kilogram),
    ("킬로그람", Unit::Kilogram),
    ("킬로", Unit::Kilogram),
    ("키로", Unit::Kilogram),
    ("kg", Unit::Kilogram),
    ("㎏", Unit::Kilogram),
    ("밀리리터", Unit::Millilitre),
    ("ml", Unit::Millilitre),
    ("㎖", Unit::Millilitre),
    ("cc", Unit::Millilitre),
    ("씨씨", Unit::Millilitre),
    ("시시", Unit::Millilitre),
    ("리터", Unit::Litre),
    ("l", Unit::Litre),
    ("국제단위", Unit::International),
    ("아이유", Unit::International),
    ("단위", Unit::International),
    ("iu", Unit::International),
    ("%", Unit::Percent),
    ("퍼센트", Unit::Percent),
    ("프로", Unit::Percent),
    ("정", Unit::Tablet),
    ("알", Unit::Tablet),
    ("tablets", Unit::Tablet),
    ("tablet", Unit::Tablet),
    ("tabs", Unit::Tablet),
    ("tab", Unit::Tablet),
    ("t", Unit::Tablet),
    ("캡슐", Unit::Capsule),
    ("capsules", Unit::Capsule),
    ("capsule", Unit::Capsule),
    ("caps", Unit::Capsule),
    ("cap", Unit::Capsule),
    ("c", Unit::Capsule),
    ("봉지", Unit::Sachet),
    ("봉", Unit::Sachet),
    ("포", Unit::Sachet),
    ("바이알", Unit::Vial),
    ("앰플", Unit::Vial),
    ("병", Unit::Vial),
    ("방울", Unit::Drop),
    ("퍼프", Unit::Puff),
    ("puffs", Unit::Puff),
    ("puff", Unit::Puff),
    ("매", Unit::Patch),
    ("개", Unit::Piece),
    ("회", Unit::Time),
    ("번", Unit::Time),
    ("차례", Unit::Time),
    ("times", Unit::Time),
    ("분", Unit::Minute),
    ("min", Unit::Minute),
    ("시간", Unit::Hour),
    ("hrs", Unit::Hour),
    ("h", Unit::Hour),
    ("일", Unit::Day),
    ("days", Unit::Day),
    ("day", Unit::Day),
    ("d", Unit::Day),
    ("주일", Unit::Week),
    ("주", Unit::Week),
    ("개월", Unit::Month),
    ("달", Unit::Month),
    ("세", Unit::Year),
    ("살", Unit::Year),
    ("years", Unit::Year),
    ("y", Unit::Year),
];

/// Words that begin with the spelling of a unit and are none: 10 정도, 1 회사.
const NO_UNITS: [&str; 12] = [
    "정도",
    "정제",
    "회사",
    "포함",
    "병원",
    "매일",
    "주사",
    "분할",
    "일반",
    "개선",
    "분복",
    "시간제",
];

/// Native numerals, which count only before a counter.
const NATIVE: [(&str, f64); 13] = [
    ("다섯", 5.0),
    ("여섯", 6.0),
    ("일곱", 7.0),
    ("여덟", 8.0),
    ("아홉", 9.0),
    ("반", 0.5),
    ("한", 1.0),
    ("두", 2.0),
    ("세", 3.0),
    ("네", 4.0),
    ("열", 10.0),
    ("석", 3.0),
    ("넉", 4.0),
];

/// Counters behind native numerals.
const COUNTERS: [&str; 9] = ["번", "차례", "알", "정", "캡슐", "포", "봉", "시간", "방울"];

/// Most digits of a number; a longer run is a code.
const MOST_DIGITS: usize = 9;

/// Returns the tokens of `text` in order.
pub fn tokens(text: &str) -> Vec<Placed> {
    let written: Vec<char> = text.chars().collect();
    let letters: Vec<char> = written.iter().map(|it| folded(*it)).collect();
    let mut found: Vec<Placed> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if letters[at].is_whitespace() {
            at += 1;
            continue;
        }
        let (token, end) = next(&letters, at, found.last());
        found.push(Placed { token, start: at, end });
        at = end;
    }
    found
}

/// NFKC and lower case; a character that would become several stays as it is.
fn folded(letter: char) -> char {
    let mut folded = std::iter::once(letter).nfkc().flat_map(char::to_lowercase);
    match (folded.next(), folded.next()) {
        (Some(one), None) => one,
        _ => letter,
    }
}

/// The token at `at`, which is no white space, with its end.
fn next(letters: &[char], at: usize, before: Option<&Placed>) -> (Token, usize) {
    let letter = letters[at];
    if letter.is_ascii_digit() {
        return number(letters, at);
    }
    let follows = before.is_some_and(|placed| {
        let takes_unit = matches!(placed.token, Token::Number(_) | Token::Slash);
        takes_unit && at - placed.end <= 1
    });
    if let Some((unit, end)) = unit(letters, at)
        && (follows || stands_before_per(letters, end))
    {
        return (Token::Unit(unit), end);
    }
    if let Some((value, end)) = native(letters, at) {
        return (Token::Number(value), end);
    }
    match letter {
        '/' => (Token::Slash, at + 1),
        '~' | '∼' | '〜' | '～' | '-' | '–' | '—' | '−' => (Token::Range, at + 1),
        '(' | '[' | '【' => (Token::Open, at + 1),
        ')' | ']' | '】' => (Token::Close, at + 1),
        _ if is_syllable(letter) => word(letters, at, is_syllable),
        _ if letter.is_ascii_alphabetic() => word(letters, at, |it| it.is_ascii_alphabetic()),
        _ => (Token::Sign(letter), at + 1),
    }
}

/// The word at `at`, of letters that `belongs` accepts.
fn word(letters: &[char], at: usize, belongs: impl Fn(char) -> bool) -> (Token, usize) {
    let end = (at..letters.len()).find(|it| !belongs(letters[*it])).unwrap_or(letters.len());
    (Token::Word(letters[at..end].iter().collect()), end)
}

/// The number in digits at `at`. A comma counts only before three digits.
fn number(letters: &[char], at: usize) -> (Token, usize) {
    let digit = |it: usize| letters.get(it).is_some_and(char::is_ascii_digit);
    let (mut digits, mut end, mut point) = (String::new(), at, false);
    while end < letters.len() {
        let letter = letters[end];
        let groups = letter == ','
            && !point
            && (1..=3).all(|it| digit(end + it))
            && !digit(end + 4)
            && digits.len() <= MOST_DIGITS;
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else if letter == '.' && !point && digit(end + 1) {
            point = true;
            digits.push('.');
        } else if !groups {
            break;
        }
        end += 1;
    }
    match digits.parse::<f64>() {
        Ok(value) if digits.len() <= MOST_DIGITS + 1 => (Token::Number(value), end),
        _ => (Token::Word(digits), end),
    }
}

/// The longest unit that is spelt at `at`, with its end. Latin spellings end before another kind of letter.
fn unit(letters: &[char], at: usize) -> Option<(Unit, usize)> {
    let starts = |spelling: &str| {
        let mut rest = letters[at..].iter();
        spelling.chars().all(|it| rest.next() == Some(&it))
    };
    if NO_UNITS.iter().any(|it| starts(it)) {
        return None;
    }
    let ends = |spelling: &str, end: usize| {
        let latin = spelling.chars().all(|it| it.is_ascii_alphabetic());
        !latin || !letters.get(end).is_some_and(char::is_ascii_alphabetic)
    };
    let mut best: Option<(Unit, usize)> = None;
    for (spelling, unit) in SPELLINGS {
        let end = at + spelling.chars().count();
        if starts(spelling) && ends(spelling, end) && best.is_none_or(|(_, it)| end > it) {
            best = Some((unit, end));
        }
    }
    best
}

/// Whether 당 follows, with or without a space: `kg당`.
fn stands_before_per(letters: &[char], end: usize) -> bool {
    let rest = letters[end..].iter().find(|it| **it != ' ');
    rest == Some(&'당')
}

/// The native numeral at `at` with its end, where a counter follows.
fn native(letters: &[char], at: usize) -> Option<(f64, usize)> {
    if at > 0 && is_syllable(letters[at - 1]) {
        return None;
    }
    let starts = |spelling: &str, at: usize| {
        let mut rest = letters.get(at..).unwrap_or_default().iter();
        spelling.chars().all(|it| rest.next() == Some(&it))
    };
    NATIVE.iter().find_map(|(spelling, value)| {
        let end = at + spelling.chars().count();
        let counter = if letters.get(end) == Some(&' ') { end + 1 } else { end };
        let counted = COUNTERS.iter().any(|it| starts(it, counter));
        (starts(spelling, at) && counted).then_some((*value, end))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The tokens of `text`, each as short words.
    fn check(text: &str, expected: &str) {
        let found = tokens(text).into_iter().map(|placed| match placed.token {
            Token::Number(number) => number.to_string(),
            Token::Unit(unit) => format!("<{}>", unit.written()),
            Token::Slash => "/".to_owned(),
            Token::Range => "~".to_owned(),
            Token::Open => "(".to_owned(),
            Token::Close => ")".to_owned(),
            Token::Word(word) => word,
            Token::Sign(sign) => sign.to_string(),
        });
        assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{text}");
    }

    #[test]
    fn doses_are_numbers_units_and_words() {
        check("체중 1kg에 10~15mg씩", "체중 1 <kg> 에 10 ~ 15 <mg> 씩");
        check("1일 30 mg/kg을 3회로", "1 <일> 30 <mg> / <kg> 을 3 <회> 로");
        check("하루 세 번 한 알", "하루 3 <회> 1 <정>");
        check("500~1,000mg(1~2정)", "500 ~ 1000 <mg> ( 1 ~ 2 <정> )");
        check("체중 kg당 0.5㎎", "체중 <kg> 당 0.5 <mg>");
        check("만 12세 이상", "만 12 <세> 이상");
        check("250 mg tid 7d", "250 <mg> tid 7 <일>");
        check("10 정도, 2주 동안", "10 정도 , 2 <주> 동안");
        check("50밀리리터/분/1.73", "50 <mL> / <분> / 1.73");
        check("202100001", "202100001");
        check("1234567890123", "1234567890123");
        check("세탁", "세탁");
        check("", "");
    }

    #[test]
    fn every_unit_is_found_by_its_own_form() {
        for (_, unit) in SPELLINGS {
            assert_eq!(Unit::of_written(unit.written()), Some(unit));
        }
    }

    proptest! {
        #[test]
        fn tokens_are_parts_of_the_text_in_order(text in "[가-힣a-zA-Z0-9 .,/~()%µ㎎-]{0,80}") {
            let length = text.chars().count();
            let mut end = 0;
            for token in tokens(&text) {
                prop_assert!(token.start >= end && token.end > token.start && token.end <= length);
                end = token.end;
            }
        }
    }
}
