//! An article whose lines are still being read.

use jiff::civil::Date;
use simui_domain::{Article, ArticleId, ArticlePart, Provision, ProvisionPath};

use crate::text::{Line, Position, clean, notes};

/// The depth of a unit: 조 0, 항 1, 호 2, 목 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Article,
    Paragraph,
    Item,
    Subitem,
}

/// A 조, 항, 호 or 목: where it starts, and the extent of its own text.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub path: ProvisionPath,
    pub level: Level,
    start: Position,
    words: Position,
    words_end: Position,
    /// Where a note below the text ends (`[시행일] 다음 각 호 …` over several lines).
    note_end: Option<Position>,
}

/// An article whose lines are still being read.
#[derive(Debug)]
pub(super) struct Draft {
    pub part: ArticlePart,
    pub key: String,
    pub breadcrumb: Vec<String>,
    pub title: String,
    /// Whether it has a 조 number, so that its parts can be cited as 제1조제2항.
    pub numbered: bool,
    /// Separate effective dates of the article (`None`) or of some of its provisions.
    pub begins: Vec<(Option<ProvisionPath>, Date)>,
    /// The units, starting with the article itself. Never empty.
    pub units: Vec<Unit>,
}

impl Draft {
    /// Starts an article on `line`. Its own text starts `words` bytes into the trimmed line.
    pub(super) fn open(
        part: ArticlePart,
        key: String,
        path: Option<ProvisionPath>,
        line: &Line<'_>,
        words: usize,
    ) -> Self {
        let numbered = path.is_some();
        let unit = unit(path.unwrap_or_default(), Level::Article, line, words);
        let (breadcrumb, title) = (Vec::new(), String::new());
        Self { part, key, breadcrumb, title, numbered, begins: Vec::new(), units: vec![unit] }
    }

    /// Starts a 항, 호 or 목 on `line`.
    pub(super) fn push(
        &mut self,
        path: ProvisionPath,
        level: Level,
        line: &Line<'_>,
        words: usize,
    ) {
        self.units.push(unit(path, level, line, words));
    }

    /// Starts a 항 on the line of its 조: `제3조(제목) ①이 법은`. `mark` is the position of ① in the trimmed line. The
    /// text after it had been counted as that of the 조.
    pub(super) fn push_inline(
        &mut self,
        path: ProvisionPath,
        line: &Line<'_>,
        mark: usize,
        words: usize,
    ) {
        let at = |bytes| line.at(line.text.len() - line.text.trim_start().len() + bytes);
        if let Some(article) = self.units.first_mut() {
            article.words_end = article.words;
        }
        self.push(path, Level::Paragraph, line, words);
        if let Some(unit) = self.units.last_mut() {
            unit.start = at(mark);
        }
    }

    /// Adds a line to the text of the unit started last.
    pub(super) fn extend(&mut self, line: &Line<'_>) {
        if let Some(unit) = self.units.last_mut() {
            unit.words_end = line.visible_end();
        }
    }

    /// Adds a line of a note that is not part of the text.
    pub(super) fn extend_note(&mut self, line: &Line<'_>) {
        if let Some(unit) = self.units.last_mut() {
            unit.note_end = Some(line.visible_end());
        }
    }

    /// The unit started last.
    pub(super) fn last(&self) -> Option<&Unit> {
        self.units.last()
    }

    /// The text of a unit so far.
    pub(super) fn words_of<'a>(&self, unit: &Unit, body: &'a str) -> &'a str {
        body.get(unit.words.byte..unit.words_end.byte).unwrap_or_default()
    }

    /// Whether a unit has lower levels.
    pub(super) fn has_children(&self, at: usize) -> bool {
        match (self.units.get(at), self.units.get(at + 1)) {
            (Some(unit), Some(next)) => next.level > unit.level,
            _ => false,
        }
    }

    /// The finished article. The caller provides `id` and `seq`.
    pub(super) fn finish(self, body: &str, id: ArticleId, seq: usize) -> Article {
        let provisions: Vec<Provision> =
            (0..self.units.len()).filter_map(|at| self.provision(at, body)).collect();
        let (start, end) = provisions.first().map_or((0, 0), |first| (first.start, first.end));
        let deleted = provisions.first().is_some_and(|first| first.deleted);
        let of_article = self.begins.iter().filter(|(path, _)| path.is_none());
        let effective_from = of_article.map(|(_, day)| *day).max();
        Article {
            id,
            seq,
            part: self.part,
            key: self.key,
            breadcrumb: self.breadcrumb,
            title: self.title,
            start,
            end,
            deleted,
            effective_from,
            effective_to: None,
            provisions: if self.numbered { provisions } else { Vec::new() },
        }
    }

    /// The latest effective date that a note gives for a provision or for a unit that contains it.
    fn first_day_of(&self, path: &ProvisionPath) -> Option<Date> {
        let named = self
            .begins
            .iter()
            .filter(|(named, _)| named.as_ref().is_some_and(|named| named.contains(path)));
        named.map(|(_, day)| *day).max()
    }

    fn provision(&self, at: usize, body: &str) -> Option<Provision> {
        let unit = self.units.get(at)?;
        let words = self.words_of(unit, body);
        let text = clean(words);
        let below = self.units.iter().skip(at + 1).take_while(|below| below.level > unit.level);
        let end = below.map(Unit::end).fold(unit.end(), Position::max);
        let below_words = body.get(unit.words_end.byte..unit.end().byte).unwrap_or_default();
        let note = [notes(words), below_words.trim().to_owned()];
        Some(Provision {
            path: unit.path.clone(),
            deleted: text == "삭제" && !self.has_children(at),
            effective_from: self.first_day_of(&unit.path),
            text,
            note: note.into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("; "),
            start: unit.start.char,
            end: end.char,
        })
    }
}

impl Unit {
    fn end(&self) -> Position {
        self.note_end.map_or(self.words_end, |end| end.max(self.words_end))
    }
}

fn unit(path: ProvisionPath, level: Level, line: &Line<'_>, words: usize) -> Unit {
    let indent = line.text.len() - line.text.trim_start().len();
    Unit {
        path,
        level,
        start: line.visible_start(),
        words: line.at(indent + words),
        words_end: line.visible_end().max(line.at(indent + words)),
        note_end: None,
    }
}
