//! Days on which a text of law is in force.
//!
//! Whether something is in force on a day is answered only by [`Document::is_in_force`],
//! [`Article::is_in_force`] and [`Provision::has_begun`], which compare the day with stored first and
//! last days. The last days are derived here, from all stored versions of a law together, whenever one of
//! them is stored.

use std::collections::HashMap;

use jiff::civil::Date;

use crate::{Article, Document, DocumentKind, LawState, Provision};

impl Document {
    /// Whether a part of the document is in force on a day. Court decisions always count; a law without
    /// 시행일자 never does.
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

/// The properties of a stored version of a law on which its days of force depend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// 시행일자: first day of the version.
    pub from: Date,
    /// State of the law according to the source.
    pub state: LawState,
    /// Day of its repeal, if the source gives one.
    pub ended_on: Option<Date>,
    /// Key and first day of each article.
    pub articles: Vec<(String, Date)>,
}

/// Last days of one version: `None` while nothing ends it, the day before the first day if it is never in
/// force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastDays {
    /// Last day of the document.
    pub document: Option<Date>,
    /// Last days of the articles, in their order.
    pub articles: Vec<Option<Date>>,
}

/// Derives the last days of all versions of one law. `versions` are ordered by first day, and versions of
/// the same day by promulgation; `repealed_on` are the first days of other acts that repeal the law.
///
/// - A version ends when the next one begins, when its source says that it was repealed, or when another
///   act repeals it.
/// - An article ends when the article with its number in a later version begins, or when a later version
///   lacks it.
/// - A version that was repealed on an unknown day, or that is historical without a stored successor, is
///   never in force: its days are unknown.
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

/// End of a version, apart from a later version.
#[derive(Debug, Clone, Copy)]
enum End {
    Never,
    /// The first day without it.
    On(Date),
    /// It ended on an unknown day.
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

    /// Reads `2024-01-01 repealed 2025-01-01 | 제1조 | 제7조 2027-01-01`: first day, state, day of the state,
    /// articles with their own first days.
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

    /// Compares the last days, those of the articles after a bar; `-` means open.
    fn check(versions: &[&str], repealed_on: &[&str], expected: &[&str]) {
        let read: Vec<Version> = versions.iter().map(|text| version(text)).collect();
        let repealed_on: Vec<Date> = repealed_on.iter().map(|text| day(text)).collect();
        let to_text = |day: &Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
        let days = last_days(&read, &repealed_on).into_iter().map(|days| {
            let articles: String =
                days.articles.iter().map(|it| format!(" | {}", to_text(it))).collect();
            format!("{}{articles}", to_text(&days.document))
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
        // Of two amendments on the same day, the one promulgated later counts.
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
        // Amended again before it came into force.
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
        // 폐지제정: a law enacted on the day of the repeal is not repealed by it.
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
