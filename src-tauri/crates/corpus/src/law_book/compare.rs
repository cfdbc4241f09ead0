//! Determines whether a quote occurs in a text, either verbatim or except for white space and punctuation.

use simui_korean::hangul::is_syllable;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use crate::text::pattern;

/// How a quote occurs in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    /// The same characters.
    Verbatim,
    /// Only white space, punctuation or Markdown marks differ.
    Repaired,
    /// The quote occurs, but is cut off inside a number or before a negation, so the text has another
    /// meaning.
    CutShort,
    /// The quote occurs, but the exception that follows is left out.
    WithoutException,
    /// The quote does not occur.
    Absent,
}

/// Text after a quote that reverses its meaning: `할 수| 없다`, `하|지 못한다`.
static NEGATION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:지(?:는|도|를)?)?\s*(?:아니|않|못하|못한|못할|못함|말아|없)"));

/// An exception directly after a quote: `다만, …`, `(한의사는 제외한다)`. The second pattern is for text without
/// punctuation.
static EXCEPTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^[\s.,()\[\]」』〉》”’]*(?:다만|단)[,\s]|^\s*\([^()\n]{1,300}(?:제외한다|제외한다\.|그러하지 아니하다)\)",
    )
});
static BARE_EXCEPTION: LazyLock<Regex> = LazyLock::new(|| pattern("^다만"));

/// Whether an exception may be left out of a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exceptions {
    /// The reference says 본문, or the text is not a law.
    MayBeLeftOut,
    /// The exception must be quoted, because it changes the meaning of the law.
    Belong,
}

/// One-syllable prefixes that negate the following word: 비급여, 무면허, 미심의, 불가능, 부적합.
const NEGATING: [char; 5] = ['비', '무', '미', '불', '부'];

/// A text prepared for many comparisons.
#[derive(Debug)]
pub(super) struct Words {
    verbatim: String,
    bare: String,
    /// The byte offset in `verbatim` of each character of `bare`.
    places: Vec<usize>,
}

impl Words {
    pub(super) fn new(text: &str) -> Self {
        let verbatim: String = text.nfc().collect();
        let (bare, places) = bare(&verbatim);
        Self { verbatim, bare, places }
    }

    /// The number of letters and digits.
    pub(super) fn letters(&self) -> usize {
        self.places.len()
    }

    /// The letters and digits.
    pub(super) fn bare(&self) -> &str {
        &self.bare
    }

    /// How these words occur in another text.
    pub(super) fn within(&self, text: &Self, exceptions: Exceptions) -> Match {
        let belong = exceptions == Exceptions::Belong;
        let ends = |pattern: &'static LazyLock<Regex>| belong.then(|| &**pattern);
        let verbatim = occurs(self.verbatim.trim(), &text.verbatim, ends(&EXCEPTION)).0;
        match verbatim {
            Match::Absent => match occurs(&self.bare, &text.bare, ends(&BARE_EXCEPTION)).0 {
                Match::Verbatim => Match::Repaired,
                other => other,
            },
            found => found,
        }
    }

    /// The matching words of another text, which may differ in white space and punctuation.
    pub(super) fn repaired<'a>(&self, text: &'a Self) -> Option<&'a str> {
        text.verbatim.get(self.stands(text)?)
    }

    /// Like [`Self::repaired`], including the exception that follows, up to the end of its sentence or
    /// parenthesis.
    pub(super) fn with_exception<'a>(&self, text: &'a Self) -> Option<&'a str> {
        let stands = self.stands(text)?;
        let after = text.verbatim.get(stands.end..)?;
        let found = EXCEPTION.find(after)?;
        let rest = after.get(found.end()..)?;
        let length = if found.as_str().ends_with(')') {
            0
        } else {
            let line = rest.find('\n').unwrap_or(rest.len());
            rest.get(..line)?.find("다.").map_or(line, |end| end + "다.".len())
        };
        text.verbatim.get(stands.start..stands.end + found.end() + length)
    }

    /// The byte range of these words in another text.
    fn stands(&self, text: &Self) -> Option<Range<usize>> {
        let (_, start) = occurs(&self.bare, &text.bare, None);
        let first = text.bare.get(..start?)?.chars().count();
        let last = first + self.bare.chars().count().checked_sub(1)?;
        let end = *text.places.get(last)?;
        let end = end + text.verbatim.get(end..)?.chars().next()?.len_utf8();
        Some(*text.places.get(first)?..end)
    }
}

/// How a quote occurs in a text, and the byte offset of the occurrence.
fn occurs(quote: &str, text: &str, exception: Option<&Regex>) -> (Match, Option<usize>) {
    if quote.is_empty() {
        return (Match::Absent, None);
    }
    let mut best = (Match::Absent, None);
    for (start, _) in text.match_indices(quote) {
        let before = text.get(..start).unwrap_or_default();
        let after = text.get(start + quote.len()..).unwrap_or_default();
        if is_cut(before, quote, after) {
            best = (Match::CutShort, Some(start));
        } else if exception.is_some_and(|exception| exception.is_match(after)) {
            best = (Match::WithoutException, Some(start));
        } else {
            return (Match::Verbatim, Some(start));
        }
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

/// Whether the characters next to a digit continue the same number: `1|000`, `1|,000`, `3|.5`.
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
    prefix && first.is_some_and(is_syllable) && !back.next().is_some_and(is_syllable)
}

/// Replaces white space and punctuation between two digits, so that 1.5 is never equal to 15.
const SEPARATOR: char = '\u{1f}';

/// The text without white space, punctuation and Markdown marks, and the original byte offset of each
/// remaining character.
fn bare(text: &str) -> (String, Vec<usize>) {
    let mut kept = String::with_capacity(text.len());
    let mut places = Vec::new();
    let mut skipped = false;
    for (at, c) in text.char_indices() {
        if is_ignored(c) {
            skipped = true;
            continue;
        }
        let between_digits =
            c.is_ascii_digit() && kept.chars().next_back().is_some_and(|c| c.is_ascii_digit());
        if skipped && between_digits {
            kept.push(SEPARATOR);
            places.push(at);
        }
        kept.push(c);
        places.push(at);
        skipped = false;
    }
    (kept, places)
}

/// Whether a character does not affect the meaning. Characters such as %, -, ~, <, >, +, / and ° do.
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
        let found = Words::new(quote).within(&Words::new(text), Exceptions::Belong);
        assert_eq!(found, expected, "{quote:?} in {text:?}");
    }

    #[test]
    fn exceptions_are_never_cut_off() {
        let text = "누구든지 하지 못한다. 다만, 허가를 받은 경우에는 할 수 있다.";
        check("누구든지 하지 못한다.", text, Match::WithoutException);
        check("누구든지 하지 못한다", text, Match::WithoutException);
        check("누구든지  하지 못한다", text, Match::WithoutException);
        check("누구든지 하지 못한다. 다만, 허가를", text, Match::Verbatim);
        check("누구든지 하지", "누구든지 하지 않는다. 누구든지 하지 만든다", Match::Verbatim);
        check("의료인의 광고", "의료인의 광고(한의사의 광고는 제외한다)", Match::WithoutException);
        check("의료인의 광고", "의료인의 광고(이하 \"광고\"라 한다)", Match::Verbatim);
        let main = Words::new("누구든지 하지 못한다.");
        let found = main.within(&Words::new(text), Exceptions::MayBeLeftOut);
        assert_eq!(found, Match::Verbatim);
    }

    #[test]
    fn a_left_out_exception_is_shown_with_what_it_excepts_from() {
        let check = |quote: &str, text: &str, expected: &str| {
            let (quote, text) = (Words::new(quote), Words::new(text));
            assert_eq!(quote.within(&text, Exceptions::Belong), Match::WithoutException);
            assert_eq!(quote.with_exception(&text), Some(expected));
        };
        let text =
            "누구든지 하지 못한다. 다만, 허가를 받은 경우에는 할 수 있다. 그 밖의 것은 정한다.";
        let with_exception = "누구든지 하지 못한다. 다만, 허가를 받은 경우에는 할 수 있다.";
        check("누구든지 하지 못한다.", text, with_exception);
        check("누구든지하지 못한다", text, with_exception);
        check(
            "하지 못한다.",
            "하지 못한다. 다만, 1호는 예외로 함\n2. 다음",
            "하지 못한다. 다만, 1호는 예외로 함",
        );
        let text = "의료인의 광고(한의사의 광고는 제외한다)를 말한다.";
        check("의료인의 광고", text, "의료인의 광고(한의사의 광고는 제외한다)");
        let text = "판매업(식품은 제외한다). 다만, 직접 하는 경우는 제외한다.";
        check("판매업(식품은 제외한다).", text, text);
        let text = "해당하는 경우[제2호로 한정한다]. 다만, 고시한 것은 제외한다.";
        check("해당하는 경우[제2호로 한정한다].", text, text);
        check("해당하는 경우 제2호로 한정한다", text, text);
    }

    #[test]
    fn what_was_repaired_is_shown() {
        let text = Words::new("가나. 의사ㆍ치과의사를  말한다. 1.5배");
        let repaired = |quote: &str| Words::new(quote).repaired(&text).map(str::to_owned);
        assert_eq!(repaired("의사·치과의사를 말한다").as_deref(), Some("의사ㆍ치과의사를  말한다"));
        assert_eq!(repaired("1 5배").as_deref(), Some("1.5배"));
        assert_eq!(repaired("한의사"), None);
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
