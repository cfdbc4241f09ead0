//! Parses JSON into the same tree as the XML answer.
//!
//! law.go.kr writes a single child as an object and several as an array, numbers as text or as numbers, and a
//! text as a string, an array of lines, or an array of such arrays. The order of fields is kept, and repeated
//! fields are kept.

use std::cell::Cell;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::tree::{DEEPEST, MOST_NODES, Node};
use crate::reading::Finding;

/// Field with the text of an element that has attributes.
const OWN_TEXT: &str = "content";

/// Returns the first field of an object; `None` for other text.
pub(super) fn first_field(text: &str) -> Option<String> {
    let rest = text.trim_start().strip_prefix('{')?.trim_start();
    let mut escaped = false;
    let end = rest.char_indices().skip(1).take(200).find_map(|(at, c)| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes.then_some(at)
    })?;
    serde_json::from_str(rest.get(..=end)?).ok()
}

/// Returns the object as an unnamed node, or its only field.
pub(super) fn tree(text: &str) -> Result<Node, Finding> {
    let count = Cell::new(0);
    let mut json = serde_json::Deserializer::from_str(text);
    let value = Seed { count: &count, depth: 0 }.deserialize(&mut json).map_err(|e| broken(&e))?;
    json.end().map_err(|error| broken(&error))?;
    let mut node = value.named(String::new());
    let wraps = matches!(node.children.as_slice(), [_]) && node.text.is_empty();
    Ok(if wraps { node.children.pop().unwrap_or_default() } else { node })
}

fn broken(error: &serde_json::Error) -> Finding {
    Finding::new(
        format!("line {}", error.line()),
        format!(
            "JSON이 온전하지 않습니다({error}). 글이 빠졌을 수 있어 읽지 않았습니다. 다시 받아 가져오십시오."
        ),
    )
}

enum Value {
    Text(String),
    Object(Node),
    List(Vec<Value>),
}

impl Value {
    /// Converts the value to a node of this name; a list becomes its lines.
    fn named(self, name: String) -> Node {
        match self {
            Value::Text(text) => Node::with_text(name, text),
            Value::Object(node) => Node { name, ..node },
            Value::List(values) => {
                let mut node = Node::new(name.clone());
                let mut lines = Vec::new();
                for value in values {
                    let inner = value.named(name.clone());
                    lines.push(inner.text);
                    node.children.extend(inner.children);
                }
                node.text = lines.join("\n");
                node
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Seed<'a> {
    count: &'a Cell<usize>,
    depth: usize,
}

impl Seed<'_> {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        self.count.set(self.count.get() + 1);
        if self.depth >= DEEPEST || self.count.get() > MOST_NODES {
            return Err(E::custom("요소가 너무 많거나 깊음"));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Text(String::new()))
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

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Text(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element_seed(self.deeper()?)? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut node = Node::default();
        while let Some(name) = map.next_key::<String>()? {
            match map.next_value_seed(self.deeper()?)? {
                // An array of objects or strings repeats the element; an array inside is one text.
                Value::List(values) => {
                    node.children.extend(values.into_iter().map(|value| value.named(name.clone())));
                }
                Value::Text(text) if name == OWN_TEXT => node.text.push_str(&text),
                value => node.children.push(value.named(name)),
            }
        }
        Ok(Value::Object(node))
    }
}
