//! Normalises incoming text: decoded, with Hangul composed (NFC). Requests pass here in
//! [`Desk::call`](crate::Desk::call); lines and files of the command line pass here before they become
//! requests.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use simui_corpus::{Finding, TextLine, TextLines, composed, decode_as_written, decode_text};

/// Fields that are not normalised: file names as the disk has them, passwords as typed, encoded bytes.
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

/// Operations whose text is not normalised, because their answers have offsets into it, and because an
/// advertisement is evidence.
const AS_WRITTEN: [&str; 4] = ["submit", "revise", "read_ads", "extract"];

/// Normalises the text of a request, unless the operation needs it as written.
pub(crate) fn compose_request(operation: &str, request: &mut Value) {
    if !AS_WRITTEN.contains(&operation) {
        compose(request);
    }
}

/// Normalises the text of a value at any depth.
fn compose(request: &mut Value) {
    match request {
        Value::String(text) => {
            if let Cow::Owned(nfc) = composed(text) {
                *text = nfc;
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

/// Parses JSON and normalises its text, escapes such as `\u1100\u1161` included.
///
/// # Errors
/// The text is no JSON, or not of this form.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    let text = composed(text);
    // Without escapes, the text itself can be normalised, and errors then name the right column.
    if !text.contains("\\u") {
        return serde_json::from_str(&text);
    }
    let mut value: Value = serde_json::from_str(&text)?;
    compose(&mut value);
    serde_json::from_value(value)
}

/// Returns JSON with normalised text. Text that is no JSON is returned unchanged, so that its reader reports
/// the error.
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
