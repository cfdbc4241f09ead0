//! Titles that the law closes: which names may stand before 전문의 and 전문병원 (`rules/titles.toml`).
//!
//! What the lists allow is the list; any other noun there is found, so that a new invention needs no new
//! word.

mod before;
mod find;
mod nearest;
mod table;

pub(crate) use find::{Text, TitleClasses, find};
pub(crate) use nearest::remark;
pub use table::TitleTable;
