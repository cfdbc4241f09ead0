//! Finds the code numbers that a company gives its coverages (201 암진단비, 202 유사암진단비). They are
//! neither amounts nor premiums.

use simui_korean::hangul::is_syllable;
use std::ops::Range;

/// Possible lengths of a code number in digits. Shorter numbers count the rows of a table.
const CODE_DIGITS: Range<usize> = 3..6;
/// Smallest number of steps by one, from a code to the next, that makes a column of codes.
const MIN_STEPS_BY_ONE: usize = 3;
/// Inverse of the smallest share of all steps that must be steps by one.
const MAX_STEPS_PER_STEP_BY_ONE: usize = 2;
/// Largest length, in characters, of a margin word in front of the code: 진단 201 암진단비.
const MAX_MARGIN_WORD: usize = 4;

/// Returns the byte ranges of the code numbers of a text; nothing if they form no column.
pub(crate) fn codes(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<(u32, Range<usize>)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        found.extend(code(line).map(|(number, at)| (number, start + at.start..start + at.end)));
        start += line.len();
    }
    let steps = found.len().saturating_sub(1);
    let by_one = found.windows(2).filter(|it| matches!(it, [a, b] if a.0 + 1 == b.0)).count();
    let is_column = by_one >= MIN_STEPS_BY_ONE && by_one * MAX_STEPS_PER_STEP_BY_ONE >= steps;
    if is_column { found.into_iter().map(|it| it.1).collect() } else { Vec::new() }
}

/// Returns the number in front of a name at the start of a line, behind an optional margin word,
/// and its byte range.
fn code(line: &str) -> Option<(u32, Range<usize>)> {
    let rest = line.trim_start();
    let mut from = line.len() - rest.len();
    let first = rest.split(char::is_whitespace).next()?;
    let is_margin = first.chars().count() <= MAX_MARGIN_WORD && first.chars().all(is_syllable);
    if is_margin {
        let behind = rest.get(first.len()..)?;
        from += first.len() + (behind.len() - behind.trim_start().len());
    }
    let rest = line.get(from..)?;
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    let behind =
        rest.get(digits..)?.strip_prefix([' ', '\t', '|'])?.trim_start_matches([' ', '\t', '|']);
    let number = rest.get(..digits).filter(|_| CODE_DIGITS.contains(&digits))?.parse().ok()?;
    let name = behind.trim_start_matches(['(', '[', '（', '【']);
    name.starts_with(is_syllable).then_some((number, from..from + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_coverages_are_told_from_amounts() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = codes(text).into_iter().filter_map(|it| text.get(it)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "사망 101 상해사망 1,000\n진단 201 암진단 500\n202 뇌졸중 300\n203 뇌출혈 300\n204 골절 50\n",
            &["101", "201", "202", "203", "204"],
        );
        check(
            "1101 | 상해사망 | 1억원\n1102 | 암진단\n1103 | 골절\n1104 | 입원\n",
            &["1101", "1102", "1103", "1104"],
        );
        // Amounts in front of names.
        check("1000 암진단\n500 뇌졸중\n300 뇌출혈\n100 골절\n", &[]);
        check("100 상해사망\n200 암진단\n300 골절\n400 입원\n", &[]);
        // Numbers of rows, sentences, and too few.
        check("1 암진단\n2 뇌졸중\n3 뇌출혈\n4 골절\n", &[]);
        check("201 암진단\n202 뇌졸중\n", &[]);
        check("180 일이 지난 뒤\n", &[]);
    }
}
