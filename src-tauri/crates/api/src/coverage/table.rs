//! A comparison as comma-separated values (RFC 4180), for a spreadsheet, with the columns that the interface saves: a line for each place
//! that a value stands on.

use simui_coverage::Confidence;

use crate::types::{
    CoverageAnswer, CoverageEvidence, CoverageQuestion, CoverageSlot, CoverageSlotValue,
};
use crate::{ApiError, Desk};

const HEAD: [&str; 14] = [
    "질문",
    "담보",
    "담보 코드",
    "항목",
    "보험사",
    "구분",
    "이름",
    "값",
    "확신",
    "비고",
    "문서 종류",
    "문서",
    "쪽",
    "문구",
];

/// What a line tells.
const VALUE: &str = "값";
const PART: &str = "나누어 파는 담보";
const OTHER: &str = "다른 문서의 값";

/// 구분, 이름, 값, 확신, 비고.
type Told<'a> = [&'a str; 5];

impl Desk {
    /// A comparison, to be written to a file: UTF-8 with its mark, so that spreadsheets read Korean.
    pub async fn coverage_csv(&self, question: CoverageQuestion) -> Result<Vec<u8>, ApiError> {
        let answer = self.coverage_compare(question).await?;
        Ok(format!("\u{FEFF}{}", table(&answer)).into_bytes())
    }
}

fn table(answer: &CoverageAnswer) -> String {
    let mut lines = vec![HEAD.map(str::to_owned).to_vec()];
    for slot in &answer.slots {
        for value in &slot.insurers {
            lines.extend(lines_of(answer, slot, value));
        }
    }
    let line =
        |cells: &Vec<String>| cells.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(",");
    lines.iter().map(|it| line(it) + "\r\n").collect()
}

fn lines_of(
    answer: &CoverageAnswer,
    slot: &CoverageSlot,
    value: &CoverageSlotValue,
) -> Vec<Vec<String>> {
    let at = answer.insurers.iter().position(|it| *it == value.insurer_code);
    let insurer = at.and_then(|it| answer.insurer_names.get(it)).unwrap_or(&value.insurer_code);
    let coverage = answer.resolved_coverage_name.as_deref().unwrap_or_default();
    let code = answer.resolved_coverage_code.as_deref().unwrap_or_default();
    let about = [answer.query.as_str(), coverage, code, &slot.label, insurer];
    let (said, note) = (value.value.as_deref(), value.note.as_deref());
    let (said, note) = (said.unwrap_or_default(), note.unwrap_or_default());
    let own: Told<'_> = [VALUE, "", said, confidence(value.confidence), note];
    let mut lines = placed(&about, own, &value.evidence);
    for part in &value.parts {
        lines.extend(placed(&about, [PART, &part.name, &part.value, "", ""], &part.evidence));
    }
    for other in &value.conflicts {
        lines.extend(placed(&about, [OTHER, &other.name, &other.value, "", ""], &other.evidence));
    }
    lines
}

/// A line for each place; what stands nowhere has one, too.
fn placed(about: &[&str], told: Told<'_>, evidence: &[CoverageEvidence]) -> Vec<Vec<String>> {
    let line = |place: Option<&CoverageEvidence>| {
        let mut cells: Vec<String> = about.iter().chain(&told).map(|it| (*it).to_owned()).collect();
        let page = place.map(|it| it.page.to_string()).unwrap_or_default();
        let of = |it: fn(&CoverageEvidence) -> &String| place.map(it).cloned().unwrap_or_default();
        cells.extend([of(|it| &it.doc_type), of(|it| &it.document), page, of(|it| &it.quote)]);
        cells
    };
    match evidence {
        [] => vec![line(None)],
        places => places.iter().map(|it| line(Some(it))).collect(),
    }
}

fn confidence(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "확실",
        Confidence::Medium => "보통",
        Confidence::Low => "낮음",
        Confidence::None => "근거 없음",
    }
}

/// A spreadsheet must not take words of a document for a formula.
fn quoted(cell: &str) -> String {
    const BEGINS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    let mark = if cell.starts_with(BEGINS) { "'" } else { "" };
    format!("\"{mark}{}\"", cell.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_are_no_formulas() {
        for (cell, expected) in [
            ("암진단비", "\"암진단비\""),
            ("=1+1", "\"'=1+1\""),
            ("그는 \"예\"", "\"그는 \"\"예\"\"\""),
        ] {
            assert_eq!(quoted(cell), expected);
        }
    }
}
