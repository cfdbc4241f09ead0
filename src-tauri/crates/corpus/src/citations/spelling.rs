//! Rewrites references to one spelling and keeps the offsets of the original.
//!
//! `의료법 56조 2항`, `제4조의 2`, `제4조-2`, `제1, 2항`, `제3~5조`, `제56조②`, `｢의료법｣` and a reference split over two lines
//! become the forms that [`crate::links`] reads: `제56조 제2항`, `제4조의2`, `제1항, 제2항`, `제3조 내지 제5조`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::text::pattern;

/// A text in the normalised spelling.
pub(super) struct Spelling {
    pub text: String,
    /// For each character, its range of characters in the original.
    spans: Vec<(usize, usize)>,
    /// Byte offset of each character.
    bytes: Vec<usize>,
}

impl Spelling {
    pub(super) fn new(original: &str) -> Self {
        let mut spelling = one_space(original);
        for (pattern, rewrite) in REWRITES.iter() {
            spelling.rewrite(pattern, *rewrite);
        }
        spelling.bytes = spelling.text.char_indices().map(|(byte, _)| byte).collect();
        spelling
    }

    /// Maps a range of bytes to characters of the original.
    pub(super) fn original(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.bytes.partition_point(|byte| *byte < range.start);
        let end = self.bytes.partition_point(|byte| *byte < range.end);
        let start = self.spans.get(first).map_or(0, |span| span.0);
        let last = self.spans.get(first..end).and_then(|spans| spans.iter().map(|it| it.1).max());
        start..last.unwrap_or(start).max(start)
    }

    fn rewrite(&mut self, pattern: &Regex, rewrite: Respell) {
        let mut text = String::with_capacity(self.text.len());
        let mut spans = Vec::with_capacity(self.spans.len());
        let (mut done, mut at) = (0, 0);
        for found in pattern.captures_iter(&self.text) {
            let (Some(matched), Some(new)) = (found.get(0), rewrite(&found)) else { continue };
            let before = self.text.get(done..matched.start()).unwrap_or_default();
            let kept = before.chars().count();
            text.push_str(before);
            spans.extend_from_slice(self.spans.get(at..at + kept).unwrap_or_default());
            at += kept;
            let old: Vec<char> = matched.as_str().chars().collect();
            let replaced = self.spans.get(at..at + old.len()).unwrap_or_default();
            spans.extend(aligned(&old, replaced, &new.chars().collect::<Vec<_>>()));
            text.push_str(&new);
            at += old.len();
            done = matched.end();
        }
        text.push_str(self.text.get(done..).unwrap_or_default());
        spans.extend_from_slice(self.spans.get(at..).unwrap_or_default());
        (self.text, self.spans) = (text, spans);
    }
}

/// Returns the spans of replaced text: equal characters at both ends keep theirs, the others share the span
/// between.
fn aligned(old: &[char], spans: &[(usize, usize)], new: &[char]) -> Vec<(usize, usize)> {
    let shorter = old.len().min(new.len());
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let tail = tail.min(shorter - head);
    let from = spans.get(head).or(spans.last()).map_or(0, |span| span.0);
    let to = spans.get(..old.len() - tail).and_then(<[_]>::last).map_or(from, |span| span.1);
    let middle = if old.len() == head + tail { (from, from) } else { (from, to.max(from)) };
    let mut aligned = spans.get(..head).unwrap_or_default().to_vec();
    aligned.extend(std::iter::repeat_n(middle, new.len() - head - tail));
    aligned.extend_from_slice(spans.get(old.len() - tail..).unwrap_or_default());
    aligned
}

/// Reduces white space to one blank, or to a line break at an empty line, and replaces look-alike signs.
fn one_space(original: &str) -> Spelling {
    let mut text = String::with_capacity(original.len());
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut blank: Option<(usize, usize)> = None;
    for (at, c) in original.chars().enumerate() {
        if matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}') {
            continue;
        }
        if c.is_whitespace() {
            let (start, lines) = blank.unwrap_or((at, 0));
            blank = Some((start, lines + usize::from(c == '\n')));
            continue;
        }
        if let Some((start, lines)) = blank.take() {
            text.push(if lines > 1 { '\n' } else { ' ' });
            spans.push((start, at));
        }
        text.push(usual(c));
        spans.push((at, at + 1));
    }
    Spelling { text, spans, bytes: Vec::new() }
}

fn usual(c: char) -> char {
    match c {
        '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32).unwrap_or(c),
        '｢' | '『' => '「',
        '｣' | '』' => '」',
        '（' => '(',
        '）' => ')',
        '，' => ',',
        '･' | '・' | '‧' | '•' | '∙' => '·',
        '∼' | '〜' | '～' => '~',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '第' => '제',
        _ => c,
    }
}

/// Returns the replacement of a match; `None` leaves it unchanged.
type Respell = fn(&Captures<'_>) -> Option<String>;

/// The rewrites in order; later ones read the output of earlier ones.
static REWRITES: LazyLock<Vec<(Regex, Respell)>> = LazyLock::new(|| {
    let list: [(&str, Respell); 14] = [
        // 제56 조 제2 항
        (r"제 ?(\d{1,4}) ?(조|항|호)", |it| Some(format!("제{}{}", &it[1], &it[2]))),
        // 의료법 56조
        (
            r"(법|법률|령|규칙|규정)(」?) ?(\d{1,4})조([의제 ,.)은는을를에와과\d]|$)",
            |it| Some(format!("{}{} 제{}조{}", &it[1], &it[2], &it[3], &it[4])),
        ),
        // 제4조-2, 제4조의 2; not 제3조-5조, not 제4조의 2가지
        (
            r"(제\d{1,4}[조호]) ?(?:-|의) ?(\d{1,3})( ?제|[^\d가-힣a-zA-Z%.,]|[,.](?:[^\d]|$)|[은는을를에의와과]|$)",
            |it| Some(format!("{}의{}{}", &it[1], &it[2], &it[3])),
        ),
        // 제4-2조; a greater second number is a range
        (r"제(\d{1,4}) ?([-~]) ?(\d{1,4}) ?(조|항|호)", |found| {
            let (first, last) = (found[1].parse::<u32>().ok()?, found[3].parse::<u32>().ok()?);
            Some(match (&found[2], &found[4]) {
                ("-", "조") if last <= first => format!("제{first}조의{last}"),
                (_, unit) => format!("제{first}{unit} 내지 제{last}{unit}"),
            })
        }),
        // 제1, 2항; 제1·2호
        (r"제(\d{1,4})((?: ?[,·ㆍ] ?\d{1,3})+) ?(조|항|호)", |found| {
            let unit = &found[3];
            let rest = found[2].split([',', '·', 'ㆍ']).map(str::trim).filter(|n| !n.is_empty());
            let rest: String = rest.map(|n| format!(", 제{n}{unit}")).collect();
            Some(format!("제{}{unit}{rest}", &found[1]))
        }),
        // 제56조②, 제56조 ②항
        (r"(제\d{1,4}조(?:의\d{1,3})?)(?:([①-⑳])항?| ([①-⑳])항)", |found| {
            let circled = found.get(2).or(found.get(3))?.as_str().chars().next()?;
            Some(format!("{}제{}항", &found[1], circled as u32 - '①' as u32 + 1))
        }),
        // 제56조 2항, 제56조(의료광고의 금지 등) 2항
        (r"(제\d{1,4}조(?:의\d{1,3})?(?: ?\([^()\n]{1,40}\))?) ?(\d{1,3})(항|호)", |found| {
            Some(format!("{} 제{}{}", &found[1], &found[2], &found[3]))
        }),
        (r"(제\d{1,3}항) ?(\d{1,3})호", |it| Some(format!("{} 제{}호", &it[1], &it[2]))),
        // 제2항 제1호, 2호 — three times, because a match may begin where the previous one ended.
        (LIST, listed),
        (LIST, listed),
        (LIST, listed),
        // 제3조~제5조, 제3조~5조, 제1호-제3호
        (r"(제\d{1,4}(?:조|항|호)(?:의\d{1,3})?) ?~ ?제?(\d{1,4})(조|항|호)", |found| {
            Some(format!("{} 내지 제{}{}", &found[1], &found[2], &found[3]))
        }),
        (r"(제\d{1,4}(?:조|항|호)(?:의\d{1,3})?) ?- ?(제?)(\d{1,4})(조|항|호)", |found| {
            Some(format!("{} 내지 제{}{}", &found[1], &found[3], &found[4]))
        }),
        // 내지 and 부터 without 제
        (
            r"(제\d{1,4}(?:조|항|호)(?:의\d{1,3})?(?:부터| 내지)) ?(\d{1,4})(조|항|호)",
            |it| Some(format!("{} 제{}{}", &it[1], &it[2], &it[3])),
        ),
    ];
    list.map(|(text, rewrite)| (pattern(text), rewrite)).into()
});

const LIST: &str =
    r"(제\d{1,4}(?:조|항|호)(?:의\d{1,3})?(?: ?[,·ㆍ] ?| 및 | 또는 |와 |과 ))(\d{1,3})(조|항|호)";

fn listed(found: &Captures<'_>) -> Option<String> {
    Some(format!("{}제{}{}", &found[1], &found[2], &found[3]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_spelling() {
        let check = |written: &str, expected: &str| {
            assert_eq!(Spelling::new(written).text, expected, "{written}");
        };
        check("의료법 56조 2항 8호", "의료법 제56조 제2항 제8호");
        check("제 56 조 제 2 항", "제56조 제2항");
        check("제4조의 2 제1항", "제4조의2 제1항");
        check("제4조의 2가지 요건", "제4조의 2가지 요건");
        check("제4조-2", "제4조의2");
        check("제4-2조", "제4조의2");
        check("제3-5조", "제3조 내지 제5조");
        check("제3조~5조", "제3조 내지 제5조");
        check("제1~3호", "제1호 내지 제3호");
        check("제1, 2항", "제1항, 제2항");
        check("제1·2·3호", "제1호, 제2호, 제3호");
        check("제1호, 2호 및 3호", "제1호, 제2호 및 제3호");
        check("제56조②", "제56조제2항");
        check("제56조 ②항", "제56조제2항");
        check("제56조 ① 의료인은", "제56조 ① 의료인은");
        check("의료법\n제56조\n\n제2항", "의료법 제56조\n제2항");
        check("｢의료법｣ 제５６조", "「의료법」 제56조");
        check("예산 3조 5천억, 2호선", "예산 3조 5천억, 2호선");
        check("방법 3조원", "방법 3조원");
    }

    #[test]
    fn the_way_back() {
        let check = |written: &str, piece: &str, expected: &str| {
            let spelling = Spelling::new(written);
            let start = spelling.text.find(piece).unwrap_or(usize::MAX / 2);
            let range = spelling.original(&(start..start + piece.len()));
            let words: String = written.chars().skip(range.start).take(range.len()).collect();
            assert_eq!(words, expected, "{written}");
        };
        check("현행 의료법 56조 2항은", "의료법 제56조 제2항", "의료법 56조 2항");
        check("제 4 조 의 2 는", "제4조의2", "제 4 조 의 2");
        check("제4-2조는", "제4조의2", "제4-2조");
        check("의료법\n\t제56조", "의료법 제56조", "의료법\n\t제56조");
        // The comma belongs to both. The extraction trims it.
        check("제1, 2항은", "제2항", ", 2항");
    }

    proptest! {
        #[test]
        fn spans_stay_in_the_text_and_in_order(text in "[제조항호의 0-9~,·①-③\n가-나-]{0,60}") {
            let spelling = Spelling::new(&text);
            prop_assert_eq!(spelling.spans.len(), spelling.text.chars().count());
            let all = text.chars().count();
            prop_assert!(spelling.spans.iter().all(|span| span.0 <= span.1 && span.1 <= all));
            prop_assert!(spelling.spans.windows(2).all(|two| two[0].0 <= two[1].0));
        }
    }
}
