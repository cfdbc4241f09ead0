//! 감액/지급률 규정: what part is paid early in the contract, or for a kind of the disease.

use super::{Clause, Source};
use crate::answer::{Confidence, SlotValue};

pub(super) fn partial(source: &Source<'_>) -> SlotValue {
    let patterns = &source.book().rules.slots;
    let clauses = &source.clauses;
    let own = |it: &&Clause| it.own;
    for wanted in [true, false] {
        let of = clauses.iter().filter(|it| it.own == wanted);
        let by_time = of.clone().find_map(|it| Some((periods(source, it)?, it)));
        let by_rate = of.clone().find_map(|it| Some((rates(source, it)?, it)));
        let confidence = if wanted { Confidence::High } else { Confidence::Medium };
        let at = |clause: &Clause| (clause.page, clause.at.clone());
        match (by_time, by_rate) {
            // A kind of cancer is asked for: the share that is paid for it counts too.
            (Some((time, first)), Some((rate, second)))
                if !source.asked.subtypes.is_empty() && second.at != first.at =>
            {
                let (page, place) = at(first);
                let mut value = source.value(
                    format!("{time}, {}{rate}", kind(source, second)),
                    confidence,
                    page,
                    place,
                );
                let (page, place) = at(second);
                value.evidence.extend(source.value(rate, confidence, page, place).evidence);
                return value;
            }
            (Some((rule, clause)), _) | (None, Some((rule, clause))) => {
                let (page, place) = at(clause);
                return source.value(rule, confidence, page, place);
            }
            (None, None) => {}
        }
    }
    let none = clauses.iter().find(|it| it.own && patterns.partial_none.is_match(&it.text));
    if let Some(clause) = none {
        return source.value(
            "감액 없음".to_owned(),
            Confidence::High,
            clause.page,
            clause.at.clone(),
        );
    }
    for clause in clauses.iter().filter(own) {
        if let Some(found) = patterns.partial_short.captures(&clause.text) {
            let group = |at| found.get(at).map_or("", |it: regex::Match<'_>| it.as_str());
            let rule = format!("{}년 {}%", group(1), group(2));
            return source.value(rule, Confidence::Medium, clause.page, clause.at.clone());
        }
    }
    if source.sections.is_empty() {
        return source.nothing();
    }
    let subject = source.subject().to_owned();
    let pages = &source.book().library(source.insurer).partial_pages;
    // Only of the 약관, and where it speaks of this sort of benefit: 암으로 진단된 경우.
    let benefit = source.benefit();
    let general = source.clauses_about(pages, &subject);
    let mut general = general.iter().filter(|it| it.is_policy && it.text.contains(benefit));
    let found = general.find_map(|clause| Some((rule(source, clause)?, clause)));
    found.map_or_else(
        || source.nothing(),
        |(rule, clause)| source.value(rule, Confidence::Low, clause.page, clause.at.clone()),
    )
}

/// `1년 미만 50%`, of several all; else `가입금액의 20%`.
fn rule(source: &Source<'_>, clause: &Clause) -> Option<String> {
    periods(source, clause).or_else(|| rates(source, clause))
}

/// The kind of cancer that a clause begins with: `경계성종양 `.
fn kind(source: &Source<'_>, clause: &Clause) -> String {
    let subtypes = &source.book().rules.subtypes;
    let first = subtypes
        .words
        .find(&clause.text)
        .and_then(|it| subtypes.of_word.get(it.pattern().as_usize()));
    first
        .and_then(|it| subtypes.all.get(*it))
        .map(|it| format!("{} ", it.label))
        .unwrap_or_default()
}

fn periods(source: &Source<'_>, clause: &Clause) -> Option<String> {
    let pattern = &source.book().rules.slots.partial_periods;
    let mut said: Vec<String> = Vec::new();
    for found in pattern.captures_iter(&clause.text) {
        let group = |at| found.get(at).map_or("", |it| it.as_str());
        let bound = if group(3).is_empty() || group(3) == "감액" { "미만" } else { group(3) };
        let rule = format!("{}{} {bound} {}%", group(1), group(2), group(4));
        if !said.contains(&rule) {
            said.push(rule);
        }
    }
    (!said.is_empty()).then(|| said.join(", "))
}

fn rates(source: &Source<'_>, clause: &Clause) -> Option<String> {
    let mut said = Vec::new();
    for found in source.book().rules.slots.partial_rates.captures_iter(&clause.text) {
        let rate = found.get(1).map_or("", |it| it.as_str());
        let rule = format!("가입금액의 {rate}%");
        if rate != "100" && !said.contains(&rule) {
            said.push(rule);
        }
    }
    (!said.is_empty()).then(|| said.join(", "))
}
