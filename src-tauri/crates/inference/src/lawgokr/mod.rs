//! law.go.kr's open API: lists of documents page by page, one document as XML or JSON, and new versions of chosen laws
//! saved as files for the corpus' importer. What it sends is checked for its own error pages and never interpreted
//! further here.

mod client;
mod element;
mod list;
mod state;
mod target;
mod update;

pub use client::{Format, LawGoKr};
pub use list::{Listed, Page};
pub use target::Target;
pub use update::{Chosen, Failed, Step, Updated};
