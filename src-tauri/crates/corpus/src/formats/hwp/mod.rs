//! Reads 한글 5 documents (`hwp/2`): paragraphs with their numbers, tables row by row, footnotes.
//!
//! An OLE compound file of compressed record streams, read by its published format ("한글 문서 파일 형식 5.0"). Left
//! out with a finding: white and tiny text, page headers and footers, memos and hidden comments. Encrypted
//! and distribution documents are refused.

mod doc_info;
mod paragraph;
mod record;
mod section;
mod table;

use std::io::{Cursor, Read};

use cfb::CompoundFile;
use flate2::read::{DeflateDecoder, ZlibDecoder};

use self::doc_info::DocInfo;
use self::section::Section;
use super::transcript::Transcript;
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint, SourceFile};
use crate::text::shortened;

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "hwp/2";

/// Largest unpacked stream in bytes.
const LARGEST_STREAM: u64 = 48 << 20;
/// Largest sum of unpacked streams in bytes.
const LARGEST_SUM: u64 = 160 << 20;
/// Most sections of a document.
const MOST_SECTIONS: usize = 1_000;

type File<'a> = CompoundFile<Cursor<&'a [u8]>>;

/// Reads a document.
pub(crate) fn read(source: &SourceFile, hint: KindHint) -> Result<Vec<Manuscript>, Finding> {
    let bytes = source.bytes.as_slice();
    if bytes.starts_with(b"HWP Document File V") {
        return Err(Finding::whole_file(
            "한글 97까지의 옛 문서입니다. 새 한글에서 HWPX로 다시 저장하여 가져오십시오.",
        ));
    }
    let mut file = CompoundFile::open(Cursor::new(bytes)).map_err(|error| {
        Finding::whole_file(format!(
            "문서가 깨졌습니다({}). 온전한 파일로 다시 가져오십시오.",
            shortened(error)
        ))
    })?;
    let flags = flags(&mut file)?;
    let compressed = flags & 1 != 0;
    let mut budget = LARGEST_SUM;
    let mut transcript = Transcript::default();
    let info = match stream(&mut file, "/DocInfo", compressed, &mut budget) {
        Ok(info) => info.unwrap_or_default(),
        Err(finding) => {
            transcript.findings.push(finding);
            Vec::new()
        }
    };
    let info = DocInfo::of(&info);
    transcript.title = summary_title(&mut file, &mut budget);
    if flags & (1 << 14) != 0 {
        transcript.find("", "변경 추적을 쓰는 문서입니다. 지운 글이 섞여 있을 수 있으니 변경을 확정하여 다시 가져오십시오.");
    }
    let mut section = Section::new(&info, transcript);
    let mut read = 0;
    for number in 0..MOST_SECTIONS {
        let name = format!("/BodyText/Section{number}");
        match stream(&mut file, &name, compressed, &mut budget) {
            Ok(None) => break,
            Ok(Some(records)) => {
                read += 1;
                section.read(number, &records);
            }
            Err(finding) => section.transcript.findings.push(finding),
        }
    }
    let mut transcript = section.finish();
    if read == 0 {
        let first = transcript.findings.into_iter().next();
        return Err(first.unwrap_or_else(|| {
            Finding::whole_file("본문(BodyText)이 없습니다. 다시 저장하여 가져오십시오.")
        }));
    }
    transcript.find_hidden_characters();
    transcript.manuscripts(READER, hint)
}

/// Reads the flags of a document; fails for documents that cannot be read.
fn flags(file: &mut File<'_>) -> Result<u32, Finding> {
    let refused = |reason: &str| Err(Finding::whole_file(reason));
    let header = stream(file, "/FileHeader", false, &mut LARGEST_SUM.clone())?.unwrap_or_default();
    if !header.starts_with(b"HWP Document File") {
        return refused(another_program(file));
    }
    let number = |at: usize| record::u32_at(&header, at).unwrap_or(0);
    let version = number(32) >> 24;
    if version != 5 {
        return refused("한글 5가 아닌 판의 문서입니다. HWPX로 다시 저장하여 가져오십시오.");
    }
    let flags = number(36);
    if flags & (1 << 1) != 0 {
        return refused("암호가 걸린 문서입니다. 암호를 풀어 다시 저장하여 가져오십시오.");
    }
    if flags & (1 << 2) != 0 {
        return refused(
            "배포용 문서라 글을 읽을 수 없습니다. 원본을 받거나 HWPX로 다시 저장하여 가져오십시오.",
        );
    }
    if flags & ((1 << 4) | (1 << 8) | (1 << 10)) != 0 {
        return refused(
            "DRM이나 인증서로 잠긴 문서입니다. 잠금을 풀어 다시 저장하여 가져오십시오.",
        );
    }
    Ok(flags)
}

/// Returns advice for a compound file that is no 한글 document, such as an old Office document.
fn another_program(file: &File<'_>) -> &'static str {
    let has = |names: &[&str]| names.iter().any(|name| file.is_stream(name));
    if has(&["/EncryptedPackage"]) {
        "암호가 걸린 Word·Excel 문서입니다. 암호를 풀어 다시 저장하여 가져오십시오."
    } else if has(&["/Workbook", "/Book"]) {
        "옛 엑셀 문서(.xls)입니다. 엑셀에서 '다른 이름으로 저장'으로 .xlsx 파일을 만들어 가져오십시오."
    } else if has(&["/WordDocument"]) {
        "옛 Word 문서(.doc)입니다. Word에서 '다른 이름으로 저장'으로 .docx 파일을 만들어 가져오십시오."
    } else if has(&["/PowerPoint Document"]) {
        "옛 PowerPoint 문서(.ppt)입니다. PDF로 저장하여 가져오십시오."
    } else {
        "한글 문서가 아닙니다. HWPX·DOCX·XLSX·PDF로 다시 저장하여 가져오십시오."
    }
}

/// Returns the unpacked bytes of a stream; `None` where it is missing.
fn stream(
    file: &mut File<'_>,
    name: &str,
    compressed: bool,
    budget: &mut u64,
) -> Result<Option<Vec<u8>>, Finding> {
    if !file.is_stream(name) {
        return Ok(None);
    }
    let broken = |error: String| {
        Finding::new(
            name.trim_start_matches('/'),
            format!("문서의 일부를 풀 수 없습니다({error}). 다시 저장하여 가져오십시오."),
        )
    };
    let allowed = LARGEST_STREAM.min(*budget);
    let mut packed = Vec::new();
    let stream = file.open_stream(name).map_err(|error| broken(shortened(error)))?;
    let read = stream.take(allowed + 1).read_to_end(&mut packed);
    read.map_err(|error| broken(shortened(error)))?;
    let bytes = if compressed {
        let unpacked = unpack(DeflateDecoder::new(packed.as_slice()), allowed);
        // Some programs write a zlib header.
        let unpacked = unpacked.or_else(|_| unpack(ZlibDecoder::new(packed.as_slice()), allowed));
        unpacked.map_err(|error| broken(shortened(error)))?
    } else {
        packed
    };
    if bytes.len() as u64 > allowed {
        return Err(broken(format!("{} MiB보다 큽니다", LARGEST_STREAM >> 20)));
    }
    *budget -= bytes.len() as u64;
    Ok(Some(bytes))
}

fn unpack(decoder: impl Read, allowed: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    decoder.take(allowed + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the title from the summary: property 2 of an OLE property set, in UTF-16.
fn summary_title(file: &mut File<'_>, budget: &mut u64) -> Option<String> {
    let set = stream(file, "/\u{5}HwpSummaryInformation", false, budget).ok()??;
    let number = |at: usize| record::u32_at(&set, at).and_then(|it| usize::try_from(it).ok());
    let section = number(44)?;
    let count = number(section.checked_add(4)?)?.min(100);
    for property in 0..count {
        let entry = section.checked_add(8 + property * 8)?;
        if number(entry)? == 2 {
            let value = section.checked_add(number(entry + 4)?)?;
            let length = number(value.checked_add(4)?)?.min(1_000);
            let title = record::utf16(&set, value + 8, length);
            return Some(title.trim_end_matches('\0').trim().to_owned());
        }
    }
    None
}
