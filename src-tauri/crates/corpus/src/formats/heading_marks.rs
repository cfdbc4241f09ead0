//! Recognises the marks of Korean drafting at the start of a line: 제1장, 제1조(목적), I., 1., 가.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::ProvisionPath;

use crate::text::{bracketed, leading_number, pattern};

/// A mark that may make a line a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mark {
    /// 편 0, 장 1, 절 2, 관 3.
    Division(usize),
    /// `제4조의2(제목)`: `length` bytes of heading, followed by the article's text.
    Article { number: u32, branch: u32, length: usize },
    /// `부칙 <제100호, 2010. 1. 1.>`.
    Supplementary,
    /// `[별표 1] 표의 제목`.
    Annex,
    /// `II. `, `2. ` or `나. ` with its number.
    Numbered(Class, u32),
}

/// Kinds of numbers of headings, outermost first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    /// Roman numerals: I., Ⅱ.
    Roman,
    /// Arabic numerals: 1.
    Digit,
    /// Hangul syllables: 가.
    Syllable,
}

/// Longest heading in characters.
const LONGEST: usize = 60;

static DIVISION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^제\s*\d{1,3}\s*(편|장|절|관)(?:의\s*\d{1,2})?(?:\s|$)"));
static SUPPLEMENTARY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^부\s*칙\s*(?:[(\[<〈].*[)\]>〉])?\s*(?:<[^<>]*>)?$"));
static ANNEX: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:[\[【<〈]\s*별\s*[표지](?:\s*제?\s*\d+(?:\s*의\s*\d+)?\s*호?)?(?:\s*서식)?\s*[\]】>〉]|별\s*[표지]\s*\d*$)",
    )
});
static ROMAN: LazyLock<Regex> = LazyLock::new(|| pattern(r"^([IVX]{1,5}|[Ⅰ-Ⅻ])\s*\.\s+\S"));
/// A line of a table of contents ends in dots or a wide gap, and a page number.
static CONTENTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:[.·…‥]\s*){3,}\s*\d{1,4}$|(?:\s{3,}|\t)\s*\d{1,4}$"));
/// Continuation of a sentence that cites an article: conjunctions, and particles without a space. 이 is
/// excluded, because old prints have "제1조(목적)이 법은".
static LINKED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:및|또는|내지|부터|까지|중|각\s|제\s?\d+\s?(?:항|호)|[,ㆍ·~)])"));
static PARTICLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:에|의|을|를|과|와|은|는|가|로|으로|에서|에도|에게)(?:\s|$)"));

/// Returns whether a line belongs to a table of contents.
pub(crate) fn is_contents(line: &str) -> bool {
    CONTENTS.is_match(line.trim_end())
}

/// Returns the mark of a trimmed line.
pub(crate) fn mark(line: &str) -> Option<Mark> {
    if is_contents(line) {
        return None;
    }
    let short = line.chars().count() <= LONGEST;
    if let Some(found) = DIVISION.captures(line).filter(|_| short && !is_sentence(line)) {
        let rank = ["편", "장", "절", "관"].iter().position(|unit| *unit == &found[1])?;
        return Some(Mark::Division(rank));
    }
    if let Some(article) = article(line) {
        return Some(article);
    }
    if short && SUPPLEMENTARY.is_match(line) {
        return Some(Mark::Supplementary);
    }
    if short && ANNEX.is_match(line) && !is_sentence(line) {
        return Some(Mark::Annex);
    }
    numbered(line)
}

/// Returns whether text ends like a sentence or a clause.
pub(crate) fn is_sentence(words: &str) -> bool {
    let words = words.trim_end();
    words.ends_with(['.', '。', ';', ',', '?', '!', ':'])
        || ["다", "것", "니까", "시오", "하며", "하고", "및", "또는"]
            .iter()
            .any(|end| words.ends_with(end))
}

fn article(line: &str) -> Option<Mark> {
    let (number, rest) = leading_number(line.strip_prefix('제')?.trim_start())?;
    let rest = rest.trim_start().strip_prefix('조')?;
    let (branch, rest) = match rest.strip_prefix('의').and_then(leading_number) {
        Some((branch, rest)) if branch > 0 => (branch, rest),
        _ => (0, rest),
    };
    let titled = title(rest.trim_start());
    let words = titled.unwrap_or(rest);
    let goes_on = LINKED.is_match(words.trim_start()) || PARTICLE.is_match(words);
    let separated = words.is_empty()
        || words.starts_with(char::is_whitespace)
        || words.starts_with(|c| crate::text::circled(c).is_some() || c == '<' || c == '[')
        || titled.is_some();
    let bare = words.trim();
    // An article without a title must be alone on its line or deleted.
    let believed = titled.is_some() || bare.is_empty() || bare.starts_with("삭제");
    let length = line.len() - words.trim_start().len();
    (number > 0 && believed && separated && !goes_on).then_some(Mark::Article {
        number,
        branch,
        length,
    })
}

/// Returns the text after `(제목)`, `【제목】` or `[제목]`.
fn title(text: &str) -> Option<&str> {
    if text.starts_with('(') {
        return bracketed(text)
            .filter(|(title, _)| title.chars().count() <= LONGEST)
            .map(|(_, rest)| rest);
    }
    let close = match text.chars().next()? {
        '【' => '】',
        '[' => ']',
        '〔' => '〕',
        '（' => '）',
        _ => return None,
    };
    let (title, rest) = text.split_once(close)?;
    (title.chars().count() <= LONGEST).then_some(rest)
}

fn numbered(line: &str) -> Option<Mark> {
    if let Some(found) = ROMAN.captures(line) {
        return roman(&found[1]).map(|number| Mark::Numbered(Class::Roman, number));
    }
    let (class, number, rest) = match leading_number(line) {
        Some((number, rest)) => (Class::Digit, number, rest),
        None => {
            let first = line.chars().next()?;
            let number = ProvisionPath::subitem_number(first)?;
            (Class::Syllable, number, line.get(first.len_utf8()..)?)
        }
    };
    let words = rest.strip_prefix('.')?;
    let separated = words.starts_with(char::is_whitespace) && !words.trim().is_empty();
    // `2018. 9. 28.` is a date.
    let date = leading_number(words.trim_start()).is_some_and(|(_, rest)| rest.starts_with('.'));
    (separated && !date && (1..100).contains(&number)).then_some(Mark::Numbered(class, number))
}

fn roman(text: &str) -> Option<u32> {
    let first = text.chars().next()?;
    if let Some(offset) = (first as u32).checked_sub('Ⅰ' as u32).filter(|offset| *offset < 12) {
        return Some(offset + 1);
    }
    (1..40).find(|number| {
        super::numbering::number(*number, super::numbering::Style::UpperRoman) == text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<Mark>) {
        assert_eq!(mark(line), expected, "{line:?}");
    }

    #[test]
    fn articles() {
        let article = |number, branch, heading: &str| {
            Some(Mark::Article { number, branch, length: heading.len() })
        };
        check("제1조(목적)", article(1, 0, "제1조(목적)"));
        check("제1조(목적) 이 기준은", article(1, 0, "제1조(목적) "));
        check("제4조의2 (정의(안)) ① 이", article(4, 2, "제4조의2 (정의(안)) "));
        check("제 3 조 【보험금의 지급】", article(3, 0, "제 3 조 【보험금의 지급】"));
        check("제1조(목적)이 법은 정한다.", article(1, 0, "제1조(목적)"));
        check("제6조(환급) 제5조의 수수료는", article(6, 0, "제6조(환급) "));
        check("제5조", article(5, 0, "제5조"));
        check("제5조 삭제 <2014.5.20>", article(5, 0, "제5조 "));
        for words in [
            "제3조에 따라 심의한다.",
            "제3조(정의)에 따른 광고",
            "제3조(정의) 및 제4조",
            "제3조(정의) 제1항에 따른 광고",
            "제3조 본문의 광고",
            "제3조(정의)를 준용한다.",
            "제1조(목적) ........ 3",
            "제0조(없음)",
        ] {
            check(words, None);
        }
    }

    #[test]
    fn divisions_and_parts() {
        check("제1장 총칙", Some(Mark::Division(1)));
        check("제2절의2 벌칙", Some(Mark::Division(2)));
        check("제1장에서 정한 바에 따른다.", None);
        check("제2장 광고의 심의는 다음과 같다.", None);
        check("제1장 총칙 ·········· 1", None);
        check("부칙", Some(Mark::Supplementary));
        check("부   칙 <제100호, 2010. 1. 1.>", Some(Mark::Supplementary));
        check("부칙(정부조직법) <제8852호,2008.2.29>", Some(Mark::Supplementary));
        check("부칙 제2조에 따라", None);
        check("[별표 1] 과징금의 산정기준(제3조 관련)", Some(Mark::Annex));
        check("별표 1에 따른다.", None);
        check("[별지 제1호 서식]", Some(Mark::Annex));
    }

    #[test]
    fn numbers() {
        check("I. 총론", Some(Mark::Numbered(Class::Roman, 1)));
        check("Ⅳ. 절차", Some(Mark::Numbered(Class::Roman, 4)));
        check("12. 기타", Some(Mark::Numbered(Class::Digit, 12)));
        check("나. 범위", Some(Mark::Numbered(Class::Syllable, 2)));
        check("2018. 9. 28. 개정", None);
        check("3.5퍼센트", None);
        check("다만, 그러하다", None);
        check("가족력이 있다", None);
        check("", None);
    }
}
