//! Numbers in words: Sino-Korean (백사십), native (예순다섯), and mixed with digits (9만 8천).

/// Reads a number in words whose ones may be native numerals: 백삼십둘 → 132, 백스물둘 → 122.
pub fn mixed(text: &str) -> Option<u32> {
    let ones = ONES.iter().filter(|it| it.1 > 0 && it.0.chars().count() > 1);
    let ones = ones.chain(ONES.iter().filter(|it| matches!(it.0, "둘" | "셋" | "넷")));
    let split = ones.filter_map(|(word, one)| Some((text.strip_suffix(word)?, *one))).next();
    match split {
        Some((tens, one)) if tens.ends_with(['십', '백']) => Some(sino(tens)? + one),
        _ => sino(text).or_else(|| native(text)).or_else(|| over_a_hundred(text)),
    }
}

/// Reads a hundred and a native numeral: 백열, 백스물둘.
fn over_a_hundred(text: &str) -> Option<u32> {
    let (hundreds, rest) = text.split_once('백')?;
    let hundreds = if hundreds.is_empty() { 1 } else { sino(hundreds)? };
    Some(100 * hundreds + native(rest)?)
}

/// The digits of Sino-Korean numerals from one to nine, as a class of letters.
pub const DIGITS: &str = "일이삼사오육칠팔구";

/// The value of a Sino-Korean digit; 영 and 공 are 0.
pub fn digit(c: char) -> Option<u32> {
    Some(match c {
        '영' | '공' => 0,
        '일' => 1,
        '이' => 2,
        '삼' => 3,
        '사' => 4,
        '오' => 5,
        '육' => 6,
        '칠' => 7,
        '팔' => 8,
        '구' => 9,
        _ => return None,
    })
}

/// The value of a Sino-Korean unit from 십 (10) to 억 (100,000,000).
pub fn unit(c: char) -> Option<u64> {
    Some(match c {
        '십' => 10,
        '백' => 100,
        '천' => 1_000,
        '만' => 10_000,
        '억' => 100_000_000,
        _ => return None,
    })
}

/// Reads a Sino-Korean number from 1 to 999: 백사십 → 140, 삼십오 → 35.
pub fn sino(text: &str) -> Option<u32> {
    let (mut sum, mut unit) = (0, None);
    for c in text.chars() {
        match c {
            '백' => sum += 100 * unit.take().unwrap_or(1),
            '십' => sum += 10 * unit.take().unwrap_or(1),
            _ if unit.is_some() => return None,
            c => unit = Some(digit(c)?),
        }
    }
    let value = sum + unit.unwrap_or(0);
    (value > 0 && value < 1000).then_some(value)
}

/// Reads a number with 만, 천 or 백: 9만 8천, 십이만오천, 3천 5백.
pub fn grouped(text: &str) -> Option<u32> {
    let compact: String = text.split_whitespace().collect();
    let (mut rest, mut sum) = (compact.as_str(), 0);
    for (unit, value) in [('만', 10_000), ('천', 1_000), ('백', 100)] {
        if let Some((count, tail)) = rest.split_once(unit) {
            let count =
                if count.is_empty() { 1 } else { count.parse().ok().or_else(|| sino(count))? };
            sum = count.checked_mul(value).and_then(|part| part.checked_add(sum))?;
            rest = tail;
        }
    }
    rest.is_empty().then_some(sum)
}

/// Reads a native Korean number below a hundred: 예순다섯 → 65, 두 → 2.
pub fn native(text: &str) -> Option<u32> {
    let text = text.trim();
    let ten =
        TENS.iter().find_map(|(word, value)| text.strip_prefix(word).map(|rest| (rest, *value)));
    let (rest, tens) = ten.unwrap_or((text, 0));
    if rest.is_empty() {
        return (tens > 0).then_some(tens);
    }
    ONES.iter().find(|(word, value)| *word == rest && *value > 0).map(|(_, value)| tens + value)
}

const TENS: [(&str, u32); 10] = [
    ("스물", 20),
    ("스무", 20),
    ("서른", 30),
    ("마흔", 40),
    ("쉰", 50),
    ("예순", 60),
    ("일흔", 70),
    ("여든", 80),
    ("아흔", 90),
    ("열", 10),
];
const ONES: [(&str, u32); 14] = [
    ("하나", 1),
    ("한", 1),
    ("둘", 2),
    ("두", 2),
    ("셋", 3),
    ("세", 3),
    ("넷", 4),
    ("네", 4),
    ("다섯", 5),
    ("여섯", 6),
    ("일곱", 7),
    ("여덟", 8),
    ("아홉", 9),
    ("반", 0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_are_read() {
        for (text, expected) in [
            ("백사십", Some(140)),
            ("구십", Some(90)),
            ("백삼십둘", Some(132)),
            ("백열", Some(110)),
            ("백스물둘", Some(122)),
            ("예순다섯", Some(65)),
            ("두", Some(2)),
            ("이삼", None),
            ("", None),
        ] {
            assert_eq!(mixed(text), expected, "{text}");
        }
        for (text, expected) in [
            ("9만 8천", Some(98_000)),
            ("십이만오천", Some(125_000)),
            ("3천5백", Some(3_500)),
            ("3천원", None),
        ] {
            assert_eq!(grouped(text), expected, "{text}");
        }
        assert_eq!((digit('공'), digit('구'), digit('십')), (Some(0), Some(9), None));
        assert_eq!((unit('십'), unit('억'), unit('일')), (Some(10), Some(100_000_000), None));
    }

    proptest::proptest! {
        #[test]
        fn every_number_below_a_thousand_is_read_back(number in 1_u32..1_000) {
            let digits = ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
            let mut text = String::new();
            for (unit, name) in [(100, "백"), (10, "십"), (1, "")] {
                let digit = number / unit % 10;
                if digit > 0 {
                    text += if digit == 1 && unit > 1 { "" } else { digits[digit as usize] };
                    text += name;
                }
            }
            proptest::prop_assert_eq!(sino(&text), Some(number), "{}", text);
        }

        #[test]
        fn nothing_panics(text in "[영공일이삼사오육칠팔구십백천만억하나둘 스물a-c0-9]{0,12}") {
            let _ = (mixed(&text), grouped(&text), native(&text), sino(&text));
        }
    }
}
