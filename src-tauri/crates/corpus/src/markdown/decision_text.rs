//! Headings inside decisions: 【주    문】, `[1]`.

use crate::text::leading_number;

/// Maximum length of a label in characters. Longer bracketed text at the start of a line is a sentence.
const LABEL_LENGTH: usize = 20;

/// Labels that the Constitutional Court writes in square brackets or without brackets. Others (`[관련조항]`) are
/// part of 이유.
const BARE: [&str; 3] = ["주문", "이유", "당사자"];

/// The label at the start of a line, without spaces: `주문` for `【주    문】 상고를 기각한다.`
pub(super) fn label(line: &str) -> Option<String> {
    if let Some((label, _)) = line.strip_prefix('【').and_then(|rest| rest.split_once('】')) {
        let label = without_spaces(label);
        return (1..=LABEL_LENGTH).contains(&label.chars().count()).then_some(label);
    }
    let bare = without_spaces(line.trim_start_matches('[').trim_end_matches(']'));
    BARE.contains(&bare.as_str()).then_some(bare)
}

/// The number of a holding: 2 for `[2] 의료광고가 …`.
pub(super) fn holding_number(line: &str) -> Option<u32> {
    let (number, rest) = leading_number(line.strip_prefix('[')?)?;
    (number > 0 && rest.starts_with(']')).then_some(number)
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_both_courts() {
        let check = |line: &str, expected: Option<&str>| {
            assert_eq!(label(line).as_deref(), expected, "{line}");
        };
        check("【주    문】", Some("주문"));
        check("【이　　유】1. 기초사실", Some("이유"));
        check("[주 문]", Some("주문"));
        check("주 문", Some("주문"));
        check("[심판대상조항]", None);
        check("[별지 생략]", None);
        check("이유 없다.", None);
        check("【】", None);
        assert_eq!(holding_number("[12] 의료"), Some(12));
        assert_eq!(holding_number("[1 의료"), None);
        assert_eq!(holding_number("1. 의료"), None);
    }
}
