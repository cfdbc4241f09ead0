//! Reads JSON as a table: an array of objects, the items of a public data service, or one object per line.
//!
//! Items are parsed one at a time. A malformed item does not affect the items before it, and a large file is
//! never held in memory as a tree.

use serde::de::DeserializeOwned;

use super::envelope;
use super::table::Table;
use super::value::Value;
use crate::reading::Finding;

/// Maximum nesting depth of wrappers.
const DEEPEST: usize = 8;

/// Reads one JSON value.
pub(super) fn json(text: &str) -> Result<Table, Finding> {
    if lines_of_objects(text) {
        return json_lines(text);
    }
    let mut walk =
        Walk { text, at: 0, counted: (0, 1), items: 0, table: Table::new(""), outside: Vec::new() };
    let end = walk.value(0).and_then(|()| match walk.peek() {
        None => Ok(()),
        Some(_) => Err(Stop::Broken("값 뒤에 다른 글이 있습니다".to_owned())),
    });
    match end {
        Ok(()) => {}
        Err(Stop::Refused(finding)) => return Err(finding),
        Err(Stop::Broken(error)) => {
            let (place, read) = (format!("line {}", walk.line()), walk.table.rows.len());
            if read == 0 {
                return Err(Finding::new(
                    place,
                    format!("JSON이 깨졌습니다({error}). 고치거나 다시 받으십시오."),
                ));
            }
            let reason = format!(
                "JSON이 여기서 깨졌습니다({error}). 앞의 {read}건만 읽었으니 고쳐서 다시 가져오십시오."
            );
            walk.table.notes.add(place, reason);
        }
    }
    envelope::judge(walk.outside, &mut walk.table)?;
    Ok(walk.table)
}

/// Reads one object per line.
pub(super) fn json_lines(text: &str) -> Result<Table, Finding> {
    if text.trim_start().starts_with('[') {
        return json(text);
    }
    let mut table = Table::new("");
    for (number, line) in text.split('\n').enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("line {}", number + 1);
        match serde_json::from_str::<Value>(line) {
            Ok(record @ Value::Record(_)) => table.push_record(place, record)?,
            Ok(_) => table
                .notes
                .add(place, "객체({…})가 아닌 줄입니다. 한 줄에 한 항목씩 적어 주십시오."),
            Err(error) => table
                .notes
                .add(place, format!("JSON이 아닙니다({}). 고치십시오.", without_place(&error))),
        }
    }
    Ok(table)
}

/// Whether a file named JSON actually has one object per line.
fn lines_of_objects(text: &str) -> bool {
    let mut lines = text.split('\n').filter(|line| !line.trim().is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_complete = || serde_json::from_str::<serde::de::IgnoredAny>(first).is_ok();
    first.trim_start().starts_with('{') && second.trim_start().starts_with('{') && is_complete()
}

/// The error message without the position, which the parser counts from where it started and not from the
/// start of the file.
fn without_place(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.split(" at line ").next().unwrap_or_default().to_owned()
}

/// Why reading stopped early.
enum Stop {
    /// The rest cannot be parsed. Items read so far are kept.
    Broken(String),
    /// The whole file is rejected.
    Refused(Finding),
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
    /// A byte offset and its line number, from which later line numbers are counted.
    counted: (usize, usize),
    items: usize,
    table: Table,
    outside: Vec<(String, Value)>,
}

impl Walk<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&mut self) -> Option<u8> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn line(&mut self) -> usize {
        let (from, line) = self.counted;
        let passed = self.text.get(from..self.at).unwrap_or_default();
        self.counted = (self.at, line + passed.matches('\n').count());
        self.counted.1
    }

    fn take<T: DeserializeOwned>(&mut self) -> Result<T, Stop> {
        let mut values = serde_json::Deserializer::from_str(self.rest()).into_iter::<T>();
        let value = values.next();
        let length = values.byte_offset();
        match value {
            Some(Ok(value)) => {
                self.at += length;
                Ok(value)
            }
            Some(Err(error)) => Err(Stop::Broken(without_place(&error))),
            None => Err(Stop::Broken("파일이 중간에 끝납니다".to_owned())),
        }
    }

    fn expect(&mut self, sign: u8) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Result<(), Stop> {
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(),
            _ => Err(Stop::Refused(Finding::whole_file(
                "표가 아닌 JSON입니다. 객체의 배열([{…}, …])로 바꾸어 가져오십시오.",
            ))),
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), Stop> {
        self.at += 1;
        let (mut fields, mut wraps) = (Vec::new(), false);
        let end = self.fields(depth, &mut fields, &mut wraps);
        if wraps || envelope::is_about_answer(&fields) {
            // The fields of a wrapper are used even if the wrapper is truncated.
            self.outside.extend(fields);
            return end;
        }
        end?;
        self.item(Value::Record(fields))
    }

    fn fields(
        &mut self,
        depth: usize,
        fields: &mut Vec<(String, Value)>,
        wraps: &mut bool,
    ) -> Result<(), Stop> {
        if self.expect(b'}') {
            return Ok(());
        }
        loop {
            self.peek();
            let name: String = self.take()?;
            if !self.expect(b':') {
                return Err(Stop::Broken("':'이 있어야 합니다".to_owned()));
            }
            let nested = matches!(self.peek(), Some(b'{' | b'['));
            let named = envelope::is_wrapper(&name) || (depth == 0 && self.is_array_of_objects());
            if nested && named && depth < DEEPEST {
                *wraps = true;
                self.value(depth + 1)?;
            } else {
                fields.push((name, self.take()?));
            }
            if self.expect(b'}') {
                return Ok(());
            }
            if !self.expect(b',') {
                return Err(Stop::Broken("',' 또는 '}'가 있어야 합니다".to_owned()));
            }
        }
    }

    fn is_array_of_objects(&self) -> bool {
        let inner = self
            .rest()
            .strip_prefix('[')
            .map(|rest| rest.trim_start_matches([' ', '\t', '\r', '\n']));
        inner.is_some_and(|inner| inner.starts_with('{'))
    }

    fn array(&mut self) -> Result<(), Stop> {
        self.at += 1;
        if self.expect(b']') {
            return Ok(());
        }
        loop {
            self.peek();
            let line = self.line();
            let item = match self.take()? {
                Value::Record(mut fields) if is_item(&fields) => {
                    fields.pop().map_or(Value::Empty, |(_, item)| item)
                }
                item => item,
            };
            self.item_at(line, item)?;
            if self.expect(b']') {
                return Ok(());
            }
            if !self.expect(b',') {
                return Err(Stop::Broken("',' 또는 ']'가 있어야 합니다".to_owned()));
            }
        }
    }

    fn item(&mut self, item: Value) -> Result<(), Stop> {
        let line = self.line();
        self.item_at(line, item)
    }

    fn item_at(&mut self, line: usize, item: Value) -> Result<(), Stop> {
        self.items += 1;
        let place = format!("line {line}, {}번째 항목", self.items);
        match item {
            Value::Record(_) => self.table.push_record(place, item).map_err(Stop::Refused),
            _ => {
                self.table.notes.add(place, "객체({…})가 아닌 항목은 가져오지 않았습니다. 열 이름이 있는 객체로 고치십시오.");
                Ok(())
            }
        }
    }
}

/// Whether an array element has the form `{"item": {…}}`, which some services use.
fn is_item(fields: &[(String, Value)]) -> bool {
    matches!(fields, [(name, Value::Record(_))] if name == "item")
}
