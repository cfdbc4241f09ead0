//! Reads plain text (`plain-text/2`): guidelines and policies of offices, possibly with numbered headings.

use super::head;
use super::transcript::Transcript;
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint};

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "plain-text/2";

/// Reads a text. Blank lines separate paragraphs; [`super::headings`] decides which lines are headings.
pub(crate) fn read(text: &str, hint: KindHint) -> Result<Vec<Manuscript>, Finding> {
    let mut transcript = Transcript::default();
    let mut paragraph = String::new();
    let rest = head_of(text, &mut transcript);
    for line in rest.split(['\n', '\u{C}']) {
        if line.trim().is_empty() {
            transcript.paragraph(&std::mem::take(&mut paragraph), None);
        } else {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
    }
    transcript.paragraph(&paragraph, None);
    transcript.manuscripts(READER, hint)
}

/// Makes each line of the head a paragraph, also without blank lines. Returns the rest.
fn head_of<'a>(text: &'a str, transcript: &mut Transcript) -> &'a str {
    const LONGEST: usize = 40;
    let lines = text.split_inclusive('\n').filter(|line| !line.trim().is_empty()).take(LONGEST);
    let length = head::length(&lines.map(str::trim).collect::<Vec<_>>());
    let mut rest = text;
    let mut taken = 0;
    while taken < length {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        transcript.paragraph(line.trim(), None);
        taken += usize::from(!line.trim().is_empty());
        rest = after;
    }
    rest
}
