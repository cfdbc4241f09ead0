//! Detects the format of a file by its first bytes; the name decides only between kinds of text.

use std::path::Path;

/// A file format that has a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Markdown with or without a head.
    Markdown,
    /// Plain text.
    Text,
    /// A web page.
    Html,
    /// XML of any vocabulary.
    Xml,
    /// One JSON value.
    Json,
    /// One JSON object per line.
    JsonLines,
    /// Comma- or tab-separated values.
    Csv,
    /// Portable Document Format.
    Pdf,
    /// 한글 5, an OLE compound file. Old Office documents are such files too and are told apart by the reader.
    Hwp,
    /// A ZIP container: HWPX, DOCX, XLSX or an archive of files, told apart by its content.
    Zip,
}

/// Returns the format of a file; `None` when there is no reader for it.
pub(crate) fn format(path: &str, bytes: &[u8]) -> Option<Format> {
    match bytes {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => return Some(Format::Zip),
        [b'%', b'P', b'D', b'F', ..] => return Some(Format::Pdf),
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => return Some(Format::Hwp),
        _ => {}
    }
    let extension = Path::new(path).extension()?.to_string_lossy().to_lowercase();
    Some(match extension.as_str() {
        "md" | "markdown" => Format::Markdown,
        "txt" | "text" => Format::Text,
        "html" | "htm" | "xhtml" => Format::Html,
        "xml" => Format::Xml,
        "json" => Format::Json,
        "jsonl" | "ndjson" => Format::JsonLines,
        "csv" | "tsv" => Format::Csv,
        "pdf" => Format::Pdf,
        "hwp" => Format::Hwp,
        "hwpx" | "docx" | "xlsx" | "zip" => Format::Zip,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Format, format};

    #[test]
    fn bytes_before_names() {
        let check =
            |path, bytes: &[u8], expected| assert_eq!(format(path, bytes), expected, "{path}");
        check("a.md", b"# t", Some(Format::Markdown));
        check("a.MD", b"", Some(Format::Markdown));
        check("law.md", b"%PDF-1.7", Some(Format::Pdf));
        check("law", b"PK\x03\x04", Some(Format::Zip));
        check("a.hwp", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Some(Format::Hwp));
        check("a.exe", b"MZ", None);
        check("a", b"text", None);
    }
}
