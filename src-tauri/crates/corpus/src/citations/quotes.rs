//! Finds quotations and the references that they belong to.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::text::pattern;

/// Longest quotation in characters; beyond it, an opening mark is unmatched.
const LONGEST: usize = 3000;

/// Most characters between a reference and its quotation.
const FARTHEST: usize = 60;

/// Returns the insides of outermost “…”, "…", ‘…’ and '…', in characters. 「…」 is a name and no quotation.
pub(super) fn quotations(text: &[char]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&c) = text.get(at) {
        let end = match c {
            '“' | '‘' => curly(text, at),
            '"' | '\'' => straight(text, at),
            _ => None,
        };
        match end {
            Some(end) => {
                if end > at + 1 {
                    found.push(at + 1..end);
                }
                at = end + 1;
            }
            None => at += 1,
        }
    }
    found
}

fn curly(text: &[char], open: usize) -> Option<usize> {
    let (mark, close) =
        if text.get(open) == Some(&'“') { ('“', '”') } else { ('‘', '’') };
    let mut depth = 0usize;
    for (at, c) in text.iter().enumerate().skip(open).take(LONGEST) {
        if *c == mark {
            depth += 1;
        } else if *c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Finds the closing straight mark. After a blank or a bracket a mark opens (`(이하 "의료인"이라 한다)`), else it
/// closes.
fn straight(text: &[char], open: usize) -> Option<usize> {
    let mark = *text.get(open)?;
    let before = open.checked_sub(1).and_then(|at| text.get(at));
    if mark == '\'' && before.is_some_and(|c| c.is_alphanumeric()) {
        return None;
    }
    let mut depth = 1usize;
    for at in open + 1..text.len().min(open + LONGEST) {
        let c = *text.get(at)?;
        if c == '\n' && text.get(at + 1) == Some(&'\n') && depth > 1 {
            return None;
        }
        if c != mark {
            continue;
        }
        let opens = at > open + 1
            && text.get(at - 1).is_some_and(|c| c.is_whitespace() || matches!(c, '(' | '[' | '「'))
            && text.get(at + 1).is_some_and(|c| c.is_alphanumeric());
        depth = if opens { depth + 1 } else { depth - 1 };
        if depth == 0 {
            return Some(at);
        }
    }
    // Unpaired marks: the next one closes.
    (open + 1..text.len().min(open + LONGEST)).find(|at| text.get(*at) == Some(&mark))
}

/// Text that separates a reference from a quotation: the end of a sentence, or words about the advertisement.
static APART: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"[다요음함임]\.|[.?!]\s|\n\s*\n|위반|저촉|위배|해당|표현|문구|광고는|광고가|주장|이하|[“”‘’;]",
    )
});

/// Text between a quotation and its reference after it: `"…"(의료법 제27조)`, `"…" — 의료법 제27조`, `"…"라고 의료법 제27조는
/// …`.
static AFTER_QUOTE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^.\s*[(\[]\s*(?:참조[: ]\s*)?$|^.\s*(?:-|–|—|출처:|근거:)\s*$"));

static PARTICLE_AFTER_QUOTE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^.(?:이?라고|고|라는 것이|는|은|이|가|를|을)?\s?$"));

/// Text between quotations of one list: `"A", "B" 및 "C"`.
static NEXT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"^["”'’]\s?(?:,|ㆍ|·|와|과|및|또는|이?나|하고|,\s?그리고)?\s?(?:및\s|또는\s)?["“'‘]$"#,
    )
});

/// Returns for each quotation the index of its reference. `references` are ranges of characters in order.
pub(super) fn owners(
    text: &[char],
    references: &[Range<usize>],
    quotations: &[Range<usize>],
) -> Vec<Option<usize>> {
    let words =
        |range: Range<usize>| text.get(range).unwrap_or_default().iter().collect::<String>();
    let mut owners: Vec<Option<usize>> = Vec::with_capacity(quotations.len());
    for (at, quote) in quotations.iter().enumerate() {
        let after = references.iter().position(|it| it.start > quote.end);
        let after = after.filter(|it| references[*it].start - quote.end <= FARTHEST / 3);
        let behind = after.map(|it| words(quote.end..references[it].start));
        let before = references.iter().rposition(|it| it.end < quote.start).filter(|index| {
            let gap = references[*index].end..quote.start - 1;
            gap.len() <= FARTHEST && {
                let gap = words(gap);
                !APART.is_match(&gap) && !gap.contains('"') && balanced(&gap)
            }
        });
        let previous =
            at.checked_sub(1).and_then(|at| Some((quotations.get(at)?, *owners.get(at)?)));
        let listed = previous.and_then(|(previous, owner)| {
            NEXT.is_match(&words(previous.end..quote.start)).then_some(owner).flatten()
        });
        let noted = after.filter(|_| behind.as_deref().is_some_and(|it| AFTER_QUOTE.is_match(it)));
        let with_particle =
            after.filter(|_| behind.as_deref().is_some_and(|it| PARTICLE_AFTER_QUOTE.is_match(it)));
        owners.push(noted.or(before).or(listed).or(with_particle));
    }
    owners
}

fn balanced(gap: &str) -> bool {
    let mut depth = 0i32;
    for c in gap.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    true
}

/// Indirect speech after a reference, without marks: `은 누구든지 … 하지 못한다고 규정하고 있다`. Group 1 is the quoted
/// wording.
static INDIRECT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s?(?:각\s?호(?:의\s?규정)?|본문|단서|전단|후단)?(?:은|는|에서는|에는|에서|도|에 따르면|에 의하면)\s+([^\n“”\x22]{5,900}?)(?:(?:이?라고|고)\s?(?:규정|정하|정한|정의|명시|선언|되어 있))",
    )
});

/// Returns the indirectly quoted wording as a range of characters from the start of `after`.
pub(super) fn indirect(after: &str) -> Option<Range<usize>> {
    let found = INDIRECT.captures(after)?;
    let quoted = found.get(1)?;
    let words = quoted.as_str().trim_end();
    // Reported wording ends in -다고; `…를 금지하는 것이라고` is no wording of a source.
    let ending = found.get(0)?.as_str().get(quoted.end()..)?;
    if !ending.starts_with("라고") && !ending.starts_with("이라고") && !words.ends_with('다')
    {
        return None;
    }
    let start = after.get(..quoted.start())?.chars().count();
    Some(start..start + words.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outermost_quotations() {
        let check = |text: &str, expected: &[&str]| {
            let chars: Vec<char> = text.chars().collect();
            let found: Vec<String> =
                quotations(&chars).into_iter().map(|it| chars[it].iter().collect()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("“가나 ‘다’ 라” 마", &["가나 ‘다’ 라"]);
        check("\"가\" \"나\"", &["가", "나"]);
        check("\"자(이하 \"의료인\"이라 한다)는\" 끝", &["자(이하 \"의료인\"이라 한다)는"]);
        check("「의료법」 it's 5' 3", &[]);
        check("“열린 채로", &[]);
        check("''", &[]);
    }

    #[test]
    fn reported_speech() {
        let check = |after: &str, expected: Option<&str>| {
            let found = indirect(after);
            let found =
                found.map(|it| after.chars().skip(it.start).take(it.len()).collect::<String>());
            assert_eq!(found.as_deref(), expected, "{after}");
        };
        check("은 누구든지 하지 못한다고 규정하고 있다.", Some("누구든지 하지 못한다"));
        check("은 거짓된 내용의 광고라고 정하고 있다.", Some("거짓된 내용의 광고"));
        check("에 따라 처벌한다고 규정", None);
        check("은 광고를 금지한다.", None);
    }
}
