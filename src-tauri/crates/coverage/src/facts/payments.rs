//! Payments that a table below the coverage's name lists with names of their own: 급부명칭 | 지급사유 | 지급금액.

use std::ops::Range;

use super::amount::{Found, fact};
use super::kinds::by_name;
use super::source::Source;
use crate::catalog::cues::Category;
use crate::catalog::fact::Fact;
use crate::catalog::fold::fold;
use crate::table::piped::is_of_coverages;
use crate::table::rows::lines;
use simui_korean::money::amounts;

/// An amount in a cell, with the kinds of cancer in front of it.
pub(super) struct Payment {
    pub(super) won: u64,
    pub(super) kinds: Vec<usize>,
}

/// Returns the payments of the coverage's own sections: for the kind of cancer that is read for, otherwise
/// those that name no kind.
pub(super) fn payments(source: &Source<'_>) -> Vec<Fact> {
    let book = source.book();
    let library = book.library(source.insurer());
    let mut facts = Vec::new();
    let own = source.sections.iter().filter(|it| it.own);
    for section in own.filter(|it| !source.is_example(it.page)) {
        let Some(page) = book.pages(source.insurer()).get(section.page) else { continue };
        let within = |it: &Range<usize>| it.end > section.at.start && it.start < section.at.end;
        let Some(tables) = library.tables.get(section.page) else { continue };
        for line in lines(&page.text).into_iter().filter(within) {
            let of_titles = tables.payment(&page.text, line.start, &book.rules);
            let Some((name, cell)) = of_titles.flatten() else { continue };
            let is_row = library.rows.iter().any(|row| {
                row.page == section.page
                    && row.coverage.is_some()
                    && cell.start < row.row.amount.end
                    && row.row.amount.start < cell.end
            });
            let is_of_other = library.mentions.iter().any(|mention| {
                mention.page == section.page
                    && name.contains(&mention.at.start)
                    && mention.begins_line
                    && !mention.coverages.contains(&source.coverage())
            });
            // A name outside the company's list in a table of coverages is no payment of this one.
            let is_own = name.contains(&section.at.start) || section.at.start >= line.start;
            let is_coverage = !is_own && is_of_coverages(&page.text, &line, &book.rules.rows);
            if is_row || is_of_other || is_coverage {
                continue;
            }
            let text = |at: &Range<usize>| page.text.get(at.clone()).unwrap_or_default();
            let of_name = kinds(source, &fold(text(&name)));
            for Payment { won, kinds } in of_cell(source, &fold(text(&cell))) {
                let kinds = if kinds.is_empty() { of_name.clone() } else { kinds };
                if source.kind.map_or(kinds.is_empty(), |it| kinds.contains(&it)) {
                    let at = name.start.min(cell.start)..cell.end;
                    let found =
                        Found { won, limit: "", page: section.page, at, amount: cell.start };
                    let found = fact(source, "amount.payment", &found);
                    facts.extend(found.map(|it| Fact { name: Some(text(&name).to_owned()), ..it }));
                }
            }
        }
    }
    facts
}

/// Returns the amounts of a folded cell, each with the kinds in front of it. An amount that is paid early in
/// the contract is none; of several amounts without a kind, nobody knows which is the coverage's.
fn of_cell(source: &Source<'_>, cell: &str) -> Vec<Payment> {
    let cues = &source.book().rules.cues;
    let found = amounts(cell);
    let mut all = Vec::new();
    let mut from = 0;
    for money in &found {
        let label = cell.get(from..money.at.start).unwrap_or_default();
        from = money.at.end;
        let is_early = found.len() > 1 && cues.has(Category::Early, label);
        if cues.has(Category::SurgeryClass, label) || cues.has(Category::NoBenefit, label) {
            return Vec::new();
        }
        if !is_early {
            all.push(Payment { won: money.won, kinds: kinds(source, label) });
        }
    }
    let is_of_all = |it: &&Payment| it.kinds.is_empty();
    if all.iter().filter(is_of_all).count() > 1 {
        all.retain(|it| !it.kinds.is_empty());
    }
    all
}

/// Returns the kinds of cancer that a folded label names, without those that the coverage is named after.
fn kinds(source: &Source<'_>, label: &str) -> Vec<usize> {
    let rules = &source.book().rules;
    let named = rules.subtypes.words.find_iter(label).filter(|word| {
        let behind = label.get(word.end()..).unwrap_or_default();
        !rules.cues.has(Category::Excluded, behind)
    });
    let kinds = named.filter_map(|it| rules.subtypes.of_word.get(it.pattern().as_usize()).copied());
    let is_other = |kind: &usize| {
        let rule = rules.subtypes.all.get(*kind);
        rule.is_some_and(|it| by_name(source, it).is_none())
    };
    kinds.filter(is_other).collect()
}
