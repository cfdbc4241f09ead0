//! Reads `numbering.xml`: the numbering of paragraphs in lists.

use std::collections::HashMap;

use crate::formats::numbering::{Counters, Level, Style};
use crate::formats::xml_tree::Element;

/// Number of levels of a list in Word.
const LEVELS: usize = 9;
/// Bit of the counters of lists that restart.
const OWN: u32 = 1 << 31;

/// The lists of a document with their counters.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// Counter and levels of each list.
    lists: HashMap<u32, (u32, Vec<Level>)>,
    counters: Counters,
    /// Unknown number formats, which are written in digits.
    pub unknown: Vec<String>,
}

impl Numbers {
    pub(crate) fn of(root: Option<&Element>) -> Self {
        let mut numbers = Self::default();
        let Some(root) = root else { return numbers };
        let mut plans: HashMap<u32, Vec<Level>> = HashMap::new();
        for plan in root.all("abstractNum") {
            if let Some(id) = plan.number("abstractNumId") {
                let mut levels = blank();
                plan.all("lvl").for_each(|level| numbers.level(level, &mut levels));
                plans.insert(id, levels);
            }
        }
        for list in root.all("num") {
            let plan = list.child("abstractNumId").and_then(|it| it.number::<u32>("val"));
            let (Some(id), Some(plan)) = (list.number::<u32>("numId"), plan) else { continue };
            let mut levels = plans.get(&plan).cloned().unwrap_or_else(blank);
            let mut restarts = false;
            for change in list.all("lvlOverride") {
                restarts = true;
                change.all("lvl").for_each(|level| numbers.level(level, &mut levels));
                let at = change.number::<usize>("ilvl").unwrap_or(0);
                let start = change.child("startOverride").and_then(|it| it.number("val"));
                if let (Some(level), Some(start)) = (levels.get_mut(at), start) {
                    level.start = start;
                }
            }
            let counter = if restarts { id | OWN } else { plan & !OWN };
            numbers.lists.insert(id, (counter, levels));
        }
        numbers
    }

    fn level(&mut self, level: &Element, levels: &mut [Level]) {
        let at = level.number::<usize>("ilvl").unwrap_or(usize::MAX);
        let value = |name: &str| level.child(name).and_then(|it| it.attribute("val"));
        let Some(slot) = levels.get_mut(at) else { return };
        let format = value("numFmt").unwrap_or("decimal");
        let style = style(format).unwrap_or_else(|| {
            self.unknown.push(format.to_owned());
            Style::Decimal
        });
        let text = value("lvlText").unwrap_or_default();
        let start = value("start").and_then(|start| start.parse().ok()).unwrap_or(1);
        *slot = Level { style, text: text.to_owned(), start };
    }

    /// Returns the number of the next paragraph of a list; empty for bullets and unknown lists.
    pub(crate) fn next(&mut self, list: u32, level: usize) -> String {
        match self.lists.get(&list) {
            Some((counter, levels)) => self.counters.next(*counter, level, levels),
            None => String::new(),
        }
    }
}

fn blank() -> Vec<Level> {
    vec![Level { style: Style::None, text: String::new(), start: 1 }; LEVELS]
}

fn style(format: &str) -> Option<Style> {
    Some(match format {
        "decimal" | "decimalZero" | "decimalHalfWidth" | "decimalFullWidth" | "ordinal" => {
            Style::Decimal
        }
        "decimalEnclosedCircle" | "decimalEnclosedCircleChinese" => Style::Circled,
        "upperRoman" => Style::UpperRoman,
        "lowerRoman" => Style::LowerRoman,
        "upperLetter" => Style::UpperLetter,
        "lowerLetter" => Style::LowerLetter,
        "ganada" => Style::Syllable,
        "chosung" => Style::Consonant,
        "koreanDigital" | "koreanCounting" | "koreanLegal" | "koreanDigital2" => Style::Hangul,
        "chineseCounting" | "chineseCountingThousand" | "ideographDigital" | "japaneseCounting" => {
            Style::Hanja
        }
        "bullet" | "none" => Style::None,
        _ => return None,
    })
}
