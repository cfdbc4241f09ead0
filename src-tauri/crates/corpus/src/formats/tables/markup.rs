//! Converts the markup in the texts of drug labels and decisions to lines: paragraphs, headings and table
//! rows.
//!
//! Texts may contain a few HTML elements, embedded XML documents (`<DOC><SECTION><ARTICLE title="…">`), CDATA
//! or character references, or none of these. Only known elements are treated as markup: `신기능 <30 mL` is left
//! unchanged.

use super::markup_tag::{Tag, attribute_text, tag};
use super::superscript::raised;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// The title of an embedded document, section or article. Level 0 is the outermost.
    Heading(usize, String),
    /// A line of text.
    Text(String),
    /// A table row.
    Row(Vec<String>),
}

/// The parsed text.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub lines: Vec<Line>,
    /// Messages about content that was lost or is uncertain.
    pub notes: Vec<&'static str>,
}

const LOST_PICTURE: &str = "그림이 있던 자리를 '(그림)'으로 적었습니다. 그림 속의 글은 들어오지 않았으니 원문을 확인하십시오.";
const SPANNING: &str =
    "합친 칸이 있는 표를 행 순서대로 읽었습니다. 표의 뜻이 그대로인지 원문과 견주십시오.";
const HIDDEN_PARTS: &str =
    "보이지 않는 부분(주석·스크립트)은 가져오지 않았습니다. 원문을 확인하십시오.";

/// Elements that end a line.
const BLOCKS: [&str; 16] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "doc",
    "section",
    "article",
    "paragraph",
];
/// Elements that only format text.
const INLINE: [&str; 17] = [
    "span", "b", "i", "u", "s", "em", "strong", "font", "a", "sub", "small", "big", "center",
    "tbody", "thead", "tt", "colgroup",
];

/// Reads a text.
pub(super) fn words(text: &str) -> Words {
    let mut reader = Reader::default();
    if text.contains(['<', '&']) {
        reader.read(text);
        reader.end_line();
    } else {
        reader.found.lines = text.split('\n').map(|line| Line::Text(line.to_owned())).collect();
    }
    reader.found
}

#[derive(Default)]
struct Reader {
    found: Words,
    line: String,
    /// The superscript text collected so far, while inside `<sup>`.
    raised: Option<String>,
    tables: usize,
    row: Option<Vec<String>>,
    in_cell: bool,
    in_cdata: bool,
    titled_section: bool,
}

impl Reader {
    fn read(&mut self, text: &str) {
        let mut rest = text;
        // If a quote is not closed before the end of the text, tags end at the first `>`. One failed search
        // is enough to know.
        let mut quotes = true;
        while let Some(at) = rest.find(['<', '&', ']', '\n']) {
            let (before, after) = rest.split_at(at);
            self.push(before);
            rest = match after.as_bytes().first() {
                Some(b'\n') => {
                    self.line_break();
                    after.get(1..)
                }
                Some(b'&') => Some(self.reference(after)),
                Some(b']') => Some(self.bracket(after)),
                _ => Some(self.angle(after, &mut quotes)),
            }
            .unwrap_or_default();
        }
        self.push(rest);
    }

    fn reference<'a>(&mut self, text: &'a str) -> &'a str {
        let name = text
            .get(1..)
            .and_then(|rest| rest.get(..rest.bytes().take(12).position(|byte| byte == b';')?));
        let found = name.and_then(|name| Some((name, character(name)?)));
        let Some((name, found)) = found else { return self.literally(text) };
        if found == '\n' {
            self.line_break()
        } else {
            self.push(found.encode_utf8(&mut [0; 4]))
        }
        text.get(name.len() + 2..).unwrap_or_default()
    }

    fn bracket<'a>(&mut self, text: &'a str) -> &'a str {
        match text.strip_prefix("]]>").filter(|_| self.in_cdata) {
            Some(rest) => {
                self.in_cdata = false;
                rest
            }
            None => self.literally(text),
        }
    }

    /// Copies one character that is not markup.
    fn literally<'a>(&mut self, text: &'a str) -> &'a str {
        let (sign, rest) = text.split_at(1);
        self.push(sign);
        rest
    }

    fn angle<'a>(&mut self, text: &'a str, quotes: &mut bool) -> &'a str {
        if let Some(rest) = text.strip_prefix("<![CDATA[") {
            self.in_cdata = true;
            return rest;
        }
        for (open, close) in [("<!--", "-->"), ("<?xml", "?>"), ("<!DOCTYPE", ">")] {
            if let Some(inside) = text.strip_prefix(open) {
                let Some((hidden, rest)) = inside.split_once(close) else {
                    return self.literally(text);
                };
                if open != "<?xml" && !hidden.trim().is_empty() {
                    self.found.notes.push(HIDDEN_PARTS);
                }
                return rest;
            }
        }
        match tag(text, quotes) {
            Some((found, rest)) if self.tag(&found) => match found.name.as_str() {
                name @ ("script" | "style") if !found.closes => {
                    self.found.notes.push(HIDDEN_PARTS);
                    rest.find(&format!("</{name}"))
                        .and_then(|at| rest.get(at..))
                        .unwrap_or_default()
                }
                _ => rest,
            },
            _ => self.literally(text),
        }
    }

    /// Handles a tag. Returns whether it is a known element.
    fn tag(&mut self, tag: &Tag<'_>) -> bool {
        match tag.name.as_str() {
            "sup" if tag.closes => self.lower(),
            "sup" => self.raised = Some(self.raised.take().unwrap_or_default()),
            "img" | "image" => {
                self.push("(그림)");
                self.found.notes.push(LOST_PICTURE);
            }
            "table" if tag.closes => {
                self.end_row();
                self.tables = self.tables.saturating_sub(1);
            }
            "table" => {
                self.end_line();
                self.tables += 1;
            }
            "tr" if self.tables < 2 => self.end_row(),
            "td" | "th" if self.tables < 2 => self.cell(tag),
            "tr" | "td" | "th" => self.push(" "),
            "script" | "style" | "col" => {}
            name if BLOCKS.contains(&name) => self.block(tag),
            name => return INLINE.contains(&name),
        }
        true
    }

    fn block(&mut self, tag: &Tag<'_>) {
        self.line_break();
        let title = attribute(tag.attributes, "title").filter(|_| !tag.closes);
        let level = match tag.name.as_str() {
            "doc" => 0,
            "section" => {
                self.titled_section = title.is_some();
                1
            }
            "article" => 1 + usize::from(self.titled_section),
            _ => return,
        };
        if let Some(title) = title {
            self.found.lines.push(Line::Heading(level, title));
        }
    }

    fn cell(&mut self, tag: &Tag<'_>) {
        self.end_cell();
        if tag.closes {
            return;
        }
        if self.row.is_none() {
            self.end_line();
            self.row = Some(Vec::new());
        }
        self.in_cell = true;
        let spans = |name| attribute(tag.attributes, name).is_some_and(|it| it.trim() != "1");
        if spans("rowspan") || spans("colspan") {
            self.found.notes.push(SPANNING);
        }
    }

    fn end_cell(&mut self) {
        self.lower();
        if let Some(row) = self.row.as_mut().filter(|_| self.in_cell) {
            row.push(super::table::one_line(&std::mem::take(&mut self.line)));
            self.in_cell = false;
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        self.end_line();
        if let Some(row) = self.row.take().filter(|row| !row.is_empty()) {
            self.found.lines.push(Line::Row(row));
        }
    }

    fn push(&mut self, words: &str) {
        self.raised.as_mut().unwrap_or(&mut self.line).push_str(words);
    }

    fn lower(&mut self) {
        if let Some(words) = self.raised.take() {
            self.line.push_str(&raised(&words));
        }
    }

    fn line_break(&mut self) {
        if self.in_cell { self.push(" ") } else { self.end_line() }
    }

    /// Ends the current line. Text between the cells of a row is placed before the row.
    fn end_line(&mut self) {
        self.lower();
        if self.in_cell {
            self.end_cell();
        }
        let line = std::mem::take(&mut self.line);
        if !line.trim().is_empty() {
            self.found.lines.push(Line::Text(line));
        }
    }
}

/// The text of an attribute, unless it is empty.
fn attribute(attributes: &str, name: &str) -> Option<String> {
    let mut inner = Reader::default();
    inner.read(attribute_text(attributes, name)?);
    inner.end_line();
    let words = inner.found.lines.into_iter().filter_map(|line| match line {
        Line::Text(text) => Some(text.trim().to_owned()),
        _ => None,
    });
    Some(words.collect::<Vec<_>>().join(" ")).filter(|title| !title.is_empty())
}

/// The character that a character reference stands for. `name` is given without `&` and `;`.
pub(super) fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
            None => number.parse(),
        };
        return code.ok().filter(|code| *code != 0).and_then(char::from_u32);
    }
    super::superscript::named(name)
}
