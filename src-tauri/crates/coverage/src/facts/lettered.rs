//! Reads groups of names under a letter that the page explains below: ∙ 암진단비 ∙ 암수술비 / A … A : 90일이
//! 지난 날의 다음날에 시작.

use std::ops::Range;

use super::source::{Clause, Source};
use crate::catalog::fold::fold;
use crate::table::rows::lines;

/// Returns the clause that explains the letter of the group in which the coverage is named.
pub(super) fn lettered(source: &Source<'_>) -> Option<Clause> {
    let library = source.book().library(source.insurer());
    let named = library.mentions.iter().filter(|it| {
        it.begins_line && it.coverages.contains(&source.coverage()) && source.has(it.page)
    });
    named.into_iter().find_map(|mention| {
        let page = &source.book().pages(source.insurer()).get(mention.page)?.text;
        let all = lines(page);
        let line = all.iter().position(|it| it.contains(&mention.at.start))?;
        let names = |line: &Range<usize>| {
            library
                .mentions
                .iter()
                .any(|it| it.page == mention.page && it.begins_line && line.contains(&it.at.start))
        };
        let below = all.get(line + 1..)?.iter().find(|it| !names(it))?;
        let letter = letter(page.get(below.clone())?)?;
        let line_text = |line: &Range<usize>| page.get(line.clone()).unwrap_or_default();
        let at = all
            .iter()
            .find(|it| it.start > below.start && explains(line_text(it), letter))?
            .clone();
        let text = fold(page.get(at.clone())?);
        let is_policy = source.is_policy(mention.page);
        Some(Clause { page: mention.page, at, text, is_policy, own: true, section: None })
    })
}

/// Returns the letter that a line consists of.
fn letter(line: &str) -> Option<char> {
    let mut letters = line.trim().chars();
    let first = letters.next().filter(char::is_ascii_uppercase)?;
    letters.next().is_none().then_some(first)
}

/// Whether a line explains a letter: `주) A : …`, `B : …`.
fn explains(line: &str, letter: char) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix("주)").or_else(|| line.strip_prefix('※')).unwrap_or(line);
    let behind = line.trim_start().strip_prefix(letter);
    behind.is_some_and(|it| it.trim_start().starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_alone_marks_a_group_and_one_with_a_colon_tells_of_it() {
        let check = |line: &str, alone: Option<char>, expected: bool| {
            assert_eq!(letter(line), alone, "{line}");
            assert_eq!(explains(line, 'A'), expected, "{line}");
        };
        check(" A ", Some('A'), false);
        check("A : 계약일부터 90일", None, true);
        check("주) A: 회사의 보장은", None, true);
        check("AB", None, false);
        check("B : 계약일의 첫날", None, false);
        check("가", None, false);
        check("", None, false);
    }
}
