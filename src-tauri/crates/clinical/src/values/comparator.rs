//! Reads whether a number is a bound: 30 미만, > 6.0, 90도 안 돼요. The words are in `rules/comparators.toml`.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;
use toml::Spanned;

use crate::ClinicalError;
use crate::data::{self, DataFault};
use crate::slots::comparator::Comparator;
use crate::text::letters::Text;

/// The table that comes with the program.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let file = include_str!("../../rules/comparators.toml");
    #[expect(clippy::expect_used, reason = "a file of this crate, which the tests read")]
    Table::read("comparators.toml", file).expect("a valid file")
});

/// Most letters before a number in which a sign or word is searched.
const BEFORE: usize = 14;
/// Most letters behind a number in which words are searched.
const BEHIND: usize = 14;
/// Particles between a number and the words that make it a bound.
const PARTICLES: [char; 10] = ['까', '지', '은', '는', '도', '을', '를', '이', '가', '에'];

/// What the words at a number say of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Meaning {
    Below,
    AtMost,
    AtLeast,
    Above,
    /// No bound: 이상 없음.
    Exact,
    /// Nobody has the value: 39도 넘으면.
    Supposed,
}

/// A row of the table; the fields are those of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    before: Option<String>,
    after: Option<String>,
    means: Meaning,
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests read it"))]
    example: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    conditions: Vec<String>,
    continuations: Vec<String>,
    #[serde(default)]
    goals: Vec<String>,
    comparator: Vec<Spanned<Row>>,
}

/// The rows with their words.
#[derive(Debug)]
struct Table {
    rows: Vec<Row>,
    /// Words or signs before a number, with the index of their row.
    before: Vec<(String, usize)>,
    /// Words behind a number without their spaces, with the index of their row.
    after: Vec<(String, usize)>,
    /// Words behind a number that make it one of a condition, without their spaces.
    conditions: Vec<String>,
    /// Words that only look like one of `conditions`.
    continuations: Vec<String>,
    /// Words near a number that is to be reached, without their spaces.
    goals: Vec<String>,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// Names the line of the first row that does not have the required form or repeats an id or a word.
    fn read(file: &str, text: &str) -> Result<Self, ClinicalError> {
        let mut read: File = data::parse(file, text)?;
        let (mut rows, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for (index, row) in std::mem::take(&mut read.comparator).into_iter().enumerate() {
            let line = 1 + text.get(..row.span().start).map_or(0, |it| it.matches('\n').count());
            let row = row.into_inner();
            let fault = |problem: String| {
                ClinicalError::Data(DataFault { file: file.to_owned(), line, problem })
            };
            if !seen.insert(row.id.clone()) {
                return Err(fault(format!("{:?} is the id of an earlier row", row.id)));
            }
            if row.before.is_some() == row.after.is_some() {
                return Err(fault(format!("{:?} needs one of before and after", row.id)));
            }
            for word in row.before.iter().chain(&row.after).flat_map(|it| it.split('|')) {
                if word.is_empty() || !seen.insert(format!("word {word}")) {
                    return Err(fault(format!("{:?}: {word:?} is empty or repeated", row.id)));
                }
                match row.before {
                    Some(_) => before.push((word.to_owned(), index)),
                    None => after.push((squeezed(word), index)),
                }
            }
            rows.push(row);
        }
        let conditions = read.conditions.iter().map(|it| squeezed(it)).collect();
        let goals = read.goals.iter().map(|it| squeezed(it)).collect();
        Ok(Self { rows, before, after, conditions, continuations: read.continuations, goals })
    }

    /// The row of the longest word at the end of `before` or the beginning of `behind`.
    fn row(&self, before: &str, behind: &str) -> Option<&Row> {
        let ending = self.before.iter().filter(|(word, _)| ends_with_word(before.trim_end(), word));
        if let Some((_, index)) = ending.max_by_key(|(word, _)| word.len()) {
            return self.rows.get(*index);
        }
        // 이 of 이상 is no particle, so that the words are searched before particles are taken away.
        let behind = squeezed(behind);
        let mut rest = behind.as_str();
        loop {
            let beginning = self.after.iter().filter(|(word, _)| rest.starts_with(word.as_str()));
            if let Some((_, index)) = beginning.max_by_key(|(word, _)| word.len()) {
                return self.rows.get(*index);
            }
            rest = rest.strip_prefix(PARTICLES)?;
        }
    }

    /// What the words beside a number from `start` to `end` say.
    fn meaning(&self, text: &Text, start: usize, end: usize) -> Option<Meaning> {
        let before = text.slice(start.saturating_sub(BEFORE), start);
        let behind = text.slice(end, text.len().min(end + BEHIND));
        self.row(before, behind).map(|it| it.means)
    }
}

/// `text` without its spaces.
fn squeezed(text: &str) -> String {
    text.chars().filter(|it| *it != ' ').collect()
}

/// Whether `text` ends with a sign, or with a word that is not the end of a longer Latin word.
fn ends_with_word(text: &str, word: &str) -> bool {
    let sign = !word.starts_with(|it: char| it.is_ascii_alphabetic());
    text.strip_suffix(word).is_some_and(|head| {
        // -> and => announce a later value.
        let is_arrow = sign && head.ends_with(['-', '=']) && !word.starts_with('=');
        !is_arrow && (sign || !head.ends_with(|it: char| it.is_ascii_lowercase()))
    })
}

/// The bound that a number from `start` to `end` is, if it is one; `end` is behind its unit.
pub(crate) fn comparator(text: &Text, start: usize, end: usize) -> Option<Comparator> {
    match TABLE.meaning(text, start, end)? {
        Meaning::Below => Some(Comparator::Below),
        Meaning::AtMost => Some(Comparator::AtMost),
        Meaning::AtLeast => Some(Comparator::AtLeast),
        Meaning::Above => Some(Comparator::Above),
        Meaning::Exact | Meaning::Supposed => None,
    }
}

/// Whether a number that ends at `end`, behind its unit, is the bound of a condition: eGFR이 30 미만이면. An exact
/// number in one (공복 혈당 118이면 당뇨인가요?) is that of who asks.
pub(crate) fn is_conditional(text: &Text, end: usize) -> bool {
    let behind = squeezed(text.slice(end, text.len().min(end + BEHIND)));
    let bounds = TABLE.after.iter().map(|(word, _)| word.as_str());
    let bound = bounds.filter(|it| behind.starts_with(it)).max_by_key(|it| it.len());
    let Some(rest) = bound.and_then(|it| behind.strip_prefix(it)) else { return false };
    let begins = |words: &[String]| words.iter().any(|it| rest.starts_with(it.as_str()));
    begins(&TABLE.conditions) && !begins(&TABLE.continuations)
}

/// Whether a number between `start` and `end` is one to be reached: 목표 혈압 130/80, 6.5% 목표로, 70 미만으로 낮추자고.
pub(crate) fn is_goal(text: &Text, start: usize, end: usize) -> bool {
    let before = squeezed(text.slice(start.saturating_sub(BEFORE_GOAL), start));
    let behind = squeezed(text.slice(end, text.len().min(end + BEHIND_GOAL)));
    let behind = behind.split(['.', ',', '\n']).next().unwrap_or_default();
    let before = before.rsplit(['.', ',', '\n']).next().unwrap_or_default();
    TABLE.goals.iter().any(|it| before.contains(it.as_str()) || behind.contains(it.as_str()))
}

/// Letters around a number in which words for a goal stand.
const BEFORE_GOAL: usize = 8;
const BEHIND_GOAL: usize = 12;

/// Whether the words behind a number only suppose it: 39도 넘으면.
pub(crate) fn is_supposed(behind: &str) -> bool {
    let behind: String = behind.chars().take(BEHIND).collect();
    TABLE.row("", &behind).is_some_and(|it| it.means == Meaning::Supposed)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use proptest::prelude::*;

    use super::*;

    /// The place of the first number of a text with its unit.
    fn number(text: &Text) -> (usize, usize) {
        let is_number = |it: &char| it.is_ascii_digit() || *it == '.';
        let start = text.chars.iter().position(|it| it.is_ascii_digit()).unwrap();
        let digits = text.chars[start..].iter().take_while(|it| is_number(it)).count();
        (start, start + digits + usize::from(text.get(start + digits) == Some('도')))
    }

    #[test]
    fn every_row_decides_its_example() {
        for row in &TABLE.rows {
            let text = Text::new(&row.example);
            let (start, end) = number(&text);
            let before = text.slice(start.saturating_sub(BEFORE), start);
            let behind = text.slice(end, text.len());
            let found = TABLE.row(before, behind).map(|it| it.id.as_str());
            assert_eq!(found, Some(row.id.as_str()), "{}", row.example);
        }
    }

    #[test]
    fn bounds_are_told_from_values() {
        for (text, expected) in [
            ("체온이 39도가 넘어요", Some(Comparator::Above)),
            ("38도는 안 넘었고", Some(Comparator::AtMost)),
            ("수축기 혈압이 90도 안 돼요", Some(Comparator::Below)),
            ("140까지는 안 가요", Some(Comparator::Below)),
            ("eGFR less than 30", Some(Comparator::Below)),
            ("체온이 39도 이상이면서 기침이 나요", Some(Comparator::AtLeast)),
            ("혈당 -> 120", None),
            ("혈압 120, 이상 없음", None),
            ("recover 30", None),
            ("체온 38도예요", None),
        ] {
            let letters = Text::new(text);
            let (start, end) = number(&letters);
            assert_eq!(comparator(&letters, start, end), expected, "{text}");
        }
    }

    #[test]
    fn a_value_of_a_condition_is_nobodys() {
        for (text, expected) in [
            ("eGFR이 30 미만이면 먹어도 되나요?", true),
            ("혈압이 140 이상일 때 먹나요?", true),
            ("혈압이 140이면 높은가요?", false),
            // A chart describes a patient by it.
            ("eGFR 45 이하인 환자", false),
            ("체온이 39도 이상이면서 기침이 나요", false),
            ("eGFR이 30 미만이에요", false),
            ("체온이 39도인데요", false),
        ] {
            let letters = Text::new(text);
            let (_, end) = number(&letters);
            assert_eq!(is_conditional(&letters, end), expected, "{text}");
        }
    }

    #[test]
    fn a_wrong_row_is_named_by_its_line() {
        let check = |text: &str, expected: &str| {
            let error = Table::read("comparators.toml", text).err().unwrap().to_string();
            assert!(error.starts_with(expected), "{error}");
        };
        let head = "conditions = []; continuations = []; comparator = ".replace("; ", "\n");
        let row = r#"{ id = "a", after = "미만", means = "below", example = "3 미만" }"#;
        check(&format!("{head}[\n{row},\n{row}]"), "comparators.toml:5: \"a\" is the id");
        let other = row.replace("\"a\"", "\"b\"");
        check(&format!("{head}[\n{row},\n{other}]"), "comparators.toml:5: \"b\": \"미만\"");
        let neither = row.replace("after = \"미만\", ", "");
        check(&format!("{head}[\n{neither}]"), "comparators.toml:4: \"a\" needs one of");
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "[가-힣a-z<>=≤0-9 .]{0,20}", start in 0_usize..24, length in 0_usize..6) {
            let text = Text::new(&text);
            let start = start.min(text.len());
            comparator(&text, start, (start + length).min(text.len()));
        }
    }
}
