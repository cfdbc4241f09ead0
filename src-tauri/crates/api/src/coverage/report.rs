//! A comparison as a page or PDF, drawn like the reports of cases.

use base64::Engine as _;
use jiff::Timestamp;

use crate::faults::ErrorCode;
use crate::papers::{drawn_html, drawn_pdf};
use crate::report::document::{Block, Document, Section, Words};
use crate::report::text::{Phrase, plain};
use crate::types::{
    CoverageAnswer, CoverageEvidence, CoveragePaidElsewhere, CoverageReportRequest, CoverageSlot,
    CoverageSlotValue, ReportFile, ReportFormat, SlotConfidence,
};
use crate::{ApiError, Desk};
use simui_domain::korean_minute;

const TITLE: &str = "보장 비교";

/// Shown where no document states a value.
const NONE: &str = "찾지 못함";

/// Title of the section with the coverages that pay for a kind of cancer.
const ELSEWHERE: &str = "다른 담보의 지급";

impl Desk {
    /// Returns a comparison as a file for the interface.
    pub async fn coverage_report(
        &self,
        request: CoverageReportRequest,
    ) -> Result<ReportFile, ApiError> {
        let (ending, media_type) = match request.format {
            ReportFormat::Html => ("html", "text/html; charset=utf-8"),
            ReportFormat::Pdf => ("pdf", "application/pdf"),
            ReportFormat::Json => ("json", "application/json"),
        };
        let bytes = self.coverage_report_bytes(request).await?;
        Ok(ReportFile {
            name: format!("보장비교.{ending}"),
            media_type: media_type.to_owned(),
            base64: base64::engine::general_purpose::STANDARD.encode(bytes),
        })
    }

    /// Returns a comparison as bytes.
    pub async fn coverage_report_bytes(
        &self,
        request: CoverageReportRequest,
    ) -> Result<Vec<u8>, ApiError> {
        let answer = self.coverage_compare(request.question).await?;
        let document = document(&answer, self.clock.now());
        match request.format {
            ReportFormat::Html => drawn_html(&document),
            ReportFormat::Pdf => drawn_pdf(&document),
            ReportFormat::Json => serde_json::to_vec_pretty(&answer).map_err(|error| {
                ApiError::invalid(ErrorCode::Internal, &[], format!("report: {error}"))
            }),
        }
    }
}

fn document(answer: &CoverageAnswer, at: Timestamp) -> Document {
    let all = || std::iter::once(answer).chain(&answer.others);
    let names: Vec<&str> = all().filter_map(|it| it.resolved_coverage_name.as_deref()).collect();
    let coverage = if names.is_empty() { "담보 미확정".to_owned() } else { names.join(", ") };
    let subject = format!("{coverage} · {}", answer.insurer_names.join(", "));
    let paragraph = |text: &str, aside| Block::Paragraph { words: plain(text), aside };
    let mut front = vec![paragraph(&format!("질문: {}", answer.query), true)];
    front.extend(answer.user_summary.lines().map(|line| paragraph(line, false)));
    if !answer.unknown_insurers.is_empty() {
        let unknown = answer.unknown_insurers.join(", ");
        front.push(paragraph(&format!("자료를 가져오지 않은 회사: {unknown}"), true));
    }
    front.push(paragraph(
        "값은 가져온 문서에 적힌 대로이며, 실제 지급 여부는 약관과 보험사의 심사에 따릅니다.",
        true,
    ));
    Document {
        title: TITLE.to_owned(),
        running: coverage,
        subject,
        written: korean_minute(at),
        written_at: at.as_second(),
        letter: None,
        banner: None,
        front,
        sections: all().flat_map(|it| sections(it, names.len() > 1)).collect(),
    }
}

/// Returns the sections about the coverage of an answer.
/// Where it is one of several, their titles have its name.
fn sections(answer: &CoverageAnswer, is_one_of_several: bool) -> Vec<Section> {
    let slots = answer.slots.iter().map(|slot| section(slot, answer));
    let mut sections: Vec<Section> = slots.chain(elsewhere(answer)).collect();
    if let Some(name) = answer.resolved_coverage_name.as_ref().filter(|_| is_one_of_several) {
        sections.iter_mut().for_each(|it| it.title = format!("{name}: {}", it.title));
    }
    sections
}

/// Returns the section of the other coverages that pay for a kind of cancer, if there are any.
fn elsewhere(answer: &CoverageAnswer) -> Option<Section> {
    let name = |paid: &CoveragePaidElsewhere| {
        let company = company(answer, &paid.inclusion.insurer_code);
        format!("{company} {} · {}", paid.label, paid.name)
    };
    let paid = &answer.paid_elsewhere;
    let rows = paid.iter().map(|it| (name(it), sum(it))).collect();
    let mut blocks = vec![Block::Facts { rows }];
    for it in paid {
        for evidence in it.inclusion.evidence.iter().chain(&it.payout.evidence) {
            let place = format!("{} {}", name(it), place(evidence));
            blocks.push(Block::Paragraph { words: plain(&place), aside: true });
            blocks.push(Block::Wording { words: plain(&evidence.quote) });
        }
    }
    (!paid.is_empty()).then(|| Section { title: ELSEWHERE.to_owned(), blocks })
}

/// Returns how much another coverage pays, and whether only under a condition.
fn sum(paid: &CoveragePaidElsewhere) -> Words {
    let line = match &paid.payout.value {
        Some(value) => Phrase::new().strong(value).plain(confidence(paid.payout.confidence)),
        None => Phrase::new().plain("금액 미확인"),
    };
    let line = if is_conditional(paid) { line.plain(" (조건부)") } else { line };
    match &paid.payout.note {
        Some(note) => line.line().small(note).words(),
        None => line.words(),
    }
}

/// Whether a document states that the coverage pays only in a part of the cases.
pub(super) fn is_conditional(paid: &CoveragePaidElsewhere) -> bool {
    paid.inclusion.value.as_deref() != Some("Y")
}

/// Returns the name of a company, or its code where the answer does not name it.
pub(super) fn company<'a>(answer: &'a CoverageAnswer, code: &'a str) -> &'a str {
    let at = answer.insurers.iter().position(|it| it == code);
    at.and_then(|at| answer.insurer_names.get(at)).map_or(code, String::as_str)
}

/// Returns the section of a slot: a row for each company, then the places of its values.
fn section(slot: &CoverageSlot, answer: &CoverageAnswer) -> Section {
    let name = |code: &str| company(answer, code).to_owned();
    let rows = slot.insurers.iter().map(|it| (name(&it.insurer_code), value(it))).collect();
    let mut blocks = vec![Block::Facts { rows }];
    for company in &slot.insurers {
        for evidence in &company.evidence {
            let place = format!("{} {}", name(&company.insurer_code), place(evidence));
            blocks.push(Block::Paragraph { words: plain(&place), aside: true });
            blocks.push(Block::Wording { words: plain(&evidence.quote) });
        }
    }
    let title = match slot.differs {
        true => format!("{} (회사마다 다름)", slot.label),
        false => slot.label.clone(),
    };
    Section { title, blocks }
}

fn value(of: &CoverageSlotValue) -> Words {
    let mut line = match &of.value {
        Some(value) => Phrase::new().strong(value).plain(confidence(of.confidence)),
        None => Phrase::new().plain(NONE),
    };
    for other in &of.conflicts {
        line = line.line().plain(&format!("다른 문서({}): {}", other.name, other.value));
    }
    for part in &of.parts {
        line = line.line().plain(&format!("{}: {}", part.name, part.value));
    }
    if let Some(note) = &of.note {
        line = line.line().small(note);
    }
    line.words()
}

fn place(evidence: &CoverageEvidence) -> String {
    format!("{} {} {}쪽", evidence.doc_type, evidence.document, evidence.page)
}

fn confidence(of: SlotConfidence) -> &'static str {
    match of {
        SlotConfidence::High => "",
        SlotConfidence::Medium => " (확신 보통)",
        SlotConfidence::Low => " (확신 낮음)",
        SlotConfidence::None => " (근거 없음)",
    }
}
