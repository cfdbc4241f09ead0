//! The articles, headings and findings of a law that is being read.

use std::collections::HashMap;

use simui_domain::{Article, ArticlePart, Clock, Span};

use super::checks;
use super::draft::Draft;
use super::first_day::{self, FirstDay};
use crate::reading::Finding;
use crate::text::Line;

/// Everything read so far, and the current article.
pub(super) struct Outline<'a> {
    pub body: &'a str,
    pub articles: Vec<Article>,
    pub headings: Vec<Span>,
    pub findings: Vec<Finding>,
    pub draft: Option<Draft>,
    keys: HashMap<String, usize>,
    lines_above: usize,
    /// Whether the document is a digest, which contains only some articles and 항. Gaps in its numbering are
    /// intentional.
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

    /// Records a line that does not belong to any article. The current article ends above it.
    pub(super) fn heading(&mut self, line: &Line<'_>) {
        self.close();
        self.headings.push(Span { start: line.visible_start().char, end: line.visible_end().char });
    }

    /// Starts an article and finishes the one before it. A repeated key gets a number and a finding.
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

    /// Reads a line of the current article that gives a separate effective date for it or for some of its
    /// provisions.
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

    /// Finishes the current article.
    pub(super) fn close(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        if draft.part == ArticlePart::Main {
            self.findings.extend(checks::lost_text(&draft, self.body));
        }
        let id = self.clock.new_id();
        let seq = self.articles.len();
        self.articles.push(draft.finish(self.body, id, seq));
    }

    /// Reports a gap in the numbering at a line.
    pub(super) fn find_gap(&mut self, line: &Line<'_>, place: &str, reason: &str) {
        if !self.partial {
            self.find(line, place, reason);
        }
    }

    /// Reports a finding at a line.
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
