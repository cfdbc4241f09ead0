use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;
use simui_domain::{EditorNote, NoteKind};

use super::quotable::{ANGLE_NOTE, BRACKET_NOTE, BRACKET_NOTE_LINE};
use super::{lines, pattern};

/// Words that begin a note, in the order in which they are tried.
const KINDS: [(&str, NoteKind); 14] = [
    ("전문개정", NoteKind::Rewritten),
    ("제목개정", NoteKind::Retitled),
    ("제목신설", NoteKind::Retitled),
    ("일부개정", NoteKind::Amended),
    ("개정", NoteKind::Amended),
    ("본조신설", NoteKind::Added),
    ("본항신설", NoteKind::Added),
    ("신설", NoteKind::Added),
    ("삭제", NoteKind::Deleted),
    ("이동", NoteKind::Moved),
    ("종전", NoteKind::Moved),
    ("시행일", NoteKind::InForce),
    ("유효기간", NoteKind::InForce),
    ("헌법불합치", NoteKind::Unconstitutional),
];

/// The editors' notes in a stored body, in order: everything that [`super::quotable`] removes as a note.
pub fn editor_notes(body: &str) -> Vec<EditorNote> {
    let mut found = Vec::new();
    for line in lines(body).iter().filter(|line| line.text.contains(['<', '['])) {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        if BRACKET_NOTE_LINE.is_match(line.trimmed()) {
            let start = line.text.len() - line.text.trim_start().len();
            spans.push((start, start + line.trimmed().len()));
        } else {
            spans.extend(BRACKET_NOTE.find_iter(line.text).map(|it| (it.start(), it.end())));
            let outside =
                |at: usize| !spans.iter().any(|(start, end)| (*start..*end).contains(&at));
            let angles: Vec<_> = ANGLE_NOTE
                .find_iter(line.text)
                .map(|it| (it.start(), it.end()))
                .filter(|(start, _)| outside(*start))
                .collect();
            spans.extend(angles);
            spans.sort_unstable();
        }
        for (start, end) in spans {
            let raw = line.text.get(start..end).unwrap_or_default();
            let start = start + raw.len() - raw.trim_start().len();
            let raw = raw.trim();
            let text = raw.trim_matches(['<', '>', '[', ']']).trim().to_owned();
            found.push(EditorNote {
                kind: kind(&text),
                days: days(&text),
                text,
                start: line.at(start).char,
                end: line.at(start).char + raw.chars().count(),
            });
        }
    }
    found
}

fn kind(text: &str) -> NoteKind {
    if let Some((_, kind)) = KINDS.iter().find(|(word, _)| text.starts_with(word)) {
        return *kind;
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        // 삭제 <2009. 1. 30.>: the type of change is given before the note.
        NoteKind::Deleted
    } else if text.contains("위헌") {
        NoteKind::Unconstitutional
    } else if text.contains("이동") {
        NoteKind::Moved
    } else {
        NoteKind::Other
    }
}

fn days(text: &str) -> Vec<Date> {
    static DAY: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(\d{4})\s*[.ㆍ·년]\s*(\d{1,2})\s*[.ㆍ·월]\s*(\d{1,2})"));
    let day = |found: regex::Captures<'_>| {
        let number = |group: usize| found.get(group).map_or("", |it| it.as_str()).to_owned();
        let (month, day) = (number(2).parse().ok()?, number(3).parse().ok()?);
        Date::new(number(1).parse().ok()?, month, day).ok()
    };
    DAY.captures_iter(text).filter_map(day).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::{clean, notes};

    fn check(body: &str, expected: &[(NoteKind, &[&str], &str)]) {
        let chars: Vec<char> = body.chars().collect();
        let found = editor_notes(body);
        let notes: Vec<(NoteKind, Vec<String>, String)> = found
            .iter()
            .map(|note| {
                let days = note.days.iter().map(ToString::to_string).collect();
                (note.kind, days, chars[note.start..note.end].iter().collect())
            })
            .collect();
        let expected: Vec<(NoteKind, Vec<String>, String)> = expected
            .iter()
            .map(|(kind, days, text)| {
                (*kind, days.iter().map(|it| (*it).to_owned()).collect(), (*text).to_owned())
            })
            .collect();
        assert_eq!(notes, expected, "{body}");
    }

    #[test]
    fn notes_are_data() {
        use NoteKind::{Added, Amended, Deleted, InForce, Moved, Rewritten, Unconstitutional};
        check(
            "**①** 누구든지 <개정 2018.3.27, 2020. 1. 1.> 한다.\n",
            &[(Amended, &["2018-03-27", "2020-01-01"], "<개정 2018.3.27, 2020. 1. 1.>")],
        );
        check(
            "글\n  3의2\\. 신설된 글 <신설 2021.7.27>\n[전문개정 2010.7.23]",
            &[
                (Added, &["2021-07-27"], "<신설 2021.7.27>"),
                (Rewritten, &["2010-07-23"], "[전문개정 2010.7.23]"),
            ],
        );
        check("제5조 삭제<1984.4.10>", &[(Deleted, &["1984-04-10"], "<1984.4.10>")]);
        check(
            "[시행일: 2024.3.22] 제1조",
            &[(InForce, &["2024-03-22"], "[시행일: 2024.3.22] 제1조")],
        );
        check(
            "[종전 제5호는 제7호로 이동 <2009.1.30> ]",
            &[(Moved, &["2009-01-30"], "[종전 제5호는 제7호로 이동 <2009.1.30> ]")],
        );
        check(
            "[제12조에서 이동, 종전 제11조는 삭제 <2009.1.30>]",
            &[(Moved, &["2009-01-30"], "[제12조에서 이동, 종전 제11조는 삭제 <2009.1.30>]")],
        );
        check(
            "[단순위헌, 2015헌바75, 2015. 12. 23.]",
            &[(Unconstitutional, &["2015-12-23"], "[단순위헌, 2015헌바75, 2015. 12. 23.]")],
        );
        // An invalid date is ignored, and text in brackets is ordinary text.
        check("글 <개정 2018.13.27>", &[(Amended, &[], "<개정 2018.13.27>")]);
        check("별표 <제1종> [의료용만 해당한다] <20> &lt;개정 2018.3.27&gt;", &[]);
    }

    proptest! {
        /// The notes reported are exactly the text that a quote leaves out.
        #[test]
        fn notes_and_words_part_the_text(pieces in prop::collection::vec(prop::sample::select(vec![
            "글 ", "<개정 2018.3.27>", "[전문개정 2010.7.23]", "\n", " 삭제 <2009.1.30>", "[시행일: 2024.3.22] 제1조", "<제1종>", "[종전 제5호는 제7호로 이동 <2009.1.30> ]", "]", "<",
        ]), 0..12)) {
            let body = pieces.concat();
            let found = editor_notes(&body);
            let chars: Vec<char> = body.chars().collect();
            let mut at = 0;
            for note in &found {
                prop_assert!(at <= note.start && note.start < note.end && note.end <= chars.len());
                let text: String = chars[note.start..note.end].iter().collect();
                prop_assert_eq!(clean(&text), "", "{}", text);
                at = note.end;
            }
            prop_assert_eq!(found.is_empty(), notes(&body).is_empty(), "{}", body);
        }
    }
}
