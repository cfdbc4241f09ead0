//! Force: on which days a text of law is in force.
//!
//! Every question "is this in force on that day" is answered by [`Document::is_in_force`], [`Article::is_in_force`] or
//! [`Provision::has_begun`], which compare the day with stored first and last days. The last days are derived here, from
//! all stored versions of a law together, whenever one of them is stored.

use std::collections::HashMap;

use jiff::civil::Date;

use crate::{Article, Document, DocumentKind, LawState, Provision};

impl Document {
    /// Whether some of it is in force on a day. Decisions do not come into force; a law without 시행일자 is not in force.
    pub fn is_in_force(&self, day: Date) -> bool {
        let begun = match (self.kind, self.effective_from) {
            (DocumentKind::Statute, None) => false,
            (DocumentKind::Precedent, _) | (_, None) => true,
            (_, Some(from)) => from <= day,
        };
        begun && self.effective_to.is_none_or(|to| day <= to)
    }
}

impl Article {
    /// Whether the article of a stored law is in force on a day.
    pub fn is_in_force(&self, day: Date) -> bool {
        self.effective_from.is_some_and(|from| from <= day)
            && self.effective_to.is_none_or(|to| day <= to)
    }
}

impl Provision {
    /// Whether the provision is in force on a day on which its article is.
    pub fn has_begun(&self, day: Date) -> bool {
        self.effective_from.is_none_or(|from| from <= day)
    }
}

/// One stored version of a law, as far as force depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// 시행일자.
    pub from: Date,
    /// What its source calls its state.
    pub state: LawState,
    /// The day of its repeal, where its source gives one.
    pub ended_on: Option<Date>,
    /// Its articles: their keys, and the first day of each.
    pub articles: Vec<(String, Date)>,
}

/// The last days of one version: `None` while nothing ends it, the day before its first where it is in force on none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastDays {
    /// Of the document.
    pub document: Option<Date>,
    /// Of its articles, in their order.
    pub articles: Vec<Option<Date>>,
}

/// The last days of all versions of one law. `versions` are in the order of their first days (of one day, in the order
/// of promulgation); `repealed_on` are the first days of other acts that repeal the law.
///
/// - A version ends when the next one begins, when its source says that it was repealed, or when another act repeals it.
/// - An article ends when a later version's article of its number begins, or when a later version lacks it.
/// - A version that is repealed on an unknown day, or historical without a stored successor, is in force on no day:
///   nobody knows on which it was.
pub fn last_days(versions: &[Version], repealed_on: &[Date]) -> Vec<LastDays> {
    let starts: Vec<HashMap<&str, Date>> = versions
        .iter()
        .map(|version| match version.state {
            // The sentence of a repealing act is an article of no law.
            LawState::Repealing => HashMap::new(),
            _ => version.articles.iter().map(|(key, from)| (key.as_str(), *from)).collect(),
        })
        .collect();
    let later = |at: usize| versions.iter().zip(&starts).skip(at + 1);
    let of = |(at, version): (usize, &Version)| {
        let next = versions.get(at + 1).map(|next| next.from);
        let end = end_of(version, next.is_some(), repealed_on);
        let articles = version.articles.iter().map(|(key, from)| {
            let replaced =
                later(at).map(|(next, starts)| *starts.get(key.as_str()).unwrap_or(&next.from));
            let ended = match end {
                End::Never => None,
                End::On(day) => Some(day),
                End::Unknown => Some(*from),
            };
            day_before(replaced.chain(ended).min())
        });
        let ended = match end {
            End::Never => None,
            End::On(day) => Some(day),
            End::Unknown => Some(version.from),
        };
        LastDays {
            document: day_before(next.into_iter().chain(ended).min()),
            articles: articles.collect(),
        }
    };
    versions.iter().enumerate().map(of).collect()
}

/// What ends a version, apart from a later one.
#[derive(Debug, Clone, Copy)]
enum End {
    Never,
    /// The first day without it.
    On(Date),
    /// It ended, nobody knows when.
    Unknown,
}

fn end_of(version: &Version, has_successor: bool, repealed_on: &[Date]) -> End {
    let by_others = repealed_on.iter().copied().filter(|day| *day > version.from).min();
    let own = match version.state {
        // A repeal may be announced while the law is in force.
        LawState::Enacted => version.ended_on.map_or(End::Never, End::On),
        LawState::Repealing => End::Unknown,
        LawState::Historical if has_successor => End::Never,
        LawState::Historical => version.ended_on.map_or(End::Unknown, End::On),
        LawState::Repealed | LawState::Lapsed => match version.ended_on {
            Some(day) => End::On(day),
            None if has_successor || by_others.is_some() => End::Never,
            None => End::Unknown,
        },
    };
    match (own, by_others) {
        (End::Never, Some(day)) => End::On(day),
        (End::On(own), Some(day)) => End::On(own.min(day)),
        (own, _) => own,
    }
}

fn day_before(first_day_without: Option<Date>) -> Option<Date> {
    first_day_without.map(|day| day.yesterday().unwrap_or(Date::MIN))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    /// `2024-01-01 repealed 2025-01-01 | 제1조 | 제7조 2027-01-01`: first day, state, its day, articles with their own.
    fn version(text: &str) -> Version {
        let mut parts = text.split('|').map(str::trim);
        let mut head = parts.next().unwrap().split(' ');
        let from = day(head.next().unwrap());
        let word = head.next();
        let state = LawState::ALL.into_iter().find(|state| Some(state.as_str()) == word);
        let articles = parts.map(|article| match article.split_once(' ') {
            Some((key, own)) => (key.to_owned(), day(own)),
            None => (article.to_owned(), from),
        });
        Version {
            from,
            state: state.unwrap_or_default(),
            ended_on: head.next().map(day),
            articles: articles.collect(),
        }
    }

    /// The last days, those of the articles after a bar; `-` is open.
    fn check(versions: &[&str], repealed_on: &[&str], expected: &[&str]) {
        let read: Vec<Version> = versions.iter().map(|text| version(text)).collect();
        let repealed_on: Vec<Date> = repealed_on.iter().map(|text| day(text)).collect();
        let shown = |day: &Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
        let days = last_days(&read, &repealed_on).into_iter().map(|days| {
            let articles: String =
                days.articles.iter().map(|it| format!(" | {}", shown(it))).collect();
            format!("{}{articles}", shown(&days.document))
        });
        assert_eq!(days.collect::<Vec<_>>(), expected, "{versions:?}");
    }

    #[test]
    fn the_next_version_ends_the_one_before() {
        check(&["2024-01-01 | 제1조"], &[], &["- | -"]);
        check(
            &["2024-01-01 | 제1조 | 제2조", "2025-01-01 | 제1조"],
            &[],
            &["2024-12-31 | 2024-12-31 | 2024-12-31", "- | -"],
        );
        // Two amendments of one day: the one promulgated later speaks.
        check(
            &["2024-01-01 | 제1조", "2024-01-01 | 제1조"],
            &[],
            &["2023-12-31 | 2023-12-31", "- | -"],
        );
    }

    #[test]
    fn an_article_that_begins_later_leaves_the_old_one_in_force() {
        check(
            &["2020-01-01 | 제1조 | 제7조", "2024-01-01 | 제1조 | 제7조 2027-01-01"],
            &[],
            &["2023-12-31 | 2023-12-31 | 2026-12-31", "- | - | -"],
        );
        // Amended away before it began.
        check(
            &["2020-01-01 | 제7조", "2024-01-01 | 제7조 2027-01-01", "2026-01-01 | 제7조"],
            &[],
            &["2023-12-31 | 2025-12-31", "2025-12-31 | 2025-12-31", "- | -"],
        );
    }

    #[test]
    fn repeal_ends_a_law() {
        check(&["2000-01-01 repealed 2007-01-01 | 제6조"], &[], &["2006-12-31 | 2006-12-31"]);
        check(&["2000-01-01 lapsed 2007-01-01 | 제6조"], &[], &["2006-12-31 | 2006-12-31"]);
        check(&["2000-01-01 repealed | 제6조"], &[], &["1999-12-31 | 1999-12-31"]);
        check(&["2000-01-01 | 제6조"], &["2007-01-01"], &["2006-12-31 | 2006-12-31"]);
        check(&["2000-01-01 repealed | 제6조"], &["2007-01-01"], &["2006-12-31 | 2006-12-31"]);
        // 폐지제정: what is enacted on the day of the repeal is not repealed by it.
        check(&["2007-01-01 | 제6조"], &["2007-01-01"], &["- | -"]);
        check(
            &["2000-01-01 repealed | 제1조", "2007-01-01 repealing | 제1조"],
            &[],
            &["2006-12-31 | 2006-12-31", "2006-12-31 | 2006-12-31"],
        );
    }

    #[test]
    fn a_historical_version_needs_its_successor() {
        check(&["2020-01-01 historical | 제1조"], &[], &["2019-12-31 | 2019-12-31"]);
        check(
            &["2020-01-01 historical | 제1조", "2024-01-01 | 제1조"],
            &[],
            &["2023-12-31 | 2023-12-31", "- | -"],
        );
    }
}
