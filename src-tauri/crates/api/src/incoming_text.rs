//! Words that come in from outside, in one form: decoded, and Hangul put together (NFC). Requests pass here in
//! [`Desk::call`](crate::Desk::call); lines and files of the command line pass here before they become requests.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use simui_corpus::{Finding, TextLine, TextLines, composed, decode_as_written, decode_text};

/// Fields whose letters are not words: names of files as the disk has them, passwords as they were typed, encoded bytes.
const NO_WORDS: [&str; 11] = [
    "path",
    "paths",
    "folder",
    "library",
    "mrconso",
    "mrsty",
    "cdb",
    "password",
    "current",
    "passphrase",
    "base64",
];

/// Operations whose text stays as it was written: their answers count its letters, and an advertisement is evidence.
const AS_WRITTEN: [&str; 4] = ["submit", "revise", "read_ads", "extract"];

/// Puts the words of a request together, unless the operation takes them as they were written.
pub(crate) fn compose_request(operation: &str, request: &mut Value) {
    if !AS_WRITTEN.contains(&operation) {
        compose(request);
    }
}

/// Puts the words of a request together, at any depth.
fn compose(request: &mut Value) {
    match request {
        Value::String(text) => {
            if let Cow::Owned(whole) = composed(text) {
                *text = whole;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(compose),
        Value::Object(fields) => {
            let words = fields.iter_mut().filter(|(name, _)| !NO_WORDS.contains(&name.as_str()));
            words.for_each(|(_, value)| compose(value));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A value of JSON whose words are put together, also those that are written as `\u1100\u1161`.
///
/// # Errors
/// The text is no JSON, or not of this form.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    let text = composed(text);
    // Without escapes there is nothing that the text itself does not show, and errors name their column.
    if !text.contains("\\u") {
        return serde_json::from_str(&text);
    }
    let mut value: Value = serde_json::from_str(&text)?;
    compose(&mut value);
    serde_json::from_value(value)
}

/// The text of JSON with its words put together. What is no JSON comes back as it is, for its reader to refuse.
pub(crate) fn composed_json(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") {
        return composed(text);
    }
    match from_json::<Value>(text) {
        Ok(value) => Cow::Owned(value.to_string()),
        Err(_) => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use serde_json::json;

    use super::*;

    const APART: &str = "\u{1100}\u{1161}\u{11A8}";

    #[test]
    fn words_are_put_together_and_names_of_files_are_not() {
        let mut request = json!({
            "title": APART, "list": [APART, {"note": APART}], "paths": [APART], "count": 3,
            "settings": {"library": APART, "name": APART},
        });
        compose(&mut request);
        assert_eq!(
            request,
            json!({
                "title": "각", "list": ["각", {"note": "각"}], "paths": [APART], "count": 3,
                "settings": {"library": APART, "name": "각"},
            })
        );
    }

    #[test]
    fn json_says_the_same_with_and_without_escapes() {
        for text in [
            "{\"a\":\"각\"}".to_owned(),
            format!("{{\"a\":\"{APART}\"}}"),
            "{\"a\":\"\\u1100\\u1161\\u11a8\"}".to_owned(),
        ] {
            assert_eq!(from_json::<Value>(&text).unwrap(), json!({"a": "각"}), "{text}");
        }
        assert!(from_json::<Value>("{\"a\":\"\\u11\"}").is_err());
    }
}
