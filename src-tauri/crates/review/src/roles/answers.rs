//! Cleans the text of a model's answer before anybody sees it.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use simui_domain::Span;

/// Longest reason, in characters.
const LONGEST_REASON: usize = 300;

/// Returns a model's reason as it may be shown: one line without invisible characters, at most
/// [`LONGEST_REASON`] characters.
pub(super) fn reason(words: &str) -> String {
    let visible = words.chars().filter(|c| !simui_domain::is_hidden(*c));
    let line: String = visible.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_REASON) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Returns the span of the first exact occurrence of `words` in `text`; `None` for blank words.
pub(super) fn place(words: &str, text: &str) -> Option<Span> {
    let words = words.trim();
    if words.is_empty() {
        return None;
    }
    let start = text.get(..text.find(words)?)?.chars().count();
    Some(Span { start, end: start + words.chars().count() })
}

pub(super) fn overlap(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// Reads an answer as its type. It fits the requested schema; an answer that still does not fit the type
/// counts as empty.
pub(super) fn read<T: DeserializeOwned + Default>(answer: &Value) -> T {
    serde_json::from_value(answer.clone()).unwrap_or_default()
}

/// Returns the fields of an object; none for any other value.
pub(super) fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_where_they_stand_or_nowhere() {
        let text = "국내 유일, 국내 최초";
        assert_eq!(place(" 국내 ", text), Some(Span { start: 0, end: 2 }));
        assert_eq!(place("최초", text), Some(Span { start: 10, end: 12 }));
        for words in ["", " ", "국내유일", "세계 최초"] {
            assert_eq!(place(words, text), None, "{words:?}");
        }
    }

    #[test]
    fn a_reason_is_one_short_line() {
        assert_eq!(reason(" 효과를\n\u{200B}장담함 "), "효과를 장담함");
        assert_eq!(reason(&"가".repeat(1000)).chars().count(), LONGEST_REASON + 1);
    }
}
