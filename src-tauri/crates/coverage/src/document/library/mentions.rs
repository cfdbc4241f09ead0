//! Finds the places where the pages of a company name coverages.

use std::collections::HashMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

use super::Library;
use super::names::{bare, is_back_of_name, is_margin};
use crate::catalog::fold::{fold, goes_on_with, past_letter};
use crate::catalog::rules::Rules;
use crate::catalog::tables::Page;
use crate::document::book::Book;

/// A place on a page that names a coverage.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    pub page: usize,
    /// Byte range of the page.
    pub at: Range<usize>,
    /// Coverages that have this name.
    pub coverages: Vec<usize>,
    /// The folded name.
    pub name: String,
    /// Whether what follows is about it: nothing but a number or a bullet precedes it on its line, it is
    /// the topic of a sentence, or it goes on with a list of names of which the first is so.
    pub begins_line: bool,
    /// Whether it goes on with such a list.
    pub in_list: bool,
    /// Whether it is the complete name: no part of it follows or stands on the line above.
    pub is_complete: bool,
}

impl Library {
    pub(super) fn find_mentions(
        &mut self,
        book: &Book,
        names: &HashMap<String, Vec<usize>>,
        pages: &[Page],
    ) {
        let mut patterns: Vec<&String> = names.keys().collect();
        patterns.sort_unstable();
        let longest =
            AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&patterns);
        let Ok(finder) = longest else { return };
        for (at, (page, folded)) in pages.iter().zip(&self.folded).enumerate() {
            let text = folded.text();
            let mut from = 0;
            while let Some(found) = text.get(from..).and_then(|rest| finder.find(rest)) {
                let range = from + found.start()..from + found.end();
                let place = folded.original(&page.text, range.clone());
                let before = page.text.get(..place.start).unwrap_or_default();
                let line = before.rsplit('\n').next().unwrap_or_default();
                let is_number =
                    !line.trim().is_empty() && line.trim().chars().all(|c| c.is_ascii_digit());
                if before.chars().next_back().is_some_and(goes_on_with) && !is_number {
                    // 암진단비 within 유사암진단비: part of another name, or a name that begins inside this
                    // one.
                    from = past_letter(text, range.start);
                    continue;
                }
                let name = patterns.get(found.pattern().as_usize()).map_or("", |it| it.as_str());
                let behind = text.get(range.end..).unwrap_or_default();
                let rest = page.text.get(place.end..).unwrap_or_default();
                let rest = fold(rest.lines().next().unwrap_or_default());
                let heads_rider = book.rules.names.rider_back.is_match(&rest)
                    && book.rules.names.rider_front.is_match(&fold(line));
                let heads_below = heads_below(page.text.get(place.end..).unwrap_or_default());
                let joined = |rest: &str| finder.find(rest).is_some_and(|it| it.start() == 0);
                let goes_on = behind_joiner(without_brackets(behind)).is_some_and(joined);
                let coverages = names.get(name).cloned().unwrap_or_default();
                let last = self.mentions.last().filter(|it| it.page == at);
                let in_list = last.is_some_and(|mention| {
                    mention.begins_line && is_joiner(&page.text, mention.at.end..place.start)
                });
                let is_of_other =
                    last.is_some_and(|it| !it.coverages.iter().any(|it| coverages.contains(it)));
                let is_topic =
                    || is_of_other && begins_sentence(line) && (goes_on || is_topic(behind));
                self.mentions.push(Mention {
                    page: at,
                    at: place,
                    coverages,
                    name: name.to_owned(),
                    in_list,
                    begins_line: heads_rider
                        || in_list
                        || is_topic()
                        || line.split_whitespace().map(|it| it.chars().count()).sum::<usize>() <= 8
                            && is_margin(&book.rules, line),
                    is_complete: heads_rider
                        || in_list
                        || goes_on
                        || !(behind.starts_with(['(', 'i', 'v', '·'])
                            && !book.rules.names.label.is_match(behind)
                            && !is_only_noise(&book.rules, behind)
                            && !heads_below
                            || behind.starts_with("및")
                            || line.trim().is_empty()
                                && bare(&book.rules, name).len() == name.len()
                                && is_back_of_name(&book.rules, before)),
                });
                from = range.end;
            }
        }
    }
}

/// What joins two names of a list, folded.
const JOINERS: [&str; 8] = [",", "·", "/", "및", "와", "과", "또는", "이나"];

/// Returns a folded text without the brackets at its front.
fn without_brackets(text: &str) -> &str {
    let mut rest = text;
    while let Some((_, behind)) = rest.strip_prefix('(').and_then(|it| it.split_once(')')) {
        rest = behind;
    }
    rest
}

/// Returns the folded text behind the word or sign at its front that joins two names.
fn behind_joiner(text: &str) -> Option<&str> {
    JOINERS.iter().find_map(|it| text.strip_prefix(it))
}

/// Whether a part of a page joins the names on its two sides, on one line.
fn is_joiner(page: &str, part: Range<usize>) -> bool {
    let text = page.get(part).filter(|it| !it.contains('\n')).map(fold).unwrap_or_default();
    behind_joiner(without_brackets(&text)).is_some_and(str::is_empty)
}

/// Whether a sentence begins at the end of a line's front: behind the full stop of another one.
fn begins_sentence(front: &str) -> bool {
    let front = front.trim_end();
    front.strip_suffix('.').is_some_and(|it| it.ends_with(|c| ('가'..='힣').contains(&c)))
}

/// Whether a name is what the folded text behind it is about: 은 감액 없이 지급합니다.
fn is_topic(behind: &str) -> bool {
    without_brackets(behind).starts_with(['은', '는', '의'])
}

/// Whether only brackets that do not limit what is covered stand behind a name: (갱신형)(무배당).
fn is_only_noise(rules: &Rules, behind: &str) -> bool {
    let mut rest = behind;
    while let Some((inside, next)) = rest.strip_prefix('(').and_then(|it| it.split_once(')')) {
        if !rules.names.noise.iter().any(|it| it.is_match(inside)) {
            return false;
        }
        rest = next;
    }
    rest.len() < behind.len() && !rest.starts_with(['(', 'i', 'v', '·'])
}

/// Smallest number of Hangul characters behind a bracket that makes a sentence.
const MIN_SENTENCE_LENGTH: usize = 8;

/// Whether the line below a name begins with a bracket that heads a sentence: [암진단보험금] 암으로 진단확정되었을
/// 때.
fn heads_below(behind: &str) -> bool {
    let Some((_, below)) = behind.split_once('\n').filter(|it| it.0.trim().is_empty()) else {
        return false;
    };
    let line = below.lines().next().unwrap_or_default();
    let rest = line.split_once([']', ')', '】']).map_or("", |it| it.1);
    line.trim_start().starts_with(['[', '(', '【'])
        && rest.chars().filter(|c| ('가'..='힣').contains(c)).count() >= MIN_SENTENCE_LENGTH
}
