//! 지급금액: the sum insured, from the coverage's row in a table and from clauses about the payment.

use std::ops::Range;

use super::basis::with_basis;
use super::parts::{KindRow, of_each_kind, of_kinds, of_lines};
use super::payments::payments;
use super::source::{Clause, Source};
use crate::catalog::cues::Category;
use crate::catalog::fact::{Fact, Polarity};
use crate::document::library::PageRow;
use crate::table::rows::LEFT_OUT;
use simui_korean::money::{Money, amounts, format_won};

/// An amount and its place.
pub(super) struct Found {
    pub(super) won: u64,
    /// `최고 ` or `최대 ` if it is an upper limit, otherwise empty.
    pub(super) limit: &'static str,
    pub(super) page: usize,
    /// Byte range of the quote on the page.
    pub(super) at: Range<usize>,
    /// First byte of the amount on the page.
    pub(super) amount: usize,
}

/// Value of a coverage that a plan leaves out.
const NOT_TAKEN: &str = "미가입";

/// Returns every amount of the coverage; a question chooses among the plans and documents.
pub(super) fn sums(source: &Source<'_>) -> Vec<Fact> {
    let of_kind = of_lines(source).into_iter();
    let mut facts: Vec<Fact> =
        of_kind.filter_map(|it| fact(source, "amount.kind_line", &it)).collect();
    // What is read for one plan differs in clauses; the rows of all plans are read together.
    if source.plan.is_none() {
        facts.extend(in_tables(source));
    }
    facts.extend(payments(source));
    facts.extend(in_clauses(source));
    facts
}

/// Returns the fact that a reading found an amount.
pub(super) fn fact(source: &Source<'_>, rule: &str, found: &Found) -> Option<Fact> {
    let value = format!("{}{}", found.limit, format_won(found.won));
    let fact = source.fact(rule, value, found.page, found.at.clone())?;
    let fact = Fact { amount_won: Some(found.won), ..fact };
    Some(with_basis(source, found.page, found.amount, fact))
}

/// Returns the amounts of the coverage's rows: rows with the name that is read for, otherwise those
/// with the company's own names, otherwise those with very similar names. If a document has a row
/// both in a list and in a table, the table counts.
fn in_tables(source: &Source<'_>) -> Vec<Fact> {
    let book = source.book();
    let pages = book.pages(source.insurer());
    let rows = || {
        let all = book.library(source.insurer()).rows.iter();
        all.filter(|it| source.has(it.page) && !it.row.is_of_class)
    };
    // The standard name means every name that the company has for the coverage, even if one row has
    // exactly this name.
    let standard = book.standards.get(source.coverage()).map(|it| it.name.full.as_str());
    let is_standard = |name: &str| {
        standard.is_some_and(|it| it == name || it.split('(').next() == Some(name))
            && book.aliases.iter().any(|alias| {
                alias.insurer == source.insurer()
                    && alias.coverage == source.coverage()
                    && alias.name.full != name
            })
    };
    let specific = source.subject.name.filter(|it| !is_standard(it));
    let named = |row: &&PageRow| row.names.iter().any(|it| Some(it.as_str()) == specific);
    let about = |row: &&PageRow| row.coverage.is_some_and(|(at, _)| at == source.coverage());
    let chosen: Vec<&PageRow> = match specific {
        Some(_) => rows().filter(named).collect(),
        None => rows().filter(about).collect(),
    };
    // Where a table states an amount for each kind of cancer, none of them is the coverage's alone.
    if let Some(of_each) = of_each_kind(source, &chosen) {
        let fact = |row: KindRow| {
            let KindRow { name, is_of_illness, won, page, at } = row;
            let rule = if is_of_illness { "amount.row" } else { "amount.kind_row" };
            let fact = source.fact(rule, format_won(won), page, at)?;
            Some(Fact { name: Some(name), amount_won: Some(won), ..fact })
        };
        return of_each.into_iter().filter_map(fact).collect();
    }
    let chosen = of_kinds(source, chosen);
    let strongest = chosen.iter().map(|it| it.row.strength).max();
    let of_row = |row: &&PageRow| {
        let page = pages.get(row.page)?;
        let before = page.text.get(row.row.quote.start..row.row.amount.start).unwrap_or_default();
        let sure = specific.is_some() || row.coverage.is_some_and(|(_, sure)| sure >= 1.0);
        let rule = if sure { "amount.row" } else { "amount.similar_row" };
        let (won, page, at) = (row.row.won, row.page, row.row.quote.clone());
        let fact = match won {
            LEFT_OUT => source.fact(rule, NOT_TAKEN, page, at)?.with_polarity(Polarity::Denied),
            won => {
                let (limit, amount) = (limit(near(before)), row.row.amount.start);
                fact(source, rule, &Found { won, limit, page, at, amount })?
            }
        };
        Some(Fact {
            name: Some(row.row.name.clone()),
            plan: row.row.plan.clone(),
            plan_is_chosen: row.chosen,
            ..fact
        })
    };
    chosen.iter().filter(|it| strongest == Some(it.row.strength)).filter_map(of_row).collect()
}

/// Number of characters in front of an amount that may mark it as an upper limit.
const LIMIT_WINDOW: usize = 8;

/// Returns the last characters of a text.
fn near(before: &str) -> &str {
    let from = before.char_indices().rev().nth(LIMIT_WINDOW).map_or(0, |(at, _)| at);
    before.get(from..).unwrap_or_default()
}

/// Returns `최고 ` or `최대 ` if the amount is an upper limit, otherwise an empty text.
fn limit(quote: &str) -> &'static str {
    let words = ["최고", "최대"];
    words
        .into_iter()
        .find(|it| quote.contains(it))
        .map_or("", |it| if it == "최고" { "최고 " } else { "최대 " })
}

/// Returns the amounts that clauses of the coverage's own sections state as paid.
fn in_clauses(source: &Source<'_>) -> Vec<Fact> {
    let book = source.book();
    let pages = book.pages(source.insurer());
    // A cell of a table is read with its own row.
    let is_cell = |clause: &Clause, row: &PageRow| {
        row.page == clause.page
            && (row.coverage.is_some() || source.is_offer(row.page))
            && clause.at.start < row.row.amount.end
            && row.row.amount.start < clause.at.end
    };
    let is_row = |clause: &Clause| {
        book.library(source.insurer()).rows.iter().any(|row| is_cell(clause, row))
    };
    let mut facts = Vec::new();
    let own = source.clauses.iter().filter(|it| it.own && !source.is_example(it.page));
    let cues = &book.rules.cues;
    // Where the sum insured is paid, an amount behind it is that of a special case.
    let pays_sum = |clause: &Clause| {
        let mut above = source.clauses.iter().filter(|earlier| {
            earlier.section == clause.section
                && earlier.page == clause.page
                && earlier.at.start < clause.at.start
        });
        above.any(|earlier| {
            cues.has(Category::PaysWhole, &earlier.text)
                && earlier.text.contains("가입금액")
                && amounts(&earlier.text).is_empty()
        })
    };
    for clause in own.filter(|it| !is_row(it) && !pays_sum(it)) {
        let Some(page) = pages.get(clause.page) else { continue };
        for (won, at) in paid(source, clause) {
            let before = page.text.get(clause.at.start..at.start).unwrap_or_default();
            let (limit, amount) = (limit(near(before)), at.start);
            let found = Found { won, limit, page: clause.page, at, amount };
            facts.extend(fact(source, "amount.clause", &found));
        }
    }
    facts
}

/// Returns the amount of a clause that is paid for the coverage itself, not for a subtype or a
/// class of it.
fn paid(source: &Source<'_>, clause: &Clause) -> Vec<(u64, Range<usize>)> {
    let book = source.book();
    let cues = &book.rules.cues;
    // (보험가입금액 1,000만원 기준): the sum for which amounts are stated is none of them.
    let bases: Vec<Range<usize>> =
        cues.all(Category::BaseSum, &clause.text).map(|it| it.at()).collect();
    let is_base = |at: usize| bases.iter().any(|it| it.contains(&at));
    let found: Vec<Money> =
        amounts(&clause.text).into_iter().filter(|it| !is_base(it.at.start)).collect();
    let mut paid = Vec::new();
    for money in &found {
        let from = bases.iter().rfind(|it| it.end <= money.at.start).map_or(0, |it| it.end);
        let before = clause.text.get(from..money.at.start).unwrap_or_default();
        let behind = clause.text.get(money.at.end..).unwrap_or_default();
        let of_class = cues
            .all(Category::SurgeryClass, before)
            .last()
            .is_some_and(|it| before.len() - it.at().end < 12);
        let is_example = ["예시", "예)", "기준", "가정"].iter().any(|it| before.contains(it));
        let is_paid = cues.has(Category::PaidAmount, behind)
            || (behind.is_empty() || behind.starts_with('('))
                && (before.ends_with(':')
                    || before.ends_with("금액")
                    || before.ends_with("가입금액은"))
            || ["경우", "때", "시", "회당", "일당"].iter().any(|it| before.ends_with(it))
                && (behind.is_empty()
                    || ["다만", "단,", "(", "※", "/"].iter().any(|it| behind.starts_with(it)))
            || before.ends_with("가입금액")
            || before.ends_with("지급금액:")
            || before.ends_with("가입금액:")
            || before.ends_with("지급액:");
        // 5억원 이하로 가입 가능: a limit of what can be bought.
        let is_bound = cues.has(Category::PurchaseBound, behind);
        if is_paid
            && !is_bound
            && !of_class
            && !is_example
            && !cues.has(Category::NoBenefit, before)
        {
            paid.push((money.won, clause.at.clone()));
            break;
        }
    }
    // 유사암은 200만원 is the amount of a subtype.
    let of_kind = book.rules.subtypes.words.find(&clause.text).is_some_and(|subtype| {
        let name = source.core();
        let word = clause.text.get(subtype.range()).unwrap_or_default();
        !name.contains(word)
            && found.first().is_some_and(|money| {
                subtype.end() <= money.at.start && money.at.start - subtype.end() < 30
            })
            && !clause.text.get(subtype.end()..).unwrap_or_default().starts_with("제외")
    });
    if of_kind { Vec::new() } else { paid }
}
