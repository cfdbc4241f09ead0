use serde::{Deserialize, Serialize};

/// The kind of change in a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// 문장 순서.
    Order,
    /// 줄바꿈과 글머리표.
    Lines,
    /// 문장 끝: 합니다, 해요, 함.
    Endings,
    /// 같은 뜻의 낱말.
    Synonyms,
    /// 숫자와 띄어쓰기의 표기.
    Notation,
    /// 마침표와 느낌표.
    Punctuation,
    /// 앞뒤의 인사말.
    Frame,
    /// 사람이 다시 쓴 글.
    Rewritten,
}
