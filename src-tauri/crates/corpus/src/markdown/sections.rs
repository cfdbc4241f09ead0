//! Splits a Markdown text into sections.

use std::collections::HashMap;

use simui_domain::{Article, ArticlePart, Clock, Span};

use super::decision_text::{holding_number, label};
use crate::text::{Line, Position, clean, lines};

/// Where sections begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cuts {
    /// At headings only.
    Headings,
    /// At headings, at 【주문】 and at `[1]`, `[2]` in the holdings.
    Decision,
}

/// The sections of a body.
#[derive(Debug)]
pub(super) struct Sections {
    pub articles: Vec<Article>,
    pub headings: Vec<Span>,
}

/// A section whose lines are still being read.
struct Open {
    key: String,
    title: String,
    breadcrumb: Vec<String>,
    start: Position,
    end: Position,
    /// Whether it has text besides its heading.
    filled: bool,
}

struct Reader<'a> {
    cuts: Cuts,
    clock: &'a Clock,
    found: Sections,
    keys: HashMap<String, usize>,
    /// The enclosing headings with their levels.
    above: Vec<(usize, String)>,
    open: Option<Open>,
}

/// Splits a body into sections. Every line that is not blank belongs to a section or a heading.
pub(super) fn sections(body: &str, cuts: Cuts, clock: &Clock) -> Sections {
    let found = Sections { articles: Vec::new(), headings: Vec::new() };
    let mut reader =
        Reader { cuts, clock, found, keys: HashMap::new(), above: Vec::new(), open: None };
    let mut titled = false;
    for line in lines(body) {
        if line.is_blank() {
            continue;
        }
        match heading(line.trimmed()) {
            Some((1, _)) if !titled && reader.found.articles.is_empty() => {
                titled = true;
                reader.close();
                reader.found.headings.push(span(&line));
            }
            Some((level, text)) => reader.heading(&line, level, text),
            None => reader.line(&line),
        }
    }
    reader.close();
    reader.found
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let text = line.get(level..)?.strip_prefix(' ')?.trim();
    ((1..=6).contains(&level) && !text.is_empty()).then_some((level, text))
}

fn span(line: &Line<'_>) -> Span {
    Span { start: line.visible_start().char, end: line.visible_end().char }
}

impl Reader<'_> {
    fn heading(&mut self, line: &Line<'_>, level: usize, text: &str) {
        self.close();
        let text = clean(text);
        self.above.retain(|(above, _)| *above < level);
        let breadcrumb: Vec<String> = self.above.iter().map(|(_, text)| text.clone()).collect();
        self.above.push((level, text.clone()));
        self.begin(line, text.clone(), text, breadcrumb);
    }

    fn line(&mut self, line: &Line<'_>) {
        if self.cuts == Cuts::Decision {
            self.cut(line);
        }
        if self.open.is_none() {
            let titled = !self.found.articles.is_empty();
            let key = if titled { "이어지는 글" } else { "본문" };
            self.begin(line, key.to_owned(), key.to_owned(), Vec::new());
        }
        if let Some(open) = &mut self.open {
            open.end = line.visible_end();
            open.filled = true;
        }
    }

    /// Starts a section inside the text of a decision if the line calls for one.
    fn cut(&mut self, line: &Line<'_>) {
        let Some(open) = &mut self.open else { return };
        if ["판시사항", "판결요지", "결정요지"].contains(&open.title.as_str()) {
            let Some(number) = holding_number(line.trimmed()) else { return };
            let key = format!("{}[{number}]", open.title);
            let (title, breadcrumb) = (open.title.clone(), open.breadcrumb.clone());
            if open.filled {
                self.close();
                self.begin(line, key, title, breadcrumb);
            } else {
                open.key = key;
            }
        } else if let Some(label) = label(line.trimmed()) {
            let mut breadcrumb = open.breadcrumb.clone();
            if let Some((_, text)) = self.above.last() {
                breadcrumb = vec![text.clone()];
            }
            self.close();
            self.begin(line, label.clone(), label, breadcrumb);
        }
    }

    fn begin(&mut self, line: &Line<'_>, key: String, title: String, breadcrumb: Vec<String>) {
        let (start, end) = (line.visible_start(), line.visible_end());
        self.open = Some(Open { key, title, breadcrumb, start, end, filled: false });
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        if !open.filled {
            // A heading with no text of its own.
            self.found.headings.push(Span { start: open.start.char, end: open.end.char });
            return;
        }
        let key = self.unique(open.key, &open.breadcrumb);
        self.found.articles.push(Article {
            id: self.clock.new_id(),
            seq: self.found.articles.len(),
            part: ArticlePart::Section,
            key,
            breadcrumb: open.breadcrumb,
            title: open.title,
            start: open.start.char,
            end: open.end.char,
            deleted: false,
            effective_from: None,
            effective_to: None,
            provisions: Vec::new(),
        });
    }

    /// Makes a repeated heading unique, first by adding the enclosing heading and then by a number.
    fn unique(&mut self, key: String, breadcrumb: &[String]) -> String {
        let with_parent = breadcrumb.last().map(|parent| format!("{parent} / {key}"));
        for candidate in [Some(key.clone()), with_parent].into_iter().flatten() {
            if !self.keys.contains_key(&candidate) {
                self.keys.insert(candidate.clone(), 1);
                return candidate;
            }
        }
        loop {
            let uses = self.keys.entry(key.clone()).or_insert(1);
            *uses += 1;
            let candidate = format!("{key} ({uses})");
            if !self.keys.contains_key(&candidate) {
                self.keys.insert(candidate.clone(), 1);
                return candidate;
            }
        }
    }
}
