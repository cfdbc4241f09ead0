//! Finds expressions of law and medicine that are one term whatever their spacing: provisions (제56조제2항), case
//! numbers (2016헌가8) and strengths (500 mg).

use std::sync::LazyLock;

use regex::{Captures, Regex};
use simui_domain::SUBITEM_LETTERS;

/// An expression found in a text that is NFKC and lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expression {
    /// Character offset of the first character.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Search terms: 제56조제2항 gives itself and 제56조.
    pub(super) terms: Vec<String>,
}

/// 사건부호: 민사, 형사, 행정, 가사, 특허, 헌법.
const CASE_CODES: &str = "가합|가단|가소|나합|나|다|머|카합|카단|카기|카|마|그|라|고합|고단|고정|고약|고|노|도|모|초기|초|오|로\
     |구합|구단|구|누|두|아|무|부|추|드합|드단|드|르|므|브|스|으|느합|느단|느|허|후|흐|원|당\
     |헌가|헌나|헌다|헌라|헌마|헌바|헌사|헌아";

/// Units of strength as written, each with the form that it is indexed under.
const UNITS: [(&str, &str); 20] = [
    ("mg", "mg"),
    ("밀리그램", "mg"),
    ("밀리그람", "mg"),
    ("mcg", "μg"),
    ("ug", "μg"),
    ("μg", "μg"),
    ("마이크로그램", "μg"),
    ("kg", "kg"),
    ("g", "g"),
    ("그램", "g"),
    ("ml", "ml"),
    ("밀리리터", "ml"),
    ("dl", "dl"),
    ("cc", "cc"),
    ("l", "l"),
    ("iu", "iu"),
    ("meq", "meq"),
    ("mmol", "mmol"),
    ("%", "%"),
    ("퍼센트", "%"),
];

/// Returns the expressions of `text` in order; of overlapping ones the earlier, then the longer one.
pub(super) fn find(text: &str) -> Vec<Expression> {
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    collect(&PROVISION, text, provision, &mut found);
    collect(&CASE, text, case_number, &mut found);
    collect(&STRENGTH, text, strength, &mut found);
    found.sort_by_key(|&(start, end, _)| (start, std::cmp::Reverse(end)));

    let (mut byte, mut index) = (0, 0);
    let mut expressions: Vec<Expression> = Vec::new();
    for (start, end, terms) in found {
        if start < byte {
            continue;
        }
        index += text[byte..start].chars().count();
        let length = text[start..end].chars().count();
        expressions.push(Expression { start: index, end: index + length, terms });
        (byte, index) = (end, index + length);
    }
    expressions
}

/// Byte offsets of a match, and its terms.
type Found = (usize, usize, Vec<String>);

fn collect(
    pattern: &Regex,
    text: &str,
    terms: impl Fn(&Captures<'_>) -> Vec<String>,
    found: &mut Vec<Found>,
) {
    for captures in pattern.captures_iter(text) {
        let Some(matched) = captures.get(0) else { continue };
        let before = text[..matched.start()].chars().next_back();
        let after = text[matched.end()..].chars().next();
        if touches(before, matched.as_str().chars().next())
            || touches(after, matched.as_str().chars().next_back())
        {
            continue;
        }
        let terms = terms(&captures);
        if !terms.is_empty() {
            found.push((matched.start(), matched.end(), terms));
        }
    }
}

/// Returns whether a number or a Latin word continues beyond the edge of a match.
fn touches(outside: Option<char>, edge: Option<char>) -> bool {
    let (Some(outside), Some(edge)) = (outside, edge) else { return false };
    edge.is_ascii_digit() && outside.is_ascii_digit()
        || edge.is_ascii_alphanumeric() && outside.is_ascii_alphabetic()
}

static PROVISION: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"(제\s*)?([0-9]{{1,4}})\s*조(?:의\s?([0-9]{{1,3}}))?(?:\s*제?\s*([0-9]{{1,3}})\s*항)?(?:\s*제?\s*([0-9]{{1,3}})\s*호(?:의\s?([0-9]{{1,3}}))?)?(?:\s*([{SUBITEM_LETTERS}])\s*목)?"
    ))
});

fn provision(captures: &Captures<'_>) -> Vec<String> {
    let text = |group: usize| captures.get(group).map(|it| it.as_str());
    // A bare 3조 may also be an amount of three trillion.
    if text(1).is_none() && text(4).is_none() && text(5).is_none() {
        return Vec::new();
    }
    let number = |group: usize| text(group).map(|it| it.trim_start_matches('0'));
    let Some(article) = number(2) else { return Vec::new() };
    let mut path = format!("제{article}조");
    if let Some(branch) = number(3) {
        path = format!("{path}의{branch}");
    }
    let mut terms = vec![path.clone()];
    if let Some(paragraph) = number(4) {
        path = format!("{path}제{paragraph}항");
        terms.push(path.clone());
    }
    if let Some(item) = number(5) {
        path = format!("{path}제{item}호");
        if let Some(branch) = number(6) {
            path = format!("{path}의{branch}");
        }
        terms.push(path.clone());
    }
    if let Some(subitem) = text(7) {
        terms.push(format!("{path}{subitem}목"));
    }
    terms
}

static CASE: LazyLock<Regex> =
    LazyLock::new(|| regex(&format!(r"([0-9]{{4}}|[0-9]{{2}})\s?({CASE_CODES})\s?([0-9]{{1,7}})")));

fn case_number(captures: &Captures<'_>) -> Vec<String> {
    let (year, code, number) = (&captures[1], &captures[2], &captures[3]);
    let plausible = match year.parse::<u16>() {
        Ok(year @ 1945..=2099) => number.len() > 1 || year > 1999,
        // Years of two digits were written until 1999; 37도5부 is a temperature.
        Ok(45..=99) => number.len() > 2,
        _ => false,
    };
    if plausible { vec![format!("{year}{code}{number}")] } else { Vec::new() }
}

static STRENGTH: LazyLock<Regex> = LazyLock::new(|| {
    let mut units: Vec<&str> = UNITS.iter().map(|&(written, _)| written).collect();
    units.sort_by_key(|unit| std::cmp::Reverse(unit.len()));
    regex(&format!(r"([0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]+)(\.[0-9]+)?\s?({})", units.join("|")))
});

fn strength(captures: &Captures<'_>) -> Vec<String> {
    let unit = UNITS.iter().find(|&&(written, _)| written == &captures[3]).map_or("", |it| it.1);
    let amount = captures[1].replace(',', "");
    let fraction = captures.get(2).map_or("", |it| it.as_str());
    vec![format!("{amount}{fraction}{unit}")]
}

#[expect(clippy::expect_used, reason = "the patterns are constants and a test compiles each")]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a constant pattern")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = find(text).into_iter().flat_map(|it| it.terms).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn provisions_are_one_term_whatever_the_spacing() {
        let expected = ["제56조", "제56조제2항", "제56조제2항제3호"];
        for text in
            ["제56조제2항제3호", "제56조 제2항 제3호", "제 56 조 제 2 항 제 3 호", "56조 2항 3호"]
        {
            check(text, &expected);
        }
        check("의료법 제4조의2에 따라", &["제4조의2"]);
        check(
            "제23조제1항제2호의3가목",
            &["제23조", "제23조제1항", "제23조제1항제2호의3", "제23조제1항제2호의3가목"],
        );
        check("예산 3조 원", &[]);
        check("제056조", &["제56조"]);
    }

    #[test]
    fn case_numbers_are_one_term() {
        check("헌재 2018. 6. 28. 선고 2016헌가8 결정", &["2016헌가8"]);
        check("2015헌바75", &["2015헌바75"]);
        check("대법원 2011도8694 판결과 95누1234", &["2011도8694", "95누1234"]);
        check("2011 도 8694", &["2011도8694"]);
        check("체온 37도5분, 2020년 12월, 12015다5", &[]);
    }

    #[test]
    fn strengths_are_one_term() {
        check("메트포르민 500 mg과 1,000mg", &["500mg", "1000mg"]);
        check("0.5밀리그램 100%", &["0.5mg", "100%"]);
        check("5gb", &[]);
    }

    #[test]
    fn offsets_count_characters() {
        let found = find("의료법 제56조, 500mg");
        let places: Vec<(usize, usize)> = found.iter().map(|it| (it.start, it.end)).collect();
        assert_eq!(places, [(4, 8), (10, 15)]);
    }
}
