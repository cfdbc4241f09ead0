//! Finds the references in the text of one article.

use std::ops::Range;

use simui_domain::{LinkRelation, LinkTarget, ProvisionPath};

use super::decisions::decisions;
use super::named::mentions;
use super::names::Names;
use super::patterns::{ANCHOR, APPLIED, CONNECTION, FORM, QUALIFIERS, RANGE};
use super::units::units;
use crate::text::bracketed;
use crate::titles::Titles;

/// Maximum length of bracketed text in bytes. Longer text means that the brackets are unbalanced.
const LONGEST_BRACKETS: usize = 1500;

/// The context that completes a reference without a law or without a 조.
pub(super) enum Ground<'a> {
    /// The provision that contains the reference.
    Provision(&'a dyn Fn(usize) -> Option<ProvisionPath>),
    /// The reference that precedes the brackets.
    Reference(String, ProvisionPath),
    /// The document's own law, but none of its articles: 별표 and 부칙.
    Law,
    /// No context: decisions and guidelines.
    None,
    /// The last named law, in any text that names laws from the given titles. A reference for which no law
    /// has been named has an empty title.
    Text(&'a Titles),
}

/// A reference, with its byte range in the scanned text.
#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    pub range: Range<usize>,
    pub relation: LinkRelation,
    pub target: LinkTarget,
}

/// Finds every reference in a text.
pub(super) fn scan(text: &str, names: &Names, ground: &Ground<'_>) -> Vec<Found> {
    let mentions = match ground {
        Ground::Text(titles) => mentions(text, titles),
        _ => Vec::new(),
    };
    let mut scan = Scan {
        text,
        names,
        last: None,
        last_end: 0,
        titles: [None, None, None],
        spoken: None,
        mentions: mentions.into_iter().peekable(),
        found: Vec::new(),
    };
    if matches!(ground, Ground::None) {
        for decision in decisions(text).into_iter().filter(|it| it.is_certain()) {
            let (range, title) = (decision.range, decision.case);
            let target = LinkTarget { title, path: None, until: None, former: false };
            scan.found.push(Found { range, relation: LinkRelation::Cites, target });
        }
    }
    scan.part(0..text.len(), ground);
    scan.found.sort_by_key(|found| (found.range.start, found.range.end));
    scan.found
}

pub(super) struct Scan<'a> {
    pub text: &'a str,
    pub names: &'a Names,
    /// The previous reference.
    pub last: Option<(String, ProvisionPath)>,
    /// Where the text of the previous reference ends.
    pub last_end: usize,
    /// The last named 법, 영 and 규칙.
    pub titles: [Option<String>; 3],
    /// The last named law of any rank.
    pub spoken: Option<String>,
    /// Laws that the text names without a number, with the offset where each name ends.
    mentions: std::iter::Peekable<std::vec::IntoIter<(usize, String)>>,
    pub found: Vec<Found>,
}

/// The start of a chain of references and the law that it belongs to.
pub(super) struct Chain {
    /// Where the text of the reference begins.
    pub start: usize,
    /// Where the numbers begin.
    pub units: usize,
    pub title: String,
    pub base: Option<ProvisionPath>,
    pub former: bool,
    /// The chain is discarded, because it names a form, a promulgation or a 부칙.
    pub dropped: bool,
}

impl Scan<'_> {
    pub(super) fn rest(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    pub(super) fn before(&self, at: usize) -> &str {
        self.text.get(..at).unwrap_or_default()
    }

    fn part(&mut self, range: Range<usize>, ground: &Ground<'_>) {
        let mut at = range.start;
        while let Some(anchor) = ANCHOR.captures_at(self.text, at) {
            let Some(matched) = anchor.get(0).filter(|matched| matched.end() <= range.end) else {
                break;
            };
            while let Some((_, title)) = self.mentions.next_if(|it| it.0 <= matched.start()) {
                self.remember(&title, ground);
            }
            let group = |name: &str| anchor.name(name).map(|found| found.range());
            let end = if let Some(title) = group("title") {
                self.quoted(title, ground)
            } else if let (Some(same), Some(what)) = (group("same"), group("what")) {
                self.same(same, what, group("decree"), ground)
            } else if let (Some(this), Some(unit_word)) = (group("this"), group("mine")) {
                self.this(this, unit_word, group("below"), ground)
            } else if let Some(word) = group("word") {
                self.worded(word, ground)
            } else {
                self.unit(matched.start(), ground)
            };
            // If the anchor was not a reference, skip one character.
            at = end.filter(|end| *end > at).unwrap_or_else(|| {
                matched.start()
                    + self.rest(matched.start()).chars().next().map_or(1, char::len_utf8)
            });
        }
    }

    /// Reads consecutive references to one law: 제5조제1항 및 제2항, 제7조부터 제9조까지. Returns where the last one ends.
    pub(super) fn chain(&mut self, chain: Chain, ground: &Ground<'_>) -> Option<usize> {
        let Chain { mut start, units: mut at, title, mut base, former, dropped } = chain;
        let mut kept = Vec::new();
        let mut inner = Vec::new();
        let end = loop {
            let one = units(self.rest(at), base.as_ref())?;
            let mut end = at + one.len;
            let mut next = self.brackets(end, &one.path, &mut inner);
            let mut until = None;
            let gap = RANGE.find(self.rest(next)).map_or(0, |gap| gap.end());
            if gap > 0
                && let Some(last) = units(self.rest(next + gap), Some(&one.path))
            {
                end = next + gap + last.len;
                if self.rest(end).starts_with("까지") {
                    end += "까지".len();
                }
                next = self.brackets(end, &last.path, &mut inner);
                until = Some(last.path);
            }
            let last = until.clone().unwrap_or_else(|| one.path.clone());
            if !FORM.is_match(self.rest(end)) {
                let target =
                    LinkTarget { title: title.clone(), path: Some(one.path), until, former };
                kept.push((start..end, target));
            }
            base = Some(last);
            let gap = CONNECTION.find(self.rest(next)).map_or(0, |gap| gap.end());
            if gap == 0 || units(self.rest(next + gap), base.as_ref()).is_none() {
                break next;
            }
            (start, at) = (next + gap, next + gap);
        };
        if dropped {
            return Some(end);
        }
        let relation = self.relation(end);
        self.remember(&title, ground);
        for (range, target) in kept {
            self.found.push(Found { range, relation, target });
        }
        for (brackets, path) in inner {
            self.last = Some((title.clone(), path.clone()));
            let inside = match ground {
                Ground::None => Ground::None,
                _ if title.is_empty() => Ground::None,
                _ => Ground::Reference(title.clone(), path),
            };
            self.part(brackets, &inside);
        }
        self.last = base.map(|path| (title, path));
        self.last_end = end;
        Some(end)
    }

    /// Records the contents of brackets directly after a reference and returns where the brackets end.
    fn brackets(
        &self,
        end: usize,
        path: &ProvisionPath,
        inner: &mut Vec<(Range<usize>, ProvisionPath)>,
    ) -> usize {
        let open = end + QUALIFIERS.find(self.rest(end)).map_or(0, |found| found.end());
        match bracketed(self.rest(open)).filter(|(inside, _)| inside.len() < LONGEST_BRACKETS) {
            Some((inside, _)) => {
                let close = open + 1 + inside.len();
                inner.push((open + 1..close, path.clone()));
                close + 1
            }
            None => end,
        }
    }

    /// The relation of a reference: whether 준용 follows it.
    pub(super) fn relation(&self, end: usize) -> LinkRelation {
        if APPLIED.is_match(self.rest(end)) { LinkRelation::Applies } else { LinkRelation::Cites }
    }
}
