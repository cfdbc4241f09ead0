//! Reads `document.xml`: blocks, then runs, in reading order.

use std::collections::{BTreeMap, HashSet};

use super::numbers::Numbers;
use super::runs::Ground;
use super::styles::{Styles, is_on, is_painted, is_white, list};
use crate::formats::table::{self, Cell};
use crate::formats::transcript::{Block, LeftOut, Transcript};
use crate::formats::xml_tree::Element;

/// Most columns that a cell may span or skip.
const WIDEST: usize = 63;
/// Most columns whose merged cells are tracked from row to row.
const MOST_COLUMNS: usize = 1_000;

/// A document while it is read.
pub(super) struct Body<'a> {
    pub(super) styles: &'a Styles,
    numbers: Numbers,
    pub(super) transcript: Transcript,
    pub(super) notes: BTreeMap<(&'static str, String), &'a Element>,
    pub(super) used_notes: HashSet<(&'static str, String)>,
    /// Paragraphs so far, for places in findings.
    paragraphs: usize,
    pub(super) inserted: usize,
    pub(super) formulas: usize,
    /// Text boxes and notes of the current paragraph or row.
    pub(super) later: Vec<Later<'a>>,
    pub(super) strange: HashSet<String>,
}

/// Content that follows the paragraph or row that refers to it.
pub(super) enum Later<'a> {
    Box(&'a Element, bool),
    Note(&'a Element),
}

impl<'a> Body<'a> {
    pub(super) fn new(styles: &'a Styles, numbers: Numbers, transcript: Transcript) -> Self {
        Self {
            styles,
            numbers,
            transcript,
            notes: BTreeMap::new(),
            used_notes: HashSet::new(),
            paragraphs: 0,
            inserted: 0,
            formulas: 0,
            later: Vec::new(),
            strange: HashSet::new(),
        }
    }

    /// Collects the footnotes or endnotes of a document. Separator lines are stored as notes with a type.
    pub(super) fn notes_from(&mut self, root: Option<&'a Element>, kind: &'static str) {
        for note in root.into_iter().flat_map(|root| root.all(kind)) {
            if let Some(id) = note
                .attribute("id")
                .filter(|_| note.attribute("type").is_none_or(|it| it == "normal"))
            {
                self.notes.insert((kind, id.to_owned()), note);
            }
        }
    }

    /// Reads `w:document`.
    pub(super) fn read(&mut self, document: &'a Element) {
        let paper = document.child("background").and_then(|it| it.attribute("color"));
        let painted = paper.is_some_and(|color| color != "auto" && !is_white(color));
        for body in document.all("body") {
            self.blocks(body, Ground { painted, ..Ground::default() });
        }
    }

    /// Returns the transcript with all findings.
    pub(super) fn finish(mut self) -> Transcript {
        let unused: Vec<&Element> = self
            .notes
            .iter()
            .filter(|(key, _)| !self.used_notes.contains(*key))
            .map(|(_, note)| *note)
            .collect();
        for note in unused {
            let words = self.words_of(note, Ground::default());
            self.transcript.leave_out(LeftOut::Comment, "어디서도 가리키지 않는 각주", &words);
        }
        if self.inserted > 0 {
            self.transcript.find("", format!("변경 추적으로 넣은 글 {}곳을 본문에 넣었습니다. 변경을 확정한 문서인지 확인하십시오.", self.inserted));
        }
        if self.formulas > 0 {
            self.transcript.find(
                "",
                format!("수식 {}개를 글로 폈습니다. 원문과 견주어 확인하십시오.", self.formulas),
            );
        }
        if !self.strange.is_empty() {
            let mut names: Vec<String> = self.strange.into_iter().collect();
            names.sort();
            self.transcript.find(
                "",
                format!(
                    "읽을 수 없는 것이 있습니다({}). 원문과 견주어 확인하십시오.",
                    names.join(", ")
                ),
            );
        }
        if !self.numbers.unknown.is_empty() {
            self.transcript.find(
                "",
                format!(
                    "모르는 번호 꼴({})은 1, 2, 3으로 적었습니다. 원문의 번호를 확인하십시오.",
                    self.numbers.unknown.join(", ")
                ),
            );
        }
        self.transcript
    }

    fn blocks(&mut self, parent: &'a Element, ground: Ground) {
        for element in parent.elements() {
            match &*element.name {
                "p" => self.paragraph(element, ground),
                "tbl" => self.table(element, ground),
                "sdt" if is_contents_part(element) => {
                    let words = self.words_of(element, ground);
                    self.transcript.leave_out(LeftOut::Contents, "차례", &words);
                }
                "altChunk" => {
                    self.strange.insert("끼워 넣은 다른 문서".to_owned());
                }
                "del" | "moveFrom" => self.blocks(element, Ground { deleted: true, ..ground }),
                // Wrappers of any kind hold blocks; properties hold none.
                _ => self.blocks(element, ground),
            }
        }
    }

    fn paragraph(&mut self, paragraph: &'a Element, ground: Ground) {
        self.paragraphs += 1;
        let properties = paragraph.child("pPr");
        let style = properties.and_then(|it| it.child("pStyle")?.attribute("val"));
        let words = self.paragraph_words(paragraph, ground);
        let place = self.place();
        if self.styles.is_contents(style) {
            self.transcript.leave_out(LeftOut::Contents, place, &words);
        } else if !words.trim().is_empty() {
            let mark = self.mark(properties, style);
            let heading = self.styles.heading(style, properties);
            self.transcript.paragraph(&format!("{mark}{}", words.trim()), heading);
        }
        self.flush();
    }

    /// Returns the number of a paragraph followed by a space.
    fn mark(&mut self, properties: Option<&Element>, style: Option<&str>) -> String {
        let own = properties.and_then(list);
        let of_style = self.styles.list(style);
        let Some((list, level)) = own.or(of_style).filter(|(list, _)| *list > 0) else {
            return String::new();
        };
        let mut mark = self.numbers.next(list, level);
        if !mark.is_empty() {
            mark.push(' ');
        }
        mark
    }

    fn flush(&mut self) {
        for later in std::mem::take(&mut self.later) {
            match later {
                Later::Box(inner, painted) => {
                    self.blocks(inner, Ground { painted, ..Ground::default() })
                }
                Later::Note(note) => {
                    let words = self.words_of(note, Ground::default());
                    self.transcript.note(&words);
                }
            }
        }
    }

    fn table(&mut self, table: &'a Element, ground: Ground) {
        let style = table.path(&["tblPr", "tblStyle"]).and_then(|style| style.attribute("val"));
        let painted = ground.painted || self.styles.paints(style);
        let mut rows = Vec::new();
        table.below("tr", &mut rows);
        let cells_of = |row: &'a Element| {
            let mut cells = Vec::new();
            row.below("tc", &mut cells);
            cells
        };
        // A table of one cell is a frame around text.
        if let [row] = rows.as_slice()
            && let [cell] = cells_of(row).as_slice()
        {
            return self.blocks(cell, Ground { painted: painted || is_shaded(cell), ..ground });
        }
        let later = std::mem::take(&mut self.later);
        // Text of vertically merged cells by column.
        let mut merged: Vec<String> = Vec::new();
        for row in rows {
            let properties = row.child("trPr");
            let is = |name: &str| properties.and_then(|it| it.child(name)).is_some_and(is_on);
            let ground = Ground { deleted: ground.deleted || is("del"), painted, ..ground };
            let skipped = properties.and_then(|it| it.child("gridBefore")?.number::<usize>("val"));
            let mut cells: Vec<Cell> = Vec::new();
            let mut column = skipped.unwrap_or(0).min(WIDEST);
            for cell in cells_of(row) {
                let span =
                    cell.path(&["tcPr", "gridSpan"]).and_then(|it| it.number("val")).unwrap_or(1);
                let ground = Ground { painted: painted || is_shaded(cell), ..ground };
                let mut text = self.words_of(cell, ground);
                let merge = cell.path(&["tcPr", "vMerge"]);
                let goes_on = merge.is_some_and(|it| it.attribute("val") != Some("restart"));
                if merged.len() <= column && column < MOST_COLUMNS {
                    merged.resize(column + 1, String::new());
                }
                if let Some(above) = merged.get_mut(column) {
                    match (goes_on && text.trim().is_empty(), merge) {
                        (true, _) => text.clone_from(above),
                        (false, Some(_)) if table::is_repeated(&text) => above.clone_from(&text),
                        (false, _) => above.clear(),
                    }
                }
                cells.push(Cell { row: 0, column: Some(column), columns: span, rows: 1, text });
                column += span.clamp(1, WIDEST);
            }
            let read = table::rows(cells);
            if let Some(doubt) = read.doubt() {
                let place = self.place();
                self.transcript.find(place, doubt);
            }
            for row in read.rows {
                if is("hidden") {
                    let place = self.place();
                    self.transcript.leave_out(LeftOut::Hidden, place, &row.join(" "));
                } else {
                    self.transcript.row(row);
                }
            }
            self.flush();
        }
        self.later = later;
    }

    /// Returns the text of a cell or note as one passage; nested tables are flattened and reported.
    fn words_of(&mut self, parent: &'a Element, ground: Ground) -> String {
        let mut passages: Vec<String> = Vec::new();
        for element in parent.elements() {
            let words = match &*element.name {
                "p" => {
                    self.paragraphs += 1;
                    let words = self.paragraph_words(element, ground);
                    let properties = element.child("pPr");
                    let style = properties.and_then(|it| it.child("pStyle")?.attribute("val"));
                    let mark = if words.trim().is_empty() {
                        String::new()
                    } else {
                        self.mark(properties, style)
                    };
                    format!("{mark}{}", words.trim())
                }
                "tbl" => {
                    let place = self.place();
                    self.transcript.find(
                        place,
                        "표 속의 표를 한 칸의 글로 폈습니다. 원문과 견주어 확인하십시오.",
                    );
                    self.words_of(element, ground)
                }
                "tcPr" | "tblPr" | "trPr" | "sdtPr" => continue,
                _ => self.words_of(element, ground),
            };
            if !words.trim().is_empty() {
                passages.push(words.trim().to_owned());
            }
        }
        passages.join(" ")
    }

    pub(super) fn place(&self) -> String {
        format!("문단 {}", self.paragraphs)
    }
}

fn is_shaded(cell: &Element) -> bool {
    cell.path(&["tcPr", "shd"]).is_some_and(is_painted)
}

fn is_contents_part(sdt: &Element) -> bool {
    let gallery = sdt.path(&["sdtPr", "docPartObj", "docPartGallery"]);
    gallery.and_then(|it| it.attribute("val")).is_some_and(|it| it == "Table of Contents")
}

/// Returns the distinct passages of a header, footer or comment.
pub(super) fn passages(root: &Element, styles: &Styles) -> Vec<String> {
    let mut body = Body::new(styles, Numbers::default(), Transcript::default());
    // White text in these parts is read, since it hides nothing from the body.
    body.blocks(root, Ground { painted: true, ..Ground::default() });
    let mut passages: Vec<String> = Vec::new();
    for words in body.transcript.blocks.iter().map(Block::words) {
        if !passages.contains(&words) {
            passages.push(words);
        }
    }
    passages
}
