use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use simui_domain::{ArticlePart, DocumentKind, Span, Technology};
use simui_store::ImportedDocument;

/// The bytes of a file and where they came from.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The path shown to users. `starter/…` for embedded files.
    pub path: String,
    /// The contents of the file.
    pub bytes: Vec<u8>,
}

/// A document as read from a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reading {
    /// The document with its articles and chunks, ready to be stored.
    pub imported: ImportedDocument,
    /// Issues that an administrator should review although the file was read.
    pub findings: Vec<Finding>,
    /// Headings above the articles (title, 편·장·절·관, 부칙 headers): the lines of the body that do not belong to
    /// any article. Articles and headings together cover every line that is not blank.
    pub headings: Vec<Span>,
    /// The entries of a 신의료기술평가 list. Empty for every other kind.
    pub technologies: Vec<Technology>,
}

impl Reading {
    /// The number of articles of the main text that have a 조 number (the preamble has none).
    pub fn main_articles(&self) -> usize {
        let main = |article: &&simui_domain::Article| {
            article.part == ArticlePart::Main && !article.provisions.is_empty()
        };
        self.imported.articles.iter().filter(main).count()
    }
}

/// Something that could not be read, or only with doubt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `line 120`, `제12조제3항`, or empty for the whole file.
    pub place: String,
    /// What was found and how to resolve it. Written in Korean for administrators.
    pub reason: String,
}

/// Everything that the readers found in a file.
#[derive(Debug, Clone, Default)]
pub struct Readings {
    /// The documents in the file.
    pub readings: Vec<Reading>,
    /// Issues for an administrator that do not belong to any document.
    pub findings: Vec<Finding>,
}

impl Readings {
    /// The only document of a file that should contain one, with all findings.
    ///
    /// # Errors
    /// Returns the first finding of a file without documents, or a finding if there are several documents.
    pub fn into_only(self) -> Result<Reading, Finding> {
        let Self { readings, findings } = self;
        let mut readings = readings.into_iter();
        match (readings.next(), readings.next()) {
            (Some(mut reading), None) => {
                reading.findings.extend(findings);
                Ok(reading)
            }
            (None, _) => Err(findings.into_iter().next().unwrap_or_else(|| {
                Finding::whole_file("문서가 하나도 없습니다. 온전한 파일로 다시 가져오십시오.")
            })),
            _ => Err(Finding::whole_file("문서가 여럿입니다. 하나씩 나누어 가져오십시오.")),
        }
    }
}

/// What a reader reports while it reads a file.
#[derive(Debug)]
pub enum Part {
    /// The next file of an archive is about to be read.
    Entry {
        /// The path of the file, which begins with that of the archive.
        path: String,
        /// The unpacked size of the file in bytes.
        size: u64,
    },
    /// A document was read.
    Document(Box<Reading>),
}

/// Receives the parts of a file as they are read. [`ControlFlow::Break`] on an entry skips that entry. On a
/// document it stops reading the file.
pub type Take<'a> = &'a mut dyn FnMut(Part) -> ControlFlow<()>;

impl Finding {
    /// Prefixes the place with an enclosing place: `2쪽` of `별표.pdf` in an archive.
    pub(crate) fn within(&mut self, place: &str) {
        if !place.is_empty() {
            let inner = std::mem::take(&mut self.place);
            let parts = [place, inner.as_str()];
            self.place =
                parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
        }
    }

    /// A finding at a place.
    pub fn new(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into() }
    }

    /// The finding for a reader that panicked on the file.
    pub fn reader_failed() -> Self {
        Self::whole_file("파일을 읽다가 프로그램 오류가 났습니다. 파일을 개발자에게 보내 주십시오.")
    }

    /// A finding about the file as a whole.
    pub fn whole_file(reason: impl Into<String>) -> Self {
        Self::new("", reason)
    }
}

/// The kind of document given by the user. `None` leaves it to the front matter of each file.
pub type KindHint = Option<DocumentKind>;
