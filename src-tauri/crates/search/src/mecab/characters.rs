//! Decompiles `char.bin`: character categories, and how unknown words are cut.

use std::fmt::Write;
use std::path::Path;

use super::bytes::Compiled;
use crate::SearchError;

/// Number of code points in the table: U+0000 to U+FFFE.
const CODE_POINTS: u32 = 0xFFFF;
/// Length of a category's name in bytes.
const NAME: usize = 32;

/// MeCab's `CharInfo`, a bit field of 32: categories (18), default category (8), length (4), group, invoke.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Character(u32);

impl Character {
    fn is_in(self, category: usize) -> bool {
        self.0 >> category & 1 == 1
    }

    fn default_category(self) -> usize {
        (self.0 >> 18 & 0xFF) as usize
    }

    fn length(self) -> u32 {
        self.0 >> 26 & 0xF
    }

    fn group(self) -> u32 {
        self.0 >> 30 & 1
    }

    fn invoke(self) -> u32 {
        self.0 >> 31
    }
}

/// Writes `char.def` to `text`.
pub(super) fn decompile(compiled: &Path, text: &Path) -> Result<(), SearchError> {
    let file = Compiled::read(compiled)?;
    let count = file.u32(0)? as usize;
    if count > 18 {
        return Err(file.damaged(format!("{count} character categories, more than 18")));
    }
    let names =
        (0..count).map(|index| file.text(4 + NAME * index)).collect::<Result<Vec<_>, _>>()?;
    let table = (0..CODE_POINTS as usize)
        .map(|code| file.u32(4 + NAME * count + 4 * code).map(Character))
        .collect::<Result<Vec<_>, _>>()?;

    let mut out = String::new();
    for (category, name) in names.iter().enumerate() {
        // A category that is no character's default is never consulted for its shape.
        let shape = table
            .iter()
            .find(|character| character.default_category() == category)
            .map_or((0, 0, 0), |it| (it.invoke(), it.group(), it.length()));
        let _ = writeln!(out, "{name} {} {} {}", shape.0, shape.1, shape.2);
    }
    for (first, last, character) in ranges(&table) {
        let default = character.default_category();
        let name =
            names.get(default).ok_or_else(|| file.damaged(format!("no category {default}")))?;
        let _ = write!(out, "0x{first:04X}..0x{last:04X} {name}");
        for (_, other) in names
            .iter()
            .enumerate()
            .filter(|(category, _)| *category != default && character.is_in(*category))
        {
            let _ = write!(out, " {other}");
        }
        out.push('\n');
    }
    std::fs::write(text, out).map_err(SearchError::file(text))
}

/// Returns runs of equal characters, except those whose default is the first category (DEFAULT): characters
/// that are not listed belong to it, surrogates among them.
fn ranges(table: &[Character]) -> Vec<(usize, usize, Character)> {
    let mut ranges: Vec<(usize, usize, Character)> = Vec::new();
    for (code, &character) in table.iter().enumerate() {
        if character.default_category() == 0 {
            continue;
        }
        match ranges.last_mut() {
            Some((_, last, same)) if *same == character && *last + 1 == code => *last = code,
            _ => ranges.push((code, code, character)),
        }
    }
    ranges
}
