//! Reads `Section0`: paragraphs with their tables, notes and boxes.

use std::collections::BTreeSet;

use super::doc_info::{DocInfo, Heading};
use super::paragraph::{Piece, pieces};
use super::record::{
    CHART, CTRL_HEADER, EQUATION, MEMO_LIST, OLE, PARA_HEADER, PICTURE, Record, TEXT_ART, VIDEO,
    counted_text, records, u16_at, u32_at,
};
use crate::formats::numbering::Counters;
use crate::formats::transcript::{LeftOut, Transcript, outline_heading};

/// Bit of the counters of outlines, which are separate from those of lists.
const OUTLINE: u32 = 1 << 31;

/// The text while it is read.
pub(super) struct Section<'a> {
    pub info: &'a DocInfo,
    pub transcript: Transcript,
    counters: Counters,
    outline: u32,
    pub paragraphs: usize,
    formulas: usize,
    strange: BTreeSet<String>,
}

/// A paragraph while it is read.
#[derive(Default)]
pub(super) struct Words<'r, 'd> {
    pub text: String,
    pub later: Vec<(&'r Record<'d>, Later)>,
}

/// Content that follows a paragraph or a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Later {
    Table,
    Note,
    Box,
}

impl<'a> Section<'a> {
    pub(super) fn new(info: &'a DocInfo, transcript: Transcript) -> Self {
        Self {
            info,
            transcript,
            counters: Counters::default(),
            outline: 1,
            paragraphs: 0,
            formulas: 0,
            strange: BTreeSet::new(),
        }
    }

    pub(super) fn read(&mut self, number: usize, stream: &[u8]) {
        let (roots, cut) = records(stream);
        if cut {
            self.transcript.find(
                format!("구역 {}", number + 1),
                "구역이 중간에 끊겼습니다. 뒤의 글이 빠졌을 수 있으니 온전한 파일로 다시 가져오십시오.",
            );
        }
        self.blocks(&roots, false);
    }

    pub(super) fn finish(mut self) -> Transcript {
        if self.formulas > 0 {
            self.transcript.find(
                "",
                format!("수식 {}개를 글로 폈습니다. 원문과 견주어 확인하십시오.", self.formulas),
            );
        }
        if !self.strange.is_empty() {
            let names = self.strange.into_iter().collect::<Vec<_>>().join(", ");
            self.transcript.find(
                "",
                format!("읽을 수 없는 것이 있습니다({names}). 원문과 견주어 확인하십시오."),
            );
        }
        self.transcript
    }

    fn blocks(&mut self, records: &[Record<'_>], painted: bool) {
        for record in records.iter().filter(|record| record.tag == PARA_HEADER) {
            self.paragraph(record, painted);
        }
    }

    pub(super) fn paragraph(&mut self, record: &Record<'_>, painted: bool) {
        self.paragraphs += 1;
        let words = self.words(record, painted);
        let text = words.text.trim();
        if !text.is_empty() {
            let (mark, heading) = self.mark(record, text);
            self.transcript.paragraph(&format!("{mark}{text}"), heading);
        }
        self.later(words.later, painted);
        self.memos(record);
    }

    pub(super) fn later(&mut self, later: Vec<(&Record<'_>, Later)>, painted: bool) {
        for (record, kind) in later {
            match kind {
                Later::Table => self.table(record, painted),
                Later::Box => self.boxes(record),
                Later::Note => {
                    let words = self.words_of(record, painted);
                    self.transcript.note(&words);
                }
            }
        }
    }

    /// Reads the paragraphs of shapes at any depth below a control. The fill of shapes is unknown, so white
    /// text is read.
    fn boxes(&mut self, record: &Record<'_>) {
        self.blocks(&record.below, true);
        for below in record.below.iter().filter(|below| below.tag != PARA_HEADER) {
            self.boxes(below);
        }
    }

    /// Reports memos, which follow the last paragraph of a section.
    fn memos(&mut self, record: &Record<'_>) {
        let Some(start) = record.below.iter().position(|below| below.tag == MEMO_LIST) else {
            return;
        };
        let memos = record.below.iter().skip(start);
        for memo in memos {
            let content = match memo.tag {
                PARA_HEADER => self.words(memo, true).text,
                _ => self.words_of(memo, true),
            };
            let place = self.place();
            self.transcript.leave_out(LeftOut::Comment, place, &content);
        }
    }

    /// Returns the number of a paragraph followed by a space, and its heading level.
    pub(super) fn mark(&mut self, record: &Record<'_>, text: &str) -> (String, Option<u8>) {
        let style = record.data.get(10).map_or(u32::MAX, |style| u32::from(*style));
        let title = self.info.titles.contains(&style).then_some(0);
        let shape = u32::from(u16_at(record.data, 8).unwrap_or(0));
        let (list, counter, level, heading) = match self.info.headings.get(&shape) {
            None => return (String::new(), title),
            Some(Heading::Outline(level)) => {
                (self.outline, self.outline | OUTLINE, *level, outline_heading(text, *level))
            }
            Some(Heading::Number(list, level)) => (*list, *list, *level, None),
        };
        let levels = self.info.lists.get(&list);
        let mut mark =
            levels.map_or_else(String::new, |levels| self.counters.next(counter, level, levels));
        if !mark.is_empty() {
            mark.push(' ');
        }
        (mark, title.or(heading))
    }

    pub(super) fn words<'r, 'd>(&mut self, record: &'r Record<'d>, painted: bool) -> Words<'r, 'd> {
        let mut words = Words { text: String::new(), later: Vec::new() };
        let mut controls = record.below.iter().filter(|below| below.tag == CTRL_HEADER);
        for piece in pieces(record) {
            match piece {
                Piece::Control => {
                    if let Some(control) = controls.next() {
                        self.control(control, &mut words);
                    }
                }
                Piece::Words(text, shape) => {
                    let unseen = self.info.tiny.contains(&shape)
                        || (!painted && self.info.white.contains(&shape));
                    if unseen {
                        let place = self.place();
                        self.transcript.leave_out(LeftOut::Hidden, place, &text);
                    } else {
                        words.text.push_str(&text);
                    }
                }
            }
        }
        // Controls without a position in the text are read too.
        controls.for_each(|control| self.control(control, &mut words));
        words
    }

    fn control<'r, 'd>(&mut self, control: &'r Record<'d>, words: &mut Words<'r, 'd>) {
        let data = control.data;
        match &control.control() {
            b"secd" => self.outline = u16_at(data, 18).map_or(1, u32::from).max(1),
            b"tbl " => words.later.push((control, Later::Table)),
            b"fn  " | b"en  " => words.later.push((control, Later::Note)),
            b"head" => self.aside(LeftOut::Margin, "머리말", control),
            b"foot" => self.aside(LeftOut::Margin, "꼬리말", control),
            b"tcmt" => {
                let place = self.place();
                self.aside(LeftOut::Comment, &place, control);
            }
            b"eqed" => {
                self.formulas += 1;
                let script =
                    control.child(EQUATION).and_then(|record| counted_text(record.data, 4));
                words.text.push_str(&script.map(|(script, _)| script).unwrap_or_default());
            }
            b"tdut" => {
                let (main, next) = counted_text(data, 4).unwrap_or_default();
                let above = counted_text(data, next).map(|(above, _)| above).unwrap_or_default();
                words.text.push_str(&format!("{main}({above})"));
            }
            b"tcps" => words.text.push_str(&counted_text(data, 4).unwrap_or_default().0),
            // The numbers of pictures, tables and formulas belong to their captions.
            b"atno" => {
                if matches!(u32_at(data, 4).map(|kind| kind & 0xF), Some(3..=5)) {
                    words.text.push_str(&u16_at(data, 8).unwrap_or(0).to_string());
                }
            }
            b"gso " => {
                if control.any_below(&[PICTURE, OLE, CHART, VIDEO]) {
                    self.transcript.pictures += 1;
                }
                self.text_art(control, words);
                words.later.push((control, Later::Box));
            }
            b"cold" | b"nwno" | b"pghd" | b"pgct" | b"pgnp" | b"idxm" | b"bokm" => {}
            name if name.first() == Some(&b'%') => {
                // The text of a field is between two marks in the paragraph; memos have their own text.
                self.aside(LeftOut::Comment, "메모", control);
            }
            name => {
                let name = String::from_utf8_lossy(name).into_owned();
                if name.chars().all(|c| c.is_ascii_graphic() || c == ' ') {
                    self.strange.insert(name.trim().to_owned());
                } else {
                    self.strange.insert("알 수 없는 개체".to_owned());
                }
                words.later.push((control, Later::Box));
            }
        }
    }

    fn text_art(&mut self, record: &Record<'_>, words: &mut Words<'_, '_>) {
        for below in &record.below {
            if below.tag == TEXT_ART {
                words.text.push_str(&counted_text(below.data, 32).unwrap_or_default().0);
            }
            self.text_art(below, words);
        }
    }

    fn aside(&mut self, why: LeftOut, place: &str, control: &Record<'_>) {
        let content = self.words_of(control, true);
        self.transcript.leave_out(why, place, &content);
    }

    pub(super) fn place(&self) -> String {
        format!("문단 {}", self.paragraphs)
    }
}
