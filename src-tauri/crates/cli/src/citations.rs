use std::path::Path;

use jiff::civil::Date;
use simui_api::Desk;
use simui_api::types::{CheckedCitation, CheckedText, CitationsRequest};
use simui_domain::CitationStatus;

use crate::error::CliError;
use crate::incoming;
use crate::output::Output;

/// `simui corpus citations FILE|-`: checks the citations in a text.
pub async fn run(
    desk: &Desk,
    path: &Path,
    as_of: Option<Date>,
    out: Output,
) -> Result<(), CliError> {
    let text = incoming::file(path)?;
    let checked = desk.citations(CitationsRequest { text, as_of }).await?;
    out.result(&checked, describe);
    Ok(())
}

fn describe(checked: &CheckedText) -> String {
    if checked.citations.is_empty() {
        return format!("{} 기준: 인용이 없습니다.", checked.as_of);
    }
    let mut text = format!("{} 기준, 인용 {}건\n", checked.as_of, checked.citations.len());
    for citation in &checked.citations {
        text += &describe_citation(citation);
    }
    text
}

fn describe_citation(citation: &CheckedCitation) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "{}-{}\t{}\t{}\t{}\n",
        citation.start,
        citation.end,
        status_label(citation.status),
        one_line(&citation.words),
        citation.article.as_deref().unwrap_or("-"),
    );
    if let Some(quote) = &citation.quote {
        text += &format!("\t인용 “{}”\n", one_line(&quote.words));
    }
    if let Some(stored) = &citation.stored {
        text += &format!("\t원문 “{}”\n", one_line(stored));
    }
    if !citation.note.is_empty() {
        text += &format!("\t{}\n", citation.note);
    }
    text
}

fn status_label(status: CitationStatus) -> &'static str {
    match status {
        CitationStatus::Verified => "원문 일치",
        CitationStatus::Repaired => "띄어쓰기·부호만 다름",
        CitationStatus::Misattributed => "다른 조문의 말",
        CitationStatus::NotFound => "원문에 없음",
        CitationStatus::Repealed => "삭제·실효",
        CitationStatus::TitleMismatch => "제목이 다름",
        CitationStatus::Unchecked => "확인하지 못함",
    }
}
