//! A comparison as comma-separated values (RFC 4180) for a spreadsheet, with the columns that the interface
//! saves: one line for each place of a value.

use simui_coverage::Confidence;

use super::report::{company, is_conditional};
use crate::types::{
    CoverageAnswer, CoverageEvidence, CoveragePaidElsewhere, CoverageQuestion, CoverageSlot,
    CoverageSlotValue,
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
const ELSEWHERE: &str = "다른 담보의 지급";
const READER: &str = "설계 대상";

/// The remark on a coverage that pays only in a part of the cases.
const CONDITIONAL: &str = "조건부";

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
    for answer in std::iter::once(answer).chain(&answer.others) {
        for slot in &answer.slots {
            lines.extend(slot.insurers.iter().flat_map(|it| lines_of(answer, slot, it)));
        }
        lines.extend(answer.paid_elsewhere.iter().flat_map(|it| lines_elsewhere(answer, it)));
    }
    for note in &answer.reader_notes {
        lines.extend(lines_by_place(&about(answer, "", ""), [READER, "", "", "", note], &[]));
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
    let about = about(answer, &slot.label, company(answer, &value.insurer_code));
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

/// Returns the lines of another coverage that pays for a kind of cancer.
fn lines_elsewhere(answer: &CoverageAnswer, paid: &CoveragePaidElsewhere) -> Vec<Vec<String>> {
    let about = about(answer, &paid.label, company(answer, &paid.inclusion.insurer_code));
    let sum = paid.payout.value.as_deref().unwrap_or_default();
    let condition = is_conditional(paid).then_some(CONDITIONAL);
    let note: Vec<&str> = condition.into_iter().chain(paid.payout.note.as_deref()).collect();
    let note = note.join(" ");
    let cells = [ELSEWHERE, &paid.name, sum, confidence(paid.payout.confidence), &note];
    let places = [paid.inclusion.evidence.as_slice(), &paid.payout.evidence].concat();
    lines_by_place(&about, cells, &places)
}

/// Returns the first cells of a line: question, coverage with its code, item and company.
fn about<'a>(answer: &'a CoverageAnswer, item: &'a str, insurer: &'a str) -> [&'a str; 5] {
    let coverage = answer.resolved_coverage_name.as_deref().unwrap_or_default();
    let code = answer.resolved_coverage_code.as_deref().unwrap_or_default();
    [&answer.query, coverage, code, item, insurer]
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
