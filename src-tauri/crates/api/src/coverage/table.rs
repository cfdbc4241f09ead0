//! A comparison as comma-separated values (RFC 4180) for a spreadsheet, with the columns that the interface
//! saves: one line for each place of a value.

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

/// What a line contains (구분).
const VALUE: &str = "값";
const PART: &str = "나누어 파는 담보";
const OTHER: &str = "다른 문서의 값";

/// The cells 구분, 이름, 값, 확신 and 비고.
type LineCells<'a> = [&'a str; 5];

impl Desk {
    /// Returns a comparison in UTF-8 with a byte order mark, so that spreadsheets read Korean.
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
    let (text, note) = (value.value.as_deref(), value.note.as_deref());
    let (text, note) = (text.unwrap_or_default(), note.unwrap_or_default());
    let own: LineCells<'_> = [VALUE, "", text, confidence(value.confidence), note];
    let mut lines = lines_by_place(&about, own, &value.evidence);
    for part in &value.parts {
        lines.extend(lines_by_place(
            &about,
            [PART, &part.name, &part.value, "", ""],
            &part.evidence,
        ));
    }
    for other in &value.conflicts {
        lines.extend(lines_by_place(
            &about,
            [OTHER, &other.name, &other.value, "", ""],
            &other.evidence,
        ));
    }
    lines
}

/// Returns one line for each place of a value, or a single line when it has none.
fn lines_by_place(
    about: &[&str],
    cells_of_line: LineCells<'_>,
    evidence: &[CoverageEvidence],
) -> Vec<Vec<String>> {
    let line = |place: Option<&CoverageEvidence>| {
        let mut cells: Vec<String> =
            about.iter().chain(&cells_of_line).map(|it| (*it).to_owned()).collect();
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

/// Returns a quoted cell in which a spreadsheet cannot see a formula.
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
