//! Finds runs of digits that may be one number, in figures, words or look-alike letters.

use super::skeleton::{Skeleton, is_syllable};
use super::words::Words;

/// The separator between two digits of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// No separator.
    None,
    /// Usual separators of numbers: hyphens, blanks, points.
    Usual,
    /// Another separator that may be meant as a hyphen: `~`, `,`, `:`, a word. Also used in lists and times.
    Unusual,
}

/// Digits with at most [`LONGEST_GAP`] characters between neighbours.
pub(super) struct Run {
    /// The digits, 0 to 9.
    pub digits: Vec<u8>,
    /// Index of each digit in the skeleton.
    pub at: Vec<usize>,
    /// Separator before each digit.
    gaps: Vec<Gap>,
    /// Whether each digit is written as a letter (`O1O`) or a word (`공일공`).
    disguised: Vec<bool>,
}

/// Most separator characters between two digits of a number.
const LONGEST_GAP: usize = 8;
/// Most characters of a gap that contains a word: ` 하이픈 `.
const LONGEST_WORDS: usize = 12;

impl Run {
    /// Returns the runs of a text.
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

    /// Returns whether a separator precedes digit `index`, or it is the first.
    pub fn breaks_before(&self, index: usize) -> bool {
        index == 0 || self.gaps.get(index).is_none_or(|&gap| gap != Gap::None)
    }

    /// Returns whether a number may end before digit `to`: at a separator, or before a final `이` that may be
    /// a particle.
    pub fn may_end_at(&self, to: usize) -> bool {
        let particle = self.digits.get(to) == Some(&2)
            && self.disguised.get(to) == Some(&true)
            && self.breaks_before(to + 1);
        self.breaks_before(to) || particle
    }

    /// Returns whether digits `from..to` have unusual separators or are disguised. They then count only in
    /// the exact form of a number.
    pub fn is_unusual(&self, from: usize, to: usize) -> bool {
        let gaps = self.gaps.get(from + 1..to).unwrap_or_default();
        let disguised = self.disguised.get(from..to).unwrap_or_default();
        gaps.contains(&Gap::Unusual) || disguised.contains(&true)
    }

    /// Returns the lengths of the groups without separators in digits `from..to`.
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

    /// Returns whether every separator in digits `from..to` contains a hyphen.
    pub fn hyphenated(&self, from: usize, to: usize, skeleton: &Skeleton) -> bool {
        (from + 1..to).filter(|&index| self.breaks_before(index)).all(|index| {
            let (before, here) = (self.at[index - 1], self.at[index]);
            skeleton.chars[before + 1..here].contains(&'-')
        })
    }
}

/// Classifies the characters between two digits; `None` if these cannot belong to one number.
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

/// Returns the digit that each character means, and whether it is disguised.
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

/// Reads a chunk of figures and look-alike letters only: `O1O`.
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

/// Reads digits written as words (`공일공`, `공일공다시일이삼사`, `오육칠팔입니다`) from the beginning of a word, with words for
/// hyphens between them and a particle or a copula at the end. `None` is a syllable that is no digit.
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
        // 이 is a digit and also the beginning of a copula.
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

/// Least number of digits in one word; a single one is nearly always another word.
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
