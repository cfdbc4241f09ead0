//! 대기기간: how long after the contract began nothing is paid yet.

use regex::Regex;

use super::{Clause, Source};
use crate::answer::{Confidence, SlotValue};

pub(super) fn waiting(source: &Source<'_>) -> SlotValue {
    let patterns = &source.book().rules.slots;
    let clauses = &source.clauses;
    for own in [true, false] {
        for clause in clauses.iter().filter(|it| it.own == own) {
            if let Some(period) = period(source, clause) {
                let confidence = if own { Confidence::High } else { Confidence::Medium };
                return source.value(period, confidence, clause.page, clause.at.clone());
            }
        }
        let none =
            clauses.iter().find(|it| it.own == own && patterns.waiting_none.is_match(&it.text));
        if let Some(clause) = none {
            return source.value(
                "없음".to_owned(),
                Confidence::High,
                clause.page,
                clause.at.clone(),
            );
        }
    }
    // What the documents say of the disease in general.
    let subject = source.subject().to_owned();
    let pages = &source.book().library(source.insurer).waiting_pages;
    for clause in source.clauses_about(pages, &subject) {
        // 유사암 is another subject than 암; 일반암 is another word for it.
        let same = &source.book().rules.names.same;
        let mut text = clause.text.clone();
        for (from, _) in same.iter().filter(|(_, to)| *to == subject) {
            text = text.replace(from.as_str(), &subject);
        }
        let stands_alone = text.match_indices(&subject).any(|(at, _)| {
            let before = text.get(..at).and_then(|it| it.chars().next_back());
            !before.is_some_and(|c| ('가'..='힣').contains(&c) && !"의한및와과".contains(c))
        });
        let speaks = patterns.waiting_speaks.is_match(&clause.text);
        if let Some(period) = period(source, &clause).filter(|_| stands_alone && speaks) {
            return source.value(period, Confidence::Low, clause.page, clause.at.clone());
        }
    }
    source.nothing()
}

fn period(source: &Source<'_>, clause: &Clause) -> Option<String> {
    let patterns = &source.book().rules.slots;
    if patterns.waiting_not_clause.is_match(&clause.text) {
        return None;
    }
    let mut earliest: Option<(usize, String)> = None;
    for pattern in &patterns.waiting_periods {
        if let Some((at, period)) = first(pattern, &clause.text)
            && earliest.as_ref().is_none_or(|(before, _)| at < *before)
        {
            earliest = Some((at, period));
        }
    }
    earliest.map(|(_, period)| period)
}

fn first(pattern: &Regex, text: &str) -> Option<(usize, String)> {
    let found = pattern.captures(text)?;
    let (number, unit) = (found.get(1)?, found.get(2)?);
    Some((number.start(), format!("{}{}", number.as_str(), unit.as_str())))
}
