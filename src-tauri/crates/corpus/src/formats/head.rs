//! The head of a text that has no front matter: lines `필드: 값`, and the lines that the law's own prints begin with.

use std::sync::LazyLock;

use regex::Regex;

use crate::front_matter::FrontMatter;
use crate::text::pattern;

/// The fields that a first line may name.
const FIELDS: &[&str] = &[
    "제목",
    "법령ID",
    "법령구분",
    "공포일자",
    "공포번호",
    "시행일자",
    "상태",
    "사건번호",
    "법원명",
    "선고일자",
    "판례일련번호",
    "자료종류",
    "식별자",
    "판",
    "발행일자",
];

/// `[시행 2024. 3. 22.] [법률 제19864호, 2023. 12. 29., 타법개정]`.
static PRINT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\[시행\s*(\d{4}\s*\.\s*\d{1,2}\s*\.\s*\d{1,2})\s*\.?\s*\]\s*\[\s*(\S+)\s+제\s*(\d+)\s*호\s*,\s*(\d{4}\s*\.\s*\d{1,2}\s*\.\s*\d{1,2})\s*\.?\s*(?:,\s*([^\[\]]*))?\]$",
    )
});

/// Adds the fields that a text's first lines name. Returns which lines became fields, all of them and nothing else.
pub(crate) fn take(lines: &[&str], front: &mut FrontMatter) -> Vec<usize> {
    let named = lines.iter().take_while(|line| field(line).is_some()).count();
    for (name, value) in lines.iter().take(named).filter_map(|line| field(line)) {
        front.add(name, value);
    }
    let mut taken: Vec<usize> = (0..named).collect();
    let Some(at) = lines.iter().take(named + 3).position(|line| PRINT.is_match(line.trim())) else {
        return taken;
    };
    if let Some(found) = lines.get(at).and_then(|line| PRINT.captures(line.trim())) {
        let value = |group: usize| found.get(group).map_or("", |value| value.as_str()).trim();
        for (name, group) in
            [("시행일자", 1), ("법령구분", 2), ("공포번호", 3), ("공포일자", 4), ("제개정구분", 5)]
        {
            if front.text(&[name]).is_none() {
                front.add(name, value(group));
            }
        }
        // The name of the law stands right above.
        let above = at.checked_sub(1).filter(|above| *above >= named);
        if front.text(&["제목"]).is_none()
            && let Some(name) = above.and_then(|above| lines.get(above))
        {
            front.add("제목", name.trim());
        }
        taken.push(at);
    }
    taken
}

/// How many of a text's first lines its head has.
pub(super) fn length(lines: &[&str]) -> usize {
    let named = lines.iter().take_while(|line| field(line).is_some()).count();
    let print = lines.iter().take(named + 3).position(|line| PRINT.is_match(line.trim()));
    print.map_or(named, |at| at + 1)
}

fn field(line: &str) -> Option<(&'static str, &str)> {
    let (name, value) = line.split_once([':', '：'])?;
    let known = FIELDS.iter().find(|field| **field == name.trim())?;
    let value = value.trim();
    (!value.is_empty() && !value.contains('\n')).then_some((*known, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_become_fields() {
        let mut front = FrontMatter::default();
        let taken = take(&["법령ID: 001788", "상태 : 시행", "글", "제목: 아님"], &mut front);
        assert_eq!(front.text(&["법령ID"]), Some("001788"));
        assert_eq!(front.text(&["상태"]), Some("시행"));
        assert_eq!(front.text(&["제목"]), None);
        assert_eq!(taken, [0, 1]);
        assert!(take(&["비고: 글", "제목:"], &mut front).is_empty());
        // A paragraph of several lines is no field: it would take the text with it.
        assert!(take(&["제목: 글\n제1조 글"], &mut front).is_empty());
        assert_eq!(length(&["법령ID: 001788", "상태 : 시행", "글", "제목: 아님"]), 2);
        assert_eq!(length(&["글"]), 0);
    }

    #[test]
    fn the_print_of_a_law_is_understood() {
        let lines =
            ["시험법", "[시행 2024. 3. 22.] [법률 제19864호, 2023. 12. 29., 타법개정]", "제1조"];
        let mut front = FrontMatter::default();
        let taken = take(&lines, &mut front);
        let check = |name, expected| assert_eq!(front.text(&[name]), Some(expected), "{name}");
        check("제목", "시험법");
        check("시행일자", "2024. 3. 22");
        check("법령구분", "법률");
        check("공포번호", "19864");
        check("공포일자", "2023. 12. 29");
        check("제개정구분", "타법개정");
        assert_eq!(taken, [1]);
        assert_eq!(length(&lines), 2);
    }
}
