//! Client of the open API of law.go.kr: lists documents page by page, fetches a document as XML or JSON, and
//! saves new versions of chosen laws as files for the importer. Answers are checked for error pages and not
//! interpreted further here.

mod client;
mod list;
mod target;
mod update;

pub use client::{Format, LawGoKr};
pub use list::{Listed, Page};
pub use target::Target;
pub use update::{Chosen, Failed, Updated};
