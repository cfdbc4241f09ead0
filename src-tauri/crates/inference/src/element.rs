//! A small XML tree, for answers of public services.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;

/// An XML element with its children, without attributes, which the services do not use.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Element {
    pub name: String,
    /// Text of the element itself, trimmed.
    pub text: String,
    pub children: Vec<Element>,
}

/// Deepest nesting that is accepted; bounds the stack.
const DEEPEST: usize = 64;

impl Element {
    /// Parses a complete document and returns its root.
    ///
    /// # Errors
    /// Describes what is wrong; an incomplete document is an error.
    pub(crate) fn parse(body: &[u8]) -> Result<Self, String> {
        let text =
            std::str::from_utf8(body).map_err(|error| format!("it is not UTF-8 ({error})"))?;
        let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
        let mut open: Vec<Element> = vec![Element::default()];
        loop {
            let at = reader.buffer_position();
            let event = reader.read_event().map_err(|error| format!("byte {at}: {error}"))?;
            let top = open.last_mut().ok_or("an end without a beginning")?;
            match event {
                Event::Start(tag) => {
                    if open.len() > DEEPEST {
                        return Err(format!("byte {at}: more than {DEEPEST} elements deep"));
                    }
                    open.push(Self::named(tag.name().as_ref()));
                }
                Event::Empty(tag) => top.children.push(Self::named(tag.name().as_ref())),
                Event::End(_) => {
                    let mut done = open.pop().ok_or("an end without a beginning")?;
                    done.text = done.text.trim().to_owned();
                    open.last_mut().ok_or("an end without a beginning")?.children.push(done);
                }
                Event::Text(text) => top.text.push_str(&text),
                Event::CData(text) => top.text.push_str(&text),
                Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                    Ok(Some(c)) => top.text.push(c),
                    _ => top.text.push_str(resolve_predefined_entity(&reference).ok_or_else(
                        || format!("byte {at}: the entity {} is unknown", &*reference),
                    )?),
                },
                Event::Decl(_) | Event::Comment(_) | Event::PI(_) | Event::DocType(_) => {}
                Event::Eof => break,
            }
        }
        let document = open.pop().filter(|_| open.is_empty()).ok_or("it breaks off")?;
        let mut roots = document.children.into_iter();
        roots.next().ok_or_else(|| "there is no element in it".into())
    }

    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Returns the text of the first child of this name; empty when there is none.
    pub(crate) fn field(&self, name: &str) -> &str {
        self.children.iter().find(|child| child.name == name).map_or("", |child| &child.text)
    }

    /// Returns the message of a refusal: plain text instead of a document, or a result with a message.
    pub(crate) fn refusal(&self) -> Option<String> {
        if self.children.is_empty() {
            return Some(if self.text.is_empty() {
                "it is empty".into()
            } else {
                self.text.clone()
            });
        }
        let flat = self.children.iter().all(|child| child.children.is_empty());
        let has = |name: &str| self.children.iter().any(|child| child.name == name);
        let message = [self.field("result"), self.field("msg")].join(" ");
        (flat && has("msg")).then(|| message.trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

    use super::*;

    #[test]
    fn text_entities_and_cdata_are_read() {
        let root = Element::parse(
            "\u{feff}<?xml version=\"1.0\"?><a><b> 가&amp;나 <![CDATA[<다>]]>&#44032;</b><c/></a>"
                .as_bytes(),
        );
        let root = root.unwrap();
        assert_eq!((root.field("b"), root.field("c"), root.field("x")), ("가&나 <다>가", "", ""));
    }

    #[test]
    fn what_is_not_whole_is_an_error() {
        let deep = "<a>".repeat(100) + &"</a>".repeat(100);
        for text in ["", "<a>", "<a><b></a>", "</a>", "<a>&unknown;</a>", deep.as_str()] {
            assert!(Element::parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(Element::parse(b"<a>\xff</a>").is_err());
    }

    #[test]
    fn refusals_are_told_from_documents() {
        let refusal = |text: &str| Element::parse(text.as_bytes()).unwrap().refusal();
        assert_eq!(refusal("<Law>없습니다.</Law>").as_deref(), Some("없습니다."));
        assert_eq!(
            refusal("<r><result>실패</result><msg>이유</msg></r>").as_deref(),
            Some("실패 이유")
        );
        assert_eq!(refusal("<법령><조문><조문단위/></조문></법령>"), None);
    }

    proptest::proptest! {
        #[test]
        fn nothing_panics(body in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let _ = Element::parse(&body);
        }

        #[test]
        fn broken_documents_do_not_panic(cut in 0_usize..60, with in "[<>&;/a-c 가]{0,6}") {
            let text = "<a><b>가&amp;</b><!-- --><c><![CDATA[x]]></c></a>";
            let cut = text.floor_char_boundary(cut);
            let _ = Element::parse(format!("{}{with}{}", &text[..cut], &text[cut..]).as_bytes());
        }
    }
}
