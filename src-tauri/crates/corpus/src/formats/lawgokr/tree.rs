//! An answer as a tree of named nodes, common to XML and JSON.
//!
//! Walkers take nodes out of the tree. Remaining nodes were not understood and are reported, so no element is
//! dropped silently.

use std::collections::BTreeMap;

use crate::reading::Finding;

/// Most nodes of an answer, more than the largest law has.
pub(super) const MOST_NODES: usize = 500_000;
/// Deepest nesting of an answer; bounds recursion over hostile files.
pub(super) const DEEPEST: usize = 64;
/// Most characters of an unknown element that a finding quotes.
const MAX_EXCERPT: usize = 300;

/// An element, attribute or JSON field with its own text.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Node {
    pub name: String,
    pub text: String,
    pub children: Vec<Node>,
}

impl Node {
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    pub(super) fn with_text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), children: Vec::new() }
    }

    /// Removes and returns the children of these names, in order.
    pub(super) fn take(&mut self, names: &[&str]) -> Vec<Node> {
        let children = std::mem::take(&mut self.children);
        let (taken, left) =
            children.into_iter().partition(|child| names.contains(&child.name.as_str()));
        self.children = left;
        taken
    }

    /// Removes the children of these names and returns their text, one per line. Nodes inside them are
    /// unread.
    pub(super) fn take_text(&mut self, names: &[&str], unread: &mut Unread) -> String {
        let mut text = String::new();
        for mut child in self.take(names) {
            if !text.is_empty() && !child.text.is_empty() {
                text.push('\n');
            }
            text.push_str(&std::mem::take(&mut child.text));
            unread.rest(child);
        }
        text
    }

    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.children.iter().any(|child| names.contains(&child.name.as_str()))
    }

    /// Returns the text of the children of these names without removing them.
    pub(super) fn text_of(&self, names: &[&str]) -> String {
        let named = self.children.iter().filter(|child| names.contains(&child.name.as_str()));
        named.map(|child| child.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the first non-empty text of the children of these names.
    pub(super) fn peek(&self, names: &[&str]) -> Option<&str> {
        let named = self.children.iter().filter(|child| names.contains(&child.name.as_str()));
        named.map(|child| child.text.trim()).find(|text| !text.is_empty())
    }

    /// Returns name and text of every non-empty descendant.
    pub(super) fn leaves(&self) -> Vec<(&str, &str)> {
        let mut found = Vec::new();
        for child in &self.children {
            if !child.text.trim().is_empty() {
                found.push((child.name.as_str(), child.text.trim()));
            }
            found.extend(child.leaves());
        }
        found
    }

    /// Returns the own text with that of all descendants.
    pub(super) fn all_text(&self) -> String {
        let own = self.text.trim();
        let below = self.leaves().into_iter().map(|(_, text)| text);
        std::iter::once(own).chain(below).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Nodes that no walker took, by name.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// Number of nodes and text of the first, by name.
    found: BTreeMap<String, (usize, String)>,
}

impl Unread {
    /// Records what remains of a node: its children and its own text.
    pub(super) fn rest(&mut self, node: Node) {
        if !node.text.trim().is_empty() {
            self.note(format!("{} 바로 아래의 글", node.name), node.text.trim());
        }
        for child in &node.children {
            let text = child.all_text();
            if !text.is_empty() {
                self.note(child.name.clone(), &text);
            }
        }
    }

    fn note(&mut self, name: String, text: &str) {
        self.found.entry(name).or_insert_with(|| (0, excerpt(text))).0 += 1;
    }

    /// Returns one finding for each name.
    pub(super) fn findings(self) -> impl Iterator<Item = Finding> {
        self.found.into_iter().map(|(name, (count, text))| {
            Finding::new(
                name.clone(),
                format!(
                    "모르는 요소 '{name}' {count}개를 본문에 넣지 않았습니다. 법령의 글인지 원문에서 확인하십시오: {text}"
                ),
            )
        })
    }
}

/// Returns the beginning of a text for a finding.
pub(super) fn excerpt(text: &str) -> String {
    let mut start: String = text.chars().take(MAX_EXCERPT).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}

/// Returns the finding of a file larger than any answer of law.go.kr.
pub(super) fn too_large() -> Finding {
    Finding::whole_file(
        "요소가 너무 많거나 너무 깊이 겹쳐 법령으로 읽을 수 없습니다. 법령 하나씩 받아 다시 가져오십시오.",
    )
}
