//! Patterns of table lines, put together from the words of `rows.toml`.

use regex::Regex;
use toml::Spanned;

use super::files::RowFile;
use super::load::Source;
use crate::CoverageError;

/// What lines of tables are told by. Over a line as printed, but for those of the head, which are over folded text.
#[derive(Debug, Clone)]
pub(crate) struct RowPatterns {
    /// Columns of a head: the amount's, the premium's and the name's.
    pub head_amount: Regex,
    pub head_premium: Regex,
    pub head_name: Regex,
    /// The column of numbers or codes of rows.
    pub head_number: Regex,
    /// A line of nothing but words of a head.
    pub head_line: Regex,
    /// What a plan is called that has a column of its own. Folded.
    pub plan: Regex,
    /// A caption over the rest of a table on its next page, folded; and a line that begins something else there, as printed.
    pub goes_on: Regex,
    /// Words of a caption that says that something goes on.
    pub again: Regex,
    pub begins: Regex,
    /// The head of a table of least and greatest sums, folded, and a line that says that a row below stands in none.
    pub bounds: Regex,
    pub ends_table: Regex,
    /// The unit of bare figures: in the head, or above the table.
    pub unit: Regex,
    /// A caption that says that figures are 원, which counts above a table of amounts only: prices and refunds are printed so too.
    pub unit_won: Regex,
    /// A caption with a unit, whatever it is.
    pub caption: Regex,
    /// What stands in a row instead of an amount: 세부보장 참조, 종별.
    pub elsewhere: Regex,
    /// A line that tells an example: (예시) 암진단비 1,000만원에 가입하고 …
    pub example: Regex,
    /// Behind an amount: a premium, a term, another cell.
    pub next_cell: Regex,
    /// Behind an amount: how often, at most, a remark in a bracket, nothing.
    pub remark: Regex,
    /// Behind a name: premiums, terms, notes and marks before the amount.
    pub behind_name: Regex,
    /// How long a coverage runs and is paid for.
    pub term: Regex,
    /// Nothing but terms, whole or broken over lines.
    pub only_terms: Regex,
    /// Two bare figures and no other, with terms behind them: `1,000 870 20년/100세`.
    pub two_figures: Regex,
    /// A bare figure with a term behind it and nothing else: `3,000 20년 100세`.
    pub figure_and_terms: Regex,
    /// Cells of a row in front of running text and behind it: `20년/100세 1,590보장개시일 이후`, `지급 100세만기20년납`.
    pub cells_before: Regex,
    pub cells_behind: Regex,
    pub not_name: Regex,
    /// What heads a row of an offer and is no coverage of the list, folded: 주계약.
    pub also_name: Regex,
    /// A bracket that begins a name: (10년갱신), (무).
    pub edition: Regex,
    pub stop: Regex,
}

pub(super) fn rows(source: &Source<'_>) -> Result<RowPatterns, CoverageError> {
    let file: RowFile = source.read()?;
    // Each is a pattern by itself, so that an error is told at its line.
    let part = |it: &Spanned<String>| source.pattern(it).map(|it| it.as_str().to_owned());
    let (amount, premium) = (part(&file.head.amount)?, part(&file.head.premium)?);
    let (name, other) = (part(&file.head.name)?, part(&file.head.other)?);
    let number = part(&file.head.number)?;
    let (terms, broken) = (part(&file.cell.terms)?, part(&file.cell.broken)?);
    let (notes, limits) = (part(&file.cell.notes)?, part(&file.cell.limits)?);
    let put = |pattern: String| {
        Regex::new(&pattern)
            .map_err(|error| CoverageError::rules(source.file, source.text, 0, error.to_string()))
    };
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
        head_premium: put(premium)?,
        head_name: put(name)?,
        head_number: put(number)?,
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
