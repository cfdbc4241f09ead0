//! MRCONSO.RRF and MRSTY.RRF of the UMLS, as MetamorphoSys writes them: fields between `|`, one more at the end.

use std::collections::HashMap;
use std::io::BufRead;

use super::names::Names;
use super::semantic_types::{slot_of, stronger};
use crate::ClinicalError;
use crate::lexicon::Slot;

/// No line of these files is longer; a file without line ends is not read into memory.
const LONGEST_LINE: usize = 1 << 16;

/// Slots of the concepts that have one: from MRSTY.RRF (`CUI|TUI|STN|STY|ATUI|CVF|`).
pub fn read_umls_types(
    file: &str,
    reader: impl BufRead,
) -> Result<HashMap<u32, Slot>, ClinicalError> {
    let mut slots: HashMap<u32, Slot> = HashMap::new();
    lines(file, reader, |fields| {
        let [cui, tui, ..] = fields else { return Err("fewer than 2 fields".into()) };
        let number = number(cui)?;
        if !tui.starts_with('T') {
            return Err(format!("{tui:?} is no semantic type (T047)"));
        }
        if let Some(slot) = slot_of(tui) {
            slots.entry(number).and_modify(|it| *it = stronger(*it, slot)).or_insert(slot);
        }
        Ok(())
    })?;
    Ok(slots)
}

/// Names in Korean, and preferred ones in English, of the concepts that have a slot: from MRCONSO.RRF.
pub fn read_umls(
    file: &str,
    reader: impl BufRead,
    slots: &HashMap<u32, Slot>,
    names: &mut Names,
) -> Result<(), ClinicalError> {
    lines(file, reader, |fields| {
        if fields.len() < 17 {
            return Err(format!("{} fields, MRCONSO.RRF has 18", fields.len()));
        }
        names.line();
        let slot = slots.get(&number(fields[0])?);
        let preferred = fields[6] == "Y" || fields[2] == "P";
        let wanted = fields[1] == "KOR" || (fields[1] == "ENG" && preferred);
        match slot {
            Some(slot) if wanted && fields[16] == "N" => names.add(fields[0], *slot, fields[14]),
            _ => {
                names.leave_out();
                Ok(())
            }
        }
    })
}

/// `C0020538` → 20538
fn number(cui: &str) -> Result<u32, String> {
    let digits = cui.strip_prefix('C').filter(|it| it.len() == 7);
    digits
        .and_then(|it| it.parse().ok())
        .ok_or_else(|| format!("{cui:?} is no concept (C and seven digits)"))
}

/// Each line, as its fields; the first that is wrong ends the reading.
fn lines(
    file: &str,
    reader: impl BufRead,
    mut read: impl FnMut(&[&str]) -> Result<(), String>,
) -> Result<(), ClinicalError> {
    super::medcat::each_line(file, reader, LONGEST_LINE, |line| {
        let fields: Vec<&str> = line.split('|').collect();
        read(&fields)
    })
}
