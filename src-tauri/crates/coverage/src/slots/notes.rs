//! Notes that a section refers to and that stand below its table: 가입금액(최초 1회한) 주2) … 주2) 계약일부터 1년 미만 50%.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use crate::rows::lines;

/// Lines of a note.
const MOST_LINES: usize = 4;

#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn mark() -> &'static Regex {
    static MARK: OnceLock<Regex> = OnceLock::new();
    MARK.get_or_init(|| Regex::new(r"(?:주\s?|[*※])([0-9]{1,2})\)").expect("a valid pattern"))
}

/// The number of the note that begins with a line.
fn begins(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let found = mark().captures(line)?;
    let is_first = found.get(0)?.start() == 0;
    found.get(1).filter(|_| is_first).map(|it| it.as_str())
}

/// Whether a line begins a note.
pub(crate) fn is_note(line: &str) -> bool {
    begins(line).is_some()
}

/// The numbers of the notes that a text refers to.
pub(super) fn marks(said: &str) -> Vec<String> {
    let found = mark().captures_iter(said).filter_map(|it| it.get(1));
    found.map(|it| it.as_str().to_owned()).collect()
}

/// The notes of a page that are asked for, each with its number, outside of a part of it. Bytes of the page.
pub(super) fn notes(
    page: &str,
    asked: &[String],
    except: &Range<usize>,
) -> Vec<(String, Range<usize>)> {
    if asked.is_empty() {
        return Vec::new();
    }
    let lines = lines(page);
    let text = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let number = begins(text(at)).filter(|it| asked.iter().any(|asked| asked == it));
        let Some(number) = number.filter(|_| !except.contains(&line.start)) else { continue };
        let goes_on = |it: &usize| {
            let said = text(*it);
            !said.trim().is_empty()
                && !is_note(said)
                && !text(*it - 1).trim_end().ends_with(['.', '다', '날'])
        };
        let last =
            (at + 1..lines.len().min(at + MOST_LINES)).take_while(goes_on).last().unwrap_or(at);
        let end = lines.get(last).map_or(line.end, |it| it.end);
        found.push((number.to_owned(), line.start..end));
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
        let found = notes(page, &marks(&page[..end]), &(0..end)).into_iter();
        let found: Vec<&str> = found.map(|it| page.get(it.1).unwrap()).collect();
        assert_eq!(found, ["주1) 90일이 지난 날", "주3) 180일 미만\n25%를 지급합니다."]);
    }
}
