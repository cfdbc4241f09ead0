//! Lines of an advertisement: which sentences stand in one, whether it is an item of a list or a heading, and
//! where paragraphs end.

use std::ops::Range;

use crate::claims::{Reading, breaks_before};
use crate::normalise::{Gap, Letter};

/// A line with at least one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The numbers of its sentences.
    pub sentences: Range<usize>,
    /// True when an empty line stands before it.
    pub opens_paragraph: bool,
    /// True when it begins with a bullet or a number.
    pub is_item: bool,
    /// True when it begins like a heading, or ends with a colon.
    pub is_marked: bool,
    /// The number of the sentence in which its head begins: the second one behind the number of a heading
    /// (4. 합병증).
    pub head: usize,
    /// One past the last letter of its head: what stands before its first colon or dash, or a first
    /// sentence with a number (오해 1.), else the whole line where it is short; the first letter where it has
    /// none.
    pub head_end: usize,
}

/// Longest heading or label, in letters.
const LONGEST_HEAD: usize = 24;
/// Longest line that announces the list below it, in letters.
const LONGEST_LEAD: usize = 48;
/// Longest label with a number at its end, in letters.
const LONGEST_NUMBERED_LABEL: usize = 6;
/// Signs before an item of a list, marks of quotations among them.
const BULLETS: &str = "-•·*○◦※✓✔☑☐□✗✘❌✖▪‣–①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮\"“‘'";
/// Numerals before an item of a list.
const COUNTS: [&str; 8] = ["하나", "둘", "셋", "넷", "첫째", "둘째", "셋째", "넷째"];
/// Signs before a heading.
const HEADING_SIGNS: &str = "[【<〈《■◆◈▶▷●★☆#";

/// Returns the lines in order.
pub(super) fn lines(reading: &Reading<'_>) -> Vec<Line> {
    let letters = &reading.normal.letters;
    let glyphs = &reading.normal.glyphs;
    let mut lines: Vec<Line> = Vec::new();
    for (index, sentence) in reading.sentences.iter().enumerate() {
        let before = match sentence.from.checked_sub(1) {
            Some(last) => letters[last].glyph + 1,
            None => 0,
        };
        let between = &glyphs[before..letters[sentence.from].glyph];
        let breaks = breaks_before(&reading.normal, sentence.from);
        if breaks == 0
            && let Some(line) = lines.last_mut()
        {
            line.sentences.end = index + 1;
            continue;
        }
        let sign = between.iter().rev().take_while(|glyph| glyph.ch != '\n');
        let sign = sign.map(|glyph| glyph.ch).filter(|c| !c.is_whitespace()).last();
        lines.push(Line {
            sentences: index..index + 1,
            opens_paragraph: breaks > 1,
            is_item: sign.is_some_and(|c| BULLETS.contains(c))
                || is_number(reading, sentence.from)
                || is_counted(reading, sentence.from),
            is_marked: sign.is_some_and(|c| HEADING_SIGNS.contains(c)),
            head: index,
            head_end: sentence.from,
        });
    }
    for at in 0..lines.len() {
        if heads_text(reading, &lines[at..]) {
            (lines[at].head, lines[at].is_marked) = (lines[at].sentences.start + 1, true);
        }
        let announces = lines.get(at + 1).is_some_and(|next| next.is_item);
        let longest = if announces { LONGEST_LEAD } else { LONGEST_HEAD };
        measure_head(reading, &mut lines[at], longest);
    }
    lines
}

/// The syllables by which items are numbered: 가. 나.
const SYLLABLES: &str = "가나다라마바사아자차카타파하";

/// Whether a number with a full stop or a bracket stands at letter `at`: 1. 3) 가)
fn is_number(reading: &Reading<'_>, at: usize) -> bool {
    let letters = &reading.normal.letters[at..];
    let sign = |letter: &Letter| reading.normal.glyphs.get(letter.glyph + 1).map(|it| it.ch);
    if SYLLABLES.contains(letters[0].ch) {
        return matches!(sign(&letters[0]), Some('.' | ')'));
    }
    // 1. 100%: the number of the item ends at the full stop.
    let goes_on = |(at, letter): &(usize, &Letter)| {
        letter.ch.is_ascii_digit() && (*at == 0 || letter.gap == Gap::None)
    };
    let digits = letters.iter().enumerate().take(3).take_while(goes_on).count();
    let last = digits.checked_sub(1).and_then(|last| letters.get(last));
    digits < 3 && matches!(last.and_then(sign), Some('.' | ')'))
}

/// Whether the first line is a number and a short heading, with text and no further item below it: 4. 합병증.
fn heads_text(reading: &Reading<'_>, lines: &[Line]) -> bool {
    let [line, next, ..] = lines else { return false };
    let Range { start, end } = line.sentences;
    let Some(number) = reading.sentences.get(start) else { return false };
    let to = reading.sentences[end - 1].to;
    end - start == 2
        && is_number(reading, number.from)
        && to - number.to <= LONGEST_HEAD
        && !next.is_item
}

/// Whether a numeral with a comma stands at letter `at`: 하나, 둘,
fn is_counted(reading: &Reading<'_>, at: usize) -> bool {
    let letters = &reading.normal.letters;
    let end = (at + 1..letters.len()).find(|&at| letters[at].gap > Gap::Soft);
    end.is_some_and(|end| {
        letters[end].gap == Gap::Comma && COUNTS.contains(&reading.text(at, end).as_str())
    })
}

/// Finds where the head of a line ends, and whether the line is a heading by its colon.
fn measure_head(reading: &Reading<'_>, line: &mut Line, longest: usize) {
    let letters = &reading.normal.letters;
    let from = reading.sentences[line.head].from;
    let to = reading.sentences[line.sentences.end - 1].to;
    let until = to.min(from + longest + 1);
    let is_label =
        |at: &usize| letters[*at].gap == Gap::Strong && !reading.normal.opens_bracket(*at);
    let label = (from + 1..until).find(is_label);
    let is_short = to - from <= longest;
    let colon = reading.normal.glyphs.get(letters[to - 1].glyph + 1);
    line.is_marked |= is_short && colon.is_some_and(|glyph| matches!(glyph.ch, ':' | '：'));
    let first = reading.sentences[line.head].to;
    let is_numbered = first < to
        && first - from <= LONGEST_NUMBERED_LABEL
        && letters[first - 1].ch.is_ascii_digit();
    line.head_end = match label {
        Some(at) => at,
        None if is_numbered => first,
        None if is_short => to,
        None => from,
    };
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use simui_domain::Ad;
    use simui_search::analysis::Analyser;

    use super::*;
    use crate::claims::{Grammar, Means};
    use crate::entities::EntityTable;
    use crate::lexicon::{LexiconBuilder, figures};
    use crate::normalise::Characters;
    use crate::titles::TitleTable;

    /// Compares the lines of `text`, each as its head with `-` before items, `#` before headings and `/`
    /// where a paragraph begins.
    fn check(text: &str, expected: &[&str]) {
        let mut builder = LexiconBuilder::default();
        let figures = figures::intern(&mut builder.names);
        let grammar = Grammar::intern(&mut builder.names);
        let lexicon = builder.build().unwrap();
        let ad = Ad { text: text.to_owned(), ..Ad::default() };
        let characters = Characters::builtin().unwrap();
        let analyser = Analyser::without_dictionary();
        let entities = EntityTable::parse("").unwrap();
        let means = Means {
            characters: &characters,
            lexicon: &lexicon,
            figures: &figures,
            grammar: &grammar,
            entities: &entities,
            titles: &TitleTable::default(),
            analyser: &analyser,
        };
        let reading = Reading::new(&ad, &means);
        let found: Vec<String> = lines(&reading)
            .iter()
            .map(|line| {
                let from = reading.sentences[line.sentences.start].from;
                let sign = |is: bool, sign: &'static str| if is { sign } else { "" };
                let paragraph = sign(line.opens_paragraph, "/");
                let item = sign(line.is_item, "-");
                let head = reading.text(from, line.head_end);
                format!("{paragraph}{item}{}{head}", sign(line.is_marked, "#"))
            })
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn lines_are_items_headings_or_text() {
        check("", &[]);
        check("주의사항\n- 붓기\n• 멍", &["주의사항", "-붓기", "-멍"]);
        check("[채용]\n\n간호사 모집", &["#채용", "/간호사 모집"]);
        check("부작용:\n붓기", &["#부작용", "붓기"]);
        check("부작용: 붓기가 며칠 이어질 수 있습니다", &["부작용"]);
        check("1. 붓기\n2) 멍", &["-1", "-2"]);
        check("1. 100% 환불\n2) 2배", &["-1 100% 환불", "-2"]);
        check("4. 합병증\n드물게 생깁니다\n5. 비용", &["-#4 합병증", "드물게 생깁니다", "-5"]);
        check("② 붓기", &["-붓기"]);
        check("가) 붓기", &["-가"]);
        check("오해 1. 라식은 아프다", &["오해 1"]);
        check("저희 병원은 새벽에도 문을 열고 환자 여러분을 기다립니다. 오세요", &[""]);
    }
}
