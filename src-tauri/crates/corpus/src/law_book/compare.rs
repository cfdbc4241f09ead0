//! Whether words stand in a text, verbatim or up to white space and punctuation.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use crate::text::pattern;

/// Where a quote stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    /// Character by character.
    Verbatim,
    /// Only white space, punctuation or Markdown marks differ.
    Repaired,
    /// It stands there, but was cut in a number or at a negation: the text says something else.
    CutShort,
    /// Not there.
    Absent,
}

/// What follows or ends a quote and turns its meaning round: `할 수| 없다`, `하|지 못한다`.
static NEGATION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:지(?:는|도|를)?)?\s*(?:아니|않|못하|못한|못할|못함|말아|없)"));

/// One-syllable prefixes that negate the word they stand before: 비급여, 무면허, 미심의, 불가능, 부적합.
const NEGATING: [char; 5] = ['비', '무', '미', '불', '부'];

/// A text prepared for many comparisons.
#[derive(Debug)]
pub(super) struct Words {
    verbatim: String,
    bare: String,
}

impl Words {
    pub(super) fn new(text: &str) -> Self {
        let verbatim: String = text.nfc().collect();
        let bare = bare(&verbatim);
        Self { verbatim, bare }
    }

    /// How many letters and digits it has.
    pub(super) fn letters(&self) -> usize {
        self.bare.chars().count()
    }

    /// How it stands in another text.
    pub(super) fn within(&self, text: &Self) -> Match {
        let verbatim = occurs(self.verbatim.trim(), &text.verbatim);
        match verbatim {
            Match::Absent => match occurs(&self.bare, &text.bare) {
                Match::Verbatim => Match::Repaired,
                other => other,
            },
            found => found,
        }
    }
}

fn occurs(quote: &str, text: &str) -> Match {
    if quote.is_empty() {
        return Match::Absent;
    }
    let mut best = Match::Absent;
    for (start, _) in text.match_indices(quote) {
        let before = text.get(..start).unwrap_or_default();
        let after = text.get(start + quote.len()..).unwrap_or_default();
        if !is_cut(before, quote, after) {
            return Match::Verbatim;
        }
        best = Match::CutShort;
    }
    best
}

fn is_cut(before: &str, quote: &str, after: &str) -> bool {
    let (first, last) = (quote.chars().next(), quote.chars().next_back());
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let starts_in_number = is_digit(first) && ends_in_number(before.chars().rev());
    let ends_number = is_digit(last) && ends_in_number(after.chars());
    starts_in_number || ends_number || loses_prefix(before, first) || NEGATION.is_match(after)
}

/// Whether the characters next to a digit go on with the same number: `1|000`, `1|,000`, `3|.5`.
fn ends_in_number(mut beside: impl Iterator<Item = char>) -> bool {
    match beside.next() {
        Some(c) if c.is_ascii_digit() => true,
        Some('.' | ',' | SEPARATOR) => beside.next().is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    }
}

fn loses_prefix(before: &str, first: Option<char>) -> bool {
    let mut back = before.chars().rev();
    let prefix = back.next().is_some_and(|c| NEGATING.contains(&c));
    prefix && first.is_some_and(is_hangul) && !back.next().is_some_and(is_hangul)
}

fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// Stands for any white space and punctuation between two digits, so that 1.5 never equals 15.
const SEPARATOR: char = '\u{1f}';

/// Without white space, punctuation and Markdown marks.
fn bare(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut skipped = false;
    for c in text.chars() {
        if is_ignored(c) {
            skipped = true;
            continue;
        }
        let between_digits =
            c.is_ascii_digit() && kept.chars().next_back().is_some_and(|c| c.is_ascii_digit());
        if skipped && between_digits {
            kept.push(SEPARATOR);
        }
        kept.push(c);
        skipped = false;
    }
    kept
}

/// Signs like %, -, ~, <, >, +, / and ° say something; these do not.
fn is_ignored(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '.' | ','
                | ':'
                | ';'
                | '\''
                | '"'
                | '`'
                | '('
                | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '*'
                | '_'
                | '\\'
                | '#'
                | '·'
                | 'ㆍ'
                | '・'
                | '‧'
                | '•'
                | '…'
                | '‘'
                | '’'
                | '“'
                | '”'
                | '「'
                | '」'
                | '『'
                | '』'
                | '【'
                | '】'
                | '〈'
                | '〉'
                | '《'
                | '》'
                | '，'
                | '．'
                | '。'
                | '：'
                | '；'
                | '（'
                | '）'
                | '［'
                | '］'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(quote: &str, text: &str, expected: Match) {
        assert_eq!(Words::new(quote).within(&Words::new(text)), expected, "{quote:?} in {text:?}");
    }

    #[test]
    fn verbatim_and_repaired() {
        let text = "객관적인 사실을 과장하는 내용의 광고";
        check(text, text, Match::Verbatim);
        check("사실을 과장하는", text, Match::Verbatim);
        check("객관적인  사실을\n과장하는 내용의 광고.", text, Match::Repaired);
        check("“객관적인 사실을 과장하는 내용의 광고”", text, Match::Repaired);
        check("**객관적인** 사실을 과장하는", text, Match::Repaired);
        check("주관적인 사실을 과장하는 내용의 광고", text, Match::Absent);
        check("", text, Match::Absent);
        check("의사·치과의사", "의사ㆍ치과의사를 말한다", Match::Repaired);
        check("각\u{1100}\u{1161}지", "각가지", Match::Verbatim);
    }

    #[test]
    fn numbers_are_never_cut_or_joined() {
        check("5년 이하의 징역", "15년 이하의 징역에 처한다", Match::CutShort);
        check("000만원 이하의 벌금", "1,000만원 이하의 벌금에", Match::CutShort);
        check("벌금 1", "벌금 10만원", Match::CutShort);
        check("35퍼센트", "3.5퍼센트", Match::Absent);
        check("3 5퍼센트", "3.5퍼센트", Match::Repaired);
        check("100", "100%를 넘는", Match::Verbatim);
        check("100를 넘는", "100%를 넘는", Match::Absent);
        check("10일 이내", "10일 이내 또는 110일 이내", Match::Verbatim);
    }

    #[test]
    fn negations_are_never_cut_off() {
        check("의료광고를 하지", "의료광고를 하지 못한다.", Match::CutShort);
        check("의료행위를 할 수", "의료행위를 할 수 없으며", Match::CutShort);
        check("하여서는", "유인하는 행위를 하여서는 아니 된다.", Match::CutShort);
        check("심의를 받", "심의를 받지 아니하거나", Match::CutShort);
        check("급여 진료비용", "비급여 진료비용을 할인", Match::CutShort);
        check("급여 진료비용", "급여 진료비용, 비급여 진료비용", Match::Verbatim);
        check("의료광고를", "의료광고를 하지 못한다.", Match::Verbatim);
    }
}
