//! The structure tree of the PDF, which screen readers use.

use std::num::NonZeroU16;

use krilla::tagging::{
    Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree,
};

use super::blocks::{Kind, Part};

/// Content by part, row and cell.
pub struct Tags<'a> {
    parts: &'a [Part],
    content: Vec<Vec<Vec<Vec<Identifier>>>>,
}

impl<'a> Tags<'a> {
    /// Makes an empty collection.
    pub fn new(parts: &'a [Part]) -> Self {
        let content = parts
            .iter()
            .map(|part| part.rows.iter().map(|row| vec![Vec::new(); row.cells.len()]).collect())
            .collect();
        Self { parts, content }
    }

    /// Adds content that was drawn for a cell.
    pub fn add(&mut self, part: usize, row: usize, cell: usize, content: Identifier) {
        self.content[part][row][cell].push(content);
    }

    /// Returns the tree.
    pub fn tree(self) -> TagTree {
        let mut tree = TagTree::new().with_lang(Some("ko".to_owned()));
        for (part, rows) in self.parts.iter().zip(self.content) {
            for group in part_group(&part.kind, rows) {
                tree.push(group);
            }
        }
        tree
    }
}

fn part_group(kind: &Kind, rows: Vec<Vec<Vec<Identifier>>>) -> Vec<TagGroup> {
    let all = || rows.iter().flatten().flatten().cloned().map(Node::from).collect::<Vec<_>>();
    let one = |tag: TagKind| vec![TagGroup::with_children(tag, all())];
    match kind {
        Kind::Heading(level, title) => {
            // Levels are 1 to 3.
            let level = NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN);
            one(Tag::Hn(level, Some(title.clone())).into())
        }
        Kind::Paragraph => one(Tag::P.into()),
        Kind::Quote => one(Tag::BlockQuote.into()),
        Kind::Group => rows.into_iter().flatten().map(|cell| group(Tag::P, cell)).collect(),
        Kind::List => {
            let items = rows.into_iter().map(|cells| {
                let mut cells = cells.into_iter();
                let label = group(Tag::Lbl, cells.next().unwrap_or_default());
                let body = group(Tag::LBody, cells.flatten().collect());
                nested(Tag::LI, vec![label, body])
            });
            vec![nested(Tag::L(ListNumbering::Decimal), items.collect())]
        }
        Kind::Facts => {
            let rows = rows.into_iter().map(|cells| {
                let cells = cells.into_iter().enumerate().map(|(at, cell)| match at % 2 {
                    0 => group(Tag::TH(TableHeaderScope::Row), cell),
                    _ => group(Tag::TD, cell),
                });
                nested(Tag::TR, cells.collect())
            });
            vec![nested(Tag::Table, rows.collect())]
        }
        Kind::Table(caption) => {
            let mut rows = rows.into_iter();
            let titles = rows.next().unwrap_or_default().into_iter();
            let titles = titles.map(|cell| group(Tag::TH(TableHeaderScope::Column), cell));
            let head = nested(Tag::THead, vec![nested(Tag::TR, titles.collect())]);
            let body = rows.map(|cells| {
                nested(Tag::TR, cells.into_iter().map(|cell| group(Tag::TD, cell)).collect())
            });
            let body = nested(Tag::TBody, body.collect());
            vec![nested(Tag::Table.with_summary(Some(caption.clone())), vec![head, body])]
        }
    }
}

fn group(tag: impl Into<TagKind>, content: Vec<Identifier>) -> TagGroup {
    TagGroup::with_children(tag, content.into_iter().map(Node::from).collect())
}

fn nested(tag: impl Into<TagKind>, groups: Vec<TagGroup>) -> TagGroup {
    TagGroup::with_children(tag, groups.into_iter().map(Node::from).collect())
}
