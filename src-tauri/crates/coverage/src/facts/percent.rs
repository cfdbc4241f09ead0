//! 지급률: the share of the sum insured that is paid: 수술 1회당 가입금액의 10% 지급.

use super::kinds::{is_of_coverage, is_paid_for, kinds_of_rate};
use super::source::{Clause, Source};
use super::topics::Topics;
use crate::catalog::cues::Category;
use crate::catalog::fact::Fact;
use crate::document::shares::has_period;
use crate::document::values::{explained, rates};
use simui_korean::money::format_won;

/// Value of a document that pays the full sum in some case, so that no single share holds.
pub(crate) const WHOLE: &str = "100%";

pub(super) fn share(source: &Source<'_>) -> Vec<Fact> {
    let only = only_share(source).and_then(|(share, clause)| {
        let rule = if share == WHOLE { "share.whole" } else { "share.only" };
        source.fact(rule, share, clause.page, clause.at.clone())
    });
    [only, explained_amount(source)].into_iter().flatten().collect()
}

/// Returns the amount that a share in the coverage's own sections explains: 가입금액의 20%인 600만원. Where a kind of
/// cancer is read for, the share is one that is paid for that kind.
pub(super) fn explained_amount(source: &Source<'_>) -> Option<Fact> {
    let cues = &source.book().rules.cues;
    let own = source.clauses.iter().filter(|it| it.own && !source.is_example(it.page));
    own.filter(|it| cues.has(Category::Trigger, &it.text)).find_map(|clause| {
        let (rate, won) = rates(&clause.text, cues).into_iter().find_map(|rate| {
            let won = explained(&clause.text, cues, rate.range())?;
            let kinds = kinds_of_rate(source, &clause.text, rate.start());
            let is_own = match source.kind {
                Some(kind) => !kinds.is_empty() && is_paid_for(source, kind, &kinds),
                None => is_of_coverage(source, &kinds),
            };
            let is_in_scope = || Topics::new(source, &clause.text).are_in_scope(rate.start(), None);
            (is_own && is_in_scope()).then_some((rate, won))
        })?;
        let (page, at) = (clause.page, clause.at.clone());
        let fact = source.fact("amount.explained", format_won(won), page, at)?;
        let condition = Some(format!("가입금액의 {}%", rate.as_str()));
        Some(Fact { amount_won: Some(won), condition, ..fact })
    })
}

/// Returns the single share that the coverage's own sections say is paid in every case, with its
/// clause; [`WHOLE`] if they also pay the full amount, another share, or a share only up to some
/// time or for a kind of cancer.
fn only_share<'a>(source: &'a Source<'_>) -> Option<(String, &'a Clause)> {
    let cues = &source.book().rules.cues;
    let own = || source.clauses.iter().filter(|it| it.own && !it.is_policy);
    let mut found: Option<(u64, &Clause)> = None;
    if let Some(clause) = pays_the_whole(source) {
        return Some((WHOLE.to_owned(), clause));
    }
    for clause in own().filter(|it| cues.has(Category::Trigger, &it.text)) {
        let text = clause.text.as_str();
        if cues.has(Category::PaysWhole, text) || has_period(text, cues) {
            return Some((WHOLE.to_owned(), clause));
        }
        let rates = rates(text, cues).into_iter();
        for rate in rates.filter(|it| explained(text, cues, it.range()).is_none()) {
            let topics = Topics::new(source, text);
            let is_in_scope = topics.are_in_scope(rate.start(), None)
                && is_of_coverage(source, &kinds_of_rate(source, text, rate.start()));
            let rate: u64 = rate.as_str().parse().ok()?;
            if !is_in_scope || !(1..100).contains(&rate) || found.is_some_and(|it| it.0 != rate) {
                return Some((WHOLE.to_owned(), clause));
            }
            found.get_or_insert((rate, clause));
        }
    }
    found.map(|(rate, clause)| (format!("{rate}%"), clause))
}

/// Returns the first clause of a section that says that the full amount is paid, in words that a
/// narrow column splits into several clauses: 최초 1회한 보험 / 가입금액 지급.
fn pays_the_whole<'a>(source: &'a Source<'_>) -> Option<&'a Clause> {
    let cues = &source.book().rules.cues;
    let own: Vec<&Clause> = source.clauses.iter().filter(|it| it.own && !it.is_policy).collect();
    let mut sections = own.chunk_by(|a, b| a.section == b.section && a.page == b.page);
    let whole = sections.find(|section| {
        let text: String = section.iter().map(|it| it.text.as_str()).collect();
        cues.has(Category::Trigger, &text) && cues.has(Category::PaysWhole, &text)
    });
    let whole = whole?;
    let stating = whole.iter().find(|it| cues.has(Category::Trigger, &it.text));
    stating.or_else(|| whole.first()).copied()
}
