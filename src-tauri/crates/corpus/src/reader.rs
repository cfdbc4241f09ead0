//! From bytes to a document: what the file is, and which reader takes it.

use std::path::Path;

use sha2::{Digest, Sha256};
use simui_domain::{Clock, DocumentKind};

use crate::front_matter::{self, FrontMatter};
use crate::reading::{Finding, KindHint, Reading, SourceFile};
use crate::{markdown, statute, technologies};

/// Larger files are not law; they would only fill the memory.
pub(crate) const LARGEST: u64 = 64 * 1024 * 1024;

/// Readers of this version. A file read by another one is read again.
pub(crate) const READERS: [&str; 3] = [statute::READER, markdown::READER, technologies::READER];

/// SHA-256 of a file's bytes in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads one file. An error is a finding about the whole file: it is quarantined, nothing is stored.
pub fn read(source: &SourceFile, hint: KindHint, clock: &Clock) -> Result<Reading, Finding> {
    let extension = Path::new(&source.path)
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let sha256 = sha256(&source.bytes);
    match extension.as_str() {
        "md" | "markdown" => markdown_file(source, sha256, hint, clock),
        "csv" | "jsonl" if technologies::is_list(&source.bytes, hint) => {
            let text = text(&source.bytes)?;
            let mut reading = technologies::read(source, sha256, &text, &extension, clock)?;
            reading.findings.extend(hidden_characters(&text));
            Ok(reading)
        }
        other => Err(no_reader(other)),
    }
}

fn no_reader(extension: &str) -> Finding {
    let what = if extension.is_empty() { "a file without extension" } else { extension };
    Finding::whole_file(format!(
        "이 형식을 읽는 기능이 없습니다(no reader for .{what}). Markdown(.md)으로 바꾸어 가져오십시오."
    ))
}

fn markdown_file(
    source: &SourceFile,
    sha256: String,
    hint: KindHint,
    clock: &Clock,
) -> Result<Reading, Finding> {
    let text = text(&source.bytes)?;
    let split = front_matter::split(&text)?;
    let kind = hint.or_else(|| split.front.as_ref().and_then(kind)).ok_or_else(|| {
        Finding::whole_file(
            "무슨 자료인지 알 수 없습니다. 머리말에 '자료종류: guideline' 따위를 적거나 --kind로 종류를 지정해 주십시오.",
        )
    })?;
    let mut reading = match kind {
        DocumentKind::Statute => statute::read(source, sha256, &split, clock)?,
        DocumentKind::TechRegistry => {
            return Err(Finding::whole_file(
                "신의료기술 목록은 CSV나 JSON Lines로 가져옵니다. 형식을 바꾸어 주십시오.",
            ));
        }
        kind => markdown::read(source, sha256, &split, kind, clock)?,
    };
    reading.findings.extend(hidden_characters(&text));
    Ok(reading)
}

/// What the front matter says the file is.
fn kind(front: &FrontMatter) -> Option<DocumentKind> {
    if let Some(named) = front.text(&["자료종류", "kind"]) {
        return named.parse().ok();
    }
    if front.text(&["법령ID", "법령구분"]).is_some() {
        return Some(DocumentKind::Statute);
    }
    front.text(&["사건번호"]).map(|_| DocumentKind::Precedent)
}

/// UTF-8 text with line breaks `\n` and without a byte order mark.
fn text(bytes: &[u8]) -> Result<String, Finding> {
    if bytes.is_empty() {
        return Err(Finding::whole_file("빈 파일입니다. 온전한 파일로 다시 가져오십시오."));
    }
    if bytes.contains(&0) {
        return Err(Finding::whole_file(
            "글이 아닌 이진 자료입니다(UTF-16일 수도 있습니다). UTF-8 텍스트로 바꾸어 가져오십시오.",
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line =
            bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count() + 1;
        Finding::new(
            format!("line {line}"),
            "UTF-8이 아닙니다(CP949일 수 있습니다). UTF-8로 바꾸어 가져오십시오.",
        )
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Finding::whole_file("빈 파일입니다. 온전한 파일로 다시 가져오십시오."));
    }
    let start = text.trim_start().get(..15).unwrap_or_default().to_lowercase();
    if start.starts_with("<!doctype html") || start.starts_with("<html") {
        return Err(Finding::whole_file(
            "법령이 아니라 HTML 페이지입니다(내려받기 오류일 수 있습니다). 원문을 다시 받으십시오.",
        ));
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Characters that nobody sees may hide what a text says; they are kept, and told.
fn hidden_characters(text: &str) -> Option<Finding> {
    let hidden = |c: char| {
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    let (number, _) = text.split('\n').enumerate().find(|(_, line)| line.contains(hidden))?;
    let count = text.chars().filter(|c| hidden(*c)).count();
    Some(Finding::new(
        format!("line {}", number + 1),
        format!(
            "보이지 않는 문자가 {count}개 있습니다. 원문과 견주어 숨은 글이 없는지 확인하십시오."
        ),
    ))
}
