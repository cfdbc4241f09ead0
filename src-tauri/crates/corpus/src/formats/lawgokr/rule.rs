//! Reads 행정규칙, whose articles are text: one 조문내용 for each article, or all in one.

use simui_domain::ProvisionPath;

use super::body::Body;
use super::label::{Label, division};
use super::notes::Notes;
use super::structured::Units;
use super::words::{images, one_line};
use crate::statute::{Numbered, follows};

/// Longest heading in characters; a longer line is a sentence that begins with 제1장.
const HEADING_LENGTH: usize = 60;

/// An article whose lines are being read.
struct Open {
    number: Numbered,
    title: String,
    words: String,
}

/// Writes the articles of the texts.
pub(super) fn write(texts: &[String], body: &mut Body, notes: &mut Notes) {
    let mut open: Option<Open> = None;
    let mut last: Numbered = (0, 0);
    for text in texts {
        for (at, line) in text.split('\n').enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if let Some(label) = Label::of(line).filter(|label| begins(label, at == 0, last)) {
                close(open.take(), body, notes);
                last = label.number;
                let title = one_line(label.title);
                open = Some(Open { number: label.number, title, words: label.rest.to_owned() });
            } else if let Some((unit, heading)) = division(line).filter(|_| is_short(line)) {
                close(open.take(), body, notes);
                body.division(unit, &heading);
            } else if let Some(open) = &mut open {
                open.words.push('\n');
                open.words.push_str(line);
            } else {
                body.loose(line);
            }
        }
    }
    close(open, body, notes);
}

/// Returns whether a label begins an article: at the start of a text an unambiguous one, elsewhere the next
/// number with a title.
fn begins(label: &Label<'_>, at_start: bool, last: Numbered) -> bool {
    let next = follows(last, label.number);
    (at_start && (label.is_certain() || next)) || (next && !label.title.is_empty())
}

fn is_short(line: &str) -> bool {
    let line = line.trim();
    line.chars().count() <= HEADING_LENGTH && !line.ends_with('.')
}

fn close(open: Option<Open>, body: &mut Body, notes: &mut Notes) {
    let Some(Open { number, title, words }) = open else { return };
    let path = ProvisionPath::article(number.0, number.1);
    let mut units = Units::new(path.clone(), words, notes);
    units.read_flat(false);
    let Units { words, units, .. } = units;
    let texts = units.iter().map(|unit| unit.words.as_str()).chain([words.as_str()]);
    notes.images(path.to_string(), texts.map(images).sum());
    body.article(&path, &title, &words, &units, "");
}
