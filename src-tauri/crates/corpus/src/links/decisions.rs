//! Decisions named in a text: `대법원 2010. 5. 27. 선고 2006도9083 판결`, `2015헌바75`.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::pattern;

/// A court and a day, then case numbers; or the number of a constitutional case alone.
static DECISION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:(?:대법원|헌법재판소|헌재|[가-힣]{2,8}(?:법원|지원))\s?\d{4}\s?\.\s?\d{1,2}\s?\.\s?\d{1,2}\s?\.\s?(?:선고|자)?\s?(\d{2,4}[가-힣]{1,3}\d{1,7}))|((?:19|20)\d{2}헌[가나다라마바사아]\d{1,5})",
    )
});

/// `, 2012헌가1(병합) 전원재판부 결정`: what belongs to the words but not to the number.
static FORM: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s?(?:전원합의체|전원재판부)?\s?(?:판결|결정)"));

/// Byte range and case number of every decision named.
pub(super) fn decisions(text: &str) -> Vec<(std::ops::Range<usize>, String)> {
    DECISION
        .captures_iter(text)
        .filter_map(|found| {
            let whole = found.get(0)?;
            let case = found.get(1).or_else(|| found.get(2))?;
            let form = FORM.find(text.get(whole.end()..)?).map_or(0, |form| form.end());
            Some((whole.start()..whole.end() + form, case.as_str().to_owned()))
        })
        .collect()
}

static CASE_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{2,4}[가-힣]{1,3}\d{1,7}"));

/// Every case number in a decision's title.
pub(super) fn case_numbers(title: &str) -> impl Iterator<Item = &str> {
    CASE_NUMBER.find_iter(title).map(|found| found.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_by_court_and_by_number() {
        let check = |text: &str, expected: &[(&str, &str)]| {
            let found = decisions(text);
            let found: Vec<(&str, &str)> = found
                .iter()
                .map(|(range, case)| (text.get(range.clone()).unwrap_or_default(), case.as_str()))
                .collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "대법원 2010. 5. 27. 선고 2006도9083 판결 참조",
            &[("대법원 2010. 5. 27. 선고 2006도9083 판결", "2006도9083")],
        );
        check(
            "헌재 2015. 12. 23. 2015헌바75 결정과 2018헌가3",
            &[("헌재 2015. 12. 23. 2015헌바75 결정", "2015헌바75"), ("2018헌가3", "2018헌가3")],
        );
        check(
            "대법원 2009. 11. 12. 선고 2009도7455 전원합의체 판결",
            &[("대법원 2009. 11. 12. 선고 2009도7455 전원합의체 판결", "2009도7455")],
        );
        check("2010년 5월 27일 100만2000원", &[]);
    }
}
