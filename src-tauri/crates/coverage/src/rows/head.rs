//! What the head of a page's table says: the unit of bare figures, and which column comes first.

use std::ops::Range;

use crate::fold::fold;
use crate::rules::RowPatterns;

/// Letters of a line of a head.
const LONGEST: usize = 60;

/// The columns of a page's table.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Won that a bare figure in the column of amounts stands for.
    pub unit: Option<u64>,
    /// There is a column of premiums.
    pub premium: bool,
    /// It comes before the amounts.
    pub premium_first: bool,
    /// The amounts come before the names.
    pub amount_first: bool,
}

impl Columns {
    pub(super) fn of(page: &str, lines: &[Range<usize>], patterns: &RowPatterns) -> Self {
        let folded: Vec<String> =
            lines.iter().map(|line| fold(page.get(line.clone()).unwrap_or_default())).collect();
        let mut columns = Self { unit: unit(&folded, patterns), ..Self::default() };
        let Some(head) = head(&folded, patterns) else { return columns };
        let place = |pattern: &regex::Regex| pattern.find(&head).map(|it| it.start());
        let amount = place(&patterns.head_amount);
        let before = |other: Option<usize>| amount.zip(other).is_some_and(|(a, b)| b < a);
        let premium = place(&patterns.head_premium);
        columns.premium = premium.is_some();
        columns.premium_first = before(premium);
        let name = place(&patterns.head_name);
        columns.amount_first = name.is_some() && !before(name);
        columns
    }
}

/// The unit that the first head or caption states; it may stand on the line below: 가입금액 / (만원).
fn unit(folded: &[String], patterns: &RowPatterns) -> Option<u64> {
    let pairs =
        folded.windows(2).filter_map(|pair| Some(format!("{}{}", pair.first()?, pair.get(1)?)));
    let short = |line: &String| line.chars().count() <= LONGEST;
    let all: Vec<String> = folded.iter().cloned().chain(pairs).filter(short).collect();
    let found = all.iter().find_map(|line| patterns.unit.captures(line))?;
    let word = found.get(1).or_else(|| found.get(2)).map_or("", |it| it.as_str());
    Some(match word {
        "억원" => 100_000_000,
        "만원" => 10_000,
        "천원" => 1_000,
        _ => 1,
    })
}

/// The head: a line, or lines of one column each, with nothing but names of columns, among them the amount's and another.
fn head(folded: &[String], patterns: &RowPatterns) -> Option<String> {
    let is_head = |line: &String| {
        !line.is_empty() && line.chars().count() <= LONGEST && patterns.head_line.is_match(line)
    };
    let mut run = String::new();
    for line in folded.iter().chain([&String::new()]) {
        if is_head(line) {
            run.push_str(line);
            continue;
        }
        let tells = patterns.head_amount.is_match(&run)
            && (patterns.head_premium.is_match(&run) || patterns.head_name.is_match(&run));
        if tells {
            return Some(run);
        }
        run.clear();
    }
    None
}
