//! A comparison as comma-separated values (RFC 4180), for a spreadsheet: a line for each place that a value stands on.

use crate::types::{CoverageAnswer, CoverageEvidence, CoverageQuestion};
use crate::{ApiError, Desk};

const HEAD: [&str; 11] =
    ["질문", "담보", "항목", "보험사", "구분", "값", "확신", "문서 종류", "문서", "쪽", "문구"];

/// What a line is about.
const VALUE: &str = "값";
const OTHER: &str = "다른 문서";
const PART: &str = "나누어 파는 담보";

impl Desk {
    /// A comparison, to be written to a file: UTF-8 with its mark, so that spreadsheets read Korean.
    pub async fn coverage_csv(&self, question: CoverageQuestion) -> Result<Vec<u8>, ApiError> {
        let answer = self.coverage_compare(question).await?;
        Ok(format!("\u{FEFF}{}", table(&answer)).into_bytes())
    }
}

fn table(answer: &CoverageAnswer) -> String {
    let mut lines = vec![HEAD.map(str::to_owned).to_vec()];
    let coverage = answer.resolved_coverage_name.clone().unwrap_or_default();
    let name = |code: &str| {
        let at = answer.insurers.iter().position(|it| it == code);
        at.and_then(|it| answer.insurer_names.get(it)).map_or(code, String::as_str).to_owned()
    };
    for slot in &answer.slots {
        for value in &slot.insurers {
            let mut put = |sort: &str, said: &str, evidence: &[CoverageEvidence]| {
                let confidence = format!("{:?}", value.confidence).to_lowercase();
                let none = [None];
                let places = evidence.iter().map(Some);
                let places: Vec<Option<&CoverageEvidence>> =
                    if evidence.is_empty() { none.to_vec() } else { places.collect() };
                for place in places {
                    let of =
                        |it: fn(&CoverageEvidence) -> String| place.map(it).unwrap_or_default();
                    lines.push(vec![
                        answer.query.clone(),
                        coverage.clone(),
                        slot.label.clone(),
                        name(&value.insurer_code),
                        sort.to_owned(),
                        said.to_owned(),
                        confidence.clone(),
                        of(|it| it.doc_type.clone()),
                        of(|it| it.document.clone()),
                        of(|it| it.page.to_string()),
                        of(|it| it.quote.clone()),
                    ]);
                }
            };
            put(VALUE, value.value.as_deref().unwrap_or_default(), &value.evidence);
            for part in &value.parts {
                put(PART, &format!("{} {}", part.name, part.value), &part.evidence);
            }
            for other in &value.conflicts {
                put(OTHER, &format!("{} {}", other.name, other.value), &other.evidence);
            }
        }
    }
    let line =
        |cells: &Vec<String>| cells.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(",");
    lines.iter().map(|it| line(it) + "\r\n").collect()
}

/// A spreadsheet must not take words of a document for a formula.
fn quoted(cell: &str) -> String {
    let mark = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
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
