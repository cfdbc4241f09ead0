//! Builds the patterns of table lines from the words of `rows.toml`.

use regex::Regex;
use toml::Spanned;

use super::files::RowFile;
use super::load::RuleFile;
use crate::CoverageError;

/// Patterns that recognise the lines and cells of tables. Those of the head match folded text, the
/// others a line as printed.
#[derive(Debug, Clone)]
pub(crate) struct RowPatterns {
    /// Words of a head for the columns of amounts, premiums and names.
    pub head_amount: Regex,
    /// Those of columns that hold what is paid.
    pub head_payment: Regex,
    pub head_premium: Regex,
    pub head_name: Regex,
    /// Words of a head for the column of row numbers or codes.
    pub head_number: Regex,
    /// Matches the folded head of a column of names of which each is a coverage.
    pub head_coverages: Regex,
    /// Matches the folded head of a column for one part of the contract, and that of one that holds later on.
    pub head_period: Regex,
    pub head_later: Regex,
    /// Matches the head of a column of waiting periods.
    pub head_waiting: Regex,
    /// Matches a line of nothing but words of a head.
    pub head_line: Regex,
    /// Matches the folded name of a plan that has its own column of amounts.
    pub plan: Regex,
    /// Matches a folded caption over the rest of a table on its next page; `begins` matches a
    /// printed line that begins something else.
    pub goes_on: Regex,
    /// Matches words of a caption that announce a continuation.
    pub again: Regex,
    pub begins: Regex,
    /// Matches the folded head of a table of minimum and maximum sums; `ends_table` matches a line
    /// below which rows belong to no table.
    pub bounds: Regex,
    pub ends_table: Regex,
    /// Captures the unit of bare figures, in a head or in a caption above the table.
    pub unit: Regex,
    /// Matches a caption that gives 원 as the unit. It counts only above a table of amounts: prices
    /// and refunds are captioned the same way.
    pub unit_won: Regex,
    /// Matches a caption that gives any unit.
    pub caption: Regex,
    /// Matches what a row shows instead of an amount: 세부보장 참조, 종별.
    pub elsewhere: Regex,
    /// Matches a whole cell that says that the coverage of its row was not taken out.
    pub not_taken: Regex,
    /// Matches a cell of a plan that leaves the coverage out: 미가입, a dash, nothing.
    pub left_out: Regex,
    /// Matches a line that gives an example: (예시) 암진단비 1,000만원에 가입하고 …
    pub example: Regex,
    /// Matches, behind an amount, a premium, a term or another cell.
    pub next_cell: Regex,
    /// Matches, behind an amount, a frequency, a maximum, a remark in brackets, or nothing.
    pub remark: Regex,
    /// Matches, behind a name, the premiums, terms, notes and marks that precede the amount.
    pub behind_name: Regex,
    /// Matches how long a coverage runs and is paid for (20년납 100세만기).
    pub term: Regex,
    /// Matches a text of nothing but terms, complete or broken over lines.
    pub only_terms: Regex,
    /// Captures the only two bare figures of a line, terms may follow: `1,000 870 20년/100세`.
    pub two_figures: Regex,
    /// Captures a bare figure followed by terms only: `3,000 20년 100세`.
    pub figure_and_terms: Regex,
    /// Match the cells of a row in front of running text and behind it: `20년/100세 1,590보장개시일 이후`,
    /// `지급 100세만기20년납`.
    pub cells_before: Regex,
    pub cells_behind: Regex,
    pub not_name: Regex,
    /// Matches the folded name of a row that is no coverage of the company's list: 주계약.
    pub also_name: Regex,
    /// Matches a bracket that begins a name: (10년갱신), (무).
    pub edition: Regex,
    pub stop: Regex,
}

impl RowPatterns {
    /// Returns the folded plan that the title of a column of amounts names: 기본형, 가입금액(기본형).
    pub(crate) fn plan_of(&self, title: &str) -> Option<String> {
        let amount = self.head_amount.find(title).filter(|it| it.start() == 0);
        let inside =
            amount.and_then(|it| title.get(it.end()..)?.strip_prefix('(')?.strip_suffix(')'));
        let plan = inside.unwrap_or(title);
        self.plan.is_match(plan).then(|| plan.to_owned())
    }
}

pub(super) fn rows(source: &RuleFile<'_>) -> Result<RowPatterns, CoverageError> {
    let file: RowFile = source.read()?;
    // Each part is compiled alone first, so that an error refers to the line of that part.
    let part = |it: &Spanned<String>| source.pattern(it).map(|it| it.as_str().to_owned());
    let (sum, payment) = (part(&file.head.amount)?, part(&file.head.payment)?);
    let (amount, premium) = (format!("{sum}|{payment}"), part(&file.head.premium)?);
    let (name, other) = (part(&file.head.name)?, part(&file.head.other)?);
    let number = part(&file.head.number)?;
    let (terms, broken) = (part(&file.cell.terms)?, part(&file.cell.broken)?);
    let (notes, limits) = (part(&file.cell.notes)?, part(&file.cell.limits)?);
    let put = |pattern: String| source.regex(&pattern, 0);
    let figure = r"[0-9][0-9,]*\s*원?";
    Ok(RowPatterns {
        head_line: put(format!("^(?:{amount}|{premium}|{name}|{number}|{other})+$"))?,
        unit: put(format!(
            r"(?:{amount})[(:]*(?:단위:?)?(억원|천만원|백만원|십만원|100?만원|만원|천원|원)(?:[),/]|$)|(?:단위:?|\([^()0-9]{{1,12}},)(억원|천만원|백만원|십만원|100?만원|만원|천원)(?:[,)/]|$)|(십만원|100?만원)단위"
        ))?,
        unit_won: put(r"단위:?원(?:[),/]|$)".to_owned())?,
        caption: put(
            r"단위:?(?:억원|천만원|백만원|십만원|100?만원|만원|천원|원)(?:[),/]|$)".to_owned()
        )?,
        elsewhere: source.pattern(&file.cell.elsewhere)?,
        not_taken: source.pattern(&file.cell.not_taken)?,
        left_out: source.pattern(&file.cell.left_out)?,
        example: source.pattern(&file.cell.example)?,
        next_cell: put(format!(
            r"^정?(?:\s*\||[\s|]*(?:-(?:\s|\||$)|{figure}(?:[\s|가-힣(]|$)|{terms})|\s*[/,;*×]\s*(?:월\s*)?(?:보험료\s*)?(?:{figure}(?:[\s/|]|$)|{terms})|\s*/|\s*[(\[]\s*(?:월|보험료|{terms}|{figure}\s*[)\]/])[^()\[\]]*[)\]])"
        ))?,
        remark: put(format!(
            r"^정?[\s|)\].,]*(?:한도)?[\s|)\].,]*$|^정?\s*(?:{limits})[^.:]{{0,24}}$|^정?\s*[(\[][^()\[\]]{{1,40}}[)\]]\s*$"
        ))?,
        behind_name: put(format!(
            r"(?:[\s|/]+(?:{figure}|{terms}(?:[\s/|~]*{terms})*|-)|(?:^|[\s|:：;=/(\[]+)(?:{notes})|[\s|]+(?:월\s*)?보험료|[\s|:：;=·/\-–—→⇒…※*#]+|[\s.]+\.{{2,}})$"
        ))?,
        term: put(terms.clone())?,
        only_terms: put(format!(
            r"^[\s|]*(?:{terms}|{broken})(?:[\s/|~,]*(?:{terms}|{broken}))*[\s/|~,()]*$"
        ))?,
        two_figures: put(format!(
            r"(?:^|[\s|)\]])([0-9]{{1,3}}(?:,[0-9]{{3}})*|[0-9]+)[\s|]+([0-9]{{1,3}}(?:,[0-9]{{3}})*|[0-9]+)\s*원?(?:[\s|]+(?:{terms}|[0-9]{{1,3}}\s*일).*)?\s*(?:\|.*)?$"
        ))?,
        figure_and_terms: put(format!(
            r"(?:^|[\s|)\]])([0-9]{{1,3}}(?:,[0-9]{{3}})*|[0-9]+)(?:[\s|/]+{terms}[\s|/]*)+$"
        ))?,
        cells_before: put(format!(
            r"^(?:(?:{terms}|{broken}|\([^()가-힣]*\)|[0-9][0-9,]*\s*[백천만억]*\s*원?)[\s/|~,]*)+"
        ))?,
        cells_behind: put(format!(
            r"(?:[\s/|~,]*{terms})*[\s/|~,]*[0-9]{{1,3}}\s*(?:년|세)\s*(?:납|만기)(?:[\s/|~,]*{terms})*\s*$"
        ))?,
        head_amount: put(amount)?,
        head_payment: put(payment)?,
        head_premium: put(premium)?,
        head_name: put(name)?,
        head_number: put(number)?,
        head_coverages: source.pattern(&file.head.coverages)?,
        head_period: source.pattern(&file.head.period)?,
        head_later: source.pattern(&file.head.later)?,
        head_waiting: source.pattern(&file.head.waiting)?,
        plan: source.pattern(&file.head.plan)?,
        again: source.pattern(&file.head.again)?,
        goes_on: source.pattern(&file.head.goes_on)?,
        begins: source.pattern(&file.head.begins)?,
        bounds: source.pattern(&file.head.bounds)?,
        ends_table: source.pattern(&file.head.ends_table)?,
        edition: source.pattern(&file.name.edition)?,
        not_name: source.pattern(&file.name.not)?,
        also_name: source.pattern(&file.name.also)?,
        stop: source.pattern(&file.name.stop)?,
    })
}
