//! Reads `DocInfo`: the shapes and lists that the text refers to by number.

use std::collections::{HashMap, HashSet};

use super::record::{
    BORDER_FILL, CHAR_SHAPE, NUMBERING, PARA_SHAPE, Record, STYLE, counted_text, records, u16_at,
    u32_at,
};
use crate::formats::ground::Fill;
use crate::formats::hwpx::header::number_text;
use crate::formats::numbering::{Level, Style};

/// Number of levels of a list that the record always has.
const LEVELS: usize = 7;

/// Numbering of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    /// Numbered by the outline of its section, at a level from 0.
    Outline(usize),
    /// Numbered by a list, at a level from 0.
    Number(u32, usize),
}

/// The shapes of a document. Lists and borders are numbered from 1, others from 0.
#[derive(Debug, Default)]
pub(super) struct DocInfo {
    pub tiny: HashSet<u32>,
    pub white: HashSet<u32>,
    /// Fills of borders; absent without a fill.
    pub fills: HashMap<u32, Fill>,
    pub headings: HashMap<u32, Heading>,
    pub lists: HashMap<u32, Vec<Level>>,
    pub titles: HashSet<u32>,
}

impl DocInfo {
    pub(super) fn of(stream: &[u8]) -> Self {
        let (roots, _) = records(stream);
        let mut info = Self::default();
        let mut counts: HashMap<u16, u32> = HashMap::new();
        let mut waiting: Vec<&Record<'_>> = roots.iter().rev().collect();
        while let Some(record) = waiting.pop() {
            let count = counts.entry(record.tag).or_default();
            let id = *count;
            *count += 1;
            info.add(record, id);
            waiting.extend(record.below.iter().rev());
        }
        info
    }

    fn add(&mut self, record: &Record<'_>, id: u32) {
        let data = record.data;
        match record.tag {
            BORDER_FILL => {
                let kind = u32_at(data, 32).unwrap_or(0);
                let face = u32_at(data, 36).filter(|color| kind & 1 != 0 && color >> 24 == 0);
                if kind & 0b110 != 0 || face.is_some_and(|color| !is_white(color)) {
                    self.fills.insert(id + 1, Fill::Coloured);
                } else if face.is_some() {
                    self.fills.insert(id + 1, Fill::White);
                }
            }
            CHAR_SHAPE => {
                // Font size in hundredths of a point.
                if u32_at(data, 42).is_some_and(|size| size <= 100) {
                    self.tiny.insert(id);
                }
                let shade = u32_at(data, 60).unwrap_or(u32::MAX);
                if u32_at(data, 52).is_some_and(is_white) && (shade == u32::MAX || is_white(shade))
                {
                    self.white.insert(id);
                }
            }
            PARA_SHAPE => {
                let shape = u32_at(data, 0).unwrap_or(0);
                let level = ((shape >> 25) & 7) as usize;
                let list = u32::from(u16_at(data, 30).unwrap_or(0));
                let heading = match (shape >> 23) & 3 {
                    1 => Heading::Outline(level),
                    2 => Heading::Number(list, level),
                    _ => return,
                };
                self.headings.insert(id, heading);
            }
            NUMBERING => {
                self.lists.insert(id + 1, levels(data));
            }
            STYLE => {
                let (name, next) = counted_text(data, 0).unwrap_or_default();
                let english = counted_text(data, next).map(|(name, _)| name).unwrap_or_default();
                if name.trim() == "제목" || english.trim() == "Title" {
                    self.titles.insert(id);
                }
            }
            _ => {}
        }
    }
}

fn levels(data: &[u8]) -> Vec<Level> {
    let mut levels = Vec::new();
    let mut at = 0;
    for level in 0..LEVELS {
        let shape = u32_at(data, at).unwrap_or(0);
        let Some((text, next)) = counted_text(data, at + 12) else { break };
        levels.push(Level {
            style: style((shape >> 5) & 0xF),
            text: number_text(&text, level),
            start: 1,
        });
        at = next;
    }
    // The first number of the list, then that of every level since version 5.0.2.5.
    let first = u32::from(u16_at(data, at).unwrap_or(1)).max(1);
    for (level, read) in levels.iter_mut().enumerate() {
        let own = u32_at(data, at + 2 + level * 4).filter(|start| (1..10_000).contains(start));
        read.start = own.unwrap_or(if level == 0 { first } else { 1 });
    }
    levels
}

fn style(format: u32) -> Style {
    match format {
        1 => Style::Circled,
        2 => Style::UpperRoman,
        3 => Style::LowerRoman,
        4 | 6 => Style::UpperLetter,
        5 | 7 => Style::LowerLetter,
        8 | 9 => Style::Syllable,
        10 | 11 => Style::Consonant,
        12 => Style::Hangul,
        13 | 14 => Style::Hanja,
        _ => Style::Decimal,
    }
}

/// Returns whether the colour `0x00BBGGRR` is white.
fn is_white(color: u32) -> bool {
    color >> 24 == 0 && color.to_le_bytes().iter().take(3).all(|part| *part >= 0xF8)
}
