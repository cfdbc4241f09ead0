//! Extracts the JSON object from an answer: bare, in a code fence, after reasoning, or with a superfluous
//! comma.

use serde_json::Value;

/// Most opening braces from which an object is tried.
const MAX_STARTS: usize = 16;

/// Returns the first JSON object of a text.
pub(super) fn object_in(text: &str) -> Option<Value> {
    let text = after_thoughts(text);
    if let Some(value) = read(text.trim()) {
        return Some(value);
    }
    let starts = text.char_indices().filter(|(_, c)| *c == '{').take(MAX_STARTS);
    starts
        .filter_map(|(start, _)| balanced(text.get(start..)?))
        .find_map(|part| read(part).or_else(|| read(&mended(part))))
}

fn read(text: &str) -> Option<Value> {
    serde_json::from_str::<Value>(text).ok().filter(Value::is_object)
}

/// Returns the text after the model's reasoning.
fn after_thoughts(text: &str) -> &str {
    text.rsplit_once("</think>").map_or(text, |(_, answer)| answer)
}

/// Returns the text from the opening brace at its start to the matching one.
fn balanced(text: &str) -> Option<&str> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return text.get(..=at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Repairs unambiguous mistakes of models: removes commas before a closing bracket and escapes line breaks
/// inside strings.
fn mended(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '\n' if quoted => {
                mended.push_str("\\n");
                continue;
            }
            '\t' if quoted => {
                mended.push_str("\\t");
                continue;
            }
            '}' | ']' if !quoted => {
                let kept = mended.trim_end().trim_end_matches(',').len();
                mended.truncate(kept);
            }
            _ => {}
        }
        mended.push(c);
    }
    mended
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(text: &str, expected: Option<Value>) {
        assert_eq!(object_in(text), expected, "{text:?}");
    }

    #[test]
    fn the_object_is_found_wherever_it_stands() {
        let a = || Some(json!({ "a": ["가", "}"] }));
        check(r#"{"a":["가","}"]}"#, a());
        check("답: ```json\n{\"a\": [\"가\", \"}\"]}\n``` 입니다", a());
        check("<think>{\"a\": 1}</think>\n{\"a\": [\"가\", \"}\"]}", a());
        check("{\"a\": [\"가\", \"}\",],}", a());
        check("{참고} {\"a\":[\"가\",\"}\"]}", a());
        check("{\"a\": \"첫\n줄\"}", Some(json!({ "a": "첫\n줄" })));
        check(r#"{"a":"\"{"}"#, Some(json!({ "a": "\"{" })));
    }

    #[test]
    fn what_is_no_object_is_none() {
        for text in ["", "아니요", "[1]", "{\"a\": ", "{\"a\" 1}", "}}}{", "{{{{"] {
            check(text, None);
        }
        check(&"{".repeat(100_000), None);
        check(&format!("{}{}", "[".repeat(50_000), "]".repeat(50_000)), None);
    }
}
