//! Text with offsets: lines of a body, clean words of a span, numbering in Korean legal drafting.

mod char_index;
mod lines;
mod numbering;
mod quotable;

pub(crate) use char_index::CharIndex;
pub(crate) use lines::{Line, Position, lines};
pub(crate) use numbering::{circled, leading_number, paragraph_mark};
pub(crate) use quotable::{clean, notes};
pub use quotable::quotable;
