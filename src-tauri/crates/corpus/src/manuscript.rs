//! What every format becomes before it is read as law: our Markdown with the fields of its head.
//!
//! A format reader (`formats/`) knows bytes, not law: it writes down what the file says, line by line, in the form that
//! the readers of law and prose ([`crate::statute`], [`crate::markdown`]) take. So an article is an article whichever format
//! it came in, and every check that holds for one holds for all.

use simui_domain::{Clock, DocumentKind};

use crate::encoding::composed;
use crate::front_matter::{FrontMatter, Split};
use crate::reading::{Finding, KindHint, Reading, SourceFile};
use crate::{markdown, statute};

/// One document as a format reader found it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Manuscript {
    /// The format reader and its version: `lawgokr-xml/1`.
    pub reader: &'static str,
    /// Where in the file it stands: `line 12`, `2쪽`; empty when the file holds nothing else.
    pub place: String,
    /// What it is; `None` lets the user's hint or the head decide.
    pub kind: Option<DocumentKind>,
    /// The fields of its head, named as in the Markdown corpora: 제목, 법령ID, 사건번호, 시행일자, …
    pub front: Option<FrontMatter>,
    /// Its text, in Markdown: see [`crate::statute`] for law, `#` headings for everything else.
    pub body: String,
    /// The lines of the file above `body`, where the body's lines are the file's own.
    pub lines_above: usize,
    /// How many 조·항·호·목 the source counts in the main text; the readers must find as many.
    pub provisions: Option<usize>,
    /// What could not be taken in, or only with doubt.
    pub findings: Vec<Finding>,
}

impl Manuscript {
    /// An empty one.
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

    /// Reads it as what it is. An error is about the whole document: it is quarantined, nothing is stored.
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
        // Offsets and quotes are those of the stored text, so it is put together before anything is counted.
        let body = composed(&self.body);
        let split = Split { front: self.front, body: &body, lines_above: self.lines_above };
        let sha256 = sha256.to_owned();
        let mut reading = match kind {
            DocumentKind::Statute => statute::read(source, sha256, &split, clock)?,
            DocumentKind::TechRegistry => return Err(no_list()),
            kind => markdown::read(source, sha256, &split, kind, clock)?,
        };
        // Markdown has no reader before those of law and prose.
        let document = &mut reading.imported.document;
        if self.reader != markdown::READER {
            document.reader = match document.kind {
                // What is read otherwise when the reader of law is another: see `reader::is_current`.
                DocumentKind::Statute => format!("{}+{}", self.reader, statute::READER),
                _ => self.reader.to_owned(),
            };
        }
        reading.findings.splice(0..0, self.findings);
        reading.findings.extend(miscounted(&reading, self.provisions));
        Ok(reading)
    }
}

/// What the head says the text is.
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

/// The source's own count against what was read: a difference means that words were taken for structure, or
/// structure for words.
fn miscounted(reading: &Reading, expected: Option<usize>) -> Option<Finding> {
    let main =
        reading.imported.articles.iter().filter(|it| it.part == simui_domain::ArticlePart::Main);
    let found: usize = main.map(|article| article.provisions.len()).sum();
    let expected = expected.filter(|expected| *expected != found)?;
    Some(Finding::whole_file(format!(
        "원본에는 조·항·호·목이 {expected}개인데 {found}개를 읽었습니다. 원문과 견주어 확인하십시오."
    )))
}
