//! Reads `header.xml`: the shapes and lists that the text refers to by id.

use std::collections::{HashMap, HashSet};

use crate::formats::ground::Fill;
use crate::formats::numbering::{Level, Style};
use crate::formats::xml_tree::Element;

/// Numbering of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    /// Numbered by the outline of its section, at a level from 0.
    Outline(usize),
    /// Numbered by a list, at a level from 0.
    Number(u32, usize),
}

/// The shapes of a document.
#[derive(Debug, Default)]
pub(super) struct Header {
    /// Character shapes too small to be visible.
    pub tiny: HashSet<u32>,
    /// Character shapes in white without a background.
    pub white: HashSet<u32>,
    /// Fills of borders of cells, tables and paragraphs; absent without a fill.
    pub fills: HashMap<u32, Fill>,
    /// Fills of paragraphs by paragraph shape.
    pub paragraph_fills: HashMap<u32, Fill>,
    pub headings: HashMap<u32, Heading>,
    pub lists: HashMap<u32, Vec<Level>>,
    /// Ids of title styles.
    pub titles: HashSet<u32>,
}

impl Header {
    pub(super) fn of(root: Option<&Element>) -> Self {
        let mut header = Self::default();
        let Some(lists) = root.and_then(|root| root.child("refList")) else { return header };
        let each = |group: &'static str, name: &'static str| {
            lists
                .all(group)
                .flat_map(move |group| group.all(name))
                .filter_map(|it| Some((it.number::<u32>("id")?, it)))
        };
        for (id, border) in each("borderFills", "borderFill") {
            if let Some(fill) = border.child("fillBrush").and_then(fill) {
                header.fills.insert(id, fill);
            }
        }
        for (id, shape) in each("charProperties", "charPr") {
            // Font size in hundredths of a point.
            if shape.number::<i64>("height").is_some_and(|height| height <= 100) {
                header.tiny.insert(id);
            }
            let shade = shape.attribute("shadeColor").unwrap_or("none");
            let bare =
                (shade == "none" || is_white(shade)) && header.fill(shape) != Some(Fill::Coloured);
            if shape.attribute("textColor").is_some_and(is_white) && bare {
                header.white.insert(id);
            }
        }
        for (id, shape) in each("paraProperties", "paraPr") {
            if let Some(fill) = shape.child("border").and_then(|border| header.fill(border)) {
                header.paragraph_fills.insert(id, fill);
            }
            let Some(heading) = shape.child("heading") else { continue };
            let level = heading.number("level").unwrap_or(0);
            let read = match heading.attribute("type") {
                Some("OUTLINE") => Heading::Outline(level),
                Some("NUMBER") => Heading::Number(heading.number("idRef").unwrap_or(0), level),
                _ => continue,
            };
            header.headings.insert(id, read);
        }
        for (id, list) in each("numberings", "numbering") {
            header.lists.insert(id, levels(list));
        }
        for (id, style) in each("styles", "style") {
            let named = |attribute: &str, name: &str| {
                style.attribute(attribute).is_some_and(|it| it.trim() == name)
            };
            if named("name", "제목") || named("engName", "Title") {
                header.titles.insert(id);
            }
        }
        header
    }

    /// Returns the fill of the border that an element refers to.
    pub(super) fn fill(&self, element: &Element) -> Option<Fill> {
        self.fills.get(&element.number::<u32>("borderFillIDRef")?).copied()
    }
}

/// Returns the fill of a brush; `None` where it is empty.
fn fill(brush: &Element) -> Option<Fill> {
    if let Some(gradation) = brush.child("gradation") {
        let colors: Vec<&str> =
            gradation.all("color").filter_map(|color| color.attribute("value")).collect();
        let white = !colors.is_empty() && colors.iter().all(|color| is_white(color));
        return Some(if white { Fill::White } else { Fill::Coloured });
    }
    if brush.child("imgBrush").is_some() {
        return Some(Fill::Coloured);
    }
    let face = brush.child("winBrush").and_then(|it| it.attribute("faceColor"))?;
    match face {
        "none" => None,
        color if is_white(color) => Some(Fill::White),
        _ => Some(Fill::Coloured),
    }
}

fn levels(list: &Element) -> Vec<Level> {
    let mut levels = vec![Level { style: Style::None, text: String::new(), start: 1 }; 10];
    for head in list.all("paraHead") {
        let Some(at) = head.number::<usize>("level").and_then(|level| level.checked_sub(1)) else {
            continue;
        };
        if let Some(level) = levels.get_mut(at) {
            *level = Level {
                style: style(head.attribute("numFormat").unwrap_or("DIGIT")),
                text: number_text(&head.text(), at),
                start: head.number("start").unwrap_or(1),
            };
        }
    }
    levels
}

/// Converts number templates of 한글: `^1` is our `%1`, and `^n` means the numbers of all levels.
pub(in crate::formats) fn number_text(text: &str, level: usize) -> String {
    let path = (1..=level + 1).map(|at| format!("%{at}")).collect::<Vec<_>>().join(".");
    text.replace('%', "％")
        .replace("^n", &path)
        .replace("^N", &format!("{path}."))
        .replace('^', "%")
}

fn style(format: &str) -> Style {
    match format {
        "CIRCLED_DIGIT" => Style::Circled,
        "ROMAN_CAPITAL" => Style::UpperRoman,
        "ROMAN_SMALL" => Style::LowerRoman,
        "LATIN_CAPITAL" | "CIRCLED_LATIN_CAPITAL" => Style::UpperLetter,
        "LATIN_SMALL" | "CIRCLED_LATIN_SMALL" => Style::LowerLetter,
        "HANGUL_SYLLABLE" | "CIRCLED_HANGUL_SYLLABLE" => Style::Syllable,
        "HANGUL_JAMO" | "CIRCLED_HANGUL_JAMO" => Style::Consonant,
        "HANGUL_PHONETIC" => Style::Hangul,
        "IDEOGRAPH" | "CIRCLED_IDEOGRAPH" => Style::Hanja,
        _ => Style::Decimal,
    }
}

/// Returns whether a colour is white: `#FFFFFF`, or `#AARRGGBB` of some programs.
pub(super) fn is_white(color: &str) -> bool {
    let digits = color.trim().trim_start_matches('#');
    let rgb = if digits.len() == 8 { digits.get(2..).unwrap_or_default() } else { digits };
    let part = |at: usize| rgb.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok());
    rgb.len() == 6 && [0, 2, 4].iter().all(|at| part(*at).is_some_and(|value| value >= 0xF8))
}
