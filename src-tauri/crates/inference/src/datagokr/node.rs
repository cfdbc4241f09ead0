use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A JSON value whose fields keep their order, which becomes the order of a row's columns.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// Null, a boolean, a number or a text.
    Plain(serde_json::Value),
    /// An array.
    List(Vec<Node>),
    /// An object.
    Fields(Vec<(String, Node)>),
}

impl Node {
    /// Returns the first field of this name, of an object.
    pub(super) fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Fields(fields) => fields.iter().find(|(it, _)| it == name).map(|(_, node)| node),
            _ => None,
        }
    }

    /// Returns a text, or a number as text; empty for anything else.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Plain(serde_json::Value::String(text)) => text.trim().to_owned(),
            Self::Plain(serde_json::Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    }

    /// Returns whether this is null or an empty text.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Plain(serde_json::Value::Null) => true,
            Self::Plain(serde_json::Value::String(text)) => text.trim().is_empty(),
            _ => false,
        }
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(value) => value.serialize(serializer),
            Self::List(nodes) => nodes.serialize(serializer),
            Self::Fields(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, node) in fields {
                    map.serialize_entry(name, node)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reading)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Plain(serde_json::Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Plain(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Plain(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Plain(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Plain(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Plain(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut fields = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            fields.push(entry);
        }
        Ok(Node::Fields(fields))
    }
}
