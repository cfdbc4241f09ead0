//! Decompiles `sys.dic` and `unk.dic`, double arrays from words to entries.

use simui_korean::hangul::final_consonant;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::FIELDS;
use super::bytes::Compiled;
use super::details::needed;
use crate::SearchError;

/// The first number of the file is its size XOR this constant.
const MAGIC: u32 = 0xEF71_8F77;
/// Supported version of the format.
const VERSION: u32 = 102;
/// Length of the header in bytes: ten numbers and the name of the character set.
const HEADER: usize = 72;
/// Length of a unit of the double array in bytes: `base`, `check`.
const UNIT: usize = 8;
/// Length of an entry in bytes: left and right context id, part-of-speech id, cost, offset of its features.
const TOKEN: usize = 16;

/// Byte offsets of the sections of the file.
struct Layout {
    units: usize,
    tokens: usize,
    features: usize,
}

/// Writes the lexicon as CSV, with the details that the analyser reads, and returns the number of entries.
pub(super) fn decompile(compiled: &Path, text: &Path) -> Result<usize, SearchError> {
    write_entries(compiled, text, needed)
}

/// Writes `unk.def`, which has the same columns as the lexicon, with all details.
pub(super) fn decompile_unknown(compiled: &Path, text: &Path) -> Result<usize, SearchError> {
    write_entries(compiled, text, |_, details| details.to_owned())
}

/// Writes one line an entry; `details_of` gets the word and its details as the compiled file has them.
fn write_entries(
    compiled: &Path,
    text: &Path,
    details_of: impl Fn(&str, &str) -> String,
) -> Result<usize, SearchError> {
    let file = Compiled::read(compiled)?;
    let (layout, entries) = layout(&file)?;
    let mut words = words(&file, &layout)?;
    words.sort_unstable();

    let mut out =
        BufWriter::with_capacity(1 << 20, File::create(text).map_err(SearchError::file(text))?);
    let mut written = 0;
    for (word, first, count) in words {
        let word = String::from_utf8(word).map_err(|_| file.damaged("a word is not UTF-8"))?;
        for index in first..first + count {
            let at = layout.tokens + TOKEN * index;
            let (left, right) = (file.u16(at)?, file.u16(at + 2)?);
            let cost = file.u16(at + 6)?.cast_signed();
            let features = file.text(layout.features + file.u32(at + 8)? as usize)?;
            let details = details_of(&word, features);
            writeln!(out, "{},{left},{right},{cost},{details}", quoted(&word))
                .map_err(SearchError::file(text))?;
            written += 1;
        }
    }
    out.flush().map_err(SearchError::file(text))?;
    if written != entries {
        return Err(file.damaged(format!("{entries} entries announced, {written} found")));
    }
    Ok(written)
}

fn layout(file: &Compiled) -> Result<(Layout, usize), SearchError> {
    if file.u32(0)? ^ MAGIC != u32::try_from(file.len()).unwrap_or(0) {
        return Err(file.damaged("it is not a compiled MeCab dictionary, or was cut short"));
    }
    let version = file.u32(4)?;
    if version != VERSION {
        return Err(file.damaged(format!("format version {version}, not {VERSION}")));
    }
    let charset = file.text(40)?;
    if !charset.eq_ignore_ascii_case("utf-8") {
        return Err(file.damaged(format!("character set {charset:?}, not UTF-8")));
    }
    let (units, tokens) = (file.u32(24)? as usize, file.u32(28)? as usize);
    let layout =
        Layout { units: HEADER, tokens: HEADER + units, features: HEADER + units + tokens };
    Ok((layout, file.u32(12)? as usize))
}

/// A word, the index of its first entry, and its number of entries.
type Word = (Vec<u8>, usize, usize);

/// Lists the words of the double array. The unit at `base + byte + 1` whose `check` is `base` is the child
/// for that byte; the unit at `base` itself, with a negative `base`, ends a word.
fn words(file: &Compiled, layout: &Layout) -> Result<Vec<Word>, SearchError> {
    let count = (layout.tokens - layout.units) / UNIT;
    let unit = |index: usize| -> Result<(i32, u32), SearchError> {
        let at = layout.units + UNIT * index;
        Ok((file.u32(at)?.cast_signed(), file.u32(at + 4)?))
    };
    // The children of a base are among the units that name it; unused units name 0.
    let mut named = Vec::with_capacity(count);
    for index in 1..count {
        let (_, check) = unit(index)?;
        if check != 0 {
            named.push((check, index));
        }
    }
    named.sort_unstable();

    let mut words = Vec::new();
    let mut open = vec![(unit(0)?.0, Vec::new())];
    while let Some((base, word)) = open.pop() {
        let base = u32::try_from(base).map_err(|_| file.damaged("a word ends inside a word"))?;
        let from = named.partition_point(|&(check, _)| check < base);
        for &(_, index) in named[from..].iter().take_while(|&&(check, _)| check == base) {
            let (value, _) = unit(index)?;
            if index == base as usize {
                let packed = usize::try_from(-(i64::from(value) + 1))
                    .map_err(|_| file.damaged("a word without entries"))?;
                words.push((word.clone(), packed >> 8, packed & 0xFF));
            } else {
                let byte = index
                    .checked_sub(base as usize + 1)
                    .and_then(|byte| u8::try_from(byte).ok())
                    .ok_or_else(|| file.damaged("a branch leads outside its node"))?;
                let mut longer = word.clone();
                longer.push(byte);
                if longer.len() > 1024 {
                    return Err(file.damaged("a word of more than 1024 bytes"));
                }
                open.push((value, longer));
            }
        }
    }
    Ok(words)
}

/// Quotes a CSV field where needed.
fn quoted(word: &str) -> String {
    if word.contains([',', '"']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}

/// Checks and copies our own words without comments (`#`) and empty lines; returns their number.
pub(super) fn copy_user(lexicon: &Path, copy: &Path) -> Result<usize, SearchError> {
    let text = std::fs::read_to_string(lexicon).map_err(SearchError::file(lexicon))?;
    let mut out = String::new();
    let mut words = 0;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        check_user_line(line).map_err(|reason| SearchError::UserLexicon {
            path: lexicon.display().to_string(),
            line: index + 1,
            reason,
        })?;
        let columns: Vec<&str> = line.splitn(5, ',').collect();
        // Five of the twelve columns that were counted above.
        let (numbers, details) = (&columns[..4], columns[4]);
        out.push_str(&format!("{},{}\n", numbers.join(","), needed(columns[0], details)));
        words += 1;
    }
    std::fs::write(copy, out).map_err(SearchError::file(copy))?;
    Ok(words)
}

fn check_user_line(line: &str) -> Result<(), String> {
    let columns: Vec<&str> = line.split(',').collect();
    if columns.len() != FIELDS.len() {
        return Err(format!("{} columns instead of {}", columns.len(), FIELDS.len()));
    }
    if let Some(empty) = columns.iter().position(|column| column.is_empty()) {
        return Err(format!("column {} ({}) is empty; write *", empty + 1, FIELDS[empty]));
    }
    for (column, name) in [(1, "left"), (2, "right")] {
        if columns[column].parse::<u16>().is_err() {
            return Err(format!("{name} context id {:?} is no number", columns[column]));
        }
    }
    if columns[3].parse::<i16>().is_err() {
        return Err(format!("cost {:?} is no number", columns[3]));
    }
    let final_consonant =
        columns[0].chars().next_back().and_then(final_consonant).map(|number| number > 0);
    match (final_consonant, columns[6]) {
        (Some(true), "F") | (Some(false), "T") => Err(format!(
            "column 7 is {}, but {} ends the other way (T: with a final consonant)",
            columns[6], columns[0]
        )),
        _ => Ok(()),
    }
}
