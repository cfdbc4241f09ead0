//! 종별 수술비 and 지급 횟수.

use super::{Clause, Source};
use crate::answer::{Confidence, SlotValue};
use crate::money::{amounts, format_won};

/// Letters between a class and its amount.
const NEAR: usize = 40;

pub(super) fn by_class(source: &Source<'_>) -> SlotValue {
    let pattern = &source.book().rules.slots.surgery_class;
    let mut classes: Vec<(String, u64)> = Vec::new();
    let mut stands: Vec<&Clause> = Vec::new();
    let clauses = &source.clauses;
    for clause in clauses.iter().filter(|it| it.own) {
        if stands.first().is_some_and(|it| it.page != clause.page) {
            break;
        }
        let written = amounts(&clause.text);
        for found in pattern.captures_iter(&clause.text) {
            let (end, class) =
                (found.get(0).map_or(0, |it| it.end()), found.get(1).map_or("", |it| it.as_str()));
            let money = written.iter().find(|it| it.at.start >= end && it.at.start - end <= NEAR);
            let Some(money) = money.filter(|_| !classes.iter().any(|(it, _)| it == class)) else {
                continue;
            };
            classes.push((class.to_owned(), money.won));
            if !stands.iter().any(|it| it.at == clause.at) {
                stands.push(clause);
            }
        }
    }
    let (Some(first), Some(last)) = (stands.first(), stands.last()) else {
        return source.nothing();
    };
    let all: Vec<String> =
        classes.iter().map(|(class, won)| format!("{class}종 {}", format_won(*won))).collect();
    source.value(all.join(", "), Confidence::High, first.page, first.at.start..last.at.end)
}

pub(super) fn count_limit(source: &Source<'_>) -> SlotValue {
    let pattern = &source.book().rules.slots.surgery_limits;
    let clauses = &source.clauses;
    let found = clauses.iter().filter(|it| it.own).find_map(|clause| {
        let words = pattern.find(&clause.text)?.as_str().to_owned();
        Some((words, clause))
    });
    found.map_or_else(
        || source.nothing(),
        |(words, clause)| source.value(words, Confidence::Medium, clause.page, clause.at.clone()),
    )
}
