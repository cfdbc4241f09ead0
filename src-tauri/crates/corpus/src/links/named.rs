//! Keeps track of the laws named so far, to resolve 같은 법, 이 법, 시행령 and numbers without a law.

use std::sync::LazyLock;

use regex::Regex;

use super::names::Rank;
use super::scan::{Ground, Scan};
use crate::text::pattern;
use crate::titles::Titles;

/// Words that may end the name of a law.
static NAME_END: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:법|법률|령|규칙|규정)(?:[은는이가을를의에과와도상 ,.\n()「」]|$)")
});

/// Stored laws that a text names, with the byte offset where each name ends.
pub(super) fn mentions(text: &str, titles: &Titles) -> Vec<(usize, String)> {
    let ends = NAME_END.find_iter(text).filter_map(|found| {
        let name = found.as_str();
        let last = name.chars().next_back()?;
        let end = if ends_name(last) { found.end() } else { found.end() - last.len_utf8() };
        let (title, _) = titles.ending(text.get(..end)?)?;
        Some((end, title.to_owned()))
    });
    ends.collect()
}

fn ends_name(c: char) -> bool {
    matches!(c, '법' | '률' | '령' | '칙' | '정')
}

impl Scan<'_> {
    pub(super) fn remember(&mut self, title: &str, ground: &Ground<'_>) {
        if title.is_empty() {
            return;
        }
        let rank = Rank::of(title);
        if matches!(ground, Ground::Text(_)) {
            // 같은 법 after 의료법 시행령 means 의료법. The decree of another law no longer applies.
            let mother = title.strip_suffix("시행령").or_else(|| title.strip_suffix("시행규칙"));
            let act = mother.map(str::trim_end).or((rank == Rank::Act).then_some(title));
            if let Some(act) = act.filter(|act| self.titles[0].as_deref() != Some(*act)) {
                self.titles = [Some(act.to_owned()), None, None];
            }
            self.spoken = Some(title.to_owned());
        }
        if let Some(slot) = self.titles.get_mut(rank as usize) {
            *slot = Some(title.to_owned());
        }
    }

    /// The last named law of a rank. In running text also the decree or rule of the last named law.
    pub(super) fn of_rank(&self, rank: Rank, ground: &Ground<'_>) -> Option<String> {
        let named = self.titles.get(rank as usize)?.clone();
        let below = match (ground, rank) {
            (Ground::Text(_), Rank::Decree) => Some("시행령"),
            (Ground::Text(_), Rank::Rule) => Some("시행규칙"),
            _ => None,
        };
        named.or_else(|| Some(format!("{} {}", self.titles.first()?.as_ref()?, below?)))
    }

    /// What 법, 영, 시행령 or 규칙 mean on their own in running text.
    pub(super) fn spoken_of(&self, word: &str, ground: &Ground<'_>) -> Option<String> {
        if !matches!(ground, Ground::Text(_)) {
            return None;
        }
        let rank = match word {
            "법" | "동법" | "본법" => Rank::Act,
            "영" | "령" | "시행령" => Rank::Decree,
            "규칙" | "시행규칙" => Rank::Rule,
            _ => return None,
        };
        self.of_rank(rank, ground)
    }

    /// The context in which brackets after 같은 법 제3조 are read.
    pub(super) fn inside<'a>(&self, ground: &'a Ground<'a>) -> &'a Ground<'a> {
        if matches!(ground, Ground::Text(_)) { ground } else { &Ground::None }
    }
}
