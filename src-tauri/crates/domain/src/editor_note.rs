//! Notes that the editors of a law added to its text.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Change of the law's text that an editors' note reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// 개정, 일부개정.
    Amended,
    /// 전문개정: the whole text was replaced.
    Rewritten,
    /// 제목개정.
    Retitled,
    /// 신설, 본조신설.
    Added,
    /// 삭제.
    Deleted,
    /// 이동: it had another number before.
    Moved,
    /// 위헌, 헌법불합치.
    Unconstitutional,
    /// 시행일, 유효기간: in force from or until a day of its own.
    InForce,
    /// Any other note.
    Other,
}

/// A note of the law's editors, which is no part of its text: `<개정 2018. 3. 27.>`, `[전문개정 2010. 7. 23.]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EditorNote {
    /// Kind of note.
    pub kind: NoteKind,
    /// The days that it names, in their order in the note.
    #[ts(type = "Array<string>")]
    pub days: Vec<Date>,
    /// Text of the note without brackets.
    pub text: String,
    /// Offset of its first character in the stored body, brackets included; Unicode scalar values.
    pub start: usize,
    /// Offset after its last character.
    pub end: usize,
}
