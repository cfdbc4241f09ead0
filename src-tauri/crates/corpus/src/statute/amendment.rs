//! Recognises the wording of 부칙: headers, omissions, and text that amends or quotes other laws.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::{circled, clean, leading_number, pattern};

static HEADER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^부\s*칙\s*(?:[(\[].*[)\]])?\s*<\s*(?:제?\s*([\d-]+)\s*호)?\s*,?\s*(\d{4})\s*\.\s*(\d{1,2})\s*\.\s*(\d{1,2})\s*\.?\s*>\s*$",
    )
});

/// Articles named only to say that they are omitted: `및 제3조 생략`, `부터 제7조까지 생략`.
static LEFT_OUT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?:(?:부터|및|내지|까지|ㆍ|,|~|-|제\d+조(?:의\d+)?)\s*)*(?:생략|삭제)\.?$")
});

static ARTICLE_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"제(\d{1,4})조"));

/// The continuation of a sentence that mentions an article instead of being one.
static AMENDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:제\d|중|의\s|을\s|를\s|에\s|본문|단서|전단|후단|부터|및|내지|각\s|[,ㆍ~])|(?:로|으로|같이|각각)\s*(?:한다|하고|신설한다|삭제한다)|를 삭제한다|을 삭제한다",
    )
});

static ANNOUNCES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"다음과\s*같이\s*(?:각각\s*)?(?:한다|하며|하고|신설한다|신설하고|신설하며|정한다)\s*\.?\s*(?:<[^<>]*>)?$",
    )
});

/// The key for the articles under a 부칙 header: `부칙(2008. 2. 29. 제8852호)` for `부칙(정부조직법) <제8852호,2008.2.29>`.
pub(crate) fn header(text: &str) -> Option<String> {
    let found = HEADER.captures(text)?;
    let number = |at: usize| found.get(at).and_then(|digits| digits.as_str().parse::<u32>().ok());
    let day = format!("{}. {}. {}.", number(2)?, number(3)?, number(4)?);
    let promulgation = found.get(1).map(|digits| match digits.as_str().parse::<u32>() {
        Ok(number) => format!(" 제{number}호"),
        Err(_) => format!(" 제{}호", digits.as_str()),
    });
    Some(format!("부칙({day}{})", promulgation.unwrap_or_default()))
}

/// For `생략`, `삭제`, `및 제3조 생략`: the number of the last omitted article, or 0 if only the one before it is
/// omitted. `None` for any other text.
pub(super) fn left_out(rest: &str) -> Option<u32> {
    let words = clean(rest);
    LEFT_OUT.is_match(&words).then(|| {
        let numbers = ARTICLE_NUMBER.captures_iter(&words);
        numbers.filter_map(|found| found[1].parse().ok()).max().unwrap_or(0)
    })
}

/// The mark of a 항 in 부칙, `②` or, beyond ⑳, `<21>`. Returns its number and its length in bytes, including the
/// white space after it.
pub(super) fn paragraph(text: &str) -> Option<(u32, usize)> {
    let first = text.chars().next()?;
    let (number, rest) = match circled(first) {
        Some(number) => (number, text.get(first.len_utf8()..)?),
        None => {
            let (number, rest) = leading_number(text.strip_prefix('<')?)?;
            (number, rest.strip_prefix('>')?)
        }
    };
    Some((number, text.len() - rest.trim_start().len()))
}

/// For `부터 ⑤까지 생략`, `및 <30> 생략` after the mark of a 항: the number of the last omitted 항.
pub(super) fn range_end(rest: &str) -> Option<u32> {
    let words = clean(rest);
    if !["부터", "및", "내지", "ㆍ", ","].iter().any(|link| words.starts_with(link)) {
        return None;
    }
    if !words.trim_end_matches('.').ends_with("생략") {
        return None;
    }
    words.char_indices().filter_map(|(at, _)| paragraph(words.get(at..)?)).map(|(n, _)| n).max()
}

/// Whether the text after `제5조` amends an article with that number in another law.
pub(super) fn amends(rest: &str) -> bool {
    AMENDS.is_match(rest)
}

/// Whether the next line is text inserted into another law: "제101조의2를 다음과 같이 신설한다."
pub(super) fn announces_quotation(text: &str) -> bool {
    // 별표·별지 are followed by a table or an image, which is kept elsewhere.
    !(text.starts_with("별표") || text.starts_with("별지")) && ANNOUNCES.is_match(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_become_keys() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(header(text).as_deref(), expected, "{text}");
        };
        check("부칙 <제8366호,2007.4.11>", Some("부칙(2007. 4. 11. 제8366호)"));
        check("부칙(정부조직법) <제08852호,2008.2.29>", Some("부칙(2008. 2. 29. 제8852호)"));
        check("부칙(법(안) 시행령) <제1호, 2008. 2. 29.>", Some("부칙(2008. 2. 29. 제1호)"));
        check("부칙 <1962.1.20>", Some("부칙(1962. 1. 20.)"));
        check("부칙 제13조제7항 중 제209조의 개정부분을 다음과 같이 한다.", None);
        check("부칙 <제99999999999999호,2007.4.11>", Some("부칙(2007. 4. 11. 제99999999999999호)"));
    }

    #[test]
    fn articles_left_out() {
        let check = |rest: &str, expected: Option<u32>| {
            assert_eq!(left_out(rest), expected, "{rest}");
        };
        check("생략", Some(0));
        check("삭제 <2014.5.20>", Some(0));
        check("삭제<1984.4.10>", Some(0));
        check("및 제3조 생략", Some(3));
        check("부터 제7조까지 생략", Some(7));
        check("중 \"가\"를 삭제", None);
        check("이 법은 시행한다.", None);
    }

    #[test]
    fn paragraphs_and_ranges() {
        assert_eq!(paragraph("②가"), Some((2, 3)));
        assert_eq!(paragraph("<21> 가"), Some((21, 5)));
        assert_eq!(paragraph("<단서 생략>"), None);
        assert_eq!(range_end("부터 ⑤까지 생략"), Some(5));
        assert_eq!(range_end("부터 <760>까지 생략"), Some(760));
        assert_eq!(range_end("생략"), None);
        assert_eq!(range_end("법 일부를 다음과 같이 개정한다."), None);
    }

    #[test]
    fn amendments_are_not_articles() {
        for rest in [
            "중 \"가\"를 \"나\"로 한다.",
            "제1항 중",
            "의 제목 중",
            "를 삭제한다.",
            "부터 제9조까지를 각각 삭제한다.",
        ] {
            assert!(amends(rest), "{rest}");
        }
        for rest in ["이 법은 공포한 날부터 시행한다.", "소상인의 범위는 각령으로 정한다."]
        {
            assert!(!amends(rest), "{rest}");
        }
        assert!(announces_quotation("제101조의2를 다음과 같이 신설한다."));
        assert!(!announces_quotation("별표 1을 다음과 같이 한다."));
        assert!(!announces_quotation("의료법 일부를 다음과 같이 개정한다."));
    }
}
