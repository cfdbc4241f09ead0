//! Dialects, sloppy typing and the shorthand of charts, in standard letters: 묵었어예 → 먹었어요, N/V → nausea/vomiting; and
//! the spaces that somebody left out: 무릎이쑤셔서파스붙였는데.

use aho_corasick::{AhoCorasick, MatchKind};

use crate::ClinicalError;
use crate::data::DataFault;
use crate::text::cue::begins;
use crate::text::letters::{Change, Text, is_hangul};
use crate::text::words::GRAMMAR;

/// Where in a run of letters a row counts.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Anywhere,
    /// The whole run.
    Word,
    Begin,
    End,
    /// At the end of a longer run.
    Ending,
    /// Inside a run, after an open syllable or one in ㄴ, ㄹ, ㅁ, ㅇ: 벌렁혀서, but not 막혀서.
    Soft,
}

#[derive(Debug)]
struct Row {
    letters: Vec<char>,
    place: Place,
}

/// The rows of `lexicon/spoken.tsv`.
#[derive(Debug)]
pub(crate) struct Spoken {
    automaton: AhoCorasick,
    rows: Vec<Row>,
}

impl Spoken {
    /// From what is said, what it stands for, and where; an error is the row's number and the problem.
    pub fn new(written: &[(&str, &str, &str)]) -> Result<Self, (usize, String)> {
        let mut rows = Vec::with_capacity(written.len());
        for (at, (said, means, place)) in written.iter().enumerate() {
            let place = match *place {
                "any" => Place::Anywhere,
                "word" => Place::Word,
                "begin" => Place::Begin,
                "end" => Place::End,
                "ending" => Place::Ending,
                "soft" => Place::Soft,
                other => {
                    let known = "any, word, begin, end, ending or soft";
                    return Err((at, format!("place {other:?}; use {known}")));
                }
            };
            if said.is_empty() || means.is_empty() {
                return Err((at, "an empty column; write what is said and what it means".into()));
            }
            rows.push(Row { letters: means.chars().collect(), place });
        }
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(written.iter().map(|it| it.0))
            .map_err(|error| (0, error.to_string()))?;
        Ok(Self { automaton, rows })
    }

    /// The text as somebody would write it who spells carefully.
    pub fn standard(&self, text: Text) -> Text {
        let changes = self.changes(&text);
        let text = text.changed(&changes);
        let spaces = missing_spaces(&text);
        text.changed(&spaces)
    }

    /// From left to right the longest that may stand where it stands.
    fn changes(&self, text: &Text) -> Vec<Change> {
        let mut found: Vec<(usize, usize, usize)> = self
            .automaton
            .find_overlapping_iter(&text.string)
            .map(|it| (text.at_byte(it.start()), text.at_byte(it.end()), it.pattern().as_usize()))
            .filter(|it| stands(text, it.0, it.1, self.rows[it.2].place))
            .collect();
        found.sort_by_key(|it| (it.0, std::cmp::Reverse(it.1)));
        let mut changes: Vec<Change> = Vec::new();
        for (start, end, row) in found {
            if changes.last().is_none_or(|it| it.end <= start) {
                changes.push(Change { start, end, letters: self.rows[row].letters.clone() });
            }
        }
        changes
    }
}

fn stands(text: &Text, start: usize, end: usize, place: Place) -> bool {
    let of_run = |it: Option<char>| match text.chars[start] {
        c if is_hangul(c) => it.is_some_and(is_hangul),
        _ => it.is_some_and(|it| it.is_ascii_alphanumeric() || it == '/'),
    };
    let begins = !of_run(text.before(start));
    let ends = !of_run(text.get(end));
    match place {
        Place::Anywhere => true,
        Place::Word => begins && ends,
        Place::Begin => begins,
        Place::End => ends,
        Place::Ending => ends && !begins,
        Place::Soft => text.before(start).is_some_and(|it| {
            is_hangul(it) && matches!((it as u32 - 0xac00) % 28, 0 | 4 | 8 | 16 | 21)
        }),
    }
}

/// Shortest run of syllables without a space that is read as several words.
const LONG: usize = 10;

fn missing_spaces(text: &Text) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut start = 0;
    while start < text.len() {
        if !is_hangul(text.chars[start]) {
            start += 1;
            continue;
        }
        let end = (start..text.len()).find(|it| !is_hangul(text.chars[*it])).unwrap_or(text.len());
        if end - start >= LONG {
            let mut at = start;
            while at + 2 < end {
                let rest = text.slice(at, end);
                let ending = GRAMMAR.unspaced_endings.beginnings(rest).last();
                let counted = GRAMMAR.unspaced_counts.begin(rest);
                if at > start && counted {
                    changes.push(Change { start: at, end: at, letters: vec![' '] });
                }
                let Some(ending) = ending.filter(|_| at > start) else {
                    at += 1;
                    continue;
                };
                at += ending.chars().count();
                let next = text.slice(at, end);
                let goes_on = begins(next, &["요", "도", "는", "예", "야", "만"]);
                if at + 2 <= end && !goes_on {
                    let letters = if ending.ends_with('요') { vec!['.', ' '] } else { vec![' '] };
                    changes.push(Change { start: at, end: at, letters });
                }
            }
        }
        start = end;
    }
    changes
}

/// The loader's error, with the line in the file.
pub(crate) fn wrong(line: usize, problem: String) -> ClinicalError {
    ClinicalError::Data(DataFault { file: "spoken.tsv".into(), line, problem })
}

#[cfg(test)]
#[path = "spoken_tests.rs"]
mod tests;
