//! Reads the head of a text without front matter: lines `필드: 값`, and the lines at the top of printed laws.

use std::sync::LazyLock;

use regex::Regex;

use crate::front_matter::FrontMatter;
use crate::text::pattern;

/// Fields that the first lines may contain.
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

/// Head of a printed law: `[시행 2024. 3. 22.] [법률 제19864호, 2023. 12. 29., 타법개정]`, `[시행 2024. 1. 2.] [보건복지부고시
/// 제2024-1호, …]`.
static PRINT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\[\s*시행\s*(\d{4}\s*\.\s*\d{1,2}\s*\.\s*\d{1,2})\s*\.?\s*\]\s*\[\s*([^\[\],]*[^\[\],\s])\s+제\s*(\d[\d-]*)\s*호\s*,\s*(\d{4}\s*\.\s*\d{1,2}\s*\.\s*\d{1,2})\s*\.?\s*(?:,\s*([^\[\]]*))?\]$",
    )
});

/// Offices in charge below the head: `보건복지부 (의료기관정책과) 044-202-2475`, several separated by commas.
static OFFICE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^([가-힣]{2,20}(?:부|처|청|위원회|원|실|시|도|군|구))\s*\([가-힣\s·]{1,40}\)[\s,]*[\d\s,~-]*(?:,?\s*[가-힣]{2,20}\s*\([가-힣\s·]{1,40}\)[\s,]*[\d\s,~-]*)*$",
    )
});

/// A short name after the name of a law: `( 약칭: 장애인건강권법 )`.
static SHORT_NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r"\s*\(\s*약칭\s*[:：][^()]*\)\s*$"));

/// Kinds of rules that are named together with their ministry: 보건복지부고시.
const OF_OFFICES: [&str; 5] = ["고시", "훈령", "예규", "공고", "지침"];

/// Most lines above the head: a page header, the name of the law.
const ABOVE_PRINT: usize = 6;

/// The head of a printed law among the first lines.
struct Print {
    /// Index of the first line.
    at: usize,
    /// Index after the last line; a head takes one or two lines.
    end: usize,
    /// Text joined in one line.
    words: String,
}

impl Print {
    /// Finds the head of a printed law after `named` field lines.
    fn find(lines: &[&str], named: usize) -> Option<Self> {
        (named..lines.len().min(named + ABOVE_PRINT)).find_map(|at| {
            [1, 2].into_iter().find_map(|count| {
                let parts = lines.get(at..at + count)?;
                let words = parts
                    .iter()
                    .flat_map(|line| line.split_whitespace())
                    .collect::<Vec<_>>()
                    .join(" ");
                PRINT.is_match(&words).then_some(Self { at, end: at + count, words })
            })
        })
    }

    /// Returns the index after the head, including the line of its office.
    fn end_with_office(&self, lines: &[&str]) -> usize {
        self.end + usize::from(lines.get(self.end).is_some_and(|line| OFFICE.is_match(line.trim())))
    }
}

/// Adds the fields of the first lines to `front`. Returns the indices of exactly the lines that became
/// fields.
pub(crate) fn take(lines: &[&str], front: &mut FrontMatter) -> Vec<usize> {
    let named = lines.iter().take_while(|line| field(line).is_some()).count();
    for (name, value) in lines.iter().take(named).filter_map(|line| field(line)) {
        front.add(name, value);
    }
    let mut taken: Vec<usize> = (0..named).collect();
    let Some(print) = Print::find(lines, named) else { return taken };
    let mut add = |name: &str, value: &str| {
        if front.text(&[name]).is_none() {
            front.add(name, value.trim());
        }
    };
    if let Some(found) = PRINT.captures(&print.words) {
        let value = |group: usize| found.get(group).map_or("", |value| value.as_str()).trim();
        let (office, kind) = of_office(value(2));
        for (name, value) in [
            ("시행일자", value(1)),
            ("법령구분", kind),
            ("공포번호", value(3)),
            ("공포일자", value(4)),
            ("제개정구분", value(5)),
            ("소관부처", office),
        ] {
            add(name, value);
        }
    }
    // The line above is the name of the law.
    if let Some(name) = print.at.checked_sub(1).filter(|above| *above >= named) {
        add("제목", &SHORT_NAME.replace(lines.get(name).copied().unwrap_or_default().trim(), ""));
    }
    let end = print.end_with_office(lines);
    if end > print.end
        && let Some(line) = lines.get(print.end)
    {
        let office = OFFICE.captures(line.trim()).and_then(|found| found.get(1));
        add("소관부처", office.map_or("", |office| office.as_str()));
        add("담당부서", line);
    }
    taken.extend(print.at..end);
    taken
}

/// Splits 보건복지부고시 into ministry and kind. The name of a 부령 includes its ministry and is kept.
fn of_office(kind: &str) -> (&str, &str) {
    let issued =
        OF_OFFICES.iter().find_map(|issued| Some((kind.strip_suffix(issued)?.trim(), *issued)));
    issued.filter(|(office, _)| !office.is_empty()).unwrap_or(("", kind))
}

/// Returns the number of lines of the head.
pub(super) fn length(lines: &[&str]) -> usize {
    let named = lines.iter().take_while(|line| field(line).is_some()).count();
    Print::find(lines, named).map_or(named, |print| print.end_with_office(lines))
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
        // A paragraph of several lines is not a field, because text would be lost with it.
        assert!(take(&["제목: 글\n제1조 글"], &mut front).is_empty());
        assert_eq!(length(&["법령ID: 001788", "상태 : 시행", "글", "제목: 아님"]), 2);
        assert_eq!(length(&["글"]), 0);
    }

    /// The fields of a head, and the number of its lines that became fields.
    fn check(lines: &[&str], taken: &[usize], fields: &[(&str, &str)]) {
        let mut front = FrontMatter::default();
        assert_eq!(take(lines, &mut front), taken, "{lines:?}");
        for (name, value) in fields {
            assert_eq!(
                front.text(&[*name]),
                Some(*value).filter(|it| !it.is_empty()),
                "{lines:?} {name}"
            );
        }
        assert_eq!(length(lines), taken.last().map_or(0, |last| last + 1), "{lines:?}");
    }

    #[test]
    fn the_print_of_a_law_is_understood() {
        check(
            &["시험법", "[시행 2024. 3. 22.] [법률 제19864호, 2023. 12. 29., 타법개정]", "제1조"],
            &[1],
            &[
                ("제목", "시험법"),
                ("시행일자", "2024. 3. 22"),
                ("법령구분", "법률"),
                ("공포번호", "19864"),
                ("공포일자", "2023. 12. 29"),
                ("제개정구분", "타법개정"),
                ("소관부처", ""),
            ],
        );
        // On two lines, with a running header above, a short name, and the authority below.
        check(
            &[
                "법제처 1 국가법령정보센터",
                "시험 환자의 보호에 관한 법률 ( 약칭: 시험환자법 )",
                "[시행 2010. 1. 1.]",
                "[법률 제9호, 2009. 12. 1., 제정]",
                "보건복지부 (의료기관정책과) 044-202-2475",
                "제1조",
            ],
            &[2, 3, 4],
            &[
                ("제목", "시험 환자의 보호에 관한 법률"),
                ("공포번호", "9"),
                ("소관부처", "보건복지부"),
            ],
        );
        check(
            &["시험 고시", "[시행 2024. 1. 2.] [보건복지부고시 제2024-1호, 2024. 1. 2., 일부개정]"],
            &[1],
            &[("법령구분", "고시"), ("소관부처", "보건복지부"), ("공포번호", "2024-1")],
        );
        check(
            &["시험 규칙", "[시행 2024. 1. 2.] [보건복지부령 제99호, 2024. 1. 2.]", "제1조(목적)"],
            &[1],
            &[("법령구분", "보건복지부령"), ("소관부처", ""), ("제개정구분", "")],
        );
        // A sentence about an authority is not a field.
        check(
            &[
                "시험법",
                "[시행 2024. 1. 2.] [법률 제1호, 2024. 1. 2.]",
                "보건복지부(이하 \"부\"라 한다)는 한다.",
            ],
            &[1],
            &[("소관부처", "")],
        );
        check(&["글", "[시행 2024. 1. 2.]", "제1조"], &[], &[("제목", "")]);
    }
}
