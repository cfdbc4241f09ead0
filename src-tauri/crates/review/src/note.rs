//! A reviewer's note as input of the next judgement (기각; README: decisions).
//!
//! A note is read clause by clause for kinds of violation, by number (`V6`) or by the words of [`WORDS`], and
//! for whether they apply. A note without such an instruction changes no judgement; it is kept, shown to the
//! next reviewer and written into the reasoning.

use simui_domain::ViolationKind;

/// What a note asks for about one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instruction {
    /// The kind does not apply.
    Drop(ViolationKind),
    /// The kind applies and must be found.
    Add(ViolationKind),
}

/// Words that name a kind; where one contains another the longer one comes first.
const WORDS: &[(&str, ViolationKind)] = &[
    ("신의료기술", ViolationKind::V1),
    ("경험담", ViolationKind::V2),
    ("후기", ViolationKind::V2),
    ("거짓", ViolationKind::V3),
    ("과장", ViolationKind::V3),
    ("비교", ViolationKind::V4),
    ("비방", ViolationKind::V4),
    ("근거", ViolationKind::V5),
    ("최상급", ViolationKind::V6),
    ("시술장면", ViolationKind::V7),
    ("수술장면", ViolationKind::V7),
    ("명칭", ViolationKind::V8),
    ("자격", ViolationKind::V8),
    ("기사", ViolationKind::V9),
    ("심의필", ViolationKind::V10),
    ("미심의", ViolationKind::V10),
    ("외국인", ViolationKind::V11),
    ("할인", ViolationKind::V12),
    ("비급여", ViolationKind::V12),
    ("수상", ViolationKind::V13),
    ("인증", ViolationKind::V13),
    ("추천", ViolationKind::V13),
];

/// Words that deny what stands before them in the same clause.
const DENIALS: &[&str] = &[
    "아님",
    "아닙",
    "아니",
    "아닌",
    "제외",
    "없",
    "않",
    "삭제",
    "빼",
    "해당하지",
    "부적절",
    "철회",
];

/// Words that assert a kind. A clause without a denial and without an assertion gives no instruction.
const ASSERTIONS: &[&str] =
    &["추가", "해당", "위반", "포함", "적용", "인정", "누락", "봐야", "보아야"];

/// Reads the instructions of a note, clause by clause, each once.
pub fn instructions(note: &str) -> Vec<Instruction> {
    let mut found = Vec::new();
    for clause in note.split(['.', ',', ';', '\n', '·', '!', '?']) {
        for kind in kinds_in(clause) {
            let denied = DENIALS.iter().any(|word| clause.contains(word));
            let asserted = ASSERTIONS.iter().any(|word| clause.contains(word));
            let instruction = match (denied, asserted) {
                // "누락됐다", "빠졌다": the reviewer asks for a kind that is missing.
                (true, _) if clause.contains("누락") || clause.contains("빠") => {
                    Instruction::Add(kind)
                }
                (true, _) => Instruction::Drop(kind),
                (false, true) => Instruction::Add(kind),
                (false, false) => continue,
            };
            if !found.contains(&instruction) {
                found.push(instruction);
            }
        }
    }
    found
}

fn kinds_in(clause: &str) -> Vec<ViolationKind> {
    let numbers = clause
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(|word| word.to_uppercase().parse::<ViolationKind>().ok());
    let words = WORDS.iter().filter(|(word, _)| clause.contains(word)).map(|(_, kind)| *kind);
    let mut kinds = Vec::new();
    for kind in numbers.chain(words) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use Instruction::{Add, Drop};
    use ViolationKind::*;

    fn check(note: &str, expected: &[Instruction]) {
        assert_eq!(instructions(note), expected, "{note:?}");
    }

    #[test]
    fn notes_are_read_by_clause() {
        check("", &[]);
        check("V6은 해당하지 않음", &[Drop(V6)]);
        check("V6 제외, V5 추가", &[Drop(V6), Add(V5)]);
        check("최상급 표현이 아닙니다. 다만 근거 부재에 해당합니다.", &[Drop(V6), Add(V5)]);
        check("치료 경험담 위반이 누락되었음", &[Add(V2)]);
        check("v13은 빼 주세요", &[Drop(V13)]);
        check("다시 검토 바랍니다", &[]);
        check("V99 추가", &[]);
        check("과장 여부를 다시 보세요", &[]);
    }
}
