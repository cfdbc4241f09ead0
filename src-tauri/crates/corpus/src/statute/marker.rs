//! Recognises the structure of a law from the start of a line.

use simui_domain::ProvisionPath;

use crate::text::{bracketed, circled, leading_number};

/// A line that starts a unit. `length` is in bytes from the start of the trimmed line to the unit's own text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Marker<'a> {
    /// `##### 제4조의2 (제목)`.
    Article { number: u32, branch: u32, title: &'a str, length: usize },
    /// `## 제1장 총칙`, `# 의료법`, with the text without its marks.
    Heading { level: usize, text: &'a str },
    /// `**②** `.
    Paragraph { number: u32, length: usize },
    /// `4의2\. `. Escaped marks are unambiguous. Others count only if the numbering fits.
    Item { number: u32, branch: u32, escaped: bool, length: usize },
    /// `가\. `.
    Subitem { number: u32, escaped: bool, length: usize },
}

/// The marker of a trimmed line, if it has one.
pub(crate) fn marker(line: &str) -> Option<Marker<'_>> {
    match line.chars().next()? {
        '#' => heading(line),
        '*' => {
            let mark = line.strip_prefix("**")?.chars().next()?;
            let rest = line.get(2 + mark.len_utf8()..)?.strip_prefix("**")?;
            paragraph(line, circled(mark)?, rest)
        }
        '0'..='9' => item(line),
        first if circled(first).is_some() => {
            paragraph(line, circled(first)?, line.get(first.len_utf8()..)?)
        }
        first => {
            let number = ProvisionPath::subitem_number(first)?;
            let (escaped, rest) = after_dot(line.get(first.len_utf8()..)?)?;
            Some(Marker::Subitem { number, escaped, length: line.len() - rest.len() })
        }
    }
}

fn heading(line: &str) -> Option<Marker<'_>> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let text = line.get(level..)?.strip_prefix(' ').filter(|_| level <= 6)?.trim();
    match article(text) {
        Some((number, branch, title, rest)) if level >= 5 => {
            Some(Marker::Article { number, branch, title, length: line.len() - rest.len() })
        }
        _ => Some(Marker::Heading { level, text }),
    }
}

fn paragraph<'a>(line: &str, number: u32, rest: &'a str) -> Option<Marker<'a>> {
    Some(Marker::Paragraph { number, length: line.len() - rest.trim_start().len() })
}

fn item(line: &str) -> Option<Marker<'_>> {
    let (number, rest) = leading_number(line)?;
    let (branch, rest) = branch(rest);
    let (escaped, rest) = after_dot(rest)?;
    (number > 0).then(|| Marker::Item { number, branch, escaped, length: line.len() - rest.len() })
}

/// Reads `\. words` or `. words`. The dot ends a number only before white space or the end of the line, and
/// `2018. 9. 28.` is a date, not 제2018호.
fn after_dot(text: &str) -> Option<(bool, &str)> {
    let (escaped, rest) = match text.strip_prefix("\\.") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('.')?),
    };
    let words = rest.trim_start();
    let separated = words.is_empty() || words.len() < rest.len();
    let date_like =
        !escaped && leading_number(words).is_some_and(|(_, rest)| rest.starts_with('.'));
    (separated && !date_like).then_some((escaped, words))
}

/// Reads `의2` after a number.
pub(crate) fn branch(text: &str) -> (u32, &str) {
    text.strip_prefix('의')
        .and_then(leading_number)
        .filter(|(number, _)| *number > 0)
        .unwrap_or((0, text))
}

/// Reads `제4조의2 (제목) 나머지`: number, branch, title (empty without brackets) and the rest.
pub(crate) fn article(text: &str) -> Option<(u32, u32, &str, &str)> {
    let (number, rest) = leading_number(text.strip_prefix('제')?)?;
    let (branch, rest) = branch(rest.strip_prefix('조')?);
    if number == 0 {
        return None;
    }
    match bracketed(rest.trim_start()) {
        Some((title, rest)) => Some((number, branch, title.trim(), rest.trim_start())),
        None => Some((number, branch, "", rest.trim_start())),
    }
}

/// The rank of a heading such as `제2장의2 모집`: 편 0, 장 1, 절 2, 관 3. `None` for other headings.
pub(super) fn division_rank(heading: &str) -> Option<usize> {
    let (_, rest) = leading_number(heading.strip_prefix('제')?)?;
    ["편", "장", "절", "관"].iter().position(|unit| rest.starts_with(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<Marker<'_>>) {
        assert_eq!(marker(line), expected, "{line:?}");
    }

    #[test]
    fn article_headings() {
        let article =
            |number, branch, title, length| Some(Marker::Article { number, branch, title, length });
        check("##### 제1조 (목적)", article(1, 0, "목적", "##### 제1조 (목적)".len()));
        check(
            "##### 제4조의2(정의(안))",
            article(4, 2, "정의(안)", "##### 제4조의2(정의(안))".len()),
        );
        check("##### 제5조", article(5, 0, "", "##### 제5조".len()));
        check("##### 제5조 (목적) 이 법은", article(5, 0, "목적", "##### 제5조 (목적) ".len()));
        check("## 제1장 총칙", Some(Marker::Heading { level: 2, text: "제1장 총칙" }));
        check("##### 제0조 (목적)", Some(Marker::Heading { level: 5, text: "제0조 (목적)" }));
        check("#제목", None);
    }

    #[test]
    fn paragraphs_items_subitems() {
        check("**②** 다음", Some(Marker::Paragraph { number: 2, length: "**②** ".len() }));
        check("①(시행일) 이 영은", Some(Marker::Paragraph { number: 1, length: 3 }));
        check("**굵게** 쓴 말", None);
        let item = |number, branch, escaped, length| {
            Some(Marker::Item { number, branch, escaped, length })
        };
        check("4의2\\. 매체", item(4, 2, true, "4의2\\. ".len()));
        check("3. 전광판", item(3, 0, false, 3));
        check("2018. 9. 28. 개정", None);
        check("3.5퍼센트", None);
        check("0. 없음", None);
        let subitem = |number, escaped, length| Some(Marker::Subitem { number, escaped, length });
        check("가\\. 의원", subitem(1, true, "가\\. ".len()));
        check("하. 끝", subitem(14, false, "하. ".len()));
        check("허\\. 처분", subitem(28, true, "허\\. ".len()));
        check("이 법은", None);
        check("다만, 그러하지", None);
        check("", None);
    }

    #[test]
    fn divisions_are_ranked() {
        assert_eq!(division_rank("제1편 총칙"), Some(0));
        assert_eq!(division_rank("제6장의2 분쟁"), Some(1));
        assert_eq!(division_rank("제3관 이사"), Some(3));
        assert_eq!(division_rank("부칙"), None);
    }
}
