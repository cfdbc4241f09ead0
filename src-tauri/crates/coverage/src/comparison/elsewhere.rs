//! Finds the coverages that pay for a kind of cancer where the one that is asked for does not.

use super::answer::PaidElsewhere;
use super::select::{Shelf, Wanted};
use super::sum::payout_then;
use crate::catalog::fact::Polarity;
use crate::document::book::Book;

/// Benefits by which coverages are told apart, as parts of their cores.
const BENEFITS: [&str; 3] = ["수술", "입원", "진단"];

/// Returns the coverages of each company that pay for the kinds of cancer in question, in the order
/// of the companies. `wanted` has the coverage that is asked for, if it is known; where it pays for
/// a kind itself, others are not shown.
pub(crate) fn paid_elsewhere(wanted: &Wanted<'_>, insurers: &[usize]) -> Vec<PaidElsewhere> {
    let book = wanted.book;
    let benefit = benefit(wanted);
    let mut found = Vec::new();
    for insurer in insurers {
        for kind in wanted.kinds {
            let asked = wanted.coverage.map(|_| Shelf::new(wanted, *insurer));
            let pays = |shelf: &Shelf<'_>| {
                shelf.inclusion(*kind).is_some_and(|it| it.polarity != Polarity::Denied)
            };
            if asked.as_ref().is_some_and(pays) {
                continue;
            }
            let others = (0..book.standards.len()).filter(|it| Some(*it) != wanted.coverage);
            let of_benefit = others.filter(|it| has_benefit(book, *it, benefit));
            found.extend(of_benefit.filter_map(|it| pays_for(wanted, *insurer, it, *kind)));
        }
    }
    found
}

/// Returns what a coverage of a company pays for a kind of cancer; `None` if no document says that it
/// pays, or only a general statement does.
fn pays_for(
    wanted: &Wanted<'_>,
    insurer: usize,
    coverage: usize,
    kind: usize,
) -> Option<PaidElsewhere> {
    let book = wanted.book;
    let kinds = [kind];
    let other = Wanted {
        book,
        coverage: Some(coverage),
        names: &[],
        kinds: &kinds,
        person: wanted.person,
        question: wanted.question.clone(),
        rest: wanted.rest.clone(),
        elapsed: wanted.elapsed,
    };
    let shelf = Shelf::new(&other, insurer);
    let fact = shelf.inclusion(kind)?;
    if fact.polarity == Polarity::Denied || fact.rule == "inclusion.general" {
        return None;
    }
    let subtype = book.rules.subtypes.all.get(kind)?;
    let standard = &book.standards.get(coverage)?.standard;
    Some(PaidElsewhere {
        subtype: subtype.key.clone(),
        label: subtype.label.clone(),
        coverage_code: standard.code.clone(),
        coverage_name: standard.name.clone(),
        name: shelf.printed_name().unwrap_or_else(|| standard.name.clone()),
        inclusion: shelf.value(fact),
        payout: payout_then(&shelf),
    })
}

/// Returns the benefit that is asked for: that of the coverage, otherwise that of the question, which
/// is a diagnosis where it names none.
fn benefit(wanted: &Wanted<'_>) -> &'static str {
    let core = wanted.coverage.and_then(|it| wanted.book.standards.get(it));
    let text = core.map_or(wanted.question.as_str(), |it| it.name.core.as_str());
    BENEFITS.into_iter().find(|it| text.contains(it)).unwrap_or("진단")
}

fn has_benefit(book: &Book, coverage: usize, benefit: &str) -> bool {
    book.standards.get(coverage).is_some_and(|it| it.name.core.contains(benefit))
}
