//! Parses XML into a tree. DTDs and external entities are not followed; `<img>` and `<br>` stay in the text.

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::tree::{DEEPEST, MOST_NODES, Node, too_large};
use crate::reading::Finding;
use crate::text::shortened;

/// Elements that belong to the surrounding text.
const INLINE: [&str; 2] = ["img", "br"];

/// Returns the name of the root element; `None` when there is none.
pub(super) fn root_name(text: &str) -> Option<String> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) | Event::Empty(tag) => return Some(name_of(&tag)),
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// Parses the root element with its content.
pub(super) fn tree(text: &str) -> Result<Node, Finding> {
    let mut reader = Reader::from_str(text);
    let mut above = vec![Node::default()];
    let mut count = 0usize;
    loop {
        let event = reader
            .read_event()
            .map_err(|error| broken(text, reader.error_position(), &shortened(error)))?;
        match event {
            Event::Start(tag) => {
                let node = opened(&tag, &mut count);
                above.push(node);
                if above.len() > DEEPEST || count > MOST_NODES {
                    return Err(too_large());
                }
            }
            Event::Empty(tag) => {
                let node = opened(&tag, &mut count);
                if count > MOST_NODES {
                    return Err(too_large());
                }
                close(&mut above, node);
            }
            Event::End(_) => {
                if let Some(node) = above.pop().filter(|_| !above.is_empty()) {
                    close(&mut above, node);
                }
            }
            Event::Text(words) => append(&mut above, &words.into_inner()),
            Event::CData(words) => append(&mut above, &words.into_inner()),
            Event::GeneralRef(reference) => append(&mut above, &referred(&reference)),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof => break,
        }
    }
    let mut document = above.pop().filter(|_| above.is_empty()).ok_or_else(|| {
        broken(text, u64::try_from(text.len()).unwrap_or(u64::MAX), "닫히지 않은 요소")
    })?;
    match (document.children.pop(), document.children.is_empty()) {
        (Some(root), true) => Ok(root),
        _ => Err(broken(text, 0, "뿌리 요소가 하나가 아님")),
    }
}

fn name_of(tag: &BytesStart<'_>) -> String {
    tag.local_name().as_ref().to_owned()
}

/// Makes a node with its attributes as children.
fn opened(tag: &BytesStart<'_>, count: &mut usize) -> Node {
    let mut node = Node::new(name_of(tag));
    *count += 1;
    for attribute in tag.attributes().with_checks(false).flatten() {
        let name = attribute.key.local_name().as_ref().to_owned();
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_or_else(|_| attribute.value.as_ref().to_owned(), std::borrow::Cow::into_owned);
        *count += 1;
        node.children.push(Node::with_text(name, value));
    }
    node
}

/// Adds a finished node to its parent; an image or a line break to its parent's text.
fn close(above: &mut [Node], node: Node) {
    let Some(parent) = above.last_mut() else { return };
    if !INLINE.contains(&node.name.to_lowercase().as_str()) {
        parent.children.push(node);
        return;
    }
    if node.name.eq_ignore_ascii_case("br") {
        parent.text.push('\n');
        parent.text.push_str(&node.text);
        return;
    }
    parent.text.push_str("<img");
    for attribute in &node.children {
        let value = attribute.text.replace(['<', '>', '"'], " ");
        parent.text.push_str(&format!(" {}=\"{value}\"", attribute.name));
    }
    parent.text.push('>');
    parent.text.push_str(&node.text);
    parent.text.push_str("</img>");
}

fn append(above: &mut [Node], words: &str) {
    // Text outside of the root element is white space.
    if let Some(node) = above.last_mut() {
        node.text.push_str(words);
    }
}

/// Decodes `&#44032;` or `&lt;`; unknown references are kept.
fn referred(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return character.to_string();
    }
    let name = reference.borrow().into_inner();
    quick_xml::escape::resolve_xml_entity(&name).map_or_else(|| format!("&{name};"), str::to_owned)
}

fn broken(text: &str, at: u64, why: &str) -> Finding {
    let at = usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
    let line = text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    Finding::new(
        format!("line {line}"),
        format!(
            "XML이 온전하지 않습니다({why}). 글이 빠졌을 수 있어 읽지 않았습니다. 다시 받아 가져오십시오."
        ),
    )
}
