//! Finds the headings of a document and writes it in our Markdown.
//!
//! Styles are trusted. Without styles a line is a heading only if it is unambiguous: 제1장, 제1조(목적), 부칙 and 별표
//! by their form; `I.`, `1.` and `가.` only if all of a short, unbroken series introduce text. Other lines
//! stay text, so no text is lost.

use std::collections::HashSet;

use super::escape;
use super::heading_marks::{Class, Mark, mark};
use super::heading_series::numbered_headings;
use super::law_lines::of_law;
use super::transcript::Block;
use crate::reading::Finding;

/// A document in our Markdown.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Body in the form of [`crate::statute`] for law, with `#` headings for other documents.
    pub body: String,
    /// Doubts about the structure.
    pub findings: Vec<Finding>,
    /// Kind of the last line.
    last: Last,
}

/// Kind of the line above.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Last {
    #[default]
    Nothing,
    Row,
    Line,
}

/// A line of a document with its mark.
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub mark: Option<Mark>,
    pub page: Option<usize>,
    style: Option<u8>,
    row: Option<&'a [String]>,
    note: bool,
    /// Whether it is a further line of its paragraph.
    continues: bool,
}

/// Writes a document. `title` is its title if known; `law` selects the form of a statute.
pub(crate) fn write(blocks: &[Block], title: Option<&str>, law: bool) -> Written {
    let lines = lines(blocks);
    let of_articles = law || consists_of_articles(&lines);
    let styled = lines.iter().any(|line| line.style.is_some_and(|style| style > 0));
    let numbered = if of_articles || styled { HashSet::new() } else { numbered_headings(&lines) };
    let plan = Plan { law, of_articles, title, levels: Levels::of(&lines, of_articles), numbered };
    let pages_as_headings =
        !styled && !of_articles && plan.numbered.is_empty() && plan.levels.divisions == 0;
    let mut written = Written::default();
    let mut state = State::default();
    for (at, line) in lines.iter().enumerate() {
        match (line.page, line.row) {
            (Some(page), _) => {
                state.page = Some(page);
                if pages_as_headings {
                    written.line(&format!("## {page}쪽"));
                }
            }
            (None, Some(cells)) => written.row(cells),
            (None, None) => plan.line(&mut written, &mut state, line, at),
        }
    }
    written.body.push('\n');
    written
}

/// State of the writer.
#[derive(Debug, Default)]
struct State {
    page: Option<usize>,
    titled: bool,
    /// Whether the position is inside an article of the main text.
    in_article: bool,
    /// Whether 부칙 or 별표 have begun.
    after_main: bool,
    last_article: (u32, u32),
}

/// Decisions about the structure of a document.
struct Plan<'a> {
    law: bool,
    of_articles: bool,
    title: Option<&'a str>,
    levels: Levels,
    /// Indices of lines that are headings by their number.
    numbered: HashSet<usize>,
}

impl Plan<'_> {
    fn line(&self, written: &mut Written, state: &mut State, line: &Line<'_>, at: usize) {
        let words = escape::line(line.text);
        if line.note {
            return written.line(&format!("각주: {words}"));
        }
        let is_title = line.style == Some(0) || self.title.is_some_and(|title| title == line.text);
        if is_title && !state.titled && !state.in_article {
            state.titled = true;
            return written.line(&format!("# {words}"));
        }
        match &line.mark {
            Some(Mark::Article { number, branch, length }) if self.of_articles => {
                return self.article(written, state, line.text, (*number, *branch), *length);
            }
            Some(Mark::Division(rank)) if line.style.is_none() || self.of_articles => {
                return written.heading(self.levels.of_division(*rank), &words);
            }
            Some(Mark::Supplementary) => {
                (state.in_article, state.after_main, state.last_article) = (false, true, (0, 0));
                // 부 칙 and 부칙 are one word.
                let rest = words.trim_start_matches('부').trim_start().trim_start_matches('칙');
                return written.heading(2, &format!("부칙{rest}"));
            }
            Some(Mark::Annex) => {
                (state.in_article, state.after_main) = (false, true);
                return written.heading(2, &words);
            }
            Some(Mark::Numbered(class, _)) if self.numbered.contains(&at) => {
                return written.heading(self.levels.of_class(*class), &words);
            }
            _ => {}
        }
        match line.style {
            Some(style) => written.heading(usize::from(style.max(1)) + 1, &words),
            None if self.law && state.in_article => {
                written.line(&of_law(line.mark.as_ref(), &words));
            }
            None if line.continues => written.next_line(&words),
            None => written.line(&words),
        }
    }

    fn article(
        &self,
        written: &mut Written,
        state: &mut State,
        text: &str,
        number: (u32, u32),
        length: usize,
    ) {
        let (heading, words) = text.split_at_checked(length).unwrap_or((text, ""));
        if self.law && state.after_main {
            // The reader of 부칙 recognises articles by their numbers.
            return written.line(&escape::line(text));
        }
        written.heading(self.levels.article, &escape::line(heading));
        state.in_article = true;
        if !self.law && state.last_article != (0, 0) && !follows(state.last_article, number) {
            let place = state.page.map_or_else(String::new, |page| format!("{page}쪽 "));
            written.findings.push(Finding::new(
                format!("{place}{}", heading.trim()),
                "조 번호가 건너뛰거나 되풀이됩니다. 사이의 조가 빠지지 않았는지 확인하십시오.",
            ));
        }
        state.last_article = number;
        if !words.trim().is_empty() {
            let mark = mark(words.trim());
            let words = escape::line(words);
            written.line(&if self.law { of_law(mark.as_ref(), &words) } else { words });
        }
    }
}

fn follows(last: (u32, u32), next: (u32, u32)) -> bool {
    (next.1 == 0 && next.0 == last.0 + 1) || (next.0 == last.0 && next.1 == last.1.max(1) + 1)
}

impl Written {
    fn line(&mut self, text: &str) {
        if self.last != Last::Nothing {
            self.body.push_str("\n\n");
        }
        self.body.push_str(text);
        self.last = Last::Line;
    }

    /// Writes a further line of a paragraph.
    fn next_line(&mut self, text: &str) {
        if self.last != Last::Line {
            return self.line(text);
        }
        self.body.push('\n');
        self.body.push_str(text);
    }

    fn heading(&mut self, level: usize, words: &str) {
        self.line(&format!("{} {words}", "#".repeat(level.clamp(1, 6))));
    }

    fn row(&mut self, cells: &[String]) {
        match self.last {
            Last::Nothing => {}
            Last::Row => self.body.push('\n'),
            Last::Line => self.body.push_str("\n\n"),
        }
        self.body.push_str(&escape::row(cells));
        self.last = Last::Row;
    }
}

impl<'a> Line<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, style: None, mark: None, row: None, page: None, note: false, continues: false }
    }
}

/// Splits the blocks into lines. A heading is one line; a paragraph may have several.
fn lines(blocks: &[Block]) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for block in blocks {
        match block {
            Block::Page(page) => lines.push(Line { page: Some(*page), ..Line::of("") }),
            Block::Row(cells) => lines.push(Line { row: Some(cells), ..Line::of("") }),
            Block::Note(text) => lines.push(Line { note: true, ..Line::of(text) }),
            Block::Paragraph { text, heading: Some(style) } => {
                lines.push(Line { style: Some(*style), mark: mark(text), ..Line::of(text) });
            }
            Block::Paragraph { text, heading: None } => {
                let parts = text.split('\n').map(str::trim).filter(|part| !part.is_empty());
                lines.extend(parts.enumerate().map(|(at, part)| Line {
                    mark: mark(part),
                    continues: at > 0,
                    ..Line::of(part)
                }));
            }
        }
    }
    lines
}

/// Returns whether the text is structured by 제1조, 제2조, …
fn consists_of_articles(lines: &[Line<'_>]) -> bool {
    let mut numbers = lines.iter().filter_map(|line| match line.mark {
        Some(Mark::Article { number, branch, .. }) => Some((number, branch)),
        _ => None,
    });
    numbers.next() == Some((1, 0)) && numbers.next().is_some_and(|next| follows((1, 0), next))
}

/// Levels of headings that the document uses.
struct Levels {
    /// Number of kinds of 편·장·절·관 in use.
    divisions: usize,
    ranks: [bool; 4],
    classes: [bool; 3],
    article: usize,
}

impl Levels {
    fn of(lines: &[Line<'_>], of_articles: bool) -> Self {
        let mut levels = Self { divisions: 0, ranks: [false; 4], classes: [false; 3], article: 5 };
        for line in lines {
            match line.mark {
                Some(Mark::Division(rank)) => {
                    if let Some(used) = levels.ranks.get_mut(rank) {
                        *used = true;
                    }
                }
                Some(Mark::Numbered(class, _)) => {
                    if let Some(used) = levels.classes.get_mut(class as usize) {
                        *used = true;
                    }
                }
                _ => {}
            }
        }
        levels.divisions = levels.ranks.iter().filter(|used| **used).count();
        if of_articles {
            levels.article = (levels.divisions + 2).max(5);
        }
        levels
    }

    fn of_division(&self, rank: usize) -> usize {
        2 + self.ranks.iter().take(rank).filter(|used| **used).count()
    }

    fn of_class(&self, class: Class) -> usize {
        2 + self.divisions + self.classes.iter().take(class as usize).filter(|used| **used).count()
    }
}
