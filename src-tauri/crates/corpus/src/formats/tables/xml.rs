//! Reads XML with repeated items as a table: the envelope of public data services, or any element that
//! repeats below the root.
//!
//! Document type declarations are never expanded and nothing outside the text is opened. A field that
//! contains markup (the `<DOC>` of a drug label) keeps it as text.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::envelope;
use super::markup::character;
use super::table::Table;
use super::value::Value;
use super::xml_fields::{Fields, attributes, grouped, loose, name, with_attributes};
use crate::reading::Finding;
use crate::text::shortened;

/// Maximum nesting depth of elements.
const DEEPEST: usize = 60;
/// Elements that always are one item, whatever they contain.
const ITEMS: [&str; 3] = ["item", "row", "record"];

/// Reads an XML text.
pub(super) fn xml(text: &str) -> Result<Table, Finding> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut walk = Walk {
        text,
        reader,
        counted: (0, 1),
        items: 0,
        table: Table::new(""),
        outside: Vec::new(),
    };
    match walk.document() {
        Ok(()) => {}
        Err(Stop::Refused(finding)) => return Err(finding),
        Err(Stop::Broken(error)) => {
            let (place, read) = (format!("line {}", walk.line()), walk.table.rows.len());
            if read == 0 {
                return Err(Finding::new(
                    place,
                    format!("XML이 깨졌습니다({error}). 고치거나 다시 받으십시오."),
                ));
            }
            let reason = format!(
                "XML이 여기서 깨졌습니다({error}). 앞의 {read}건만 읽었으니 다시 받으십시오."
            );
            walk.table.notes.add(place, reason);
        }
    }
    envelope::judge(walk.outside, &mut walk.table)?;
    Ok(walk.table)
}

enum Stop {
    /// The rest cannot be parsed. Items read so far are kept.
    Broken(String),
    /// The whole file is rejected.
    Refused(Finding),
}

impl From<quick_xml::Error> for Stop {
    fn from(error: quick_xml::Error) -> Self {
        Self::Broken(shortened(error))
    }
}

/// The contents of an element.
struct Node {
    value: Value,
    /// Whether it has attributes or text between its elements. In that case it is marked-up text and not a
    /// record.
    marked_up: bool,
}

struct Walk<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// A byte offset and its line number, from which later line numbers are counted.
    counted: (usize, usize),
    items: usize,
    table: Table,
    outside: Fields,
}

impl<'a> Walk<'a> {
    fn at(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX).min(self.text.len())
    }

    fn line(&mut self) -> usize {
        let (from, line) = self.counted;
        let passed = self.text.as_bytes().get(from..self.at()).unwrap_or_default();
        self.counted = (self.at(), line + passed.iter().filter(|byte| **byte == b'\n').count());
        self.counted.1
    }

    fn event(&mut self) -> Result<Event<'a>, Stop> {
        let event = self.reader.read_event()?;
        if matches!(event, Event::DocType(_)) {
            let place = format!("line {}", self.line());
            self.table.notes.add(place, "문서 형식 선언(DOCTYPE)은 읽지 않습니다. 그 안에 정의한 글은 들어오지 않았으니 확인하십시오.");
        }
        Ok(event)
    }

    fn document(&mut self) -> Result<(), Stop> {
        loop {
            match self.event()? {
                Event::Start(root) => {
                    let line = self.line();
                    if ITEMS.contains(&name(&root).as_str()) {
                        let node = self.record(&root, 0)?;
                        self.item(line, node)?;
                    } else {
                        self.wrapper(line, 0)?;
                    }
                }
                Event::Eof => return Ok(()),
                Event::Text(text) if !text.trim().is_empty() => {
                    return Err(Stop::Broken("요소 밖에 글이 있습니다".to_owned()));
                }
                _ => {}
            }
        }
    }

    /// Reads the contents of a wrapper element.
    fn wrapper(&mut self, line: usize, depth: usize) -> Result<(), Stop> {
        let (mut fields, mut wraps) = (Vec::new(), false);
        let end = self.fields(depth, &mut fields, &mut wraps);
        if wraps || envelope::is_about_answer(&fields) {
            // The fields of a wrapper are used even if the wrapper is truncated.
            self.outside.extend(fields);
            return end;
        }
        end?;
        self.item(line, Value::Record(grouped(fields)))
    }

    fn fields(&mut self, depth: usize, fields: &mut Fields, wraps: &mut bool) -> Result<(), Stop> {
        loop {
            match self.event()? {
                Event::Start(start) => {
                    let (name, line) = (name(&start), self.line());
                    if ITEMS.contains(&name.as_str()) {
                        *wraps = true;
                        let record = self.record(&start, depth + 1)?;
                        self.item(line, record)?;
                    } else if envelope::is_wrapper(&name) && depth < DEEPEST {
                        *wraps = true;
                        self.wrapper(line, depth + 1)?;
                    } else {
                        let node = self.node(depth + 1)?;
                        if depth == 0 && matches!(node.value, Value::Record(_)) {
                            *wraps = true;
                            self.item(line, with_attributes(&start, node.value))?;
                        } else {
                            fields.push((name.clone(), node.value));
                            fields.extend(attributes(&start, &format!("{name}@")));
                        }
                    }
                }
                Event::End(_) => return Ok(()),
                Event::Eof => return Err(Stop::Broken("파일이 중간에 끝납니다".to_owned())),
                Event::Text(text) if !text.trim().is_empty() => fields.push(loose(&text)),
                Event::CData(text) => fields.push(loose(&text)),
                Event::GeneralRef(reference) => fields.push(loose(&self.reference(&reference))),
                _ => {}
            }
        }
    }

    /// Reads an element that is one item. Its child elements are the fields.
    fn record(&mut self, start: &BytesStart<'_>, depth: usize) -> Result<Value, Stop> {
        let mut fields: Fields = attributes(start, "").collect();
        loop {
            match self.event()? {
                Event::Start(start) => {
                    let name = name(&start);
                    let node = self.node(depth + 1)?;
                    fields.push((name.clone(), node.value));
                    fields.extend(attributes(&start, &format!("{name}@")));
                }
                Event::End(_) => return Ok(Value::Record(grouped(fields))),
                Event::Eof => return Err(Stop::Broken("파일이 중간에 끝납니다".to_owned())),
                Event::Text(text) if text.trim().is_empty() => {}
                Event::Text(text) => fields.push(loose(&text)),
                Event::CData(text) => fields.push(loose(&text)),
                Event::GeneralRef(reference) => fields.push(loose(&self.reference(&reference))),
                _ => {}
            }
        }
    }

    /// Reads the contents of a field.
    fn node(&mut self, depth: usize) -> Result<Node, Stop> {
        if depth > DEEPEST {
            return Err(Stop::Broken(format!("요소가 {DEEPEST}겹보다 깊습니다")));
        }
        let from = self.at();
        let (mut words, mut fields, mut marked_up) = (String::new(), Vec::new(), false);
        loop {
            let until = self.at();
            match self.event()? {
                Event::Start(start) => {
                    let name = name(&start);
                    let node = self.node(depth + 1)?;
                    marked_up |=
                        node.marked_up || start.attributes().with_checks(false).next().is_some();
                    fields.push((name, node.value));
                }
                Event::End(_) => {
                    if fields.is_empty() {
                        let value =
                            if words.is_empty() { Value::Empty } else { Value::Text(words) };
                        return Ok(Node { value, marked_up });
                    }
                    if marked_up || !words.trim().is_empty() {
                        let inside = self.text.get(from..until).unwrap_or_default();
                        return Ok(Node {
                            value: Value::Text(inside.trim().to_owned()),
                            marked_up: true,
                        });
                    }
                    return Ok(Node { value: Value::Record(grouped(fields)), marked_up });
                }
                Event::Text(text) => words.push_str(&text),
                Event::CData(text) => words.push_str(&text),
                Event::GeneralRef(reference) => words.push_str(&self.reference(&reference)),
                Event::Eof => return Err(Stop::Broken("파일이 중간에 끝납니다".to_owned())),
                _ => {}
            }
        }
    }

    fn reference(&mut self, reference: &BytesRef<'_>) -> String {
        if let Some(found) = character(reference) {
            return found.to_string();
        }
        let place = format!("line {}", self.line());
        self.table.notes.add(
            place,
            format!(
                "뜻을 모르는 참조 '&{};'를 글자 그대로 두었습니다. 원문을 확인하십시오.",
                &**reference
            ),
        );
        format!("&{};", &**reference)
    }

    fn item(&mut self, line: usize, record: Value) -> Result<(), Stop> {
        self.items += 1;
        let place = format!("line {line}, {}번째 항목", self.items);
        self.table.push_record(place, record).map_err(Stop::Refused)
    }
}
