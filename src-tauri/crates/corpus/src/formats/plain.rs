//! Plain text (`plain-text/1`): guidelines and policies as offices keep them, with numbered headings at best.

use super::transcript::Transcript;
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint};

/// This reader's name in `Document::reader`.
pub(crate) const READER: &str = "plain-text/1";

/// Reads a text. Blank lines part its paragraphs; which lines are headings is for [`super::headings`] to say.
pub(crate) fn read(text: &str, hint: KindHint) -> Result<Vec<Manuscript>, Finding> {
    let mut transcript = Transcript::default();
    let mut paragraph = String::new();
    for line in text.split(['\n', '\u{C}']) {
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
