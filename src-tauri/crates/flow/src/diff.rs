//! Differences between two JSON values.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// One place where two JSON values differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Difference {
    /// JSON pointer (RFC 6901) to the place, for example `/claims/2/text`.
    pub path: String,
    /// The value on the left; `None` if there is none.
    #[ts(type = "unknown")]
    pub left: Option<Value>,
    /// The value on the right; `None` if there is none.
    #[ts(type = "unknown")]
    pub right: Option<Value>,
}

/// Every place where two values differ, in order of appearance. Lists are compared by position.
pub fn differences(left: &Value, right: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare("", Some(left), Some(right), &mut found);
    found
}

fn compare(path: &str, left: Option<&Value>, right: Option<&Value>, found: &mut Vec<Difference>) {
    match (left, right) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let only_right = b.keys().filter(|key| !a.contains_key(*key));
            for key in a.keys().chain(only_right) {
                let escaped = key.replace('~', "~0").replace('/', "~1");
                compare(&format!("{path}/{escaped}"), a.get(key), b.get(key), found);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for at in 0..a.len().max(b.len()) {
                compare(&format!("{path}/{at}"), a.get(at), b.get(at), found);
            }
        }
        _ if left == right => {}
        _ => found.push(Difference {
            path: path.to_owned(),
            left: left.cloned(),
            right: right.cloned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::differences;

    fn check(left: Value, right: Value, paths: &[&str]) {
        let found: Vec<String> = differences(&left, &right).into_iter().map(|d| d.path).collect();
        assert_eq!(found, paths, "{left} / {right}");
    }

    #[test]
    fn names_every_differing_place() {
        check(json!({"a": 1}), json!({"a": 1}), &[]);
        check(json!({"a": 1}), json!({"a": 2, "b": 0}), &["/a", "/b"]);
        check(json!({"c": [1, {"t": "x"}]}), json!({"c": [1, {"t": "y"}, 3]}), &["/c/1/t", "/c/2"]);
        check(json!({"a/b": {"~": 1}}), json!({"a/b": {"~": null}}), &["/a~1b/~0"]);
        check(json!([1]), json!({"0": 1}), &[""]);
        check(json!({"a": null}), json!({}), &["/a"]);
    }
}
