//! Reads small XML documents as trees. Depth and size are limited. Document type declarations and custom
//! entities are rejected.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use crate::text::shortened;

/// Maximum nesting depth of elements.
const DEEPEST: usize = 160;
/// Maximum number of elements and texts in a document.
const MOST_NODES: usize = 1_500_000;

/// An element with its local name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Element {
    /// The name without its prefix.
    pub name: Box<str>,
    attributes: Box<[(Box<str>, Box<str>)]>,
    /// The contents in order.
    pub children: Vec<Node>,
}

/// A child of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    /// A child element.
    Element(Element),
    /// Text between elements.
    Text(Box<str>),
}

impl Element {
    /// The value of an attribute, given its local name.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| &**key == name).map(|(_, value)| &**value)
    }

    /// The value of an attribute as a number.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.attribute(name)?.trim().parse().ok()
    }

    /// The child elements.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The child elements with a given name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.elements().filter(move |element| &*element.name == name)
    }

    /// The first child element with a given name.
    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.elements().find(|element| &*element.name == name)
    }

    /// The first element along a path of names.
    pub(crate) fn path(&self, names: &[&str]) -> Option<&Element> {
        names.iter().try_fold(self, |element, name| element.child(name))
    }

    /// Whether any descendant satisfies a condition.
    pub(crate) fn any_below(&self, condition: &dyn Fn(&Element) -> bool) -> bool {
        self.elements().any(|element| condition(element) || element.any_below(condition))
    }

    /// Collects all descendants with a given name in order, without looking inside them.
    pub(crate) fn below<'a>(&'a self, name: &str, found: &mut Vec<&'a Element>) {
        for element in self.elements() {
            if &*element.name == name {
                found.push(element);
            } else {
                element.below(name, found);
            }
        }
    }

    /// All text in the element.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.push_text(&mut text);
        text
    }

    fn push_text(&self, text: &mut String) {
        for node in &self.children {
            match node {
                Node::Text(words) => text.push_str(words),
                Node::Element(element) => element.push_text(text),
            }
        }
    }
}

/// Parses a document and returns its root element.
///
/// # Errors
/// Returns a description of the error for developers.
pub(crate) fn parse(xml: &str) -> Result<Element, String> {
    let mut reader = Reader::from_str(xml.trim_start());
    let mut open: Vec<Element> = vec![Element::default()];
    let mut nodes = 0usize;
    loop {
        nodes += 1;
        if nodes > MOST_NODES {
            return Err(format!("more than {MOST_NODES} nodes"));
        }
        let event = reader.read_event().map_err(shortened)?;
        match event {
            Event::Start(start) => {
                if open.len() > DEEPEST {
                    return Err(format!("deeper than {DEEPEST} elements"));
                }
                open.push(element(&start)?);
            }
            Event::Empty(start) => {
                let element = element(&start)?;
                add(&mut open, Node::Element(element));
            }
            Event::End(_) => match open.pop() {
                Some(element) if !open.is_empty() => add(&mut open, Node::Element(element)),
                _ => return Err("more ends than starts".to_owned()),
            },
            Event::Text(text) => add_text(&mut open, &text.xml10_content()),
            Event::CData(text) => add_text(&mut open, &text.xml10_content()),
            Event::GeneralRef(reference) => {
                let named = match &*reference.xml10_content() {
                    "lt" => Some('<'),
                    "gt" => Some('>'),
                    "amp" => Some('&'),
                    "quot" => Some('"'),
                    "apos" => Some('\''),
                    _ => reference.resolve_char_ref().map_err(shortened)?,
                };
                let c = named.ok_or("an entity of its own")?;
                add_text(&mut open, c.encode_utf8(&mut [0; 4]));
            }
            Event::DocType(_) => return Err("a document type declaration".to_owned()),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => break,
        }
    }
    if open.len() != 1 {
        return Err("the document ends too early".to_owned());
    }
    let root = open.pop().and_then(|document| {
        document.children.into_iter().find_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    });
    root.ok_or_else(|| "no element".to_owned())
}

fn element(start: &BytesStart<'_>) -> Result<Element, String> {
    let mut attributes = Vec::new();
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(shortened)?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(shortened)?;
        attributes.push((attribute.key.local_name().into_inner().into(), value.as_ref().into()));
    }
    let name = start.local_name().into_inner().into();
    Ok(Element { name, attributes: attributes.into(), children: Vec::new() })
}

fn add(open: &mut [Element], node: Node) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(node);
    }
}

fn add_text(open: &mut [Element], words: &str) {
    if words.is_empty() {
        return;
    }
    add(open, Node::Text(words.into()));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn trees_keep_words_and_attributes() {
        let root = parse(
            "<?xml version='1.0'?>\n<w:a w:b=' 7 '><!-- x --><c>가 &lt;&#xB098;</c><c/><![CDATA[<다>]]></w:a>",
        );
        let root = root.unwrap();
        assert_eq!((&*root.name, root.number("b")), ("a", Some(7)));
        assert_eq!(root.text(), "가 <나<다>");
        assert_eq!(root.all("c").count(), 2);
    }

    #[test]
    fn hostile_documents_are_refused() {
        for xml in [
            "",
            "가",
            "<a>",
            "<a></b>",
            "</a>",
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
            "<a>&x;</a>",
            "<a b=&/>",
        ] {
            assert!(parse(xml).is_err(), "{xml}");
        }
        assert!(parse(&format!("{}{}", "<a>".repeat(500), "</a>".repeat(500))).is_err());
    }
}
