//! Rewrites tables of HTML elements within a text (Markdown) as rows of cells between bars.

use std::sync::LazyLock;

use dom_query::Document;
use regex::Regex;

use super::page::Page;
use super::visibility::Visibility;
use super::{DEEPEST, MOST_ATTRIBUTES, depth, most_attributes};
use crate::formats::table::between_bars;
use crate::formats::transcript::Block;
use crate::reading::Finding;
use crate::text::pattern;

static TABLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)<(/?)table\b[^<>]*>"));

/// Returns a text with each table of HTML elements as rows of cells between bars, a merged cell in every
/// place that it covers, and what was lost. A table that is not closed stays as it is.
pub(crate) fn with_rows(text: &str) -> (String, Vec<Finding>) {
    let (mut written, mut findings) = (String::new(), Vec::new());
    let (mut open, mut from, mut end) = (0_usize, 0, 0);
    for tag in TABLE.captures_iter(text) {
        let Some(whole) = tag.get(0) else { continue };
        let closes = tag.get(1).is_some_and(|it| !it.is_empty());
        if !closes {
            from = if open == 0 { whole.start() } else { from };
            open += 1;
            continue;
        }
        open = open.saturating_sub(1);
        if open > 0 || from < end {
            continue;
        }
        written.push_str(text.get(end..from).unwrap_or_default().trim_end_matches([' ', '\t']));
        if !written.is_empty() && !written.ends_with('\n') {
            written.push('\n');
        }
        end = whole.end();
        written.push_str(&rows(text.get(from..end).unwrap_or_default(), &mut findings));
        from = end;
    }
    written.push_str(text.get(end..).unwrap_or_default());
    (written, findings)
}

/// Returns the lines of a table; one that is nested too deep, or has a tag of too many attributes, as it is.
fn rows(table: &str, findings: &mut Vec<Finding>) -> String {
    if depth(table) > DEEPEST || most_attributes(table) > MOST_ATTRIBUTES {
        return table.to_owned();
    }
    let document = Document::from(table);
    let visibility = Visibility::of(&document);
    let mut page = Page::new(&visibility);
    page.read(&document.root());
    let transcript = page.finish();
    findings.extend(transcript.findings);
    let line = |block: &Block| match block {
        Block::Row(cells) => between_bars(cells),
        other => other.words(),
    };
    transcript.blocks.iter().map(line).collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::with_rows;

    #[test]
    fn a_table_becomes_rows_and_the_rest_stays() {
        let check = |text: &str, expected: &str| assert_eq!(with_rows(text).0, expected, "{text}");
        check("앞 <b>글</b> a < b", "앞 <b>글</b> a < b");
        check(
            "앞\n<table>\n<tr><th rowspan=\"2\">담보명</th><th colspan='2'>가입금액</th><th>보험료</th></tr>\n\
             <tr><th>기본형</th><th>든든형</th><th>원</th></tr>\n<tr><td>암진단<sup>주1)</sup></td>\
             <td>2천만원</td><td>-</td><td>1<br>2</td></tr></table>\n뒤",
            "앞\n| 담보명 | 가입금액 | 가입금액 | 보험료 |\n| 담보명 | 기본형 | 든든형 | 원 |\n\
             | 암진단주1) | 2천만원 | - | 1 2 |\n뒤",
        );
        check("<TABLE><tr><td>가</td><td>나</td></tr></TABLE> 뒤", "| 가 | 나 | 뒤");
        check("<table><tr><td>가", "<table><tr><td>가");
    }
}
