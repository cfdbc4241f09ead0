//! Finds decisions named in a text: `대법원 2010. 5. 27. 선고 2006도9083 판결`, `2015헌바75`.

use simui_korean::hangul::is_syllable;
use std::ops::Range;
use std::sync::LazyLock;

use jiff::civil::Date;
use regex::{Captures, Regex};

use crate::text::pattern;

/// A decision that a text names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Decision {
    /// Range of bytes in the text.
    pub range: Range<usize>,
    /// Court such as `대법원`; 대판, 헌재 and 고법 are expanded.
    pub court: Option<String>,
    /// 선고일.
    pub day: Option<Date>,
    /// Whether the written day does not exist in the calendar.
    pub impossible_day: bool,
    /// Case number: `2006도9083`.
    pub case: String,
}

impl Decision {
    /// Returns whether court and day are given, or the number is that of a constitutional case.
    pub(super) fn is_certain(&self) -> bool {
        let dated = self.day.is_some() || self.impossible_day;
        (self.court.is_some() && dated) || self.case.contains('헌')
    }
}

/// Letters of case numbers. Those of [`RARE_KINDS`] are also words and count only beside a court or a day.
const KINDS: &str = "헌[가나다라마바사아]|재?(?:구합|구단|고합|고단|고정|가합|가단|가소|나|다|도|노|두|누)|카합|카단|카기|드합|드단|느합|느단|회합|하합|개회|비합|초기|로|모|마|라|루|무|르|므|허|후";
const RARE_KINDS: &str = "고약|감고|감노|감도|치고|전고|전노|전도|타경|타채|머|그|으|스|브|흐|구|아|부|사|초|수|우|추|자|차|바|카|타|드|느|오|보|코";

const COURT: &str = r"대법원|대법|대판|대결|헌법재판소|헌재|[가-힣]{2,12}(?:법원|고법|지법|행법)(?:\s[가-힣]{2,6}지원)?|[가-힣]{2,8}지원";

const DAY: &str = r"(\d{4})\s?[.년/-]\s?(\d{1,2})\s?[.월/-]\s?(\d{1,2})\s?[.일]?";

/// A court, a day or both, followed by a case number; or a case number with a year of four digits.
static DECISION: LazyLock<Regex> = LazyLock::new(|| {
    let case = format!(r"(\d{{2,4}})\s?({KINDS}|{RARE_KINDS})\s?(\d{{1,7}})");
    pattern(&format!(
        r"({COURT})\s?(?:제\d{{1,2}}(?:민사|형사|행정|특별)?부\s?)?(?:{DAY}\s?,?\s?)?(?:(?:선고|자|고지)\s?)?{case}|{DAY}\s?,?\s?(?:선고|자|고지)\s?{case}|((?:19|20)\d{{2}})({KINDS})(\d{{1,7}})"
    ))
});

/// Text after a number that belongs to its citation: `, 2012헌가1(병합) 전원재판부 결정`.
static FORM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\s?\((?:병합|본소|반소|분리|참가|공\d{4}[^()\n]{0,20})(?:,\s?[가-힣]{2,4})*\))?(?:\s?(?:전원합의체|전원재판부|제\d{1,2}(?:민사|형사|행정)?부))?(?:\s?(?:판결|결정|명령))?",
    )
});

/// Returns every decision that a text names.
pub(crate) fn decisions(text: &str) -> Vec<Decision> {
    DECISION.captures_iter(text).filter_map(|found| decision(text, &found)).collect()
}

fn decision(text: &str, found: &Captures<'_>) -> Option<Decision> {
    let matched = found.get(0)?;
    let after = text.get(matched.end()..)?;
    let before = text.get(..matched.start())?;
    let joined = before.ends_with(|c: char| c.is_alphanumeric() && !is_syllable(c));
    if joined || after.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let part = |at: usize| found.get(at).map(|part| part.as_str());
    let (day, case) = match (part(1), part(8)) {
        (Some(_), _) => ([2, 3, 4].map(part), [5, 6, 7].map(part)),
        (None, Some(_)) => ([8, 9, 10].map(part), [11, 12, 13].map(part)),
        (None, None) => ([None; 3], [14, 15, 16].map(part)),
    };
    let written = day[0].is_some();
    let day = date(day);
    let form = FORM.find(after).map_or(0, |form| form.end());
    Some(Decision {
        range: matched.start()..matched.end() + form,
        court: part(1).map(court),
        day,
        impossible_day: written && day.is_none(),
        case: case.into_iter().flatten().collect(),
    })
}

fn date([year, month, day]: [Option<&str>; 3]) -> Option<Date> {
    Date::new(year?.parse().ok()?, month?.parse().ok()?, day?.parse().ok()?).ok()
}

fn court(name: &str) -> String {
    let name = match name {
        "대법" | "대판" | "대결" => "대법원",
        "헌재" => "헌법재판소",
        name => name,
    };
    let spelt = [("고법", "고등법원"), ("지법", "지방법원"), ("행법", "행정법원")];
    let short = spelt.iter().find(|(short, _)| name.contains(short));
    short.map_or(name.to_owned(), |(short, full)| name.replace(short, full))
}

static CASE_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{2,4}[가-힣]{1,3}\d{1,7}"));

/// Returns the case numbers in a decision's title.
pub(crate) fn case_numbers(title: &str) -> impl Iterator<Item = &str> {
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
                .map(|it| (text.get(it.range.clone()).unwrap_or_default(), it.case.as_str()))
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
        check("2010년 5월 27일 100만2000원, 대법원 2015년3월, 2026년 3월 5일 자 12호", &[]);
    }
}
