//! The name of a row: in front of the amount, or on the lines above and below where its cell is broken.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::cells::Cell;

/// Lines a name may be broken into.
const MOST_LINES: usize = 4;
/// Letters of a name.
const LONGEST: usize = 110;

/// The name, and the bytes of the page from its beginning to its end.
pub(super) fn name_of(
    page: &str,
    lines: &[Range<usize>],
    at: usize,
    cell: &Cell,
    is_row: &dyn Fn(usize) -> bool,
) -> Option<(String, usize, usize)> {
    let line = lines.get(at)?;
    let first = line.start + cell.head.start..line.start + cell.head.end;
    let mut parts = vec![first.clone()];
    let said = |parts: &[Range<usize>]| -> String {
        parts.iter().filter_map(|part| page.get(part.clone())).map(str::trim).collect()
    };
    // One cell a line: the terms between the name and the amount.
    let mut above = at;
    while at - above < 2 && said(&parts).is_empty() {
        let Some(next) = above.checked_sub(1) else { break };
        if !lines
            .get(next)
            .and_then(|it| page.get(it.clone()))
            .is_some_and(|it| terms().is_match(it))
        {
            break;
        }
        above = next;
    }
    // Upwards, while what is there begins with a bracket, closes one that it did not open, or says nothing.
    while parts.len() <= MOST_LINES && incomplete(&said(&parts)) {
        let Some(next) = above.checked_sub(1).filter(|it| !is_row(*it)) else { break };
        let part = lines.get(next)?.clone();
        if page.get(part.clone()).is_none_or(ends_something) {
            break;
        }
        above = next;
        parts.insert(0, part);
    }
    // Downwards, while a bracket is open.
    let mut below = at + 1;
    while parts.len() <= MOST_LINES && opened(&said(&parts)) > 0 && !is_row(below) {
        let Some(part) = lines.get(below).cloned() else { break };
        let text = page.get(part.clone())?;
        let Some(closing) = text.rfind([')', ']', '】']).filter(|_| opened(text) < 0) else {
            break;
        };
        let end = text.get(closing..)?.chars().next()?.len_utf8() + closing;
        parts.push(part.start..part.start + end);
        below += 1;
    }
    let whole = said(&parts);
    let name = numbered(&whole).trim();
    let start = parts.iter().find_map(|part| {
        let text = page.get(part.clone())?;
        let lead = text.len() - numbered(text).len();
        (lead < text.len()).then_some(part.start + lead)
    });
    let end = parts.iter().map(|part| part.end).max().unwrap_or(first.end);
    is_name(name).then(|| (name.to_owned(), start.unwrap_or(first.start), end))
}

/// Brackets opened and not closed; negative where more are closed.
fn opened(text: &str) -> i32 {
    text.chars().fold(0, |open, c| match c {
        '(' | '[' | '【' | '（' => open + 1,
        ')' | ']' | '】' | '）' => open - 1,
        _ => open,
    })
}

/// Whether the line of an amount stands among lines of one cell each: terms above it or a premium below.
pub(super) fn is_column(page: &str, lines: &[Range<usize>], at: usize) -> bool {
    let line = |at: usize| lines.get(at).and_then(|it| page.get(it.clone())).unwrap_or_default();
    figure().is_match(line(at + 1))
        || at.checked_sub(1).is_some_and(|above| terms().is_match(line(above)))
}

fn incomplete(name: &str) -> bool {
    let name = numbered(name);
    let says = name.chars().filter(|c| ('가'..='힣').contains(c)).count() >= 2;
    !says || name.starts_with('(') || opened(name) < 0 || edition().is_match(name)
}

/// Whether a line above a row belongs to something else: a head, a sentence, a term.
fn ends_something(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || something().is_match(line) || line.chars().count() > LONGEST
}

/// A name without its bullet and number.
fn numbered(name: &str) -> &str {
    let lead = numbers().find(name).map_or(0, |it| it.end());
    name.get(lead..).unwrap_or_default()
}

fn is_name(name: &str) -> bool {
    let letters = name.chars().filter(|c| ('가'..='힣').contains(c)).count();
    letters >= 2
        && name.chars().count() <= LONGEST
        && opened(name) == 0
        && !no_name().is_match(name)
}

macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        fn $name() -> &'static Regex {
            static PATTERN: OnceLock<Regex> = OnceLock::new();
            PATTERN.get_or_init(|| Regex::new($pattern).expect("a valid pattern"))
        }
    };
}

pattern!(numbers, r"^(?:[\s|·•●○◎■□▪▶※*\-–①-⑳]|[0-9]{1,3}(?:[.)]|\s)\s*)*");
// Ⅱ alone, or a rest of a word, in front of the amount.
pattern!(edition, r"^[ⅠⅡⅢⅣⅤIVX]+$");
pattern!(
    something,
    r"(?:다\.?|지급|지\s*급\)?|함|음|요|경우|보장\(보상\)내용|보장내용|합계.*|보험료\s*(?:\(.*|합계.*)?|가입금액.*|[0-9]+\s*년\s*(?:납|만기).*|[0-9]+\s*세\s*만기.*|[.:;,]|계\s*약|한도\))$|담보명|보장명|가입담보\s|쪽$|^\s*[0-9]+\s*/\s*[0-9]+\s*$|^※|^[●○▶■]|(?:경우|지급|진단확정)"
);
// A line of nothing but terms, and one of nothing but a figure.
pattern!(
    terms,
    r"^[\s|]*(?:[0-9]{1,3}\s*(?:년|세)\s*(?:납|만기|갱신|형)?[\s/|~]*|전기납[\s/|]*|월납[\s/|]*)+$"
);
pattern!(figure, r"^[\s|]*[0-9][0-9,]*\s*원?[\s|]*$");
pattern!(
    no_name,
    r"^[1-9]\s*종|보험료\s*$|보험료\s*\(|보험료\s*합계|(?:보장|납입|적립|영업|월)보험료|합계|환급|적립|총\s*납입|니다|경우|까지|한하여|이내|초과|수수료|예금|할인|가입\s*한도|최저|최소|이상\s*$|미만|만기\s*시|해약|연금액|단위|1인당|기준\s*:|^월\s|^\s*계\s*$|예시"
);
