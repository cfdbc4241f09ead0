//! Reads MRCONSO.RRF and MRSTY.RRF of the UMLS as MetamorphoSys writes them: fields separated by `|`,
//! with one more at the end of the line.

use std::collections::HashMap;
use std::io::BufRead;

use super::names::Names;
use super::semantic_types::{more_specific, slot_of};
use crate::ClinicalError;
use crate::lexicon::Slot;

/// Greatest length of a line in bytes, so that a file without line ends is not read into memory.
const LONGEST_LINE: usize = 1 << 16;

/// Reads the slots of concepts from MRSTY.RRF (`CUI|TUI|STN|STY|ATUI|CVF|`). The keys are the numbers of
/// the CUIs.
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
            slots.entry(number).and_modify(|it| *it = more_specific(*it, slot)).or_insert(slot);
        }
        Ok(())
    })?;
    Ok(slots)
}

/// Reads names of the concepts in `slots` from MRCONSO.RRF: all Korean ones, and the preferred English
/// ones.
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
        names.count_line();
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

/// The number of a CUI: `C0020538` → 20538.
fn number(cui: &str) -> Result<u32, String> {
    let digits = cui.strip_prefix('C').filter(|it| it.len() == 7);
    digits
        .and_then(|it| it.parse().ok())
        .ok_or_else(|| format!("{cui:?} is no concept (C and seven digits)"))
}

/// Calls `read` with the fields of each line; the first error ends the reading.
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
