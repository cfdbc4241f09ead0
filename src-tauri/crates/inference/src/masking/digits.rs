//! Runs of digits: what may be one number, however it is written.

use super::skeleton::{Skeleton, is_syllable};
use super::words::Words;

/// What stands between two digits of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing.
    None,
    /// What numbers are usually written with: hyphens, blanks, points.
    Usual,
    /// Something else that may be meant as a hyphen: `~`, `,`, `:`, a word. Lists and times are written so, too.
    Unusual,
}

/// Digits with at most [`LONGEST_GAP`] separators between two of them.
pub(super) struct Run {
    /// 0 to 9.
    pub digits: Vec<u8>,
    /// Where each stands in the skeleton.
    pub at: Vec<usize>,
    /// What stands before each.
    gaps: Vec<Gap>,
    /// Which are written as a letter (`O1O`) or a word (`공일공`).
    disguised: Vec<bool>,
}

/// Separators between two digits of one number.
const LONGEST_GAP: usize = 8;
/// Letters of a gap that has a word in it: ` 하이픈 `.
const LONGEST_WORDS: usize = 12;

impl Run {
    /// All runs of a text.
    pub fn all(skeleton: &Skeleton) -> Vec<Run> {
        let digits = digits(skeleton);
        let mut runs: Vec<Run> = Vec::new();
        for (index, digit) in digits.iter().enumerate() {
            let Some((digit, disguised)) = *digit else { continue };
            let last = runs.last().and_then(|run| run.at.last());
            let gap = last.and_then(|&last| gap(skeleton.chars.get(last + 1..index)?));
            match (runs.last_mut(), gap) {
                (Some(run), Some(gap)) => {
                    run.digits.push(digit);
                    run.at.push(index);
                    run.gaps.push(gap);
                    run.disguised.push(disguised);
                }
                _ => runs.push(Run {
                    digits: vec![digit],
                    at: vec![index],
                    gaps: vec![Gap::None],
                    disguised: vec![disguised],
                }),
            }
        }
        runs
    }

    pub fn len(&self) -> usize {
        self.digits.len()
    }

    /// Whether something stands before digit `index`, or nothing does.
    pub fn breaks_before(&self, index: usize) -> bool {
        index == 0 || self.gaps.get(index).is_none_or(|&gap| gap != Gap::None)
    }

    /// Whether a number may end before digit `to`: at a break, or before the `이` that a spoken number may carry as a particle.
    pub fn may_end_at(&self, to: usize) -> bool {
        let particle = self.digits.get(to) == Some(&2)
            && self.disguised.get(to) == Some(&true)
            && self.breaks_before(to + 1);
        self.breaks_before(to) || particle
    }

    /// Whether digits `from..to` are written as no number usually is: then only the very form of a number counts.
    pub fn is_unusual(&self, from: usize, to: usize) -> bool {
        let gaps = self.gaps.get(from + 1..to).unwrap_or_default();
        let disguised = self.disguised.get(from..to).unwrap_or_default();
        gaps.contains(&Gap::Unusual) || disguised.contains(&true)
    }

    /// The lengths of the unbroken groups of digits `from..to`.
    pub fn groups(&self, from: usize, to: usize) -> Vec<usize> {
        let mut groups: Vec<usize> = Vec::new();
        for index in from..to {
            match groups.last_mut() {
                Some(length) if !self.breaks_before(index) => *length += 1,
                _ => groups.push(1),
            }
        }
        groups
    }

    /// Whether every break in digits `from..to` has a hyphen in it.
    pub fn hyphenated(&self, from: usize, to: usize, skeleton: &Skeleton) -> bool {
        (from + 1..to).filter(|&index| self.breaks_before(index)).all(|index| {
            let (before, here) = (self.at[index - 1], self.at[index]);
            skeleton.chars[before + 1..here].contains(&'-')
        })
    }
}

/// What a gap is, if digits on both sides of it may belong together.
fn gap(between: &[char]) -> Option<Gap> {
    if between.is_empty() {
        return Some(Gap::None);
    }
    if between.len() <= LONGEST_GAP && between.iter().all(|&c| is_usual(c)) {
        return Some(Gap::Usual);
    }
    let mut rest = between;
    let mut words = 0;
    while let Some(&first) = rest.first() {
        let word = Words::shipped().between.iter().find(|word| rest.starts_with(word));
        match word {
            Some(word) => {
                rest = &rest[word.len()..];
                words += 1;
            }
            None if is_usual(first) || is_unusual(first) => rest = &rest[1..],
            None => return None,
        }
    }
    let longest = if words > 0 { LONGEST_WORDS } else { LONGEST_GAP };
    (words <= 1 && between.len() <= longest).then_some(Gap::Unusual)
}

fn is_usual(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '_' | '/' | '·' | ')' | '(')
}

fn is_unusual(c: char) -> bool {
    matches!(
        c,
        '~' | ','
            | ':'
            | ';'
            | '|'
            | '+'
            | '*'
            | '\\'
            | '='
            | '^'
            | '#'
            | '&'
            | '['
            | ']'
            | '<'
            | '>'
            | '\''
            | '"'
            | '`'
            | '…'
            | '‥'
    )
}

/// The digit that each character is meant as, and whether it is written as something else.
fn digits(skeleton: &Skeleton) -> Vec<Option<(u8, bool)>> {
    let chars = &skeleton.chars;
    let figure = |c: char| c.to_digit(10).and_then(|it| u8::try_from(it).ok());
    let mut digits: Vec<Option<(u8, bool)>> =
        chars.iter().map(|&c| figure(c).map(|digit| (digit, false))).collect();
    let mut from = 0;
    while from < chars.len() {
        let Some(&first) = chars.get(from) else { break };
        let class = |c: char| (c.is_ascii_alphanumeric(), is_syllable(c));
        let length = chars[from..].iter().take_while(|&&c| class(c) == class(first)).count();
        let chunk = &chars[from..from + length];
        let read = match class(first) {
            (true, _) => look_alikes(chunk),
            (_, true) => spoken(chunk),
            _ => Vec::new(),
        };
        for (offset, digit) in read.into_iter().enumerate() {
            if let (Some(place @ None), Some(digit)) = (digits.get_mut(from + offset), digit) {
                *place = Some((digit, true));
            }
        }
        from += length;
    }
    digits
}

/// `O1O`: figures with letters that look like them, and nothing else.
fn look_alikes(chunk: &[char]) -> Vec<Option<u8>> {
    let figure = |c: &char| match c {
        'O' | 'o' => Some(0),
        'I' | 'l' => Some(1),
        c => c.to_digit(10).and_then(|it| u8::try_from(it).ok()),
    };
    let has_figure = chunk.iter().any(char::is_ascii_digit);
    let read: Vec<Option<u8>> = chunk.iter().map(figure).collect();
    if has_figure && !read.contains(&None) { read } else { Vec::new() }
}

/// `공일공`, `공일공다시일이삼사`, `오육칠팔입니다`: digits as they are said, from the beginning of a word, with words for hyphens
/// between them and a particle or a copula behind them. `None` stands for a syllable of such a word.
fn spoken(chunk: &[char]) -> Vec<Option<u8>> {
    let words = Words::shipped();
    let digit = |at: usize| chunk.get(at).and_then(|c| words.digits.get(c)).copied();
    let mut read: Vec<Option<u8>> = Vec::new();
    loop {
        while let Some(digit) = digit(read.len()) {
            read.push(Some(digit));
        }
        let rest = chunk.get(read.len()..).unwrap_or_default();
        let between = words.between.iter().find(|word| rest.starts_with(word));
        match between.filter(|word| digit(read.len() + word.len()).is_some()) {
            Some(word) if !read.is_empty() => read.resize(read.len() + word.len(), None),
            _ => break,
        }
    }
    if read.len() < chunk.len() {
        let follows = |from: usize| {
            let rest: String = chunk.iter().skip(from).collect();
            words.after_digits.contains(&rest)
                || words.between.iter().any(|word| chunk.get(from..) == Some(word.as_slice()))
        };
        // 이 is a digit and the beginning of a copula.
        let last = read.len().saturating_sub(1);
        if chunk.get(last) == Some(&'이') && follows(last) {
            read.truncate(last);
        }
        if !follows(read.len()) {
            return Vec::new();
        }
    }
    let digits = read.iter().flatten().count();
    if digits >= FEWEST_SPOKEN { read } else { Vec::new() }
}

/// Digits that are said in one word; one alone is another word nearly always.
const FEWEST_SPOKEN: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let skeleton = Skeleton::of(text);
        let digits = |run: &Run| run.digits.iter().map(u8::to_string).collect::<String>();
        let found: Vec<String> = Run::all(&skeleton).iter().map(digits).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_word_for_a_hyphen_joins_and_another_word_does_not() {
        check("010 하이픈 1234 다시 5678", &["01012345678"]);
        check("010에 1234에 5678", &["01012345678"]);
        check("010~1234:5678", &["01012345678"]);
        check("010 번호 1234", &["010", "1234"]);
        check("1234 에 의 5", &["1234", "5"]);
    }

    #[test]
    fn digits_that_are_said_or_look_alike_are_read() {
        check("공일공 일이삼사 오육칠팔", &["01012345678"]);
        check("공일공에 일이삼사에 오육칠팔이에요", &["01012345678"]);
        check("오육칠팔입니다", &["5678"]);
        check("O1O-l234", &["0101234"]);
        check("이상 사과 오 mg Oil 10ml", &["10"]);
        check("공일공사", &["0104"]);
        check("일정한 이사님", &[]);
        check("공일공다시일이삼사다시오육칠팔", &["01012345678"]);
    }

    #[test]
    fn runs_end_where_something_else_begins() {
        let skeleton = Skeleton::of("12-3 4번 56, 7kg 8");
        let runs = Run::all(&skeleton);
        let digits: Vec<Vec<u8>> = runs.iter().map(|run| run.digits.clone()).collect();
        assert_eq!(digits, [vec![1, 2, 3, 4], vec![5, 6, 7], vec![8]]);
        assert_eq!(runs[0].groups(0, 4), [2, 1, 1]);
        assert!(!runs[0].hyphenated(0, 4, &skeleton) && runs[0].hyphenated(0, 3, &skeleton));
        assert!(!runs[0].is_unusual(0, 4) && runs[1].is_unusual(0, 3));
        assert!(!runs[1].is_unusual(0, 2), "the comma is behind it");
    }
}
