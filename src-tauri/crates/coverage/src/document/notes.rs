//! Finds notes below a table that a section refers to: 가입금액(최초 1회한) 주2) … 주2) 계약일부터 1년 미만 50%.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use crate::catalog::fold::fold;
use crate::table::piped::between_bars;
use crate::table::rows::lines;

/// Largest number of lines of a note.
const MAX_LINES: usize = 4;
/// Longest cell that is a name, in folded characters.
const LONGEST_NAME: usize = 40;

#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn mark() -> &'static Regex {
    static MARK: OnceLock<Regex> = OnceLock::new();
    MARK.get_or_init(|| Regex::new(r"(?:주\s?|[*※])([0-9]{1,2})\)").expect("a valid pattern"))
}

/// Captures numbers behind a name that refer to notes: 암진단비(유사암제외) 1)2).
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn bare_marks() -> &'static Regex {
    static MARKS: OnceLock<Regex> = OnceLock::new();
    MARKS.get_or_init(|| {
        Regex::new(r"[가-힣)Ⅰ-Ⅻ][ \t]?((?:[1-9]\))+)(?:[ \t]|$)").expect("a valid pattern")
    })
}

/// Returns the number of the note that a line begins.
fn begins(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let found = mark().captures(line)?;
    let is_first = found.get(0)?.start() == 0;
    found.get(1).filter(|_| is_first).map(|it| it.as_str())
}

/// Returns the number of a list item: 2) 간편심사형은 …
fn bare_number(line: &str) -> Option<&str> {
    let (number, rest) = line.trim_start().split_once(')')?;
    let is_number = number.len() == 1 && number.chars().all(|c| c.is_ascii_digit());
    (is_number && !rest.trim().is_empty()).then_some(number)
}

/// Returns the numbers of the notes behind the name in a row of a table.
pub(crate) fn marks_of_row(row: &str) -> Vec<String> {
    let runs = row.lines().flat_map(|it| bare_marks().captures_iter(it));
    let numbers = runs.filter_map(|it| it.get(1)).flat_map(|it| it.as_str().split_terminator(')'));
    numbers.map(str::to_owned).collect()
}

/// Whether a line begins a note.
pub(crate) fn is_note(line: &str) -> bool {
    begins(line).is_some()
}

/// Returns the notes without a number directly below the table of bars in which a row stands: 주) 계약일부터 1년 미만
/// 50%. Each is about every row, unless its topic names some of them (크라운은 90일간 …).
pub(crate) fn below_table(page: &str, row: usize) -> Vec<Range<usize>> {
    let all = lines(page);
    let text = |it: &Range<usize>| page.get(it.clone()).unwrap_or_default().trim();
    let is_row = |it: &&Range<usize>| text(it).starts_with('|');
    let own = all.iter().skip_while(|it| it.end < row).skip_while(is_row);
    let behind = own.skip_while(|it| text(it).is_empty());
    let is_bare = |range: &&Range<usize>| {
        let line = text(range);
        begins(line).is_none() && (line.starts_with("주)") || line.starts_with('※'))
    };
    let Some(at) = all.iter().position(|it| it.contains(&row) && is_row(&it)) else {
        return Vec::new();
    };
    let above = all.iter().take(at).rev().take_while(is_row);
    let table: Vec<&Range<usize>> = above.chain(all.iter().skip(at).take_while(is_row)).collect();
    let names = |topic: &str, row: &Range<usize>| {
        let cells = between_bars(text(row)).into_iter().map(fold);
        cells.filter(|it| it.chars().count() <= LONGEST_NAME).any(|it| it.contains(topic))
    };
    let is_about = |note: &&Range<usize>| {
        let topics = topics(text(note));
        let names_row = |row: &Range<usize>| topics.iter().any(|it| names(it, row));
        !table.iter().any(|it| names_row(it)) || all.get(at).is_some_and(names_row)
    };
    behind.take_while(is_bare).filter(is_about).take(MAX_LINES).cloned().collect()
}

/// Returns the folded parts of what a note is about: 임플란트 and 틀니 of ※ 임플란트·틀니는 180일간 보장하지 않습니다.
fn topics(note: &str) -> Vec<String> {
    let words = behind_mark(note).unwrap_or(note);
    let first = words.split('.').next().unwrap_or_default();
    let ends = ["은 ", "는 ", "의 "].into_iter().filter_map(|it| first.find(it));
    let topic = ends.min().and_then(|it| first.get(..it)).unwrap_or_default();
    let parts = topic.split([',', '·', '/', '와', '과']).flat_map(|it| it.split(" 및 ")).map(fold);
    parts.filter(|it| it.chars().count() > 1).collect()
}

/// Returns what stands behind the mark of a note: ※, 주), 주1). `None` of a text that is no note.
pub(crate) fn behind_mark(text: &str) -> Option<&str> {
    let numbered = mark().find(text).filter(|it| it.start() == 0).map(|it| it.end());
    let behind = numbered.and_then(|it| text.get(it..));
    let bare = || ["주)", "※", "*"].iter().find_map(|it| text.strip_prefix(it));
    behind.or_else(bare).map(str::trim_start)
}

/// Returns the numbers of the notes that a text refers to.
pub(crate) fn marks(text: &str) -> Vec<String> {
    let found = mark().captures_iter(text).filter_map(|it| it.get(1));
    found.map(|it| it.as_str().to_owned()).collect()
}

/// Returns the notes of a page with the given numbers, each with its number and byte range. Notes
/// that begin in the range `except` are left out. With `is_bare`, notes are numbered like list
/// items (`2)`).
pub(crate) fn notes(
    page: &str,
    numbers: &[String],
    is_bare: bool,
    except: &Range<usize>,
) -> Vec<(String, Range<usize>)> {
    if numbers.is_empty() {
        return Vec::new();
    }
    let number = |line| if is_bare { bare_number(line) } else { begins(line) };
    let lines = lines(page);
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let own = number(text(at)).filter(|it| numbers.iter().any(|wanted| wanted == it));
        let Some(own) = own.filter(|_| !except.contains(&line.start)) else { continue };
        let goes_on = |index: &usize| {
            let next = text(*index);
            !next.trim().is_empty()
                && number(next).is_none()
                && !text(*index - 1).trim_end().ends_with(['.', '다', '날'])
        };
        let last =
            (at + 1..lines.len().min(at + MAX_LINES)).take_while(goes_on).last().unwrap_or(at);
        let end = lines.get(last).map_or(line.end, |it| it.end);
        found.push((own.to_owned(), line.start..end));
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn a_section_has_the_notes_it_names() {
        let page = "암진단비 가입금액 주1) 주3)\n주1) 90일이 지난 날\n주2) 1년 미만 50%\n주3) 180일 미만\n25%를 지급합니다.\n끝";
        let end = page.find('\n').unwrap();
        let found = notes(page, &marks(&page[..end]), false, &(0..end)).into_iter();
        let found: Vec<&str> = found.map(|it| page.get(it.1).unwrap()).collect();
        assert_eq!(found, ["주1) 90일이 지난 날", "주3) 180일 미만\n25%를 지급합니다."]);
    }

    #[test]
    fn a_note_without_a_number_is_about_the_table_above() {
        let page = "| 담보 | 금액 |\n|---|---|\n| 암진단비 | 3,000 |\n| 골절 | 30 |\n\n주) 1년 미만 50%\n※ 갱신형\n끝";
        let check = |name: &str, expected: &[&str]| {
            let found = below_table(page, page.find(name).unwrap());
            let found: Vec<&str> = found.into_iter().map(|it| page.get(it).unwrap()).collect();
            assert_eq!(found, expected, "{name}");
        };
        check("암진단비", &["주) 1년 미만 50%", "※ 갱신형"]);
        check("골절", &["주) 1년 미만 50%", "※ 갱신형"]);
        check("갱신형", &[]);
        let page = "| 치아 | 금액 |\n| 틀니치료자금 | 50 |\n| 크라운치료자금 | 20 |\n※ 임플란트·틀니는 180일간 보장하지 않습니다.\n※ 크라운은 90일간 보장하지 않습니다.\n※ 보험료는 매월 냅니다.";
        let check = |name: &str, expected: &[usize]| {
            let found = below_table(page, page.find(name).unwrap()).into_iter();
            let found: Vec<usize> = found.map(|it| page[..it.start].lines().count() - 3).collect();
            assert_eq!(found, expected, "{name}");
        };
        check("틀니치료자금", &[0, 2]);
        check("크라운치료자금", &[1, 2]);
    }

    #[test]
    fn a_row_has_the_notes_whose_numbers_stand_behind_its_name() {
        let check = |row: &str, expected: &[&str]| assert_eq!(marks_of_row(row), expected, "{row}");
        check("201 암진단비(유사암제외)Ⅳ 1)2) 20년/90세 5,000 2,000", &["1", "2"]);
        check("204 뇌졸중진단비 2) 20년/90세 2,500", &["2"]);
        check("502 표적항암약물허가치료비(최초1회한)\n(갱신형) 1)3) 10년/10년", &["1", "3"]);
        check("질병수술비(1회당, 1-5종) 30", &[]);
        check("10) 카티항암약물허가치료비 3,000만원", &[]);
        let page = "주) 1) 2)는 아래를 보십시오\n1) 90일이 지난 날\n2) 1년 미만\n50%를 드립니다.\n3) 갱신형";
        let found = notes(page, &["2".to_owned()], true, &(0..0));
        let found: Vec<&str> = found.into_iter().map(|it| page.get(it.1).unwrap()).collect();
        assert_eq!(found, ["2) 1년 미만\n50%를 드립니다."]);
    }
}
