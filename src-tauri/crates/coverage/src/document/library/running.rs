//! Removes running heads and feet: a product's name above each page and a page number below it.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::catalog::fold::fold;
use crate::catalog::rules::RowPatterns;
use crate::catalog::tables::Page;
use crate::table::rows::lines;
use simui_korean::money::amounts;

/// Number of lines at each end of a page that may be running lines.
const EDGE_LINES: usize = 10;
/// Smallest number of pages on which a line must repeat to be a running line.
const MIN_PAGES: usize = 2;

/// Returns for each page the byte range between its running lines.
pub(super) fn bodies(pages: &[Page], patterns: &RowPatterns) -> Vec<Range<usize>> {
    let all: Vec<Vec<Range<usize>>> = pages.iter().map(|page| lines(&page.text)).collect();
    let mut times: HashMap<(&str, Edge), usize> = HashMap::new();
    for (page, lines) in pages.iter().zip(&all) {
        let top =
            lines.iter().take(EDGE_LINES).enumerate().map(|(at, it)| edge(page, it, at, true));
        let bottom = lines
            .iter()
            .rev()
            .take(EDGE_LINES)
            .enumerate()
            .map(|(at, it)| edge(page, it, at, false));
        let found: BTreeSet<Edge> = top.chain(bottom).collect();
        for line in found {
            *times.entry((&page.document, line)).or_default() += 1;
        }
    }
    let bodies = pages.iter().zip(&all).map(|(page, lines)| {
        let runs = |(at, line): &(usize, &Range<usize>), is_top: bool| {
            let text = page.text.get((*line).clone()).unwrap_or_default();
            let candidate = edge(page, line, *at, is_top);
            let is_cell = !amounts(text).is_empty()
                || patterns.only_terms.is_match(text)
                || is_head(text, patterns);
            candidate.text.is_empty()
                || !is_cell
                    && times.get(&(&*page.document, candidate)).is_some_and(|it| *it >= MIN_PAGES)
        };
        let top = lines.iter().enumerate().take(EDGE_LINES).take_while(|it| runs(it, true)).count();
        let rest = lines.get(top..).unwrap_or_default();
        let bottom =
            rest.iter().rev().enumerate().take(EDGE_LINES).take_while(|it| runs(it, false)).count();
        let kept = rest.get(..rest.len() - bottom).unwrap_or_default();
        let start = kept.first().map_or(page.text.len(), |it| it.start);
        start..kept.last().map_or(start, |it| it.end)
    });
    bodies.collect()
}

/// Whether a line is the head of a table, which repeats where the table continues: nothing but
/// columns and plans.
fn is_head(line: &str, patterns: &RowPatterns) -> bool {
    let is_column =
        |word: &String| patterns.head_line.is_match(word) || patterns.plan.is_match(word);
    let words: Vec<String> = line.split([' ', '\t', '|']).map(fold).collect();
    let filled = || words.iter().filter(|it| !it.is_empty());
    filled().count() > 1 && filled().all(is_column)
}

/// A line near an end of a page, without digits, because page numbers differ from page to page.
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Edge {
    text: String,
    at: usize,
    is_top: bool,
}

fn edge(page: &Page, line: &Range<usize>, at: usize, is_top: bool) -> Edge {
    let folded = fold(page.text.get(line.clone()).unwrap_or_default());
    let is_number = |c: char| c.is_ascii_digit() || "-/.()|".contains(c);
    Edge { text: folded.chars().filter(|c| !is_number(*c)).collect(), at, is_top }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use crate::catalog::rules::Rules;

    #[test]
    fn heads_and_numbers_of_pages_are_left_out() {
        let page = |number: u32, body: &str| Page {
            insurer_code: "A".into(),
            doc_type: "가입설계서".into(),
            document: "설계.txt".into(),
            page: number,
            text: format!(
                "가온 건강보험 가입설계서\n설계번호 {number}77\n{body}\n고객용\n- {number} -"
            ),
        };
        let pages = [
            page(1, "암진단비\n3,000만원"),
            page(2, "뇌출혈진단비\n2,000만원"),
            page(3, "유의사항"),
        ];
        let kept: Vec<&str> = bodies(&pages, &Rules::shipped().unwrap().rows)
            .into_iter()
            .zip(&pages)
            .filter_map(|(body, page)| page.text.get(body))
            .collect();
        assert_eq!(kept, ["암진단비\n3,000만원", "뇌출혈진단비\n2,000만원", "유의사항"]);
    }
}
