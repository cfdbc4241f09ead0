//! Reads the text of a paragraph run by run.

use super::body::{Body, Later};
use super::styles::{Look, is_painted, is_white};
use crate::formats::transcript::LeftOut;
use crate::formats::xml_tree::Element;

/// Properties that text inherits from its surroundings.
#[derive(Clone, Copy, Default)]
pub(super) struct Ground {
    /// Whether the background has another colour than white.
    pub painted: bool,
    pub deleted: bool,
    pub look: Look,
}

impl<'a> Body<'a> {
    /// Returns the visible text of a paragraph.
    pub(super) fn paragraph_words(&mut self, paragraph: &'a Element, ground: Ground) -> String {
        let properties = paragraph.child("pPr");
        let style = properties.and_then(|it| it.child("pStyle")?.attribute("val"));
        let shaded = properties.and_then(|it| it.child("shd")).is_some_and(is_painted);
        let look = self.styles.look(style).or(self.styles.defaults());
        let mut words = String::new();
        self.inline(
            paragraph,
            Ground { painted: ground.painted || shaded, look, ..ground },
            &mut words,
        );
        words
    }

    fn inline(&mut self, parent: &'a Element, ground: Ground, words: &mut String) {
        for element in parent.elements() {
            match &*element.name {
                "r" => self.run(element, ground, words),
                "del" | "moveFrom" => {
                    self.inline(element, Ground { deleted: true, ..ground }, words)
                }
                "ins" | "moveTo" => {
                    self.inserted += 1;
                    self.inline(element, ground, words);
                }
                "oMath" | "oMathPara" => {
                    self.formulas += 1;
                    words.push_str(&element.text());
                }
                "pPr" => {}
                _ => self.inline(element, ground, words),
            }
        }
    }

    fn run(&mut self, run: &'a Element, ground: Ground, words: &mut String) {
        let properties = run.child("rPr");
        let style = properties.and_then(|it| it.child("rStyle")?.attribute("val"));
        let look = Look::of(properties).or(self.styles.look(style)).or(ground.look);
        let mut own = String::new();
        self.run_words(run, ground, &mut own);
        if ground.deleted {
            let place = self.place();
            self.transcript.leave_out(LeftOut::Deleted, place, &own);
        } else if look.is_invisible(ground.painted) && !own.trim().is_empty() {
            let place = self.place();
            self.transcript.leave_out(LeftOut::Hidden, place, &own);
        } else {
            words.push_str(&own);
        }
    }

    fn run_words(&mut self, run: &'a Element, ground: Ground, words: &mut String) {
        for element in run.elements() {
            match &*element.name {
                "t" | "delText" => words.push_str(&element.text()),
                "tab" | "ptab" => words.push(' '),
                "br" | "cr" => words.push('\n'),
                "noBreakHyphen" => words.push('-'),
                "sym" => self.symbol(element, words),
                "footnoteReference" => self.refer("footnote", element),
                "endnoteReference" => self.refer("endnote", element),
                "drawing" | "pict" | "object" => self.drawing(element, ground),
                "AlternateContent" => {
                    let alternative = element.child("Choice").or_else(|| element.child("Fallback"));
                    if let Some(alternative) = alternative {
                        self.run_words(alternative, ground, words);
                    }
                }
                "ruby" => {
                    let mut parts =
                        ["rubyBase", "rt"].map(|part| element.child(part).map(Element::text));
                    let base = parts.first_mut().and_then(Option::take).unwrap_or_default();
                    let above = parts.last_mut().and_then(Option::take).unwrap_or_default();
                    words.push_str(&format!("{base}({above})"));
                }
                "rPr"
                | "instrText"
                | "delInstrText"
                | "fldChar"
                | "lastRenderedPageBreak"
                | "softHyphen"
                | "footnoteRef"
                | "endnoteRef"
                | "annotationRef"
                | "commentReference"
                | "separator"
                | "continuationSeparator" => {}
                // Page numbers, dates and elements of later versions.
                other => {
                    self.strange.insert(other.to_owned());
                    words.push_str(&element.text());
                }
            }
        }
    }

    fn symbol(&mut self, symbol: &Element, words: &mut String) {
        let code = symbol.attribute("char").and_then(|code| u32::from_str_radix(code, 16).ok());
        words.push(code.and_then(char::from_u32).unwrap_or('\u{FFFD}'));
        self.strange.insert("기호 글꼴의 글자".to_owned());
    }

    fn refer(&mut self, kind: &'static str, reference: &Element) {
        let key = (kind, reference.attribute("id").unwrap_or_default().to_owned());
        match self.notes.get(&key) {
            Some(note) if self.used_notes.insert(key) => self.later.push(Later::Note(note)),
            Some(_) => {}
            None => {
                self.strange.insert("가리키는 곳이 없는 각주".to_owned());
            }
        }
    }

    /// Reads a drawing: text boxes follow the paragraph; other drawings count as pictures.
    fn drawing(&mut self, drawing: &'a Element, ground: Ground) {
        let mut boxes = Vec::new();
        drawing.below("txbxContent", &mut boxes);
        let filled = drawing.any_below(&|element| {
            let painted = |color: Option<&str>| color.is_some_and(|color| !is_white(color));
            match &*element.name {
                "srgbClr" => painted(element.attribute("val")),
                "schemeClr" => element
                    .attribute("val")
                    .is_some_and(|it| !it.starts_with("bg") && !it.starts_with("lt")),
                _ => painted(element.attribute("fillcolor")),
            }
        });
        if boxes.is_empty() || drawing.any_below(&|it| matches!(&*it.name, "blip" | "imagedata")) {
            self.transcript.pictures += 1;
        }
        let painted = ground.painted || filled;
        self.later.extend(boxes.into_iter().map(|inner| Later::Box(inner, painted)));
    }
}
