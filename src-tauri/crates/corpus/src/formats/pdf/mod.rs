//! Reads PDF files with a text layer (`pdf/3`): letters to lines in reading order, tables row by row.
//!
//! Page numbers become headings where the text has none. Left out with a finding: invisible text, repeated
//! page headers and footers, slanted watermarks, annotations. Pages that are only pictures are reported as
//! scanned.

mod aligned;
mod grid;
mod letters;
mod library;
mod lines;
mod margins;
mod pages;
mod paragraphs;
mod picture;
mod places;
mod sheet;
mod turn;

use std::sync::PoisonError;

use pdfium_render::prelude::*;

pub use self::library::pdf_library;
use self::lines::Line;
pub(crate) use self::pages::pages;
pub(crate) use self::picture::picture;
use self::sheet::{Letter, Sheet, Unseen};
use super::transcript::{LeftOut, Transcript};
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint, SourceFile};

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "pdf/3";

/// Most pages of a document.
const MOST_PAGES: usize = 3_000;
/// Most letters of a document.
const MOST_LETTERS: usize = 6_000_000;

/// Reads a file.
pub(crate) fn read(source: &SourceFile, hint: KindHint) -> Result<Vec<Manuscript>, Finding> {
    let mut transcript = Transcript::default();
    let sheets = sheets(&source.bytes, &mut transcript)?;
    write(sheets, &mut transcript);
    transcript.find_hidden_characters();
    transcript.manuscripts(READER, hint)
}

/// Reads the pages with pdfium, and reports their annotations.
fn sheets(bytes: &[u8], transcript: &mut Transcript) -> Result<Vec<Sheet>, Finding> {
    let library = library::library()?;
    let pdfium = library.lock().unwrap_or_else(PoisonError::into_inner);
    let document = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(|error| refused(&error))?;
    let title = document.metadata().get(PdfDocumentMetadataTagType::Title);
    transcript.title = title.map(|title| title.value().to_owned());
    let attachments = document.attachments().len();
    if attachments > 0 {
        transcript.find(
            "",
            format!("첨부 파일 {attachments}개는 읽지 않았습니다. 꺼내어 따로 가져오십시오."),
        );
    }
    let mut sheets = Vec::new();
    let mut letters = 0;
    for (at, index) in document.pages().as_range().enumerate() {
        let place = format!("{}쪽", at + 1);
        if at >= MOST_PAGES || letters > MOST_LETTERS {
            transcript.find(place, "너무 긴 문서라 여기까지만 읽었습니다. 나누어 가져오십시오.");
            break;
        }
        let page = document.pages().get(index);
        match page.and_then(|page| Ok((sheet::sheet(&page)?, annotations(&page)))) {
            Ok((sheet, notes)) => {
                letters += sheet.letters.len();
                if sheet.cut {
                    transcript.find(
                        place.clone(),
                        "글자가 너무 많아 이 쪽의 뒷부분을 읽지 않았습니다. 원문을 확인하십시오.",
                    );
                }
                notes
                    .iter()
                    .for_each(|note| transcript.leave_out(LeftOut::Comment, place.clone(), note));
                sheets.push(sheet);
            }
            Err(error) => {
                transcript.find(
                    place,
                    format!("이 쪽을 읽을 수 없습니다({error:?}). 원문을 확인하십시오."),
                );
                sheets.push(Sheet { failed: true, ..Sheet::default() });
            }
        }
    }
    Ok(sheets)
}

fn refused(error: &PdfiumError) -> Finding {
    Finding::whole_file(match error {
        PdfiumError::PdfiumLibraryInternalError(PdfiumInternalError::PasswordError) => {
            "암호가 걸린 PDF입니다. 암호를 풀어 다시 저장하여 가져오십시오.".to_owned()
        }
        PdfiumError::PdfiumLibraryInternalError(PdfiumInternalError::SecurityError) => {
            "알 수 없는 방법으로 잠긴 PDF입니다. 잠금을 풀어 다시 저장하여 가져오십시오.".to_owned()
        }
        error => format!("PDF를 열 수 없습니다({error:?}). 온전한 파일로 다시 가져오십시오."),
    })
}

/// Returns the text of notes and form fields on a page, without links.
fn annotations(page: &PdfPage<'_>) -> Vec<String> {
    let annotations = page.annotations().iter().take(1_000);
    let notes = annotations.filter(|it| it.annotation_type() != PdfPageAnnotationType::Link);
    notes.filter_map(|it| it.contents()).filter(|note| !note.trim().is_empty()).collect()
}

/// Writes the pages to the transcript.
fn write(sheets: Vec<Sheet>, transcript: &mut Transcript) {
    let heights: Vec<f32> = sheets.iter().map(|sheet| sheet.height).collect();
    let (mut pages, mut tables, mut unread) = (Vec::new(), Vec::new(), Vec::new());
    for (at, sheet) in sheets.into_iter().enumerate() {
        transcript.pictures += sheet.pictures;
        let letters = seen(&sheet, at, transcript);
        unread.extend(why_unread(&sheet, &letters).map(|why| (at, why)));
        let spaces = lines::writes_spaces(&letters);
        let (of_page, outside) = grid::tables(letters, &sheet.rules, spaces);
        pages.push(lines::lines(outside, spaces));
        tables.push(of_page);
    }
    // If no page was readable, the file as a whole is reported instead.
    if pages.iter().zip(&tables).any(|(lines, tables)| !lines.is_empty() || !tables.is_empty()) {
        tell_unread(unread, transcript);
    }
    for (first, last, words) in margins::take(&mut pages, &heights) {
        transcript.leave_out(LeftOut::Margin, format!("{first}~{last}쪽"), &words);
    }
    let spaces = paragraphs::keeps_spaces(&pages.concat());
    let mut doubtful = 0;
    for (at, (lines, tables)) in pages.into_iter().zip(tables).enumerate() {
        transcript.blocks.push(super::transcript::Block::Page(at + 1));
        doubtful += page(lines, tables, spaces, transcript);
    }
    if doubtful > 0 {
        transcript.find("", format!("줄 끝 {doubtful}곳에서 낱말이 이어지는지 알 수 없어 줄을 나눈 채 두었습니다. 인용하기 전에 원문을 확인하십시오."));
    }
}

/// Writes a page: its lines with the tables between them. Returns the number of doubtful line breaks.
fn page(
    lines: Vec<Line>,
    tables: Vec<grid::Rows>,
    keeps_spaces: bool,
    transcript: &mut Transcript,
) -> usize {
    let mut doubtful = 0;
    let mut text = |lines: &[Line], transcript: &mut Transcript| {
        for paragraph in paragraphs::paragraphs(lines, keeps_spaces) {
            doubtful += paragraph.doubtful;
            transcript.paragraph(&paragraph.text, None);
        }
    };
    let mut rest = lines.as_slice();
    for (top, rows) in tables {
        // In reading order: after the last line above it.
        let above = rest.iter().rposition(|line| line.area.top < top).map_or(0, |at| at + 1);
        let (before, behind) = rest.split_at_checked(above).unwrap_or((rest, &[]));
        text(before, transcript);
        rest = behind;
        rows.into_iter().for_each(|row| transcript.row(row));
    }
    text(rest, transcript);
    doubtful
}

/// Returns why nothing was read from a page; `None` if something was, or if it was reported before.
fn why_unread(sheet: &Sheet, read: &[Letter]) -> Option<&'static str> {
    if sheet.failed || read.iter().any(|letter| !letter.c.is_whitespace()) {
        return None;
    }
    Some(if sheet.pictures > 0 {
        "그림뿐이고 글이 없는 쪽입니다(스캔). 광학 문자 인식(OCR)을 거쳐 다시 가져오십시오."
    } else if sheet.letters.iter().any(|letter| !letter.c.is_whitespace()) {
        "보이는 글이 없는 쪽입니다. 아무것도 읽지 않았으니 원문을 확인하십시오."
    } else if sheet.is_drawn_on {
        "글자가 없고 선이나 도형만 있는 쪽입니다. 글자를 도형으로 바꾼 쪽이면 광학 문자 인식(OCR)을 거쳐 다시 가져오십시오."
    } else {
        "빈 쪽입니다. 원본에 글이 있으면 온전한 파일로 다시 가져오십시오."
    })
}

fn tell_unread(pages: Vec<(usize, &'static str)>, transcript: &mut Transcript) {
    for (at, why) in pages {
        transcript.find(format!("{}쪽", at + 1), why);
    }
}

/// Returns the visible letters and reports the others.
fn seen(sheet: &Sheet, at: usize, transcript: &mut Transcript) -> Vec<Letter> {
    let place = format!("{}쪽", at + 1);
    let why = |letter: &Letter| match letter.unseen {
        // Recognised text (OCR) over the picture of its page.
        Some(Unseen::NoInk) if sheet.is_picture => None,
        unseen => unseen,
    };
    let (seen, unseen): (Vec<Letter>, Vec<Letter>) =
        sheet.letters.iter().copied().partition(|it| why(it).is_none());
    if sheet.is_picture && seen.iter().any(|it| it.unseen == Some(Unseen::NoInk)) {
        transcript.find(place.clone(), "그림 위에 광학 문자 인식(OCR)으로 얹은 글입니다. 잘못 읽은 글자가 없는지 원문과 견주십시오.");
    }
    let (slanted, hidden): (Vec<Letter>, Vec<Letter>) =
        unseen.into_iter().partition(|it| it.unseen == Some(Unseen::Slanted));
    let in_order = |letters: Vec<Letter>| letters.iter().map(|it| it.c).collect::<String>();
    transcript.leave_out(LeftOut::Margin, format!("{place} 비스듬한 글"), &in_order(slanted));
    transcript.leave_out(LeftOut::Hidden, place, &lines::passage(hidden, false));
    seen
}
