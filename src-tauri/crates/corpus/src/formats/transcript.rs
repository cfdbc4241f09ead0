//! What an office document says, in order, whatever its format: paragraphs, rows of tables, pages, and what is left out.
//!
//! The format readers fill a [`Transcript`]; here it becomes a [`Manuscript`]. Nothing that is read vanishes: words are in
//! a block, in a field of the head, or in a finding that quotes them.

use std::borrow::Cow;

use simui_domain::{DocumentKind, is_hidden};

pub(crate) use super::left_out::LeftOut;
use super::left_out::Passages;
use super::{head, headings};
use crate::encoding::composed;
use crate::front_matter::FrontMatter;
use crate::manuscript::Manuscript;
use crate::reading::{Finding, KindHint};

/// One thing that a document says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// A paragraph; line breaks in it are `\n`.
    Paragraph {
        /// Its words.
        text: String,
        /// What its style makes it: title 0, heading 1, 2, …
        heading: Option<u8>,
    },
    /// A footnote or endnote, below the paragraph that refers to it.
    Note(String),
    /// A row of a table.
    Row(Vec<String>),
    /// The page that what follows stands on.
    Page(usize),
}

impl Block {
    /// Puts letters together that the file has in parts (NFC), so that heads and headings are known by their words.
    fn compose(&mut self) {
        let compose = |text: &mut String| {
            if let Cow::Owned(whole) = composed(text) {
                *text = whole;
            }
        };
        match self {
            Block::Paragraph { text, .. } | Block::Note(text) => compose(text),
            Block::Row(cells) => cells.iter_mut().for_each(compose),
            Block::Page(_) => {}
        }
    }

    /// Its words as one passage.
    pub(crate) fn words(&self) -> String {
        match self {
            Block::Paragraph { text, .. } | Block::Note(text) => text.clone(),
            Block::Row(cells) => cells.join(" "),
            Block::Page(_) => String::new(),
        }
    }
}

/// A document as it is read.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    /// What it says.
    pub blocks: Vec<Block>,
    /// Doubts about it.
    pub findings: Vec<Finding>,
    /// Its title as its properties name it.
    pub title: Option<String>,
    /// Pictures, in which there may be words.
    pub pictures: usize,
    left_out: Passages,
}

impl Transcript {
    /// Adds a paragraph that has words.
    pub(crate) fn paragraph(&mut self, text: &str, heading: Option<u8>) {
        if !text.trim().is_empty() {
            self.blocks.push(Block::Paragraph { text: text.trim().to_owned(), heading });
        }
    }

    /// Adds a row that has words.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        if cells.iter().any(|cell| !cell.trim().is_empty()) {
            self.blocks.push(Block::Row(cells));
        }
    }

    /// Adds a footnote that has words.
    pub(crate) fn note(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.blocks.push(Block::Note(text.trim().to_owned()));
        }
    }

    /// Words that are not in the text, and where they stood.
    pub(crate) fn leave_out(&mut self, why: LeftOut, place: impl Into<String>, words: &str) {
        self.left_out.add(why, place.into(), words);
    }

    /// What is not in the text, a finding for each passage.
    pub(crate) fn left_out(&self) -> Vec<Finding> {
        self.left_out.findings()
    }

    /// Takes over everything but the blocks of a part that was read apart.
    pub(crate) fn absorb(&mut self, part: Transcript) {
        self.findings.extend(part.findings);
        self.pictures += part.pictures;
        self.left_out.absorb(part.left_out);
    }

    /// A doubt.
    pub(crate) fn find(&mut self, place: impl Into<String>, reason: impl Into<String>) {
        self.findings.push(Finding::new(place, reason));
    }

    /// Tells of characters that nobody sees; they are kept.
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

    /// Whether any words were read.
    pub(crate) fn has_words(&self) -> bool {
        self.blocks.iter().any(|block| !matches!(block, Block::Page(_)))
    }

    /// The document in our Markdown.
    ///
    /// # Errors
    /// A finding about the whole file when it has no words.
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

    /// A note at the foot of a print of the law is not the law's.
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
        let mut reasons: Vec<String> = self.findings.iter().map(told).collect();
        reasons.extend(self.left_out().iter().map(told));
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

/// A finding as one sentence within another.
fn told(finding: &Finding) -> String {
    match finding.place.as_str() {
        "" => finding.reason.clone(),
        place => format!("{place}: {}", finding.reason),
    }
}

/// The heading that an outline level of 한글 makes of a paragraph. Offices number whole sentences that way too; those
/// are no headings.
pub(crate) fn outline_heading(text: &str, level: usize) -> Option<u8> {
    let short = text.chars().count() <= 60 && !text.contains('\n');
    u8::try_from(level.checked_add(1)?)
        .ok()
        .filter(|_| short && !super::heading_marks::is_sentence(text))
}

/// Titles that programs write by themselves name nothing.
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
