//! The expression column of the dictionary: `하/VV/*+였/EP/*`.

use super::Tag;

/// One morpheme of a dictionary entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Dictionary form. An ending that starts with a final consonant is written with the compatibility letter
    /// (ㄴ다), as it is typed.
    pub(super) form: String,
    pub(super) tag: Tag,
}

/// Parses an expression; `None` where it is `*` or malformed.
pub(super) fn parts(expression: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for part in expression.split('+') {
        let mut fields = part.split('/');
        let (form, tag) = (fields.next()?, Tag::of(fields.next()?));
        if tag == Tag::Unknown || form.is_empty() && tag != Tag::VCP {
            return None;
        }
        // The dictionary leaves the copula empty where it is not written: 고양이(이)로소이다.
        let form = if form.is_empty() && tag == Tag::VCP { "이" } else { form };
        parts.push(Part { form: form.chars().map(typed).collect(), tag });
    }
    Some(parts)
}

/// Converts a conjoining consonant to the letter that a keyboard types for it.
fn typed(c: char) -> char {
    match c {
        '\u{1100}' => 'ㄱ',
        '\u{1106}' | '\u{11B7}' => 'ㅁ',
        '\u{1107}' | '\u{11B8}' => 'ㅂ',
        '\u{11AB}' => 'ㄴ',
        '\u{11AF}' => 'ㄹ',
        '\u{11BA}' => 'ㅅ',
        '\u{11BB}' => 'ㅆ',
        '\u{11BC}' => 'ㅇ',
        other => other,
    }
}

/// Returns the span of each part in the written word, as character offsets into it.
///
/// Parts at both ends that are written out get their own span. The parts between, which are fused in writing,
/// all share the remaining span, or the span of a neighbour where nothing remains.
pub(super) fn align(written: &str, parts: &[Part]) -> Vec<(usize, usize)> {
    let length = written.chars().count();
    let mut places = vec![(0, length); parts.len()];
    let (mut left, mut right, mut rest) = (0, length, written);
    let (mut first, mut last) = (0, parts.len());
    while first < last
        && let Some(after) = rest.strip_prefix(&*parts[first].form)
    {
        let end = left + parts[first].form.chars().count();
        places[first] = (left, end);
        (left, rest) = (end, after);
        first += 1;
    }
    while first < last
        && let Some(before) = rest.strip_suffix(&*parts[last - 1].form)
    {
        let start = right - parts[last - 1].form.chars().count();
        places[last - 1] = (start, right);
        (right, rest) = (start, before);
        last -= 1;
    }
    let middle = if left < right {
        (left, right)
    } else if first > 0 {
        places[first - 1]
    } else if last < parts.len() {
        places[last]
    } else {
        (0, length)
    };
    // A rest without a part of its own belongs to the part before it.
    if first == last && left < right {
        match first.checked_sub(1) {
            Some(before) => places[before].1 = right,
            None if last < places.len() => places[last].0 = left,
            None => {}
        }
    }
    places[first..last].fill(middle);
    places
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn check(written: &str, expression: &str, expected: &[(&str, &str)]) {
        let parts = parts(expression).unwrap();
        let chars: Vec<char> = written.chars().collect();
        let found: Vec<(String, String)> = align(written, &parts)
            .into_iter()
            .zip(&parts)
            .map(|((start, end), part)| {
                (chars[start..end].iter().collect(), format!("{}/{}", part.form, part.tag))
            })
            .collect();
        let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(found, expected, "{written} {expression}");
    }

    #[test]
    fn parts_stand_where_they_are_written() {
        check("했", "하/XSV/*+였/EP/*", &[("했", "하/XSV"), ("했", "였/EP")]);
        check(
            "했다고",
            "하/VV/*+였/EP/*+다고/EC/*",
            &[("했", "하/VV"), ("했", "였/EP"), ("다고", "다고/EC")],
        );
        check("긴", "기/ETN/*+ᆫ/JX/*", &[("긴", "기/ETN"), ("긴", "ㄴ/JX")]);
        check("가", "가/VV/*+아/EC/*", &[("가", "가/VV"), ("가", "아/EC")]);
        check("의료기관", "의료/NNG/*+기관/NNG/*", &[("의료", "의료/NNG"), ("기관", "기관/NNG")]);
        check(
            "고양이로소이다",
            "고양이/NNG/*+/VCP/*+로소이다/EC/*",
            &[("고양이", "고양이/NNG"), ("고양이", "이/VCP"), ("로소이다", "로소이다/EC")],
        );
        check("듣", "듣/VV/*", &[("듣", "듣/VV")]);
        check("들", "듣/VV/*", &[("들", "듣/VV")]);
    }

    #[test]
    fn what_is_no_expression_gives_no_parts() {
        for text in ["*", "", "가/", "가/없음/*", "가", "/EP/*+가/EC/*"] {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}
