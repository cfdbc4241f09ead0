//! The intermediate form of a document: our Markdown with the fields of the document head.
//!
//! A format reader (`formats/`) knows the file format but not the law. It writes the contents of the file
//! line by line in the form that the readers of law and prose ([`crate::statute`], [`crate::markdown`])
//! accept. An article is therefore read the same way whichever format it came in, and every check applies to
//! all formats.

use simui_domain::{Clock, DocumentKind};

use crate::encoding::composed;
use crate::front_matter::{FrontMatter, Split};
use crate::reading::{Finding, KindHint, Reading, SourceFile};
use crate::{markdown, statute};

/// One document as returned by a format reader.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Manuscript {
    /// The name and version of the format reader: `lawgokr-xml/1`.
    pub reader: &'static str,
    /// Where the document is in the file: `line 12`, `2쪽`. Empty if the file contains nothing else.
    pub place: String,
    /// The kind of the document. `None` leaves it to the user's hint or the document head.
    pub kind: Option<DocumentKind>,
    /// The fields of the document head, named as in the Markdown corpora: 제목, 법령ID, 사건번호, 시행일자, …
    pub front: Option<FrontMatter>,
    /// The text in Markdown. See [`crate::statute`] for law. Everything else uses `#` headings.
    pub body: String,
    /// The number of lines in the file above `body`, if the lines of the body are those of the file.
    pub lines_above: usize,
    /// The number of 조·항·호·목 that the source gives for the main text. The readers must find the same number.
    pub provisions: Option<usize>,
    /// Messages about content that could not be read or is doubtful.
    pub findings: Vec<Finding>,
}

impl Manuscript {
    /// An empty manuscript.
    pub(crate) fn new(reader: &'static str, kind: Option<DocumentKind>) -> Self {
        Self {
            reader,
            place: String::new(),
            kind,
            front: None,
            body: String::new(),
            lines_above: 0,
            provisions: None,
            findings: Vec::new(),
        }
    }

    /// Reads the manuscript according to its kind. An error applies to the whole document, which is then
    /// quarantined and not stored.
    pub(crate) fn read(
        self,
        source: &SourceFile,
        sha256: &str,
        hint: KindHint,
        clock: &Clock,
    ) -> Result<Reading, Finding> {
        let kind = hint
            .or(self.kind)
            .or_else(|| self.front.as_ref().and_then(kind_of))
            .ok_or_else(unknown_kind)?;
        // Offsets and quotes refer to the stored text, so it is normalised before anything is counted.
        let body = composed(&self.body);
        let split = Split { front: self.front, body: &body, lines_above: self.lines_above };
        let sha256 = sha256.to_owned();
        let mut reading = match kind {
            DocumentKind::Statute => statute::read(source, sha256, &split, clock)?,
            DocumentKind::TechRegistry => return Err(no_list()),
            kind => markdown::read(source, sha256, &split, kind, clock)?,
        };
        // Markdown has no format reader of its own.
        let document = &mut reading.imported.document;
        if self.reader != markdown::READER {
            document.reader = match document.kind {
                // The name includes the reader of law, so that documents are re-read when it changes. See
                // `reader::is_current`.
                DocumentKind::Statute => format!("{}+{}", self.reader, statute::READER),
                _ => self.reader.to_owned(),
            };
        }
        reading.findings.splice(0..0, self.findings);
        reading.findings.extend(miscounted(&reading, self.provisions));
        Ok(reading)
    }
}

/// The kind given in the document head.
fn kind_of(front: &FrontMatter) -> Option<DocumentKind> {
    if let Some(named) = front.text(&["자료종류", "kind"]) {
        return named.parse().ok();
    }
    if front.text(&["법령ID", "법령구분"]).is_some() {
        return Some(DocumentKind::Statute);
    }
    front.text(&["사건번호"]).map(|_| DocumentKind::Precedent)
}

fn unknown_kind() -> Finding {
    Finding::whole_file(
        "무슨 자료인지 알 수 없습니다. 머리말에 '자료종류: guideline' 따위를 적거나 --kind로 종류를 지정해 주십시오.",
    )
}

fn no_list() -> Finding {
    Finding::whole_file(
        "신의료기술 목록은 표(CSV·JSON Lines·XLSX)로 가져옵니다. 형식을 바꾸어 주십시오.",
    )
}

/// Compares the number of provisions given by the source with the number read. A difference means that text
/// was taken for structure or structure for text.
fn miscounted(reading: &Reading, expected: Option<usize>) -> Option<Finding> {
    let main =
        reading.imported.articles.iter().filter(|it| it.part == simui_domain::ArticlePart::Main);
    let found: usize = main.map(|article| article.provisions.len()).sum();
    let expected = expected.filter(|expected| *expected != found)?;
    Some(Finding::whole_file(format!(
        "원본에는 조·항·호·목이 {expected}개인데 {found}개를 읽었습니다. 원문과 견주어 확인하십시오."
    )))
}
