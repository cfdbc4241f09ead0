use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What an editors' note says became of the words beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// 개정, 일부개정.
    Amended,
    /// 전문개정: written anew.
    Rewritten,
    /// 제목개정.
    Retitled,
    /// 신설, 본조신설.
    Added,
    /// 삭제.
    Deleted,
    /// 이동: it had another number.
    Moved,
    /// 위헌, 헌법불합치.
    Unconstitutional,
    /// 시행일, 유효기간: in force from or until another day than the rest.
    InForce,
    /// Any other.
    Other,
}

/// A note of the editors of the law, which is not its words: `<개정 2018. 3. 27.>`, `[전문개정 2010. 7. 23.]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EditorNote {
    /// What it says.
    pub kind: NoteKind,
    /// The days it names, in its order.
    #[ts(type = "Array<string>")]
    pub days: Vec<Date>,
    /// Its words without brackets.
    pub text: String,
    /// Where it stands in the stored body, brackets included; Unicode scalar values.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}
