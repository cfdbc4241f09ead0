//! Rewrites dialects, sloppy typing and the shorthand of charts in standard letters (묵었어예 → 먹었어요, N/V →
//! nausea/vomiting), and restores missing spaces (무릎이쑤셔서파스붙였는데).

use aho_corasick::{AhoCorasick, MatchKind};
use simui_korean::hangul::final_consonant;

use crate::ClinicalError;
use crate::data::DataFault;
use crate::text::cue::begins;
use crate::text::letters::{Change, Text, is_hangul};
use crate::text::words::GRAMMAR;

/// Where a row applies within a run of letters.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Anywhere,
    /// Only to a whole run.
    Word,
    Begin,
    End,
    /// At the end of a longer run only.
    Ending,
    /// Within a run, after a syllable that is open or ends in ㄴ, ㄹ, ㅁ or ㅇ: 벌렁혀서, but not 막혀서.
    Soft,
}

/// The replacement and the place of a row.
#[derive(Debug)]
struct Row {
    letters: Vec<char>,
    place: Place,
}

/// The rows of `lexicon/spoken.tsv`, ready to be applied.
#[derive(Debug)]
pub(crate) struct Colloquial {
    automaton: AhoCorasick,
    rows: Vec<Row>,
}

impl Colloquial {
    /// Takes rows of colloquial form, standard form and place. The error is the index of a row and the
    /// problem.
    pub fn new(written: &[(&str, &str, &str)]) -> Result<Self, (usize, String)> {
        let mut rows = Vec::with_capacity(written.len());
        for (at, (form, standard, place)) in written.iter().enumerate() {
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
            if form.is_empty() || standard.is_empty() {
                return Err((at, "an empty column; write what is said and what it means".into()));
            }
            rows.push(Row { letters: standard.chars().collect(), place });
        }
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(written.iter().map(|it| it.0))
            .map_err(|error| (0, error.to_string()))?;
        Ok(Self { automaton, rows })
    }

    /// The text in standard spelling and spacing.
    pub fn standard(&self, text: Text) -> Text {
        let changes = self.changes(&text);
        let text = text.changed(&changes);
        let spaces = missing_spaces(&text);
        text.changed(&spaces)
    }

    /// The replacements: from left to right the longest form that is allowed at its place.
    fn changes(&self, text: &Text) -> Vec<Change> {
        let mut found: Vec<(usize, usize, usize)> = self
            .automaton
            .find_overlapping_iter(&text.string)
            .map(|it| (text.at_byte(it.start()), text.at_byte(it.end()), it.pattern().as_usize()))
            .filter(|it| is_at_place(text, it.0, it.1, self.rows[it.2].place))
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

/// Whether a form from `start` to `end` is at the place that its row asks for.
fn is_at_place(text: &Text, start: usize, end: usize, place: Place) -> bool {
    let is_run_letter = |it: Option<char>| match text.chars[start] {
        c if is_hangul(c) => it.is_some_and(is_hangul),
        _ => it.is_some_and(|it| it.is_ascii_alphanumeric() || it == '/'),
    };
    let begins = !is_run_letter(text.before(start));
    let ends = !is_run_letter(text.get(end));
    match place {
        Place::Anywhere => true,
        Place::Word => begins && ends,
        Place::Begin => begins,
        Place::End => ends,
        Place::Ending => ends && !begins,
        Place::Soft => text
            .before(start)
            .is_some_and(|it| matches!(final_consonant(it), Some(0 | 4 | 8 | 16 | 21))),
    }
}

/// Shortest run of syllables without a space that is split into words.
const MIN_UNSPACED_RUN: usize = 10;

/// The spaces and full stops that a long run of syllables lacks, after verb endings and before counted
/// nouns.
fn missing_spaces(text: &Text) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut start = 0;
    while start < text.len() {
        if !is_hangul(text.chars[start]) {
            start += 1;
            continue;
        }
        let end = (start..text.len()).find(|it| !is_hangul(text.chars[*it])).unwrap_or(text.len());
        if end - start >= MIN_UNSPACED_RUN {
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
                let ending_continues = begins(next, &["요", "도", "는", "예", "야", "만"]);
                if at + 2 <= end && !ending_continues {
                    let letters = if ending.ends_with('요') { vec!['.', ' '] } else { vec![' '] };
                    changes.push(Change { start: at, end: at, letters });
                }
            }
        }
        start = end;
    }
    changes
}

/// The error of the loader, with the line of the file.
pub(crate) fn fault(line: usize, problem: String) -> ClinicalError {
    ClinicalError::Data(DataFault { file: "spoken.tsv".into(), line, problem })
}

#[cfg(test)]
#[path = "colloquial_tests.rs"]
mod tests;
