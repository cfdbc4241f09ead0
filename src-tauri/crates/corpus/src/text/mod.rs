//! Text utilities: lines with offsets, quotable text, and the numbering of Korean legal drafting.

mod brackets;
mod char_index;
mod editor_notes;
mod lines;
mod numbering;
mod pattern;
mod quotable;
mod shortened;
mod squeezed;

pub(crate) use brackets::bracketed;
pub(crate) use char_index::CharIndex;
pub use editor_notes::editor_notes;
pub(crate) use lines::{Line, Position, lines};
pub(crate) use numbering::{circled, leading_number, paragraph_mark};
pub(crate) use pattern::pattern;
pub use quotable::quotable;
pub(crate) use quotable::{clean, notes};
pub(crate) use shortened::shortened;
pub(crate) use squeezed::squeezed;
