//! Reads the marks of charts: `HTN/DM/Tb (+/-/-)`, `melena(-)`.

use std::sync::LazyLock;

use regex::Regex;

use super::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::numbers::pattern;

static MARKED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"([^\s()/]+(?:/[^\s()/]+)+)\s?\(([+-](?:/[+-])+)\)"));

impl Context<'_> {
    /// Whether the mark of a mention says that it is absent: true for DM in `HTN/DM/Tb (+/-/-)`. `None`
    /// without such a list.
    pub(super) fn chart_mark(&self, mention: &Mention) -> Option<bool> {
        let word = self.clauses.words[self.clauses.word_at(mention.start)];
        let end = self.text.len().min(word.end + 40);
        let window = self.text.slice(word.start, end);
        let found =
            MARKED.captures(window).filter(|it| it.get(0).is_some_and(|it| it.start() == 0))?;
        let names = found.get(1)?.as_str();
        let marks: Vec<&str> = found.get(2)?.as_str().split('/').collect();
        if names.split('/').count() != marks.len() {
            return None;
        }
        let before = self.text.slice(word.start, mention.start.max(word.start));
        Some(marks.get(before.matches('/').count())? == &"-")
    }

    /// Whether a mark applies to a mention, which must be directly before it or in the same list: `N, V
    /// (-)`, but not `DM, metformin 500, melena (-)`.
    pub(super) fn is_listed_with(&self, mention: &Mention, mark: usize) -> bool {
        let own = self.clauses.word_at(mention.start);
        let comma = (own..mark).any(|it| self.clauses.words[it].mark == Some(','));
        let complaint = |index: usize| {
            self.mention_in(index).is_some_and(|it| it.0.slot == mention.slot)
                || self.mention_into(index).is_some()
                || matches!(self.word(index), "and" | "or" | "및")
        };
        let last = self.clauses.word_at(mention.end - 1);
        !comma || (mention.slot == Slot::Symptom && (last + 1..mark).all(complaint))
    }
}
