//! Plain text (`plain-text/2`): guidelines and policies as offices keep them, with numbered headings at best.

use super::head;
use super::transcript::Transcript;
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint};

/// This reader's name in `Document::reader`.
pub(crate) const READER: &str = "plain-text/2";

/// Reads a text. Blank lines part its paragraphs; which lines are headings is for [`super::headings`] to say.
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

/// Each line of the head is a paragraph, also where no blank line parts it from the next. Returns what follows.
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
