//! Converts the parts of an XML element to the fields of a record.

use quick_xml::events::BytesStart;

use super::value::Value;

/// Names and values in file order.
pub(super) type Fields = Vec<(String, Value)>;

/// The name of an element without its namespace.
pub(super) fn name(start: &BytesStart<'_>) -> String {
    start.local_name().into_inner().to_owned()
}

/// Text between the elements of a record, as a field.
pub(super) fn loose(words: &str) -> (String, Value) {
    ("글".to_owned(), Value::Text(words.trim().to_owned()))
}

/// A record with the attributes of its element placed before its fields.
pub(super) fn with_attributes(start: &BytesStart<'_>, value: Value) -> Value {
    match value {
        Value::Record(fields) => Value::Record(attributes(start, "").chain(fields).collect()),
        other => other,
    }
}

/// Attributes as fields, except those that belong to XML itself.
pub(super) fn attributes(
    start: &BytesStart<'_>,
    prefix: &str,
) -> impl Iterator<Item = (String, Value)> {
    let found: Vec<_> = start
        .attributes()
        .with_checks(false)
        .flatten()
        .filter(|it| !it.key.0.starts_with("xml"))
        .map(|attribute| {
            let words = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
            let words =
                words.map_or_else(|_| attribute.value.to_string(), std::borrow::Cow::into_owned);
            (format!("{prefix}{}", attribute.key.local_name().into_inner()), Value::Text(words))
        })
        .collect();
    found.into_iter()
}

/// Merges repeated elements into one list.
pub(super) fn grouped(fields: Fields) -> Fields {
    let mut found: Fields = Vec::with_capacity(fields.len());
    let mut places: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for (name, value) in fields {
        match places.get(&name).and_then(|at| found.get_mut(*at)) {
            Some((_, Value::List(items))) => items.push(value),
            Some((_, first)) => {
                let before = std::mem::replace(first, Value::Empty);
                *first = Value::List(vec![before, value]);
            }
            None => {
                places.insert(name.clone(), found.len());
                found.push((name, value));
            }
        }
    }
    found
}
