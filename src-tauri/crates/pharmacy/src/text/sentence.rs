//! Splits drug documents, and answers made from them, into sentences.

use simui_domain::Span;

/// The sentences of `text` in order, as spans in Unicode scalars.
///
/// A sentence ends at `.`, `!` or `?` before white space, or at the end of its line. Marks of lists (`-`,
/// `•`, `1)`, `가.`) and of headings are left out. A decimal point does not end a sentence, nor does a full
/// stop within the first four characters of one (`1.`, `가.`).
pub fn sentences(text: &str) -> Vec<Span> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut start = 0;
    for end in 0..=letters.len() {
        let line_ends = end == letters.len() || letters[end] == '\n';
        if line_ends || ends_before(&letters, start, end) {
            found.extend(trimmed(&letters, start, end));
            start = end + usize::from(line_ends);
        }
    }
    found
}

/// Whether a sentence that began at `start` ends just before `at`.
fn ends_before(letters: &[char], start: usize, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).filter(|before| *before >= start) else { return false };
    if !letters[at].is_whitespace() {
        return false;
    }
    match letters[before] {
        '!' | '?' | '。' => true,
        // "1." and "가." are marks of list items, not ends of sentences.
        '.' => at - start > 4,
        _ => false,
    }
}

/// The span without white space and list marks at its ends; `None` when no letter or digit is left.
fn trimmed(letters: &[char], start: usize, end: usize) -> Option<Span> {
    let mut start = (start..end).find(|at| !letters[*at].is_whitespace())?;
    let mut end = (start..end).rev().find(|at| !letters[*at].is_whitespace())? + 1;
    while let Some(mark) = list_mark(&letters[start..end]) {
        start += mark;
        start = (start..end).find(|at| !letters[*at].is_whitespace())?;
    }
    while end > start && letters[end - 1].is_whitespace() {
        end -= 1;
    }
    letters[start..end].iter().any(|it| it.is_alphanumeric()).then_some(Span { start, end })
}

/// Length in characters of the list mark at the start of `line`; `None` if there is none.
fn list_mark(line: &[char]) -> Option<usize> {
    let first = *line.first()?;
    if matches!(first, '-' | '•' | '·' | '*' | '○' | '●' | '▪' | '※' | '#' | '|' | '>') {
        return Some(1);
    }
    let numbered = line.iter().take_while(|it| it.is_ascii_digit()).count();
    let length =
        if numbered > 0 { numbered } else { usize::from(('가'..='하').contains(&first)) };
    let closed = matches!(line.get(length), Some('.' | ')'));
    let parted = line.get(length + 1).is_none_or(|it| it.is_whitespace());
    ((1..=2).contains(&length) && closed && parted).then_some(length + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = sentences(text)
            .into_iter()
            .filter_map(|it| it.slice(text))
            .map(str::to_owned)
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn sentences_of_labels() {
        check(
            "1회 1정 드십시오. 하루 4 g을 넘기지 마십시오.",
            &["1회 1정 드십시오.", "하루 4 g을 넘기지 마십시오."],
        );
        check(
            "0.5 mg씩 늘립니다.\n- 공복에 드십시오\n1) 임부",
            &["0.5 mg씩 늘립니다.", "공복에 드십시오", "임부"],
        );
        check("가. 성인: 1일 3회", &["성인: 1일 3회"]);
        check(
            "## 용법·용량\n\n성인은 500 mg입니다!  정말인가요?",
            &["용법·용량", "성인은 500 mg입니다!", "정말인가요?"],
        );
        check("", &[]);
        check("- \n...", &[]);
    }

    proptest! {
        #[test]
        fn every_sentence_is_a_part_of_the_text(text in "[가-힣a-z0-9 .!?\\-#)\n]{0,120}") {
            let mut end = 0;
            for span in sentences(&text) {
                prop_assert!(span.start >= end && span.end > span.start && span.end <= text.chars().count());
                end = span.end;
            }
        }
    }
}
