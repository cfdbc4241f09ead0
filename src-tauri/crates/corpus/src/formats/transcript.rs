//! The contents of an office document in order, independent of the format: paragraphs, table rows, pages, and
//! what is left out.
//!
//! The format readers fill a [`Transcript`], which is converted here to a [`Manuscript`]. No text is lost: it
//! is in a block, in a field of the document head, or in a finding that quotes it.

use std::borrow::Cow;

use simui_domain::{DocumentKind, is_hidden};

pub(crate) use super::left_out::LeftOut;
use super::left_out::Passages;
use super::{head, headings};
use crate::encoding::composed;
use crate::front_matter::FrontMatter;
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint};

/// One element of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// A paragraph. Line breaks in it are `\n`.
    Paragraph {
        /// The text.
        text: String,
        /// The heading level of its style: title 0, heading 1, 2, …
        heading: Option<u8>,
    },
    /// A footnote or endnote, placed below the paragraph that refers to it.
    Note(String),
    /// A table row.
    Row(Vec<String>),
    /// The number of the page that begins here.
    Page(usize),
}

impl Block {
    /// Composes decomposed letters (NFC), so that document heads and headings are recognised by their text.
    fn compose(&mut self) {
        let compose = |text: &mut String| {
            if let Cow::Owned(nfc) = composed(text) {
                *text = nfc;
            }
        };
        match self {
            Block::Paragraph { text, .. } | Block::Note(text) => compose(text),
            Block::Row(cells) => cells.iter_mut().for_each(compose),
            Block::Page(_) => {}
        }
    }

    /// The text as one passage.
    pub(crate) fn words(&self) -> String {
        match self {
            Block::Paragraph { text, .. } | Block::Note(text) => text.clone(),
            Block::Row(cells) => cells.join(" "),
            Block::Page(_) => String::new(),
        }
    }
}

/// A document that is being read.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    /// The contents.
    pub blocks: Vec<Block>,
    /// Findings about the document.
    pub findings: Vec<Finding>,
    /// The title given in the document properties.
    pub title: Option<String>,
    /// The number of pictures, which may contain text.
    pub pictures: usize,
    left_out: Passages,
}

impl Transcript {
    /// Adds a paragraph, unless it is empty.
    pub(crate) fn paragraph(&mut self, text: &str, heading: Option<u8>) {
        if !text.trim().is_empty() {
            self.blocks.push(Block::Paragraph { text: text.trim().to_owned(), heading });
        }
    }

    /// Adds a row, unless it is empty.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        if cells.iter().any(|cell| !cell.trim().is_empty()) {
            self.blocks.push(Block::Row(cells));
        }
    }

    /// Adds a footnote, unless it is empty.
    pub(crate) fn note(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.blocks.push(Block::Note(text.trim().to_owned()));
        }
    }

    /// Records text that is left out of the document, and where it was.
    pub(crate) fn leave_out(&mut self, why: LeftOut, place: impl Into<String>, words: &str) {
        self.left_out.add(why, place.into(), words);
    }

    /// One finding for each passage that was left out.
    pub(crate) fn left_out(&self) -> Vec<Finding> {
        self.left_out.findings()
    }

    /// Adds everything except the blocks from a part that was read separately.
    pub(crate) fn absorb(&mut self, part: Transcript) {
        self.findings.extend(part.findings);
        self.pictures += part.pictures;
        self.left_out.absorb(part.left_out);
    }

    /// Adds a finding.
    pub(crate) fn find(&mut self, place: impl Into<String>, reason: impl Into<String>) {
        self.findings.push(Finding::new(place, reason));
    }

    /// Reports invisible characters. They are kept.
    pub(crate) fn find_hidden_characters(&mut self) {
        let texts = self.blocks.iter().flat_map(|block| match block {
            Block::Paragraph { text, .. } | Block::Note(text) => std::slice::from_ref(text),
            Block::Row(cells) => cells.as_slice(),
            Block::Page(_) => &[],
        });
        let count = texts.flat_map(|text| text.chars()).filter(|c| is_hidden(*c)).count();
        if count > 0 {
            self.find(
                "",
                format!("보이지 않는 문자가 {count}개 있습니다. 원문과 견주어 숨은 글이 없는지 확인하십시오."),
            );
        }
    }

    /// Whether any text was read.
    pub(crate) fn has_words(&self) -> bool {
        self.blocks.iter().any(|block| !matches!(block, Block::Page(_)))
    }

    /// The document in our Markdown.
    ///
    /// # Errors
    /// Returns a finding about the whole file when it contains no text.
    pub(crate) fn manuscripts(
        mut self,
        reader: &'static str,
        hint: KindHint,
    ) -> Result<Vec<Manuscript>, Finding> {
        if !self.has_words() {
            return Err(self.wordless());
        }
        self.blocks.iter_mut().for_each(Block::compose);
        let mut manuscript = Manuscript::new(reader, None);
        let mut front = FrontMatter::default();
        self.take_head(&mut front);
        if front.text(&["제목"]).is_none()
            && let Some(title) = self.title.take().filter(|title| names_a_document(title))
        {
            front.add("제목", title);
        }
        let law = hint.map_or_else(
            || front.text(&["법령ID", "법령구분"]).is_some(),
            |kind| kind == DocumentKind::Statute,
        );
        if law {
            self.notes_of_law();
        }
        let title = front.text(&["제목"]).map(str::to_owned);
        let written = headings::write(&self.blocks, title.as_deref(), law);
        manuscript.body = written.body;
        manuscript.findings = std::mem::take(&mut self.findings);
        manuscript.findings.extend(written.findings);
        manuscript.findings.extend(self.left_out());
        manuscript.findings.extend(self.picture_finding());
        manuscript.front = Some(front);
        Ok(vec![manuscript])
    }

    fn take_head(&mut self, front: &mut FrontMatter) {
        let paragraphs = self.blocks.iter().enumerate().filter_map(|(at, block)| match block {
            Block::Paragraph { text, .. } => Some((at, text.as_str())),
            _ => None,
        });
        let (places, lines): (Vec<usize>, Vec<&str>) = paragraphs.take(40).unzip();
        let taken = head::take(&lines, front);
        for at in taken.into_iter().rev().filter_map(|line| places.get(line)) {
            self.blocks.remove(*at);
        }
    }

    /// Leaves out footnotes of a printed law, which are not part of the law.
    fn notes_of_law(&mut self) {
        let blocks = std::mem::take(&mut self.blocks);
        for block in blocks {
            match block {
                Block::Note(text) => self.leave_out(LeftOut::NoteOfLaw, "각주", &text),
                block => self.blocks.push(block),
            }
        }
    }

    fn wordless(self) -> Finding {
        let mut reasons: Vec<String> = self.findings.iter().map(describe).collect();
        reasons.extend(self.left_out().iter().map(describe));
        let about = match self.pictures {
            0 => "글이 하나도 없습니다. 온전한 파일로 다시 가져오십시오.",
            _ => {
                "그림만 있고 글이 없습니다(스캔한 문서). 광학 문자 인식(OCR)을 거친 파일로 다시 가져오십시오."
            }
        };
        reasons.insert(0, about.to_owned());
        Finding::whole_file(reasons.join(" "))
    }

    fn picture_finding(&self) -> Option<Finding> {
        (self.pictures > 0).then(|| {
            Finding::whole_file(format!(
                "그림이 {}개 있습니다. 그림 속의 글은 읽지 않으니, 필요한 글이면 따로 적어 넣으십시오.",
                self.pictures
            ))
        })
    }
}

/// A finding as one sentence to be included in another.
fn describe(finding: &Finding) -> String {
    match finding.place.as_str() {
        "" => finding.reason.clone(),
        place => format!("{place}: {}", finding.reason),
    }
}

/// The heading level for a paragraph with an outline level in 한글. Authorities also number whole sentences
/// that way, which are not headings.
pub(crate) fn outline_heading(text: &str, level: usize) -> Option<u8> {
    let short = text.chars().count() <= 60 && !text.contains('\n');
    u8::try_from(level.checked_add(1)?)
        .ok()
        .filter(|_| short && !super::heading_marks::is_sentence(text))
}

/// Whether a title identifies a document. Titles that programs insert automatically do not.
fn names_a_document(title: &str) -> bool {
    let title = title.trim().to_lowercase();
    let ends = [".hwp", ".hwpx", ".doc", ".docx", ".pdf", ".html", ".htm", ".txt"];
    let generic = ["제목 없음", "untitled", "document", "문서", "문서1", "빈 문서"];
    !title.is_empty()
        && !generic.contains(&title.as_str())
        && !ends.iter().any(|end| title.ends_with(end))
        && !title.starts_with("microsoft word -")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generic_titles_are_none() {
        for title in ["", "Untitled", "심의기준.hwp", "Microsoft Word - 문서1", "제목 없음"]
        {
            assert!(!names_a_document(title), "{title}");
        }
        assert!(names_a_document("의료광고 심의기준"));
    }
}
