//! Reads `section0.xml`: paragraphs with their tables, notes and boxes.

use std::collections::BTreeMap;

use super::header::{Header, Heading, is_white};
use crate::formats::ground::Fill;
use crate::formats::numbering::Counters;
use crate::formats::transcript::{LeftOut, Transcript, outline_heading};
use crate::formats::xml_tree::{Element, Node};

/// Bit of the counters of outlines, which are separate from those of lists.
const OUTLINE: u32 = 1 << 31;

/// The text while it is read.
pub(super) struct Section<'a> {
    pub header: &'a Header,
    pub transcript: Transcript,
    counters: Counters,
    outline: u32,
    pub paragraphs: usize,
    /// Whether the position is inside a tracked deletion.
    deleting: bool,
    inserted: usize,
    formulas: usize,
    /// Unknown elements with the place of the first one and their number.
    strange: BTreeMap<String, (String, usize)>,
}

/// A paragraph while it is read.
#[derive(Default)]
pub(super) struct Words<'e> {
    pub text: String,
    /// Whether the background is coloured, so that white text is visible.
    pub painted: bool,
    /// Tables, notes and boxes that follow the text.
    pub later: Vec<(&'e Element, Later)>,
}

/// Content that follows a paragraph or a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Later {
    Table,
    Note,
    Box { painted: bool },
}

impl<'a> Section<'a> {
    pub(super) fn new(header: &'a Header, transcript: Transcript) -> Self {
        Self {
            header,
            transcript,
            counters: Counters::default(),
            outline: 1,
            paragraphs: 0,
            deleting: false,
            inserted: 0,
            formulas: 0,
            strange: BTreeMap::new(),
        }
    }

    pub(super) fn read(&mut self, root: &Element) {
        self.deleting = false;
        self.blocks(root, false);
    }

    /// Reports the text of page margins without reading it into the body.
    pub(super) fn margin(&mut self, root: &Element, place: &str) {
        let words = self.words_of(root, true);
        self.transcript.leave_out(LeftOut::Margin, place, &words);
    }

    pub(super) fn finish(mut self) -> Transcript {
        if self.inserted > 0 {
            self.transcript.find("", format!("변경 추적으로 넣은 글 {}곳을 본문에 넣었습니다. 변경을 확정한 문서인지 확인하십시오.", self.inserted));
        }
        if self.formulas > 0 {
            self.transcript.find(
                "",
                format!("수식 {}개를 글로 폈습니다. 원문과 견주어 확인하십시오.", self.formulas),
            );
        }
        for (name, (place, count)) in self.strange {
            self.transcript.find(
                place,
                format!(
                    "읽을 수 없는 것이 있습니다({name}, 모두 {count}곳). 그 자리에 글자가 빠지지 않았는지 원문과 견주어 확인하십시오."
                ),
            );
        }
        self.transcript
    }

    pub(super) fn blocks(&mut self, parent: &Element, painted: bool) {
        for paragraph in parent.elements() {
            if &*paragraph.name == "p" {
                self.paragraph(paragraph, painted);
            } else {
                self.blocks(paragraph, painted);
            }
        }
    }

    fn paragraph(&mut self, paragraph: &Element, painted: bool) {
        self.paragraphs += 1;
        let words = self.words(paragraph, painted);
        let text = words.text.trim();
        if !text.is_empty() {
            let (mark, heading) = self.mark(paragraph, text);
            self.transcript.paragraph(&format!("{mark}{text}"), heading);
        }
        self.later(words.later);
    }

    pub(super) fn later(&mut self, later: Vec<(&Element, Later)>) {
        for (element, kind) in later {
            match kind {
                Later::Table => self.table(element, false),
                Later::Box { painted } => self.blocks(element, painted),
                Later::Note => {
                    let words = self.words_of(element, false);
                    self.transcript.note(&words);
                }
            }
        }
    }

    /// Returns the number of a paragraph followed by a space, and its heading level.
    pub(super) fn mark(&mut self, paragraph: &Element, text: &str) -> (String, Option<u8>) {
        let style: Option<u32> = paragraph.number("styleIDRef");
        let title = style.is_some_and(|style| self.header.titles.contains(&style)).then_some(0);
        let shape: u32 = paragraph.number("paraPrIDRef").unwrap_or(0);
        let (list, counter, level, heading) = match self.header.headings.get(&shape) {
            None => return (String::new(), title),
            Some(Heading::Outline(level)) => {
                (self.outline, self.outline | OUTLINE, *level, outline_heading(text, *level))
            }
            Some(Heading::Number(list, level)) => (*list, list & !OUTLINE, *level, None),
        };
        let levels = self.header.lists.get(&list);
        let mut mark =
            levels.map_or_else(String::new, |levels| self.counters.next(counter, level, levels));
        if !mark.is_empty() {
            mark.push(' ');
        }
        (mark, title.or(heading))
    }

    fn strange(&mut self, name: &str) {
        let place = self.place();
        self.strange.entry(name.to_owned()).or_insert((place, 0)).1 += 1;
    }

    pub(super) fn words<'e>(&mut self, paragraph: &'e Element, painted: bool) -> Words<'e> {
        let shape: u32 = paragraph.number("paraPrIDRef").unwrap_or(0);
        let own = self.header.paragraph_fills.get(&shape);
        let painted = own.map_or(painted, |fill| *fill == Fill::Coloured);
        let mut words = Words { painted, ..Words::default() };
        for run in paragraph.all("run") {
            let shape: u32 = run.number("charPrIDRef").unwrap_or(0);
            let unseen = self.header.tiny.contains(&shape)
                || (!painted && self.header.white.contains(&shape));
            for element in run.elements() {
                if &*element.name == "t" {
                    let seen = self.text(element);
                    if unseen {
                        let place = self.place();
                        self.transcript.leave_out(LeftOut::Hidden, place, &seen);
                    } else {
                        words.text.push_str(&seen);
                    }
                } else {
                    self.object(element, &mut words);
                }
            }
        }
        words
    }

    /// Reads `hp:t`: text with marks in between.
    fn text(&mut self, text: &Element) -> String {
        let (mut seen, mut deleted) = (String::new(), String::new());
        for node in &text.children {
            let words = match node {
                Node::Text(words) => &**words,
                Node::Element(element) => match &*element.name {
                    "tab" | "nbSpace" | "fwSpace" => " ",
                    "lineBreak" => "\n",
                    // Hancom writes the first, its specification the second.
                    "hypen" | "hyphen" => "-",
                    "deleteBegin" => {
                        self.deleting = true;
                        continue;
                    }
                    "deleteEnd" => {
                        self.deleting = false;
                        continue;
                    }
                    "insertBegin" => {
                        self.inserted += 1;
                        continue;
                    }
                    "insertEnd" | "markpenBegin" | "markpenEnd" | "titleMark" => continue,
                    other => {
                        self.strange(other);
                        seen.push_str(&element.text());
                        continue;
                    }
                },
            };
            if self.deleting { deleted.push_str(words) } else { seen.push_str(words) }
        }
        let place = self.place();
        self.transcript.leave_out(LeftOut::Deleted, place, &deleted);
        seen
    }

    fn object<'e>(&mut self, object: &'e Element, words: &mut Words<'e>) {
        match &*object.name {
            "secPr" => self.outline = object.number("outlineShapeIDRef").unwrap_or(1),
            "ctrl" => object.elements().for_each(|control| self.control(control, words)),
            "tbl" => words.later.push((object, Later::Table)),
            "equation" => {
                self.formulas += 1;
                words.text.push_str(&object.child("script").map(Element::text).unwrap_or_default());
            }
            "dutmal" => {
                let part = |name: &str| object.child(name).map(Element::text).unwrap_or_default();
                words.text.push_str(&format!("{}({})", part("mainText"), part("subText")));
            }
            "compose" => words.text.push_str(object.attribute("composeText").unwrap_or_default()),
            "textart" => words.text.push_str(object.attribute("text").unwrap_or_default()),
            "switch" => {
                let alternative = object.child("case").or_else(|| object.child("default"));
                alternative
                    .into_iter()
                    .flat_map(Element::elements)
                    .for_each(|inner| self.object(inner, words));
            }
            "linesegarray" => {}
            _ => self.drawing(object, words),
        }
    }

    /// Reads pictures, shapes and form objects: their text boxes and captions follow the paragraph.
    fn drawing<'e>(&mut self, object: &'e Element, words: &mut Words<'e>) {
        let mut texts = Vec::new();
        object.below("subList", &mut texts);
        let filled = object.any_below(&|element| {
            let face = element
                .attribute("faceColor")
                .is_some_and(|color| color != "none" && !is_white(color));
            face || matches!(&*element.name, "gradation" | "imgBrush")
        });
        let shows = |it: &Element| matches!(&*it.name, "pic" | "img" | "ole" | "chart" | "video");
        if shows(object) || object.any_below(&shows) {
            self.transcript.pictures += 1;
        }
        let kind = Later::Box { painted: words.painted || filled };
        words.later.extend(texts.into_iter().map(|text| (text, kind)));
    }

    fn control<'e>(&mut self, control: &'e Element, words: &mut Words<'e>) {
        match &*control.name {
            "footNote" | "endNote" => words.later.push((control, Later::Note)),
            "header" => self.margin(control, "머리말"),
            "footer" => self.margin(control, "꼬리말"),
            // The text of a memo is inside the field; parameters are no text.
            "hiddenComment" | "fieldBegin" => {
                let mut texts = Vec::new();
                control.below("subList", &mut texts);
                for text in texts {
                    let content = self.words_of(text, true);
                    let place = self.place();
                    self.transcript.leave_out(LeftOut::Comment, place, &content);
                }
            }
            // The numbers of pictures, tables and formulas belong to their captions.
            "autoNum" => {
                if matches!(control.attribute("numType"), Some("PICTURE" | "TABLE" | "EQUATION")) {
                    words.text.push_str(control.attribute("num").unwrap_or_default());
                }
            }
            "colPr" | "fieldEnd" | "bookmark" | "newNum" | "pageNum" | "pageNumCtrl"
            | "pageHiding" | "indexmark" => {}
            other => {
                self.strange(other);
            }
        }
    }

    pub(super) fn place(&self) -> String {
        format!("문단 {}", self.paragraphs)
    }
}
