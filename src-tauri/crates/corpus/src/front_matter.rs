//! Reads the YAML block at the start of a Markdown file.
//!
//! Only top-level fields with a single value or a list of such values are kept. Nested structures (a list of
//! attachments) are skipped. Values remain text: `'001788'` and `001788` are not numbers.

use std::collections::BTreeMap;

use jiff::civil::Date;
use saphyr_parser::{Event, Parser};

use crate::encoding::composed;
use crate::reading::Finding;
use crate::text::shortened;

/// The fields of a front matter block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter {
    fields: BTreeMap<String, Vec<String>>,
}

/// A Markdown file split into front matter and body.
#[derive(Debug)]
pub(crate) struct Split<'a> {
    /// The front matter, if the file has any.
    pub front: Option<FrontMatter>,
    /// The text after the block, unchanged.
    pub body: &'a str,
    /// The number of lines above the body, so that `line N` in a finding counts from the top of the file.
    pub lines_above: usize,
}

/// Separates a block between two `---` lines at the top. A block that is not closed or is not YAML is an
/// error, because a guess at its end would mix up fields and law.
pub(crate) fn split(text: &str) -> Result<Split<'_>, Finding> {
    let Some(rest) = text.strip_prefix("---\n") else {
        return Ok(Split { front: None, body: text, lines_above: 0 });
    };
    let mut length = 0;
    for (number, line) in rest.split_inclusive('\n').enumerate() {
        if line.trim_end() == "---" {
            let block = rest.get(..length).unwrap_or_default();
            let body = rest.get(length + line.len()..).unwrap_or_default();
            return Ok(Split { front: Some(parse(block)?), body, lines_above: number + 2 });
        }
        length += line.len();
    }
    Err(Finding::new(
        "line 1",
        "머리말(---)이 닫히지 않았습니다. 닫는 --- 줄을 넣고 다시 가져오십시오.",
    ))
}

fn parse(block: &str) -> Result<FrontMatter, Finding> {
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // Depth 1 is the mapping of fields; a sequence of scalars directly below a key is depth 2.
    let mut depth = 0usize;
    let mut key: Option<String> = None;
    let mut in_list = false;
    for event in Parser::new_from_str(block) {
        let (event, _) = event.map_err(|error| {
            let line = error.marker().line() + 1;
            Finding::new(
                format!("line {line}"),
                format!(
                    "머리말을 읽을 수 없습니다({error}). YAML 문법을 고치고 다시 가져오십시오."
                ),
            )
        })?;
        match event {
            Event::MappingStart(..) => {
                depth += 1;
            }
            Event::SequenceStart(..) => {
                depth += 1;
                in_list = depth == 2 && key.is_some();
            }
            Event::MappingEnd | Event::SequenceEnd => {
                depth = depth.saturating_sub(1);
                if depth <= 1 {
                    in_list = false;
                    key = None;
                }
            }
            Event::Scalar(value, ..) if depth == 1 => match key.take() {
                None => {
                    fields.entry(value.to_string()).or_default();
                    key = Some(value.into_owned());
                }
                Some(name) => fields.entry(name).or_default().push(one_line(value.into_owned())),
            },
            Event::Scalar(value, ..) if in_list && depth == 2 => {
                if let Some(name) = &key {
                    fields.entry(name.clone()).or_default().push(one_line(value.into_owned()));
                }
            }
            Event::Alias(_) if depth == 1 => key = None,
            _ => {}
        }
    }
    Ok(FrontMatter { fields })
}

impl FrontMatter {
    /// Adds a value to a field. Empty values are ignored.
    pub(crate) fn add(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        if !value.trim().is_empty() {
            let value = one_line(composed(&value).into_owned());
            self.fields.entry(name.to_owned()).or_default().push(value);
        }
    }

    /// The first of these fields that has a value.
    pub(crate) fn text(&self, names: &[&str]) -> Option<&str> {
        names
            .iter()
            .filter_map(|name| self.fields.get(*name)?.first())
            .map(|value| value.trim())
            .find(|value| !value.is_empty())
    }

    /// All values of a field, in order.
    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        let values = self.fields.get(name).into_iter().flatten();
        values.map(|value| value.trim()).filter(|value| !value.is_empty()).collect()
    }

    /// The value of a required field.
    pub(crate) fn required(&self, names: &[&str]) -> Result<&str, Finding> {
        self.text(names).ok_or_else(|| {
            Finding::new(
                "머리말",
                format!(
                    "{} 항목이 없거나 비었습니다. 채워 넣고 다시 가져오십시오.",
                    names.join("·")
                ),
            )
        })
    }

    /// A required date: `2026-04-07`, `2026.4.7`, `2026. 4. 7.`, `20260407`.
    pub(crate) fn required_date(&self, names: &[&str]) -> Result<Date, Finding> {
        let text = self.required(names)?;
        date(text).ok_or_else(|| wrong_date(names, text))
    }

    /// An optional date. A malformed date is an error.
    pub(crate) fn optional_date(&self, names: &[&str]) -> Result<Option<Date>, Finding> {
        let Some(text) = self.text(names) else { return Ok(None) };
        date(text).map(Some).ok_or_else(|| wrong_date(names, text))
    }

    /// The value of a yes/no field. A missing field means no.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        matches!(self.text(&[name]), Some("true" | "yes" | "예"))
    }
}

/// Joins a value to one line, because document names and identifiers are single lines.
fn one_line(value: String) -> String {
    if value.contains(char::is_control) {
        return value.split(char::is_control).map(str::trim).collect::<Vec<_>>().join(" ");
    }
    value
}

fn wrong_date(names: &[&str], text: &str) -> Finding {
    Finding::new(
        "머리말",
        format!(
            "{} 항목의 날짜 '{}'을(를) 읽을 수 없습니다. 2026-04-07 꼴로 고치십시오.",
            names.join("·"),
            shortened(text)
        ),
    )
}

/// Parses a calendar date as written by law.go.kr or by people.
pub(crate) fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    let digits_only = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = if digits_only {
        vec![text.get(..4)?, text.get(4..6)?, text.get(6..)?]
    } else {
        text.split(['-', '.', '/', ' ']).filter(|part| !part.is_empty()).collect()
    };
    let [year, month, day] = parts.as_slice() else { return None };
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn check_field(block: &str, name: &str, expected: Option<&str>) {
        let text = format!("---\n{block}---\nbody\n");
        let front = split(&text).unwrap().front.unwrap();
        assert_eq!(front.text(&[name]), expected, "{block:?}");
    }

    #[test]
    fn values_stay_text() {
        check_field("법령ID: '001788'\n", "법령ID", Some("001788"));
        check_field("법령ID: 001788\n", "법령ID", Some("001788"));
        check_field("제목: \"가: 나\"\n", "제목", Some("가: 나"));
        check_field("제목: 긴 제목의\n  뒷부분\n", "제목", Some("긴 제목의 뒷부분"));
        check_field("제목: \"긴 제목의\\n 뒷부분\"\n", "제목", Some("긴 제목의 뒷부분"));
        check_field("소관부처:\n- 보건복지부\n- 교육부\n", "소관부처", Some("보건복지부"));
        check_field("구분: ''\n", "구분", None);
        check_field("첨부:\n- 제목: 별표\n  쪽: 3\n제목: 법\n", "제목", Some("법"));
        check_field("a:\n  제목: 속\n제목: 밖\n", "제목", Some("밖"));
    }

    #[test]
    fn lists_keep_their_order() {
        let front = split("---\nkinds: [V3, V5]\n---\n").unwrap().front.unwrap();
        assert_eq!(front.fields["kinds"], ["V3", "V5"]);
    }

    #[test]
    fn body_and_line_count_follow_the_block() {
        let split_text = split("---\na: 1\n---\n\n# 법\n").unwrap();
        assert_eq!((split_text.body, split_text.lines_above), ("\n# 법\n", 3));
        let none = split("# 법\n").unwrap();
        assert!(none.front.is_none());
        assert_eq!((none.body, none.lines_above), ("# 법\n", 0));
    }

    #[test]
    fn broken_blocks_are_refused() {
        assert!(split("---\na: 1\n").is_err());
        assert!(split("---\na: [1\n---\n").is_err());
        assert!(split("---\na: 'x\n---\n").is_err());
    }

    #[test]
    fn dates_as_people_write_them() {
        let expected = Date::new(2026, 4, 7).ok();
        for text in ["2026-04-07", "2026.4.7", "2026. 4. 7.", "20260407", "2026/4/7"] {
            assert_eq!(date(text), expected, "{text}");
        }
        for text in ["", "2026-13-01", "2026-04", "사월", "2026-02-30", "202604071"] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
