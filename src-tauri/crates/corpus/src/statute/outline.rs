//! The articles, headings and findings of a law while it is being read.

use std::collections::HashMap;

use simui_domain::{Article, ArticlePart, Clock, Span};

use super::checks;
use super::draft::Draft;
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
