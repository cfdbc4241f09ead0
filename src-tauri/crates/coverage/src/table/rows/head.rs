//! Reads the head of a page's table: the unit of bare figures and the order of the columns.

use crate::catalog::fold::fold;
use crate::catalog::rules::RowPatterns;

/// Largest length of a line of a head, in folded characters.
const MAX_LENGTH: usize = 60;

/// A column whose title is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Number,
    Name,
    Amount,
    Premium,
}

impl Column {
    /// Whether the column holds money.
    pub(super) fn is_figure(self) -> bool {
        matches!(self, Self::Amount | Self::Premium)
    }
}

/// The columns of a page's table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    /// Whether the page has a head or gives a unit.
    pub has_head: bool,
    /// Won per unit of a bare figure in the amount column.
    pub unit: Option<u64>,
    /// Whether there is a premium column.
    pub premium: bool,
    /// Whether the premium column precedes the amounts.
    pub premium_first: bool,
    /// Whether the amounts precede the names.
    pub amount_first: bool,
    /// The known columns, from left to right.
    pub order: Vec<Column>,
    /// Folded names of the plans that have an amount column each.
    pub plans: Vec<String>,
}

impl Columns {
    pub(crate) fn of(page: &str, patterns: &RowPatterns) -> Self {
        let folded: Vec<String> = page.split('\n').map(fold).collect();
        let unit = unit(&folded, patterns);
        let mut columns = Self { has_head: unit.is_some(), unit, ..Self::default() };
        columns.plans = super::plans::plans(page, patterns);
        columns.has_head |= !columns.plans.is_empty();
        let Some(head) = head(&folded, patterns) else { return columns };
        columns.has_head = true;
        columns.unit =
            unit.or_else(|| folded.iter().any(|it| patterns.unit_won.is_match(it)).then_some(1));
        let place = |pattern: &regex::Regex| pattern.find(&head).map(|it| it.start());
        let amount = place(&patterns.head_amount);
        let before = |other: Option<usize>| amount.zip(other).is_some_and(|(a, b)| b < a);
        let premium = place(&patterns.head_premium);
        columns.premium = premium.is_some();
        columns.premium_first = before(premium);
        let name = place(&patterns.head_name);
        columns.amount_first = name.is_some() && !before(name);
        columns.order = order(&head, patterns);
        columns
    }

    /// Whether a head names the columns. A caption may give only the unit.
    pub(super) fn has_columns(&self) -> bool {
        !self.order.is_empty() || !self.plans.is_empty()
    }
}

/// Returns the known columns of a head from left to right. Only the first column of each kind
/// counts, because a second table beside the first repeats the head.
fn order(head: &str, patterns: &RowPatterns) -> Vec<Column> {
    let kinds = [
        (Column::Number, &patterns.head_number),
        (Column::Amount, &patterns.head_amount),
        (Column::Premium, &patterns.head_premium),
        (Column::Name, &patterns.head_name),
    ];
    let mut found: Vec<(usize, Column)> = kinds
        .into_iter()
        .filter_map(|(column, pattern)| Some((pattern.find(head)?.start(), column)))
        .collect();
    found.sort_by_key(|it| it.0);
    found.into_iter().map(|it| it.1).collect()
}

/// Returns the unit that the first head or caption gives. It may stand on the line below: 가입금액 /
/// (만원).
fn unit(folded: &[String], patterns: &RowPatterns) -> Option<u64> {
    let pairs =
        folded.windows(2).filter_map(|pair| Some(format!("{}{}", pair.first()?, pair.get(1)?)));
    let short = |line: &String| line.chars().count() <= MAX_LENGTH;
    let all: Vec<String> = folded.iter().cloned().chain(pairs).filter(short).collect();
    let found = all.iter().find_map(|line| patterns.unit.captures(line))?;
    let word = (1..=3).find_map(|it| found.get(it)).map_or("", |it| it.as_str());
    Some(unit_of(word).unwrap_or(1))
}

/// Returns the won of the name of a unit.
pub(crate) fn unit_of(word: &str) -> Option<u64> {
    let units = [
        ("억원", 100_000_000),
        ("천만원", 10_000_000),
        ("백만원", 1_000_000),
        ("십만원", 100_000),
        ("100만원", 1_000_000),
        ("10만원", 100_000),
        ("만원", 10_000),
        ("천원", 1_000),
        ("원", 1),
    ];
    units.iter().find(|it| it.0 == word).map(|it| it.1)
}

/// Returns the folded head: one line, or several lines of one column each, with nothing but titles
/// of columns, among them the amount's and another.
fn head(folded: &[String], patterns: &RowPatterns) -> Option<String> {
    let is_head = |line: &String| {
        !line.is_empty() && line.chars().count() <= MAX_LENGTH && patterns.head_line.is_match(line)
    };
    let mut run = String::new();
    for line in folded.iter().chain([&String::new()]) {
        if is_head(line) {
            run.push_str(line);
            continue;
        }
        let is_complete = patterns.head_amount.is_match(&run)
            && (patterns.head_premium.is_match(&run) || patterns.head_name.is_match(&run));
        if is_complete {
            return Some(run);
        }
        run.clear();
    }
    None
}
