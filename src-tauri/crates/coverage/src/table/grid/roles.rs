//! Chooses the amount among the figures of a record: by its label, otherwise by the head, otherwise
//! by how the figures of a column are written.

use std::collections::HashMap;

use super::atoms::{Atom, Kind, Role};
use super::{Amount, Amounts, Record, Table};
use crate::catalog::fold::fold;
use crate::catalog::rules::Rules;
use crate::table::rows::LEFT_OUT;

/// Smallest share of the figures of a column, as a fraction, that must be written alike.
const MIN_ALIKE_SHARE: (usize, usize) = (3, 5);
/// Smallest bare figure, in won, that is an amount if no unit is given.
const MIN_BARE_AMOUNT: u64 = 10_000;

/// Returns the amounts of the records whose name is on the company's list.
pub(super) fn amounts(table: &Table<'_>, records: &[Record], text: &str, rules: &Rules) -> Amounts {
    let known = records.iter().filter(|it| table.atoms.get(it.name).is_some_and(|it| it.is_known));
    let width = width(records);
    let columns = columns(table, records, width);
    let mut all = Amounts::default();
    for record in known {
        let mut labelled: Vec<(usize, &Role)> = record
            .roles
            .iter()
            .enumerate()
            .filter_map(|(at, role)| Some((at, role.as_ref()?)))
            .filter(|it| it.1.is_amount())
            .collect();
        // What is paid counts before the sum insured beside it.
        let is_payment = |at: usize| is_payment(table.atoms, record.figures.get(at), rules);
        if labelled.iter().any(|it| is_payment(it.0)) {
            labelled.retain(|it| is_payment(it.0));
        }
        let places: Vec<(usize, Option<String>)> = if !labelled.is_empty() {
            labelled.into_iter().map(|(at, role)| (at, plan(role))).collect()
        } else if record.figures.len() == width {
            columns.clone()
        } else {
            written(table, record).map(|it| (it, None)).into_iter().collect()
        };
        for (place, plan) in places {
            let figure = record.figures.get(place).copied();
            let won =
                figure.and_then(|it| won(table.atoms.get(it)?, record.unit.or(table.unit), text));
            let blank =
                figure.and_then(|it| table.atoms.get(it)).filter(|it| it.kind == Kind::Blank);
            let is_left_out =
                |it: &Atom| plan.is_some() && rules.rows.left_out.is_match(&it.printed);
            let won = won.or(blank.filter(|it| is_left_out(it)).map(|_| LEFT_OUT));
            if let (Some(figure), Some(won)) = (figure, won) {
                all.found.push(Amount { name: record.name, figure, won, plan });
            } else if blank.is_some() {
                all.elsewhere.push(record.name);
            }
        }
    }
    all
}

/// Whether the label in front of a figure is that of a payment: 보장금액, 지급금액.
fn is_payment(atoms: &[Atom], figure: Option<&usize>, rules: &Rules) -> bool {
    let before = figure.and_then(|it| atoms.get(..*it)).unwrap_or_default();
    let label = before.iter().rev().find(|it| it.is_head());
    label.is_some_and(|it| rules.rows.head_payment.is_match(&fold(&it.printed)))
}

fn plan(role: &Role) -> Option<String> {
    match role {
        Role::Plan(name) => Some(name.clone()),
        _ => None,
    }
}

/// Returns the most frequent number of figures of a record.
pub(super) fn width(records: &[Record]) -> usize {
    let mut times: HashMap<usize, usize> = HashMap::new();
    for record in records.iter().filter(|it| !it.figures.is_empty()) {
        *times.entry(record.figures.len()).or_default() += 1;
    }
    times.into_iter().max_by_key(|it| (it.1, it.0)).map_or(0, |it| it.0)
}

/// Returns the amount columns with their plans.
fn columns(table: &Table<'_>, records: &[Record], width: usize) -> Vec<(usize, Option<String>)> {
    let full: Vec<&Record> = records.iter().filter(|it| it.figures.len() == width).collect();
    let share = |place: usize, is: &dyn Fn(&Atom) -> bool| {
        let of_column = full.iter().filter_map(|it| table.atoms.get(*it.figures.get(place)?));
        let of_column: Vec<&Atom> = of_column.filter(|it| it.kind != Kind::Blank).collect();
        let count = of_column.iter().filter(|it| is(it)).count();
        !of_column.is_empty() && count * MIN_ALIKE_SHARE.1 >= of_column.len() * MIN_ALIKE_SHARE.0
    };
    let is_money = |it: &Atom| matches!(it.kind, Kind::Money(_));
    let money: Vec<usize> = (0..width).filter(|it| share(*it, &is_money)).collect();
    let roles = table.head.as_ref().map_or(&[] as &[Role], |it| it.figures.as_slice());
    let by_head: Vec<(usize, Option<String>)> = if roles.len() == width {
        let amounts = roles.iter().enumerate().filter(|it| it.1.is_amount());
        amounts.map(|(at, role)| (at, plan(role))).collect()
    } else {
        Vec::new()
    };
    // A column written as 3,000만원 beside bare figures holds the amounts, even if the head was read
    // otherwise.
    if !by_head.is_empty() && (money.is_empty() || by_head.iter().all(|it| money.contains(&it.0))) {
        return by_head;
    }
    match money.as_slice() {
        [only] => vec![(*only, None)],
        [] => bare(table, &full, width).map(|it| (it, None)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Chooses among columns of bare figures: the only one with round figures, otherwise the one with
/// the largest sum.
fn bare(table: &Table<'_>, full: &[&Record], width: usize) -> Option<usize> {
    let values = |place: usize| -> Vec<u64> {
        let atoms = full.iter().filter_map(|it| table.atoms.get(*it.figures.get(place)?));
        atoms.filter_map(|it| digits(&it.printed)).collect()
    };
    let is_round = |value: &u64| value.to_string().trim_end_matches('0').len() <= 2;
    let round = |place: &usize| {
        let values = values(*place);
        let count = values.iter().filter(|it| is_round(it)).count();
        !values.is_empty() && count * 10 >= values.len() * 9
    };
    let all: Vec<usize> = (0..width).filter(|it| !values(*it).is_empty()).collect();
    let rounded: Vec<usize> = all.iter().copied().filter(round).collect();
    if let ([only], true) = (rounded.as_slice(), full.len() > 1) {
        return Some(*only);
    }
    all.into_iter().max_by_key(|it| values(*it).iter().sum::<u64>())
}

/// Returns the place of the only figure of a record that is written as an amount.
fn written(table: &Table<'_>, record: &Record) -> Option<usize> {
    let is_money =
        |it: &usize| table.atoms.get(*it).is_some_and(|it| matches!(it.kind, Kind::Money(_)));
    let mut found = record.figures.iter().enumerate().filter(|it| is_money(it.1));
    let first = found.next()?.0;
    found.next().is_none().then_some(first)
}

fn digits(printed: &str) -> Option<u64> {
    let digits: String = printed.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Returns the won of a figure in the unit of its table.
fn won(atom: &Atom, unit: Option<u64>, text: &str) -> Option<u64> {
    let printed =
        text.get(atom.at.clone())?.trim_matches(|c: char| !c.is_ascii_digit() && c != '원');
    match atom.kind {
        Kind::Money(won) => Some(won),
        Kind::Figure if printed.ends_with('원') => digits(printed).filter(|it| *it > 0),
        Kind::Figure => match unit {
            Some(unit) => crate::table::rows::won(printed, unit),
            None => digits(printed).filter(|it| *it >= MIN_BARE_AMOUNT),
        },
        _ => None,
    }
}
