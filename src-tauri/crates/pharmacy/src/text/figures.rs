//! Figures with their units, in one common form: `4,000mg`, `4 g` and `4그램` are one amount.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

/// A figure converted to the base of its unit (`UNITS`); the unit is empty where none follows the digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Figure {
    /// The amount in thousandths of the base unit: an integer, so that figures can be compared exactly.
    thousandths: i64,
    /// The base unit, one of the bases in `UNITS`, or empty.
    unit: &'static str,
}

/// Spellings of a unit, its base unit, and the number of base units in one of it.
const UNITS: &[(&[&str], &str, f64)] = &[
    (&["kg", "킬로그램"], "kg", 1.0),
    (&["mcg", "μg", "µg", "ug", "마이크로그램"], "mg", 0.001),
    (&["mg", "밀리그램", "밀리그람", "미리"], "mg", 1.0),
    (&["g", "그램", "그람"], "mg", 1000.0),
    (&["ml", "밀리리터", "cc"], "ml", 1.0),
    (&["l", "리터"], "ml", 1000.0),
    (&["%", "퍼센트", "프로"], "%", 1.0),
    (&["시간"], "시간", 1.0),
    (&["분"], "분", 1.0),
    (&["주일", "주"], "일", 7.0),
    (&["일"], "일", 1.0),
    (&["개월", "달"], "개월", 1.0),
    (&["세", "살"], "세", 1.0),
    (&["년"], "년", 1.0),
    (&["회", "번", "차례"], "회", 1.0),
    (&["정", "알", "캡슐", "포", "병", "매", "장"], "개", 1.0),
    (&["배"], "배", 1.0),
    (&["℃", "도"], "도", 1.0),
];

/// Digits, and the spelling of a unit behind them if there is one.
static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    let mut spellings: Vec<&str> =
        UNITS.iter().flat_map(|(names, ..)| names.iter().copied()).collect();
    spellings.sort_by_key(|spelling| std::cmp::Reverse(spelling.len()));
    let units: Vec<String> = spellings.into_iter().map(regex::escape).collect();
    let pattern = format!(r"(\d[\d,]*(?:\.\d+)?)\s*({})?", units.join("|"));
    #[expect(
        clippy::expect_used,
        reason = "digits and escaped units from the table above; the tests compile it"
    )]
    Regex::new(&pattern).expect("a valid pattern")
});

/// Whether `text` contains an amount of a drug: a figure in milligrams, millilitres or tablets.
pub fn has_drug_amount(text: &str) -> bool {
    figures(text).iter().any(|it| AMOUNT_UNITS.contains(&it.unit))
}

/// The amounts of a drug in `text`: figures in milligrams, millilitres or tablets.
pub(crate) fn amounts(text: &str) -> BTreeSet<Figure> {
    figures(text).into_iter().filter(|it| AMOUNT_UNITS.contains(&it.unit)).collect()
}

/// Base units of amounts of a drug.
const AMOUNT_UNITS: [&str; 3] = ["mg", "ml", "개"];

/// Words for a child in documents.
const CHILD_WORDS: [&str; 6] = ["소아", "어린이", "유아", "영아", "아기", "1kg"];

/// Whether a sentence gives a child's dose: 소아는 체중 1kg에 10~15mg.
pub(crate) fn is_child_dose(sentence: &str) -> bool {
    CHILD_WORDS.iter().any(|word| sentence.contains(word)) && has_drug_amount(sentence)
}

/// All figures of `text`, digits in any width (`５００` is 500). Figures of 10^12 base units and more are left
/// out.
pub fn figures(text: &str) -> BTreeSet<Figure> {
    let folded: String = text.nfkc().collect::<String>().to_lowercase();
    FIGURE
        .captures_iter(&folded)
        .filter_map(|it| figure(&it[1], it.get(2).map(|it| it.as_str())))
        .collect()
}

/// The figure of some digits and the spelling of a unit; `None` if it is too large for an amount.
fn figure(digits: &str, unit: Option<&str>) -> Option<Figure> {
    let value: f64 = digits.replace(',', "").parse().ok()?;
    let known = unit.and_then(|unit| UNITS.iter().find(|(names, ..)| names.contains(&unit)));
    let (base, factor) = known.map_or(("", 1.0), |(_, base, factor)| (*base, *factor));
    let thousandths = (value * factor * 1000.0).round();
    // A larger figure is a serial number, not an amount.
    #[expect(clippy::cast_possible_truncation, reason = "bounded just before")]
    (thousandths < 1e15).then_some(Figure { thousandths: thousandths as i64, unit: base })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(one: &str, other: &str, same: bool) {
        assert_eq!(figures(one) == figures(other), same, "{one} {other}");
    }

    #[test]
    fn amounts_are_compared_not_spellings() {
        check("4,000mg", "4 g", true);
        check("500밀리그램", "500 mg", true);
        check("１일 ３회", "1일 3번", true);
        check("2주", "14일", true);
        check("500 mg", "500 g", false);
        check("1일 3회", "1일 4회", false);
        check("0.5mg", "500mcg", true);
        check("12", "12세", false);
        assert!(figures("없음").is_empty());
        assert!(figures("99999999999999999999").is_empty());
    }
}
