//! A value read from JSON or XML: text, lists and records. Keeps the file order and repeated names.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Above this value an `f64` no longer represents every integer exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Maximum length in bytes of a path that is used as a column name.
const LONGEST_PATH: usize = 300;

/// Text, lists and records.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// `null` or an empty element.
    Empty,
    /// A string, or a number or boolean as text.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Record(Vec<(String, Value)>),
}

/// Calls `found` with the path and text of every field of a record: `sections.판시사항`, `원료.2.이름`. A list of
/// texts is one text with one entry per line.
pub(super) fn flatten(value: Value, found: &mut impl FnMut(String, String)) {
    walk(String::new(), value, found);
}

fn walk(path: String, value: Value, found: &mut impl FnMut(String, String)) {
    if path.len() > LONGEST_PATH {
        // The table rejects a record with a name this long, so its nested values would only use memory.
        found(path, String::new());
        return;
    }
    let below =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Empty => found(path, String::new()),
        Value::Text(text) => found(path, text),
        Value::Record(fields) => {
            for (name, value) in fields {
                walk(below(&name), value, found);
            }
        }
        Value::List(items) => {
            if items.iter().all(|item| matches!(item, Value::Text(_) | Value::Empty)) {
                let texts = items.into_iter().filter_map(|item| match item {
                    Value::Text(text) => Some(text),
                    _ => None,
                });
                found(path, texts.collect::<Vec<_>>().join("\n"));
                return;
            }
            for (index, item) in items.into_iter().enumerate() {
                walk(below(&(index + 1).to_string()), item, found);
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Empty)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Text(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Text(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Text(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        if value.abs() > EXACT {
            return Err(E::custom("숫자가 너무 커서 자릿수를 잃습니다. 따옴표로 감싸십시오"));
        }
        Ok(Value::Text(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut found = Vec::new();
        while let Some(item) = items.next_element()? {
            found.push(item);
        }
        Ok(Value::List(found))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut found = Vec::new();
        while let Some(field) = fields.next_entry()? {
            found.push(field);
        }
        Ok(Value::Record(found))
    }
}
