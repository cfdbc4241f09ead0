//! The articles, headings and findings of a law while it is being read.

use std::collections::HashMap;

use simui_domain::{Article, ArticlePart, Clock, Span};

use super::checks;
use super::draft::Draft;
use super::first_day::{self, FirstDay};
use crate::reading::Finding;
use crate::text::Line;

/// Everything read so far, and the article that is still open.
pub(super) struct Outline<'a> {
    pub body: &'a str,
    pub articles: Vec<Article>,
    pub headings: Vec<Span>,
    pub findings: Vec<Finding>,
    pub draft: Option<Draft>,
    keys: HashMap<String, usize>,
    lines_above: usize,
    /// A digest holds only some articles and 항; gaps in its numbering are meant.
    partial: bool,
    clock: &'a Clock,
}

impl<'a> Outline<'a> {
    pub(super) fn new(body: &'a str, partial: bool, lines_above: usize, clock: &'a Clock) -> Self {
        Self {
            body,
            articles: Vec::new(),
            headings: Vec::new(),
            findings: Vec::new(),
            draft: None,
            keys: HashMap::new(),
            lines_above,
            partial,
            clock,
        }
    }

    /// A line that belongs to no article; the open one ends above it.
    pub(super) fn heading(&mut self, line: &Line<'_>) {
        self.close();
        self.headings.push(Span { start: line.visible_start().char, end: line.visible_end().char });
    }

    /// Opens an article; the one before it ends. A key used before gets a number, and a finding.
    pub(super) fn open(&mut self, mut draft: Draft, line: &Line<'_>) {
        self.close();
        let uses = self.keys.entry(draft.key.clone()).or_insert(0);
        *uses += 1;
        if *uses > 1 {
            let (key, uses) = (draft.key.clone(), *uses);
            self.find(line, &key, "같은 조 번호가 되풀이됩니다. 원문의 번호를 확인하십시오.");
            draft.key = format!("{key} ({uses})");
            self.keys.insert(draft.key.clone(), 1);
        }
        self.draft = Some(draft);
    }

    /// Reads a line of the open article that gives it, or provisions of it, a first day of their own.
    pub(super) fn first_day(&mut self, line: &Line<'_>) {
        let text = line.trimmed();
        let Some(draft) = self.draft.as_mut().filter(|_| first_day::is_note(text)) else { return };
        let path = draft.units.first().map(|unit| unit.path.clone()).filter(|_| draft.numbered);
        match first_day::first_day(text, path.as_ref()) {
            FirstDay::Article(day) => draft.begins.push((None, day)),
            FirstDay::Provisions(day, paths) => {
                draft.begins.extend(paths.into_iter().map(|path| (Some(path), day)));
            }
            FirstDay::Elsewhere => {}
            FirstDay::Undecided => {
                let key = draft.key.clone();
                self.find(
                    line,
                    &key,
                    "시행일이 하나의 날이 아니거나 읽을 수 없습니다. 이 조의 어느 부분이 언제부터 시행되는지 원문에서 확인하십시오.",
                );
            }
        }
    }

    /// Finishes the open article.
    pub(super) fn close(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        if draft.part == ArticlePart::Main {
            self.findings.extend(checks::lost_text(&draft, self.body));
        }
        let id = self.clock.new_id();
        let seq = self.articles.len();
        self.articles.push(draft.finish(self.body, id, seq));
    }

    /// A gap in the numbering at a line.
    pub(super) fn find_gap(&mut self, line: &Line<'_>, place: &str, reason: &str) {
        if !self.partial {
            self.find(line, place, reason);
        }
    }

    /// A finding at a line.
    pub(super) fn find(&mut self, line: &Line<'_>, place: &str, reason: &str) {
        let number = self.lines_above + line.number + 1;
        let place = if place.is_empty() {
            format!("line {number}")
        } else {
            format!("{place} (line {number})")
        };
        self.findings.push(Finding::new(place, reason));
    }
}
